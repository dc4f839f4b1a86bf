// Where a popover stands: on the free side of what asked for it, whole and inside the window.

export type Rect = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Size = { readonly width: number; readonly height: number };
export type Side = 'left' | 'right' | 'below' | 'above';
export type Place = { readonly side: Side; readonly left: number; readonly top: number; readonly arrow: number };

export const GAP = 14;
export const MARGIN = 12;
/** From a corner of the popover, so that the arrow never stands on its rounding. */
const CORNER = 18;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, Math.max(low, high)));

/** The first side on which it fits without being moved away from its anchor, else the roomiest. */
export function place(anchor: Rect, size: Size, frame: Size): Place {
  const right = anchor.left + anchor.width;
  const bottom = anchor.top + anchor.height;
  const room: Record<Side, number> = {
    left: anchor.left - size.width,
    right: frame.width - right - size.width,
    below: frame.height - bottom - size.height,
    above: anchor.top - size.height,
  };
  const order: Side[] =
    anchor.left + anchor.width / 2 > frame.width / 2
      ? ['left', 'right', 'below', 'above']
      : ['right', 'left', 'below', 'above'];
  const fits = order.find((side) => room[side] >= GAP + MARGIN);
  const side = fits ?? order.reduce((best, one) => (room[one] > room[best] ? one : best));
  const middleX = anchor.left + anchor.width / 2;
  const middleY = anchor.top + anchor.height / 2;
  const aside = side === 'left' || side === 'right';
  const wantedX =
    side === 'left' ? anchor.left - GAP - size.width : side === 'right' ? right + GAP : middleX - size.width / 2;
  const wantedY = aside ? middleY - 40 : side === 'below' ? bottom + GAP : anchor.top - GAP - size.height;
  const left = clamp(wantedX, MARGIN, frame.width - MARGIN - size.width);
  const top = clamp(wantedY, MARGIN, frame.height - MARGIN - size.height);
  const arrow = aside
    ? clamp(middleY - top, CORNER, size.height - CORNER)
    : clamp(middleX - left, CORNER, size.width - CORNER);
  return { side, left, top, arrow };
}
