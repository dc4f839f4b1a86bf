import { expect, test } from 'vitest';
import type { AnyEvent, BoxView, Recalled, SettledLine, View } from '../wire';
import { byBox, handsMet, meanwhile, othersOn, outcomeOf } from './outcome';

const line = (part: Partial<SettledLine>): SettledLine => ({
  player: 'p1',
  box: 4,
  bet: 'initial',
  event: '',
  stake_cents: 10_000,
  counted_cents: 10_000,
  result: 'win',
  back_cents: 15_000,
  clauses: [],
  odds: null,
  award_cents: null,
  from_box: null,
  rounded_off: '0',
  from_meter: false,
  ...part,
});
const box = (part: Partial<BoxView>): BoxView => ({
  box: 4,
  seated: 'p1',
  viewer: null,
  wagers: [],
  cards: '',
  hand: null,
  decision: null,
  face_up: false,
  points: null,
  hand_said: null,
  ...part,
});

test('a spot shows what it came to, and says when money only came back', () => {
  expect(outcomeOf([])).toBeNull();
  expect(outcomeOf([line({})])).toEqual({ tone: 'won', told: '+50' });
  expect(outcomeOf([line({ back_cents: 0, result: 'lose' })])).toEqual({ tone: 'lost', told: '−100' });
  expect(outcomeOf([line({ back_cents: 10_000, result: 'push' })])).toEqual({ tone: 'back', told: 'returned' });
  expect(outcomeOf([line({ back_cents: 10_000, result: 'returned' })])?.told).toBe('returned');
  expect(outcomeOf([line({ back_cents: 12_550 })])?.told).toBe('+25.50');
});

test('lines are told box by box', () => {
  const found = byBox([line({ box: 4 }), line({ box: 5 }), line({ box: 4, bet: 'tie' })]);
  expect(found.map((one) => [one.box, one.lines.length])).toEqual([
    [4, 2],
    [5, 1],
  ]);
});

test('both hands in a sentence, and none while one is closed', () => {
  const view = { dealer: 'Qd 3c 2s', dealer_hand: 'Plain Five' } as View;
  const mine = box({ cards: 'Kd Js 6d', hand: 'Plain Six' });
  expect(handsMet(view, mine)).toBe('K♦ J♠ 6♦, Plain Six against Q♦ 3♣ 2♠, Plain Five');
  expect(handsMet(view, box({}))).toBe('');
  expect(handsMet({ dealer_hand: null } as View, mine)).toBe('');
  expect(handsMet(view, box({ decision: 'fold' }))).toContain('olded');
});

test('others on a box, without the one who sits there and without oneself', () => {
  const wagers = [
    { player: 'p1', bet: 'initial', cents: 100 },
    { player: 'p2', bet: 'initial', cents: 5000 },
    { player: 'p2', bet: 'tie', cents: 500 },
  ];
  expect(othersOn(box({ wagers }), 'p9')).toBe('+ p2 standing, 55');
  expect(othersOn(box({ wagers }), 'p2')).toBe('');
  const more = [...wagers, { player: 'p3', bet: 'tie', cents: 500 }];
  expect(othersOn(box({ wagers: more }), 'p9')).toBe('+ 2 standing, 60');
});

test('what happened meanwhile is told with the own result', () => {
  const settled = { event: 'round-settled', lines: [line({}), line({ player: 'p2' })] } as unknown as AnyEvent;
  const opened = { event: 'betting-opened' } as unknown as AnyEvent;
  expect(meanwhile([settled, opened], 'p1')).toContain('+50.00');
  expect(meanwhile([settled], 'p3')).not.toContain('50');
  expect(meanwhile([opened], 'p1')).not.toBe(meanwhile([], 'p1'));
  const left = { voided: false, results: [line({})] } as unknown as Recalled;
  expect(meanwhile([opened], 'p1', left)).toContain('+50.00');
  expect(meanwhile([opened], 'p1', { ...left, voided: true })).toContain('void');
});
