// A question to the house that changes while one types: one at a time, and only the last answer counts.

export class Asking<T> {
  told = $state.raw<T | null>(null);
  busy = $state(false);
  /** The one line that the house says when it cannot answer; the last answer stays. */
  wrong = $state('');
  private next: (() => Promise<T>) | null = null;
  private running = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly pause = 150) {}

  ask(question: () => Promise<T>): void {
    this.next = question;
    this.busy = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run(), this.pause);
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    while (this.next) {
      const question = this.next;
      this.next = null;
      try {
        const told = await question();
        if (this.next) continue;
        this.told = told;
        this.wrong = '';
      } catch (error) {
        if (!this.next) this.wrong = (error as Error).message;
      }
    }
    this.running = false;
    this.busy = false;
  }
}
