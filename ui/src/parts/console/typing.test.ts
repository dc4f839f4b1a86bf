import { expect, test } from 'vitest';
import type { Entry } from '../../wire';
import { commandOf } from './typing.svelte';

const entry = (more: Partial<Entry>): Entry => ({
  command: 'deal',
  place: 2,
  title: 'box 2',
  size: 1,
  lies: '',
  unread: true,
  clauses: [],
  coming: '',
  rest: null,
  ...more,
});

test('cards become the command that the house asked for', () => {
  expect(commandOf(entry({}), 'Kh')).toEqual({ command: 'deal', cards: 'Kh', to: 2 });
  expect(commandOf(entry({ command: 'return-hand', lies: '?? ?? ??', size: 3 }), 'Kh 9s Td')).toEqual({
    command: 'return-hand',
    box: 2,
    cards: 'Kh 9s Td',
  });
  expect(commandOf(entry({ command: 'expose-dealer', place: 0, lies: '5c ?? Qc' }), 'Kh')).toEqual({
    command: 'expose-dealer',
    cards: '5c Kh Qc',
  });
});
