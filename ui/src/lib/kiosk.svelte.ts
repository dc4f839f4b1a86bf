// A terminal that stays at one table, and rests when nobody touches it.

import { router } from './router.svelte';

export const REST_MS = 60_000;
export const HOLD_MS = 2000;
const SHIFT_PX = 8;
const KEY = 'kiosk';

/** Whether nobody is there: no touch for a minute, and nothing on the table. */
export const rests = (touched: number, now: number, staked: boolean): boolean => !staked && now - touched >= REST_MS;

/** The picture moves by a little every minute, so that none burns in. */
export function shiftOf(now: number): { readonly x: number; readonly y: number } {
  const turn = Math.floor(now / 60_000) % 4;
  return { x: turn === 1 || turn === 2 ? SHIFT_PX : 0, y: turn >= 2 ? SHIFT_PX : 0 };
}

const read = (): string | null => {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
};

/** The address that a kiosk stays at; kept with its window, so that a reload leads back to it. */
class Kiosk {
  home = $state<string | null>(read());
  /** Counts how often somebody wanted to leave: the terminal rests then. */
  left = $state(0);

  stay(path: string): void {
    this.home = path;
    router.only = path;
    router.onblocked = () => this.left++;
    try {
      sessionStorage.setItem(KEY, path);
    } catch {
      // it stays until it is loaded anew
    }
  }

  /** By staff. */
  leave(): void {
    this.home = null;
    router.only = null;
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // nothing was kept
    }
    router.go('/');
  }
}

export const kiosk = new Kiosk();
