// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import * as english from '../text/en';
import * as chinese from '../text/zh';
import { language } from '../text/language.svelte';
import { count, money, short, signed } from './money';
import { clock, day, exactly, moment, time } from './when';

const AT = new Date(2026, 10, 16, 19, 4, 7).getTime();
const MIDNIGHT = new Date(2026, 10, 16, 0, 0, 5).getTime();
const all = () => [time(AT), clock(MIDNIGHT), day(AT), moment(AT), exactly(AT)];

afterEach(() => language.speak('en', english));

test('moments and amounts by the language', () => {
  expect(all()).toEqual(['19:04', '00:00:05', '16 Nov 2026', '16 Nov 2026, 19:04', '16 Nov 2026, 19:04:07']);
  expect([money(-123450), signed(500), short(250000), count(1234567)]).toEqual([
    '−1,234.50',
    '+5.00',
    '2,500',
    '1,234,567',
  ]);
  language.speak('zh', chinese);
  expect(all()).toEqual(['19:04', '00:00:05', '2026年11月16日', '2026年11月16日 19:04', '2026年11月16日 19:04:07']);
  expect([money(-123450), signed(0), count(1000)]).toEqual(['−1,234.50', '0.00', '1,000']);
});
