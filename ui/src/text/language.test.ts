// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import VisitorNav from '../parts/VisitorNav.svelte';
import { common } from './common';
import * as english from './en';
import { language, type Text } from './language.svelte';
import { terminal } from './terminal';

/** English in brackets: every word is another one. */
function bracketed<T>(words: T): T {
  if (typeof words === 'string') return `[${words}]` as T;
  if (typeof words === 'function') return ((...given: unknown[]) => bracketed(words(...given))) as T;
  if (Array.isArray(words)) return words.map(bracketed) as T;
  return Object.fromEntries(Object.entries(words as object).map(([key, one]) => [key, bracketed(one)])) as T;
}
const BRACKETS: Text = bracketed({ ...english });

const shown = () => [...document.querySelectorAll('nav a')].map((one) => one.textContent);

afterEach(() => language.speak('en', english));

test('what is shown follows the language', () => {
  const nav = mount(VisitorNav, { target: document.body, props: { here: 'tables' } });
  expect(shown()).toEqual(['Tables', 'Rulebook', 'Odds', 'Fairness']);
  language.speak('zz', BRACKETS);
  flushSync();
  expect(shown()).toEqual(['[Tables]', '[Rulebook]', '[Odds]', '[Fairness]']);
  expect(document.documentElement.lang).toBe('zz');
  unmount(nav);
});

test('sentences with a number in them follow too, and go back', () => {
  language.speak('zz', BRACKETS);
  expect([common.box(3), terminal.phase.deal]).toEqual(['[Box 3]', '[Deal]']);
  language.speak('en', english);
  expect([common.box(3), terminal.phase.deal]).toEqual(['Box 3', 'Deal']);
});
