// Written by `python -m tools.typescript` from the house's own types; not by hand.

export type Spot = "centre" | "upper-left" | "upper-centre" | "upper-right" | "lower-left" | "lower-right";

export type Side = "player" | "banker";

export type Choice = "play" | "fold";

export type Remedy = "void-round" | "move-hands" | "reconstruct" | "offer-options" | "offer-withdrawal" | "remove-hand" | "return-bet" | "refuse-bet" | "reject-excess" | "bet-stands" | "settle-pro-rata" | "settle-to-maximum" | "settle-as-placed" | "settle-once-then-return" | "advise-player" | "fold-hand" | "settle" | "play-on" | "turn-down-and-play-on" | "use-as-next-card" | "use-in-next-round" | "supervisor-orders-cards" | "replace-shoe" | "settle-by-cards" | "settle-on-play-amount" | "return-excess" | "no-effect" | "pay-by-last-meter" | "no-jackpot-bets" | "shift-manager-decides";

export type Role = "player" | "dealer" | "pit-supervisor" | "pit-manager" | "shift-manager" | "auditor";

export type BankerRow = {
  readonly total: number;
  readonly draws_on: readonly number[];
  readonly stands_on: readonly number[];
};

export type BetCard = {
  readonly name: string;
  readonly title: string;
  readonly where: string;
  readonly spot: Spot | null;
  readonly needs: string | null;
  readonly bonus_on: string | null;
  readonly lines: readonly PayLine[];
  readonly clauses: readonly string[];
};

/** What a player decides on a hand looked at; the first choice places the bet. */
export type DecisionCard = {
  readonly bet: string;
  readonly entry: string;
  readonly choices: readonly Choice[];
  readonly clauses: readonly string[];
};

export type GameCard = {
  readonly about: GameInfo;
  readonly decks: readonly [number, number];
  readonly hand_cards: number;
  readonly bets: readonly BetCard[];
  readonly decision: DecisionCard | null;
  readonly jackpot: JackpotCard | null;
  readonly ranking: RankingCard;
  readonly tableau: TableauCard | null;
  readonly phases: readonly Phase[];
  readonly clauses: Readonly<Record<string, string>>;
};

export type GameInfo = {
  readonly game: string;
  readonly title: string;
  readonly operator: string;
  readonly version: number;
  readonly effective: string;
  readonly bets: readonly string[];
};

export type JackpotCard = {
  readonly bet: string;
  readonly entry: string;
  readonly clauses: readonly string[];
};

export type PayLine = {
  readonly event: string;
  readonly result: string;
  readonly odds: string | null;
  readonly award: string | null;
  readonly envy: string | null;
  readonly clauses: readonly string[];
};

export type Phase = {
  readonly phase: string;
  readonly says: readonly Sentence[];
};

export type RankingCard = {
  readonly hands: readonly string[];
  readonly says: readonly Sentence[];
};

export type Sentence = {
  readonly says: string;
  readonly clause: string;
};

/** The table of play, to be drawn. */
export type TableauCard = {
  readonly natural: readonly number[];
  readonly player_draws_on: readonly number[];
  readonly banker_draws_on: readonly number[];
  readonly banker: readonly BankerRow[];
  readonly clauses: readonly string[];
};

export type BesideRow = {
  readonly clauses: readonly (readonly string[])[];
  readonly shared: readonly string[];
};

/** How often a clause is among those that decide a bet, exactly and in percent. */
export type Chance = {
  readonly bet: string;
  readonly title: string;
  readonly exact: string;
  readonly percent: string;
};

export type ClauseDetail = {
  readonly document: DocumentInfo;
  readonly row: ClauseRow;
  readonly digest: string;
  readonly code: readonly Code[];
  readonly tests: readonly string[];
  readonly referred: readonly string[];
  readonly used_by: readonly string[];
  readonly elsewhere: readonly Elsewhere[];
  readonly open_points: readonly OpenPoint[];
};

export type ClauseRow = {
  readonly game: string;
  readonly clause: string;
  readonly kind: Kind;
  readonly gist: string;
  readonly how: string;
  readonly tests: number;
  readonly chances: readonly Chance[];
  readonly topics: readonly string[];
};

export type Code = {
  readonly where: string;
  readonly text: string;
};

export type DocumentInfo = {
  readonly game: string;
  readonly title: string;
  readonly operator: string;
  readonly version: number;
  readonly effective: string;
  readonly clauses: number;
};

/** A clause of another game that speaks of the same thing. */
export type Elsewhere = {
  readonly game: string;
  readonly title: string;
  readonly clause: string;
  readonly gist: string;
  readonly shared: readonly string[];
};

/** A point that the clause leaves open; the first value is the default. */
export type OpenPoint = {
  readonly name: string;
  readonly values: readonly string[];
};

export type Rulebook = {
  readonly documents: readonly DocumentInfo[];
  readonly topics: readonly TopicInfo[];
  readonly clauses: readonly ClauseRow[];
  readonly beside: readonly string[];
};

export type SideBySide = {
  readonly games: readonly string[];
  readonly rows: readonly BesideRow[];
};

export type TopicInfo = {
  readonly name: string;
  readonly title: string;
  readonly clauses: number;
};

export type Kind = "definition" | "procedure" | "bet" | "payment" | "irregularity" | "authority" | "layout";

/** Durable. */
export type Acknowledged = {
  readonly type: "acknowledged";
  readonly id: string;
  readonly version: number;
};

/** A command; the same id again is the same request again. */
export type Ask = {
  readonly type: "ask";
  readonly id: string;
  readonly table: string;
  readonly command: AnyCommand;
};

/** What was sent cannot be read, or there is no such thing. */
export type Bad = {
  readonly type: "bad";
  readonly says: string;
};

/** Send the list of tables now and whenever it has changed, or no longer. */
export type Lobby = {
  readonly type: "lobby";
  readonly on?: boolean;
};

/** Of the whole house: why it pauses, or that it goes on. */
export type Notice = {
  readonly type: "notice";
  readonly paused: string | null;
};

/** What is one person's own at a table; sent when it has changed. */
export type Own = {
  readonly type: "own";
  readonly table: string;
  readonly part: OwnPart;
  readonly provisional_cents: number;
  readonly events: readonly AnyEvent[];
};

export type Pause = {
  readonly type: "paused";
  readonly id: string;
  readonly says: string;
};

export type Ping = {
  readonly type: "ping";
};

export type Pong = {
  readonly type: "pong";
  readonly now: number;
};

export type Purse = {
  readonly type: "purse";
  readonly balance_cents: number;
  readonly owed_cents: number;
};

export type Refusal = {
  readonly type: "refused";
  readonly id: string;
  readonly why: string;
  readonly clauses: readonly string[];
  readonly says: string;
};

/** The last rounds of a table: the same message for all who watch, when they have changed. */
export type Results = {
  readonly type: "results";
  readonly table: string;
  readonly past: readonly Past[];
  readonly roads: RoadsDrawn | null;
};

/** A table as everybody may see it, and what led to it: the same message for all who watch. */
export type Seen = {
  readonly type: "seen";
  readonly table: string;
  readonly version: number;
  readonly since: number;
  readonly now: number;
  readonly view: View;
  readonly events: readonly AnyEvent[];
  readonly meter_cents: number | null;
  readonly until: number | null;
  readonly shoe: string | null;
  readonly commitment: string | null;
};

export type TableInfo = {
  readonly name: string;
  readonly game: string;
  readonly title: string;
  readonly step: string;
  readonly round: number;
  readonly is_open: boolean;
  readonly boxes: number | null;
  readonly players: number;
  readonly limits: Readonly<Record<string, readonly [number, number]>>;
  readonly meter_cents: number | null;
  readonly until: number | null;
  readonly last: readonly string[];
};

/** The list of tables, for those in the lobby. */
export type Tables = {
  readonly type: "tables";
  readonly now: number;
  readonly tables: readonly TableInfo[];
};

export type Unwatch = {
  readonly type: "unwatch";
  readonly table: string;
};

/** Send the table's views from now on, and what happened since an entry already seen. */
export type Watch = {
  readonly type: "watch";
  readonly table: string;
  readonly since?: number | null;
};

export type Welcome = {
  readonly type: "welcome";
  readonly who: Who | null;
  readonly now: number;
  readonly tables: readonly TableInfo[];
};

export type JournalLine = {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly at: number;
  readonly event: unknown;
  readonly postings: readonly Posting[];
  readonly previous: string;
  readonly hash: string;
  readonly withheld: string | null;
};

export type Page = {
  readonly after?: number;
  readonly before?: number | null;
  readonly stream?: string;
  readonly event?: string;
  readonly person?: string;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly limit?: number;
};

/** Times like `2026-07-01T06:00`; without a zone they are UTC. */
export type Span = {
  readonly from?: string | null;
  readonly to?: string | null;
};

export type Verified = {
  readonly entries: number;
  readonly seals: number;
  readonly key: string;
  readonly faults: readonly string[];
};

/** All that is given has to hold; times are like `2026-07-01T06:00`, in UTC without a zone. */
export type Wanted = {
  readonly after?: number;
  readonly before?: number | null;
  readonly stream?: string;
  readonly event?: string;
  readonly person?: string;
  readonly from?: string | null;
  readonly to?: string | null;
};

export type CallFor = {
  readonly reason: string;
};

export type Cards = {
  readonly cards?: string;
};

