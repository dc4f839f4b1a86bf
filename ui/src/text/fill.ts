// What the house says of an event: its own sentences, filled by the few rules that it fills them by.
// `{cents:money}` is a field written by its kind; `[…]` stands if no value in it is empty, else what
// follows a bar. A list is written row by row.

import { common } from './common';
import { events, listing as said } from './events';

export type Kinds = Readonly<Record<string, (value: never) => string>>;
type Sentence = { readonly says: string; readonly short?: string };

const SLOT = /\{([\w.]+)(?::(\w+))?\}/g;
const PART = /\[([^\]|]*)(?:\|([^\]]*))?\]/g;
const BURNT = -1;
const DEALER = 0;
const PLAYER = 1;

/** The sentence of an event, or its short form; none for an event that this page does not know. */
export function sentenceOf(tag: string, form: 'says' | 'short'): string {
  const found = (events as Readonly<Record<string, Sentence>>)[tag];
  return found?.[form] ?? found?.says ?? '';
}

/** Whether a sentence begins with a person's name, which stays as it is written. */
export const beginsWithName = (tag: string, form: 'says' | 'short'): boolean => /^\{\w+\}/.test(sentenceOf(tag, form));

function placeCode(place: number, drawnByTableau: boolean): keyof typeof said.places {
  if (place === BURNT) return 'burnt';
  if (drawnByTableau) return place === PLAYER ? 'player' : 'banker';
  return place === DEALER ? 'dealer' : 'box';
}

/** A place within a sentence. */
export const placeSaid = (place: number, drawnByTableau: boolean): string =>
  said.places[placeCode(place, drawnByTableau)].replace('{}', String(place));

/** A place as the title of its cards. */
export function placeTitle(place: number, drawnByTableau: boolean): string {
  const code = placeCode(place, drawnByTableau);
  return code === 'box' ? common.box(place) : common.place[code];
}

/** Parts first, then slots: what a person wrote into a field is never read as a template. */
export function fill(template: string, whole: unknown, kinds: Kinds): string {
  const stands = (part: string): boolean => [...part.matchAll(SLOT)].every(([, path]) => isThere(valueOf(whole, path)));
  return template
    .replace(PART, (_, part: string, other = '') => (stands(part) ? part : other))
    .replace(SLOT, (_, path: string, kind?: string) => written(valueOf(whole, path), kind, kinds));
}

function written(value: unknown, kind: string | undefined, kinds: Kinds): string {
  if (kind === 'if') return '';
  if (!kind) return String(value);
  const row = said.rows[kind as keyof typeof said.rows];
  if (!row) return kinds[kind](value as never);
  // By place, in rising order: the order of numbered keys is lost on a page.
  const rows = Array.isArray(value) ? value : Object.entries(value as object);
  return common.listed(rows.map((one) => fill(row, one, kinds)));
}

const valueOf = (whole: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], whole);

const isThere = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
