// What a proposed setup of a table would change, as rows of before and after.

import type { Setup } from '../../wire';
import { short } from '../../lib/money';
import { pit as text } from '../../text/pit';

export type Row = { readonly what: string; readonly before: string; readonly after: string };

const limit = (both: readonly [number, number] | undefined): string =>
  both ? `${short(both[0])} – ${short(both[1])}` : text.none;

const plain = (value: unknown): string => (value === null || value === undefined ? text.none : String(value));

export function changes(now: Setup, then: Setup, title: (bet: string) => string): readonly Row[] {
  const rows: Row[] = [];
  const add = (what: string, before: string, after: string) => {
    if (before !== after) rows.push({ what, before, after });
  };
  for (const bet of Object.keys({ ...now.limits, ...then.limits })) {
    add(text.limitOf(title(bet)), limit(now.limits[bet]), limit(then.limits[bet]));
  }
  for (const key of ['betting_seconds', 'looking_seconds', 'boxes', 'decks', 'device', 'shoe', 'jackpot'] as const) {
    add(text.changed[key], plain(now[key]), plain(then[key]));
  }
  const deals = (one: Setup): string => (one.dealer === 'person' ? text.person : text.automatic);
  add(text.changed.dealer, deals(now), deals(then));
  const when = (one: Setup): string => text.countCardsWhen[one.count_cards || 'off'];
  add(text.changed.count_cards, when(now), when(then));
  add(text.changed.chip_cents, short(now.chip_cents ?? 0), short(then.chip_cents ?? 0));
  const before = now.interpretations ?? {};
  const after = then.interpretations ?? {};
  for (const name of Object.keys({ ...before, ...after })) {
    add(name, plain(before[name]), plain(after[name]));
  }
  return rows;
}
