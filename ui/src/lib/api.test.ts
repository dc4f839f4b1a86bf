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
