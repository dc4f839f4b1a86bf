// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { CageAccount } from '../../wire';
import { state as cage } from './cage.svelte';

const account = (player: string): CageAccount => ({ player }) as unknown as CageAccount;

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"windows": [], "requests": []}')));
});

test('what is asked of the house twice at once is asked once', async () => {
  let asked = 0;
  const redeem = () => cage.ask(() => Promise.resolve(++asked));
  const first = redeem();
  expect(cage.busy).toBe(true);
  expect(await redeem()).toBeNull();
  expect(await first).toBe(1);
  expect([asked, cage.busy, cage.said]).toEqual([1, false, '']);
});

test('an account that is read again does not come back over another that was opened meanwhile', async () => {
  let answer: (told: Response) => void = () => {};
  cage.account = account('p1');
  vi.stubGlobal('fetch', () => new Promise((done) => (answer = done)));
  const again = cage.again();
  cage.account = account('p2');
  answer(new Response(JSON.stringify(account('p1'))));
  await again;
  expect(cage.account.player).toBe('p2');
});
