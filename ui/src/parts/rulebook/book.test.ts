// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import * as english from '../../text/en';
import * as chinese from '../../text/zh';
import { language } from '../../text/language.svelte';
import { book } from './book.svelte';

afterEach(() => language.speak('en', english));

test('a rulebook that comes late is not shown in the language spoken before', async () => {
  const answers: ((told: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((done) => answers.push(done)));
  const told = (title: string) => new Response(JSON.stringify({ documents: [{ operator: title }], clauses: [] }));
  const first = book.load();
  language.speak('zh', chinese);
  const second = book.load();
  answers[1](told('百家乐'));
  await second;
  answers[0](told('Baccarat'));
  await first;
  expect(book.told?.documents[0].operator).toBe('百家乐');
});
