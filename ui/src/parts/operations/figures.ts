// Figures of the page for operations, as people write them.

import type { HouseStanding } from '../../wire';
import { count } from '../../lib/money';

type Sample = HouseStanding['samples'][number];
export const HOUR_MS = 3_600_000;

const KILO = 1e3;
const MEGA = 1e6;
const GIGA = 1e9;
const TEN = 10;
const rounded = (value: number): number => Math.round(value * TEN) / TEN;

/** 212 MB, 1.4 GB */
export const bytes = (size: number): string =>
  size >= GIGA
    ? `${count(rounded(size / GIGA))} GB`
    : size >= MEGA
      ? `${count(rounded(size / MEGA))} MB`
      : `${count(Math.round(size / KILO))} kB`;

/** Two figures that matter: 9.04 is 9, 0.44 stays 0.4. */
export const short = (value: number): string => count(value >= TEN ? Math.round(value) : rounded(value));

export const aSecond = (sample: Sample | undefined): number => (sample ? sample.carried / sample.seconds : 0);

export const peakOf = (samples: readonly Sample[]): Sample | undefined =>
  samples.reduce<Sample | undefined>((most, one) => (aSecond(one) > aSecond(most) || !most ? one : most), undefined);

/** Of all that was asked in these samples, the part that was refused; none where nothing was asked. */
export function refusedPart(samples: readonly Sample[]): number | null {
  const refused = samples.reduce((sum, one) => sum + one.refused, 0);
  const all = samples.reduce((sum, one) => sum + one.carried, refused);
  return all ? (refused * 100) / all : null;
}

/** Points of a line, broken where there is no figure. */
export function pieces(points: readonly (readonly [number, number | null])[]): [number, number][][] {
  const found: [number, number][][] = [[]];
  for (const [at, value] of points) {
    if (value === null) found.push([]);
    else found[found.length - 1].push([at, value]);
  }
  return found.filter((one) => one.length);
}
