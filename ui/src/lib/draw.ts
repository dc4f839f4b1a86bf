// The drawings: cards, chips, icons. Small and pure: a name in, SVG out.

import { cards } from '../text/cards';

// Suits on a 100 x 100 square.
type Drawn = Record<string, string>;
const SUIT: Drawn = {
  h: 'M50 91C22 67 7 51 7 33 7 18 18 8 30 8c9 0 16 5 20 14C54 13 61 8 70 8c12 0 23 10 23 25 0 18-15 34-43 58z',
  d: 'M50 4c8 17 20 33 35 46-15 13-27 29-35 46C42 79 30 63 15 50 30 37 42 21 50 4z',
  s: 'M50 5c5 16 43 36 43 59 0 13-10 21-21 21-8 0-15-4-19-11 1 9 5 16 12 21H35c7-5 11-12 12-21-4 7-11 11-19 11C17 85 7 77 7 64 7 41 45 21 50 5z',
  c: 'M50 5a21.5 21.5 0 0 1 17 34.6 21.5 21.5 0 1 1-13.5 31.4c.8 9.5 4.5 18 11.5 24H35c7-6 10.7-14.5 11.5-24A21.5 21.5 0 1 1 33 39.6 21.5 21.5 0 0 1 50 5z',
};
// Ranks as one stroke weight on a 20 x 28 field: the same on every machine, whatever fonts it has.
const RANK: Drawn = {
  A: 'M2 25.5 10 2.5l8 23M4.7 18h10.6',
  2: 'M3 8.6C3 4.9 6 2.5 10 2.5s7 2.5 7 6.2c0 3-1.8 5.2-4.6 7.9L3 25.5h14.3',
  3: 'M3.6 2.5h12.7l-7 8.9c4.7-.2 8 2.8 8 7 0 4.4-3.3 7.1-7.5 7.1-3.5 0-6.2-1.7-7.3-4.6',
  4: 'M13.4 25.5v-23L2.5 18.8h15',
  5: 'M16 2.5H5.3l-1 9.8c1.6-1.1 3.5-1.7 5.6-1.7 4.3 0 7.4 3 7.4 7.3 0 4.5-3.2 7.6-7.6 7.6-3.4 0-6-1.6-7.2-4.4',
  6: 'M14 2.5C7.5 6.2 2.9 12 2.9 18c0 4.5 3 7.5 7.2 7.5s7.2-3 7.2-7.1-3-7-7-7c-3.8 0-7 2.6-7.4 6.6',
  7: 'M2.8 2.5H17l-9 23',
  8: 'M10 13c-3.5 0-5.9-2.2-5.9-5.2 0-3.1 2.4-5.3 5.9-5.3s5.9 2.2 5.9 5.3c0 3-2.4 5.2-5.9 5.2-4.2 0-7.2 2.6-7.2 6.2 0 3.7 3 6.3 7.2 6.3s7.2-2.6 7.2-6.3c0-3.6-3-6.2-7.2-6.2z',
  9: 'M6 25.5C12.5 21.8 17.1 16 17.1 10c0-4.5-3-7.5-7.2-7.5S2.7 5.5 2.7 9.6s3 7 7 7c3.8 0 7-2.6 7.4-6.6',
  T: 'M.8 6.2l4-3.7v23M14.2 2.5c3.5 0 5.2 4 5.2 11.5s-1.7 11.5-5.2 11.5S9 21.5 9 14s1.7-11.5 5.2-11.5z',
  J: 'M8.5 2.5h6v15.9c0 4.5-2.4 7.1-6.1 7.1-3.2 0-5.4-1.9-6-5.1',
  Q: 'M10 2.5c4.7 0 7.7 4.3 7.7 11.5S14.7 25.5 10 25.5 2.3 21.2 2.3 14 5.3 2.5 10 2.5zM11.6 19.5l6.2 6.7',
  K: 'M3.5 2.5v23M16.8 2.5 3.7 16.2M8.3 11.6l9.2 13.9',
};
type Places = Record<string, [number, number][]>;
const PIPS: Places = {
  2: [[50, 27]],
  3: [[50, 27]],
  4: [
    [36, 27],
    [64, 27],
  ],
  5: [
    [36, 27],
    [64, 27],
  ],
  6: [
    [36, 27],
    [64, 27],
  ],
  7: [
    [36, 27],
    [64, 27],
  ],
  8: [
    [36, 27],
    [64, 27],
    [50, 48.5],
  ],
  9: [
    [36, 27],
    [64, 27],
    [36, 55.7],
    [64, 55.7],
  ],
  T: [
    [36, 27],
    [64, 27],
    [36, 55.7],
    [64, 55.7],
    [50, 41.3],
  ],
};
const MIDDLE: Places = {
  3: [[50, 70]],
  5: [[50, 70]],
  6: [
    [36, 70],
    [64, 70],
  ],
  7: [
    [36, 70],
    [64, 70],
    [50, 48.5],
  ],
  8: [
    [36, 70],
    [64, 70],
  ],
  9: [[50, 70]],
};

