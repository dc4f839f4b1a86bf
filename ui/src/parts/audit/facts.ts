// The key facts of an entry as name and value, with where an amount leads: its round, and there its clause.

import type { PlacedLine } from '../../wire';
import { count, money, wholeCents } from '../../lib/money';
import { moment } from '../../lib/when';
import { common } from '../../text/common';
import { happened } from '../../text/console';
import { house } from '../../text/house';
import { journal as text } from '../../text/journal';
import { named } from '../../text/named';
import { askedFor, whoAsked } from '../../text/refused';
import { saidBy, type Saying } from '../../text/said';
import { signsOf } from '../../lib/signs';

export type Told = Readonly<Record<string, unknown>> & { readonly event?: string };
export type Fact = {
  readonly name: string;
  readonly value: string;
  readonly href?: string;
  /** In nobody's language: a code, or what somebody wrote. */
  readonly plain?: boolean;
};

export const told = (line: PlacedLine): Told => (line.event ?? {}) as Told;
export const tableOf = (line: PlacedLine): string =>
  /^(table|line):/.test(line.stream) ? line.stream.slice(line.stream.indexOf(':') + 1) : String(told(line).table ?? '');
export const roundOf = (line: PlacedLine): number | null =>
  line.round ?? (told(line).round as number | undefined) ?? null;
export const roundLink = (line: PlacedLine): string | null => {
  const [table, round] = [tableOf(line), roundOf(line)];
  return table && round ? `/audit/${encodeURIComponent(table)}/${round}` : null;
};

const REFUSED = /refused|rejected|failed|doubted|probing|sign-in-failed/;
/** What was asked in vain. */
export const isRefused = (line: PlacedLine): boolean => REFUSED.test(told(line).event ?? '');

const METER = /^\d+(\/\d+)?$/;
const meter = (value: unknown): string =>
  typeof value === 'string' && METER.test(value) ? money(wholeCents(value)) : '';
type Written = (value: never) => string;
/** Each field that is told, in this order, and how it is written. */
const FIELDS: Readonly<Record<string, Written>> = {
  number: (value: number) => count(value),
  round: (value: number) => count(value),
  box: (value: number) => (value ? count(value) : ''),
  player: (value: string) => value,
  name: (value: string) => value,
  role: (value: string) => house.role(value),
  table: (value: string) => value,
  bet: (value: string) => house.bet(value),
  choice: (value: string) => house.choice(value),
  window: (value: string) => value,
  cashier: (value: string) => value,
  cents: (value: number) => money(value),
  float_cents: (value: number) => money(value),
  left_cents: (value: number) => money(value),
  counted_cents: (value: number) => money(value),
  should_cents: (value: number) => money(value),
  put_away_cents: (value: readonly number[]) => common.listed(value.map(money)),
  counted_with: (value: string) => value,
  signed_by: (value: string) => value ?? '',
  owed_cents: (value: number) => (value ? money(value) : ''),
  jackpot_cents: (value: number) => (value ? money(value) : ''),
  bets_cents: (value: number) => money(value),
  staked_cents: (value: number) => money(value),
  net_cents: (value: number) => money(value),
  before_cents: (value: number) => money(value),
  after_cents: (value: number) => money(value),
  before: (value: unknown) => meter(value),
  after: (value: unknown) => meter(value),
  cards: (value: string) => signsOf(value).join(' '),
  irregularity: (value: string) => happened[value]?.title ?? value,
  asked: (value: string) => askedFor(value),
  found: (value: unknown) => (typeof value === 'number' ? count(value) : ''),
  expected: (value: unknown) => (typeof value === 'number' ? count(value) : ''),
  how: (value: string) => house.shuffle(value),
  counted_by: (value: string) => value,
  shuffled_by: (value: string) => value,
  count: (value: number) => count(value),
  entries: (value: unknown) => (typeof value === 'number' ? count(value) : ''),
  decks: (value: number) => count(value),
  until: (value: unknown) => (typeof value === 'number' ? moment(value) : ''),
  approved_by: (value: string) => value ?? '',
  confirmed_by: (value: string) => value ?? '',
};
/** As they were written. */
const PLAIN = ['reason', 'shoe', 'ticket', 'version', 'key', 'file', 'resolution'];
/** Codes of the house. */
const CODES = ['kind', 'phase', 'paid_as', 'asks'];
/** What stands in the journal for a value that is kept apart. */
const PRIVATE = 'digest:';
const AMOUNTS = /cents$/;

