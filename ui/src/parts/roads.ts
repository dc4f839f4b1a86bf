// A road's cells come from the house; here they are only cut to the columns that there is room for.

import type { Results } from '../wire';

export type Drawn = NonNullable<Results['roads']>;
export type Cell = Drawn['bead'][number];
export type Kind = 'bead' | 'big' | 'eye' | 'small' | 'cockroach';
export type Shown = Cell & { readonly x: number; readonly last: boolean };

export const ROWS = 6;

/** The newest columns, with an empty one to the right while there is room. */
export function newest(cells: readonly Cell[], columns: number): readonly Shown[] {
  const most = cells.reduce((far, cell) => Math.max(far, cell.column), 0);
  const gone = Math.max(0, most - columns + 2);
  const end = cells.at(-1);
  return cells
    .filter((cell) => cell.column >= gone)
    .map((cell) => ({ ...cell, x: cell.column - gone, last: cell === end }));
}

/** The lines of a grid as one path. */
export function grid(columns: number, rows: number, size: number): string {
  const down = Array.from({ length: columns + 1 }, (_, x) => `M${x * size} 0V${rows * size}`);
  const across = Array.from({ length: rows + 1 }, (_, y) => `M0 ${y * size}H${columns * size}`);
  return [...down, ...across].join('');
}
