// What each clause says, in the house's own words; fetched once for each game and language.

import type { GameCard } from '../wire';
import { language } from '../text/language.svelte';
import { api } from './api';
import { once } from './once';

class Rules {
  private readonly spoken = new WeakMap<GameCard, string>();
  private readonly cards = new Map<string, Promise<GameCard>>();
  private readonly gists = new Map<string, Promise<ReadonlyMap<string, string>>>();

  card(game: string): Promise<GameCard> {
    const { query } = language;
    const spoken = language.name;
    return once(this.cards, `${game} ${spoken}`, async () => {
      const card = await api('GET /api/games/{game}', { place: { game }, query });
      this.spoken.set(card, spoken);
      return card;
    });
  }

  /** Whether a card is to be asked for: none is there, or one of another game or in another language. */
  stale(card: GameCard | null | undefined, game: string): boolean {
    return card?.about.game !== game || this.spoken.get(card) !== language.name;
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
