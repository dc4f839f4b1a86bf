// What a press opens beside the felt: not in what a terminal is first drawn with, but fetched by itself once it
// has rested, so that the first press opens it also while the line is lost.

export const reason = () => import('./Why.svelte');
export const betCard = () => Promise.all([import('./Popover.svelte'), import('./BetCard.svelte')]);

const RESTS_MS = 8000;

/** Until the returned function is called. A press that comes before fetches for itself. */
export function fetchLater(): () => void {
  const timer = setTimeout(() => void Promise.allSettled([reason(), betCard()]), RESTS_MS);
  return () => clearTimeout(timer);
}
