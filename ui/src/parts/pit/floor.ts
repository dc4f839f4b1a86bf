// What a table needs of the pit, the gravest first; and dealers drawn against the clock.

import type { Lane, OpenCall, PitJackpot, PitTable } from '../../wire';

export type Kind =
  'failed' | 'ruling' | 'typing' | 'cards' | 'change' | 'interrupted' | 'dispute' | 'call' | 'jackpot' | 'over';
export type Need = { readonly kind: Kind; readonly since: number; readonly bad: boolean };

/** Before this, what waits for no person of the pit. */
export function needOf(
  table: PitTable,
  calls: readonly OpenCall[],
  jackpots: readonly PitJackpot[],
  lanes: readonly Lane[],
  now: number,
): Need | null {
  const need = (kind: Kind, since: number, bad = false): Need => ({ kind, since, bad });
  const call = calls.find((one) => one.table === table.name);
  if (table.failed) return need('failed', table.since, true);
  if (table.ruling) return need('ruling', table.ruling.since);
  if (table.interrupted) return need('interrupted', table.since, true);
  if (table.typing) return need('typing', table.since);
  if (table.pack?.due === 'confirm') return need('cards', table.pack.counted?.at ?? table.since);
  if (table.change) return need('change', table.since);
  if (table.dispute) return need('dispute', table.dispute.hold_at ?? table.dispute.at);
  if (call) return need('call', call.at);
  if (jackpots.some((one) => one.frozen && one.faults.includes(table.name))) return need('jackpot', table.since, true);
  const lane = lanes.find((one) => one.table === table.name);
  return lane && now > lane.due ? need('over', lane.due) : null;
}

const KINDS: readonly Kind[] = [
  'failed',
  'ruling',
  'interrupted',
  'typing',
  'cards',
  'change',
  'dispute',
  'call',
  'jackpot',
  'over',
];

/** What holds play first, of the same kind the oldest. */
export const graver = (one: Need, other: Need): number =>
  KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || one.since - other.since;

/** By letters of a table, its game, whoever deals, or a player. */
export function matches(table: PitTable, title: string, sought: string): boolean {
  const words = sought.trim().toLowerCase();
  if (!words) return true;
  return [table.name, title, table.dealt_by ?? '', ...table.players].some((one) => one.toLowerCase().includes(words));
}

export const SPAN_MS = 3 * 3_600_000;
/** How much of the span is already past. */
const PAST = 2 / 3;

export type Clock = { readonly from: number; readonly to: number; readonly marks: readonly number[] };

const HALF_AN_HOUR = 1_800_000;

export function clockOf(now: number): Clock {
  const from = now - SPAN_MS * PAST;
  const to = from + SPAN_MS;
  const first = Math.ceil(from / HALF_AN_HOUR) * HALF_AN_HOUR;
  const marks: number[] = [];
  for (let at = first; at < to; at += HALF_AN_HOUR) if (at - from > SPAN_MS / 40) marks.push(at);
  return { from, to, marks };
}

/** Where a moment lies, in percent of the lane. */
export const placeOf = (at: number, clock: Clock): number =>
  Math.max(0, Math.min(100, ((at - clock.from) / (clock.to - clock.from)) * 100));

/** Who may take over from a dealer: those on a break, whoever is planned first. */
export function reliefs(lanes: readonly Lane[], dealer: string): readonly string[] {
  const resting = lanes.filter((one) => one.table === null);
  const planned = resting.filter((one) => one.stretches.some((part) => part.relieves === dealer));
  return [...planned, ...resting.filter((one) => !planned.includes(one))].map((one) => one.dealer);
}
