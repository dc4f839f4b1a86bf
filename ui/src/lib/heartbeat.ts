// Whether a line is alive. A page cannot see the pings of its socket, so it asks and waits for the answer.

export const QUIET_MS = 4000;
export const ANSWER_MS = 4000;
export const GREETING_MS = 6000;

export type Pulse = {
  /** When the line was begun. */
  readonly begun: number;
  /** When the house was heard last; null: it has not greeted yet. */
  readonly heard: number | null;
  /** When it was asked last whether it is there. */
  readonly asked: number;
};

/** Silence is asked about, and a question without an answer is the end: eight seconds in all. */
export function verdict({ begun, heard, asked }: Pulse, now: number): 'alive' | 'ask' | 'dead' {
  if (heard === null) return now - begun > GREETING_MS ? 'dead' : 'alive';
  if (asked > heard) return now - asked > ANSWER_MS ? 'dead' : 'alive';
  return now - heard > QUIET_MS ? 'ask' : 'alive';
}
