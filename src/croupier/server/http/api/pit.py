"""Operations for the pit: every table with what it risks, what waits for whom, the jackpots."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.deal import Tableau
from croupier.games import game as game_named
from croupier.lab.tableau import full_shoe, outcomes
from croupier.server.floor.staffed import players_at
from croupier.server.http.operation import SUPERVISORS, OfName, Operation
from croupier.server.http.standing_players import AtLimit, Barred, at_limits, barred
from croupier.server.journal.acts import Notice
from croupier.server.past.disputes import Disputed
from croupier.server.past.investigated import abnormal, investigation
from croupier.server.play.rotation import Lane, Minutes, dealing, lanes
from croupier.table import commands as asks
from croupier.table.authority import dealer_of, is_asked
from croupier.table.awards import Held
from croupier.table.clocks import until
from croupier.table.commands import Setup
from croupier.table.console import PackPart, pack_part
from croupier.table.exposure import Exposure, exposure
from croupier.table.pool import Terms
from croupier.table.state import Closing, Step, Typing
from croupier.table.to_rule import ToRule, to_rule, would
from croupier.wire.watched import AbnormalReturn, InvestigationTold

if TYPE_CHECKING:
    from croupier.engine.outcome import Outcome
    from croupier.server.http.operation import AnyCall, Call, PlainCall
    from croupier.server.money.jackpots import MeterStream
    from croupier.table.commands import AnyCommand, Who
    from croupier.table.state import Table

NOTICED_FOR, MOST_NOTICES = 12 * 3_600_000, 20
"""Milliseconds for which a notice is shown, and how many at once."""
A_REASON = "asked"
"""Stands for the one that a person gives."""


class Reading(msgspec.Struct, frozen=True):
    """A point that the document leaves open, as the table reads it."""

    name: str
    value: str
    values: tuple[str, ...]
    clauses: tuple[str, ...]


class Change(msgspec.Struct, frozen=True):
    """Of a table's setup, which waits for a second person."""

    by: str
    setup: Setup
    clauses: tuple[str, ...]
    number: int
    """To be named in what decides it: `about`."""


