// What the house said, a code with its facts, in the language spoken.

import type { Said, View } from '../wire';
import { money } from '../lib/money';
import { moment } from '../lib/when';
import { signsOf } from '../lib/signs';
import { facts, happened } from './console';
import { fill, type Kinds } from './fill';
import { listing } from './events';
import { house } from './house';
import { language } from './language.svelte';
import { terminal } from './terminal';

type Place = keyof typeof listing.places;
/** Whatever the house answers with: its English, and what that is made of. */
export type Saying = { readonly says?: string | null; readonly said?: Said | null };

const joined =
  (by: () => string) =>
  (many: readonly string[]): string =>
    many.join(by());
const saidAll =
  (by: () => string) =>
  (many: readonly Said[]): string =>
    many.map(say).join(by());

/** Of rising numbers: 0 to 7, 9. */
function runs(values: readonly number[]): string[] {
  const found: number[][] = [];
  for (const one of values) {
    const last = found.at(-1);
    if (last?.at(-1) === one - 1) last.push(one);
    else found.push([one]);
  }
  return found.map((run) => (run.length > 2 ? house.run(run[0], run[run.length - 1]) : house.listed(run.map(String))));
}

const kinds: Kinds = {
  money,
  cards: (cards: string) => signsOf(cards).join(' '),
  symbols: (cards: string) => signsOf(cards).join(' '),
  listed: (cards: string) => house.listed(signsOf(cards)),
  rank: (rank: string) => house.rank(rank),
  values: (values: readonly number[]) => house.listed(runs(values)),
  quoted: (text: string) => house.quoted(text),
  role: (role: string) => house.role(role),
  bet: (bet: string) => house.bet(bet),
  title: (bet: string) => house.title(bet),
  place: (place: string | number) =>
    typeof place === 'number' ? listing.places.box.replace('{}', String(place)) : listing.places[place as Place],
  irregularity: (name: string) => happened[name]?.title ?? name,
  fact: (name: string) => facts[name] ?? name,
  said: (said: Said) => say(said),
  odds: (odds: string) => house.odds(odds),
  device: (device: string) => house.device(device),
  event: (event: string) => house.event(event),
  outcome: (outcome: string) => house.outcome(outcome),
  events: (many: readonly string[]) => many.map((one) => house.event(one)).join(house.or),
  digit: (points: number) => house.digit(points),
  pictures: (count: number) => house.pictures(count),
  with_pictures: (count: number) => house.withPictures(count),
  types: (names: readonly string[]) => names.map((name) => house.types[name] ?? name).join(house.or),
  status: (status: number) => String(status),
  names: joined(() => house.comma),
  words: joined(() => ' '),
  options: (many: readonly string[]) => many.map((one) => terminal.option[one] ?? one).join(house.comma),
  moment,
  steps: saidAll(() => house.then),
  sentences: saidAll(() => house.next),
};

/** The sentence of a code, filled; nothing for a code that this page does not know. */
export function say(said: Said): string {
  const sentence = language.sentences[said.code];
  if (sentence === undefined && !language.failed) void language.learn();
  return sentence === undefined ? '' : fill(sentence, said.facts, kinds);
}

/** Whether each code of it, and of what it holds, is there. */
const canSay = (fact: unknown): boolean =>
  typeof fact !== 'object' ||
  fact === null ||
  ((!('code' in fact) || String(fact.code) in language.sentences) && Object.values(fact).every(canSay));

/** What the house answered, in the language spoken: nothing while its words come, else its English. */
export function saidBy({ said, says }: Saying): string {
  const told = said ? say(said) : '';
  return told || (said && language.more ? '' : (says ?? ''));
}

/** As soon as an answer can be said, or cannot be. */
export async function learnt(answer: Saying): Promise<void> {
  if (answer.said && !canSay(answer.said)) await language.learn();
}

/** What the dealer says or does next. */
export const announced = (view: View): string => saidBy({ says: view.announce, said: view.announce_said });

/** Whose word is awaited. */
export const awaited = (view: View): string => saidBy({ says: view.awaiting, said: view.awaiting_said });

/** What has to be displayed at a table. */
export const noticed = (view: View): string[] =>
  view.notices_said.map((said, at) => saidBy({ said, says: view.notices[at] })).filter(Boolean);

/** That cards are typed by a person, as a second one allows. */
export function typedNotice(view: View | null | undefined): string | null {
  const found = view?.notices_said.find((said) => said.code === 'cards-are-typed');
  return found ? say(found) : null;
}

export const knows = (kind: string): boolean => kind in kinds || kind === 'if';
