// What a settled line came to, worked out from its own odds: the arithmetic, and no rule of a game.

import type { SettledLine } from '../wire';

/** Whether the amount is what result and odds make of the stake; none where neither tells it. */
export function isPaidAsSaid(line: SettledLine): boolean | null {
  const { stake_cents: stake, counted_cents: counted, back_cents: back, result, odds } = line;
  if (line.award_cents !== null || !stake) return null;
  if (result === 'push' || result === 'returned') return back === stake;
  if (result === 'lose') return back === stake - counted;
  const [wins, to] = (odds ?? '').split(':').map(BigInt);
  if (!to) return null;
  const exact = BigInt(counted) * wins;
  const won = BigInt(back - stake);
  return won === exact / to || (exact % to !== 0n && won === exact / to + 1n); // a cent rounded either way
}
