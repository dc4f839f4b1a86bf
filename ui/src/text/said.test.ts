// The house and the pages say the same, sentence by sentence, and no kind of fact is unknown here.

import { beforeAll, expect, test } from 'vitest';
import golden from './en/house.golden.json';
import sentences from './en/house.json';
import { language } from './language.svelte';
import { knows, say, saidBy } from './said';

beforeAll(() => language.learn());

test.each(golden.map((one) => [one.says, one.said] as const))('%s', (says, said) => {
  expect(say(said as never)).toBe(says);
});

test('every kind of fact can be written', () => {
  const kinds = Object.values(sentences).flatMap((one) =>
    [...one.matchAll(/\{[\w.]+:(\w+)\}/g)].map(([, kind]) => kind),
  );
  expect([...new Set(kinds)].filter((kind) => !knows(kind))).toEqual([]);
});

test('a code that this page does not know is said in the house’s English', () => {
  expect(saidBy({ says: 'something new', said: { code: 'of-tomorrow', facts: {} } })).toBe('something new');
  expect(saidBy({ says: 'from before', said: null })).toBe('from before');
});
