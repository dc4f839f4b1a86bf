// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { did } from './did';
import { toasts } from './toasts.svelte';

beforeEach(() => (toasts.list = []));

test('what is under way is not asked for again, until what follows from it has been read', async () => {
  let [asked, read] = [0, () => {}];
  const propose = () =>
    did(
      'Proposed',
      () => Promise.resolve(++asked),
      () => new Promise((done) => (read = done)),
    );
  const first = propose();
  await Promise.resolve();
  expect(await propose()).toBe(false);
  read();
  expect(await first).toBe(true);
  void propose();
  expect(asked).toBe(2);
});

test('a refusal is said with the title, and it can be asked for again', async () => {
  const refuse = () => did('Approved', () => Promise.reject(new Error('not by you')));
  expect([await refuse(), await refuse()]).toEqual([false, false]);
  expect(toasts.list.map(({ kind, title, says }) => [kind, title, says])).toEqual([
    ['refused', 'Approved', 'not by you'],
    ['refused', 'Approved', 'not by you'],
  ]);
});
