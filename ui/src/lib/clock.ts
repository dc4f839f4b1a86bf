// Times as a house writes them, in the language spoken: always by the 24-hour clock.

import { language } from '../text/language.svelte';
import { clock as toTheSecond, time } from './when';

const days = new Map<string, Intl.DateTimeFormat>();

/** 19:40 */
export const clock = time;

/** 19:40:31 */
export const clockToTheSecond = toTheSecond;

/** 15 Nov */
export function day(at: number): string {
  let found = days.get(language.locale);
  if (!found)
    days.set(language.locale, (found = new Intl.DateTimeFormat(language.locale, { day: 'numeric', month: 'short' })));
  return found.format(at);
}

/** 15 Nov, 19:40 */
export const dayAndClock = (at: number): string => `${day(at)}, ${clock(at)}`;

/** 1:05, from milliseconds. */
export const span = (ms: number): string => {
  const whole = Math.floor(ms / 1000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
