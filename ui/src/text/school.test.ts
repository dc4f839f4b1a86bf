// Every irregularity and every fact that a report can carry has words at the school, in each language.

import { expect, test } from 'vitest';
import irregularities from './irregularities.golden.json';
import * as english from './en';
import * as chinese from './zh';

const EACH = [
  ['en', english],
  ['zh', chinese],
] as const;

test.each(EACH)('%s has words for what is seen', (_, words) => {
  const names = Array.isArray(irregularities) ? irregularities : Object.keys(irregularities);
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) expect(words.seen[name as string], String(name)).toBeTruthy();
});

test.each(EACH)('%s has words for each fact and value', (_, words) => {
  for (const fact of Object.keys(words.facts)) {
    const said = Object.keys(words.told).filter((key) => key.startsWith(`${fact} `));
    expect(said.length, fact).toBeGreaterThanOrEqual(2);
  }
});
