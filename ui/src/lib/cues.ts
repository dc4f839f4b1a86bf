// What is heard at a table: signs of what has just been seen, and the notes of each sign.

export type Cue = 'open' | 'second' | 'closed' | 'card' | 'win';
export type Note = { readonly hz: number; readonly at: number; readonly long: number; readonly gain: number };
export type Moment = {
  readonly round: number;
  readonly step: string;
  /** Whole seconds until bets close; null where none run. */
  readonly seconds: number | null;
  readonly cards: number;
  /** Cents won net; null before the settlement. */
  readonly net: number | null;
};

const LAST_SECONDS = 5;

/** The signs between two moments; none for who has just come. */
export function cuesOf(before: Moment | null, now: Moment): readonly Cue[] {
  if (!before) return [];
  const cues: Cue[] = [];
  if (now.step === 'betting' && before.step !== 'betting') cues.push('open');
  if (before.step === 'betting' && now.step !== 'betting' && now.round === before.round) cues.push('closed');
  if (now.round === before.round && now.cards > before.cards) cues.push('card');
  if (now.net !== null && before.net === null && now.net > 0) cues.push('win');
  const ticking = now.step === 'betting' && now.seconds !== null && now.seconds >= 1 && now.seconds <= LAST_SECONDS;
  if (ticking && now.seconds !== before.seconds && before.step === 'betting') cues.push('second');
  return cues;
}

/** In seconds from the sign; all of them quiet. */
export const NOTES: Readonly<Record<Cue, readonly Note[]>> = {
  open: [
    { hz: 523.25, at: 0, long: 0.16, gain: 0.05 },
    { hz: 659.25, at: 0.12, long: 0.22, gain: 0.05 },
  ],
  second: [{ hz: 880, at: 0, long: 0.05, gain: 0.03 }],
  closed: [
    { hz: 392, at: 0, long: 0.16, gain: 0.05 },
    { hz: 261.63, at: 0.13, long: 0.26, gain: 0.05 },
  ],
  card: [{ hz: 1800, at: 0, long: 0.03, gain: 0.02 }],
  win: [
    { hz: 523.25, at: 0, long: 0.18, gain: 0.05 },
    { hz: 659.25, at: 0.1, long: 0.18, gain: 0.05 },
    { hz: 783.99, at: 0.2, long: 0.34, gain: 0.05 },
  ],
};
