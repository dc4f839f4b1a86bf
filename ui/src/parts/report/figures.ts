// Figures of a report as they are read: signs, shares, how probable.

import type { GroupTotals } from '../../wire';
import { centsWritten, money, signed } from '../../lib/money';

export const amount = (written: string | null): string => (written === null ? '' : money(centsWritten(written) ?? 0));
export const moved = (written: string | null): string => (written === null ? '–' : signed(centsWritten(written) ?? 0));
export const tone = (written: string): string => {
  const won = centsWritten(written) ?? 0;
  return won < 0 ? 'lose' : won > 0 ? 'win' : '';
};
export const scored = (z: string | null): string =>
  z === null ? '–' : `${Number(z) < 0 ? '−' : '+'}${Math.abs(Number(z)).toFixed(2)}`;
/** By the ranges that the house holds a result against. */
export const distance = (of: { readonly outside: string }): string =>
  of.outside === '' ? '' : of.outside === '95 %' ? 'far' : 'out';

/** How often chance alone goes so far off, either way: the complement of the error function (Abramowitz, Stegun 7.1.26). */
export function chance(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const sum = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return sum * Math.exp(-x * x);
}

/** In how many of a hundred spans at least one of so many is outside the range of 95 %. */
export const ofHundred = (many: number): number => Math.round(100 * (1 - 0.95 ** many));

/** What to look at first: the farthest from theory. */
export const unusual = (groups: readonly GroupTotals[]): readonly GroupTotals[] =>
  groups.filter((one) => one.outside !== '').sort((one, other) => Math.abs(Number(other.z)) - Math.abs(Number(one.z)));

/** +4.1 % of an earlier amount; nothing where there was none. */
export function grown(now: string | null, then: string | null): string | null {
  const [after, before] = [centsWritten(now ?? '') ?? 0, centsWritten(then ?? '') ?? 0];
  if (!before) return null;
  const share = (100 * (after - before)) / Math.abs(before);
  return `${share < 0 ? '−' : '+'}${Math.abs(share).toFixed(1)} %`;
}
