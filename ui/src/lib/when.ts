// Moments as people write them where they are: the clock has 24 hours.

import { language } from '../text/language.svelte';

type Form = 'time' | 'clock' | 'day' | 'stamp' | 'longDate' | 'moment' | 'exact';
const FORMS: Record<Form, Intl.DateTimeFormatOptions> = {
  /** 19:04 */
  time: { hour: '2-digit', minute: '2-digit' },
  /** 19:04:07 */
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  /** 16 Nov */
  day: { day: 'numeric', month: 'short' },
  /** 16 Nov, 19:04 */
  stamp: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  /** 16 November 2026 */
  longDate: { dateStyle: 'long' },
  /** 16 Nov 2026, 19:04 */
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  /** 16 Nov 2026, 19:04:07 */
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
};
const made = new Map<string, Intl.DateTimeFormat>();

function written(at: number, form: Form): string {
  const key = `${language.locale} ${form}`;
  let found = made.get(key);
  if (!found) made.set(key, (found = new Intl.DateTimeFormat(language.locale, { ...FORMS[form], hourCycle: 'h23' })));
  return found.format(at);
}

export const time = (at: number): string => written(at, 'time');
export const clock = (at: number): string => written(at, 'clock');
export const day = (at: number): string => written(at, 'day');
export const stamp = (at: number): string => written(at, 'stamp');
export const longDate = (at: number): string => written(at, 'longDate');
export const moment = (at: number): string => written(at, 'moment');
export const exactly = (at: number): string => written(at, 'exact');

/** 1:05, from milliseconds. */
export const span = (ms: number): string => {
  const whole = Math.floor(ms / 1000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
