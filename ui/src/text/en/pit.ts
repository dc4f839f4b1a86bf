// The words of the pit's page.

import type { Pit } from '../../wire';
import { money } from '../../lib/money';
import { many } from './plural';

const seconds = (ms: number): string => {
  const all = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(all / 60);
  return minutes < 60
    ? `${minutes}:${String(all % 60).padStart(2, '0')}`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

const controlled = ([name, [before, after]]: [string, readonly [string, string]]): string =>
  `${name.replace(/[_.]/g, ' ')}: ${before || 'none'}, now ${after || 'none'}.`;

const clockWrong: Record<string, (ms: number) => string> = {
  offset: (ms) =>
    `The house’s clock is ${Math.abs(ms / 1000)} s ${ms < 0 ? 'behind' : 'ahead'}: set the machine’s clock right.`,
  unsynchronised: () => 'No time server keeps the machine’s clock right.',
  'too-early': () => 'The machine’s clock shows a time that is long over: set it right.',
};

const noticed = (one: Pit['notices'][number]): string => {
  switch (one.event) {
    case 'clock-jumped':
      return `The machine’s clock was set ${one.by_ms < 0 ? 'back' : 'forward'} by ${Math.abs(one.by_ms / 1000)} s; countdowns are not touched.`;
    case 'contribution-noticed':
      return `The jackpot was not fed by ${money(one.bets_cents)} of ${one.table}, round ${one.round}: bets of ${money(one.explained_cents)} lay there.`;
    case 'program-changed':
      return 'The program’s files have changed since it was started.';
    case 'configuration-changed':
      return [
        'The house’s file has changed since the last opening.',
        ...Object.entries(one.controls).map(controlled),
      ].join(' ');
    case 'table-failed':
      return `Table ${one.table} has failed and is tried again. The log says why.`;
    case 'table-disabled':
      return `Table ${one.table} is out of use: it failed ${one.times} times. The pit opens it again.`;
    case 'table-mended':
      return `Table ${one.table} goes on.`;
    case 'house-restored':
      return `A backup of ${one.entries} entries was put back: staff are unlocked again one by one, tickets that were open take two people.`;
    case 'program-accepted':
      return `Version ${one.version} of the program was accepted for this house${one.confirmed_by ? `, confirmed by ${one.confirmed_by}` : ''}${one.beside ? ', beside those accepted before' : ''}.`;
    case 'program-differs':
      return `The program is not the one that was accepted: ${many(one.count, 'difference')}. The journal names them.`;
    case 'journal-faulty':
      return `The journal is not as it was written: ${many(one.count, 'fault')}. The journal’s entry names them; stop taking bets and call whoever looks after the house.`;
    case 'clock-wrong':
      return clockWrong[one.why]?.(one.by_ms ?? 0) ?? 'The clock is wrong.';
    case 'clock-right':
      return one.why === 'unsynchronised' ? 'A time server keeps the clock right again.' : 'The clock is right again.';
    case 'backup-overdue':
      return one.made === null
        ? 'No backup of this house was ever proven.'
        : `The last proven backup is older than ${one.at_most_hours} h.`;
    case 'command-failed':
      return `A fault of the program, number ${one.code} in the log, stopped what ${one.by} asked${one.table ? ` at table ${one.table}` : ''}${one.count > 1 ? `, ${one.count} times` : ''}. Nothing of it was written.`;
    case 'probing-noticed':
      return `${one.by} was refused ${one.count} times in a short while: ${one.asked}${one.table ? `, table ${one.table}` : ''}.`;
  }
};

export const pit = {
  notices: 'Noticed by the house',
  noticed,
  moreNotices: (number: number) => `${number} more`,
  failed: 'failed, tried again',
  title: 'Pit',
  nav: 'Pages of the pit',
  views: { tables: 'Floor', players: 'Players', people: 'People', shift: 'Shift', refused: 'Refused' } as Record<
    string,
    string
  >,
  refusedSays: 'What staff asked in vain, the newest first. No card is named.',
  refusedHead: ['At', 'Who', 'Table', 'Asked', 'Why', 'Times'],
  noneRefused: 'Nothing was refused to staff.',
  aSearch: 'a search',
  reporting: (now: number, all: number) => `${now} of ${all} tables reporting`,
  waiting: seconds,

  onLayouts: 'On the layouts',
  players: (number: number) => many(number, 'player'),
  worst: 'Worst case, all tables',
  worstSays: 'if every bet paid its best line',
  drop: 'Drop today',
  paidOut: (amount: string) => `paid out ${amount}`,
  win: 'Win today',
  expected: (amount: string) => `expected ${amount}`,
  hold: 'Hold today',
  theoretical: (share: string) => `theoretical ${share}`,
  improbable: 'Improbable results',
  flags: (number: number) => (number ? `${many(number, 'bet')} to look at` : 'None'),
  flagsSays: 'beyond 3.29 standard deviations',
  reportFails: 'The figures of today could not be read.',

  staked: 'staked',
  worstCase: 'worst case',
  worstHead: 'Worst case',
  winShort: 'Win',
  holdShort: 'Hold',
  theory: (share: string) => `theory ${share}`,
  automatic: 'Automatic dealer',
  person: 'Dealt by a person',
  steps: {
    concluded: 'Between rounds',
    betting: 'Betting',
    dealing: 'Dealing',
    playing: 'Players’ turn',
    exposed: 'Paying',
  } as Record<string, string>,
  closed: 'Closed',
  heldForChange: 'Change waits',
  options: (number: number) => `${number} to choose`,
  open: 'Open table',
  close: 'Close table',
  takeBack: 'Take back',
  limits: 'Limits and rules',
  restrict: 'Restrictions',
  restricted: (number: number) => `${number} restricted`,
  opened: (table: string) => `${table} is open`,
  closedNow: (table: string) => `${table} is closed`,
  allTables: 'All',
  needsMe: 'Needs me',
  filter: 'Which tables are shown',
  noneNeeds: 'No table needs you now.',

  queue: 'Waiting',
  nothingWaits: 'Nothing waits for anyone.',
  oldest: (time: string) => `oldest ${time}`,
  ruling: (table: string, round: string) => `Ruling · ${table} · round ${round}`,
  approval: (table: string, round: string) => `Approval · ${table} · round ${round}`,
  change: (table: string) => `Change · ${table}`,
  correction: (number: number) => `Correction ${number}`,
  cageWindow: (window: string) => `Cage · window ${window}`,
  kinds: {
    'buy-in': 'Buying in.',
    redeem: 'A ticket is paid out.',
    'cash-out': 'Cashing out.',
    ticket: 'Cashing out, as a ticket.',
    correction: '',
  } as Record<string, string>,
  meterChange: 'Jackpot correction',
  dispute: (number: number) => `Dispute ${number}`,
  cards: (table: string) => `Cards · ${table}`,
  cardsCounted: (by: string, found: number, expected: number) => `${by} counted ${found} of ${expected} cards`,
  cardsShuffled: (by: string, how: string, cut: boolean) =>
    `${by} shuffled them ${how === 'shuffler' ? 'in the shuffler' : 'by hand'}, ${cut ? 'cut' : 'not cut'}`,
  cardsConfirmedBy: (by: string) => `confirmed by ${by}`,
  cardsLeavePlay: 'Confirmed, these cards leave play, and others are counted.',
  cardsSee: 'Look at the cards at the table before you confirm it.',
  cardsConfirm: 'Confirm the cards',
  cardsAgain: 'Count again',
  toChange: 'its settings are changed',
  closedToChange: (table: string) =>
    `Nobody plays at ${table}: it closes for the change. Open it when that is approved.`,
  waitsForCards: 'Cards wait for a second person',
  countCards: 'Cards counted by two',
  countCardsWhen: { off: 'never', 'each-day': 'once a day', 'each-shoe': 'each shoe or pack' } as Record<
    string,
    string
  >,
  typing: (table: string) => `Typing · ${table}`,
  typingAsks: (by: string) => `${by} asks to type the cards of this round`,
  typingNotYou: 'Somebody allows it who deals no cards here.',
  waitsToType: 'Waits to type',
  allow: 'Allow',
  doNot: 'Do not',
  console: 'Console',
  call: (table: string) => `Call · ${table}`,
  playHeld: (time: string) => `${time}, play held`,
  reportedBy: (who: string) => `Reported by ${who}.`,
  decidedBy: (who: string) => `Decided by ${who}.`,
  decides: (role: string) => `${role} or above decides`,
  second: 'A second person has to approve it.',
  notBy: (names: string) => `Not ${names}: neither the reporter nor whoever deals.`,
  record: 'The record shows',
  finds: 'What did you find?',
  hidden: 'Bets stay hidden until the order is set.',
  calledOn: (role: string) => `Nobody came: the ${role.toLowerCase()} is called.`,
  askedBy: (who: string) => `Asked by ${who}.`,
  youAsked: 'You asked for this: another person approves it.',
  youDecided: 'You decided this: another person approves it.',
  notForYou: (role: string) => `${role} or above decides this.`,
  keptApart: (name: string) => `You and ${name} are kept apart: another manager approves this.`,
  managerApproves: 'A pit manager or above approves this.',
  reason: 'Reason, kept in the journal',
  needsReason: 'Give a reason first.',
  rule: 'Rule so',
  order: 'Order of the cards',
  orderSays: 'in the order that they shall have',
  remedy: 'What is to be done',
  choose: 'Choose',
  laterRounds: 'For later rounds',
  replaceShoe: 'Have the shoe replaced',
  ruled: 'The ruling is made',
  approve: 'Approve as second person',
  reject: 'Decline',
  approved: 'Approved',
  rejected: 'Declined',
  before: 'before',
  asked: 'after, once approved',
  owes: (amount: string) => `${amount} of it is owed: the balance does not cover it.`,
  balanceOf: (player: string) => `Balance of ${player}`,
  disputeOf: (round: string, table: string) => `Round ${round} at ${table}`,
  replay: 'Replay',
  resolve: 'Close with this answer',
  resolved: 'The dispute is closed',
  answerOrReason: 'Answer, or a reason, kept in the journal',
  claimed: (amount: string) => `Claims ${amount}.`,
  keptAside: (amount: string, player: string) => `Of what ${player} won, ${amount} stays aside.`,
  holdTable: 'Hold the table',
  tableHeld: (table: string) => `${table} is held: no other round opens`,
  letGoOn: 'Let the table go on',
  tableGoesOn: (table: string) => `${table} goes on`,
  heldBy: (number: number, time: string) => `Dispute ${number} holds the table, ${time}`,
  disputeSays: (round: string, reason: string) => `Round ${round}: ${reason}`,
  heldNow: 'holds the table',
  answer: 'I am there',
  answered: 'The call is answered',

  jackpot: 'Progressive jackpot',
  feeds: (share: string, seed: string) => `grows by ${share} of each bet · starts at ${seed}`,
  frozen: 'Frozen: no jackpot bets',
  faultAt: (tables: string) => `fault at ${tables}`,
  frozenByStaff: 'frozen by staff',
  freeze: 'Freeze',
  freezeSure: 'Freeze the jackpot',
  freezeSays: 'It stays at its amount. No bets on it are taken at any of its tables until it is resumed.',
  resume: 'Resume',
  correct: 'Correct',
  correctMeter: 'Correct the jackpot',
  shouldShow: 'Amount that it should show',
  meterSays: 'A pit manager or above, and not you, approves it. What is fed to the meter meanwhile stays.',
  propose: 'Propose',
  proposed: 'Proposed: a second person approves',

  settings: (table: string) => `${table}: limits and rules`,
  settingsSays:
    'Proposed by you, in force when a second person has approved. It is sent between two rounds; the table then waits.',
  bet: 'Bet',
  minimum: 'Minimum',
  maximum: 'Maximum',
  bettingTime: 'Betting time, seconds',
  lookingTime: 'Time to look, seconds',
  boxes: 'Boxes',
  smallestChip: 'Smallest chip',
  readings: 'Readings of the document',
  readingsSays: 'The shift manager decides how the rules are read.',
  proposeNow: 'Propose the change',
  proposeLater: 'Propose when the round ends',
  sendsLater: 'Waits for the round to end',
  nothingChanged: 'Nothing is changed yet.',
  badAmount: 'Amounts are like 25.00.',
  changes: 'What changes',
  changed: {
    betting_seconds: 'Betting time',
    looking_seconds: 'Time to look',
    boxes: 'Boxes',
    chip_cents: 'Smallest chip',
    decks: 'Decks',
    device: 'Device',
    dealer: 'Dealt by',
    shoe: 'An electronic shoe reads the cards',
    jackpot: 'Jackpot',
    count_cards: 'Cards counted by two people',
  } as Record<string, string>,
  limitOf: (bet: string) => `${bet}, minimum to maximum`,
  none: 'none',

  restrictions: (table: string) => `${table}: restrictions`,
  oneBox: 'Keep a player to one box',
  player: 'Player',
  keep: 'Restrict',
  lift: 'Lift',
  kept: (player: string) => `${player} is kept to one box`,
  lifted: 'The restriction is lifted',
  area: 'Wagers on each area',
  areaSays: (most: number) => `The game allows ${most}; fewer may be taken here.`,
  areaNow: (number: number) => `Now at most ${number}`,

  search: 'Find a player',
  searchSays: 'Letters of the name',
  found: (number: number) => many(number, 'player'),
  nobody: 'No player has these letters in the name.',
  balance: 'Balance',
  provisional: 'Provisional',
  owed: 'Owed',
  lyingNow: 'Lying now',
  nothingLies: 'No wager lies on a table.',
  lastRounds: 'Last rounds',
  noRounds: 'No round yet.',
  tickets: 'Tickets not redeemed',
  noTickets: 'None.',
  voided: 'void',
  correctBalance: 'Correct the balance',
  correctSays: 'What is added, or with a minus taken. A pit manager or above, and not you, approves it.',
  amount: 'Amount, like 25.00 or −25.00',
  choosePlayer: 'Choose a player to see the balance, wagers and last rounds.',

  reading: 'The figures of the day are being read',
  jackpots: 'Jackpots',
  inPlay: 'in play',

  asks: {
    account: (name: string, role: string) => `New account ${name}, ${role}`,
    password: (name: string) => `New password for ${name}`,
    unlock: (name: string) => `Unlock ${name}`,
    role: (name: string, role: string) => `${name} becomes ${role}`,
  } as Record<string, (name: string, role: string) => string>,
  confirm: 'Confirm as second person',
  confirmed: 'Confirmed',
  withdraw: 'Withdraw',
  withdrawn: 'Withdrawn',
  notYours: 'This is about your own account: others decide it.',
  endsIn: (time: string) => `ends in ${time}`,
  printSlip: 'Print slip',
  codeTitle: (name: string) => `One-time code for ${name}`,
  codeHalf: {
    first: 'This is the first half of the code. Who confirms it is shown the second half; only the owner has both.',
    second: 'This is the second half of the code. Who proposed it was shown the first half; only the owner has both.',
  },
  codeSays:
    'Hand it to the owner in person. It is for setting a password at sign-in, within 24 hours, and is shown this once.',

  inNeed: 'Tables in need',
  searchFloor: 'Table, dealer or player',
  running: (number: number) => `Running, ${number}`,
  stateHead: 'State',
  dealerHead: 'Dealer, since',
  playersHead: 'Players',
  onLayout: 'On the layout',
  stepLeft: (step: string, seconds: number) => `${step}, ${seconds} s`,
  failedSays: 'It is tried again by itself; the log says why.',
  heldFor: (time: string) => `Held ${time}, waits for a ruling`,
  reportedAs: (what: string, by: string) => `${what}, by ${by}.`,
  interruptedFor: (time: string) => `Interrupted ${time}`,
  interruptedSays: 'Stakes are held. The game’s own clause decides when it goes on.',
  calledFor: (time: string) => `Call from the console, ${time}`,
  othersGoOn: 'Players are told. Other bets go on.',
  overTime: (dealer: string, due: string) => `Break of ${dealer} was due ${due}`,
  overSays: (time: string) => `${time} over the time at a table.`,
  roundOf: (round: string) => `round ${round}`,
  dealsSince: (dealer: string, since: string) => `${dealer} deals since ${since}`,
  liesThere: (amount: string) => `on the layout ${amount}`,
  noneLie: 'no bets lie there',
  automaticShort: 'automatic',
  nobodyDeals: 'nobody',
  ruleIt: 'Rule',
  going: 'I am going',
  lookAt: 'Look',
  more: 'Show',
  less: 'Less',
  closeAsk: (table: string) => `Close ${table}?`,
  closeNowSays: 'No round is in play. It closes at once.',
  closeLaterSays: (step: string, players: string, amount: string) =>
    `${step}: ${players}, ${amount} lie there. The round is played and paid first; nobody can bet after it.`,
  stayOpen: 'Stay open',
  closeLater: 'Close after this round',
  closeNow: 'Close now',
  closesLater: (table: string) => `${table} closes after this round`,
  closesAfter: 'Closes after this round',
  staysOpen: (table: string) => `${table} stays open`,
  relieve: (dealer: string) => `Relieve ${dealer}`,
  relieveSays: 'Recorded in the journal. Nobody named: the table waits for its next dealer.',
  takesOver: 'Who takes over',
  stays: (dealer: string) => `${dealer} stays`,
  relieved: (dealer: string) => `${dealer} is relieved`,
  stop: 'Stop play',
  stopAsk: (table: string) => `Stop play at ${table}?`,
  stopSays: 'At once. The stakes are held; the game’s own clause decides what becomes of the round.',
  stopped: (table: string) => `Play at ${table} is stopped`,
  playOn: 'Play on',
  rotation: 'Dealers, breaks and rotation',
  rotates: (table: number, pause: number) => `${table} min at a table, ${pause} min break`,
  rest: 'break',
  breakWasDue: (table: string, due: string) => `${table}, break due ${due}`,
  relieves: (table: string, dealer: string) => `${table}, relieves ${dealer}`,
  dealsAt: (table: string, since: string) => `deals at ${table} since ${since}`,
  restsSince: (since: string) => `on a break since ${since}`,
  nobodyDealsHere: 'No dealer has opened a round in the last hours.',
  atLimits: 'Players at limits',
  ofPlayers: (number: number, all: number) => `${number} of ${all}`,
  ofTableLimit: (table: string, percent: number) => `${table}, ${percent} % of the table limit`,
  ownLimitNear: 'Own loss limit nearly reached',
  ofMost: (most: string, what: string) => `of ${most}, ${what}`,
  today: 'today',
  nobodyAtLimits: 'Nobody is near a limit.',
  barredSeen: 'Barred, seen today',
  barredInAll: (number: number) => `${number} barred in all`,
  selfExcluded: (day: string) => `Self-excluded until ${day}`,
  barredByHouse: 'Barred by the house',
  openFile: 'Open',
  signedInAt: (time: string) => `signed in ${time}; no bet is taken`,
  noneBarredSeen: 'No barred player was seen today.',
  outOfUse: 'Close a game or the house',
  outOfUseSays: 'Every table closes; where a round is in play, it is played and paid first.',
  whichTables: 'Which tables',
  wholeHouse: (number: number) => `The whole house, ${many(number, 'table')}`,
  outOfUseSure: 'Close them',
  outOfUseDone: 'They close',
  floorKeys: [
    ['/', 'search'],
    ['J K', 'next, previous'],
    ['Enter', 'open the first in need'],
    ['A', 'approve'],
    ['C', 'close table, asks first'],
    ['R', 'relieve dealer'],
    ['X X', 'stop play'],
  ] as readonly (readonly [string, string])[],
  closesWhy: (by: string, reason: string) => `Closes after this round, ${by}: ${reason}`,
  esc: 'Esc',
  stopOrClose: 'Stop play acts at once; Close lets the round end',
};
