// An event of the table as one short line for the dealer.

import type { AnyEvent, SettledLine } from '../../wire';
import { money, short } from '../../lib/money';
import { console_ as text, happened, remedies } from '../../text/console';
import { beginsWithName, fill, placeSaid, sentenceOf, type Kinds } from '../../text/fill';
import { terminal } from '../../text/terminal';
import { signed } from './cards';

/** Cards as people say them; several that nobody has read are said once. */
function cardsSaid(cards: string): string {
  const said = cards.split(' ').map((card) => (card === '??' ? text.faceDown : signed(card)));
  return said.filter((word, at) => word !== text.faceDown || said[at - 1] !== word).join(' ');
}

/** A meter is exact: less than a cent is not displayed. */
function wholeCents(exact: string): number {
  const [over, under = '1'] = exact.split('/');
  return Math.floor(Number(over) / Number(under));
}

const kinds = (drawnByTableau: boolean, title: (bet: string) => string): Kinds => ({
  money: short,
  meter: (cents: string) => money(wholeCents(cents)),
  cards: cardsSaid,
  bet: title,
  place: (place: number) => placeSaid(Number(place), drawnByTableau),
  option: (option: string) => terminal.option[option] ?? option,
  irregularity: (name: string) => happened[name]?.title ?? name,
  remedies: (ruled: readonly string[]) => ruled.map((one) => remedies[one]).join('; '),
  paid: (lines: readonly SettledLine[]) => money(lines.reduce((sum, line) => sum + line.back_cents, 0)),
});

/** Nothing for what a dealer need not read. A line begins large, unless with a person's name. */
export function tell(event: AnyEvent, drawnByTableau: boolean, title: (bet: string) => string): string {
  const says = fill(sentenceOf(event.event, 'short'), event, kinds(drawnByTableau, title));
  return beginsWithName(event.event, 'short') ? says : says.charAt(0).toUpperCase() + says.slice(1);
}
