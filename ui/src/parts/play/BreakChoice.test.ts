// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import BreakChoice from './BreakChoice.svelte';

test('a length is chosen by the arrow keys, round both ends', () => {
  const choice = mount(BreakChoice, { target: document.body, props: { onstart: () => {} } });
  flushSync();
  const chosen = () => document.querySelector('[aria-checked="true"]')?.textContent?.trim();
  const press = (key: string) => {
    document
      .querySelector('[aria-checked="true"]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    flushSync();
  };
  expect(chosen()).toBe('1 day');
  press('ArrowLeft');
  expect(chosen()).toBe('15 minutes');
  press('ArrowUp');
  expect(chosen()).toBe('Another length');
  press('ArrowRight');
  press('ArrowDown');
  expect([chosen(), document.activeElement?.textContent?.trim()]).toEqual(['1 day', '1 day']);
  void unmount(choice);
});
