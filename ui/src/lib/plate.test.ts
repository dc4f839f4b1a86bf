// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import * as english from '../text/en';
import { language } from '../text/language.svelte';
import { plateOf } from './plate';

beforeAll(() => language.speak('en', english));

test.each([
  ['Ks Qd Jh', false, '3P'],
  ['Ks Qd', false, '0'],
  ['Ks Qd Th', false, '0'],
  ['', false, '0'],
  ['Ks Qd', true, '0'],
  ['Ks Qd Jh', true, '0'],
])('%s, drawn by a table of play: %s', (cards, drawn, plate) => {
  expect(plateOf(0, cards, drawn)).toBe(plate);
});
