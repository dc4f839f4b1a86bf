// What a player wants to know at a terminal: about one bet, or how the game is played.

export type AskedBet = {
  readonly bet: string;
  readonly anchor: Element;
  /** Opened by a resting pointer, it goes when the pointer goes. */
  readonly byPointer: boolean;
};

class Asking {
  bet = $state.raw<AskedBet | null>(null);
  coach = $state<'steps' | 'practice' | null>(null);

  about(bet: string, anchor: Element, byPointer = false): void {
    this.bet = { bet, anchor, byPointer };
  }

  close(): void {
    this.bet = null;
  }
}

export const asking = new Asking();