const suit = (s: string, x = 50, y = 50, size = 100): string =>
  `<path d="${SUIT[s]}" transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})" fill="var(--suit-${s})"/>`;
export const suitAlone = (s: string): string => `<svg viewBox="0 0 100 100" aria-hidden="true">${suit(s)}</svg>`;
const rank = (r: string, s: string, x: number, y: number, height: number, weight = 4): string =>
  `<path d="${RANK[r]}" transform="translate(${x} ${y}) scale(${height / 28})" fill="none" stroke="var(--suit-${s})" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round"/>`;
const both = (half: string): string => half + `<g transform="rotate(180 50 70)">${half}</g>`;

// Courts: a bust cut by the diagonal, the same above and below. King: crown and beard. Queen: coronet and long hair. Jack: cap and feather.
const GOLD = 'var(--card-gold)';
const DARK_GOLD = 'var(--card-gold-2)';
const SKIN = 'var(--card-skin)';
const SHADE = 'var(--card-skin-2)';
const PALE = 'var(--card)';
const FACE = `<path d="M42 30h16v10c0 7-3.5 12-8 12s-8-5-8-12z" fill="${SKIN}"/><path d="M50 30h8v10c0 7-3.5 12-8 12z" fill="${SHADE}"/>`;
const robe = (c: string): string => `<path d="M24 70V66c3-11 13-16 26-16s23 5 26 16v4z" fill="${c}"/>`;
const eyes = (c: string): string =>
  `<path d="M44.8 38.5h2.8M52.4 38.5h2.8" stroke="${c}" stroke-width="1.5" stroke-linecap="round"/>`;
const king = (c: string): string =>
  robe(c) +
  `<path d="M33 53.5 50 70l17-16.5-4.2-2L50 63 37.2 51.5z" fill="${GOLD}"/>` +
  `<path d="M39 29h22v13c0 9-5 17-11 20-6-3-11-11-11-20z" fill="${c}"/>` +
  FACE +
  `<path d="M42 41.5c3 1.5 5 1.7 8 .6 3 1.1 5 .9 8-.6C58 50 55 56 50 59c-5-3-8-9-8-17.5z" fill="${c}"/><path d="M47 46h6" stroke="${PALE}" stroke-width="1.2" stroke-linecap="round" opacity=".9"/>` +
  eyes(c) +
  `<path d="M37.5 31 35 15.5l8 7L50 12l7 10.5 8-7L62.5 31z" fill="${GOLD}"/><path d="M50 12l7 10.5 8-7L62.5 31H50z" fill="${DARK_GOLD}"/><path d="M37.5 31h25v-3.6h-25z" fill="${c}"/>`;
const queen = (c: string): string =>
  `<path d="M36 30c0-5 6-8 14-8s14 3 14 8c0 9 4 14 4 24l-6 6H38l-6-6c0-10 4-15 4-24z" fill="${c}"/>` +
  `<path d="M24 70V67c3-9 11-13 19-14l7 4 7-4c8 1 16 5 19 14v3z" fill="${GOLD}"/><path d="M50 57l7-4c8 1 16 5 19 14v3H50z" fill="${DARK_GOLD}"/>` +
  `<path d="M46 48h8v7l-4 4-4-4z" fill="${SHADE}"/>` +
  FACE +
  eyes(c) +
  `<path d="M48.3 46.5c1 .8 2.4 .8 3.4 0" stroke="var(--suit-h)" stroke-width="1.6" stroke-linecap="round" fill="none"/>` +
  `<path d="M42 30c3-1 6-4 8-7 2 3 5 6 8 7v5c-4-1-6.5-3-8-5.5-1.5 2.5-4 4.5-8 5.5z" fill="${c}"/>` +
  `<path d="M39 24.5c1-5 5-6 11-10.5 6 4.5 10 5.5 11 10.5-7-2.6-15-2.6-22 0z" fill="${GOLD}"/><path d="M50 14c6 4.5 10 5.5 11 10.5-3.5-1.3-7.2-2-11-2z" fill="${DARK_GOLD}"/><circle cx="50" cy="13.5" r="2.3" fill="${c}"/>`;
