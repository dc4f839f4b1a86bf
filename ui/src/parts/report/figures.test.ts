// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { GroupTotals } from '../../wire';
import { chance, distance, grown, ofHundred, scored, unusual } from './figures';

test('how probable a score is', () => {
  expect(chance(0)).toBeCloseTo(1, 6);
  expect(chance(-1.959964)).toBeCloseTo(0.05, 6);
  expect(chance(2.31)).toBeCloseTo(0.0209, 4);
  expect([ofHundred(0), ofHundred(1), ofHundred(9)]).toEqual([0, 5, 37]);
});

test('scores at, below and above their marks', () => {
  expect(['', '95 %', '99.9 %'].map((outside) => distance({ outside }))).toEqual(['', 'far', 'out']);
  expect([scored('0.97'), scored('-1.1'), scored(null)]).toEqual(['+0.97', '−1.10', '–']);
  const groups = [
    ['1.96', ''],
    ['-2.5', '95 %'],
    ['3.1', '95 %'],
    [null, ''],
  ].map(([z, outside]) => ({ z, outside }) as GroupTotals);
  expect(unusual(groups).map((one) => one.z)).toEqual(['3.1', '-2.5']);
});

test('what has grown', () => {
  expect([grown('104.10', '100.00'), grown('50.00', '-100.00'), grown('1.00', '0.00'), grown('1.00', null)]).toEqual([
    '+4.1 %',
    '+150.0 %',
    null,
    null,
  ]);
});
