"""A player's last rounds, as the player had them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.jackpot import grown_by
from croupier.money import parse_part
from croupier.server.money.ledger import held_accounts, player_account, provisional
from croupier.server.past.corrected import corrections, with_hands
from croupier.server.past.openings import opening_before
from croupier.server.past.played import TABLE, moments, tables_of
from croupier.server.past.receipt import Covered, concerns
from croupier.table import events as happened
from croupier.table.commands import Who
from croupier.table.corrected import RoundCorrection  # noqa: TC001 - part of what is sent
from croupier.table.dealing import place_name
from croupier.table.events import SettledLine  # noqa: TC001 - part of what is sent
from croupier.table.reasons import in_pay_order
from croupier.table.seen import visible
from croupier.table.state import Step
from croupier.table.views import shown

if TYPE_CHECKING:
    from croupier.server.journal.store import Entry, Store
    from croupier.server.past.played import Moment
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

LAST = 10
"""Rounds that a player can recall: the last, and nine before it."""
STAKES_GONE = (happened.RoundVoided, happened.HandRemoved, happened.OptionChosen)
"""Events after which a wager is no longer there to be recalled."""


class State(StrEnum):
    IN_PLAY = "in-play"
    INTERRUPTED = "interrupted"
    COMPLETE = "complete"
    CANCELLED = "cancelled"


class Choice(msgspec.Struct, frozen=True):
    box: int
    choice: str
    by: str
    """The player, or the clock for one who did not choose in time."""


class Lay(msgspec.Struct, frozen=True):
    box: int
    bet: str
    cents: int


class Recalled(msgspec.Struct, frozen=True, kw_only=True):
    """A round as one player had it; amounts in cents."""

    id: str
    """Of this round and no other of the house."""
    table: str
    game: str
    version: int
    round: int
    state: State
    opened_at: int
    ended_at: int | None
    """When it was settled or void; none while it is in play."""
    wagers: tuple[Lay, ...]
    decisions: tuple[Choice, ...]
    cards: dict[str, str]
    """Every hand by its place, with `??` for what the player was not shown."""
    results: tuple[SettledLine, ...]
    voided: bool
    clauses: tuple[str, ...]
    """By which the round was voided."""
    to_jackpot: str
    """The part of the player's bets that the meter grew by, in cents, exact."""
    before_cents: int
    after_cents: int
    """The player's money, at all tables, with what is provisional but not what lies as a stake."""
    positions: tuple[int, ...] = ()
    """Of the entries that concern the player, in the house's journal."""
    checkpoint: Covered | None = None
    """The first that covers them, once it is made."""
    rejected: tuple[Lay, ...] = ()
    """What was over the maximum when it was placed, and never staked."""
    corrected: tuple[RoundCorrection, ...] = ()
    """What was put right of it, once that was done."""


