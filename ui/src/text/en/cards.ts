// What is read out of a card and a chip.

const NAME: Record<string, string> = {
  A: 'ace',
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  T: 'ten',
  J: 'jack',
  Q: 'queen',
  K: 'king',
  s: 'spades',
  h: 'hearts',
  d: 'diamonds',
  c: 'clubs',
};

export const cards = {
  threePictures: '3P',
  face: (rank: string, suit: string) => `${NAME[rank]} of ${NAME[suit]}`,
  rank: (rank: string) => NAME[rank],
  suit: (suit: string) => NAME[suit],
  back: 'face-down card',
  chip: (value: number) => `${value} dollar chip`,
};
