// An event of the table as one short line for the dealer.

import type { AnyEvent, View } from '../../wire';
import { money, short } from '../../lib/money';
import { common } from '../../text/common';
import { console_ as text, happened, remedies, told } from '../../text/console';
import { terminal } from '../../text/terminal';
import { signed } from './cards';

const DEALER = 0;
const cardsSaid = (cards: string): string =>
  cards
    .split(' ')
    .map((card) => (card === '??' ? told.face : signed(card)))
    .join(' ')
    .replaceAll(`${told.face} ${told.face}`, told.face)
    .replaceAll(`${told.face} ${told.face}`, told.face);

function placeSaid(place: number, isTableau: boolean): string {
  if (place < DEALER) return told.burnt;
  if (isTableau) return place === DEALER ? text.banker : text.player;
  return place === DEALER ? text.dealer : common.box(place);
}

/** Nothing for what a dealer need not read. */
export function tell(event: AnyEvent, view: View | null, title: (bet: string) => string): string {
  const isTableau = view?.boxes[0]?.box === 0;
  const box = (number: number): string => (number ? common.box(number).toLowerCase() : '');
  switch (event.event) {
    case 'cards-dealt':
      return told.dealt(placeSaid(event.to, isTableau), cardsSaid(event.cards));
    case 'wager-placed':
      return told.placed(event.player, title(event.bet), box(event.box), short(event.cents));
    case 'wager-withdrawn':
    case 'wager-returned':
      return told.withdrawn(event.player, title(event.bet), box(event.box));
    case 'hand-examined':
      return told.examined(event.player, event.box);
    case 'hand-returned':
      return told.turned(placeSaid(event.box, isTableau), cardsSaid(event.cards));
    case 'dealer-exposed':
      return told.turned(text.dealer, cardsSaid(event.cards));
    case 'decided':
      return told.decided(event.player, text.decided[event.choice]);
    case 'round-settled':
      return told['round-settled'](money(event.lines.reduce((sum, line) => sum + line.back_cents, 0)));
    case 'irregularity-reported':
      return told.reported(happened[event.ruling.report.irregularity]?.title ?? event.ruling.report.irregularity);
    case 'ruling-made':
      return told.ruled(event.ruling.remedies.map((one) => remedies[one]).join('; '), event.by);
    case 'ruling-proposed':
      return told.proposed(event.by);
    case 'proposal-rejected':
      return told.rejected(event.by);
    case 'option-chosen':
      return told.chosen(event.player, terminal.option[event.option] ?? event.option);
    case 'hand-removed':
      return told.removed(event.box);
    case 'next-cards-ordered':
    case 'cards-kept':
      return told[event.event](cardsSaid(event.cards));
    default: {
      const says = told[event.event as keyof typeof told];
      return typeof says === 'string' ? says : '';
    }
  }
}
