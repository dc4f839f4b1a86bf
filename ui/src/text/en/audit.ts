// The words of the audit and fairness pages.

import type { Finding } from '../../lib/fairness';

export const audit = {
  title: 'Audit',
  nav: 'Pages of the audit',
  views: { journal: 'Journal', round: 'Round', whole: 'Verification', disputes: 'Disputes' } as Record<string, string>,
  pit: 'Pit',

  filters: 'What is shown',
  stream: 'Stream',
  streamSays: 'table:t1',
  event: 'Event',
  eventSays: 'wager-placed',
  person: 'Person',
  personSays: 'who did it, or whom it concerns',
  from: 'From',
  to: 'To',
  show: 'Show',
  clear: 'Clear',
  newest: 'Newest',
  older: 'Older',
  newer: 'Newer',
  oldest: 'Oldest',
  position: 'No.',
  time: 'Time',
  by: 'By',
  nothing: 'No entry is like that.',
  reading: 'The journal is read',
  jsonLines: 'As JSON Lines',
  commas: 'As CSV',
  export: 'Take away what is shown here',
  withheld: (why: string) => `not shown: ${why}`,
  hash: 'Hash',
  previous: 'Hash of the entry before',
  postings: 'Postings',
  noPostings: 'No money moved.',
  version: (version: string) => `entry ${version} of its stream`,
  toRound: (round: string) => `Replay round ${round}`,

  table: 'Table',
  round: 'Round',
  replay: 'Replay',
  chooseRound: 'Choose a table and a round: it is told step by step, with its clauses and postings.',
  seenAs: 'As it was seen by',
  everyone: 'Staff, every card',
  roundOf: (round: string, table: string) => `Round ${round} at ${table}`,
  step: (now: number, all: number) => `Step ${now} of ${all}`,
  previousStep: 'Previous step',
  nextStep: 'Next step',
  lastStep: 'Last step',
  inPlay: 'This round is in play: cards are shown once it has ended.',
  noCards: 'No card is on the table.',
  released: 'Became the players’ own when the next round opened',
  clauses: 'Clauses applied',
  asPlayer: (name: string) => `as ${name} saw it`,
  moment: 'Cards after this step',

  whole: 'Is the journal whole?',
  wholeSays:
    'Every hash, version, posting, balance, snapshot and checkpoint is worked out again and held against what was written.',
  verify: 'Verify the journal',
  verifying: (seconds: number) => `Every entry is being checked, for ${seconds} s now.`,
  isWhole: 'The journal is whole',
  isNotWhole: (number: number) => `${number} ${number === 1 ? 'thing is' : 'things are'} not as written`,
  counted: (entries: string, checkpoints: string) => `${entries} entries and ${checkpoints} checkpoints were checked.`,
  key: 'The house’s public key',
  checkedAt: (time: string) => `checked at ${time}`,

  disputes: 'Disputes',
  noDisputes: 'No round has been disputed.',
  open: 'Open',
  closedBy: (who: string, when: string) => `Closed by ${who}, ${when}`,
  proofs: 'Proofs',
  captured: (when: string) => `Captured ${when}`,
  asWritten: 'Every entry is as the house wrote it, and they stand under its checkpoint.',
  notAsWritten: 'Not as the house wrote it',
  entries: (entries: number) => `${entries} entries`,
  takeProof: 'Take the proof away',
  loading: 'Loading',
};

export const fairness = {
  title: 'Fairness',
  lead: 'Before bets open the house publishes a commitment to the order of the cards. When the shoe has ended it shows that order, and your browser checks that every card was the next one.',
  table: 'Table',
  shoe: 'Shoe',
  shoes: 'Shoes of this table',
  noShoes: 'No sealed shoe has been used at this table.',
  inUse: 'in use',
  ended: 'ended',
  commitment: 'Commitment, published before betting',
  yours: 'The commitment that your screen showed you',
  yoursSays: 'Paste it here: then you need not take the house’s word for which one it was.',
  yoursDiffers: 'This is not the commitment that the house now names for the shoe.',
  yoursSame: 'It is the one that the house names.',
  sealedAt: (when: string) => `sealed ${when}`,
  revealedAt: (when: string) => `revealed ${when}`,
  stillSealed: 'The shoe is in use. Its order is shown when it has ended; until then nobody can know it.',
  computed: 'Worked out by your browser from order and salt',
  salt: 'Salt',
  order: 'Order of the cards',
  dealtFirst: 'dealt first on the left; cards that came are ringed',
  checking: 'Your browser is checking',
  holds: 'Everything is as it was sealed',
  fails: 'This shoe is not as it was sealed',
  checks: {
    commitment: 'Order and salt are what the commitment was made of',
    packs: 'The order is exactly its packs of cards',
    'sealed-late': 'It was sealed before betting opened in each round',
    cards: 'Every card that came was the next one',
  } as Record<Finding['what'], string>,
  finding: (one: Finding): string => {
    switch (one.what) {
      case 'commitment':
        return 'The order and the salt are not what the commitment was made of.';
      case 'packs':
        return `The order is not ${one.decks} whole ${one.decks === 1 ? 'pack' : 'packs'}.`;
      case 'sealed-late':
        return `Round ${one.round}: the shoe was sealed after its betting opened.`;
      case 'cards':
        return `Round ${one.round}: ${one.came} came where ${one.wanted || 'no card'} was next.`;
    }
  },
  ok: 'holds',
  not: 'does not hold',
  cardsOf: (cards: string, rounds: string) =>
    `${cards} cards of ${rounds} ${rounds === '1' ? 'round' : 'rounds'} were held against the order.`,
  rounds: 'Rounds dealt from it',
  round: 'Round',
  cards: 'Cards as they came',
  insecure: 'Your browser checks only on pages that came over HTTPS or from this very computer, and this one did not.',
  insecureSays: 'Take the table’s record and check it yourself with',
  command: (table: string) => `croupier fairness verify ${table}.json`,
  tryIt: 'Change the order and see it fail',
  tryItSays: 'Two cards of the order change places, only here in your browser.',
  tampered:
    'Two cards have changed places in your browser. This is what a shoe looks like that was not dealt as sealed.',
  undo: 'Put them back',
};
