// What each clause says, in the house's own words; fetched once for each game and language.

import type { GameCard } from '../wire';
import { language } from '../text/language.svelte';
import { api } from './api';

/** The first asker asks the house; a refusal is forgotten, so that one can try again. */
function once<T>(kept: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  let found = kept.get(key);
  if (!found) {
    found = ask();
    found.catch(() => kept.delete(key));
    kept.set(key, found);
  }
  return found;
}

class Rules {
  private readonly cards = new Map<string, Promise<GameCard>>();
  private readonly gists = new Map<string, Promise<ReadonlyMap<string, string>>>();

  card(game: string): Promise<GameCard> {
    const { query } = language;
    return once(this.cards, `${game} ${language.name}`, () => api('GET /api/games/{game}', { place: { game }, query }));
  }

  gist(game: string, clause: string): Promise<string | undefined> {
    const { query } = language;
    const found = once(this.gists, `${game} ${language.name}`, () =>
      api('GET /api/rules/{game}', { place: { game }, query }).then(
        (rules) => new Map(rules.clauses.map((one) => [one.clause, one.gist])),
      ),
    );
    return found.then((gists) => gists.get(clause));
  }
}

export const rules = new Rules();
