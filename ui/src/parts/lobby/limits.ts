// Bets of the same limits are shown together.

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
