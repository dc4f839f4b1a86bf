"""What people may ask of a table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import POSITIONS, Remedy, Role

STAFF = frozenset(POSITIONS)

DEALER = 0
"""The place of the dealer's hand, in baccarat of the Banker Hand; boxes count from 1."""
PLAYER_HAND = 1
"""The place of baccarat's Player Hand."""
BURNT = -1
KEPT = -2
"""Drawn in excess, for the next round."""
TERMINALS = 0
"""Where baccarat's wagers lie: a terminal has no box."""


SHOE = "shoe "
"""How the name of an electronic shoe begins; no account has a name with a space in it."""

UNSEEN = r"\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
"""Signs that are not seen, or turn around what is: nobody approves what reads otherwise."""
ONE_LINE = rf"^[^{UNSEEN}]*$(?!\n)"
Line = Annotated[str, msgspec.Meta(max_length=500, pattern=ONE_LINE)]
"""What a person writes."""

Cents = Annotated[int, msgspec.Meta(le=10**11)]
"""As far as a person may name an amount: more than any house has, and no nonsense in a journal."""


CardNumber = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Shuffle = Literal["by-hand", "shuffler"]
WhenCounted = Literal["", "off", "each-day", "each-shoe"]
RoundNumber = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Who(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    name: str
    role: Role | None
    """None: the clock."""
    apart: tuple[str, ...] = ()
    """Whose second person this one never is: they made or reset each other's account."""

    @property
    def is_staff(self) -> bool:
        return self.role in STAFF

    @property
    def is_device(self) -> bool:
        """An electronic shoe, which reads the cards that leave it."""
        return self.name.startswith(SHOE)

    def pairs_with(self, name: str) -> bool:
        """Whether the two are two people, of whom one may approve what the other asked for."""
        return name != self.name and name not in self.apart

    def holds(self, role: Role) -> bool:
        """Whether the person holds this position or a higher one."""
        return self.role is not None and self.role.may_act_as(role)


CLOCK = Who("clock", None)
AUTOMATIC = Who("automatic dealer", Role.DEALER)
"""The house's own dealer."""


class Command(msgspec.Struct, frozen=True, tag_field="command", forbid_unknown_fields=True):
    """Sent by a person, answered by events or a refusal."""


class OfRound(Command, frozen=True, kw_only=True):
    """Belongs to one round: named, it is refused in any other, however late it arrives."""

    round: RoundNumber | msgspec.UnsetType = msgspec.UNSET
    """The number in the view that the sender acts on."""


class Sit(Command, frozen=True, tag="sit"):
    player: str
    box: int


class StandUp(Command, frozen=True, tag="stand-up"):
    player: str


class WalkAway(OfRound, frozen=True, tag="walk-away"):
    player: str


class OpenBetting(OfRound, frozen=True, tag="open-betting"):
    pass


class Place(OfRound, frozen=True, tag="place"):
    player: str
    bet: str
    cents: Cents
    box: int = TERMINALS


class Withdraw(OfRound, frozen=True, tag="withdraw"):
    """Take back a wager, or so many cents of it."""

    player: str
    bet: str
    box: int = TERMINALS
    cents: Cents | None = None


class CloseBetting(OfRound, frozen=True, tag="close-betting"):
    pass


class Deal(OfRound, frozen=True, tag="deal"):
    """Cards as they leave the shoe, `??` for one that nobody has read."""

    cards: str
    to: int | None = None


class DealFaceDown(OfRound, frozen=True, tag="deal-face-down"):
    """All that is still to be dealt, place by place in its order, with cards that nobody reads."""


class Look(OfRound, frozen=True, tag="look"):
    player: str
    box: int


class Decline(OfRound, frozen=True, tag="decline"):
    """Not look at a hand that waits for it."""

    player: str
    box: int


class ReturnHand(OfRound, frozen=True, tag="return-hand"):
    """A hand is laid face up on its box; `cards` reads those that nobody had read."""

    box: int
    cards: str = ""


class Decide(OfRound, frozen=True, tag="decide"):
    player: str
    box: int
    choice: Choice


class ExposeDealer(OfRound, frozen=True, tag="expose-dealer"):
    cards: str = ""


class Settle(OfRound, frozen=True, tag="settle"):
    meter_cents: int | None = None
    """The amount displayed, where the round has a jackpot."""


class TimeUp(OfRound, frozen=True, tag="time-up"):
    """The time for bets, decisions or options is over, or nobody has come to rule."""


class ReleaseWinnings(OfRound, frozen=True, tag="release-winnings"):
    """What the last settlement put aside becomes the players' own: the clock says so."""


class ReplaceShoe(OfRound, frozen=True, tag="replace-shoe"):
    pass


class CountCards(OfRound, frozen=True, tag="count-cards"):
    """All cards in use were counted by hand: those in the shoe, on the table and put aside."""

    found: CardNumber


class ShuffleCards(OfRound, frozen=True, tag="shuffle-cards"):
    """The cards for what follows are shuffled, and cut or not."""

    how: Shuffle = "by-hand"
    cut: bool = True


class TypeCards(OfRound, frozen=True, tag="type-cards"):
    """Asks to name cards where a person does not: a second person allows it for the round."""

    reason: Line


class OpenTable(Command, frozen=True, tag="open-table"):
    pass


class CloseTable(Command, frozen=True, tag="close-table"):
    """Between rounds at once, in a round when it is paid; that is said with a reason."""

    reason: Line = ""


Why = str | msgspec.UnsetType
"""A reason that staff gave each other; left out where none was given, or for other eyes."""


class JackpotBeyond(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a jackpot has beside its bet, seed and contribution."""

    cap_cents: int | None = None
    """More than this is never displayed: what comes in beyond goes to the reserve."""
    reserve: str = "0"
    """The hidden part of each bet, put aside for the next seeds."""
    attendant_cents: int | None = None
    """From this amount on an award is paid by hand, by two people."""


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a document leaves to the table."""

    game: str
    limits: dict[str, tuple[int, int]]
    """The minimum and maximum of each bet, in cents."""
    boxes: int | None = None
    decks: int = 1
    device: str = "manual"
    chip_cents: int = 100
    betting_seconds: int = 25
    looking_seconds: int = 20
    interpretations: dict[str, str] = {}
    jackpot: tuple[int, int, str] | None = None
    """The prescribed bet and the seed in cents, and the contribution as a fraction."""
    jackpot_beyond: JackpotBeyond | None = None
    dealer: Literal["", "automatic", "person"] = ""
    """Whose the dealer's part is; empty in a change: as it was."""
    shoe: bool | None = None
    """Whether an electronic shoe reads the cards; none in a change: as it was."""
    count_cards: WhenCounted = ""
    """When cards that a person deals are counted by two people, and their shuffles recorded; empty
    in a change: as it was, else: never."""


class Configure(Command, frozen=True, tag="configure"):
    setup: Setup


class Restrict(Command, frozen=True, tag="restrict"):
    """Keep a player to one box, or an area to fewer wagers; or lift that again."""

    player: str | None = None
    wagers_an_area: int | None = None
    lift: bool = False


Fact = bool | int | str
CARDS = "cards"
CardText = Annotated[str, CARDS]
"""Cards, or what gives them away: whoever may see it is decided in `secrecy`."""


Typed = bool | msgspec.UnsetType
"""Told where a person has typed the cards, with a second person's leave."""


About = int | msgspec.UnsetType
"""The number of what was asked for; told of what was rejected where something else is awaited."""


class Report(Command, frozen=True, kw_only=True, tag="report"):
    """An irregularity, the facts that matter, and where it lies."""

    irregularity: str
    facts: dict[str, Fact] = {}
    box: int | None = None
    player: str | None = None
    bet: str | None = None
    cents: Cents | None = None
    """What was found there beyond what was registered."""
    cards: CardText = ""
    """The cards that the report is about."""
    lies: dict[int, CardText] | None = None
    """The hands as they lie, where that is not as they were registered."""
    drawn: CardText = ""
    """All cards of the round in the order in which they left the shoe, where that is known."""
    moves: dict[int, int] | None = None
    """Complete hands to be moved, from a place to a place."""
    round: int | None = None
    """The round that it is about; left out, the one in play or last played."""


class BeginReport(OfRound, frozen=True, tag="begin-report"):
    """Something went wrong: play is held while it is put into words."""


class Decides(OfRound, frozen=True, kw_only=True):
    """On something that waits: with its number, it is refused where something else waits by now."""

    about: RoundNumber | msgspec.UnsetType = msgspec.UNSET
    """The number of what the sender was shown."""


class WithdrawReport(OfRound, frozen=True, tag="withdraw-report"):
    """A report is taken back: one that is begun, or the reporter's own until somebody has ruled."""


class Rule(Decides, frozen=True, tag="rule"):
    """The decision of the person whom the clause names."""

    reason: Line
    remedies: tuple[Remedy, ...] | None = None
    """Where the document leaves them open."""
    order: str = ""
    """Cards drawn together, in the order that they shall have."""
    replace_shoe: bool = False
    jackpot: str | None = None
    """For later rounds: `close-table`, `close-box` or `no-jackpot-bets`."""
    facts: dict[str, Fact] = {}
    """What this person finds otherwise than it was reported."""


class Approve(Decides, frozen=True, tag="approve"):
    pass


class Reject(Decides, frozen=True, tag="reject"):
    reason: Line


class PermitWithdrawal(OfRound, frozen=True, tag="permit-withdrawal"):
    """A player dissatisfied with a ruling is let out of a box."""

    player: str
    box: int


class Choose(OfRound, frozen=True, tag="choose"):
    player: str
    option: str
    box: int = TERMINALS


class Interrupt(OfRound, frozen=True, tag="interrupt"):
    """Power or equipment failed in the course of a round."""


class Resume(OfRound, frozen=True, tag="resume"):
    """It works again: the game's own clause decides what becomes of the round."""


AnyCommand = (
    Sit
    | StandUp
    | WalkAway
    | OpenBetting
    | Place
    | Withdraw
    | CloseBetting
    | Deal
    | DealFaceDown
    | Look
    | Decline
    | ReturnHand
    | Decide
    | ExposeDealer
    | Settle
    | TimeUp
    | ReleaseWinnings
    | ReplaceShoe
    | CountCards
    | ShuffleCards
    | TypeCards
    | OpenTable
    | CloseTable
    | Configure
    | Restrict
    | BeginReport
    | Report
    | WithdrawReport
    | Rule
    | Approve
    | Reject
    | PermitWithdrawal
    | Choose
    | Interrupt
    | Resume
)


def for_round(command: AnyCommand, number: int) -> AnyCommand:
    """The command with the round that it is meant for, where it belongs to one and names none."""
    if isinstance(command, OfRound) and command.round is msgspec.UNSET:
        return replace(command, round=number)
    return command