const jack = (c: string): string =>
  robe(c) +
  `<path d="M36 52.5 50 61l14-8.5 3 1.7L50 70 33 54.2z" fill="${GOLD}"/>` +
  `<path d="M38 28h24v16c0 4-2 7-4 8H42c-2-1-4-4-4-8z" fill="${DARK_GOLD}"/>` +
  FACE +
  `<path d="M42 30h16v4.5c-5 1.5-11 1.5-16 0z" fill="${DARK_GOLD}"/>` +
  eyes(c) +
  `<path d="M47.8 46.5h4.4" stroke="${c}" stroke-width="1.5" stroke-linecap="round"/>` +
  `<path d="M35.5 30.5c-1-8 6-13 15-13s16 4.5 14.5 13c-9-2.7-20-2.7-29.5 0z" fill="${c}"/><path d="M36 30.5c9-2.7 20-2.7 29 0l-.5-3.6c-9-2.6-19.5-2.6-28.5 0z" fill="${GOLD}"/>` +
  `<path d="M58 24c1-7 6-11 14-11.5-1 7-5 12-12 14z" fill="${GOLD}"/><path d="M59 25.5c2-5 6-9 13-13" stroke="${PALE}" stroke-width=".9" fill="none"/>`;
const FIGURE: Readonly<Record<string, (c: string) => string>> = { K: king, Q: queen, J: jack };

function court(r: string, s: string): string {
  const c = `var(--suit-${s})`;
  return (
    `<g><rect x="24" y="12" width="52" height="116" rx="3.5" fill="${c}" opacity=".075"/>` +
    both(`<svg x="24" y="8" width="52" height="62" viewBox="24 8 52 62">${FIGURE[r](c)}</svg>`) +
    `<path d="M24 70h52" stroke="var(--card)" stroke-width="1.6"/><rect x="24" y="12" width="52" height="116" rx="3.5" fill="none" stroke="${c}" stroke-width=".9" opacity=".55"/></g>`
  );
}

// card('Kh') full face, card('Kh', true) compact face for small sizes, card('??') back.
export function card(code: string, compact = false): string {
  const [r, s] = code === '??' ? ['', ''] : [code[0], code[1]];
  const label = r ? cards.face(r, s) : cards.back;
  const open = `<svg class="card-svg" viewBox="0 0 100 140" role="img" aria-label="${label}"><rect width="100" height="140" rx="8.5" fill="var(--card)"/>`;
  if (!r) {
    const lines = [];
    for (let i = 0; i < 25; i++) lines.push(`M${i * 10 - 140} 0l140 140M${i * 10} 0l-140 140`); // the same either way up
    return (
      `<svg class="card-svg" viewBox="0 0 100 140" role="img" aria-label="${label}"><rect width="100" height="140" rx="8.5" fill="var(--card)"/><rect x="4" y="4" width="92" height="132" rx="6" fill="var(--card-back)"/>` +
      `<svg x="9" y="9" width="82" height="122" viewBox="9 9 82 122"><rect x="9" y="9" width="82" height="122" fill="var(--card-back-2)"/><path d="${lines.join('')}" stroke="var(--card-back-line)" stroke-width=".7" opacity=".42"/></svg>` +
      `<rect x="9" y="9" width="82" height="122" rx="3" fill="none" stroke="var(--card-back-line)" stroke-width=".8" opacity=".7"/>` +
      `<circle cx="50" cy="70" r="19" fill="var(--card-back)" stroke="var(--card-back-line)" stroke-width="1"/><path d="M42.6 62.6A10.5 10.5 0 0 1 60.5 70M57.4 77.4A10.5 10.5 0 0 1 39.5 70" fill="none" stroke="var(--card-back-line)" stroke-width="3.4" stroke-linecap="round"/><path d="M50 64.5l4 5.5-4 5.5-4-5.5z" fill="var(--card-back-line)"/></svg>`
    );
  }
  if (compact) return open + rank(r, s, 9, 9, 52, 4.4) + suit(s, 66, 101, 58) + suit(s, 76, 25, 26) + '</svg>';
  const index = both(rank(r, s, 6.2, 7.5, 20.5, 4.2) + suit(s, 13.6, 37.5, 14));
  const middle =
    r === 'A'
      ? suit(s, 50, 70, 46)
      : 'KQJ'.includes(r)
        ? court(r, s)
        : both((PIPS[r] ?? []).map(([x, y]) => suit(s, x, y, 18)).join('')) +
          (MIDDLE[r] || []).map(([x, y]) => suit(s, x, y, 18)).join('');
  return open + middle + index + '</svg>';
}

