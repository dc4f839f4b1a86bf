// What the house says, by code; the sentences are written by `python -m tools.words`. Another
// language is a file of the same codes and slots, and its own way to write each kind of fact.

const DIGITS = ['Zero', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
const pictures = (count: number): string => `${count ? DIGITS[count] : 'No'} ${count > 1 ? 'pictures' : 'picture'}`;

export const house = {
  /** A point total as a part of a hand's name. */
  digit: (points: number) => DIGITS[points],
  pictures,
  withPictures: (count: number) => pictures(count).toLowerCase(),
  /** K♥, J♠ and 6♦ */
  listed: (parts: readonly string[]) =>
    parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join(''),
  run: (first: number, last: number) => `${first} to ${last}`,
  quoted: (text: string) => `'${text}'`,
  role: (role: string) => role.replaceAll('-', ' '),
  bet: (bet: string) => bet.replaceAll('-', ' '),
  title: (bet: string) => bet.replaceAll('-', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase()),
  odds: (odds: string) => odds.replace(':', ' to '),
  outcome: (outcome: string) => outcome,
  choice: (choice: string) => choice,
  shuffle: (how: string): string => (how === 'shuffler' ? 'in the shuffler' : 'by hand'),
  device: (device: string) => device,
  fact: (fact: string, value: string) => `${fact}: ${value}`,
  event: (event: string) => event,
  rank: (rank: string) => rank.replace('T', '10'),
  types: {
    str: 'text',
    int: 'a whole number',
    float: 'a number',
    array: 'a list',
    object: 'an object',
    bool: 'true or false',
  } as Readonly<Record<string, string>>,
  comma: ', ',
  then: ', then ',
  or: ' or ',
  next: '; ',
};
