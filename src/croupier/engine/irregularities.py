"""What can go wrong at a table, what can be done about it, and who decides."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

from croupier.engine.situations import situation
from croupier.problems import BadInput, Incomplete
from croupier.rulebook.marks import carries, field_of
from croupier.said import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.engine.game import Game, How
    from croupier.engine.interpretations import OpenPoint, Reading
    from croupier.rulebook import Cite

Value: TypeAlias = bool | int | str


class Role(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit-supervisor"
    PIT_MANAGER = "pit-manager"
    SHIFT_MANAGER = "shift-manager"
    AUDITOR = "auditor"
    CASHIER = "cashier"

    def may_act_as(self, needed: Role) -> bool:
        """A higher position may do what a lower one may; others hold none."""
        return needed in ACTS_AS[self]


POSITIONS = (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
ACTS_AS: dict[Role, frozenset[Role]] = {
    role: frozenset(POSITIONS[: POSITIONS.index(role) + 1] if role in POSITIONS else (role,))
    for role in Role
}
"""The positions whose part each may take."""


class Remedy(StrEnum):
    VOID_ROUND = "void-round"
    MOVE_HANDS = "move-hands"
    RECONSTRUCT = "reconstruct"
    OFFER_OPTIONS = "offer-options"
    OFFER_WITHDRAWAL = "offer-withdrawal"
    REMOVE_HAND = "remove-hand"
    RETURN_BET = "return-bet"
    REFUSE_BET = "refuse-bet"
    REJECT_EXCESS = "reject-excess"
    BET_STANDS = "bet-stands"
    SETTLE_PRO_RATA = "settle-pro-rata"
    SETTLE_TO_MAXIMUM = "settle-to-maximum"
    SETTLE_AS_PLACED = "settle-as-placed"
    SETTLE_ONCE_THEN_RETURN = "settle-once-then-return"
    ADVISE_PLAYER = "advise-player"
    FOLD_HAND = "fold-hand"
    SETTLE = "settle"
    PLAY_ON = "play-on"
    TURN_DOWN_AND_PLAY_ON = "turn-down-and-play-on"
    USE_AS_NEXT_CARD = "use-as-next-card"
    USE_IN_NEXT_ROUND = "use-in-next-round"
    SUPERVISOR_ORDERS_CARDS = "supervisor-orders-cards"
    REPLACE_SHOE = "replace-shoe"
    SETTLE_BY_CARDS = "settle-by-cards"
    SETTLE_ON_PLAY_AMOUNT = "settle-on-play-amount"
    RETURN_EXCESS = "return-excess"
    NO_EFFECT = "no-effect"
    PAY_BY_LAST_METER = "pay-by-last-meter"
    NO_JACKPOT_BETS = "no-jackpot-bets"
    SHIFT_MANAGER_DECIDES = "shift-manager-decides"


class Noticed(StrEnum):
    """A round commences when its betting opens, so after it the next betting has opened."""

    BEFORE_CLOSE = "before-close"
    BEFORE_NEXT_ROUND = "before-next-round"
    AFTER_NEXT_ROUND = "after-next-round"


class Device(StrEnum):
    """What the cards come out of."""

    MANUAL = "manual"
    AUTOMATED = "automated"


MOST_CARDS = 416
"""Of eight decks, the most that any game is played with."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What is reported with an irregularity; left out, it is the default."""

    name: str
    values: tuple[Value, ...] = (False, True)
    default: Value = False

    def read(self, given: object) -> Value:
        """The value meant by a boolean, a number, or text such as `true` or `2`."""
        for value in self.values:
            if (type(given) is type(value) and given == value) or given == value_text(value):
                return value
        raise BadInput(f"{str(given)[:40]!r} is not {self.allowed}", "facts", self.name)

    @property
    def allowed(self) -> str:
        if self is CARDS:
            return f"a whole number from 1 to {MOST_CARDS}"
        return f"one of {', '.join(value_text(value) for value in self.values)}"


def value_text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


HANDLED, SEEN, VIEWED = Fact("handled"), Fact("seen"), Fact("viewed")
MOVABLE, RECONSTRUCTABLE = Fact("movable"), Fact("reconstructable")
NOTICED = Fact("noticed", tuple(Noticed), Noticed.BEFORE_NEXT_ROUND)
CARDS = Fact("cards", tuple(range(1, MOST_CARDS + 1)), 1)
DEVICE = Fact("device", tuple(Device), Device.MANUAL)

