// Moments as people write them, by the house's clock: it has 24 hours.

import { language } from '../text/language.svelte';
import { terms } from './terms.svelte';

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
const FIELD: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
};
const DAY = 86_400_000;
const made = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, form: Form | 'field'): Intl.DateTimeFormat {
  const zone = terms.zone;
  const key = `${locale} ${form} ${zone}`;
  let found = made.get(key);
  if (!found) {
    const options = { ...(form === 'field' ? FIELD : FORMS[form]), hourCycle: 'h23' as const };
    try {
      found = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    } catch {
      found = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }); // a zone newer than this browser
    }
    made.set(key, found);
  }
  return found;
}

const written = (at: number, form: Form): string => formatter(language.locale, form).format(at);

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

/** 2026-11-16T19:04, for fields. */
export function shown(at: number): string {
  const parts = formatter('en', 'field').formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** When the house's clock first shows that; where it is put forward over it, so much later. */
export function atShown(text: string): number {
  const there = Date.parse(`${text}Z`);
  if (Number.isNaN(there)) return there;
  const ahead = (at: number): number => Date.parse(`${shown(at)}Z`) - at;
  const [before, after] = [there - ahead(there - DAY), there - ahead(there + DAY)];
  return [before, after].find((at) => shown(at) === text) ?? before;
}

/** 2026-11-16, by the house's calendar; so many days later. */
export function dateOf(at: number, days = 0): string {
  const date = shown(at).slice(0, 10);
  return days ? new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10) : date;
}

/** Of a date. */
export const midnight = (date: string): number => atShown(`${date}T00:00`);

/** The beginning of the gaming day that a moment is in. */
export function dayBegan(at: number): number {
  const today = atShown(`${dateOf(at)}T${terms.begins}`);
  return at >= today ? today : atShown(`${dateOf(at, -1)}T${terms.begins}`);
}