/** Whether cards can come now; the line says why not. */
export type Checked = {
  readonly says: string | null;
  readonly clauses: readonly string[];
};

export type DealtBy = {
  readonly table: string;
  readonly title: string;
  readonly dealer: string;
  readonly shoe: boolean;
};

export type GivenReport = {
  readonly report: Report;
};

export type OfTable = {
  readonly table: string;
};

/** How the round would be settled; nothing is. */
export type Settlement = {
  readonly lines: readonly SettledLine[];
  readonly says: string | null;
};

export type FairnessOfTable = {
  readonly table: string;
};

export type ShoeInfo = {
  readonly shoe: string;
  readonly decks: number;
  readonly commitment: string;
  readonly sealed: When;
  readonly revealed: When | null;
};

/** A shoe, and what the journal says came out of it: nothing while it is in use. */
export type ShoeRecord = {
  readonly table: string;
  readonly shoe: Shoe;
  readonly rounds: readonly Round[];
};

export type ClauseInfo = {
  readonly clause: string;
  readonly kind: Kind;
  readonly gist: string;
};

export type Jackpot = {
  readonly game: string;
  readonly displayed_cents: number;
  readonly seed_cents: number;
  readonly frozen: boolean;
  readonly tables: readonly string[];
};

export type OfShoe = {
  readonly shoe: string;
};

export type Rules = {
  readonly document: DocumentInfo;
  readonly clauses: readonly ClauseInfo[];
};

export type MeterAmount = {
  readonly cents: number;
  readonly reason: string;
};

export type Amount = {
  readonly cents: number;
  readonly id?: string | null;
};

export type Bought = {
  readonly player: string;
  readonly cents: number;
  readonly balance_cents: number;
};

export type Corrected = {
  readonly number: number;
  readonly player: string;
  readonly cents: number;
  readonly before_cents: number;
  readonly after_cents: number;
  readonly owed_cents: number;
  readonly by: string;
  readonly approved_by: string;
  readonly reason: string;
};

/** Proposed, with what the balance is and what it would be. */
export type Correction = {
  readonly number: number;
  readonly player: string;
  readonly cents: number;
  readonly reason: string;
  readonly by: string;
  readonly at: number;
  readonly before_cents: number;
  readonly after_cents: number;
  readonly owed_cents: number;
};

export type Issued = {
  readonly ticket: string;
  readonly cents: number;
};

export type NewCorrection = {
  readonly player: string;
  readonly cents: number;
  readonly reason: string;
};

export type OfTicket = {
  readonly ticket: string;
};

export type PlayCredits = {
  readonly cents: number;
  readonly id?: string | null;
};

export type Player = {
  readonly name: string;
  readonly balance_cents: number;
  readonly provisional_cents: number;
  readonly owed_cents: number;
};

export type PlayerInfo = {
  readonly player: Player;
  readonly tickets: readonly Ticket[];
  readonly corrections: readonly Correction[];
};

export type Redeemed = {
  readonly ticket: string;
  readonly cents: number;
};

export type Search = {
  readonly search?: string;
};

export type Ticket = {
  readonly ticket: string;
  readonly cents: number;
  readonly player: string;
  readonly at: number;
};

export type AccountInfo = {
  readonly name: string;
  readonly role: Role;
  readonly locked: boolean;
  readonly failures: number;
};

export type AccountOpened = {
  readonly name: string;
  readonly role: Role;
  readonly password: string | null;
};

export type GivenReason = {
  readonly reason: string;
};

export type NewAccount = {
  readonly name: string;
  readonly role: Role;
  readonly password?: string | null;
};

/** Shown this once. */
export type PasswordShown = {
  readonly name: string;
  readonly password: string;
};

/** Of a table's setup, which waits for a second person. */
export type Change = {
  readonly by: string;
  readonly setup: Setup;
  readonly clauses: readonly string[];
};

/** A wager that lies on a table now. */
export type Lying = {
  readonly table: string;
  readonly round: number;
  readonly box: number;
  readonly bet: string;
  readonly title: string;
  readonly cents: number;
};

export type MeterChange = {
  readonly by: string;
  readonly at: number;
  readonly shown_cents: number;
  readonly cents: number;
  readonly reason: string;
};

export type Pit = {
  readonly now: number;
  readonly staked_cents: number;
  readonly worst_cents: number;
  readonly players: number;
  readonly tables: readonly PitTable[];
  readonly jackpots: readonly PitJackpot[];
};

export type PitJackpot = {
  readonly game: string;
  readonly title: string;
  readonly displayed_cents: number;
  readonly seed_cents: number;
  readonly contribution: string;
  readonly frozen: boolean;
  readonly faults: readonly string[];
  readonly change: MeterChange | null;
  readonly tables: readonly string[];
};

export type PitTable = {
  readonly name: string;
  readonly game: string;
  readonly title: string;
  readonly step: Step;
  readonly round: number;
  readonly is_open: boolean;
  readonly interrupted: boolean;
  readonly dealer: string;
  readonly players: readonly string[];
  readonly until: number | null;
  readonly since: number;
  readonly exposure: Exposure;
  readonly setup: Setup;
  readonly readings: readonly Reading[];
  readonly change: Change | null;
  readonly ruling: ToRule | null;
  readonly offers: number;
  readonly one_box_only: readonly string[];
  readonly wagers_an_area: number | null;
  readonly most_an_area: number | null;
  readonly may: readonly string[];
};

/** A point that the document leaves open, as the table reads it. */
export type Reading = {
  readonly name: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly clauses: readonly string[];
};

export type DisputeInfo = {
  readonly dispute: Disputed;
  readonly captured: Dispute;
  readonly faults: readonly string[];
};

export type OfPlayer = {
  readonly player?: string | null;
};

export type OfRound = {
  readonly table: string;
  readonly number: number;
};

export type Resolution = {
  readonly resolution: string;
};

export type Viewer = {
  readonly as?: string | null;
};

export type OfClause = {
  readonly game: string;
  readonly clause: string;
};

export type GivenPassword = {
  readonly password: string;
};

export type Me = {
  readonly name: string;
  readonly role: Role;
  readonly balance_cents: number;
  readonly provisional_cents: number;
  readonly owed_cents: number;
};

export type NewPassword = {
  readonly old: string;
  readonly new: string;
};

export type OfSession = {
  readonly id: string;
};

export type Person = {
  readonly name: string;
  readonly role: Role;
};

export type SessionInfo = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly until: number;
  readonly seen: number | null;
  readonly locked: boolean;
  readonly mine: boolean;
};

export type SignIn = {
  readonly name: string;
  readonly password: string;
};

export type JackpotAsked = {
  readonly meter?: string | null;
  readonly hands?: number;
};

/** What may be asked at all. */
export type Lab = {
  readonly games: readonly LabGame[];
  readonly shoe: string;
  readonly most_decks: number;
  readonly most_rounds: number;
  readonly most_per_hour: number;
  readonly most_stake_cents: number;
  readonly most_bankroll_cents: number;
  readonly most_meter_cents: number;
};

/** What may be asked of a game. */
export type LabGame = {
  readonly game: string;
  readonly title: string;
  readonly decks: readonly [number, number];
  readonly decides: boolean;
  readonly jackpot: boolean;
  readonly most_hands: number;
};

export type OddsAsked = {
  readonly decks?: number | null;
  readonly readings?: string;
  readonly pays?: string;
  readonly meter?: string | null;
  readonly hands?: number | null;
};

export type OfGameAndKind = {
  readonly game: string;
  readonly kind: "csv" | "html" | "json" | "md" | "pdf" | "xlsx";
};

export type OfKind = {
  readonly kind: "pdf" | "xlsx";
};

export type ReadingsAsked = {
  readonly decks?: number | null;
  readonly hands?: number | null;
};

export type SessionAsked = {
  readonly bets: string;
  readonly rounds?: number;
  readonly per_hour?: number;
  readonly bankroll?: string | null;
};

export type ShoeAsked = {
  readonly left?: string | null;
  readonly seen?: string | null;
  readonly decks?: number;
};

export type StrategyAsked = {
  readonly hand?: string | null;
};

export type OfGame = {
  readonly game: string;
};

export type OfName = {
  readonly name: string;
};

export type OfNumber = {
  readonly number: number;
};

/** One clear line. */
export type Says = {
  readonly says: string;
};

export type Posting = readonly [account: string, cents: number];

/** A dispute without the round itself. */
export type Disputed = {
  readonly number: number;
  readonly table: string;
  readonly round: number;
  readonly by: string;
  readonly at: number;
  readonly reason: string;
  readonly closed_by: string | null;
  readonly closed_at: number | null;
  readonly resolution: string | null;
};

export type HistoryChoice = {
  readonly box: number;
  readonly choice: string;
  readonly by: string;
};

/** One round with all that is needed to judge it, away from the house. */
export type Dispute = {
  readonly format: string;
  readonly software: string;
  readonly captured_at: number;
  readonly table: string;
  readonly round: number;
  readonly game: string;
  readonly version: number;
  readonly setup: Setup;
  readonly entries: readonly Proof[];
  readonly meter: readonly Proof[];
  readonly seals: readonly Signed[];
};

export type Lay = {
  readonly box: number;
  readonly bet: string;
  readonly cents: number;
};

/** An entry with everything that its hash is made of, bytes in hexadecimal. */
export type Proof = {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly at: number;
  readonly body: string;
  readonly postings: readonly Posting[];
  readonly previous: string;
  readonly hash: string;
};

