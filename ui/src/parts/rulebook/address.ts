// What a reader looks at, as an address that can be kept or sent.

export type Look = {
  readonly game: string;
  readonly clause: string;
  readonly q: string;
  readonly topic: string;
  readonly kind: string;
  readonly within: string;
  readonly how: string;
  readonly view: string;
};

const ASKED = ['q', 'topic', 'kind', 'within', 'how', 'view'] as const;

export function lookAt(game: string, clause: string, query: URLSearchParams): Look {
  const asked = Object.fromEntries(ASKED.map((name) => [name, query.get(name) ?? '']));
  return { game, clause, ...asked } as Look;
}

export const NOWHERE = lookAt('', '', new URLSearchParams());

export function address(look: Partial<Look>): string {
  const places = ['/rules', look.game, look.game && look.clause].filter(Boolean);
  const query = new URLSearchParams();
  for (const name of ASKED) {
    if (look[name]) query.set(name, look[name]);
  }
  return (
    places.map((place, at) => (at ? encodeURIComponent(place as string) : place)).join('/') +
    (query.size ? `?${query}` : '')
  );
}

/** Whether a list across documents is asked for. */
export const across = (look: Look): boolean => Boolean(look.q.trim() || look.topic || look.kind);
