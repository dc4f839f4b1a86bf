// What of one's rounds is asked for, page by page; totals come after the page.

import type { History, HistoryTotals, PastRound } from '../../wire';
import { untrack } from 'svelte';
import { api } from '../../lib/api';
import { house } from '../../lib/house.svelte';
import { dateOf, midnight } from '../../lib/when';

export type Span = 'today' | 'week' | 'month' | 'all' | 'day';
type Result = 'won' | 'lost' | 'returned' | 'void' | 'disputed';
const DAYS = { today: 0, week: 6, month: 29 } as const;

/** From which moment to which, by the house's calendar. */
export function bounds(span: Span, day: string, now: number): { since?: number; until?: number } {
  if (span === 'all') return {};
  if (span !== 'day') return { since: midnight(dateOf(now, -DAYS[span])) };
  const since = midnight(day);
  return Number.isNaN(since) ? {} : { since, until: midnight(dateOf(since, 1)) };
}

export class Asking {
  span = $state<Span>('today');
  day = $state('');
  game = $state('');
  table = $state('');
  result = $state<Result | ''>('');
  round = $state('');
  page = $state.raw<History | null>(null);
  totals = $state.raw<HistoryTotals | null>(null);
  wrong = $state('');
  /** Where each page before this one began. */
  before = $state.raw<readonly (number | undefined)[]>([undefined]);
  private shownBefore = $state.raw<readonly number[]>([]);
  private asked = 0;

  get filter() {
    return {
      ...bounds(
        this.span,
        this.day,
        untrack(() => house.now),
      ),
      game: this.game || undefined,
      table: this.table || undefined,
      result: this.result || undefined,
      round: Number(this.round) > 0 ? Number(this.round) : undefined,
    };
  }

  get from(): number {
    return this.shownBefore.reduce((sum, one) => sum + one, 0) + 1;
  }
  get rounds(): readonly PastRound[] {
    return this.page?.rounds ?? [];
  }
  get csv(): string {
    const given = Object.entries(this.filter).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    return `/api/history.csv?${new URLSearchParams(given)}`;
  }

  async load(): Promise<void> {
    const number = ++this.asked;
    const query = this.filter;
    try {
      const page = await api('GET /api/history', { query: { ...query, before: this.before.at(-1) } });
      if (number !== this.asked) return;
      this.page = page;
      const totals = await api('GET /api/history/totals', { query });
      if (number === this.asked) this.totals = totals;
      this.wrong = '';
    } catch (error) {
      if (number === this.asked) this.wrong = (error as Error).message;
    }
  }

  /** Another filter begins at the newest round. */
  again(): Promise<void> {
    this.before = [undefined];
    this.shownBefore = [];
    return this.load();
  }

  older(): Promise<void> {
    if (!this.page?.next) return Promise.resolve();
    this.shownBefore = [...this.shownBefore, this.rounds.length];
    this.before = [...this.before, this.page.next];
    return this.load();
  }

  newer(): Promise<void> {
    this.shownBefore = this.shownBefore.slice(0, -1);
    this.before = this.before.slice(0, -1);
    return this.load();
  }
}
