// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { terms } from '../../lib/terms.svelte';
import { shiftOf, stretch, type Kind } from './spans';

const HOUSE = {
  name: 'One',
  currency: 'SGD',
  locale: 'en-SG',
  gaming_day: '06:00',
  time_zone: 'Asia/Singapore',
  lab: 'off',
};
const utc = (text: string): number => Date.parse(`${text}Z`);
const told = (kind: Kind, back: number, now: string) => {
  const { since, until } = stretch(kind, back, utc(now));
  return [since, until].map((at) => new Date(at).toISOString().slice(0, 16));
};
afterEach(() => terms.learn({ ...HOUSE, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }));

test('shifts, days and months by the clock of the house', () => {
  terms.learn(HOUSE);
  // 14:00 in Singapore: the second shift of the day begins.
  expect(told('shift', 0, '2026-11-16T06:00')).toEqual(['2026-11-16T06:00', '2026-11-16T14:00']);
  expect(told('shift', 0, '2026-11-16T05:59')).toEqual(['2026-11-15T22:00', '2026-11-16T06:00']);
  expect(told('shift', 1, '2026-11-16T05:59')).toEqual(['2026-11-15T14:00', '2026-11-15T22:00']);
  expect([shiftOf(utc('2026-11-16T05:59')), shiftOf(utc('2026-11-15T21:59'))]).toEqual([0, 2]);
  expect(told('day', 0, '2026-11-15T21:59')).toEqual(['2026-11-14T22:00', '2026-11-15T22:00']);
  expect(told('day', 1, '2026-11-15T22:00')).toEqual(['2026-11-14T22:00', '2026-11-15T22:00']);
  // The 16th is a Monday; at 05:59 it is still Sunday, of the week before.
  expect(told('week', 0, '2026-11-15T22:00')).toEqual(['2026-11-15T22:00', '2026-11-22T22:00']);
  expect(told('week', 0, '2026-11-15T21:59')).toEqual(['2026-11-08T22:00', '2026-11-15T22:00']);
  expect(told('week', 1, '2026-11-22T21:59')).toEqual(['2026-11-08T22:00', '2026-11-15T22:00']);
  // At 05:59 of the first it is still the last day of October.
  expect(told('month', 0, '2026-10-31T21:59')).toEqual(['2026-09-30T22:00', '2026-10-31T22:00']);
  expect(told('month', 1, '2027-01-15T12:00')).toEqual(['2026-11-30T22:00', '2026-12-31T22:00']);
});

test('a day of 25 hours has a longer last shift', () => {
  terms.learn({ ...HOUSE, time_zone: 'Europe/Berlin', gaming_day: '00:00' });
  expect(told('day', 0, '2026-10-25T12:00')).toEqual(['2026-10-24T22:00', '2026-10-25T23:00']);
  expect(told('week', 0, '2026-10-25T12:00')).toEqual(['2026-10-18T22:00', '2026-10-25T23:00']);
  expect(told('shift', 0, '2026-10-25T22:59')).toEqual(['2026-10-25T14:00', '2026-10-25T23:00']);
});
