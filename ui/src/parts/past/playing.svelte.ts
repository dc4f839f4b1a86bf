// Where a replay stands, and how it goes on: by itself at a speed, step by step, phase by phase.

import type { Film } from './film';

export const SPEEDS = [1, 2, 4] as const;

export class Playing {
  at = $state(0);
  speed = $state<(typeof SPEEDS)[number]>(1);
  runs = $state(false);
  /** The finger is on the scrubber: nothing moves by itself. */
  held = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly film: () => Film | null) {}

  private get last(): number {
    return (this.film()?.steps.length ?? 1) - 1;
  }
  get ended(): boolean {
    return this.at >= this.last;
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.last, at));
    if (this.runs) this.plan();
  }

  by(steps: number): void {
    this.stop();
    this.go(this.at + steps);
  }

  /** To the beginning of the next phase, or of this one and then of the one before. */
  phase(by: 1 | -1): void {
    this.stop();
    const segments = this.film()?.segments ?? [];
    const here = segments.findIndex(({ first, last }) => first <= this.at && this.at <= last);
    const now = segments[here];
    if (!now) return;
    if (by < 0 && this.at > now.first) this.go(now.first);
    else this.go(segments[here + by]?.first ?? (by > 0 ? this.last : 0));
  }

  toggle(): void {
    if (this.runs) return this.stop();
    if (this.ended) this.at = 0;
    this.runs = true;
    this.plan();
  }

  set(speed: (typeof SPEEDS)[number]): void {
    this.speed = speed;
    if (this.runs) this.plan();
  }

  stop(): void {
    this.runs = false;
    clearTimeout(this.timer);
  }

  private plan(): void {
    clearTimeout(this.timer);
    const film = this.film();
    if (!film || this.ended) return this.stop();
    this.timer = setTimeout(
      () => {
        this.at += 1;
        this.plan();
      },
      film.waits(this.at) / this.speed,
    );
  }
}
