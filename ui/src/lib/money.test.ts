// @vitest-environment happy-dom
import { afterEach, describe, expect, it, test } from 'vitest';
import type { HouseTerms } from '../wire';
import { centsWritten, money, short, signedShort, wholeCents } from './money';
import { terms } from './terms.svelte';

describe('an amount', () => {
  it.each([
    ['25', 2500],
    ['25.5', 2550],
    ['1,250.05', 125005],
    ['−25.00', -2500],
    ['-0.01', -1],
  ])('%s is %d cents', (written, found) => expect(centsWritten(written)).toBe(found));
  it.each(['', 'x', '1.234', '1e3', '--1', '12345678901', '12,40', '1.000,00', '1,00', '1,2345', ',100', '１００'])(
    '%s is none',
    (written) => expect(centsWritten(written)).toBeNull(),
  );
});

afterEach(() => terms.learn({ locale: 'en-SG' } as HouseTerms));

test.each([
  ['en-SG', '1,234', '12.50', '+1,234', '−12.50'],
  ['en-DE', '1.234', '12,50', '+1.234', '−12,50'],
])('on a spot an amount is short as %s writes it: whole where it is whole', (locale, ...said) => {
  terms.learn({ locale } as HouseTerms);
  expect([short(123_400), short(1250), signedShort(123_400), signedShort(-1250)]).toEqual(said);
  expect(money(123_400)).toBe(`${said[0]}${said[1][2]}00`);
});

test('of a meter less than a cent is not displayed, however exactly it is kept', () => {
  expect(wholeCents('12345/10')).toBe(1234);
  expect(wholeCents('700')).toBe(700);
  expect(wholeCents('99999999999999999999/100000000000000')).toBe(999_999);
});
