"""A game: one frozen value that tables, odds, simulator, screens and trace read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from croupier.engine.bets import Awards
from croupier.engine.complete import check_complete
from croupier.engine.deal import INITIAL_EACH, Deal, Tableau
from croupier.engine.interpretations import Interpretation, readings_of
from croupier.engine.outcome import Outcome
from croupier.engine.ranking import By
from croupier.engine.readings import (
    LIMITS_APPLY_TO,
    MINIMUM_APPLIES_TO,
    WAGER_COUNT,
    Applies,
    WagerCount,
)
from croupier.engine.steps import Freedom
from croupier.problems import BadInput, Incomplete
from croupier.rulebook.marks import carries, defines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.cards import Hand
    from croupier.engine.bets import Bet, Line, Needs
    from croupier.engine.deal import Packs
    from croupier.engine.decisions import Decision
    from croupier.engine.interpretations import OpenPoint
    from croupier.engine.irregularities import Case, LastWord
    from croupier.engine.jackpot import Jackpot
    from croupier.engine.lesson import Lesson
    from croupier.engine.limits import Limits
    from croupier.engine.ranking import Rank, Ranking
    from croupier.engine.reports import Reports
    from croupier.engine.steps import Procedure
    from croupier.engine.vocabulary import Word
    from croupier.rulebook import Cite, Document
    from croupier.said import Said

V = TypeVar("V")
How = Literal["code", "console", "definition"]


@dataclass(frozen=True, slots=True)
class Term:
    """Our word, the document's word for it, and where the document says what it means."""

    how: ClassVar[How] = "definition"
    word: str
    shown: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class Shown:
    """The layout, which pages draw from the game's card: an area for each bet, by its spot."""

    how: ClassVar[How] = "console"
    text: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class Boxes:
    """How many boxes a table may have; None: as many as its own layout shows."""

    most: int | None
    cite: Cite


@dataclass(frozen=True, slots=True)
class Sharing:
    """Who may bet together on a box."""

    cite: Cite
    players_a_box: int | None = None
    wagers_an_area: int | None = None


@dataclass(frozen=True, slots=True)
class Refund:
    """The clause that returns every bet of a void round."""

    cite: Cite


@dataclass(frozen=True, slots=True)
class Void:
    """The clauses that can void a round, and the one that returns its bets."""

    how: ClassVar[None] = None
    by: Cite
    refund: Refund | None

    @carries(Refund)
    def clauses(self, by: str) -> tuple[str, ...]:
        return (by, *(self.refund.cite.numbers if self.refund else ()))