class PitTable(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    game: str
    title: str
    step: Step
    round: int
    is_open: bool
    interrupted: bool
    dealer: str
    """`automatic` or `person`."""
    players: tuple[str, ...]
    until: int | None
    since: int
    """When the step, or what is waited for, began."""
    exposure: Exposure
    setup: Setup
    readings: tuple[Reading, ...]
    change: Change | None
    ruling: ToRule | None
    """For which play is held."""
    typing: Typing | None
    """Leave to type cards, for which a dealer waits."""
    offers: int
    """Players who have not yet chosen an option."""
    one_box_only: tuple[str, ...]
    wagers_an_area: int | None
    most_an_area: int | None
    """Of the game; none where areas are not limited by number."""
    may: tuple[str, ...]
    """The commands that this person may send now."""
    closing: Closing | None = None
    """Told to close when its round is over."""
    dealt_by: str | None = None
    """The person who deals here, where one does."""
    dealt_since: int | None = None
    pack: PackPart | None = None
    """Of a table whose cards two people count."""
    failed: str | None = None
    """By what kind of fault the table came to a stop; it is tried again."""
    dispute: Disputed | None = None
    """That holds the table: no further round opens."""
    opens: int | None = None
    """Not before this moment, by the rounds of an hour."""


class MeterChange(msgspec.Struct, frozen=True):
    by: str
    at: int
    shown_cents: int
    cents: int
    reason: str
    number: int
    """To be named in what decides it."""


class TermsChange(msgspec.Struct, frozen=True):
    """Other terms, which wait for a second person."""

    by: str
    at: int
    terms: Terms
    reason: str
    number: int
    """To be named in what decides it."""


class PitJackpot(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    title: str
    displayed_cents: int
    seed_cents: int
    contribution: str
    frozen: bool
    faults: tuple[str, ...]
    """Tables that reported one; an empty name where staff have frozen it."""
    change: MeterChange | None
    tables: tuple[str, ...]
    terms: Terms
    """By which it goes."""
    later: Terms | None = None
    """Arranged for when it has been won."""
    terms_change: TermsChange | None = None
    reserve_cents: int = 0
    """Put aside for the next seeds."""
    hits: int = 0
    by_hand: int = 0
    waiting: tuple[Held, ...] = ()
    """Awards that an attendant has yet to pay."""


class Rotating(msgspec.Struct, frozen=True):
    """Dealers of the last hours against the clock."""

    minutes: Minutes
    lanes: tuple[Lane, ...]


class Pit(msgspec.Struct, frozen=True, kw_only=True):
    now: int
    staked_cents: int
    worst_cents: int
    players: int
    tables: tuple[PitTable, ...]
    jackpots: tuple[PitJackpot, ...]
    rotation: Rotating
    at_limits: tuple[AtLimit, ...]
    barred: Barred
    notices: tuple[Notice, ...] = ()
    """What the house has noticed of itself, the newest first."""
    abnormal: tuple[AbnormalReturn, ...] = ()
    """Results of the shift, the day and all there is that the house finds abnormal now."""
    investigations: tuple[InvestigationTold, ...] = ()
    """That are open."""
    apart: tuple[str, ...] = ()
    """Whose requests this person does not approve."""


class Lying(msgspec.Struct, frozen=True):
    """A wager that lies on a table now."""

    table: str
    round: int
    box: int
    bet: str
    title: str
    cents: int


async def pit(call: PlainCall) -> Pit:
    house = call.house.play
    tables = tuple(pit_table(call, live.table) for live in house.tables.values())
    return Pit(
        now=call.desk.now(),
        staked_cents=sum(one.exposure.staked_cents for one in tables),
        worst_cents=sum(one.exposure.worst_cents for one in tables),
        players=len({player for one in tables for player in one.players}),
        tables=tables,
        jackpots=tuple(pit_jackpot(call, game, live) for game, live in house.meters.items()),
        notices=noticed(call),
        abnormal=tuple(map(abnormal, call.house.watching.abnormal())),
        investigations=tuple(
            investigation(one)
            for one in call.house.watching.watch.investigations.values()
            if one.is_open
        ),
        rotation=rotating(call),
        at_limits=at_limits(call),
        barred=barred(call),
        apart=call.who.apart,
    )


def rotating(call: AnyCall) -> Rotating:
    plan = call.house.plan
    minutes = Minutes(*plan.file.rotation.minutes) if plan else Minutes()
    return Rotating(minutes, lanes(call.desk.rotation.spells, minutes, call.desk.now()))


def noticed(call: AnyCall) -> tuple[Notice, ...]:
    since = call.desk.now() - NOTICED_FOR
    last = [act for act in call.house.acts.last if isinstance(act, Notice) and act.at >= since]
    return tuple(last[: -MOST_NOTICES - 1 : -1])


def pit_table(call: AnyCall, table: Table) -> PitTable:
    waiting, sharing = table.awaiting, table.game.sharing
    dealer, since = dealing(call.desk.rotation.spells).get(table.name, (None, None))
    return PitTable(
        name=table.name,
        game=table.setup.game,
        title=table.game.title,
        step=table.step,
        round=table.round.number,
        is_open=table.is_open,
        interrupted=table.interrupted,
        dealer=dealer_of(table),
        players=tuple(sorted(players_at(table))),
        until=until(table),
        since=table.since,
        exposure=risk(call, table),
        setup=table.setup,
        readings=readings(table),
        change=(
            Change(waiting.by, waiting.setup, waiting.clauses, waiting.number)
            if waiting and waiting.setup
            else None
        ),
        ruling=to_rule(table, call.who),
        typing=(
            table.round.typing if is_asked(table) and table.step is not Step.CONCLUDED else None
        ),
        offers=len({one.player for one in waiting.offers}) if waiting else 0,
        one_box_only=tuple(sorted(table.one_box_only)),
        wagers_an_area=table.wagers_an_area,
        most_an_area=sharing.wagers_an_area,
        may=tuple(may(table, call.who)),
        closing=table.closing,
        dealt_by=dealer,
        dealt_since=since,
        pack=pack_part(table),
        failed=call.house.faults.tables.get(table.name),
        dispute=call.desk.disputes.holding(table.name),
        opens=opens(call, table),
    )


def opens(call: AnyCall, table: Table) -> int | None:
    at = call.house.play.rounds.opens_at(table)
    return at if table.step is Step.CONCLUDED and at > call.desk.now() else None


def risk(call: AnyCall, table: Table) -> Exposure:
    live = call.house.play.meters.get(table.setup.game)
    return exposure(table, live.jackpot.displayed_cents if live else None, kinds(table.setup.game))


@cache
def kinds(game: str) -> tuple[Outcome, ...]:
    """One outcome of each kind, where all bets of a table are on one hand; no reading adds one."""
    played = game_named(game)
    if not isinstance(played.deal, Tableau):
        return ()
    return tuple(one for one, _ in outcomes(played, full_shoe(played.packs.most)))


def readings(table: Table) -> tuple[Reading, ...]:
    now = table.game.readings
    return tuple(
        Reading(one.name, now[one.name], one.values, one.cite.numbers)
        for one in table.game.interpretations
        if len(one.values) > 1 or one.whole_number_to is not None
    )


def may(table: Table, who: Who) -> list[str]:
    """By the table's own answers."""
    asked: dict[str, AnyCommand] = {
        "open-table": asks.OpenTable(),
        "close-table": asks.CloseTable(A_REASON),
        "configure": asks.Configure(table.setup),
        "interrupt": asks.Interrupt(),
        "restrict": asks.Restrict(lift=True),
        "approve": asks.Approve(),
        "reject": asks.Reject(A_REASON),
    }
    return [name for name, one in asked.items() if would(table, one, who)]


def pit_jackpot(call: AnyCall, game: str, live: MeterStream) -> PitJackpot:
    jackpot, tables = live.jackpot, call.house.play.tables
    one, asked = jackpot.proposed, jackpot.asked
    return PitJackpot(
        game=game,
        title=game_named(game).title,
        displayed_cents=jackpot.displayed_cents,
        seed_cents=jackpot.meter.seed_cents,
        contribution=str(jackpot.meter.rate),
        frozen=jackpot.frozen,
        faults=tuple(sorted(jackpot.faults)),
        change=(
            MeterChange(one.by, one.at, one.shown_cents, one.cents, one.reason, jackpot.proposals)
            if one
            else None
        ),
        tables=tuple(name for name, of in tables.items() if of.table.setup.game == game),
        terms=jackpot.terms,
        later=jackpot.pool.later,
        terms_change=(
            TermsChange(asked.by, asked.at, asked.terms, asked.reason, jackpot.asks)
            if asked
            else None
        ),
        reserve_cents=int(jackpot.pool.reserve),
        hits=jackpot.awards.hits,
        by_hand=jackpot.awards.by_hand,
        waiting=jackpot.awards.held,
    )


async def wagers(call: Call[None, None, OfName]) -> list[Lying]:
    return [
        Lying(
            table.name,
            table.round.number,
            one.box,
            one.bet,
            table.game.bet[one.bet].title,
            one.cents,
        )
        for table in [live.table for live in call.house.play.tables.values()]
        if table.step is not Step.CONCLUDED
        for one in table.round.wagers.values()
        if one.player == call.place.name
    ]


OPERATIONS = (
    Operation(
        "GET",
        "/api/pit",
        "Every table with what it risks and what waits for whom, and the jackpots.",
        pit,
        Pit,
        may=SUPERVISORS,
    ),
    Operation(
        "GET",
        "/api/players/{name}/wagers",
        "A player's wagers that lie on the tables now.",
        wagers,
        list[Lying],
        may=SUPERVISORS,
        place=OfName,
    ),
)
