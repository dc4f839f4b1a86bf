// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { journal, NOTHING } from './journal.svelte';

const entry = (position: number) => ({ position, stream: 'people', event: {} });

test('an answer to an earlier question does not stand under the filter chosen since', async () => {
  const answers: ((entries: unknown[]) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    () => new Promise((done) => answers.push((entries) => done(new Response(JSON.stringify(entries))))),
  );
  const first = journal.newest();
  journal.filters = { ...NOTHING, person: 'm1' };
  const second = journal.newest();
  answers[1]([entry(2)]);
  await second;
  answers[0]([entry(1)]);
  await first;
  expect(journal.lines?.map((one) => one.position)).toEqual([2]);
  expect(journal.busy).toBe(false);
});

test('whoever turns to older entries is not led back to the newest', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('[]')));
  journal.following = true;
  await journal.newest();
  expect(journal.following).toBe(true);
  await journal.older();
  expect(journal.following).toBe(false);
});
