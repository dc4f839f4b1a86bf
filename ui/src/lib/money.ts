// Money is whole cents everywhere; only here, and for numbers at all, does it become text.

import { language } from '../text/language.svelte';

type Form = 'two' | 'few';
const FORMS: Record<Form, Intl.NumberFormatOptions> = {
  two: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  few: { maximumFractionDigits: 2 },
};
const made = new Map<string, Intl.NumberFormat>();

function written(number: number | bigint, form: Form): string {
  const key = `${language.locale} ${form}`;
  let found = made.get(key);
  if (!found) made.set(key, (found = new Intl.NumberFormat(language.locale, FORMS[form])));
  return found.format(number);
}

/** 1,234.50 */
export const money = (cents: number): string => `${cents < 0 ? '\u2212' : ''}${written(Math.abs(cents) / 100, 'two')}`;

/** +1,234.50, −5.00, 0.00 */
export const signed = (cents: number): string => (cents > 0 ? '+' : '') + money(cents);

/** On chips, spots and limits: whole dollars where they are whole. */
export const short = (cents: number): string => written(cents / 100, 'few');

export const count = (number: number | bigint): string => written(number, 'few');
