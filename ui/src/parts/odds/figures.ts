// Figures of the lab as text and, for drawing only, as numbers.

import { percent as rounded, ratio } from '../rulebook/figures';

export { fraction, sign } from '../rulebook/figures';

/** 5.575 % */
export const percent = (text: string, decimals = 3): string => `${rounded(text, decimals)} %`;

/** +0.1150 %, −0.0150 %, 0; a very small one with as many places as it needs. */
export function change(text: string, decimals = 4): string {
  const [above] = ratio(text);
  if (!above) return '0';
  if (rounded(text, decimals).startsWith('<')) return change(text, decimals + 1);
  return `${above > 0n ? '+' : ''}${percent(text, decimals)}`;
}

/** A fraction or a decimal to so many places: +0.086878 */
export function decimal(text: string, places: number, plus = false): string {
  const [above, below] = ratio(text);
  const scaled = (above < 0n ? -above : above) * 10n ** BigInt(places);
  const digits = ((scaled * 2n + below) / (below * 2n)).toString().padStart(places + 1, '0');
  const sign = above < 0n ? '\u2212' : plus && above > 0n ? '+' : '';
  const whole = places ? digits.slice(0, -places) : digits;
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + (places ? `.${digits.slice(-places)}` : '');
}

/** Where something is drawn. */
export function near(text: string): number {
  const [above, below] = ratio(text);
  return Number(above) / Number(below);
}

/** In a field of a pay table: odds to 1 by their number, others whole. */
export const shown = (pays: string): string => pays.replace(/:1$/, '');

/** What was typed, as a pay table has it; the house says what is wrong with the rest. */
export function typed(text: string, isAward: boolean): string {
  const plain = text.trim().replace(/\s*(:|to)\s*/, ':');
  if (!/^\d+$/.test(plain)) return plain;
  return isAward ? `${plain}.00` : `${plain}:1`;
}
