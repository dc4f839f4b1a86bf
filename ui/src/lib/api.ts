// Plain requests, typed by the house's own list of operations.

import type { paths, Why } from '../wire';
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

type Method = 'get' | 'post' | 'put' | 'delete';
/** `GET /api/tables`, for each method that each path has. */
type Operation = {
  [P in keyof paths & string]: {
    [M in Method]: paths[P][M] extends object ? `${Uppercase<M>} ${P}` : never;
  }[Method];
}[keyof paths & string];
type Described<O extends Operation> = O extends `${infer M} ${infer P extends keyof paths & string}`
  ? paths[P][Lowercase<M> & Method]
  : never;
type Body<T> = T extends { content: infer C } ? C[keyof C] : never;
type Gives<O extends Operation> = Described<O> extends { responses: { 200: infer R } } ? Body<R> : never;
type Options<O extends Operation> =
  Described<O> extends { parameters: { path?: infer Place; query?: infer Query } }
    ? {
        place?: Place;
        query?: Query;
        body?: Described<O> extends { requestBody?: infer R } ? Body<NonNullable<R>> : never;
      }
    : never;

const isText = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

export async function api<O extends Operation>(
  operation: O,
  options: Options<O> = {} as Options<O>,
): Promise<Gives<O>> {
  const { place = {}, query = {}, body } = options;
  const [method, pattern] = operation.split(' ') as [string, string];
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((place as Record<string, unknown>)[name])),
  );
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query as object)) {
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
  return (isEvidence(operation) ? told : naming(told)) as Gives<O>;
}
