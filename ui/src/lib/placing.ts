// Where a notice may stand: where it covers nothing that is needed to play.

export type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
export type Place = { readonly x: number; readonly y: number };

const GAP = 8;

const covered = (one: Rect, other: Rect): number =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));

/** The highest free place, right before left before the middle; where there is none, the one that covers least. */
export function placeFor(
  size: { readonly width: number; readonly height: number },
  window: { readonly width: number; readonly height: number },
  top: number,
  taken: readonly Rect[],
): Place {
  const right = window.width - size.width - GAP;
  let best: Place = { x: Math.max(GAP, right), y: top };
  let least = Infinity;
  for (let y = top; y <= Math.max(top, window.height - size.height - GAP); y += GAP) {
    for (const x of [right, GAP, (window.width - size.width) / 2]) {
      const at = { x: Math.max(GAP, x), y };
      const over = taken.reduce((sum, one) => sum + covered({ ...at, ...size }, one), 0);
      if (over === 0) return at;
      if (over < least) [best, least] = [at, over];
    }
  }
  return best;
}
