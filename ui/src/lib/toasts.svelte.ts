// Short messages above the page. A refusal stays until the next action or eight seconds.

import { untrack } from 'svelte';

export type Toast = {
  readonly id: number;
  readonly kind: 'refused' | 'good' | 'info';
  readonly title: string;
  readonly says: string;
  readonly game: string;
  readonly clauses: readonly string[];
};

const STAYS_MS = 8000;

class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  /** The dialogs that are open, the topmost last: messages stand in it, or nobody could touch them. */
  dialogs = $state.raw<readonly HTMLElement[]>([]);
  private count = 0;

  say(kind: Toast['kind'], title: string, says = '', game = '', clauses: readonly string[] = []): void {
    const toast = { id: ++this.count, kind, title, says, game, clauses };
    this.list = [...this.list.slice(-2), toast];
    setTimeout(() => this.drop(toast.id), STAYS_MS);
  }

  drop(id: number): void {
    this.list = this.list.filter((one) => one.id !== id);
  }

  /** Messages stand above a dialog until the returned function is called. */
  above(dialog: HTMLElement): () => void {
    // not tracked: the dialog's own effect must not run again because it is open
    this.dialogs = [...untrack(() => this.dialogs), dialog];
    return () => (this.dialogs = untrack(() => this.dialogs).filter((one) => one !== dialog));
  }
}

export const toasts = new Toasts();
