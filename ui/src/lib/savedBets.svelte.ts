// A few bets that a player likes, kept in this browser for each game.

import { recalled, remember } from './browser';

export type SavedBet = { readonly bet: string; readonly cents: number };
export type Pattern = readonly SavedBet[];

const KEY = 'saved-bets';
export const MOST_SAVED = 3;

const isPattern = (one: unknown): one is Pattern =>
  Array.isArray(one) &&
  one.length > 0 &&
  one.every((bet) => typeof bet?.bet === 'string' && Number.isSafeInteger(bet.cents) && bet.cents > 0);

/** What a browser kept, as far as it makes sense. */
export function readPatterns(text: string | null): Readonly<Record<string, readonly Pattern[]>> {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    const games = Object.entries(found).map(([game, patterns]): [string, readonly Pattern[]] => [
      game,
      Array.isArray(patterns) ? patterns.filter(isPattern).slice(0, MOST_SAVED) : [],
    ]);
    return Object.fromEntries(games);
  } catch {
    return {};
  }
}

class SavedBets {
  private all = $state.raw(readPatterns(recalled(KEY)));

  of(game: string): readonly Pattern[] {
    return this.all[game] ?? [];
  }

  /** The newest first; the oldest makes room. */
  keep(game: string, pattern: Pattern): void {
    const same = JSON.stringify(pattern);
    const others = this.of(game).filter((one) => JSON.stringify(one) !== same);
    this.write(game, [pattern, ...others].slice(0, MOST_SAVED));
  }

  drop(game: string, pattern: Pattern): void {
    this.write(
      game,
      this.of(game).filter((one) => one !== pattern),
    );
  }

  private write(game: string, patterns: readonly Pattern[]): void {
    this.all = { ...this.all, [game]: patterns };
    remember(KEY, JSON.stringify(this.all));
  }
}

export const savedBets = new SavedBets();
