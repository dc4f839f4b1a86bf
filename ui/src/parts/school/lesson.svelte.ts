// A lesson: so many drills of one kind. The house hands out each, measures the time and marks it.

import type { Mark, MarkStanding, Sheet } from '../../wire';
import { api } from '../../lib/api';

export type DrillName = 'pay' | 'draws' | 'follows';
/** What is drilled again: clauses of one game. */
export type Repeat = { readonly game: string; readonly clauses: readonly string[] };

const DRILLS = 20;
const TICK_MS = 100;

export class Lesson {
  number = $state('');
  sheet = $state.raw<Sheet | null>(null);
  mark = $state.raw<Mark | null>(null);
  standing = $state.raw<MarkStanding | null>(null);
  typed = $state<string[]>([]);
  problem = $state('');
  busy = $state(false);
  /** Drills that were marked, their answers and how many of these were right. */
  done = $state(0);
  answers = $state(0);
  right = $state(0);
  seconds = $state(0);
  private began = 0;

  constructor(
    readonly kind: DrillName | null,
    readonly game: string,
    readonly repeats: readonly Repeat[] = [],
    readonly of = DRILLS,
  ) {}

  get over(): boolean {
    return this.done >= this.of && this.mark !== null;
  }

  get at(): number {
    return Math.min(this.of, this.done + (this.mark ? 0 : 1));
  }

  /** While a drill is open its time runs; the house has the time that counts. */
  run(): () => void {
    const timer = setInterval(() => {
      if (this.sheet && !this.mark) this.seconds = (performance.now() - this.began) / 1000;
    }, TICK_MS);
    return () => clearInterval(timer);
  }

  next(): Promise<void> {
    const again = this.repeats[this.done % (this.repeats.length || 1)];
    const body = again
      ? { game: again.game, clauses: [...again.clauses] }
      : { game: this.game || null, kind: this.kind };
    return this.ask(async () => {
      const handed = await api('POST /api/school/drills', { body });
      this.number = handed.number;
      this.sheet = handed.sheet;
      this.typed = handed.sheet.parts.map(() => '');
      this.mark = this.standing = null;
      this.seconds = 0;
      this.began = performance.now();
    });
  }

  /** An answer that is not there counts as wrong; one that cannot be read is asked for again. */
  answer(): Promise<void> {
    const answers = this.typed.map((text) => text.trim() || null);
    return this.ask(async () => {
      const told = await api('POST /api/school/answers', { body: { number: this.number, answers } });
      this.mark = told.mark;
      this.standing = told.standing;
      this.seconds = told.mark.seconds;
      this.done += 1;
      this.answers += told.mark.parts.length;
      this.right += told.mark.parts.filter((part) => part.given === part.right).length;
    });
  }

  private async ask(what: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = '';
    try {
      await what();
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
}
