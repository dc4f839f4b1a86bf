// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { common } from '../text/common';
import { api } from './api';

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['half an answer', () => Promise.resolve({ ok: true, text: () => Promise.reject(new TypeError('network error')) })],
])('%s is said in words of the page', async (_, fetched) => {
  vi.stubGlobal('fetch', fetched);
  await expect(api('GET /api/me')).rejects.toMatchObject({ status: 0, message: common.unreachable });
});

/** Never called: svelte-check reads it, and reports each line below that is no type error. */
export const wrongRequests = () => [
  // @ts-expect-error unknown path
  api('GET /api/nowhere'),
  // @ts-expect-error unknown method of a path
  api('DELETE /api/tables'),
  // @ts-expect-error missing place
  api('GET /api/rules/{game}'),
  // @ts-expect-error wrong name in the path
  api('GET /api/rules/{game}', { place: { table: 'baccarat' } }),
  // @ts-expect-error wrong type in the path
  api('GET /api/rules/{game}', { place: { game: 1 } }),
  // @ts-expect-error unknown query
  api('GET /api/rules/{game}', { place: { game: 'baccarat' }, query: { locale: 'en' } }),
  // @ts-expect-error missing body
  api('POST /api/cash-out'),
  // @ts-expect-error wrong type in the body
  api('POST /api/cash-out', { body: { cents: '100' } }),
  // @ts-expect-error unknown field in the body
  api('POST /api/cash-out', { body: { cents: 100, dollars: 1 } }),
  // @ts-expect-error nothing is taken
  api('GET /api/tables', { query: { table: 't1' } }),
  // @ts-expect-error unknown field of the response
  api('GET /api/tables').then((tables) => tables[0].dollars),
];
