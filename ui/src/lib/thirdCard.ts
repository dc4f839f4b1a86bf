// Which rows of the table of play a round of baccarat went by: as the house says.

import type { View } from '../wire';
import { common } from '../text/common';

export type Drawn = View['drawn'][number];
export type Row = 'natural' | 'player-draws' | 'player-stands' | 'banker-stood' | `banker-${number}`;

const NATURAL = 'natural-no-hand-draws';

export function rowOf({ side, said, draws, points, third }: Drawn): Row {
  if (said.code === NATURAL) return 'natural';
  if (side === 'player') return draws ? 'player-draws' : 'player-stands';
  return third === null ? 'banker-stood' : `banker-${points}`;
}

/** A natural decides for both hands: it is said once. */
export const eachOnce = (drawn: readonly Drawn[]): readonly Drawn[] =>
  drawn.filter((one, at) => rowOf(one) !== 'natural' || at === 0);

/** 0, 1, 2, 5 as 0–2, 5. */
export function spans(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const one of [...numbers].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && one === last[1] + 1) last[1] = one;
    else found.push([one, one]);
  }
  return common.listed(found.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)));
}
