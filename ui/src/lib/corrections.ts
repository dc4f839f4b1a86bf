// Which corrections a player has still to be told of: those that were neither read nor are two rounds old.

import { recalled, remember } from './browser';
import type { Recalled, RoundCorrection } from '../wire';

export type Told = { readonly round: Recalled; readonly correction: RoundCorrection };

const KEPT = 'corrections-read';
const MOST_KEPT = 50;
/** Rounds of one's own that open after a correction; with the second it has been there long enough. */
const ROUNDS = 2;

const keyOf = ({ round, correction }: Told): string => `${round.id}@${correction.at}`;

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(recalled(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

/** The newest first. */
export function toTell(rounds: readonly Recalled[]): readonly Told[] {
  const known = read();
  return rounds
    .flatMap((round) => round.corrected.map((correction) => ({ round, correction })))
    .filter(
      (one) =>
        !known.includes(keyOf(one)) && rounds.filter((other) => other.opened_at > one.correction.at).length < ROUNDS,
    )
    .sort((one, other) => other.correction.at - one.correction.at);
}

/** From now on it is not told again in this browser; the history has it for good. */
export const dismiss = (one: Told): void => remember(KEPT, JSON.stringify([...read(), keyOf(one)].slice(-MOST_KEPT)));
