import known from './names.json?players';
import type { Text } from '../language.svelte';

const RANKS: Record<string, string> = { Ace: 'A', King: 'K', Queen: 'Q', Jack: 'J', Ten: '10' };

/** Names with a number or a rank in them. */
const PATTERNS: [RegExp, (part: string) => string][] = [
  [/^[Bb]ox (\d+)$/, (box) => `${box} 号位`],
  [/^(\w+) high$/, (rank) => `散牌，${RANKS[rank] ?? rank} 大`],
];
/** Two results of one hand at once, as the odds list them. */
const TOGETHER = ' and ';

const one = (name: string): string => {
  const [pattern, say] = PATTERNS.find(([one]) => one.test(name)) ?? [];
  const part = pattern?.exec(name)?.[1];
  return known[name] ?? (say && part ? say(part) : name);
};
/** A name that is not known in each of its parts is somebody else's to know. */
const together = (name: string): string => {
  const parts = name.split(TOGETHER);
  const said = parts.map(one);
  return said.some((part, at) => part === parts[at]) ? name : said.join('，');
};

export const names: Text['names'] = { named: (name) => known[name] ?? together(name) };