@dataclass(frozen=True, slots=True)
class Qualifies:
    """The hand that the dealer needs before comparing."""

    when: Callable[[Hand], bool]
    cite: Cite


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game:
    document: Document
    terms: tuple[Term, ...]
    shown: tuple[Shown, ...]
    boxes: Boxes | None
    packs: Packs
    deal: Deal | Tableau
    ranking: Ranking
    bets: tuple[Bet, ...]
    sharing: Sharing
    limits: Limits
    void: Void
    procedure: Procedure
    irregularities: tuple[Case, ...]
    reports: Reports
    """What the report of each irregularity may carry."""
    last_word: LastWord
    interpretations: tuple[Interpretation, ...]
    qualifies: Qualifies | None = None
    decision: Decision | None = None
    jackpot: Jackpot | None = None
    lesson: Lesson | None = None
    """None: nothing is taught of it, and the pages show its rules as they stand."""
    chosen: Mapping[str, str] = field(default_factory=dict)
    """Readings other than the defaults."""
    words: tuple[Word, ...] = ()
    """What can be asked of its hands in a variant, beside what every game can be asked."""
    is_variant: bool = False
    """Its bets are not those of the document: only to be reckoned with, and never played."""

    def __post_init__(self) -> None:
        if not self.chosen and not self.is_variant:  # other readings leave it as complete as it was
            check_complete(self)

    def __eq__(self, other: object) -> bool:
        """The same document, read and paid alike: so a copy equals what it was copied from."""
        if self is other or not isinstance(other, Game):
            return self is other
        mine, others = (self.name, self.chosen, self.bets), (other.name, other.chosen, other.bets)
        return mine == others and self.ranking.keys == other.ranking.keys

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Game {self.name}, version {self.version}>"

    @property
    def name(self) -> str:
        return self.document.game

    @property
    def title(self) -> str:
        return self.document.title

    @property
    def version(self) -> int:
        return self.document.version

    @cached_property
    def drawn_by_tableau(self) -> bool:
        """A player and a banker hand, whoever bets, drawn by a table of play."""
        return isinstance(self.deal, Tableau)

    @cached_property
    def cards_open(self) -> bool:
        """Cards lie face up as they are drawn; no step turns a hand over."""
        return self.procedure.exposing is None

    @cached_property
    def shoe_lasts(self) -> bool:
        """Several packs serve round after round; a single pack is shuffled for each."""
        return self.packs.most > 1

    @cached_property
    def at_terminals(self) -> bool:
        """Wagers lie on no box: each is its player's own, and seen by nobody else."""
        return self.boxes is None

    @cached_property
    @carries(Freedom.BALANCE)
    def one_player_an_area(self) -> bool:
        """Nobody takes up what another leaves of the maximum on an area."""
        return not (self.at_terminals or self.procedure.balance)

    @cached_property
    def readings(self) -> dict[str, str]:
        """As they are written in settings and answers."""
        return readings_of(self.interpretations, self.chosen)

    @cached_property
    def _read(self) -> dict[str, Any]:
        return {one.name: one.of.read(self.readings[one.name]) for one in self.interpretations}

    @carries(Interpretation)
    def reads(self, point: OpenPoint[V], otherwise: V | None = None) -> V:
        """The reading in force; `otherwise` is for games whose documents do not have the point."""
        value: V | None = self._read.get(point.name, otherwise)
        if value is None:
            raise Incomplete(f"{self.name}: the interpretation {point.name} is missing")
        return value

    @cached_property
    def limits_are_of_areas(self) -> bool:
        """A maximum holds for all wagers of an area together, not for each."""
        return self.reads(LIMITS_APPLY_TO) is Applies.AREA_TOTAL

    @cached_property
    def minimum_is_of_areas(self) -> bool:
        """The minimum is that of all wagers of an area together, not of each."""
        return self.reads(MINIMUM_APPLIES_TO) is Applies.AREA_TOTAL

    @cached_property
    def counts_placements(self) -> bool:
        """Each time that chips are put down is a wager of its own where an area takes so many."""
        counts = self.reads(WAGER_COUNT, otherwise=WagerCount.ONE_PER_PLAYER)
        return counts is WagerCount.EACH_PLACEMENT

    @defines("words")
    def meanings(self, word: str) -> tuple[Term, ...]:
        """What the document says of a word, ours or its own."""
        wanted = word.lower()
        return tuple(one for one in self.terms if wanted in {one.word.lower(), one.shown.lower()})

    @cached_property
    def bet(self) -> Mapping[str, Bet]:
        return {bet.name: bet for bet in self.bets}

    @cached_property
    def placeable(self) -> Mapping[str, Bet]:
        """Bets that are placed while betting is open: no bonus, and none that a decision places."""
        play = self.decision.play if self.decision else None
        return {bet.name: bet for bet in self.bets if not bet.bonus_on and bet.name != play}

    @cached_property
    def needing(self) -> Mapping[str, Needs]:
        """What bets need that are not placed on an empty box."""
        return {bet.name: bet.needs for bet in self.bets if bet.needs is not None}

    @cached_property
    def bonus(self) -> Mapping[str, Bet]:
        """The bonus that follows a bet, by the bet's name."""
        return {bet.bonus_on: bet for bet in self.bets if bet.bonus_on}

    @cached_property
    def envied(self) -> tuple[Line, ...]:
        """The lines of the jackpot bet that bring other players something."""
        lines = self.bet[self.jackpot.bet].lines if self.jackpot else ()
        return tuple(line for line in lines if isinstance(line, Awards) and line.envy is not None)

    def under(self, chosen: Mapping[str, str]) -> Game:
        """The same game under other readings of what its document leaves open."""
        readings = readings_of(self.interpretations, chosen)
        return replace(
            self,
            ranking=self.ranking.under(readings),
            bets=tuple(bet.under(readings) for bet in self.bets),
            chosen=dict(chosen),
        )

    @carries(Deal)
    def is_whole(self, hand: Hand) -> bool:
        """Whether a hand has its cards; in a void round it may have too many or too few."""
        return not isinstance(self.deal, Deal) or len(hand) == self.deal.cards

    def name_of(self, hand: Hand) -> str | None:
        """What the document calls a hand, where it has a name for it."""
        return self.ranking.name(hand) if self.ranking.name and self.is_whole(hand) else None

    def said_of(self, hand: Hand) -> Said | None:
        """The same as a code with its facts."""
        return self.ranking.said(hand) if self.ranking.said and self.is_whole(hand) else None

    @cached_property
    def pay_order(self) -> Mapping[str, int]:
        """The place of each bet in the pay table; a bonus of the jackpot follows them all."""
        return {bet.name: place for place, bet in enumerate(self.bets)}

    def points_of(self, hand: Hand) -> int | None:
        return self.ranking.points(hand) if self.ranking.points and self.is_whole(hand) else None

    @cached_property
    @carries(Deal)
    def ranked_sizes(self) -> range:
        """How many cards a hand can have that is ranked."""
        if isinstance(self.deal, Deal):
            return range(self.deal.cards, self.deal.cards + 1)
        return range(INITIAL_EACH, INITIAL_EACH + 2)

    @carries(By)
    def outcome(
        self,
        hand: Hand,
        against: Hand,
        *,
        folded: bool = False,
        against_rank: Rank | None = None,
    ) -> Outcome:
        """Of two whole hands: no other number of cards is ever ranked."""
        sizes = self.ranked_sizes
        if len(hand) not in sizes or len(against) not in sizes:
            raise BadInput(
                f"a hand of {len(hand)} cards against one of {len(against)} is not ranked",
                "cards",
                clauses=self.packs.cite.numbers,
            )
        rank = self.ranking.rank
        if against_rank is None:
            against_rank = rank(against)
        return Outcome(hand, against, rank(hand), against_rank, folded)
