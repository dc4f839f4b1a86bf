// One's own play as the house counts it, and what is asked of the house about it.

import { untrack } from 'svelte';
import type { LimitSeen, OwnPlaySeen } from '../wire';
import { play } from '../text/play';
import { api } from './api';
import { house } from './house.svelte';
import { centsWritten } from './money';

const IDLE_MS = 120_000;
const AGAIN_MS = 2_000;
const MINUTE = 60_000;
export type Kind = LimitSeen['kind'];

class OwnPlay {
  seen = $state.raw<OwnPlaySeen | null>(null);
  private whose = '';
  private loaded = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** What has passed since it was seen, as far as time is counted without another wager. */
  private readonly more = $derived.by((): number => {
    const seen = this.seen;
    if (!seen || seen.last_wager === null) return 0;
    const end = seen.last_wager + IDLE_MS;
    return Math.max(0, Math.min(house.now, end) - Math.max(seen.last_wager, Math.min(seen.now, end)));
  });
  readonly minutes = $derived(Math.floor(((this.seen?.session?.figures.played_ms ?? 0) + this.more) / MINUTE));
  readonly minutesToday = $derived(Math.floor(((this.seen?.today.played_ms ?? 0) + this.more) / MINUTE));
  readonly net = $derived(this.seen?.session?.figures.net_cents ?? 0);
  readonly sinceReminder = $derived((this.seen?.reminder.figures.played_ms ?? 0) + this.more);
  readonly untilReminder = $derived.by((): number | null => {
    const every = this.seen?.reminder.every_minutes ?? null;
    return every === null ? null : Math.max(0, Math.ceil((every * MINUTE - this.sinceReminder) / MINUTE));
  });
  readonly due = $derived(!!this.seen && (this.seen.reminder.due || this.untilReminder === 0));

  limit(kind: Kind): LimitSeen | undefined {
    return this.seen?.limits.find((one) => one.kind === kind);
  }

  async load(): Promise<void> {
    this.loaded = Date.now();
    const who = house.name;
    const seen = await api('GET /api/own-play').catch(() => null);
    if (seen && who === house.name) this.seen = seen;
  }

  /** Soon, and seldom. */
  private loadSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(), Math.max(300, this.loaded + AGAIN_MS - Date.now()));
  }

  /** Follows whoever is signed in, for as long as a page shows it: what is lost moves no purse. */
  follow(): void {
    const player = house.who?.role === 'player' ? house.name : '';
    void house.purse;
    void house.ownNews;
    untrack(() => {
      if (player !== this.whose) this.seen = null;
      this.whose = player;
      if (!player) return;
      if (!this.seen) void this.load();
      else this.loadSoon();
    });
  }

  /** Takes over what the house says after a change; a refusal is thrown. */
  async did(asked: Promise<OwnPlaySeen>): Promise<void> {
    this.seen = await asked;
  }
}

export const own = new OwnPlay();

/** Cents of an amount as people write it; null for none, undefined for what is no amount. */
export function centsOf(text: string): number | null | undefined {
  const plain = text.replace(/\s/g, '');
  if (!plain) return null;
  const cents = centsWritten(plain);
  return cents !== null && cents >= 0 ? cents : undefined;
}

/** Minutes of 2 h 30, 2:30, 150 or 150 min, and with the words of the language spoken. */
export function minutesOf(text: string): number | null | undefined {
  const plain = text.trim().toLowerCase();
  if (!plain) return null;
  const [h, min] = [['h', ':', ...play.hourWords].join('|'), ['min', ...play.minuteWords].join('|')];
  const hours = new RegExp(`^(\\d{1,2})\\s*(?:${h})\\s*(\\d{1,2})?\\s*(?:${min})?$`).exec(plain);
  const minutes = new RegExp(`^(\\d{1,4})\\s*(?:${min})?$`).exec(plain);
  const found = hours ? Number(hours[1]) * 60 + Number(hours[2] ?? 0) : minutes ? Number(minutes[1]) : NaN;
  return found >= 0 && found <= 1440 ? found : undefined;
}
