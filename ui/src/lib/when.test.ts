// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import * as english from '../text/en';
import * as chinese from '../text/zh';
import { language } from '../text/language.svelte';
import { count, money, short, signed } from './money';
import { clock, day, exactly, longDate, moment, span, stamp, time } from './when';

const AT = new Date(2026, 10, 16, 19, 4, 7).getTime();
const MIDNIGHT = new Date(2026, 10, 16, 0, 0, 5).getTime();
const all = () => [time(AT), clock(MIDNIGHT), day(AT), stamp(MIDNIGHT), longDate(AT), moment(AT), exactly(AT)];

afterEach(() => language.speak('en', english));

test('moments and amounts by the language', () => {
  expect(all()).toEqual([
    '19:04',
    '00:00:05',
    '16 Nov',
    '16 Nov, 00:00',
    '16 November 2026',
    '16 Nov 2026, 19:04',
    '16 Nov 2026, 19:04:07',
  ]);
  expect([money(-123450), signed(500), short(250000), count(1234567)]).toEqual([
    '−1,234.50',
    '+5.00',
    '2,500',
    '1,234,567',
  ]);
  language.speak('zh', chinese);
  expect(all()).toEqual([
    '19:04',
    '00:00:05',
    '11月16日',
    '11月16日 00:00',
    '2026年11月16日',
    '2026年11月16日 19:04',
    '2026年11月16日 19:04:07',
  ]);
  expect([money(-123450), signed(0), count(1000)]).toEqual(['−1,234.50', '0.00', '1,000']);
});

test('a length of time', () => {
  expect([span(0), span(65_999), span(3_600_000)]).toEqual(['0:00', '1:05', '60:00']);
});

const files = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('nothing else writes moments or amounts', () => {
  const own = /toLocale\w*\(|toDateString|toUTCString|Intl\.(?!PluralRules|DisplayNames)|hour12/;
  const elsewhere = Object.entries(files).filter(([, code]) => own.test(code));
  expect(elsewhere.map(([path]) => path)).toEqual(['./money.ts', './when.ts']);
});
