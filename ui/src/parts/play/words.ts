// Times and limits of one's own play as they are written.

import { dateOf, longDate, stamp, time as clock } from '../../lib/when';
import { money } from '../../lib/money';
import type { Kind } from '../../lib/own-play.svelte';
import { glance, play as text } from '../../text/play';

const DAY = 86_400_000;

export { clock, longDate, stamp };

/** today, 19:04; tomorrow, 19:04; 17 Nov, 19:04 */
export function moment(at: number, now: number): string {
  const days = (Date.parse(dateOf(at)) - Date.parse(dateOf(now))) / DAY;
  if (days === 0) return text.today(clock(at));
  if (days === 1) return text.tomorrow(clock(at));
  return days > 300 ? longDate(at) : stamp(at);
}

/** 1 h 48 min */
export const time = (minutes: number): string => glance.hours(Math.floor(minutes / 60), minutes % 60);

/** Of a break: 15 minutes, 5 hours, 7 days. */
export function length(minutes: number): string {
  if (minutes % 1440 === 0) return text.days(minutes / 1440);
  return minutes % 60 === 0 ? text.hoursLong(minutes / 60) : text.minutes(minutes);
}

/** What a limit comes to, or that there is none. */
export function amount(kind: Kind, value: number | null): string {
  if (value === null) return text.none;
  if (kind === 'reminder') return text.every(value);
  return kind === 'time-day' ? time(value) : money(value);
}
