// What can happen at a table, in words.

import type { StaffIconName } from '../../lib/draw-staff';

type Told = { title: string; says: string; icon: StaffIconName };

export const happened: Record<string, Told & { group: string }> = {
  'foreign-card': {
    group: 'cards',
    icon: 'fold',
    title: 'A foreign card',
    says: 'A card that is not of the set in use.',
  },
  'card-count-wrong': {
    group: 'cards',
    icon: 'fold',
    title: 'Too few or too many cards',
    says: 'The deck or shoe is not complete.',
  },
  'cards-not-shuffled': {
    group: 'cards',
    icon: 'repeat',
    title: 'Cards were not shuffled',
    says: 'They came into play in their old order.',
  },
  'cards-run-out': {
    group: 'cards',
    icon: 'shoe',
    title: 'The cards run out',
    says: 'Not enough are left to finish the round.',
  },
  misdealt: { group: 'cards', icon: 'fold', title: 'A misdeal', says: 'Hands lie where they do not belong.' },
  'dealing-error': {
    group: 'cards',
    icon: 'fold',
    title: 'Another error of the deal',
    says: 'Cards went out in a wrong order or to a wrong place.',
  },
  'dealer-hand-miscounted': {
    group: 'cards',
    icon: 'fold',
    title: 'Dealer’s hand has a wrong number of cards',
    says: 'Too few or too many.',
  },
  'player-hand-miscounted': {
    group: 'cards',
    icon: 'fold',
    title: 'A hand has a wrong number of cards',
    says: 'A player’s hand, or one of the two hands.',
  },
  'card-exposed': {
    group: 'cards',
    icon: 'eye',
    title: 'A card was exposed',
    says: 'It could be seen before its time.',
  },
  'card-face-up-in-shoe': {
    group: 'cards',
    icon: 'shoe',
    title: 'A card lies face up in the shoe',
    says: 'Seen before it was drawn.',
  },
  'cards-drawn-together': {
    group: 'cards',
    icon: 'double',
    title: 'Cards came out together',
    says: 'Two or more left the shoe at once.',
  },
  'burn-missed': { group: 'cards', icon: 'fold', title: 'No card was burnt', says: 'The deal began without it.' },
  'cards-swapped': {
    group: 'cards',
    icon: 'repeat',
    title: 'Cards went to the other hand',
    says: 'What belongs to one lies with the other.',
  },
  'card-drawn-in-excess': {
    group: 'cards',
    icon: 'shoe',
    title: 'A card too many was drawn',
    says: 'Nobody is to get it in this round.',
  },
  'bet-after-close': { group: 'bets', icon: 'clock', title: 'A late bet', says: 'Placed after betting was closed.' },
  'bet-increased-after-close': {
    group: 'bets',
    icon: 'clock',
    title: 'A bet was raised late',
    says: 'After betting was closed.',
  },
  'bet-withdrawn-after-close': {
    group: 'bets',
    icon: 'undo',
    title: 'A bet was taken back late',
    says: 'After betting was closed.',
  },
  'over-maximum': { group: 'bets', icon: 'alert', title: 'A bet over the maximum', says: 'More than the table takes.' },
  'under-minimum': {
    group: 'bets',
    icon: 'alert',
    title: 'A bet under the minimum',
    says: 'Less than the table takes.',
  },
  'side-bet-without-main': {
    group: 'bets',
    icon: 'alert',
    title: 'A side bet alone',
    says: 'Without the bet that it needs.',
  },
  'jackpot-bet-without-ante': {
    group: 'bets',
    icon: 'alert',
    title: 'A jackpot bet alone',
    says: 'Without an ante on the box.',
  },
  'play-bet-differs': {
    group: 'bets',
    icon: 'alert',
    title: 'A play bet of another amount',
    says: 'It is not as much as the ante.',
  },
  'bet-misplaced': {
    group: 'bets',
    icon: 'alert',
    title: 'Chips lie in the wrong place',
    says: 'The player says that another bet was meant.',
  },
  'player-walked-away': { group: 'people', icon: 'user', title: 'A player has left', says: 'With bets on the table.' },
  'extra-hand-examined': {
    group: 'people',
    icon: 'eye',
    title: 'A player looked at a second hand',
    says: 'Only one hand may be looked at.',
  },
  'power-failure': {
    group: 'equipment',
    icon: 'alert',
    title: 'Power or equipment failed',
    says: 'In the course of the round.',
  },
  'terminal-failure': {
    group: 'equipment',
    icon: 'alert',
    title: 'A terminal failed',
    says: 'One player’s; the round goes on.',
  },
  'jackpot-fault': {
    group: 'equipment',
    icon: 'alert',
    title: 'The jackpot does not work',
    says: 'Its meter or its bets.',
  },
  'wrong-result-registered': {
    group: 'equipment',
    icon: 'alert',
    title: 'A wrong result was registered',
    says: 'The console has another result than the cards.',
  },
  'display-wrong': {
    group: 'equipment',
    icon: 'eye',
    title: 'A display is wrong',
    says: 'It shows something else than the cards.',
  },
  'error-noticed-late': {
    group: 'equipment',
    icon: 'clock',
    title: 'An error of an earlier round',
    says: 'Noticed after the next round began.',
  },
  uncovered: { group: 'equipment', icon: 'help', title: 'Something else', says: 'The shift manager decides.' },
};
