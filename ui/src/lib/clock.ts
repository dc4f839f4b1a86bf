// Times as a house writes them, in the language spoken: always by the 24-hour clock.

import { language } from '../text/language.svelte';
import { clock as toTheSecond, time } from './when';

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
const FORMS: Record<'day' | 'dayAndClock' | 'longDate', Intl.DateTimeFormatOptions> = {
  day: DAY,
  dayAndClock: { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  longDate: { day: 'numeric', month: 'long', year: 'numeric' },
};
const made = new Map<string, Intl.DateTimeFormat>();

function written(at: number, form: keyof typeof FORMS): string {
  const key = `${language.locale} ${form}`;
  let found = made.get(key);
  if (!found) made.set(key, (found = new Intl.DateTimeFormat(language.locale, FORMS[form])));
  return found.format(at);
}

/** 19:40 */
export const clock = time;

/** 19:40:31 */
export const clockToTheSecond = toTheSecond;

/** 15 Nov */
export const day = (at: number): string => written(at, 'day');

/** 15 Nov, 19:40 */
export const dayAndClock = (at: number): string => written(at, 'dayAndClock');

/** 15 May 2027 */
export const longDate = (at: number): string => written(at, 'longDate');

/** 1:05, from milliseconds. */
export const span = (ms: number): string => {
  const whole = Math.floor(ms / 1000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
