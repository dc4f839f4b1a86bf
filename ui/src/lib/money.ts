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

const minus = (cents: number): string => (cents < 0 ? '\u2212' : '');

/** 1,234.50 */
export const money = (cents: number): string => minus(cents) + written(Math.abs(cents) / 100, 'two');

/** +1,234.50, −5.00, 0.00 */
export const signed = (cents: number): string => (cents > 0 ? '+' : '') + money(cents);

/** On chips, spots and limits: whole dollars where they are whole. */
export const short = (cents: number): string =>
  minus(cents) + written(Math.abs(cents) / 100, cents % 100 ? 'two' : 'few');

/** +1,234, −12.50 */
export const signedShort = (cents: number): string => (cents > 0 ? '+' : '') + short(cents);

export const count = (number: number | bigint): string => written(number, 'few');

/** Cents of an amount as people write it; null where it is none: 12,40 is no 1240. */
export function centsWritten(text: string): number | null {
  const plain = text.trim().replace('\u2212', '-');
  if (!/^-?(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(plain)) return null;
  return Math.round(Number(plain.replaceAll(',', '')) * 100);
}

/** Of a meter as the house keeps it, which is exact: less than a cent is not displayed. */
export function wholeCents(exact: string): number {
  const [over, under = '1'] = exact.split('/');
  return Number(BigInt(over) / BigInt(under));
}
