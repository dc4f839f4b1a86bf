// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import * as english from '../text/en';
import * as chinese from '../text/zh';
import { language } from '../text/language.svelte';
import { count, money, short, signed } from './money';
import { bounds } from '../parts/past/asking.svelte';
import { terms } from './terms.svelte';
import {
  atShown,
  clock,
  dateOf,
  day,
  dayBegan,
  exactly,
  longDate,
  midnight,
  moment,
  shown,
  span,
  stamp,
  time,
} from './when';

const AT = new Date(2026, 10, 16, 19, 4, 7).getTime();
const MIDNIGHT = new Date(2026, 10, 16, 0, 0, 5).getTime();
const all = () => [time(AT), clock(MIDNIGHT), day(AT), stamp(MIDNIGHT), longDate(AT), moment(AT), exactly(AT)];

const HOUSE = { name: 'One', currency: 'SGD', locale: 'en-SG', gaming_day: '06:00', time_zone: 'UTC', lab: 'off' };
const utc = (text: string): number => Date.parse(`${text}Z`);
afterEach(() => {
  language.speak('en', english);
  terms.learn({ ...HOUSE, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
});

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

test('moments are by the clock of the house, whatever the clock of the screen', () => {
  const at = utc('2026-07-15T22:30:00');
  const shows = (time_zone: string) => {
    terms.learn({ ...HOUSE, time_zone });
    return [stamp(at), dateOf(at), shown(at)];
  };
  expect(shows('UTC')).toEqual(['15 Jul, 22:30', '2026-07-15', '2026-07-15T22:30']);
  expect(shows('Asia/Singapore')).toEqual(['16 Jul, 06:30', '2026-07-16', '2026-07-16T06:30']);
  expect(shows('America/New_York')).toEqual(['15 Jul, 18:30', '2026-07-15', '2026-07-15T18:30']);
  expect(shows('Mars/One')).toEqual(shows('UTC'));
});

test('amounts are by the locale of the house, where it is of the language', () => {
  terms.learn({ ...HOUSE, locale: 'en-DE' });
  expect([money(-123450), count(1234567)]).toEqual(['−1.234,50', '1.234.567']);
  language.speak('zh', chinese);
  expect([money(-123450), count(1234567)]).toEqual(['−1,234.50', '1,234,567']);
});

/** What a field shows, and the moment that it is of: 02:30 does not come on 29 March, and comes twice on 25 October. */
const BERLIN: readonly (readonly [string, string])[] = [
  ['2026-03-29T01:59', '2026-03-29T00:59'],
  ['2026-03-29T02:00', '2026-03-29T01:00'],
  ['2026-03-29T02:30', '2026-03-29T01:30'],
  ['2026-03-29T03:00', '2026-03-29T01:00'],
  ['2026-03-29T12:00', '2026-03-29T10:00'],
  ['2026-10-25T01:59', '2026-10-24T23:59'],
  ['2026-10-25T02:00', '2026-10-25T00:00'],
  ['2026-10-25T02:59', '2026-10-25T00:59'],
  ['2026-10-25T03:00', '2026-10-25T02:00'],
  ['2026-11-16T00:00', '2026-11-15T23:00'],
];

test.each(BERLIN)('%s by a clock in Berlin is %s', (text, at) => {
  terms.learn({ ...HOUSE, time_zone: 'Europe/Berlin' });
  expect(new Date(atShown(text)).toISOString().slice(0, 16)).toBe(at);
});

/** When a gaming day begins by the clock in Berlin, and the moment; and how many hours the day before it had. */
const BEGINS: readonly (readonly [string, string, number])[] = [
  ['06:00', '2026-03-29T04:00', 23],
  ['06:00', '2026-03-30T04:00', 24],
  ['02:30', '2026-03-30T00:30', 23],
  ['06:00', '2026-10-25T05:00', 25],
  ['02:30', '2026-10-25T00:30', 24],
  ['02:30', '2026-10-26T01:30', 25],
  ['00:00', '2026-11-15T23:00', 24],
  ['23:45', '2026-11-16T22:45', 24],
];

test.each(BEGINS)('a gaming day from %s begins at %s', (gaming_day, text, hours) => {
  terms.learn({ ...HOUSE, gaming_day, time_zone: 'Europe/Berlin' });
  const at = utc(text);
  expect([dayBegan(at - 1), dayBegan(at), dayBegan(at + 1)]).toEqual([at - hours * 3_600_000, at, at]);
});

test("a player's days are dates of the house", () => {
  terms.learn({ ...HOUSE, time_zone: 'Europe/Berlin' });
  const now = utc('2026-10-25T22:59');
  expect(bounds('day', '2026-10-25', now)).toEqual({ since: utc('2026-10-24T22:00'), until: utc('2026-10-25T23:00') });
  expect(bounds('today', '', now)).toEqual({ since: utc('2026-10-24T22:00') });
  expect(bounds('today', '', now + 60_000)).toEqual({ since: utc('2026-10-25T23:00') });
  expect(bounds('week', '', now)).toEqual({ since: utc('2026-10-18T22:00') });
  expect(bounds('day', '', now)).toEqual({});
  expect(midnight('2026-10-26')).toBe(utc('2026-10-25T23:00'));
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
