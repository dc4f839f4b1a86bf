// Which stretch of time a report is of: a shift, a gaming day, a week or a month of them, so many back from now.

import { atShown, dateOf, dayBegan } from '../../lib/when';
import { terms } from '../../lib/terms.svelte';

export type Kind = 'shift' | 'day' | 'week' | 'month';
export type Stretch = { readonly since: number; readonly until: number };

const HOUR = 3_600_000;
/** A gaming day has three shifts; the last is as long as the day is. */
export const SHIFT = 8 * HOUR;
const SHIFTS = 3;
const WEEK = 7;
/** Days of the week are counted from Sunday. */
const MONDAY_IS_FIRST = 6;

const began = (date: string): number => atShown(`${date}T${terms.begins}`);
const nextDay = (since: number): number => dayBegan(since + 36 * HOUR);

/** Which shift of its gaming day a moment is in, from 0. */
export const shiftOf = (at: number): number => Math.min(SHIFTS - 1, Math.floor((at - dayBegan(at)) / SHIFT));

function holding(kind: Kind, at: number): Stretch {
  const today = dayBegan(at);
  if (kind === 'day') return { since: today, until: nextDay(today) };
  if (kind === 'shift') {
    const number = shiftOf(at);
    const since = today + number * SHIFT;
    return { since, until: number === SHIFTS - 1 ? nextDay(today) : since + SHIFT };
  }
  if (kind === 'week') {
    const after = (new Date(dateOf(today)).getUTCDay() + MONDAY_IS_FIRST) % WEEK;
    return { since: began(dateOf(today, -after)), until: began(dateOf(today, WEEK - after)) };
  }
  const month = dateOf(today).slice(0, 7);
  const after = dateOf(Date.parse(`${month}-15`) + 30 * 24 * HOUR).slice(0, 7);
  return { since: began(`${month}-01`), until: began(`${after}-01`) };
}

/** The shift, day, week or month that a moment is in, or so many before it. */
export function stretch(kind: Kind, back: number, now: number): Stretch {
  let found = holding(kind, now);
  for (let step = 0; step < back; step++) found = holding(kind, found.since - 1);
  return found;
}