/** A round as one player had it; amounts in cents. */
export type Recalled = {
  readonly table: string;
  readonly game: string;
  readonly version: number;
  readonly round: number;
  readonly opened_at: number;
  readonly wagers: readonly Lay[];
  readonly decisions: readonly HistoryChoice[];
  readonly cards: Readonly<Record<string, string>>;
  readonly results: readonly SettledLine[];
  readonly voided: boolean;
  readonly clauses: readonly string[];
  readonly before_cents: number;
  readonly after_cents: number;
};

/** A seal, bytes in hexadecimal. */
export type Signed = {
  readonly stream: string;
  readonly version: number;
  readonly hash: string;
  readonly signature: string;
  readonly at: number;
};

export type Happening = {
  readonly position: number;
  readonly at: number;
  readonly by: string;
  readonly says: string;
  readonly event: AnyEvent | AnyMeterEvent;
  readonly hands: Readonly<Record<string, string>>;
  readonly postings: readonly Posting[];
};

export type Replay = {
  readonly table: string;
  readonly game: string;
  readonly version: number;
  readonly round: number;
  readonly in_play: boolean;
  readonly seen_by: string | null;
  readonly happened: readonly Happening[];
  readonly released: readonly Posting[];
  readonly clauses: Readonly<Record<string, string>>;
};

export type OpenCall = {
  readonly table: string;
  readonly by: string;
  readonly at: number;
  readonly reason: string;
};

export type Drawn = {
  readonly cards: string;
  readonly when: When;
};

export type Round = {
  readonly round: number;
  readonly opened: When;
  readonly ended: string | null;
  readonly drawn: readonly Drawn[];
};

export type Shoe = {
  readonly shoe: string;
  readonly decks: number;
  readonly commitment: string;
  readonly sealed: When;
  readonly revealed: When | null;
  readonly order: string;
  readonly salt: string;
};

/** The place in the house's journal, and milliseconds by its clock. */
export type When = {
  readonly position: number;
  readonly at: number;
};

export type Approve = {
  readonly command: "approve";
};

export type Choose = {
  readonly command: "choose";
  readonly player: string;
  readonly option: string;
  readonly box?: number;
};

export type CloseBetting = {
  readonly command: "close-betting";
};

export type CloseTable = {
  readonly command: "close-table";
};

export type Configure = {
  readonly command: "configure";
  readonly setup: Setup;
};

/** Cards as they leave the shoe, `??` for one that nobody has read. */
export type Deal = {
  readonly command: "deal";
  readonly cards: string;
  readonly to?: number | null;
};

export type Decide = {
  readonly command: "decide";
  readonly player: string;
  readonly box: number;
  readonly choice: Choice;
};

export type ExposeDealer = {
  readonly command: "expose-dealer";
  readonly cards?: string;
};

/** Power or equipment failed in the course of a round. */
export type Interrupt = {
  readonly command: "interrupt";
};

export type Look = {
  readonly command: "look";
  readonly player: string;
  readonly box: number;
};

export type OpenBetting = {
  readonly command: "open-betting";
};

export type OpenTable = {
  readonly command: "open-table";
};

/** A player dissatisfied with a ruling is let out of a box. */
export type PermitWithdrawal = {
  readonly command: "permit-withdrawal";
  readonly player: string;
  readonly box: number;
};

export type Place = {
  readonly command: "place";
  readonly player: string;
  readonly bet: string;
  readonly cents: number;
  readonly box?: number;
};

export type Reject = {
  readonly command: "reject";
  readonly reason: string;
};

export type ReplaceShoe = {
  readonly command: "replace-shoe";
};

/** An irregularity, the facts that matter, and where it lies. */
export type Report = {
  readonly command: "report";
  readonly irregularity: string;
  readonly facts?: Readonly<Record<string, boolean | number | string>>;
  readonly box?: number | null;
  readonly player?: string | null;
  readonly bet?: string | null;
  readonly cents?: number | null;
  readonly cards?: string;
  readonly lies?: Readonly<Record<number, string>> | null;
  readonly drawn?: string;
  readonly moves?: Readonly<Record<number, number>> | null;
};

/** Keep a player to one box, or an area to fewer wagers; or lift that again. */
export type Restrict = {
  readonly command: "restrict";
  readonly player?: string | null;
  readonly wagers_an_area?: number | null;
  readonly lift?: boolean;
};

/** It works again: the game's own clause decides what becomes of the round. */
export type Resume = {
  readonly command: "resume";
};

/** A hand is laid face up on its box; `cards` reads those that nobody had read. */
export type ReturnHand = {
  readonly command: "return-hand";
  readonly box: number;
  readonly cards?: string;
};

/** The decision of the person whom the clause names. */
export type Rule = {
  readonly command: "rule";
  readonly reason: string;
  readonly remedies?: readonly Remedy[] | null;
  readonly order?: string;
  readonly replace_shoe?: boolean;
  readonly jackpot?: string | null;
  readonly facts?: Readonly<Record<string, boolean | number | string>>;
};

export type Settle = {
  readonly command: "settle";
  readonly meter_cents?: number | null;
};

/** What a document leaves to the table. */
export type Setup = {
  readonly game: string;
  readonly limits: Readonly<Record<string, readonly [number, number]>>;
  readonly boxes?: number | null;
  readonly decks?: number;
  readonly device?: string;
  readonly chip_cents?: number;
  readonly betting_seconds?: number;
  readonly interpretations?: Readonly<Record<string, string>>;
  readonly jackpot?: readonly [number, number, string] | null;
};

export type Sit = {
  readonly command: "sit";
  readonly player: string;
  readonly box: number;
};

export type StandUp = {
  readonly command: "stand-up";
  readonly player: string;
};

/** The time for bets, decisions or options is over. */
export type TimeUp = {
  readonly command: "time-up";
};

export type WalkAway = {
  readonly command: "walk-away";
  readonly player: string;
};

export type Who = {
  readonly name: string;
  readonly role: Role | null;
};

/** Take back a wager, or so many cents of it. */
export type Withdraw = {
  readonly command: "withdraw";
  readonly player: string;
  readonly bet: string;
  readonly box?: number;
  readonly cents?: number | null;
};

/** Cards that are to be read to the house now. */
export type Entry = {
  readonly command: string;
  readonly place: number;
  readonly title: string;
  readonly size: number;
  readonly lies: string;
  readonly unread: boolean;
  readonly clauses: readonly string[];
};

/** What the table of play says of two hands. */
export type Guide = {
  readonly says: string;
  readonly draws: Side | null;
  readonly clauses: readonly string[];
  readonly banker_total: number | null;
  readonly third: number | null;
};

/** A box on which staff may place the bet that plays on. */
export type PlayFor = {
  readonly player: string;
  readonly box: number;
};

export type StaffPart = {
  readonly decks: number;
  readonly device: string;
  readonly cards_left: number;
  readonly may: readonly string[];
  readonly entry: Entry | null;
  readonly guide: Guide | null;
  readonly ruling: ToRule | null;
  readonly plays: readonly PlayFor[];
};

/** A ruling that is awaited, for those who make it. */
export type ToRule = {
  readonly irregularity: string;
  readonly facts: Readonly<Record<string, boolean | number | string>>;
  readonly remedies: readonly Remedy[];
  readonly clauses: readonly string[];
  readonly says: string;
  readonly decided_by: Role;
  readonly reported_by: string;
  readonly box: number | null;
  readonly player: string | null;
  readonly cards: string;
  readonly proposed_by: string;
  readonly reason: string;
  readonly order: readonly string[];
  readonly choices: readonly Remedy[];
  readonly replace_shoe: boolean;
  readonly jackpot: readonly string[];
  readonly second: boolean;
  readonly may_rule: boolean;
  readonly may_approve: boolean;
  readonly may_reject: boolean;
};

export type AreaRestricted = {
  readonly event: "area-restricted";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly wagers: number | null;
};

export type BettingClosed = {
  readonly event: "betting-closed";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly jackpot_cents: number;
};

export type BettingOpened = {
  readonly event: "betting-opened";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly round: number;
};

export type CardsDealt = {
  readonly event: "cards-dealt";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly cards: string;
  readonly to: number;
};

export type CardsExposed = {
  readonly event: "cards-exposed";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly cards: string;
};

/** The hands as they really lie, by place. */
export type CardsFoundLying = {
  readonly event: "cards-found-lying";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly hands: Readonly<Record<number, string>>;
  readonly drawn: string;
};

/** For the next round. */
export type CardsKept = {
  readonly event: "cards-kept";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly cards: string;
};

export type CardsTurnedDown = {
  readonly event: "cards-turned-down";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly cards: string;
};

export type ChangeProposed = {
  readonly event: "change-proposed";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly setup: Setup;
};

/** Every card where it was intended to go. */
export type DealReconstructed = {
  readonly event: "deal-reconstructed";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly hands: Readonly<Record<number, string>>;
  readonly burnt: string;
  readonly kept: string;
  readonly removed: string;
};

export type DealerExposed = {
  readonly event: "dealer-exposed";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly cards: string;
};

export type Decided = {
  readonly event: "decided";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly player: string;
  readonly box: number;
  readonly choice: Choice;
};

export type EstablishedBet = {
  readonly box: number | null;
  readonly bet: string;
  readonly outcome: string;
  readonly says: string;
};

