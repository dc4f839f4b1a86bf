// The cage as the house tells it: windows, one's own drawer, the player at the window, and the slip.

import type { CageAccount, CageNow, Correction, Found, Presented, CageReceipt, ShiftSlip, WindowNow } from '../../wire';
import { api, type Refused } from '../../lib/api';
import { house } from '../../lib/house.svelte';
import { count, money } from '../../lib/money';
import { router } from '../../lib/router.svelte';
import { toasts } from '../../lib/toasts.svelte';
import { clock, stamp } from '../../lib/when';
import { cage as text } from '../../text/cage';

const EVERY_MS = 2000;
const TICKET = /^([a-z2-7]{4}-?){4}[a-z2-7]{4}$|^\d{8}$/;
const COMES_IN = ['bought-in', 'debt-paid'];

export const OPS = ['buy-in', 'cash-out', 'issue', 'ticket', 'owed', 'held', 'close'] as const;
export type Op = (typeof OPS)[number];
/** Lines of a slip, before and after its amount. */
export type Slip = {
  readonly title: string;
  readonly lines: readonly (readonly [string, string])[];
  readonly word: string;
  readonly amount: string;
  readonly more: readonly (readonly [string, string])[];
  readonly at: number | null;
};
export type Brought = {
  readonly at: number;
  readonly last: string;
  readonly cents: number | null;
  readonly answer: 'open' | 'paid' | 'refused';
  readonly says: string;
};
const MOST_BROUGHT = 8;
/** As they stand on the keyboard. */
export const KEYS = { back: 'Esc', confirm: 'Enter' };
/** An id by which a request that is sent again is the same one. */
export const newId = (): string => Array.from(crypto.getRandomValues(new Uint32Array(3))).join('-');

class CageState {
  now = $state.raw<CageNow | null>(null);
  account = $state.raw<CageAccount | null>(null);
  found = $state.raw<readonly Found[]>([]);
  ticket = $state.raw<Presented | null>(null);
  /** What would be printed if it were done. */
  draft = $state.raw<Slip | null>(null);
  /** Of what was done last, in the language spoken at the moment. */
  made = $state.raw<(() => Slip) | null>(null);
  /** A request of one's own whose answer is waited for. */
  waits = $state.raw<number | null>(null);
  said = $state('');
  /** Something is asked of the house: nothing else is, until it is answered. */
  busy = $state(false);
  /** Since when the house cannot be read. */
  stale = $state<number | null>(null);
  private heard = 0;
  /** Tickets that were brought to this window, the newest first; never in full. */
  brought = $state.raw<readonly Brought[]>([]);

  get op(): Op {
    const asked = router.query.get('do');
    return OPS.find((one) => one === asked) ?? 'buy-in';
  }

  get slip(): Slip | null {
    return this.made?.() ?? null;
  }

  get drawer(): WindowNow | null {
    return this.now?.windows.find((one) => one.window === this.now?.mine) ?? null;
  }

  /** Whether a drawer of one's own is open, and nobody counts it. */
  get works(): boolean {
    return this.drawer?.cashier === house.name && !this.drawer.counted.length;
  }

  /** Players' money lies in a wallet: it is paid in and out there. */
  get elsewhere(): boolean {
    return this.now?.kept_elsewhere ?? false;
  }

  get request(): Correction | null {
    return this.now?.requests.at(-1) ?? null;
  }

  go(op: Op): void {
    router.go(`/cage?do=${op}`);
    this.said = '';
  }

  start(): () => void {
    void this.read();
    const timer = setInterval(() => void this.read(), EVERY_MS);
    return () => clearInterval(timer);
  }

  async read(): Promise<void> {
    try {
      this.now = await api('GET /api/cage');
      this.heard = house.now;
      this.stale = null;
      if (this.request) this.waits = this.request.number;
      else if (this.waits !== null) await this.answered(this.waits);
    } catch {
      this.stale = this.heard || null; // it is read again
    }
  }

  private async answered(number: number): Promise<void> {
    const told = await api('GET /api/cage/requests/{number}', { place: { number } });
    if (told.state === 'waiting') return;
    this.waits = null;
    toasts.say(told.state === 'paid' ? 'good' : 'info', text.answers[told.state], told.by ?? '');
    if (told.receipt) this.done(told.receipt);
    this.ticket = null;
    await this.again();
  }

  /** A card, a name or a ticket. */
  async scan(given: string): Promise<void> {
    const asked = given.trim().toLowerCase();
    this.found = [];
    this.said = '';
    if (!asked) return;
    if (TICKET.test(asked)) await this.look(asked);
    else {
      this.found = await api('GET /api/cage/players', { query: { search: asked } });
      if (!this.found.length) this.said = text.nobody;
      if (this.found.length === 1) await this.open(this.found[0].player);
    }
  }

