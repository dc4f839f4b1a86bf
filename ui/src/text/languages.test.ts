// Every language is whole: it has each word that English has, and no English is left in it.

import { expect, test } from 'vitest';
import * as english from './en';
import irregularities from './irregularities.golden.json';
import { guessed, language, languages, type Text } from './language.svelte';
import { named } from './named';
import { knows } from './said';

const index = import.meta.glob<Record<string, unknown>>(['./*/index.ts', '!./en/index.ts'], { eager: true });
const others = Object.entries(index).map(([path, words]) => [path.split('/')[1], words] as const);
const files = (name: string) =>
  import.meta.glob<unknown>('./*/*.json', { eager: true, import: 'default' })[`./${name}.json`];

/** Words that are no language's, or are kept beside the Chinese name. */
const ANY_LANGUAGE =
  /croupier( fairness verify)?|SGD|AKQ|PAR|CSV|XLSX|JSON( Lines)?|HTTPS|Envy Bonus|Enter|Backspace|Shift|Esc|house\.toml|（[A-Z0-9][A-Za-z ,-]+）|table:t1|wager-placed|\b[A-Zshdc2-9][shdc]\b|json|GET|POST/g;

type Leaf = { readonly path: string; readonly word: unknown };
const leaves = (word: unknown, path: string): Leaf[] =>
  word !== null && typeof word === 'object'
    ? Object.entries(word).flatMap(([key, one]) => leaves(one, path ? `${path} › ${key}` : key))
    : [{ path, word }];
const shape = ({ path, word }: Leaf): string => `${path}: ${typeof word === 'function' ? word.length : typeof word}`;
/** Lists of names are told by their keys alone. */
const whole = (words: object): string[] =>
  leaves({ ...words }, '')
    .map(shape)
    .sort();

/** What it says with something in each place. */
const said = (word: unknown): string => {
  if (typeof word === 'string') return word;
  if (typeof word !== 'function') return '';
  try {
    // A number has no name of its own, where a person is asked for.
    return String(word(...Array.from({ length: word.length }, () => 3)) ?? '').replaceAll('undefined', '');
  } catch {
    return ''; // it wants more than numbers
  }
};
const leftOver = (words: object): string[] =>
  leaves({ ...words }, '')
    .filter(({ path }) => !/(tag|icon|group)$/.test(path))
    .map(({ path, word }) => [path, said(word).replace(/\{[\w.]+(:\w+)?\}/g, '')] as const)
    .filter(([, text]) => /[A-Za-z]{2,}/.test(text.replace(ANY_LANGUAGE, '')))
    .map(([path, text]) => `${path}: ${text}`);

test.each(others)('%s has each word that English has, and no other', (_, words) => {
  expect(whole(words)).toEqual(whole(english));
});

test.each(others)('nothing is left in English: %s', (_, words) => {
  expect(leftOver(words)).toEqual([]);
});

test.each(others)('each name is said whole, whichever part of the language knows it: %s', (name, words) => {
  const known = files(`${name}/names`) as Record<string, string>;
  language.text = words as Partial<Text>;
  const spoken = Object.fromEntries(Object.keys(known).map((one) => [one, named(one)]));
  language.text = english;
  expect(spoken).toEqual(known);
});

test('a word left in English is found', () => {
  expect(leftOver({ area: { one: '余额', two: 'Balance', three: (n: number) => `${n} seeds` } })).toEqual([
    'area › two: Balance',
    'area › three: 3 seeds',
  ]);
});

/** A dealer's call is said as people say it in that language; a fact and its value are shown by what they mean;
 * what the machine says in English is for the log. */
const LEFT_OUT: Record<string, string[]> = {
  'call-to-bet': ['words'],
  'call-no-more-bets': ['words'],
  'house-pauses': ['reason'],
  'table-pauses': ['reason'],
};
const slots = (template: string): string[] =>
  [...new Set([...template.matchAll(/\{([\w.]+)/g)].map(([, slot]) => slot))].sort();
const kinds = (template: string): string[] => [...template.matchAll(/\{[\w.]+:(\w+)\}/g)].map(([, kind]) => kind);

test.each(others)('what the house says has the same facts: %s', (name) => {
  const ours = files(`${name}/house`) as Record<string, string>;
  const theirs = files('en/house') as Record<string, string>;
  expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort());
  for (const [code, template] of Object.entries(theirs)) {
    const wanted = slots(template).filter((slot) => !LEFT_OUT[code]?.includes(slot));
    expect([code, slots(ours[code])]).toEqual([code, wanted]);
  }
  expect(
    Object.values(ours)
      .flatMap(kinds)
      .filter((kind) => !knows(kind)),
  ).toEqual([]);
});

test.each(others)('events are told with the same facts: %s', (name) => {
  const flat = (file: unknown) => new Map(leaves(file, '').map(({ path, word }) => [path, slots(String(word))]));
  expect(flat(files(`${name}/events`))).toEqual(flat(files('en/events')));
});

test.each(others)('each name of the house has one: %s', (name) => {
  expect(Object.keys(files(`${name}/names`) as object).sort()).toEqual([...(files('en/names') as string[])].sort());
});

test.each(others)('each irregularity is told: %s', (_, words) => {
  const told = words.happened as typeof english.happened;
  expect(irregularities.filter((code) => told[code]?.title === english.happened[code].title)).toEqual([]);
});

test('a browser’s own languages are the first guess', () => {
  expect(Object.keys(languages).sort()).toEqual(['en', 'zh']);
  expect(guessed(['zh-SG', 'en'])).toBe('zh');
  expect(guessed(['de', 'EN-gb', 'zh'])).toBe('en');
  expect(guessed(['de'])).toBe('en');
  expect(guessed([])).toBe('en');
});
