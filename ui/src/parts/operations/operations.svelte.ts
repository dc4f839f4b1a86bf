// How the house stands, asked again and again while the page is open.

import type { HouseStanding } from '../../wire';
import { api } from '../../lib/api';
import { toasts } from '../../lib/toasts.svelte';
import { saidBy } from '../../text/said';
import { operations as text } from '../../text/operations';

const EVERY_MS = 5000;

class Operations {
  now = $state.raw<HouseStanding | null>(null);
  /** The moment of what is shown, while the house does not answer. */
  stale = $state<number | null>(null);
  busy = $state(false);

  read = async (): Promise<void> => {
    try {
      this.now = await api('GET /api/operations');
      this.stale = null;
    } catch {
      this.stale = this.now?.now ?? null;
    }
  };

  start(): () => void {
    void this.read();
    const timer = setInterval(() => void this.read(), EVERY_MS);
    return () => clearInterval(timer);
  }

  /** What is asked of the house once; what it says is shown. */
  private async ask(title: string, asked: () => Promise<Parameters<typeof saidBy>[0]>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      toasts.say('good', title, saidBy(await asked()));
    } catch (error) {
      toasts.say('refused', title, (error as Error).message);
    }
    this.busy = false;
    await this.read();
  }

  take(alert: string): Promise<void> {
    return this.ask(text.alerts, () => api('POST /api/operations/alerts/{alert}/take', { place: { alert } }));
  }

  verify(): Promise<void> {
    return this.ask(text.program, async () => {
      const found = await api('POST /api/program/verify');
      const says = found.count ? text.differs(found.count) : found.accepted ? text.accepted : text.notAccepted;
      return { says };
    });
  }
}

export const state = new Operations();
