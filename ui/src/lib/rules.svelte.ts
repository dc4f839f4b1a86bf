// What each clause says, in the house's own words; fetched once for each game.

import type { GameCard } from '../wire';
import { api } from './api';

class Rules {
  private readonly cards = new Map<string, Promise<GameCard>>();
  private readonly gists = new Map<string, Promise<ReadonlyMap<string, string>>>();

  card(game: string): Promise<GameCard> {
    let found = this.cards.get(game);
    if (!found) {
      found = api('GET /api/games/{game}', { place: { game } });
      found.catch(() => this.cards.delete(game));
      this.cards.set(game, found);
    }
    return found;
  }

  gist(game: string, clause: string): Promise<string | undefined> {
    let found = this.gists.get(game);
    if (!found) {
      found = api('GET /api/rules/{game}', { place: { game } }).then(
        (rules) => new Map(rules.clauses.map((one) => [one.clause, one.gist])),
      );
      found.catch(() => this.gists.delete(game));
      this.gists.set(game, found);
    }
    return found.then((gists) => gists.get(clause));
  }
}

export const rules = new Rules();
