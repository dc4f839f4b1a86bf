// The report that is shown: of which stretch, by what, beside which earlier one.

import type { ShiftReport } from '../../wire';
import { api } from '../../lib/api';
import { house } from '../../lib/house.svelte';
import { atShown } from '../../lib/when';
import { stretch, type Kind } from './spans';

export const BY = ['table', 'game', 'dealer', 'player', 'hour', 'day', 'seat', 'pays'] as const;
export type By = (typeof BY)[number];
export const COMPARED = ['day', 'before', 'week', ''] as const;
export type Compared = (typeof COMPARED)[number];
/** Always read: what stands beside the table of the page. */
const BESIDE = ['dealer', 'game', 'hour'] as const;

class Report {
  kind = $state<Kind | 'span'>('shift');
  back = $state(0);
  since = $state('');
  until = $state('');
  by = $state<By>('table');
  compare = $state<Compared>('day');
  found = $state.raw<Readonly<Partial<Record<By, ShiftReport>>>>({});
  busy = $state(false);
  failed = $state('');
  private asked = 0;

  get main(): ShiftReport | null {
    return this.found[this.by] ?? null;
  }

  /** What is asked of the house; a stretch that is not over goes up to now. */
  query(now: number): { from?: string; to?: string } {
    const at = (moment: number) => new Date(moment).toISOString();
    if (this.kind === 'span') {
      const given = (text: string) => (text ? at(atShown(text)) : undefined);
      return { from: given(this.since), to: given(this.until) };
    }
    const { since, until } = stretch(this.kind, this.back, now);
    return { from: at(since), to: until > now ? undefined : at(until) };
  }

  read = async (title: string): Promise<void> => {
    const number = ++this.asked;
    const query = { ...this.query(house.now), compare: this.compare, title };
    this.busy = true;
    this.failed = '';
    try {
      const wanted = [...new Set<By>([this.by, ...BESIDE])];
      const told = await Promise.all(wanted.map((by) => api('GET /api/report', { query: { ...query, by } })));
      if (number === this.asked) this.found = Object.fromEntries(wanted.map((by, at) => [by, told[at]]));
    } catch (error) {
      if (number === this.asked) this.failed = (error as Error).message;
    }
    if (number === this.asked) this.busy = false;
  };
}

export const report = new Report();
