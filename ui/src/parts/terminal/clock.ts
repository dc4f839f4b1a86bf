// What is counted down at a table: bets, decisions and options; a look; or the time to the next round.

import type { Seen } from '../../wire';

type Clocks = Pick<Seen, 'until' | 'look_until' | 'opens'> & { readonly view: Pick<Seen['view'], 'step'> };

export function clockOf(seen: Clocks | null): number | null {
  if (!seen) return null;
  if (seen.until !== null) return seen.until;
  if (seen.view.step === 'playing') return seen.look_until ?? null;
  return seen.view.step === 'concluded' ? (seen.opens ?? null) : null;
}
