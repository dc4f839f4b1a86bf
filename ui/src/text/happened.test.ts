import { expect, test } from 'vitest';
import { happened } from './en/happened';
import { reports } from './en/reports';
import irregularities from './irregularities.golden.json';

test('every irregularity has words of its own, and no other has', () => {
  expect(Object.keys(happened).sort()).toEqual([...irregularities].sort());
});

test('every irregularity stands in a group that is shown', () => {
  const groups = Object.keys(reports.group);
  expect(Object.entries(happened).filter(([, told]) => !groups.includes(told.group))).toEqual([]);
});
