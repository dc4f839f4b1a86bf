/** Names of the rulebook, of readings and of strategies. */
export const otherNames = { named: (name: string): string => name };
