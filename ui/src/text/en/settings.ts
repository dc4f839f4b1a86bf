// How a person likes the pages, the terminal in large print, and the terminal that nobody uses.

import { many } from './plural';

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];

export const settings = {
  open: 'Settings',
  title: 'Settings',
  kept: 'Kept in this browser.',
  theme: 'Light paper',
  themeSays: 'Instead of dark felt',
  sound: 'Sound',
  soundSays: 'Quiet signs: bets open, last seconds, no more bets, a card, a win',
  deck: 'Four colours',
  deckSays: 'A colour for each suit',
  print: 'Large print',
  printSays: 'One hand, one decision, large letters',
  hand: 'Left-handed',
  handSays: 'Buttons at the left hand',
  motion: 'Cards move as little as your system asks for.',
};

export const large = {
  normal: 'Normal print',
  chip: 'Your chip',
  less: 'A smaller chip',
  more: 'A larger chip',
  yourHand: 'Your hand',
  player: 'Player',
  banker: 'Banker',
};

export const kiosk = {
  sit: 'Sit down and play',
  free: (boxes: number) => (boxes === 1 ? 'One box is free' : `${NUMBERS[boxes] ?? boxes} boxes are free`),
  full: 'Stand at the table',
  closed: 'This table is closed',
  noDealer: 'A dealer comes soon',
  table: (name: string) => `Table ${name}`,
  opensIn: (seconds: number) => `betting opens in ${many(seconds, 'second')}`,
  betsOpen: 'bets are open',
  justEnded: (round: string) => `round ${round} just ended`,
  inPlay: (round: string) => `round ${round} is in play`,
  buyIn: 'Put in a ticket or buy in',
  buyInSays: 'At the cage or at this terminal',
  tapArea: 'Touch a chip, then where you bet',
  tapBox: 'Touch a chip, then a circle of your box',
  until: 'Until “No more bets”',
  count: 'Count the last digit of the sum',
  countSays: (ranks: readonly string[]) => `${ranks.slice(0, -1).join(', ')} and ${ranks.at(-1)} count nothing`,
  decide: 'Look, then play or fold',
  beat: 'Beat the dealer’s hand',
  nearNine: 'The hand nearer to nine wins',
  touchless: 'Cards and payment need no touch',
  boxes: 'Boxes as at the table, box 1 at the right',
  isFree: 'free',
  isTaken: 'taken',
  boxWon: (box: number) => `Box ${box} wins`,
  boxLost: (box: number) => `Box ${box} loses`,
  box: (box: number) => `Box ${box}`,
  dealer: 'Dealer',
  noRound: 'No round has been played yet.',
  shoe: 'Shoe',
  rounds: (rounds: number) => `${many(rounds, 'round')} dealt`,
  begin: 'Touch anywhere to begin. Large print: hold a finger on the screen for two seconds.',
  beginLabel: 'Begin',
  staff: 'Staff',
  staffTitle: 'Staff only',
  staffSays: 'This terminal stays at its table. A member of staff may leave it.',
  unlock: 'Leave the kiosk',
  notStaff: 'That is a player’s account.',
};
