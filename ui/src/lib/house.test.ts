// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest';
import type { AnyCommand, AnyToServer } from '../wire';
import { common } from '../text/common';
import { terminal } from '../text/terminal';
import { house } from './house.svelte';
import { terms } from './terms.svelte';

const HOUSE = {
  name: 'One',
  currency: 'EUR',
  locale: 'en-IE',
  gaming_day: '06:00',
  time_zone: 'Europe/Berlin',
  lab: 'off',
};

/** The line as a test holds it: what was sent, and whether it is up. */
class Line {
  static readonly OPEN = 1;
  static last: Line;
  readyState = 0;
  readonly sent: AnyToServer[] = [];
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    Line.last = this;
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data) as AnyToServer);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  /** The house greets, in this round of its table. */
  welcome(round: number): void {
    this.readyState = Line.OPEN;
    const tables = [{ name: 't5', round }];
    this.tell({ type: 'welcome', who: { name: 'p1', role: 'player' }, now: 0, tables, house: HOUSE });
    this.tell({ type: 'seen', table: 't5', version: round, now: 0, events: [], view: { round } });
  }

  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  get asked(): AnyToServer[] {
    return this.sent.filter((one) => one.type === 'ask');
  }
}

const bet: AnyCommand = { command: 'place', player: 'p1', bet: 'player', cents: 2500, box: 0 };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  house.table('t5').pending = [];
  house.renew();
  Line.last.welcome(4);
});

test('what the house calls itself and counts by is learnt when the line opens', () => {
  expect([terms.currency, terms.locale, terms.begins, terms.zone]).toEqual(['EUR', 'en-IE', '06:00', 'Europe/Berlin']);
});

test('a wager names the round that its player saw', () => {
  void house.ask('t5', bet);
  expect(Line.last.asked).toMatchObject([{ table: 't5', command: { ...bet, round: 4 } }]);
});

test('a wager made without a line is refused at once with a word, and is not sent later', async () => {
  const before = Line.last;
  before.close();
  expect(await house.ask('t5', bet)).toMatchObject({ type: 'refused', says: common.noLine });
  vi.advanceTimersByTime(200);
  expect(Line.last).not.toBe(before);
  Line.last.welcome(4);
  expect(Line.last.asked).toEqual([]);
});

test('one made before the line is open is dropped with a word when its round is over', async () => {
  house.renew();
  const answer = house.ask('t5', bet);
  Line.last.welcome(5);
  expect(await answer).toMatchObject({ type: 'refused', why: 'another-round', says: terminal.roundOver });
  expect(Line.last.asked).toEqual([]);
  expect(house.table('t5').pending).toEqual([]);
});

test('one that may have arrived is sent again as it was: the house knows what became of it', async () => {
  const answer = house.ask('t5', bet);
  const [asked] = Line.last.asked;
  Line.last.close();
  vi.advanceTimersByTime(200);
  Line.last.welcome(5);
  expect(Line.last.asked).toEqual([asked]);
  Line.last.tell({ type: 'acknowledged', id: (asked as { id: string }).id, version: 3 });
  expect(await answer).toMatchObject({ type: 'acknowledged' });
});

test('one made before the line is open in a round that is not over is sent', () => {
  house.renew();
  void house.ask('t5', bet);
  Line.last.welcome(4);
  expect(Line.last.asked).toMatchObject([{ command: { round: 4 } }]);
});

test('without a line no chips are taken; what there is to decide stays', () => {
  const next = [{ command: { command: 'place' } }, { command: { command: 'decide' } }];
  Line.last.tell({ type: 'own', table: 't5', part: { next }, provisional_cents: 0, events: [] });
  expect(house.table('t5').next).toHaveLength(2);
  Line.last.close();
  expect(house.table('t5').next).toEqual([next[1]]);
});

test('the browser says at once that it is offline, and the line is tried again as soon as it is back', () => {
  house.start();
  const before = Line.last;
  expect(house.line).toBe('live');
  dispatchEvent(new Event('offline'));
  expect(house.line).toBe('stale');
  expect(before.readyState).toBe(3);
  dispatchEvent(new Event('online'));
  expect(Line.last).not.toBe(before);
  Line.last.welcome(4);
  expect(house.line).toBe('live');
});

test('a house that falls silent is given up within ten seconds, and pauses grow', () => {
  house.start();
  const line = Line.last;
  vi.advanceTimersByTime(4500);
  expect(line.sent.filter((one) => one.type === 'ping')).toHaveLength(1);
  expect(house.line).toBe('live');
  vi.advanceTimersByTime(4500);
  expect(house.line).toBe('stale');
  const lines = new Set([Line.last]);
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1000);
    lines.add(Line.last);
  }
  expect(lines.size).toBeGreaterThan(3);
  expect(lines.size).toBeLessThan(9);
});

test('a session that is locked waits for its password, and one that has ended leaves nothing of its owner', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  const line = Line.last;
  line.tell({ type: 'purse', balance_cents: 100, owed_cents: 0 });
  line.tell({ type: 'session', why: 'session-locked', says: 'locked' });
  expect(house.locked).toBe(true);
  line.tell({ type: 'session', why: null, says: 'open' });
  expect(house.locked).toBe(false);
  line.tell({ type: 'session', why: 'not-signed-in', says: 'not signed in' });
  await vi.waitFor(() => expect(Line.last).not.toBe(line));
  expect([house.who, house.table('t5').own]).toEqual([null, null]);
});

test('who comes to a table later was not away from it while the line was lost', () => {
  const table = house.table('t5');
  const leave = house.watch('t5');
  leave();
  Line.last.close();
  vi.advanceTimersByTime(200);
  Line.last.welcome(4);
  vi.advanceTimersByTime(60_000);
  house.watch('t5');
  Line.last.tell({ type: 'seen', table: 't5', version: 9, now: 0, events: [], view: { round: 9 } });
  expect(table.returned).toBeNull();
});

test('who was at a table when the line was lost is back at it', () => {
  const table = house.table('t5');
  const leave = house.watch('t5');
  Line.last.close();
  vi.advanceTimersByTime(200);
  vi.setSystemTime(Date.now() + 8000);
  Line.last.welcome(4);
  expect(table.returned).toMatchObject({ seconds: 8 });
  table.returned = null;
  leave();
});

test('the money of one person is not shown to the next at the same screen', () => {
  Line.last.tell({ type: 'purse', balance_cents: 100, owed_cents: 0 });
  house.renew();
  Line.last.welcome(4);
  expect(house.purse).toMatchObject({ balance_cents: 100 });
  house.renew();
  Line.last.tell({ type: 'welcome', who: { name: 'd1', role: 'dealer' }, now: 0, tables: [], house: HOUSE });
  expect(house.purse).toBeNull();
});