class Recall:
    """Follows one player through a round."""

    def __init__(self, moment: Moment, player: str, reader: Who | None = None) -> None:
        self.who = Who(player, Role.PLAYER)
        self.reader = reader or self.who
        self.opened = moment
        self.money: tuple[int, int] | None = None
        self.wagers: tuple[Lay, ...] = ()
        self.decisions: list[Choice] = []
        self.rejected: list[Lay] = []
        self.cards: dict[str, str] = {}
        self.known: dict[str, int] = {}
        self.after = moment.after
        self.void_by: tuple[str, ...] = ()
        self.positions: list[int] = []
        self.ended_at: int | None = None
        self.feeding_cents = 0
        """Of the bets that feed the jackpot, what lies or was settled."""

    def follow(self, moment: Moment, money: tuple[int, int]) -> None:
        event, self.after = moment.event, moment.after
        if self.after.step is not Step.CONCLUDED:
            self.ended_at, self.feeding_cents = None, self.feeding(self.after)
        elif self.ended_at is None:
            self.ended_at = event.at
        if concerns(event, self.who.name):
            self.positions.append(moment.entry.position)
        if money[0] != money[1]:
            self.money = (self.money or money)[0], money[1]
        if not isinstance(event, STAKES_GONE):
            self.wagers = tuple(
                Lay(one.box, one.bet, one.cents)
                for one in moment.after.round.wagers.values()
                if one.player == self.who.name
            )
        self.note(event)
        if self.wagers:
            self.look(moment.after)

    def note(self, event: AnyEvent) -> None:
        match event:
            case happened.Decided(player=self.who.name):
                self.decisions.append(Choice(event.box, event.choice, event.by))
            case happened.OptionChosen(player=self.who.name):
                self.decisions.append(Choice(event.box, event.option, event.by))
            case happened.ExcessRejected(player=self.who.name):
                self.rejected.append(Lay(event.box, event.bet, event.cents))
            case happened.RoundVoided():
                self.void_by = event.clauses

    def correct(self, event: happened.SettlementCorrected) -> None:
        """As it was settled anew while a later round was played; that one shows its cards."""
        round_ = with_hands(self.after.round, event)
        self.after = replace(self.after, round=replace(round_, lines=event.lines))
        self.look(self.after)

    def look(self, table: Table) -> None:
        """What was seen once stays seen, also when the cards are gone."""
        for place in table.round.hands:
            name = place_name(table, place)
            known = sum(card is not None for card in visible(table, place, self.who))
            if known >= self.known.get(name, 0):
                self.cards[name], self.known[name] = shown(table, place, self.who), known

    @property
    def may_be_read(self) -> bool:
        """While a round is in play its hands are its players' own."""
        own = self.reader.name == self.who.name
        return own or self.after.step is Step.CONCLUDED

    @property
    def as_it_lies(self) -> dict[str, str]:
        table = self.after
        return {
            place_name(table, place): shown(table, place, self.reader)
            for place in table.round.hands
        }

    @property
    def state(self) -> State:
        table = self.after
        if table.round.voided:
            return State.CANCELLED
        if table.step is Step.CONCLUDED:
            return State.COMPLETE
        return State.INTERRUPTED if table.interrupted else State.IN_PLAY

    @property
    def to_jackpot(self) -> Fraction:
        """Bets feed the meter when betting closes, and take it back when they go back."""
        table = self.after
        rule, terms = table.game.jackpot, table.setup.jackpot
        if rule is None or terms is None or table.step is Step.BETTING or table.round.voided:
            return Fraction(0)
        return grown_by(parse_part(terms[2]), self.feeding_cents)

    def feeding(self, table: Table) -> int:
        bet = table.game.jackpot.bet if table.game.jackpot else None
        mine = (one for one in table.round.wagers.values() if one.player == self.who.name)
        return sum(one.cents for one in mine if one.bet == bet)

    @property
    def result(self) -> Recalled | None:
        if self.money is None or not self.wagers:
            return None
        table, opened = self.after, self.opened
        return Recalled(
            id=f"{table.name}-{opened.after.round.number}",
            table=table.name,
            game=opened.after.setup.game,
            version=opened.after.game.version,
            round=opened.after.round.number,
            state=self.state,
            opened_at=opened.event.at,
            ended_at=self.ended_at,
            wagers=self.wagers,
            decisions=tuple(self.decisions),
            cards=self.cards if self.may_be_read else self.as_it_lies,
            results=in_pay_order(
                table, (one for one in table.round.lines if one.player == self.who.name)
            ),
            voided=table.round.voided,
            clauses=self.void_by,
            to_jackpot=str(self.to_jackpot),
            before_cents=self.money[0],
            after_cents=self.money[1],
            positions=tuple(self.positions),
            rejected=tuple(self.rejected),
        )


class Money:
    """A player's at all tables, with what is provisional, as it was at positions from one on."""

    def __init__(self, store: Store, player: str, since: int) -> None:
        mine = [player_account(player), *(provisional(one, player) for one in tables_of(store))]
        mine += held_accounts(store.balances(), player)
        moves = sorted(move for account in mine for move in store.moves(account, since - 1))
        start = sum(map(store.balance, mine)) - sum(cents for _, cents in moves)
        self.positions = [position for position, _ in moves]
        self.sums = list(accumulate((cents for _, cents in moves), initial=start))

    def around(self, position: int) -> tuple[int, int]:
        """Before an entry and after it."""
        return (
            self.sums[bisect_left(self.positions, position)],
            self.sums[bisect_right(self.positions, position)],
        )


def last_rounds(
    store: Store, player: str, rounds: int = LAST, reader: Who | None = None
) -> list[Recalled]:
    """A player's last rounds at all tables, the newest first; one in play among them.

    Found from the entries that moved the player's money, the newest first.
    """
    looked: set[int] = set()
    found: dict[int, Recalled] = {}
    for position, stream, version in store.moved_last(player_account(player)):
        if sum(opened >= position for opened in found) >= rounds:
            break
        opening = opening_before(store, stream, version) if stream.startswith(TABLE) else None
        if opening is None or opening.position in looked:
            continue
        looked.add(opening.position)
        if (told := recalled(store, player, opening, reader)) is not None:
            found[opening.position] = told
    return [found[opened] for opened in sorted(found, reverse=True)[:rounds]]


def recalled(
    store: Store, player: str, opening: Entry, reader: Who | None = None
) -> Recalled | None:
    money = Money(store, player, opening.position)
    following = moments(store, opening.stream.removeprefix(TABLE), opening.version - 1)
    recall_ = Recall(next(following), player, reader)
    for one in following:
        if isinstance(one.event, happened.BettingOpened):
            break
        recall_.follow(one, money.around(one.entry.position))
    number = recall_.opened.after.round.number
    righted = corrections(store, opening.stream, opening.version, number, player)
    if righted.last is not None:
        recall_.correct(righted.last)
    told = recall_.result
    if told is None:
        return None
    covering = store.checkpoint_at_least(max(told.positions)) if told.positions else None
    return replace(
        told,
        checkpoint=Covered.by(covering) if covering else None,
        corrected=tuple(righted.done),
    )
