// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { Betting } from '../../lib/betting.svelte';
import { house } from '../../lib/house.svelte';
import { TableState } from '../../lib/table.svelte';
import type { GameCard, Purse, Seen } from '../../wire';
import LargeDock from './LargeDock.svelte';

test('whoever has less than the chosen chip can choose a smaller one', () => {
  house.purse = { balance_cents: 1000, pending: {} } as unknown as Purse;
  const table = new TableState('t1');
  table.seen = { view: { step: 'betting', limits: {}, chip_cents: 100 } } as unknown as Seen;
  const betting = new Betting(
    table,
    (bet) => bet,
    () => null,
  );
  const card = { decision: null } as unknown as GameCard;
  const dock = mount(LargeDock, { target: document.body, props: { betting, card, own: 1, onpurse: () => {} } });
  expect(betting.chip).toBe(25);
  const [less, more] = document.querySelectorAll<HTMLButtonElement>('.lp-chip button');
  less.click();
  flushSync();
  expect([betting.chip, more.disabled]).toEqual([5, true]);
  void unmount(dock);
});
