// A part of the journal as it is browsed: what is asked for, and the page of it that is shown.

import type { JournalLine } from '../../wire';
import { api } from '../../lib/api';
import { atShown } from '../../lib/when';

export const AT_ONCE = 50;
const NEWEST = 2 ** 53;

export type Filters = { stream: string; event: string; person: string; from: string; to: string };

export const NOTHING: Filters = { stream: '', event: '', person: '', from: '', to: '' };

/** What is given, as the house reads it; times by its clock become UTC. */
export function asked(filters: Filters): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of ['stream', 'event', 'person'] as const) {
    if (filters[name].trim()) found[name] = filters[name].trim();
  }
  for (const name of ['from', 'to'] as const)
    if (filters[name]) found[name] = new Date(atShown(filters[name])).toISOString();
  return found;
}

class Journal {
  lines = $state.raw<readonly JournalLine[] | null>(null);
  filters = $state<Filters>({ ...NOTHING });
  busy = $state(false);
  failed = $state('');
  /** Whether there may be more in the direction that was last gone. */
  more = $state(true);

  private async read(where: { after?: number; before?: number }): Promise<void> {
    this.busy = true;
    this.failed = '';
    try {
      const found = await api('GET /api/journal', { query: { ...asked(this.filters), ...where, limit: AT_ONCE } });
      this.more = found.length === AT_ONCE;
      if (found.length || where.before === NEWEST)
        this.lines = where.before === undefined ? [...found].reverse() : found;
    } catch (error) {
      this.failed = (error as Error).message;
    }
    this.busy = false;
  }

  newest = (): Promise<void> => this.read({ before: NEWEST });
  oldest = (): Promise<void> => this.read({ after: 0 });
  older = (): Promise<void> => this.read({ before: this.lines?.at(-1)?.position ?? NEWEST });
  newer = (): Promise<void> => this.read({ after: this.lines?.[0]?.position ?? 0 });
}

export const journal = new Journal();