export type ExcessRejected = {
  readonly event: "excess-rejected";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly player: string;
  readonly box: number;
  readonly bet: string;
  readonly cents: number;
};

export type HandExamined = {
  readonly event: "hand-examined";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly player: string;
  readonly box: number;
};

export type HandRemoved = {
  readonly event: "hand-removed";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly box: number;
  readonly returned: readonly Returned[];
};

export type HandReturned = {
  readonly event: "hand-returned";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly box: number;
  readonly cards: string;
};

export type HandsMoved = {
  readonly event: "hands-moved";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly moves: Readonly<Record<number, number>>;
};

export type IrregularityReported = {
  readonly event: "irregularity-reported";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly ruling: Ruled;
};

/** Paid by the amount last registered. */
export type JackpotFrozen = {
  readonly event: "jackpot-frozen";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
};

export type JackpotRestored = {
  readonly event: "jackpot-restored";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
};

/** For later rounds, until the table is opened again. */
export type JackpotSuspended = {
  readonly event: "jackpot-suspended";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly choice: string;
  readonly box: number | null;
};

/** These come next, in this order. */
export type NextCardsOrdered = {
  readonly event: "next-cards-ordered";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly cards: string;
};

export type Offer = {
  readonly player: string;
  readonly box: number;
  readonly options: readonly string[];
};

export type OptionChosen = {
  readonly event: "option-chosen";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly player: string;
  readonly box: number;
  readonly option: string;
  readonly returned: readonly Returned[];
};

export type OptionsOffered = {
  readonly event: "options-offered";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly offers: readonly Offer[];
  readonly unanswered: string;
};

export type PlayerAdvised = {
  readonly event: "player-advised";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly player: string;
  readonly box: number;
  readonly bet: string;
  readonly says: string;
};

export type PlayerRestricted = {
  readonly event: "player-restricted";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly player: string;
  readonly lifted: boolean;
};

export type PlayerSat = {
  readonly event: "player-sat";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly player: string;
  readonly box: number;
};

export type PlayerStood = {
  readonly event: "player-stood";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly player: string;
};

export type PlayerWalkedAway = {
  readonly event: "player-walked-away";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly player: string;
};

export type ProposalRejected = {
  readonly event: "proposal-rejected";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly reason: string;
};

export type Returned = {
  readonly player: string;
  readonly box: number;
  readonly bet: string;
  readonly cents: number;
};

/** Without a settlement: no wager was left to decide. */
export type RoundConcluded = {
  readonly event: "round-concluded";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
};

export type RoundInterrupted = {
  readonly event: "round-interrupted";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
};

export type RoundResumed = {
  readonly event: "round-resumed";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly established: readonly EstablishedBet[];
  readonly remedies: readonly Remedy[];
};

export type RoundSettled = {
  readonly event: "round-settled";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly lines: readonly SettledLine[];
  readonly settled_short: readonly string[];
};

export type RoundVoided = {
  readonly event: "round-voided";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly returned: readonly Returned[];
  readonly jackpot_cents: number;
};

/** A ruling with everything that its remedies need. */
export type Ruled = {
  readonly report: Report;
  readonly facts: Readonly<Record<string, boolean | number | string>>;
  readonly remedies: readonly Remedy[];
  readonly decided_by: Role;
  readonly offered_to: string;
  readonly clauses: readonly string[];
  readonly says: string;
  readonly reported_by: string;
  readonly withdrawal_by: Role | null;
  readonly reason: string;
  readonly order: string;
  readonly replace_shoe: boolean;
  readonly jackpot: string | null;
};

export type RulingMade = {
  readonly event: "ruling-made";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly ruling: Ruled;
  readonly approved_by: string | null;
};

/** Made by the person whom the clause names; a second person has to approve. */
export type RulingProposed = {
  readonly event: "ruling-proposed";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly ruling: Ruled;
};

export type SettledLine = {
  readonly player: string;
  readonly box: number;
  readonly bet: string;
  readonly event: string;
  readonly stake_cents: number;
  readonly counted_cents: number;
  readonly result: string;
  readonly back_cents: number;
  readonly clauses: readonly string[];
  readonly odds: string | null;
  readonly award_cents: number | null;
  readonly from_box: number | null;
  readonly rounded_off: string;
  readonly from_meter: boolean;
};

export type SettlementReversed = {
  readonly event: "settlement-reversed";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly lines: readonly SettledLine[];
};

export type ShoeReplaced = {
  readonly event: "shoe-replaced";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
};

export type TableClosed = {
  readonly event: "table-closed";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
};

export type TableConfigured = {
  readonly event: "table-configured";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly setup: Setup;
  readonly version: number;
  readonly approved_by: string | null;
};

export type TableOpened = {
  readonly event: "table-opened";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
};

/** Chips that lay there at the close and had not been registered. */
export type WagerFound = {
  readonly event: "wager-found";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly player: string;
  readonly box: number;
  readonly bet: string;
  readonly cents: number;
};

export type WagerPlaced = {
  readonly event: "wager-placed";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly player: string;
  readonly box: number;
  readonly bet: string;
  readonly cents: number;
};

/** By the house: what a clause gives back. */
export type WagerReturned = {
  readonly event: "wager-returned";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly player: string;
  readonly box: number;
  readonly bet: string;
  readonly cents: number;
};

export type WagerWithdrawn = {
  readonly event: "wager-withdrawn";
  readonly by: string;
  readonly at: number;
  readonly clauses: readonly string[];
  readonly player: string;
  readonly box: number;
  readonly bet: string;
  readonly cents: number;
};

export type BetExposure = {
  readonly bet: string;
  readonly title: string;
  readonly staked_cents: number;
  readonly worst_cents: number;
};

export type Exposure = {
  readonly bets: readonly BetExposure[];
  readonly staked_cents: number;
  readonly worst_cents: number;
};

export type ContributionTakenBack = {
  readonly event: "contribution-taken-back";
  readonly at: number;
  readonly before: string;
  readonly after: string;
  readonly clauses: readonly string[];
  readonly table: string;
  readonly round: number;
  readonly bets_cents: number;
};

export type MajorPaid = {
  readonly event: "major-paid";
  readonly at: number;
  readonly before: string;
  readonly after: string;
  readonly clauses: readonly string[];
  readonly table: string;
  readonly player: string;
  readonly cents: number;
};

/** The settlement that paid it was reversed. */
export type MajorReversed = {
  readonly event: "major-reversed";
  readonly at: number;
  readonly before: string;
  readonly after: string;
  readonly clauses: readonly string[];
  readonly table: string;
  readonly player: string;
  readonly cents: number;
};

export type MeterCorrected = {
  readonly event: "meter-corrected";
  readonly at: number;
  readonly before: string;
  readonly after: string;
  readonly clauses: readonly string[];
  readonly by: string;
  readonly approved_by: string;
  readonly reason: string;
};

/** Nothing moves until a second person approves. */
export type MeterCorrectionProposed = {
  readonly event: "meter-correction-proposed";
  readonly at: number;
  readonly before: string;
  readonly after: string;
  readonly clauses: readonly string[];
  readonly by: string;
  readonly shown_cents: number;
  readonly cents: number;
  readonly reason: string;
};

export type MeterCorrectionRefused = {
  readonly event: "meter-correction-refused";
  readonly at: number;
  readonly before: string;
  readonly after: string;
  readonly clauses: readonly string[];
  readonly by: string;
};

export type MeterFed = {
  readonly event: "meter-fed";
  readonly at: number;
  readonly before: string;
  readonly after: string;
  readonly clauses: readonly string[];
  readonly table: string;
  readonly round: number;
  readonly bets_cents: number;
};

export type MeterFrozen = {
  readonly event: "meter-frozen";
  readonly at: number;
  readonly before: string;
  readonly after: string;
  readonly clauses: readonly string[];
  readonly table: string;
  readonly by: string;
  readonly reason: string;
};

export type MeterResumed = {
  readonly event: "meter-resumed";
  readonly at: number;
  readonly before: string;
  readonly after: string;
  readonly clauses: readonly string[];
  readonly by: string;
  readonly table: string;
};

/** A round that is over. */
export type Past = {
  readonly round: number;
  readonly at: number;
  readonly voided: boolean;
  readonly result: string;
  readonly dealer: PastHand | null;
  readonly player: PastHand | null;
  readonly boxes: readonly PastBox[];
};

export type PastBox = {
  readonly box: number;
  readonly bets: Readonly<Record<string, string>>;
  readonly hand: PastHand | null;
  readonly folded: boolean;
};

export type PastHand = {
  readonly cards: string;
  readonly name: string | null;
  readonly points: number | null;
};

/** What a report would lead to. */
export type Foreseen = {
  readonly facts: Readonly<Record<string, boolean | number | string>>;
  readonly remedies: readonly Remedy[];
  readonly clauses: readonly string[];
  readonly decided_by: Role;
  readonly says: string;
  readonly withdrawal_by: Role | null;
  readonly at_once: boolean;
  readonly second: boolean;
  readonly players: number;
  readonly wagers: number;
  readonly cents: number;
};

/** An irregularity as this table's document has it. */
export type Known = {
  readonly name: string;
  readonly covered: boolean;
  readonly facts: readonly string[];
};

export type Question = {
  readonly fact: string;
  readonly values: readonly (boolean | number | string)[];
  readonly suggests: boolean | number | string;
};

