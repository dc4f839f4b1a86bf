// What the house names in English: games, bets, results, hands, topics. They are listed in
// names.json, written by `python -m tools.words`; another language has a name for each.

export const names = { named: (name: string): string => name };