IRREGULARITIES: Mapping[str, tuple[Fact, ...]] = {
    "foreign-card": (),
    "card-count-wrong": (),
    "cards-not-shuffled": (),
    "cards-run-out": (),
    "misdealt": (HANDLED, SEEN, MOVABLE, RECONSTRUCTABLE),
    "dealing-error": (RECONSTRUCTABLE,),
    "dealer-hand-miscounted": (NOTICED, RECONSTRUCTABLE),
    "player-hand-miscounted": (VIEWED, HANDLED, MOVABLE, NOTICED, RECONSTRUCTABLE),
    "card-exposed": (CARDS, SEEN, Fact("first-card"), DEVICE),
    "card-face-up-in-shoe": (),
    "cards-drawn-together": (Fact("order-known"),),
    "burn-missed": (SEEN, RECONSTRUCTABLE),
    "cards-swapped": (),
    "card-drawn-in-excess": (RECONSTRUCTABLE,),
    "bet-after-close": (),
    "bet-increased-after-close": (),
    "bet-withdrawn-after-close": (),
    "over-maximum": (NOTICED,),
    "under-minimum": (NOTICED, Fact("repeat")),
    "side-bet-without-main": (NOTICED,),
    "jackpot-bet-without-ante": (NOTICED,),
    "play-bet-differs": (Fact("more"),),
    "player-walked-away": (Fact("decision-pending"),),
    "power-failure": (Fact("established"),),
    "terminal-failure": (Fact("registered"),),
    "jackpot-fault": (SEEN,),
    "extra-hand-examined": (Fact("intentional"),),
    "wrong-result-registered": (),
    "display-wrong": (),
    "bet-misplaced": (),
    "error-noticed-late": (),
    "uncovered": (),
}
"""The facts that can matter to each; each is accepted in every game."""


class OfferedTo(StrEnum):
    """Who is given the options of a dealing error."""

    ALL = "all"
    AFFECTED = "affected"
    REMAINING = "remaining"


@dataclass(frozen=True, slots=True)
class Case:
    """What a document orders when an irregularity is reported with these facts.

    Of a game's cases for an irregularity the first one that holds is the ruling.
    """

    irregularity: str
    remedies: tuple[Remedy, ...]
    cite: Cite
    because: str = ""
    """How the ruling's sentence begins, where it is not as usual in this situation."""
    _: KW_ONLY
    when: Mapping[str, Value] = field(default_factory=dict)
    under: Reading[Any] | None = None
    """The reading that it needs."""
    by: Role | OpenPoint[Role] = Role.DEALER
    offered_to: OfferedTo = OfferedTo.ALL
    withdrawal_by: Role | None = None
    """Who may permit a dissatisfied player to withdraw."""
    until_next_round: bool = False
    """The clause reaches a round that is settled, until the next one begins."""
    how: How | None = "code"
    """None: the ruling rests on the clauses, something else carries them out."""

    def __post_init__(self) -> None:
        if self.irregularity not in IRREGULARITIES:
            raise Incomplete(f"no irregularity is called {self.irregularity}")
        facts = {fact.name: fact.values for fact in IRREGULARITIES[self.irregularity]}
        for name, value in self.when.items():
            if value not in facts.get(name, ()):
                raise Incomplete(f"{self.irregularity} has no fact {name}={value_text(value)}")
        told = ", ".join(f"{name}={value_text(value)}" for name, value in sorted(self.when.items()))
        usual = self.because or situation(self.irregularity, told)
        if not usual:
            raise Incomplete(f"{self.irregularity} ({told}) has no usual sentence: say one")
        object.__setattr__(self, "because", usual)
        phrase(usual)

    def holds(self, facts: Mapping[str, Value], game: Game) -> bool:
        if self.under and game.reads(self.under.of) != self.under.value:
            return False
        return all(facts[name] == value for name, value in self.when.items())


carries(Case)(Case.holds)


@dataclass(frozen=True, slots=True)
class LastWord:
    """The clause that leaves what a document does not know to the shift manager."""

    cite: Cite
    above: Cite | None = None
    """The clause by which a higher position may act, where it is one of its own."""
    acting: Callable[[Role, Role], bool] = Role.may_act_as


carries(field_of(LastWord, "above"))(Role.may_act_as)
