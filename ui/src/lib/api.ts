// Plain requests, typed by the house's own list of operations.

import type { Operations } from '../wire';

export class Refused extends Error {
  constructor(
    readonly status: number,
    says: string,
  ) {
    super(says);
  }
}

type Operation = keyof Operations;
type Given<T> = T extends null ? { [K in never]: never } : T;
type Options<O extends Operation> = {
  place?: Given<Operations[O]['place']>;
  query?: Partial<Given<Operations[O]['query']>>;
  body?: Given<Operations[O]['takes']>;
};

const isText = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

export async function api<O extends Operation>(
  operation: O,
  { place = {} as never, query = {} as never, body }: Options<O> = {},
): Promise<Operations[O]['gives']> {
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
  try {
    response = await fetch(url, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(0, 'The house cannot be reached. Your bets stand; try again in a moment.');
  }
  const text = await response.text();
  let told: unknown = text;
  try {
    told = JSON.parse(text);
  } catch {
    // plain text
  }
  if (!response.ok) {
    const says = (told as { says?: string } | null)?.says;
    throw new Refused(response.status, says ?? `The house answered ${response.status}.`);
  }
  return told as Operations[O]['gives'];
}
