// What the house says of a round that is over, as words. The letters are the house's own:
// B, P or T, then b and p for the pairs.

import type { Results } from '../../../wire';
import { baccarat } from '../../../text/baccarat';

export type Past = Results['past'][number];
export type Side = 'player' | 'banker' | 'tie';
export type Told = { readonly side: Side; readonly name: string; readonly rest: string; readonly pairs: string };

const SIDES: Record<string, Side> = { B: 'banker', P: 'player', T: 'tie' };
const BETS: Record<string, string> = { B: 'banker', P: 'player', T: 'tie', b: 'banker-pair', p: 'player-pair' };

export function told(past: Past | null): Told | null {
  const letters = past?.result ?? '';
  const side = SIDES[letters[0]];
  if (!past || !side) return null;
  const player = past.player?.points ?? 0;
  const banker = past.dealer?.points ?? 0;
  const rest =
    side === 'tie'
      ? baccarat.tieAt(banker)
      : side === 'banker'
        ? baccarat.wins(banker, player)
        : baccarat.wins(player, banker);
  const pairs = letters.slice(1);
  return {
    side,
    name: baccarat[side],
    rest,
    pairs: pairs.length > 1 ? baccarat.withPair.both : pairs ? baccarat.withPair[pairs as 'b' | 'p'] : '',
  };
}

/** The bets that a result has won. */
export const wonBy = (past: Past | null): readonly string[] =>
  [...(past?.result ?? '')].map((letter) => BETS[letter]).filter(Boolean);