/** A report on its way: the next question, or the ruling. */
export type Reporting = {
  readonly question: Question | null;
  readonly fields: readonly string[];
  readonly places: readonly Where[];
  readonly foreseen: Foreseen | null;
  readonly missing: string | null;
};

/** A place of the table, to be named in a report. */
export type Where = {
  readonly place: number;
  readonly title: string;
  readonly cards: number;
};

/** A mark to be drawn; columns count from the left and rows from the top, both from 0. */
export type Cell = {
  readonly column: number;
  readonly row: number;
  readonly mark: string;
  readonly ties: number;
  readonly pairs: string;
};

export type Counts = {
  readonly rounds: number;
  readonly banker: number;
  readonly player: number;
  readonly tie: number;
  readonly banker_pair: number;
  readonly player_pair: number;
};

/** The five roads as cells of a grid of six rows. */
export type RoadsDrawn = {
  readonly counts: Counts;
  readonly bead: readonly Cell[];
  readonly big_road: readonly Cell[];
  readonly big_eye_boy: readonly Cell[];
  readonly small_road: readonly Cell[];
  readonly cockroach_road: readonly Cell[];
};

/** A hand that this person has examined. */
export type OwnHand = {
  readonly box: number;
  readonly cards: string;
  readonly hand: string | null;
  readonly points: number | null;
};

export type OwnPart = {
  readonly wagers: readonly OwnWager[];
  readonly hand: OwnHand | null;
  readonly lines: readonly SettledLine[];
  readonly offers: readonly Offer[];
  readonly next: readonly Next[] | null;
  readonly staff: StaffPart | null;
};

export type OwnWager = {
  readonly box: number;
  readonly bet: string;
  readonly cents: number;
};

export type Step = "concluded" | "betting" | "dealing" | "playing" | "exposed";

export type BoxView = {
  readonly box: number;
  readonly seated: string | null;
  readonly viewer: string | null;
  readonly wagers: readonly WagerView[];
  readonly cards: string;
  readonly hand: string | null;
  readonly decision: string | null;
  readonly face_up: boolean;
  readonly points: number | null;
};

/** Play is held for a ruling, until the role that it names has decided. */
export type Held = {
  readonly irregularity: string;
  readonly says: string;
  readonly clauses: readonly string[];
  readonly decided_by: Role;
  readonly proposed_by: string;
};

export type Limits = {
  readonly minimum_cents: number;
  readonly maximum_cents: number;
};

/** A command that would be carried out now, and the clause for it. */
export type Next = {
  readonly command: AnyCommand;
  readonly clauses: readonly string[];
};

export type View = {
  readonly table: string;
  readonly game: string;
  readonly version: number;
  readonly step: Step;
  readonly round: number;
  readonly is_open: boolean;
  readonly boxes: readonly BoxView[];
  readonly dealer: string;
  readonly dealer_hand: string | null;
  readonly player_hand: string;
  readonly limits: Readonly<Record<string, Limits>>;
  readonly chip_cents: number;
  readonly jackpot_bet_cents: number | null;
  readonly notices: readonly string[];
  readonly announce: string;
  readonly lines: readonly SettledLine[];
  readonly offers: readonly Offer[];
  readonly awaiting: string;
  readonly next: readonly Next[];
  readonly dealer_points: number | null;
  readonly player_points: number | null;
  readonly held: Held | null;
  readonly void: boolean;
  readonly interrupted: boolean;
};

export type WagerView = {
  readonly player: string;
  readonly bet: string;
  readonly cents: number;
};

export type Edge = {
  readonly edge: string;
  readonly change: string;
};

/** A bet in one line; edge, return and frequencies are exact fractions. */
export type Figures = {
  readonly game: string;
  readonly game_title: string;
  readonly bet: string;
  readonly title: string;
  readonly edge: string;
  readonly returns: string;
  readonly hit: string;
  readonly push: string;
  readonly sd: string;
  readonly falls_short: boolean;
};

export type LabOdds = {
  readonly odds: OddsOut;
  readonly figures: readonly Figures[];
  readonly approved: readonly Figures[];
  readonly reach: Readonly<Record<string, readonly Reach[]>>;
  readonly pays: readonly PayEntry[];
  readonly changed: readonly string[];
};

/** A line that may be paid otherwise, named as a change names it. */
export type PayEntry = {
  readonly bet: string;
  readonly title: string;
  readonly counts_in: string;
  readonly line: string;
  readonly event: string;
  readonly pays: string;
  readonly approved: string;
  readonly is_award: boolean;
  readonly clauses: readonly string[];
};

/** Between which returns nine players in ten lie after so many rounds. */
export type Reach = {
  readonly rounds: number;
  readonly low: string;
  readonly high: string;
};

export type LabReading = {
  readonly name: string;
  readonly value: string;
  readonly is_default: boolean;
  readonly clauses: readonly string[];
  readonly edges: Readonly<Record<string, Edge>>;
};

export type Readings = {
  readonly game: string;
  readonly bets: Readonly<Record<string, string>>;
  readonly hands: number | null;
  readonly most_hands: number | null;
  readonly readings: readonly LabReading[];
};

/** Exact fractions as text; amounts in dollars and cents, rounded. */
export type JackpotOdds = {
  readonly game: string;
  readonly title: string;
  readonly bet_cents: number;
  readonly seed_cents: number;
  readonly meter_cents: number;
  readonly hands: number;
  readonly most_hands: number;
  readonly returns: string;
  readonly falls_short: boolean;
  readonly chance: string;
  readonly bets_between_hits: string;
  readonly break_even: string;
  readonly break_even_alone: string;
  readonly least_meter: string;
  readonly mean_meter_at_hit: string;
  readonly returns_in_the_long_run: string;
  readonly seeds: string;
  readonly contributions: string;
  readonly points: readonly JackpotPoint[];
};

export type JackpotPoint = {
  readonly meter_cents: number;
  readonly returns: string;
  readonly alone: string;
};

/** Results from one amount up to another, and how likely. */
export type Bar = {
  readonly low: string;
  readonly high: string;
  readonly chance: string;
};

export type LabSession = {
  readonly told: SessionOut;
  readonly bars: readonly Bar[];
  readonly mean: string;
  readonly sd: string;
  readonly titles: Readonly<Record<string, string>>;
};

export type ShoeOdds = {
  readonly odds: OddsOut;
  readonly left: Readonly<Record<string, number>>;
  readonly cards: number;
  readonly decks: number;
  readonly most: number;
  readonly whole: number;
  readonly edges: Readonly<Record<string, string>>;
  readonly fresh: Readonly<Record<string, string>>;
  readonly change: Readonly<Record<string, string>>;
  readonly titles: Readonly<Record<string, string>>;
  readonly removal: Readonly<Record<string, Readonly<Record<string, string>> | null>> | null;
};

export type BetOut = {
  readonly bet: string;
  readonly ev: string;
  readonly house_edge: string;
  readonly sd: string;
  readonly hit_frequency: string;
  readonly push_frequency: string;
  readonly lines: readonly LineOut[];
};

export type LineOut = {
  readonly event: string;
  readonly odds: string | null;
  readonly combinations: number;
  readonly probability: string;
  readonly return: string;
  readonly clauses: readonly string[];
};

export type OddsOut = {
  readonly game: string;
  readonly version: number;
  readonly decks: number | null;
  readonly combinations: number;
  readonly interpretations: Readonly<Record<string, string>>;
  readonly bets: readonly BetOut[];
};

export type BetReport = {
  readonly table: string;
  readonly game: string;
  readonly version: number;
  readonly decks: number;
  readonly interpretations: Readonly<Record<string, string>>;
  readonly bet: string;
  readonly wagers: number;
  readonly handle: string;
  readonly win: string;
  readonly hold: string | null;
  readonly theoretical_win: string | null;
  readonly z: string | null;
  readonly flag: string;
  readonly jackpot?: FromJackpot;
};

export type FromJackpot = {
  readonly from_meter: string;
  readonly fed: string;
};

export type GameTotals = {
  readonly game: string;
  readonly rounds: number;
  readonly voided: number;
  readonly handle: string;
  readonly win: string;
  readonly theoretical_win: string | null;
};

export type ShiftReport = {
  readonly from: number | null;
  readonly to: number | null;
  readonly drop: string;
  readonly paid_out: string;
  readonly handle: string;
  readonly win: string;
  readonly jackpot_win: string;
  readonly hold: string | null;
  readonly rounds: number;
  readonly voided: number;
  readonly tables: readonly TableTotals[];
  readonly games: readonly GameTotals[];
  readonly bets: readonly BetReport[];
};

export type TableTotals = {
  readonly table: string;
  readonly game: string;
  readonly rounds: number;
  readonly voided: number;
  readonly handle: string;
  readonly win: string;
  readonly theoretical_win: string | null;
};

export type Quantiles = {
  readonly rounds: number;
  readonly results: Readonly<Record<string, string>>;
};

export type SessionOut = {
  readonly game: string;
  readonly version: number;
  readonly interpretations: Readonly<Record<string, string>>;
  readonly bets: Readonly<Record<string, string>>;
  readonly staked: string;
  readonly rounds: number;
  readonly mean: string;
  readonly sd: string;
  readonly ahead: string;
  readonly even: string;
  readonly behind: string;
  readonly quantiles: readonly Quantiles[];
  readonly house_loses_at_most: Readonly<Record<string, string | number>>;
  readonly bankroll: string | null;
  readonly ruin: string | null;
};

