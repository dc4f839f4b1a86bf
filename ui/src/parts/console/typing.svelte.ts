// The cards that a dealer is about to confirm. Each is held against the table by the house as soon as
// it is typed: one that cannot be is taken out again and never sent.

import type { AnyCommand, Entry } from '../../wire';
import { api } from '../../lib/api';
import { send } from '../../lib/betting.svelte';
import type { TableState } from '../../lib/table.svelte';
import { console_ as text } from '../../text/console';
import { signOf } from '../../lib/signs';
import { cardsOf, rankOf, suitOf } from './cards';
import { saidBy } from '../../text/said';

export type Wrong = { readonly card: string; readonly says: string; readonly clauses: readonly string[] };

export class Typing {
  cards = $state.raw<readonly string[]>([]);
  /** Typed, and waiting for its suit. */
  rank = $state('');
  wrong = $state.raw<Wrong | null>(null);
  busy = $state(false);
  /** What a ruling made next stands there before anything is typed. */
  filled = $state(false);
  private checked: Promise<void> = Promise.resolve();

  constructor(readonly table: TableState) {}

  get entry(): Entry | null {
    return this.table.own?.part.staff?.entry ?? null;
  }

  get isFull(): boolean {
    return this.entry !== null && this.cards.length === this.entry.size && !this.busy;
  }

  /** Whether something of it is typed. */
  get begun(): boolean {
    return this.rank !== '' || this.cards.length > 0;
  }

  get mayDealAll(): boolean {
    return !!this.entry?.rest && !this.begun && !this.busy;
  }

  get mayDealNext(): boolean {
    return !!this.entry?.unread && !this.begun && !this.busy;
  }

  get mayUndo(): boolean {
    return this.entry !== null && this.begun;
  }

  /** Another place, another round: what was typed for the last one is gone. */
  clear(): void {
    this.cards = [];
    this.rank = '';
    this.wrong = null;
    this.filled = false;
  }

  fill(coming: string): void {
    if (this.begun || this.busy || !coming) return;
    this.cards = coming.split(' ');
    this.filled = true;
  }

  /** Whether the key was one for cards. */
  key(key: string): boolean {
    if (!this.entry) return false;
    const suit = suitOf(key);
    if (suit && this.rank) {
      const card = this.rank + suit;
      this.rank = '';
      this.add(card);
      return true;
    }
    const rank = rankOf(key);
    if (rank) {
      this.rank = rank;
      this.wrong = null;
      return true;
    }
    if (key !== 'Backspace') return false;
    this.undo();
    return true;
  }

  undo(): void {
    if (this.rank) this.rank = '';
    else this.cards = this.cards.slice(0, -1);
    this.wrong = null;
    this.filled = false;
  }

  paste(pasted: string): boolean {
    const found = this.entry ? cardsOf(pasted) : [];
    for (const card of found) this.add(card);
    return found.length > 0;
  }

  add(card: string): void {
    this.wrong = null;
    this.busy = true;
    this.checked = this.checked.then(() => this.check(card));
  }

  private async check(card: string): Promise<void> {
    const cards = this.filled ? [card] : [...this.cards, card];
    if (this.entry && cards.length <= this.entry.size) {
      try {
        const place = { table: this.table.name };
        const told = await api('GET /api/tables/{table}/check', { place, query: { cards: cards.join(' ') } });
        if (told.says)
          this.wrong = {
            card,
            clauses: told.clauses,
            get says() {
              return saidBy(told);
            },
          };
        else {
          this.cards = cards;
          this.filled = false;
        }
      } catch (error) {
        this.wrong = { card, says: (error as Error).message, clauses: [] };
      }
    }
    this.busy = false;
  }

  /** After everything that was typed before it; a dealer may type faster than the house answers. */
  confirm(): Promise<void> {
    this.checked = this.checked.then(async () => {
      const { entry } = this;
      if (entry && this.cards.length === entry.size) await this.sendCards(entry, this.cards.join(' '));
    });
    return this.checked;
  }

  /** The next place alone, face down. */
  unread(): Promise<void> {
    this.checked = this.checked.then(async () => {
      const { entry } = this;
      if (entry && this.mayDealNext) await this.sendCards(entry, Array(entry.size).fill('??').join(' '));
    });
    return this.checked;
  }

  /** Every place that is still to get cards, face down. */
  dealAll(): Promise<void> {
    this.checked = this.checked.then(async () => {
      if (this.mayDealAll) await this.sends({ command: 'deal-face-down' }, text.notDone);
    });
    return this.checked;
  }

  private sendCards(entry: Entry, cards: string): Promise<void> {
    const told = cards.split(' ').filter((card) => card !== '??');
    return this.sends(commandOf(entry, cards), told.length ? text.cannot(told.map(signOf).join(' ')) : text.notDone);
  }

  private async sends(command: AnyCommand, title: string): Promise<void> {
    this.busy = true;
    if (await send(this.table, command, title)) {
      this.cards = []; // and a rank stays that was typed meanwhile
      this.wrong = null;
      this.filled = false;
      await this.shown();
    }
    this.busy = false;
  }

  /** Until the table as it is now has arrived, so that the next card goes to the next place. */
  private async shown(): Promise<void> {
    const before = this.table.own;
    for (let tries = 0; tries < 100 && (this.table.pending.length || this.table.own === before); tries++) {
      await new Promise((again) => setTimeout(again, 5));
    }
  }
}

/** In a hand that lies there already, the cards read take the places of those that were not. */
export function commandOf(entry: Entry, read: string): AnyCommand {
  const named = read.split(' ');
  const cards = entry.lies
    ? entry.lies
        .split(' ')
        .map((known) => (known === '??' ? named.shift() : known))
        .join(' ')
    : read;
  if (entry.command === 'deal') return { command: 'deal', cards, to: entry.place };
  if (entry.command === 'expose-dealer') return { command: 'expose-dealer', cards };
  return { command: 'return-hand', box: entry.place, cards };
}
