import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { playerCommitment } from './order';
import { seeds } from './seeds.svelte';

type Sent = { readonly path: string; readonly body: Record<string, string> };
type Answer = { readonly status: number; readonly why?: string } | null;

let sent: Sent[] = [];
let answers: Answer[] = [];
let before: (() => void) | null = null;

/** The house: answers in turn, none at all for `null`, and yes when nothing else is said. */
const house = async (path: string, { body }: { body: string }): Promise<Response> => {
  sent.push({ path, body: JSON.parse(body) as Record<string, string> });
  before?.();
  await Promise.resolve();
  const answer = answers.length ? answers.shift() : { status: 200 };
  if (!answer) throw new TypeError('no line');
  return new Response(JSON.stringify({ why: answer.why, says: 'no' }), { status: answer.status });
};
const shoe = (number: number, closed = false) => ({ shoe: `t1-${number}`, commitment: '00', closed });

beforeEach(() => {
  [sent, answers, before] = [[], [], null];
  vi.stubGlobal('fetch', house);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('commits once for a shoe, and opens what it committed to', async () => {
  await seeds.follow('t1', 'p1', shoe(1));
  await seeds.follow('t1', 'p1', shoe(1));
  await seeds.follow('t1', 'p1', shoe(1, true));
  await seeds.follow('t1', 'p1', shoe(1, true));
  expect(sent.map(({ path }) => path)).toEqual(['/api/tables/t1/seeds', '/api/tables/t1/seeds/open']);
  const [{ body: given }, { body: opened }] = sent;
  expect(await playerCommitment('t1-1', opened.seed, opened.salt)).toBe(given.commitment);
  expect(opened.seed).toMatch(/^[0-9a-f]{64}$/);
});

it('gives nothing to a shoe whose seeds are closed', async () => {
  await seeds.follow('t1', 'p1', shoe(2, true));
  expect(sent).toEqual([]);
});

it('sends the same commitment again when the answer was lost', async () => {
  answers = [null, { status: 503 }, { status: 409, why: 'already-so' }];
  await seeds.follow('t1', 'p1', shoe(3));
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(sent.length).toBe(3));
  expect(new Set(sent.map(({ body }) => body.commitment)).size).toBe(1);
  await seeds.follow('t1', 'p1', shoe(3, true));
  expect(sent[3].path).toBe('/api/tables/t1/seeds/open');
});

it('opens a seed whose shoe was closed while it was on its way', async () => {
  before = () => {
    before = null;
    void seeds.follow('t1', 'p1', shoe(4, true));
  };
  await seeds.follow('t1', 'p1', shoe(4));
  await vi.waitFor(() => expect(sent.length).toBe(2));
  expect(sent[1].path).toBe('/api/tables/t1/seeds/open');
});

it('gives up where the house says no, until the next shoe', async () => {
  answers = [{ status: 409, why: 'nothing-waits' }];
  await seeds.follow('t1', 'p1', shoe(5));
  await seeds.follow('t1', 'p1', shoe(5));
  expect([sent.length, seeds.refused]).toEqual([1, 'no']);
  await seeds.follow('t1', 'p1', shoe(6));
  expect([sent.length, seeds.refused]).toEqual([2, '']);
});

it('makes the seed of the words, and never the same commitment twice', async () => {
  seeds.change('  blue heron 7  ');
  for (const number of [7, 8]) {
    await seeds.follow('t1', 'p1', shoe(number));
    await seeds.follow('t1', 'p1', shoe(number, true));
  }
  seeds.change('');
  expect(sent[1].body.seed).toBe(sent[3].body.seed);
  expect(sent[1].body.salt).not.toBe(sent[3].body.salt);
  expect(sent[0].body.commitment).not.toBe(sent[2].body.commitment);
});
