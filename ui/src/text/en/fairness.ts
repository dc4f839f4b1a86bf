// The words of the fairness page.

import type { Finding, Step } from '../../lib/fairness';
import { many } from './plural';

const seeds = (number: number) => many(number, 'seed');

export const fairness = {
  title: 'Check your cards',
  titles: {
    proven: 'Nobody chose your cards',
    alone: 'The house could have chosen these cards',
    unsealed: 'These cards were not sealed',
  },
  short: 'Fairness',
  lead: 'The house commits itself to its seed before anybody’s for that shoe can be known. Players add theirs, each committed to before any is opened. Only together they give the order of the cards. Your browser checks every step below.',
  unsealedLead:
    'They came from no sealed shoe: an electronic shoe read them, or people dealt or typed them. Your browser has nothing to check here; the replay tells who dealt.',
  table: 'Table',
  shoe: 'Shoe',
  shoes: 'Shoes of this table',
  noShoes: 'No sealed shoe has been used at this table.',
  inUse: 'in use',
  ended: 'ended',
  sealedAt: (when: string) => `sealed ${when}`,
  choose: 'Choose a round of yours or a shoe: your browser checks it here.',

  mine: 'My rounds',
  noRounds: 'Rounds that you play are listed here, each with its proof.',
  signIn: 'Sign in to find your own rounds.',
  roundAt: (table: string, round: string) => `${table}, round ${round}`,

  seed: 'My seed',
  seedLabel: 'Words of your own, if you like',
  seedSays:
    'Any words. Without them your browser draws 32 random bytes for each shoe; with them it adds 32 as well, so that known words give nothing away.',
  seedChange: 'Change my seed',
  seedFrom: (shoe: string) => `Counts from shoe ${shoe} on.`,
  seedGiven: (shoe: string) => `For shoe ${shoe} your seed is in, hidden until seeds are closed.`,
  seedOpened: (shoe: string) => `For shoe ${shoe} your seed is opened.`,
  seedNone: (shoe: string) => `Shoe ${shoe} takes seeds until the shoe in use has ended. Your terminal adds yours.`,
  seedOthers: (number: number, most: number) => `${seeds(number)} of players so far, ${most} at most.`,
  seedRefused: (says: string) => `The house did not take your last seed: ${says}`,
  nextCommitment: 'The house’s commitment for it',
  insecureSeed: 'This page came neither over HTTPS nor from this computer: your browser adds no seed here.',

  holds: 'Everything holds, checked in your browser',
  holdsAlone: 'Everything holds, but no player added a seed',
  fails: (step: number, what: string) => `Does not hold: step ${step}, ${what}`,
  again: 'Check again',
  checking: 'Your browser is checking',
  stillSealed: 'The shoe is in use: nothing to check until it ends. Its seed and order are shown then.',
  stillAlone: 'No player added a seed to it: the house could have chosen it.',
  notYet: 'Nothing to check until the shoe ends.',
  steps: {
    house: 'The house sealed its seed',
    players: 'Players added theirs',
    order: 'Together they give this order',
    cards: 'Every card was the next one',
    paid: 'You were paid by the rules',
    record: 'The record cannot be rewritten',
  } as Record<Step, string>,
  noPlayers: 'No player added a seed',
  aloneOrder: 'The house’s seed gives this order',
  failed: {
    house: 'the house’s seal.',
    players: 'the seeds of players.',
    order: 'the order of the cards.',
    cards: 'the cards that came.',
    paid: 'what you were paid.',
    record: 'the record of the house.',
  } as Record<Step, string>,
  before: (when: string) => `${when}, before bets`,
  commitment: 'Commitment',
  computed: 'Worked out here',
  same: 'same',
  differs: 'differs',
  houseSays: 'The commitment was published before you could bet. Now the seed is open, and gives the same value.',
  yours: 'The commitment that your screen showed you',
  yoursSays: 'Paste it here: then you need not take the house’s word for which one it was.',
  yoursDiffers: 'This is not the commitment that the house now names for the shoe.',
  yoursSame: 'It is the one that the house names.',
  yoursEnds: 'Its ends are those of the one that the house names.',
  houseSeed: 'House, opened after',
  playerSeeds: (opened: number) => `Players, ${seeds(opened)}`,
  noBeacon: 'No beacon',
  yourSeed: 'Your seed is in it:',
  yourSeedShut:
    'Your browser opened its seed for this shoe, and the house counts it as shut. Keep this page and ask the house.',
  gives: 'The house had to fix its seed before it could know these, and nobody could fit theirs to another’s.',
  givesAll:
    'If one of them is yours, or of somebody whom you trust, neither the house nor anybody else could know or choose the order.',
  givesNothing:
    'No player added a seed to this shoe. The house could not change its order once bets were open, but it could have chosen it before.',
  shut: (number: number) =>
    `${seeds(number)} committed to and not opened, so left out. For each, the house together with that player had a choice between two orders.`,
  packs: (cards: string, decks: number) => `${cards} cards, ${many(decks, 'deck')}`,
  dealtFirst: 'Dealt first on the left; cards that came are ringed.',
  wholeOrder: 'The whole order, seed and salt',
  salt: 'Salt',
  of: (came: string, cards: string) => `${came} of ${cards} cards came`,
  round: 'Round',
  otherRounds: (number: number) => `${many(number, 'other round')} of this shoe`,
  paidSays: 'Each amount is worked out again here from its stake and its odds; the clauses say why.',
  notPaid: 'You staked nothing in this round. Choose a round of your own to see what it paid.',
  paidVoid: 'The round was void: your stakes came back.',
  checkpointOf: (size: string) => `checkpoint ${size}`,
  noCheckpoint: 'No checkpoint covers this shoe yet. It comes within a minute.',
  inLog: 'Round in log',
  entriesOf: (from: string, to: string) => `entries ${from} to ${to}`,
  included: 'included',
  root: 'Root',
  signedBy: (witnesses: number) => (witnesses ? `signed, ${many(witnesses, 'witness', 'witnesses')}` : 'signed'),
  notSigned: 'not signed by the house',
  signatureUnchecked: 'signature not checked here',
  yoursHand: 'yours',
  placeOf: (place: string) => place.replace(/^the /, ''),
  stayed: (dealt: string, left: string) =>
    `The first ${dealt} were dealt; the other ${left} stayed and are in the proof.`,
  logAndWitnesses: 'Log and witnesses',
  nowLabel: 'now',
  lastCheckpoint: 'Last checkpoint',
  houseSignature: 'House signature',
  good: 'good',
  notChecked: 'not checked here',
  noWitnesses: 'No witness countersigns this house.',
  findRound: 'By its number',
  findTable: 'Table',
  findNumber: 'Round',
  find: 'Show its proof',
  hints: { move: 'next, previous round', again: 'check again', download: 'download proof', theme: 'theme' },
  alone_check: 'Nothing here needs the house: proofs check themselves',
  download: 'Download this proof',
  downloadSealed: 'Download the commitment',
  downloadTable: 'Download the table’s record',
  alone: 'Checks without the house:',
  command: (file: string) => `croupier fairness verify ${file}.json`,

  finding: (one: Finding): string => {
    switch (one.what) {
      case 'commitment':
        return 'What was revealed is not what the commitment was made of.';
      case 'promise':
        return 'The house published no commitment for this shoe in advance, so it could have chosen the order.';
      case 'seed':
        return {
          early: `Seed ${one.number} was there before the house committed itself to its own.`,
          late: `Seed ${one.number} was added after seeds were closed.`,
          opened: `Seed ${one.number} was opened out of its turn.`,
          other: `Seed ${one.number} is not what was committed to.`,
        }[one.why];
      case 'seeds':
        return 'The seeds that went into the order are not those that were opened.';
      case 'order':
        return 'The seeds give another order.';
      case 'packs':
        return `The order is not ${many(one.decks, 'whole pack')}.`;
      case 'sealed-late':
        return `Round ${one.round}: the shoe was sealed after its betting opened.`;
      case 'cards':
        return `Round ${one.round}: ${one.came} came where ${one.wanted || 'no card'} was next.`;
      case 'paid':
        return `${one.bet}: the amount is not what its odds make of the stake.`;
      case 'log':
        return {
          covers: 'The checkpoint does not reach to this shoe’s end.',
          signature: 'The checkpoint is not signed with the house’s key.',
          path: 'An entry of your round does not lead to the root.',
          hash: 'An entry of your round is not what its hash was made of.',
        }[one.why];
    }
  },

  counted: (table: string) => `Shoes of ${table}`,
  last: (shoes: number) => `last ${shoes}`,
  counts: {
    used: 'used and opened',
    in_use: 'in use, sealed',
    discarded: 'discarded or given up',
    committed_twice: 'committed to twice',
    missing: 'missing',
    voided_rounds: 'rounds void',
    seeds: 'seeds of players',
    seeds_unopened: 'seeds not opened',
  },
  discarded: (shoe: string) => `Shoe ${shoe} discarded`,
  restored: (entries: number) => `The house was restored from a backup of ${entries} entries`,
  noneDiscarded: 'None was discarded.',

  cheat: 'Try to cheat',
  cheatSays: 'Exchange two cards of the order, only in your browser, and see which step fails.',
  exchange: 'Exchange two cards',
  undo: 'Put them back',
  insecure: 'Your browser checks only on pages that came over HTTPS or from this very computer, and this one did not.',
  insecureSays: 'Download the proof and check it with',
};
