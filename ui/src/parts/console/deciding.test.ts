import { expect, test } from 'vitest';
import type { ToRule } from '../../wire';
import { Deciding, orderedSaid } from './deciding.svelte';

const ruling = (more: object): ToRule =>
  ({ number: 7, order: [], choices: [], jackpot: [], ...more }) as unknown as ToRule;

test('cards are ordered by their places, so that the same card of another pack is another one', () => {
  const deciding = new Deciding(() => ruling({ order: ['Kh', '9s', 'Kh'] }));
  deciding.pick(2);
  expect([deciding.order, deciding.isComplete]).toEqual([[2], false]);
  deciding.pick(0);
  expect([deciding.order, deciding.isComplete]).toEqual([[2, 0, 1], true]);
  expect(deciding.command('seen').order).toBe('Kh Kh 9s');
  deciding.pick(2);
  expect(deciding.order).toEqual([0]);
});

test('two cards are ordered by naming the first', () => {
  const deciding = new Deciding(() => ruling({ order: ['3', 'Td'] }));
  expect(deciding.isComplete).toBe(false);
  deciding.pick(1);
  expect(deciding.order).toEqual([1, 0]);
  deciding.pick(0);
  expect(deciding.order).toEqual([0, 1]);
  expect(['3', 'Td'].map(orderedSaid)).toEqual(['3', '10♦']);
});

test('what was found is told where it is not what was suggested, and choices must be made', () => {
  const deciding = new Deciding(() => ruling({ choices: ['void-round'], jackpot: ['stop'] }));
  deciding.find('device', 'manual', 'automated');
  deciding.find('noticed', true, true);
  expect(deciding.isComplete).toBe(false);
  deciding.chosen = ['void-round'];
  deciding.jackpot = 'stop';
  expect(deciding.isComplete).toBe(true);
  expect(deciding.command('so')).toEqual({
    command: 'rule',
    about: 7,
    reason: 'so',
    remedies: ['void-round'],
    order: '',
    replace_shoe: false,
    jackpot: 'stop',
    facts: { device: 'manual' },
  });
});
