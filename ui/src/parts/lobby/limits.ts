// Bets of the same limits are shown together; tables are found by the least that they take.

import type { TableInfo } from '../../wire';

export type Group = { readonly bets: readonly string[]; readonly low: number; readonly high: number };

export function limitGroups(limits: readonly (readonly [string, number, number])[]): readonly Group[] {
  const found = new Map<string, Group>();
  for (const [bet, low, high] of limits) {
    const key = `${low}:${high}`;
    const bets = found.get(key)?.bets ?? [];
    found.set(key, { bets: [...bets, bet], low, high });
  }
  return [...found.values()];
}

type Limited = Pick<TableInfo, 'limits'>;

/** Of a table's main bet, which is its first. */
const minimumOf = (table: Limited): number | null => Object.values(table.limits)[0]?.[0] ?? null;

/** The least bets that there are, rising. */
export const minimumsOf = (tables: readonly Limited[]): readonly number[] =>
  [...new Set(tables.map(minimumOf).filter((cents) => cents !== null))].sort((one, other) => one - other);

/** Whether one can begin with so many cents; null: with any. */
export const beginsBy = (table: Limited, most: number | null): boolean =>
  most === null || (minimumOf(table) ?? 0) <= most;
