import { expect, test } from 'vitest';
import codes from '../../text/lessons.golden.json';
import { learn } from '../../text/en/learn';
import type { TaughtLine } from '../../wire';
import { lineSaid, ruleSaid, stepSaid, thirdsSaid } from './said';

const title = (bet: string): string => bet;
const money = (cents: number): string => (cents / 100).toFixed(2);
const line = (result: string, stake: number, back: number): TaughtLine => ({
  bet: 'Tie',
  event: '',
  result,
  odds: null,
  stake_cents: stake,
  back_cents: back,
  clauses: [],
});

test('there are words for every rule that a game teaches, and for nothing else', () => {
  expect(Object.keys(learn.rule).sort()).toEqual(codes.rules);
  expect(Object.keys(learn.step).sort()).toEqual(codes.steps);
});

test('a step is one title and 25 words or fewer', () => {
  const said = [
    ...codes.steps.map((code) => stepSaid({ code, clauses: [], facts: { six: '1:2' } })),
    learn.practiceStep,
  ];
  for (const [name, sentence] of said) {
    expect(name).not.toBe('');
    expect(sentence.split(/\s+/).length).toBeLessThanOrEqual(25);
  }
});

test('a rule without words says nothing', () => {
  expect(ruleSaid({ code: 'same-points', clauses: [], facts: {} })).toContain('the same points');
  expect(ruleSaid({ code: 'of another game', clauses: [], facts: {} })).toBe('');
});

test('what a bet came to, in a sentence', () => {
  expect(lineSaid(line('win', 1000, 9000), title, money)).toBe('Tie 10.00 wins 80.00.');
  expect(lineSaid(line('lose', 1000, 0), title, money)).toBe('Tie 10.00 is lost.');
  expect(lineSaid(line('push', 1000, 1000), title, money)).toBe('Tie 10.00 comes back.');
  expect(lineSaid(line('win', 0, 500), title, money)).toBe('Tie pays 5.00.');
});

test('a natural is told once', () => {
  const side = { points: 8, after: null, natural: true, card: '', clauses: [] };
  expect(
    thirdsSaid([
      { ...side, side: 'player' },
      { ...side, side: 'banker' },
    ]),
  ).toEqual([learn.natural]);
  expect(thirdsSaid([{ ...side, side: 'banker', natural: false, points: 5, after: 4, card: '7d' }])).toEqual([
    'Banker draws on 5, as the Player’s third card counts 4.',
  ]);
});