type Line = { readonly stake_cents: number; readonly back_cents: number };
const sum = (lines: readonly Line[], of: (line: Line) => number): number =>
  lines.reduce((total, line) => total + of(line), 0);

export function facts(line: PlacedLine): readonly Fact[] {
  const event = told(line);
  const href = roundLink(line) ?? undefined;
  const found: Fact[] = [];
  const amount = (name: string, cents: number) => found.push({ name, value: money(cents), href });
  for (const [field, written] of Object.entries(FIELDS)) {
    const value = event[field];
    if (value === undefined || value === null || (field === 'player' && value === event.by)) continue;
    if (field === 'after' && !('before' in event)) continue;
    const says = written(value as never);
    if (says)
      found.push({ name: text.facts[field] ?? field, value: says, href: AMOUNTS.test(field) ? href : undefined });
  }
  if (Array.isArray(event.lines)) {
    const lines = event.lines as readonly Line[];
    found.push({ name: text.facts.lines, value: count(lines.length) });
    amount(
      text.facts.paid,
      sum(lines, (one) => Math.max(0, one.back_cents - one.stake_cents)),
    );
    amount(
      text.facts.taken,
      sum(lines, (one) => Math.max(0, one.stake_cents - one.back_cents)),
    );
  }
  if (Array.isArray(event.returned)) {
    const back = event.returned as readonly { cents: number }[];
    if (back.length)
      amount(
        text.facts.returned,
        back.reduce((total, one) => total + one.cents, 0),
      );
  }
  for (const field of CODES) {
    const value = event[field];
    if (typeof value === 'string' && value)
      found.push({ name: text.facts[field], value: text.codes[value] ?? named(value.replaceAll('-', ' ')) });
  }
  if (event.why || event.said || event.says) {
    const code = String(event.why);
    found.push({ name: text.facts.why, value: saidBy(event as Saying) || (text.codes[code] ?? named(code)) });
  }
  for (const field of PLAIN) {
    const value = event[field];
    if (typeof value === 'string' && value.startsWith(PRIVATE))
      found.push({ name: text.facts[field] ?? field, value: text.keptApart });
    else if (typeof value === 'string' || typeof value === 'number')
      if (value !== '') found.push({ name: text.facts[field] ?? field, value: String(value), plain: true });
  }
  return found;
}

export const clausesOf = (line: PlacedLine): readonly string[] => {
  const event = told(line);
  const own = (event.clauses as readonly string[] | undefined) ?? [];
  const lines = (event.lines as readonly { clauses: readonly string[] }[] | undefined) ?? [];
  const ruled = (event.ruling as { clauses?: readonly string[] } | undefined)?.clauses ?? [];
  return [...new Set([...own, ...ruled, ...lines.flatMap((one) => one.clauses)])];
};

/** `table:t1` as people say it. */
export function streamSaid(stream: string): string {
  const cut = stream.indexOf(':');
  const kind = cut < 0 ? stream : stream.slice(0, cut);
  const word = text.streams[kind] ?? kind;
  return cut < 0 ? word : `${word} ${stream.slice(cut + 1)}`;
}

export const eventSaid = (line: PlacedLine): string =>
  line.withheld ? text.withheld(named(line.withheld)) : text.kind(told(line).event ?? '');

export const byWhom = (line: PlacedLine): string => named(whoAsked(String(told(line).by ?? '')));
export const asList = (values: readonly string[]): string => common.listed(values);
