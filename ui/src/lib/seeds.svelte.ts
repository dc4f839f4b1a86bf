// The player's own seeds: drawn in the browser, committed to for the shoe to come, opened when it is due.

import type { NextShoe } from '../wire';
import { recalled, remember } from './browser';
import { api, Refused } from './api';
import { canHash } from './fairness';
import { digest, hex, playerCommitment } from './order';

/** A seed that this browser committed to. */
export type Own = {
  readonly player: string;
  readonly table: string;
  readonly shoe: string;
  readonly seed: string;
  readonly salt: string;
  readonly commitment: string;
  /** The house has it. */
  readonly sent: boolean;
  readonly opened: boolean;
};

const WORDS = 'seed-words';
const KEPT = 'seeds';
const MOST_KEPT = 60;
const RETRY_MS = 300;
export const MOST_LETTERS = 80;

/** Not for want of an answer, nor because the house is busy or paused. */
const isFinal = ({ status }: Refused): boolean => status >= 400 && status < 429;
const random = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

function stored(): readonly Own[] {
  try {
    const found: unknown = JSON.parse(recalled(KEPT) ?? '[]');
    return Array.isArray(found) ? (found as Own[]) : [];
  } catch {
    return [];
  }
}

class Seeds {
  /** What the player typed; without it each seed is drawn by chance. */
  words = $state(recalled(WORDS) ?? '');
  own = $state.raw<readonly Own[]>(stored());
  /** Why the last seed was not taken. */
  refused = $state('');
  private busy = false;
  private latest: { table: string; player: string; next: NextShoe } | null = null;
  /** Shoes for which the house said no. */
  private readonly givenUp = new Set<string>();

  change(words: string): void {
    this.words = words.trim().slice(0, MOST_LETTERS);
    remember(WORDS, this.words);
  }

  find(shoe: string, player: string): Own | null {
    return this.own.find((one) => one.shoe === shoe && one.player === player) ?? null;
  }

  private put(own: Own): void {
    const others = this.own.filter((one) => one.commitment !== own.commitment);
    this.own = [own, ...others].slice(0, MOST_KEPT);
    remember(KEPT, JSON.stringify(this.own));
  }

  /** What is due for the shoe to come, called with every view of the table. */
  async follow(table: string, player: string, next: NextShoe): Promise<void> {
    const asked = { table, player, next };
    this.latest = asked;
    const own = this.find(next.shoe, player);
    const due = own ? (next.closed ? !own.opened : !own.sent) : !next.closed;
    if (!due || this.busy || this.givenUp.has(next.shoe) || !canHash()) return;
    this.busy = true;
    try {
      await (own && next.closed ? this.open(own) : this.commit(own ?? (await this.drawn(table, player, next.shoe))));
      this.refused = '';
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (isFinal(error)) {
        this.givenUp.add(next.shoe);
        this.refused = error.message;
      } else setTimeout(() => this.goOn(), RETRY_MS);
    } finally {
      this.busy = false;
    }
    if (this.latest !== asked) this.goOn(); // seeds may have been closed meanwhile
  }

  private goOn(): void {
    if (this.latest) void this.follow(this.latest.table, this.latest.player, this.latest.next);
  }

  private async drawn(table: string, player: string, shoe: string): Promise<Own> {
    // words are the seed's own, the salt is chance all the same: known words give nothing away
    const seed = this.words ? await digest('croupier/words/1', this.words) : random();
    const salt = random();
    const commitment = await playerCommitment(shoe, seed, salt);
    const own = { player, table, shoe, seed, salt, commitment, sent: false, opened: false };
    this.put(own); // before it is sent: what the house may have taken is never lost
    return own;
  }

  private async commit(own: Own): Promise<void> {
    const { table, shoe, commitment } = own;
    try {
      await api('POST /api/tables/{table}/seeds', { place: { table }, body: { shoe, commitment } });
    } catch (error) {
      const taken = error instanceof Refused && error.why === 'already-so';
      if (!taken) throw error; // else it is this one, or that of another screen: the opening tells
    }
    this.put({ ...own, sent: true });
  }

  private async open(own: Own): Promise<void> {
    const { table, shoe, seed, salt } = own;
    await api('POST /api/tables/{table}/seeds/open', { place: { table }, body: { shoe, seed, salt } });
    this.put({ ...own, opened: true });
  }
}

export const seeds = new Seeds();
