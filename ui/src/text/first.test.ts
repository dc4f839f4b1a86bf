// A terminal finds every word that it uses at once: none of another part is read before that is fetched.

import { expect, test } from 'vitest';
import * as first from './en/first';

const sources = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts', '!../**/*.test.ts', '!./*/*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const SHOWN = [
  'pages/Terminal.svelte',
  'parts/terminal/BoxGame.svelte',
  'parts/terminal/Baccarat.svelte',
  'parts/terminal/HowTo.svelte',
  'parts/terminal/Menu.svelte',
  'parts/terminal/Purse.svelte',
  'parts/learn/Coach.svelte',
  'parts/learn/Practice.svelte',
  'parts/learn/BetCard.svelte',
  'parts/kiosk/LargePrint.svelte',
  'parts/Settings.svelte',
];
/** Said of staff, or of what a terminal asks the rest of the language for: each of them may be missing. */
const MAY_BE_MISSING = [
  'answers',
  'console_',
  'events',
  'facts',
  'happened',
  'otherNames',
  'play',
  'remedies',
  'reports',
];

const IMPORT = /^\s*(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm;
const known = new Map(Object.entries(sources).map(([path, text]) => [path.replace(/^\.\//, '../text/'), text]));
const resolved = (from: string, to: string): string | undefined => {
  const path = new URL(to, `file:///x/${from.replace('../', '')}`).pathname.replace('/x/', '../');
  return [path, `${path}.ts`].find((one) => known.has(one));
};
function reached(start: readonly string[]): Set<string> {
  const found = new Set<string>();
  const look = (path: string | undefined): void => {
    if (!path || found.has(path)) return;
    found.add(path);
    for (const [, to] of known.get(path)!.matchAll(IMPORT)) look(resolved(path, to));
  };
  start.forEach((path) => look(`../${path}`));
  return found;
}
const areasOf = (start: readonly string[]): string[] =>
  [...reached(start)].flatMap((path) => [...known.get(path)!.matchAll(/= area\('(\w+)'\)/g)].map(([, name]) => name));

test('a terminal uses no word that is fetched later', () => {
  const used = areasOf(SHOWN);
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !(name in first) && !MAY_BE_MISSING.includes(name))).toEqual([]);
});

test('a page with words of its own is found', () => {
  expect(areasOf(['pages/Lobby.svelte']).filter((name) => !(name in first))).toContain('lobby');
});