/** What both choices are worth with one hand, in antes. */
export type HandOut = {
  readonly cards: string;
  readonly name: string;
  readonly play: string;
  readonly fold: string;
  readonly best: string;
};

export type PolicyOut = {
  readonly policy: string;
  readonly house_edge: string;
  readonly element_of_risk: string;
};

export type StrategyOut = {
  readonly game: string;
  readonly weakest_played: string;
  readonly strongest_folded: string;
  readonly policies: readonly PolicyOut[];
  readonly chart: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly lost_by_folding: Readonly<Record<string, number>>;
  readonly hand: HandOut | null;
};

export type AnyCommand =
  | Sit
  | StandUp
  | WalkAway
  | OpenBetting
  | Place
  | Withdraw
  | CloseBetting
  | Deal
  | Look
  | ReturnHand
  | Decide
  | ExposeDealer
  | Settle
  | TimeUp
  | ReplaceShoe
  | OpenTable
  | CloseTable
  | Configure
  | Restrict
  | Report
  | Rule
  | Approve
  | Reject
  | PermitWithdrawal
  | Choose
  | Interrupt
  | Resume;

export type AnyEvent =
  | TableConfigured
  | TableOpened
  | TableClosed
  | ShoeReplaced
  | PlayerRestricted
  | AreaRestricted
  | PlayerSat
  | PlayerStood
  | PlayerWalkedAway
  | BettingOpened
  | WagerPlaced
  | ExcessRejected
  | PlayerAdvised
  | WagerWithdrawn
  | WagerReturned
  | WagerFound
  | BettingClosed
  | CardsDealt
  | HandExamined
  | HandReturned
  | Decided
  | DealerExposed
  | RoundSettled
  | SettlementReversed
  | RoundVoided
  | HandRemoved
  | RoundConcluded
  | IrregularityReported
  | RulingMade
  | RulingProposed
  | ChangeProposed
  | ProposalRejected
  | CardsFoundLying
  | HandsMoved
  | DealReconstructed
  | CardsExposed
  | CardsTurnedDown
  | NextCardsOrdered
  | CardsKept
  | OptionsOffered
  | OptionChosen
  | JackpotFrozen
  | JackpotSuspended
  | JackpotRestored
  | RoundInterrupted
  | RoundResumed;

export type AnyMeterEvent =
  | MeterFed
  | ContributionTakenBack
  | MajorPaid
  | MajorReversed
  | MeterFrozen
  | MeterResumed
  | MeterCorrectionProposed
  | MeterCorrectionRefused
  | MeterCorrected;

export type AnyToServer =
  | Watch
  | Unwatch
  | Lobby
  | Ask
  | Ping;

export type AnyToClient =
  | Welcome
  | Seen
  | Results
  | Tables
  | Own
  | Purse
  | Notice
  | Acknowledged
  | Refusal
  | Pause
  | Bad
  | Pong;

