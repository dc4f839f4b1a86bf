import { expect, it } from 'vitest';
import whoMay from '../who-may.json';
import { refused } from './en/refused';
import { askedFor } from './refused';

it.each([
  ['POST /api/people/f1/lock', 'lock f1'],
  ['POST /api/people/{name}/lock', 'lock somebody'],
  ['POST /api/people/proposals/{number}/confirm', 'confirm about an account'],
  ['GET /api/journal.csv', 'asked for journal.csv'],
  ['type-cards', 'type cards'],
])('%s is told as %s', (asked, says) => expect(askedFor(asked)).toBe(says));

it('names operations that there are', () => {
  expect(Object.keys(refused.operations).filter((one) => !(one in whoMay))).toEqual([]);
});
