// Going from spot to spot by arrow keys, as they lie on the felt.

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  arrowleft: [-1, 0],
  arrowright: [1, 0],
  arrowup: [0, -1],
  arrowdown: [0, 1],
};

/** The nearest spot in that direction; the first arrow goes to the own box. */
export function aSpotTo(key: string): void {
  const spots = [...document.querySelectorAll<HTMLElement>('[data-spot]')].filter((one) => one.offsetParent);
  const from = document.activeElement as HTMLElement | null;
  if (!from?.dataset.spot) {
    (document.querySelector<HTMLElement>('.own [data-spot]') ?? spots[0])?.focus();
    return;
  }
  const here = from.getBoundingClientRect();
  const way = WAYS[key] ?? [0, 0];
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const there = spot.getBoundingClientRect();
    const dx = there.x + there.width / 2 - here.x - here.width / 2;
    const dy = there.y + there.height / 2 - here.y - here.height / 2;
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along > 4 && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = spot;
    }
  }
  best?.focus();
}
