// A part of the journal as it is browsed: what is asked for, the page of it that is shown, and whether it is followed.

import type { Kinds, PlacedLine } from '../../wire';
import { api } from '../../lib/api';
import { house } from '../../lib/house.svelte';
import { atShown } from '../../lib/when';
import { stretch } from '../report/spans';

export const AT_ONCE = 50;
const NEWEST = 2 ** 53;

export const WHEN = ['ever', 'shift', 'day', 'hour', 'span'] as const;
export type When = (typeof WHEN)[number];
export type Filters = {
  streams: readonly string[];
  events: readonly string[];
  person: string;
  when: When;
  from: string;
  to: string;
};

export const NOTHING: Filters = { streams: [], events: [], person: '', when: 'ever', from: '', to: '' };
const HOUR = 3_600_000;

/** What is given, as the house reads it; times by its clock become UTC. */
export function asked(filters: Filters, now: number): Record<string, string> {
  const found: Record<string, string> = {};
  const at = (moment: number): string => new Date(moment).toISOString();
  if (filters.streams.length) found.stream = filters.streams.join();
  if (filters.events.length) found.event = filters.events.join();
  if (filters.person.trim()) found.person = filters.person.trim();
  if (filters.when === 'hour') found.from = at(now - HOUR);
  else if (filters.when === 'shift' || filters.when === 'day') found.from = at(stretch(filters.when, 0, now).since);
  else if (filters.when === 'span')
    for (const name of ['from', 'to'] as const) if (filters[name]) found[name] = at(atShown(filters[name]));
  return found;
}

class Journal {
  lines = $state.raw<readonly PlacedLine[] | null>(null);
  kinds = $state.raw<Kinds | null>(null);
  filters = $state<Filters>({ ...NOTHING });
  busy = $state(false);
  failed = $state('');
  following = $state(false);
  /** Which entries came while it was followed and nobody has looked at yet. */
  fresh = $state.raw<ReadonlySet<number>>(new Set());
  private asked = 0;

  query(): Record<string, string> {
    return asked(this.filters, house.now);
  }

  private async read(where: { after?: number; before?: number }): Promise<void> {
    const number = ++this.asked;
    this.busy = true;
    this.failed = '';
    try {
      const found = await api('GET /api/journal', { query: { ...this.query(), ...where, limit: AT_ONCE } });
      if (number !== this.asked) return;
      if (found.length || where.before === NEWEST)
        this.lines = where.before === undefined ? [...found].reverse() : found;
    } catch (error) {
      if (number === this.asked) this.failed = (error as Error).message;
    }
    if (number === this.asked) this.busy = false;
  }

  count = async (): Promise<void> => {
    const { from, to } = this.query();
    this.kinds = await api('GET /api/journal/kinds', { query: { from, to } }).catch(() => this.kinds);
  };

  newest = (): Promise<void> => this.read({ before: NEWEST });
  oldest = (): Promise<void> => this.turn({ after: 0 });
  older = (): Promise<void> => this.turn({ before: this.lines?.at(-1)?.position ?? NEWEST });
  newer = (): Promise<void> => this.turn({ after: this.lines?.[0]?.position ?? 0 });
  seek = (position: number): Promise<void> => this.turn({ before: position + 1 });

  /** Whoever looks elsewhere is not led back to the newest. */
  private turn(where: { after?: number; before?: number }): Promise<void> {
    this.following = false;
    return this.read(where);
  }

  /** The newest page again: what is new in it, and what was withheld until its round had ended. */
  look = async (): Promise<void> => {
    const last = this.lines?.[0]?.position ?? 0;
    await this.newest();
    const come = (this.lines ?? []).map((one) => one.position).filter((position) => position > last);
    if (last && come.length) this.fresh = new Set([...this.fresh, ...come]);
  };

  seen = (position: number): void => {
    if (this.fresh.has(position)) this.fresh = new Set([...this.fresh].filter((one) => one !== position));
  };
}

export const journal = new Journal();
