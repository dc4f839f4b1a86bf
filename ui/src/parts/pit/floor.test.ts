import { expect, test } from 'vitest';
import type { Lane, PitTable } from '../../wire';
import { clockOf, graver, matches, needOf, placeOf, reliefs, SPAN_MS } from './floor';

const table = (more: Partial<PitTable>): PitTable =>
  ({
    name: 't1',
    since: 5,
    players: ['p1'],
    failed: null,
    ruling: null,
    typing: null,
    change: null,
    ...more,
  }) as PitTable;
const lane = (dealer: string, at: string | null, due: number, relieves?: string): Lane => ({
  dealer,
  table: at,
  since: 0,
  due,
  stretches: relieves ? [{ table: 't1', since: 1, until: 2, planned: true, over: false, relieves }] : [],
});

test('a table that plays needs nobody', () => {
  expect(needOf(table({}), [], [], [], 10)).toBeNull();
});

test('what holds play is graver than a call, a call than a break that is due', () => {
  const call = { table: 't1', by: 'd1', at: 7, reason: 'the shoe' };
  const over = lane('d1', 't1', 9);
  expect(needOf(table({ interrupted: true }), [call], [], [over], 10)?.kind).toBe('interrupted');
  expect(needOf(table({}), [call], [], [over], 10)?.kind).toBe('call');
  const dispute = { number: 3, at: 4, hold_at: 6 } as PitTable['dispute'];
  expect(needOf(table({ dispute }), [call], [], [over], 10)).toEqual({ kind: 'dispute', since: 6, bad: false });
  expect(needOf(table({ dispute, interrupted: true }), [], [], [], 10)?.kind).toBe('interrupted');
  expect(needOf(table({}), [], [], [over], 10)).toEqual({ kind: 'over', since: 9, bad: false });
  expect(needOf(table({}), [], [], [over], 9)).toBeNull();
});

test('of the same kind the oldest comes first', () => {
  const one = { kind: 'call', since: 3, bad: false } as const;
  expect([one, { ...one, since: 1 }, { ...one, kind: 'ruling' as const, since: 9 }].sort(graver)).toEqual([
    { kind: 'ruling', since: 9, bad: false },
    { kind: 'call', since: 1, bad: false },
    { kind: 'call', since: 3, bad: false },
  ]);
});

test('a table is found by its name, game, dealer and players', () => {
  const one = table({ dealt_by: 'd4' });
  for (const sought of ['', 'T1', 'bacc', 'd4', 'p1 ']) expect(matches(one, 'Baccarat', sought)).toBe(true);
  expect(matches(one, 'Baccarat', 'd5')).toBe(false);
});

test('the clock shows two hours that were and one to come', () => {
  const now = 10 * SPAN_MS;
  const clock = clockOf(now);
  expect(placeOf(now, clock)).toBeCloseTo(200 / 3);
  expect([placeOf(0, clock), placeOf(2 * now, clock)]).toEqual([0, 100]);
  expect(clock.marks.every((at) => at % 1_800_000 === 0 && at > clock.from && at < clock.to)).toBe(true);
});

test('whoever is planned to relieve a dealer is offered first', () => {
  const lanes = [lane('d1', 't1', 9), lane('d2', null, 3), lane('d3', null, 4, 'd1')];
  expect(reliefs(lanes, 'd1')).toEqual(['d3', 'd2']);
});
