// The one open reason. It stays until it is closed, even when the line that asked has gone.

import { mount, unmount } from 'svelte';
import type { SettledLine } from '../../wire';

export type Reason = {
  readonly game: string;
  readonly clauses: readonly string[];
  /** The bet that was settled so; it is told in the language spoken while it is read. */
  readonly settled?: { readonly line: SettledLine; readonly title: (line: SettledLine) => string };
};

class OpenReason {
  /** The button that asked. */
  at = $state.raw<Element | null>(null);
  private asked: Reason | null = null;
  private shown: Record<string, unknown> | null = null;

  toggle(anchor: Element, reason: Reason): void {
    const again = this.at === anchor;
    this.close();
    if (again) return;
    this.at = anchor;
    this.asked = reason;
    import('./Why.svelte').then(
      ({ default: Why }) => {
        if (this.asked !== reason) return;
        const props = { anchor, ...reason, onclose: () => this.close() };
        this.shown = mount(Why, { target: document.body, props });
      },
      () => this.asked === reason && this.close(),
    );
  }

  close(): void {
    if (this.shown) void unmount(this.shown);
    this.shown = null;
    this.asked = null;
    this.at = null;
  }
}

export const why = new OpenReason();
