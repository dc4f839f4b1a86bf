// An event of the table as one short line for the dealer.

import type { AnyEvent, Happening, SettledLine } from '../../wire';
import { money, short, wholeCents } from '../../lib/money';
import { common } from '../../text/common';
import { answers, console_ as text, facts, happened, remedies, reports } from '../../text/console';
import { beginsWithName, fill, placeSaid, sentenceOf, type Kinds } from '../../text/fill';
import { house } from '../../text/house';
import { say } from '../../text/said';
import { capital } from '../../text/sentence';
import { terminal } from '../../text/terminal';
import { signOf } from '../../lib/signs';

/** Cards as people say them; several that nobody has read are said once. */
function cardsSaid(cards: string): string {
  const said = cards.split(' ').map((card) => (card === '??' ? text.faceDown : signOf(card)));
  return said.filter((word, at) => word !== text.faceDown || said[at - 1] !== word).join(' ');
}

const kinds = (drawnByTableau: boolean, title: (bet: string) => string): Kinds => ({
  money: short,
  meter: (cents: string) => money(wholeCents(cents)),
  cards: cardsSaid,
  bet: title,
  place: (place: number) => placeSaid(Number(place), drawnByTableau),
  said: say,
  options: (options: readonly string[]) => options.map((one) => terminal.option[one] ?? one).join(house.or),
  facts: (given: object) =>
    common.listed(
      Object.entries(given).map(([name, value]) =>
        house.fact(facts[name] ?? name, answers[String(value)] ?? String(value)),
      ),
    ),
  choice: (choice: string) => house.choice(choice),
  shuffle: (how: string) => house.shuffle(how),
  role: (role: string) => house.role(role),
  later: (choice: string) => reports.jackpot[choice] ?? choice,
  option: (option: string) => terminal.option[option] ?? option,
  irregularity: (name: string) => happened[name]?.title ?? name,
  remedies: (ruled: readonly string[]) => ruled.map((one) => remedies[one]).join(house.next),
  paid: (lines: readonly SettledLine[]) => money(lines.reduce((sum, line) => sum + line.back_cents, 0)),
});

type Form = 'says' | 'short';
type Title = (bet: string) => string;

/** A sentence begins large, unless with a person's name. */
function told(event: AnyEvent | Happening['event'], form: Form, drawnByTableau: boolean, title: Title): string {
  const says = fill(sentenceOf(event.event, form), event, kinds(drawnByTableau, title));
  return beginsWithName(event.event, form) ? says : capital(says);
}

/** Nothing for what a dealer need not read. */
export const tell = (event: AnyEvent, drawnByTableau: boolean, title: Title): string =>
  told(event, 'short', drawnByTableau, title);

/** A step of a replay, in the language spoken; of an event that this page does not know, the house's words. */
export function happeningSaid({ event, says }: Happening, drawnByTableau: boolean, title: Title): string {
  const text = told(event, 'says', drawnByTableau, title) || says;
  return common.ended(text);
}
