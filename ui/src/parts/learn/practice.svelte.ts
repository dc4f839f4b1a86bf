// A practice round: chips that are no money, cards that the house deals beside its tables.

import type { GameCard, PracticeRound } from '../../wire';
import { api } from '../../lib/api';

export type PracticeAnswer = PracticeRound['answers'][number];

export class PracticeTable {
  chip = $state(25);
  stakes = $state.raw<Readonly<Record<string, number>>>({});
  round = $state.raw<PracticeRound | null>(null);
  looked = $state(false);
  problem = $state('');
  busy = $state(false);

  constructor(readonly card: GameCard) {}

  /** Bets that are placed before the deal; a jackpot is not practised. */
  get bets() {
    const { decision, jackpot } = this.card;
    return this.card.bets.filter((bet) => bet.spot && bet.name !== decision?.bet && bet.name !== jackpot?.bet);
  }

  get phase(): 'bets' | 'hand' | 'over' {
    return !this.round ? 'bets' : this.round.number ? 'hand' : 'over';
  }

  get total(): number {
    return Object.values(this.stakes).reduce((sum, cents) => sum + cents, 0);
  }

  get net(): number {
    return this.round?.lines.reduce((sum, line) => sum + line.back_cents - line.stake_cents, 0) ?? 0;
  }

  place(bet: string): void {
    if (this.phase !== 'bets') return;
    this.stakes = { ...this.stakes, [bet]: (this.stakes[bet] ?? 0) + this.chip * 100 };
    this.problem = '';
  }

  clear(): void {
    this.stakes = {};
    this.problem = '';
  }

  deal(): Promise<void> {
    const wagers = Object.entries(this.stakes).map(([bet, cents]) => ({ bet, cents }));
    this.looked = false;
    return this.ask(() =>
      api('POST /api/games/{game}/practice', { place: { game: this.card.about.game }, body: { wagers } }),
    );
  }

  answer(answer: PracticeAnswer): Promise<void> {
    const number = this.round?.number ?? '';
    this.looked = true;
    return this.ask(() =>
      api('POST /api/games/{game}/practice/answer', {
        place: { game: this.card.about.game },
        body: { number, answer },
      }),
    );
  }

  again(): void {
    this.round = null;
  }

  private async ask(what: () => Promise<PracticeRound>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = '';
    try {
      this.round = await what();
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
}
