// Exact fractions as text, made readable; nothing is computed in floating point.

import { count } from '../../lib/money';

const DECIMALS = 4;

/** "791848/12724075", "-0.25" or "3" as numerator and denominator. */
export function ratio(text: string): [bigint, bigint] {
  const [above, below = '1'] = text.split('/');
  const [whole, part = ''] = above.split('.');
  return [BigInt(whole + part), BigInt(below) * 10n ** BigInt(part.length)];
}

/** 6.2232, rounded half away from zero; what is not nothing is never shown as nothing. */
export function percent(text: string, decimals = DECIMALS): string {
  const [above, below] = ratio(text);
  const scaled = (above < 0n ? -above : above) * 100n * 10n ** BigInt(decimals);
  const rounded = (scaled * 2n + below) / (below * 2n);
  const digits = rounded.toString().padStart(decimals + 1, '0');
  if (above && !rounded) return `< ${'0.'.padEnd(decimals + 1, '0')}1`;
  const minus = above < 0n ? '\u2212' : '';
  return `${minus}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** 791,848 / 12,724,075 */
export function fraction(text: string): string {
  return text
    .split('/')
    .map((part) => part.replace(/\B(?=(\d{3})+$)/g, ','))
    .join(' / ');
}

/** What a line brings divided by how often it comes, as short as it can be: 7, 1/2, 2.41. */
export function each(brings: string, chance: string): string {
  const [a, b] = ratio(brings);
  const [c, d] = ratio(chance);
  const above = a * d;
  const below = b * c;
  if (!below) return '0';
  if (above % below === 0n) return count(above / below);
  if ((above * 2n) % below === 0n) return `${((above * 2n) / below).toString()}/2`;
  return percent(`${above}/${below * 100n}`, 2);
}

/** Whether something is won, lost or neither. */
export const sign = (text: string): number => {
  const [above] = ratio(text);
  return above > 0n ? 1 : above < 0n ? -1 : 0;
};
