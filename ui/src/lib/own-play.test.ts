// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import * as chinese from '../text/zh';
import * as english from '../text/en';
import { language } from '../text/language.svelte';
import { centsOf, minutesOf } from './own-play.svelte';

test.each([
  ['', null],
  ['500', 50000],
  ['1,234.50', 123450],
  ['0', 0],
  ['12.345', undefined],
  ['-5', undefined],
  ['12,40', undefined],
  ['much', undefined],
])('an amount %s', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test.each([
  ['', null],
  ['2 h', 120],
  ['2 h 30', 150],
  ['2 h 30 min', 150],
  ['2:30', 150],
  ['150', 150],
  ['45 min', 45],
  ['1 hour 5 minutes', 65],
  ['24 h', 1440],
  ['24 h 1', undefined],
  ['soon', undefined],
])('a time %s', (text, minutes) => {
  expect(minutesOf(text)).toBe(minutes);
});

afterEach(() => language.speak('en', english));

test.each([
  ['2 小时', 120],
  ['2 小时 30 分', 150],
  ['45 分钟', 45],
  ['2:30', 150],
  ['两小时', undefined],
])('a time in Chinese %s', (text, minutes) => {
  language.speak('zh', chinese);
  expect(minutesOf(text)).toBe(minutes);
});
