// @vitest-environment happy-dom
// A correction is told until it is read, or two rounds of one's own have opened since.

import { beforeEach, expect, test } from 'vitest';
import type { Recalled, RoundCorrection } from '../wire';
import { correctionSaid } from '../parts/past/corrected';
import { dismiss, toTell } from './corrections';

const correction = (at: number, more: Partial<RoundCorrection> = {}): RoundCorrection => ({
  at,
  clauses: ['5.6'],
  changed: ['result-taken-back', 'settled-anew'],
  before_cents: 20000,
  after_cents: 0,
  owed_cents: 0,
  ...more,
});
const round = (number: number, opened_at: number, corrected: readonly RoundCorrection[] = []): Recalled =>
  ({ id: `t1-${number}`, table: 't1', round: number, opened_at, corrected }) as unknown as Recalled;

beforeEach(() => localStorage.clear());

test('it stays until the second round after it', () => {
  const first = round(1, 10, [correction(50)]);
  const told = (...later: Recalled[]) => toTell([...later, first]).map((one) => one.round.round);
  expect(told()).toEqual([1]);
  expect(told(round(2, 40))).toEqual([1]); // opened before it was put right
  expect(told(round(2, 51))).toEqual([1]);
  expect(told(round(3, 60), round(2, 51))).toEqual([]);
});

test('what is read is not told again, another correction of the round is', () => {
  const rounds = [round(1, 10, [correction(50)])];
  dismiss(toTell(rounds)[0]);
  expect(toTell(rounds)).toEqual([]);
  const twice = [round(1, 10, [correction(50), correction(70)])];
  expect(toTell(twice).map((one) => one.correction.at)).toEqual([70]);
});

test('it is said with what came back before and now, and what is owed', () => {
  expect(correctionSaid(correction(1))).toBe(
    'The result was taken back, it was settled anew. Back to you: 200.00 before, 0.00 now.',
  );
  expect(correctionSaid(correction(1, { changed: ['settled-anew'], owed_cents: 20000 }))).toContain('You owe 200.00');
  expect(correctionSaid(correction(1, { changed: ['hands-moved'], before_cents: null, after_cents: 500 }))).toBe(
    'Hands were moved to where they belong. Back to you: 5.00.',
  );
  expect(correctionSaid(correction(1, { after_cents: 20000 }))).toContain('stays as it was: 200.00');
});
