// Why a round was voided or its players are asked: the last ruling in the house's own record of it.

import type { Replay, Returned } from '../wire';
import { api } from './api';
import type { Saying } from '../text/said';

export type Ruling = {
  /** None where the house's clause alone tells why. */
  readonly said: Saying;
  readonly clauses: readonly string[];
  /** What went back when the round was voided. */
  readonly returned: readonly Returned[];
};

export const ruling = (table: string, round: number): Promise<Ruling> =>
  api('GET /api/tables/{table}/rounds/{number}', { place: { table, number: round } }).then(lastRuling);

export function lastRuling(replay: Replay): Ruling {
  let found: Ruling = { said: {}, clauses: [], returned: [] };
  for (const { event } of replay.happened) {
    if (event.event === 'ruling-made') found = { ...found, said: event.ruling, clauses: event.ruling.clauses };
    else if (event.event === 'round-interrupted') found = { ...found, said: {}, clauses: event.clauses };
    else if (event.event === 'round-voided') {
      found = { ...found, returned: event.returned, clauses: found.clauses.length ? found.clauses : event.clauses };
    }
  }
  return found;
}
