// Plain requests, typed by the house's own list of operations.

import type { Operations, Why } from '../wire';
import { common } from '../text/common';
import { isEvidence, naming } from './naming';
import { learnt, saidBy, type Saying } from '../text/said';

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly why: Why | null,
    says: string,
  ) {
    super(says);
  }
}

type Operation = keyof Operations;
type Parts<O extends Operation> = Omit<Operations[O], 'response'>;
/** None where an operation takes nothing; optional where it requires nothing. */
type Arguments<O extends Operation> = keyof Parts<O> extends never
  ? []
  : object extends Parts<O>
    ? [request?: Parts<O>]
    : [request: Parts<O>];

const isText = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

export async function api<O extends Operation>(
  operation: O,
  ...[request = {} as Parts<O>]: Arguments<O>
): Promise<Operations[O]['response']> {
  const { place = {}, query = {}, body } = request as { place?: object; query?: object; body?: unknown };
  const [method, pattern] = operation.split(' ') as [string, string];
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((place as Record<string, unknown>)[name])),
  );
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (isText(value)) asked.set(name, String(value));
  }
  const url = asked.size ? `${path}?${asked}` : path;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    text = await response.text();
  } catch {
    throw new Refused(0, null, common.unreachable);
  }
  let told: unknown = text;
  try {
    told = JSON.parse(text);
  } catch {
    // plain text
  }
  if (!response.ok) {
    const answer = (told ?? {}) as Saying & { why?: Why };
    await learnt(answer);
    throw new Refused(response.status, answer.why ?? null, saidBy(answer) || common.answered(response.status));
  }
  return (isEvidence(operation) ? told : naming(told)) as Operations[O]['response'];
}
