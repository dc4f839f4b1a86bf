import { expect, test } from 'vitest';
import { cuesOf, NOTES, type Moment } from './cues';

const quiet: Moment = { round: 7, step: 'betting', seconds: 20, cards: 0, net: null };
const then = (more: Partial<Moment>): Moment => ({ ...quiet, ...more });

test('who has just come hears nothing', () => {
  expect(cuesOf(null, then({ step: 'concluded', net: 500, cards: 9 }))).toEqual([]);
});

test('nothing new is silent', () => {
  expect(cuesOf(quiet, quiet)).toEqual([]);
});

test('betting opens and closes', () => {
  expect(cuesOf(then({ step: 'concluded', round: 6 }), quiet)).toEqual(['open']);
  expect(cuesOf(quiet, then({ step: 'dealing', seconds: null }))).toEqual(['closed']);
});

test('the last five seconds, each once; at, below and above', () => {
  const heard = (seconds: number) => cuesOf(then({ seconds: seconds + 1 }), then({ seconds }));
  expect([6, 5, 4, 3, 2, 1, 0].map(heard)).toEqual([
    [],
    ['second'],
    ['second'],
    ['second'],
    ['second'],
    ['second'],
    [],
  ]);
  expect(cuesOf(then({ seconds: 4 }), then({ seconds: 4 }))).toEqual([]);
});

test('cards that came together are one sign; those of a new round are none', () => {
  const dealing = then({ step: 'dealing', seconds: null });
  expect(cuesOf(dealing, { ...dealing, cards: 3 })).toEqual(['card']);
  expect(cuesOf({ ...dealing, cards: 12 }, then({ round: 8, step: 'dealing', cards: 0 }))).toEqual([]);
});

test('a win is heard once; a loss and money returned are not', () => {
  const shown = then({ step: 'exposed', seconds: null });
  const settled = (net: number) => ({ ...shown, step: 'concluded', net });
  expect(cuesOf(shown, settled(1))).toEqual(['win']);
  expect(cuesOf(shown, settled(0))).toEqual([]);
  expect(cuesOf(shown, settled(-1))).toEqual([]);
  expect(cuesOf(settled(1), settled(1))).toEqual([]);
});

test('every sign is quiet and short', () => {
  for (const notes of Object.values(NOTES)) {
    expect(Math.max(...notes.map((one) => one.gain))).toBeLessThanOrEqual(0.05);
    expect(Math.max(...notes.map((one) => one.at + one.long))).toBeLessThan(0.6);
  }
});