  private async look(given: string): Promise<void> {
    const ticket = /^\d+$/.test(given) ? given : (given.replaceAll('-', '').match(/.{4}/g) ?? []).join('-');
    this.go('ticket');
    this.ticket = null;
    const last = ticket.slice(-4);
    try {
      this.ticket = await api('GET /api/cage/tickets/{ticket}', { place: { ticket } });
      this.bring({ last, cents: this.ticket.cents, answer: 'open', says: '' });
    } catch (error) {
      this.bring({ last, cents: null, answer: 'refused', says: (error as Refused).message });
      throw error;
    }
  }

  bring(one: Omit<Brought, 'at'>): void {
    const others = this.brought.filter((each) => each.answer !== 'open' || each.last !== one.last);
    this.brought = [{ ...one, at: house.now }, ...others].slice(0, MOST_BROUGHT);
  }

  async open(name: string): Promise<void> {
    this.found = [];
    this.account = await api('GET /api/cage/players/{name}', { place: { name } });
    if (this.op === 'ticket' || this.op === 'close') this.go('buy-in');
  }

  async again(): Promise<void> {
    const name = this.account?.player;
    if (!name) return;
    const account = await api('GET /api/cage/players/{name}', { place: { name } });
    if (this.account?.player === name) this.account = account;
  }

  /** Asks the house; what it refuses is said. */
  async ask<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.busy) return null;
    this.busy = true;
    this.said = '';
    try {
      const told = await work();
      await this.read();
      return told;
    } catch (error) {
      this.said = (error as Refused).message;
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** Something moved: its receipt stands there, and all is read again. */
  done(told: CageReceipt): void {
    this.made = () => slipOf(told);
    this.draft = null;
    this.again().catch(() => {}); // it is read again with what is done next
  }
}

const checked = (size: number, root: string): string => `${count(size)} ${root.slice(0, 4)}…${root.slice(-4)}`;

function slipOf(told: CageReceipt): Slip {
  const lines: [string, string][] = [];
  if (told.player) lines.push([text.player, told.card ? `${told.player}, ···· ${told.card}` : told.player]);
  if (told.ticket) lines.push([text.ticketNumber, told.ticket]);
  lines.push([text.window, `${told.window}, ${told.by}`]);
  if (told.paid_as) lines.push([text.paidAs, text.as[told.paid_as]]);
  if (told.approved_by) lines.push([text.approvedBy, told.approved_by]);
  const more: [string, string][] =
    told.player && !state.elsewhere ? [[text.availableAfter, money(told.available_cents)]] : [];
  if (told.held_cents) more.push([text.held, money(told.held_cents)]);
  if (told.owed_cents) more.push([text.owed, money(told.owed_cents)]);
  more.push(
    [text.journalEntry, count(told.entry)],
    [text.checkpoint, checked(told.checkpoint_size, told.checkpoint_root)],
  );
  const word = COMES_IN.includes(told.event) ? text.takenWord : text.paid;
  return { title: text.events[told.event], lines, word, amount: money(told.cents), more, at: told.at };
}

export function shiftSlip(told: ShiftSlip): Slip {
  const lines: [string, string][] = [
    [text.window, told.window],
    [text.openSince, stamp(told.opened_at)],
    [text.float, money(told.float_cents)],
    ...(told.left_cents === null
      ? []
      : [
          [text.leftBefore, money(told.left_cents)] as [string, string],
          [text.saysOf(told.float_with), told.float_reason] as [string, string],
        ]),
    [text.shouldBe, money(told.should_cents)],
    [text.countedBy(told.cashier), money(told.counted_cents)],
    [text.countedBy(told.counted_with), money(told.counted_cents)],
  ];
  const signs = [told.cashier, told.counted_with, ...(told.signed_by ? [told.signed_by] : [])];
  return {
    title: text.shiftClosed,
    lines,
    word: text.difference,
    amount: money(told.counted_cents - told.should_cents),
    more: [
      ...(told.reason ? [[text.saysOf(told.by), told.reason] as const] : []),
      ...signs.map((name) => [name, text.signs] as const),
      [text.journalEntry, count(told.entry)],
      [text.checkpoint, checked(told.checkpoint_size, told.checkpoint_root)],
    ],
    at: told.at,
  };
}

export const differenceIn = (cents: number): string =>
  cents < 0 ? text.short(money(-cents)) : cents > 0 ? text.over(money(cents)) : text.none;

export const when = (at: number): string => clock(at);

export const state = new CageState();