export function chip(value: number): string {
  const v = (n: string) => `var(--chip-${value}${n})`;
  const text = value >= 1000 ? `${value / 1000}K` : String(value);
  const size = text.length > 2 ? 15 : text.length > 1 ? 18 : 20;
  return (
    `<svg class="chip-svg" viewBox="0 0 64 64" role="img" aria-label="${cards.chip(value)}"><circle cx="32" cy="32" r="31" fill="${v('-edge')}"/><circle cx="32" cy="32" r="30" fill="${v('')}"/>` +
    `<circle cx="32" cy="32" r="26.5" fill="none" stroke="${v('-spot')}" stroke-width="7" pathLength="16" stroke-dasharray="1 1" stroke-dashoffset=".5"/>` +
    `<circle cx="32" cy="32" r="21.5" fill="${v('-edge')}"/><circle cx="32" cy="32" r="20.3" fill="${v('')}"/><circle cx="32" cy="32" r="20.3" fill="none" stroke="${v('-spot')}" stroke-width=".8" opacity=".65"/>` +
    `<path d="M3 26A30 30 0 0 1 61 26" fill="none" stroke="#fff" stroke-width="1.2" opacity=".25"/>` +
    `<text x="32" y="${32 + size * 0.36}" text-anchor="middle" font-size="${size}" font-weight="700" fill="${v('-ink')}" class="chip-text">${text}</text></svg>`
  );
}

export const DENOMINATIONS = [5000, 1000, 500, 100, 25, 5, 1];

// The chips of an amount in cents, largest first.
export function chipsOf(cents: number): number[] {
  const chips: number[] = [];
  let left = Math.floor(cents / 100);
  for (const value of DENOMINATIONS) {
    while (left >= value) {
      chips.push(value);
      left -= value;
    }
  }
  return chips;
}

// Icons: 20 x 20, 1.6 stroke; those that no terminal shows are in draw-staff.ts.
const ICON = {
  undo: 'M7.5 4.5 3.5 8.5l4 4M4 8.5h8a4.5 4.5 0 0 1 0 9H9',
  clear: 'M5 5l10 10M15 5 5 15',
  repeat: 'M4 9a6 6 0 0 1 10.5-3.5L16 7M16 3v4h-4M16 11a6 6 0 0 1-10.5 3.5L4 13M4 17v-4h4',
  double: 'M4 6l6 8M10 6l-6 8M13 8a2 2 0 1 1 3.6 1.2L13 14h4',
  help: 'M7.5 7.5a2.5 2.5 0 1 1 3.8 2.1c-.9.6-1.3 1.1-1.3 2.1M10 14.8v.1',
  info: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 9.2v4.3M10 6.4v.1',
  check: 'M4.5 10.5 8.5 14.5 15.5 6',
  alert: 'M10 3 18 16.5H2zM10 8v4M10 14.3v.1',
  sun: 'M10 6.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M15.7 4.3l-1.1 1.1M5.4 14.6l-1.1 1.1',
  lock: 'M5.5 9h9v7.5h-9zM7 9V6.5a3 3 0 0 1 6 0V9',
  back: 'M12 4.5 6.5 10l5.5 5.5',
  next: 'M8 4.5 13.5 10 8 15.5',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  clock: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 6v4.2l3 1.8',
  user: 'M10 3.5a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4zM3.8 16.5c.6-3 3-4.5 6.2-4.5s5.6 1.5 6.2 4.5',
  book: 'M4 4h5a1.5 1.5 0 0 1 1 .5A1.5 1.5 0 0 1 11 4h5v11.5h-5a1.5 1.5 0 0 0-1 .5 1.5 1.5 0 0 0-1-.5H4zM10 4.5V16',
  play: 'M6.5 4.5v11l9-5.5z',
  fold: 'M5 5h10v10H5zM5 15 15 5',
  gear: 'M3 6h6M13 6h4M11 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM3 14h2M9 14h8M7 12a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
};
export type IconName = keyof typeof ICON;
export const icon = (name: IconName): string => outlined(ICON[name]);
export const outlined = (path: string): string =>
  `<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${path}"/></svg>`;
export const MARK =
  '<svg class="mark" viewBox="0 0 28 28" aria-hidden="true"><rect x="8.5" y="2.5" width="13" height="18.5" rx="2.6" transform="rotate(14 15 21)" fill="currentColor" opacity=".35"/><rect x="6.5" y="4" width="13" height="18.5" rx="2.6" transform="rotate(-8 12 22)" fill="currentColor"/><path d="M16 10.5a4.2 4.2 0 1 0 1 5.5" fill="none" stroke="var(--bg)" stroke-width="2" stroke-linecap="round" transform="rotate(-8 12 22)"/></svg>';
