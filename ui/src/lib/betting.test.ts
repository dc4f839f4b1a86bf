// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { Own, Seen } from '../wire';
import { Betting, send } from './betting.svelte';
import { house } from './house.svelte';
import { TableState, type Answer } from './table.svelte';

const DONE: Answer = { type: 'acknowledged', id: '1', version: 2, taken: null } as unknown as Answer;
const limits = { player: { minimum_cents: 2500, maximum_cents: 500_000 } };

let asked: string[];
let answer: (given: Answer) => void;
let table: TableState;

/** As the house does until it answers: what is asked stands among what is on its way. */
beforeEach(() => {
  asked = [];
  table = new TableState('t5');
  house.who = { name: 'p1', role: 'player', apart: [] };
  house.line = 'live';
  vi.spyOn(house, 'ask').mockImplementation((_, command) => {
    asked.push(command.command);
    table.pending = [...table.pending, { id: String(asked.length), table: 't5', command, answered: () => {} }];
    return new Promise((given) => (answer = given));
  });
});

const betting = (): Betting => {
  table.seen = { view: { step: 'betting', limits } } as unknown as Seen;
  const wagers = [{ box: 0, bet: 'player', cents: 2500 }];
  const next = [{ command: { command: 'place', box: 0, bet: 'player', cents: 2500 } }];
  table.own = { part: { wagers, next } } as unknown as Own;
  return new Betting(
    table,
    (bet) => bet,
    () => null,
  );
};

test('a command that is pressed twice before the house answers is sent once', async () => {
  const first = send(table, { command: 'expose-dealer' }, '');
  expect(await send(table, { command: 'expose-dealer' }, '')).toBe(false);
  expect(asked).toEqual(['expose-dealer']);
  answer(DONE);
  expect(await first).toBe(true);
  table.pending = [];
  void send(table, { command: 'expose-dealer' }, '');
  expect(asked).toHaveLength(2);
});

test('bets are doubled once, however often it is pressed before the house answers', () => {
  const mine = betting();
  void mine.double();
  expect(mine.canDouble).toBe(false);
  void mine.double();
  expect(asked).toEqual(['place']);
});
