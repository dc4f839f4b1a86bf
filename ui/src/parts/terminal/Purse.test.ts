// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import { house } from '../../lib/house.svelte';
import type { Purse as Told } from '../../wire';
import Purse from './Purse.svelte';

const open = () => {
  house.purse = { balance_cents: 200_000, pending: {} } as unknown as Told;
  const purse = mount(Purse, { target: document.body, props: { onclose: () => {} } });
  flushSync();
  const cashOut = () => [...document.querySelectorAll('button')].find((one) => one.textContent?.includes('Cash out'))!;
  const type = (amount: string) => {
    const field = document.querySelector('input')!;
    field.value = amount;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
  };
  return { purse, cashOut, type };
};

test('money is paid out once, however often the button is pressed before the house answers', () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    sent.push(`${url} ${body}`);
    return new Promise(() => {});
  });
  const { purse, cashOut, type } = open();
  type('10');
  cashOut().click();
  flushSync();
  cashOut().click();
  expect(sent).toEqual(['/api/cash-out {"cents":1000}']);
  void unmount(purse);
});

test('an amount that a comma makes doubtful is not paid out', () => {
  const { purse, cashOut, type } = open();
  type('12,40');
  expect(cashOut().disabled).toBe(true);
  type('1,240.00');
  expect([cashOut().disabled, cashOut().textContent]).toEqual([false, expect.stringContaining('1,240.00')]);
  void unmount(purse);
});
