// From figures to places on a chart.

export type Scale = (value: number) => number;
export type Tick = { readonly at: number; readonly label: string };

export const linear =
  (low: number, high: number, from: number, to: number): Scale =>
  (value) =>
    from + ((value - low) / (high - low || 1)) * (to - from);

export function logarithmic(low: number, high: number, from: number, to: number): Scale {
  const along = linear(Math.log(low), Math.log(high), from, to);
  return (value) => along(Math.log(value));
}

/** Round values within the two ends, about as many as asked for. */
export function between(low: number, high: number, about: number): number[] {
  const rough = (high - low) / about;
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((one) => one * power >= rough) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step || 0);
}

/** Which labels can stand without touching: the last of them, and before it as many as fit. */
export function clear(places: readonly number[], widths: readonly number[]): number[] {
  const kept: number[] = [];
  let free = Infinity;
  for (let at = places.length - 1; at >= 0; at -= 1) {
    if (places[at] + widths[at] / 2 > free && kept.length) continue;
    kept.unshift(at);
    free = places[at] - widths[at] * (kept.length === 1 ? 1 : 0.5);
  }
  return kept;
}

type Place = readonly [number, number];

const places = (points: readonly Place[]): string =>
  points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');

export const line = (points: readonly Place[]): string => `M${places(points)}`;

/** The area between two lines over the same places. */
export const band = (upper: readonly Place[], lower: readonly Place[]): string =>
  `M${places([...upper, ...[...lower].reverse()])}Z`;
