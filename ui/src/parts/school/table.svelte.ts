// The trainee's table at the school: the house deals in memory, puts in errors and marks what is said.

import type { StepName, TableShown } from '../../wire';
import { api } from '../../lib/api';

export const STEPS: readonly StepName[] = ['open-betting', 'close-betting', 'deal', 'expose-dealer', 'settle'];

export class SchoolTable {
  shown = $state.raw<TableShown | null>(null);
  typed = $state<string[]>(['', '', '']);
  problem = $state('');
  busy = $state(false);

  /** The table that is there already, or a new one of this game. */
  async enter(game: string): Promise<void> {
    await this.ask(async () => {
      const found = await api('GET /api/school/table');
      return found && (!game || found.game === game) ? found : this.made(game || found?.game || 'three-pictures');
    });
  }

  begin = (game: string): Promise<void> => this.ask(() => this.made(game));

  step = (step: StepName): Promise<void> => this.ask(() => api('POST /api/school/table/step', { body: { step } }));

  report = (irregularity: string): Promise<void> =>
    this.ask(() => api('POST /api/school/table/report', { body: { irregularity } }));

  answer = (): Promise<void> => {
    const answers = this.typed.map((code) => code || null);
    return this.ask(() => api('POST /api/school/table/answer', { body: { answers } }));
  };

  reply = (answer: string): Promise<void> => this.ask(() => api('POST /api/school/table/reply', { body: { answer } }));

  private made = (game: string): Promise<TableShown> => api('POST /api/school/table', { body: { game } });

  private async ask(what: () => Promise<TableShown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = '';
    try {
      const before = this.shown?.sheet;
      this.shown = await what();
      if (this.shown.sheet && !before) this.typed = this.shown.sheet.parts.map(() => '');
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
}
