// The words of the watch over results, and of investigations.

import { many } from './plural';

const capitals = (text: string): string => text.replace(/(^|[ ])[a-z]/g, (letter) => letter.toUpperCase());

export const watch = {
  title: 'Abnormal results',
  abnormalSays: 'Seen by the house itself, against what the rules give. Each stretch is told once.',
  subject: {
    table: (name: string) => `Table ${name}`,
    dealer: (name: string) => `Dealer ${name}`,
    player: (name: string) => `Player ${name}`,
  } as Record<string, (name: string) => string>,
  bet: (bet: string, game: string) => capitals(`${bet}, ${game}`),
  spans: { shift: 'this shift', day: 'this gaming day', life: 'in all', span: 'in a stretch' } as Record<
    string,
    string
  >,
  levels: { notice: 'Notice', alarm: 'Alarm' } as Record<string, string>,
  figures: (z: string) => `z ${z}`,
  allowed: (z: string, adjusted: string) => `z ${z}, with long odds allowed for ${adjusted}`,
  came: (rounds: number, win: string, expected: string) => `${many(rounds, 'round')}: won ${win}, expected ${expected}`,
  cameBets: (wagers: number, win: string, expected: string) =>
    `${many(wagers, 'wager')}: won ${win}, expected ${expected}`,
  investigations: 'Investigations',
  number: (number: number) => `Investigation ${number}`,
  open: 'Open',
  byHouse: 'Opened by the house itself',
  openedBy: (name: string, reason: string) => `Opened by ${name}: ${reason}`,
  noted: (name: string, note: string) => `${name}: ${note}`,
  closed: (name: string, cause: string) => `Closed by ${name}: ${cause}`,
  causes: {
    chance: 'chance',
    error: 'an error in good faith',
    fault: 'a fault of a device or program',
    wrongdoing: 'wrongdoing',
    unexplained: 'unexplained',
  } as Record<string, string>,
  investigate: 'Investigate',
  investigateOf: (what: string) => `Investigate: ${what}`,
  investigateSays: 'It is recorded with the figures of this time. Another person closes it with a finding.',
  why: 'Why',
  opening: 'Open the investigation',
  opened: 'The investigation is open',
  note: 'What was looked into',
  addNote: 'Note it',
  noteDone: 'Noted',
  cause: 'Cause',
  finding: 'Finding',
  close: 'Close it',
  closeDone: 'The investigation is closed',
  twoPeople: 'A pit manager or above, or the auditor, closes it: not who opened it, and not alone.',
};