export type Operations = {
  /** A page that says how the house stands. */
  readonly "GET /": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: string };
  /** The program runs. */
  readonly "GET /health": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: string };
  /** The house can be written to. */
  readonly "GET /ready": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: string };
  /** Figures for Prometheus. */
  readonly "GET /metrics": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: string };
  /** The tables of the house. */
  readonly "GET /api/tables": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: readonly TableInfo[] };
  /** The jackpots as displayed. */
  readonly "GET /api/jackpots": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: readonly Jackpot[] };
  /** The approved documents. */
  readonly "GET /api/rules": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: readonly DocumentInfo[] };
  /** The clauses of a document. */
  readonly "GET /api/rules/{game}": { readonly place: OfGame; readonly query: null; readonly takes: null; readonly gives: Rules };
  /** The exact odds of a game. */
  readonly "GET /api/odds/{game}": { readonly place: OfGame; readonly query: null; readonly takes: null; readonly gives: OddsOut };
  /** What the house has committed itself to; once the shoe has ended, its order and salt. */
  readonly "GET /api/shoes/{shoe}": { readonly place: OfShoe; readonly query: null; readonly takes: null; readonly gives: Shoe };
  /** The games of the house. */
  readonly "GET /api/games": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: readonly GameInfo[] };
  /** A game on a card: its bets, what they pay, how hands rank, how a round goes. */
  readonly "GET /api/games/{game}": { readonly place: OfGame; readonly query: null; readonly takes: null; readonly gives: GameCard };
  /** Every clause of every document, with topics. */
  readonly "GET /api/rulebook": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: Rulebook };
  /** Documents of one family, clause by clause. */
  readonly "GET /api/rulebook/beside": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: SideBySide };
  /** A clause with its code, tests, chances, and the same rule elsewhere. */
  readonly "GET /api/rules/{game}/{clause}": { readonly place: OfClause; readonly query: null; readonly takes: null; readonly gives: ClauseDetail };
  /** A player with play credits, in a demonstration house only; sets the session cookie. */
  readonly "POST /api/guest": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: Person };
  /** Sets the session cookie. */
  readonly "POST /api/sign-in": { readonly place: null; readonly query: null; readonly takes: SignIn; readonly gives: Person };
  /** Ends the session. */
  readonly "POST /api/sign-out": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: Says };
  /** Who is signed in, with the purse. */
  readonly "GET /api/me": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: Me };
  /** Locks the session at once. */
  readonly "POST /api/lock": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: Says };
  /** Unlocks the session with its password. */
  readonly "POST /api/unlock": { readonly place: null; readonly query: null; readonly takes: GivenPassword; readonly gives: Person };
  /** Changes one's own; the account's other sessions end. */
  readonly "POST /api/password": { readonly place: null; readonly query: null; readonly takes: NewPassword; readonly gives: Says };
  /** Sessions that are open: one's own; all, for a pit manager and up or an auditor. */
  readonly "GET /api/sessions": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: readonly SessionInfo[] };
  /** Ends a session: one's own; any, for a pit manager and up. */
  readonly "DELETE /api/sessions/{id}": { readonly place: OfSession; readonly query: null; readonly takes: null; readonly gives: Says };
  /** The accounts of the house. */
  readonly "GET /api/people": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: readonly AccountInfo[] };
  /** Makes an account; those of shift managers and auditors are a shift manager's to make. */
  readonly "POST /api/people": { readonly place: null; readonly query: null; readonly takes: NewAccount; readonly gives: AccountOpened };
  /** Closes another person's account; its sessions end. */
  readonly "POST /api/people/{name}/lock": { readonly place: OfName; readonly query: null; readonly takes: GivenReason; readonly gives: Says };
  /** Opens another person's account again. */
  readonly "POST /api/people/{name}/unlock": { readonly place: OfName; readonly query: null; readonly takes: null; readonly gives: Says };
  /** A new password for another person, shown this once; the account's sessions end. */
  readonly "POST /api/people/{name}/reset-password": { readonly place: OfName; readonly query: null; readonly takes: null; readonly gives: PasswordShown };
  /** Players whose name has these letters, at most 100. */
  readonly "GET /api/players": { readonly place: null; readonly query: Search; readonly takes: null; readonly gives: readonly Player[] };
  /** A player's purse, open tickets and corrections. */
  readonly "GET /api/players/{name}": { readonly place: OfName; readonly query: null; readonly takes: null; readonly gives: PlayerInfo };
  /** Money from a player for play. */
  readonly "POST /api/players/{name}/buy-in": { readonly place: OfName; readonly query: null; readonly takes: Amount; readonly gives: Bought };
  /** More play credits for oneself, in a demonstration house only. */
  readonly "POST /api/buy-in": { readonly place: null; readonly query: null; readonly takes: PlayCredits; readonly gives: Bought };
  /** A ticket for a part of one's own balance. */
  readonly "POST /api/cash-out": { readonly place: null; readonly query: null; readonly takes: Amount; readonly gives: Issued };
  /** Tickets not yet redeemed; a player's own. */
  readonly "GET /api/tickets": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: readonly Ticket[] };
  /** Pays a ticket out. */
  readonly "POST /api/tickets/{ticket}/redeem": { readonly place: OfTicket; readonly query: null; readonly takes: null; readonly gives: Redeemed };
  /** Corrections that wait for a second person, with before and after. */
  readonly "GET /api/corrections": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: readonly Correction[] };
  /** Proposes to correct a player's balance. */
  readonly "POST /api/corrections": { readonly place: null; readonly query: null; readonly takes: NewCorrection; readonly gives: Correction };
  /** Another person approves: the balance is corrected, what it cannot cover is owed. */
  readonly "POST /api/corrections/{number}/approve": { readonly place: OfNumber; readonly query: null; readonly takes: null; readonly gives: Corrected };
  /** Another person refuses. */
  readonly "POST /api/corrections/{number}/refuse": { readonly place: OfNumber; readonly query: null; readonly takes: null; readonly gives: Says };
  /** The last ten rounds as one had them; another player's, for a pit supervisor and up. */
  readonly "GET /api/rounds": { readonly place: null; readonly query: OfPlayer; readonly takes: null; readonly gives: readonly Recalled[] };
  /** A round replayed: to staff every card once it has ended, or as a player saw it. */
  readonly "GET /api/tables/{table}/rounds/{number}": { readonly place: OfRound; readonly query: Viewer; readonly takes: null; readonly gives: Replay };
  /** Disputes a round, which is captured with its proofs. */
  readonly "POST /api/tables/{table}/rounds/{number}/dispute": { readonly place: OfRound; readonly query: null; readonly takes: GivenReason; readonly gives: Disputed };
  /** Disputes: one's own; all, for a pit supervisor and up or an auditor. */
  readonly "GET /api/disputes": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: readonly Disputed[] };
  /** A dispute with the round as it was captured. */
  readonly "GET /api/disputes/{number}": { readonly place: OfNumber; readonly query: null; readonly takes: null; readonly gives: DisputeInfo };
  /** Says how a dispute was resolved. */
  readonly "POST /api/disputes/{number}/close": { readonly place: OfNumber; readonly query: null; readonly takes: Resolution; readonly gives: Disputed };
  /** Who deals at which table. */
  readonly "GET /api/console": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: readonly DealtBy[] };
  /** Whether the cards typed so far can come now; nothing is dealt. */
  readonly "GET /api/tables/{table}/check": { readonly place: OfTable; readonly query: Cards; readonly takes: null; readonly gives: Checked };
  /** How the round would be settled now; nothing is. */
  readonly "GET /api/tables/{table}/settlement": { readonly place: OfTable; readonly query: null; readonly takes: null; readonly gives: Settlement };
  /** What can be reported at a table, and the facts that can change the ruling. */
  readonly "GET /api/tables/{table}/irregularities": { readonly place: OfTable; readonly query: null; readonly takes: null; readonly gives: readonly Known[] };
  /** What a report would lead to: the next question, or the ruling; nothing is reported. */
  readonly "POST /api/tables/{table}/ruling": { readonly place: OfTable; readonly query: null; readonly takes: GivenReport; readonly gives: Reporting };
  /** Tables that call a supervisor. */
  readonly "GET /api/calls": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: readonly OpenCall[] };
  /** Calls a supervisor to a table. */
  readonly "POST /api/tables/{table}/call": { readonly place: OfTable; readonly query: null; readonly takes: CallFor; readonly gives: Says };
  /** Somebody of the pit has come to the table. */
  readonly "POST /api/tables/{table}/answer": { readonly place: OfTable; readonly query: null; readonly takes: null; readonly gives: Says };
  /** Every table with what it risks and what waits for whom, and the jackpots. */
  readonly "GET /api/pit": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: Pit };
  /** A player's wagers that lie on the tables now. */
  readonly "GET /api/players/{name}/wagers": { readonly place: OfName; readonly query: null; readonly takes: null; readonly gives: readonly Lying[] };
  /** Holds a jackpot at its amount: no bets on it are taken at any table. */
  readonly "POST /api/jackpots/{game}/freeze": { readonly place: OfGame; readonly query: null; readonly takes: GivenReason; readonly gives: Says };
  /** The jackpot works again, with the amount that it had. */
  readonly "POST /api/jackpots/{game}/resume": { readonly place: OfGame; readonly query: null; readonly takes: null; readonly gives: Says };
  /** Proposes what a jackpot should display. */
  readonly "POST /api/jackpots/{game}/correction": { readonly place: OfGame; readonly query: null; readonly takes: MeterAmount; readonly gives: Says };
  /** Another person approves: the meter is corrected, and what was fed meanwhile stays. */
  readonly "POST /api/jackpots/{game}/correction/approve": { readonly place: OfGame; readonly query: null; readonly takes: null; readonly gives: Says };
  /** Refuses the correction of a jackpot, or takes it back. */
  readonly "POST /api/jackpots/{game}/correction/refuse": { readonly place: OfGame; readonly query: null; readonly takes: null; readonly gives: Says };
  /** What the house took and won, by table, game and bet. */
  readonly "GET /api/report": { readonly place: null; readonly query: Span; readonly takes: null; readonly gives: ShiftReport };
  /** Whether the journal is whole: every hash, posting, balance, snapshot and seal. */
  readonly "GET /api/audit/verify": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: Verified };
  /** Entries of the journal by position, stream, event, person and time, with their hashes. */
  readonly "GET /api/journal": { readonly place: null; readonly query: Page; readonly takes: null; readonly gives: readonly JournalLine[] };
  /** The journal, or a part of it, to take away: a line of JSON for each entry. */
  readonly "GET /api/journal.jsonl": { readonly place: null; readonly query: Wanted; readonly takes: null; readonly gives: string };
  /** The journal, or a part of it, to take away: comma-separated values. */
  readonly "GET /api/journal.csv": { readonly place: null; readonly query: Wanted; readonly takes: null; readonly gives: string };
  /** The last shoes of a table and their commitments, at most 50. */
  readonly "GET /api/shoes": { readonly place: null; readonly query: FairnessOfTable; readonly takes: null; readonly gives: readonly ShoeInfo[] };
  /** A shoe with the cards that came out of it, once it has ended. */
  readonly "GET /api/shoes/{shoe}/record": { readonly place: OfShoe; readonly query: null; readonly takes: null; readonly gives: ShoeRecord };
  /** What may be asked of the odds lab. */
  readonly "GET /api/lab": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: Lab };
  /** Every bet of every game, best to worst for the player. */
  readonly "GET /api/lab/odds": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: readonly Figures[] };
  /** The exact odds of a game at other pays, readings, decks, meter or hands. */
  readonly "GET /api/lab/odds/{game}": { readonly place: OfGame; readonly query: OddsAsked; readonly takes: null; readonly gives: LabOdds };
  /** What each reading of each open point makes of the house edge. */
  readonly "GET /api/lab/readings/{game}": { readonly place: OfGame; readonly query: ReadingsAsked; readonly takes: null; readonly gives: Readings };
  /** Play or fold: the line, the chart, what other policies cost, and one hand. */
  readonly "GET /api/lab/strategy/{game}": { readonly place: OfGame; readonly query: StrategyAsked; readonly takes: null; readonly gives: StrategyOut };
  /** Baccarat for what is left in a shoe, by ranks or by the cards seen. */
  readonly "GET /api/lab/shoe": { readonly place: null; readonly query: ShoeAsked; readonly takes: null; readonly gives: ShoeOdds };
  /** The jackpot bet at a meter, and where it breaks even. */
  readonly "GET /api/lab/jackpot/{game}": { readonly place: OfGame; readonly query: JackpotAsked; readonly takes: null; readonly gives: JackpotOdds };
  /** Where a player stands after many rounds, and the risk of ruin. */
  readonly "GET /api/lab/session/{game}": { readonly place: OfGame; readonly query: SessionAsked; readonly takes: null; readonly gives: LabSession };
  /** The PAR sheets of all games in one file. */
  readonly "GET /api/lab/par/{kind}": { readonly place: OfKind; readonly query: null; readonly takes: null; readonly gives: string };
  /** The PAR sheet of a game as a file. */
  readonly "GET /api/lab/par/{game}/{kind}": { readonly place: OfGameAndKind; readonly query: OddsAsked; readonly takes: null; readonly gives: string };
  /** This document. */
  readonly "GET /openapi.json": { readonly place: null; readonly query: null; readonly takes: null; readonly gives: Readonly<Record<string, unknown>> };
};

export const OPERATIONS = {
  "GET /": {"method": "GET", "path": "/", "whoMay": null},
  "GET /health": {"method": "GET", "path": "/health", "whoMay": null},
  "GET /ready": {"method": "GET", "path": "/ready", "whoMay": null},
  "GET /metrics": {"method": "GET", "path": "/metrics", "whoMay": null},
  "GET /api/tables": {"method": "GET", "path": "/api/tables", "whoMay": null},
  "GET /api/jackpots": {"method": "GET", "path": "/api/jackpots", "whoMay": null},
  "GET /api/rules": {"method": "GET", "path": "/api/rules", "whoMay": null},
  "GET /api/rules/{game}": {"method": "GET", "path": "/api/rules/{game}", "whoMay": null},
  "GET /api/odds/{game}": {"method": "GET", "path": "/api/odds/{game}", "whoMay": null},
  "GET /api/shoes/{shoe}": {"method": "GET", "path": "/api/shoes/{shoe}", "whoMay": null},
  "GET /api/games": {"method": "GET", "path": "/api/games", "whoMay": null},
  "GET /api/games/{game}": {"method": "GET", "path": "/api/games/{game}", "whoMay": null},
  "GET /api/rulebook": {"method": "GET", "path": "/api/rulebook", "whoMay": null},
  "GET /api/rulebook/beside": {"method": "GET", "path": "/api/rulebook/beside", "whoMay": null},
  "GET /api/rules/{game}/{clause}": {"method": "GET", "path": "/api/rules/{game}/{clause}", "whoMay": null},
  "POST /api/guest": {"method": "POST", "path": "/api/guest", "whoMay": null},
  "POST /api/sign-in": {"method": "POST", "path": "/api/sign-in", "whoMay": null},
  "POST /api/sign-out": {"method": "POST", "path": "/api/sign-out", "whoMay": null},
  "GET /api/me": {"method": "GET", "path": "/api/me", "whoMay": ["auditor", "dealer", "pit-manager", "pit-supervisor", "player", "shift-manager"]},
  "POST /api/lock": {"method": "POST", "path": "/api/lock", "whoMay": ["auditor", "dealer", "pit-manager", "pit-supervisor", "player", "shift-manager"]},
  "POST /api/unlock": {"method": "POST", "path": "/api/unlock", "whoMay": null},
  "POST /api/password": {"method": "POST", "path": "/api/password", "whoMay": ["auditor", "dealer", "pit-manager", "pit-supervisor", "player", "shift-manager"]},
  "GET /api/sessions": {"method": "GET", "path": "/api/sessions", "whoMay": ["auditor", "dealer", "pit-manager", "pit-supervisor", "player", "shift-manager"]},
  "DELETE /api/sessions/{id}": {"method": "DELETE", "path": "/api/sessions/{id}", "whoMay": ["auditor", "dealer", "pit-manager", "pit-supervisor", "player", "shift-manager"]},
  "GET /api/people": {"method": "GET", "path": "/api/people", "whoMay": ["auditor", "pit-manager", "shift-manager"]},
  "POST /api/people": {"method": "POST", "path": "/api/people", "whoMay": ["pit-manager", "shift-manager"]},
  "POST /api/people/{name}/lock": {"method": "POST", "path": "/api/people/{name}/lock", "whoMay": ["pit-manager", "shift-manager"]},
  "POST /api/people/{name}/unlock": {"method": "POST", "path": "/api/people/{name}/unlock", "whoMay": ["pit-manager", "shift-manager"]},
  "POST /api/people/{name}/reset-password": {"method": "POST", "path": "/api/people/{name}/reset-password", "whoMay": ["pit-manager", "shift-manager"]},
  "GET /api/players": {"method": "GET", "path": "/api/players", "whoMay": ["auditor", "pit-manager", "pit-supervisor", "shift-manager"]},
  "GET /api/players/{name}": {"method": "GET", "path": "/api/players/{name}", "whoMay": ["auditor", "pit-manager", "pit-supervisor", "shift-manager"]},
  "POST /api/players/{name}/buy-in": {"method": "POST", "path": "/api/players/{name}/buy-in", "whoMay": ["dealer", "pit-manager", "pit-supervisor", "shift-manager"]},
  "POST /api/buy-in": {"method": "POST", "path": "/api/buy-in", "whoMay": ["player"]},
  "POST /api/cash-out": {"method": "POST", "path": "/api/cash-out", "whoMay": ["player"]},
  "GET /api/tickets": {"method": "GET", "path": "/api/tickets", "whoMay": ["auditor", "dealer", "pit-manager", "pit-supervisor", "player", "shift-manager"]},
  "POST /api/tickets/{ticket}/redeem": {"method": "POST", "path": "/api/tickets/{ticket}/redeem", "whoMay": ["dealer", "pit-manager", "pit-supervisor", "shift-manager"]},
  "GET /api/corrections": {"method": "GET", "path": "/api/corrections", "whoMay": ["auditor", "pit-manager", "pit-supervisor", "shift-manager"]},
  "POST /api/corrections": {"method": "POST", "path": "/api/corrections", "whoMay": ["pit-manager", "pit-supervisor", "shift-manager"]},
  "POST /api/corrections/{number}/approve": {"method": "POST", "path": "/api/corrections/{number}/approve", "whoMay": ["pit-manager", "shift-manager"]},
  "POST /api/corrections/{number}/refuse": {"method": "POST", "path": "/api/corrections/{number}/refuse", "whoMay": ["pit-manager", "shift-manager"]},
  "GET /api/rounds": {"method": "GET", "path": "/api/rounds", "whoMay": ["auditor", "dealer", "pit-manager", "pit-supervisor", "player", "shift-manager"]},
  "GET /api/tables/{table}/rounds/{number}": {"method": "GET", "path": "/api/tables/{table}/rounds/{number}", "whoMay": ["auditor", "dealer", "pit-manager", "pit-supervisor", "player", "shift-manager"]},
  "POST /api/tables/{table}/rounds/{number}/dispute": {"method": "POST", "path": "/api/tables/{table}/rounds/{number}/dispute", "whoMay": ["dealer", "pit-manager", "pit-supervisor", "player", "shift-manager"]},
  "GET /api/disputes": {"method": "GET", "path": "/api/disputes", "whoMay": ["auditor", "dealer", "pit-manager", "pit-supervisor", "player", "shift-manager"]},
  "GET /api/disputes/{number}": {"method": "GET", "path": "/api/disputes/{number}", "whoMay": ["auditor", "pit-manager", "pit-supervisor", "shift-manager"]},
  "POST /api/disputes/{number}/close": {"method": "POST", "path": "/api/disputes/{number}/close", "whoMay": ["pit-manager", "shift-manager"]},
  "GET /api/console": {"method": "GET", "path": "/api/console", "whoMay": ["dealer", "pit-manager", "pit-supervisor", "shift-manager"]},
  "GET /api/tables/{table}/check": {"method": "GET", "path": "/api/tables/{table}/check", "whoMay": ["dealer", "pit-manager", "pit-supervisor", "shift-manager"]},
  "GET /api/tables/{table}/settlement": {"method": "GET", "path": "/api/tables/{table}/settlement", "whoMay": ["dealer", "pit-manager", "pit-supervisor", "shift-manager"]},
  "GET /api/tables/{table}/irregularities": {"method": "GET", "path": "/api/tables/{table}/irregularities", "whoMay": ["dealer", "pit-manager", "pit-supervisor", "shift-manager"]},
  "POST /api/tables/{table}/ruling": {"method": "POST", "path": "/api/tables/{table}/ruling", "whoMay": ["dealer", "pit-manager", "pit-supervisor", "shift-manager"]},
  "GET /api/calls": {"method": "GET", "path": "/api/calls", "whoMay": ["dealer", "pit-manager", "pit-supervisor", "shift-manager"]},
  "POST /api/tables/{table}/call": {"method": "POST", "path": "/api/tables/{table}/call", "whoMay": ["dealer", "pit-manager", "pit-supervisor", "shift-manager"]},
  "POST /api/tables/{table}/answer": {"method": "POST", "path": "/api/tables/{table}/answer", "whoMay": ["pit-manager", "pit-supervisor", "shift-manager"]},
  "GET /api/pit": {"method": "GET", "path": "/api/pit", "whoMay": ["pit-manager", "pit-supervisor", "shift-manager"]},
  "GET /api/players/{name}/wagers": {"method": "GET", "path": "/api/players/{name}/wagers", "whoMay": ["pit-manager", "pit-supervisor", "shift-manager"]},
  "POST /api/jackpots/{game}/freeze": {"method": "POST", "path": "/api/jackpots/{game}/freeze", "whoMay": ["pit-manager", "pit-supervisor", "shift-manager"]},
  "POST /api/jackpots/{game}/resume": {"method": "POST", "path": "/api/jackpots/{game}/resume", "whoMay": ["pit-manager", "pit-supervisor", "shift-manager"]},
  "POST /api/jackpots/{game}/correction": {"method": "POST", "path": "/api/jackpots/{game}/correction", "whoMay": ["pit-manager", "pit-supervisor", "shift-manager"]},
  "POST /api/jackpots/{game}/correction/approve": {"method": "POST", "path": "/api/jackpots/{game}/correction/approve", "whoMay": ["pit-manager", "shift-manager"]},
  "POST /api/jackpots/{game}/correction/refuse": {"method": "POST", "path": "/api/jackpots/{game}/correction/refuse", "whoMay": ["pit-manager", "pit-supervisor", "shift-manager"]},
  "GET /api/report": {"method": "GET", "path": "/api/report", "whoMay": ["auditor", "pit-manager", "pit-supervisor", "shift-manager"]},
  "GET /api/audit/verify": {"method": "GET", "path": "/api/audit/verify", "whoMay": ["auditor", "pit-manager", "shift-manager"]},
  "GET /api/journal": {"method": "GET", "path": "/api/journal", "whoMay": ["auditor", "pit-manager", "shift-manager"]},
  "GET /api/journal.jsonl": {"method": "GET", "path": "/api/journal.jsonl", "whoMay": ["auditor", "pit-manager", "shift-manager"]},
  "GET /api/journal.csv": {"method": "GET", "path": "/api/journal.csv", "whoMay": ["auditor", "pit-manager", "shift-manager"]},
  "GET /api/shoes": {"method": "GET", "path": "/api/shoes", "whoMay": null},
  "GET /api/shoes/{shoe}/record": {"method": "GET", "path": "/api/shoes/{shoe}/record", "whoMay": null},
  "GET /api/lab": {"method": "GET", "path": "/api/lab", "whoMay": null},
  "GET /api/lab/odds": {"method": "GET", "path": "/api/lab/odds", "whoMay": null},
  "GET /api/lab/odds/{game}": {"method": "GET", "path": "/api/lab/odds/{game}", "whoMay": null},
  "GET /api/lab/readings/{game}": {"method": "GET", "path": "/api/lab/readings/{game}", "whoMay": null},
  "GET /api/lab/strategy/{game}": {"method": "GET", "path": "/api/lab/strategy/{game}", "whoMay": null},
  "GET /api/lab/shoe": {"method": "GET", "path": "/api/lab/shoe", "whoMay": null},
  "GET /api/lab/jackpot/{game}": {"method": "GET", "path": "/api/lab/jackpot/{game}", "whoMay": null},
  "GET /api/lab/session/{game}": {"method": "GET", "path": "/api/lab/session/{game}", "whoMay": null},
  "GET /api/lab/par/{kind}": {"method": "GET", "path": "/api/lab/par/{kind}", "whoMay": null},
  "GET /api/lab/par/{game}/{kind}": {"method": "GET", "path": "/api/lab/par/{game}/{kind}", "whoMay": null},
  "GET /openapi.json": {"method": "GET", "path": "/openapi.json", "whoMay": null},
} as const satisfies Record<keyof Operations, unknown>;
