"""Operations on all rounds of a player: pages, sums and a file of what a filter lets through."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec.structs import replace
from starlette.responses import StreamingResponse

from croupier.engine.refusals import Policy, Refused, declined
from croupier.server.http.api.rounds import (
    PIT_SUPERVISOR_OR_HIGHER_RECALLS_ROUNDS,
    looks_at_others,
)
from croupier.server.http.operation import EVERYBODY, Name, Number, Operation, Strict
from croupier.server.past.history import Sums, Tally, sums_of
from croupier.server.past.history_csv import HEAD, line
from croupier.server.past.summary import PastRound, past_round
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from starlette.responses import Response

    from croupier.server.http.operation import AnyCall, Call
    from croupier.server.journal.store import Store
    from croupier.server.past.disputes import Disputed

MOST = 100
A_PAGE = 20
IN_A_PART = 200
"""Rounds of a file that are read at once."""
CSV = "text/csv"
Time = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Limit = Annotated[int, msgspec.Meta(ge=1, le=MOST)]


class WantedResult(StrEnum):
    WON = "won"
    LOST = "lost"
    RETURNED = "returned"
    VOID = "void"
    DISPUTED = "disputed"


class HistoryFilter(Strict, frozen=True, kw_only=True):
    """All that is given has to hold."""

    player: Name | None = None
    game: Name | None = None
    table: Name | None = None
    round: Number | None = None
    since: Time | None = None
    """Opened then or later, in milliseconds."""
    until: Time | None = None
    """Opened before then."""
    result: WantedResult | None = None


class HistoryPage(HistoryFilter, frozen=True, kw_only=True):
    before: Number | None = None
    """Rounds that opened before a position: the `next` of the page before."""
    limit: Limit = A_PAGE


class History(msgspec.Struct, frozen=True):
    """The newest first."""

    rounds: tuple[PastRound, ...]
    next: int | None
    """None on the last page."""


class HistoryTotals(msgspec.Struct, frozen=True):
    sums: Sums
    disputes_open: int
    games: tuple[str, ...]
    """With what one may filter: games and tables of all one's rounds, the latest first."""
    tables: tuple[str, ...]


def not_his(call: AnyCall) -> Refused | None:
    player = call.query.player or call.who.name
    if player != call.who.name and not looks_at_others(call.who):
        return declined(Policy.NOT_FOR_THIS_ROLE, PIT_SUPERVISOR_OR_HIGHER_RECALLS_ROUNDS())
    return None


class Look:
    """Rounds of one player through a filter; the journal is read on a thread of its own."""

    def __init__(self, call: Call[None, Any, None]) -> None:
        self.player = call.query.player or call.who.name
        self.wanted: HistoryFilter = call.query
        self.rounds = call.desk.histories.of(self.player)
        self.disputed = disputed_by(self.player, call)
        self.latest = {
            name: live.table.round.number - (live.table.step is not Step.CONCLUDED)
            for name, live in call.house.play.tables.items()
        }
        """The last round of each table that has ended; one in play is not yet past."""

    def ended(self, store: Store) -> Iterator[Tally]:
        for one in self.rounds.newest_first(store):
            if one.opening.round <= self.latest.get(one.table, one.opening.round):
                yield one

    def found(self, store: Store) -> Iterator[Tally]:
        for one in self.ended(store):
            if self.wanted.since is not None and one.opening.at < self.wanted.since:
                return
            if self.lets_through(one):
                yield one

    def lets_through(self, one: Tally) -> bool:
        wanted, result = self.wanted, self.wanted.result
        is_disputed = (one.table, one.opening.round) in self.disputed
        return (
            wanted.game in {None, one.game}
            and wanted.table in {None, one.table}
            and wanted.round in {None, one.opening.round}
            and (wanted.until is None or one.opening.at < wanted.until)
            and (result is not WantedResult.DISPUTED or is_disputed)
            and result in {None, WantedResult.DISPUTED, WantedResult(one.result)}
        )

    def told(self, store: Store, tally: Tally) -> PastRound:
        made = past_round(store, tally, self.player)
        dispute = self.disputed.get((tally.table, tally.opening.round))
        if dispute is None:
            return made
        return replace(made, dispute=dispute.number, dispute_status=dispute.status)


def disputed_by(player: str, call: AnyCall) -> dict[tuple[str, int], Disputed]:
    """The latest dispute of each round that this player disputed."""
    every = list(call.desk.disputes.all.values())
    return {(one.table, one.round): one for one in every if one.by == player}


async def history(call: Call[None, HistoryPage, None]) -> History | Refused:
    if no := not_his(call):
        return no
    look, before, limit = Look(call), call.query.before, call.query.limit

    def page(store: Store) -> History:
        older = (
            one for one in look.found(store) if before is None or one.opening.position < before
        )
        some = list(islice(older, limit + 1))
        shown = some[:limit]
        more = shown[-1].opening.position if len(some) > limit else None
        return History(tuple(look.told(store, one) for one in shown), more)

    return await call.read(page)


async def totals(call: Call[None, HistoryFilter, None]) -> HistoryTotals | Refused:
    if no := not_his(call):
        return no
    look = Look(call)

    def count(store: Store) -> HistoryTotals:
        every, found = list(look.ended(store)), list(look.found(store))
        here = {(one.table, one.opening.round) for one in found}
        is_open = [one for where, one in look.disputed.items() if where in here and one.is_open]
        return HistoryTotals(
            sums=sums_of(found),
            disputes_open=len(is_open),
            games=tuple(dict.fromkeys(one.game for one in every)),
            tables=tuple(dict.fromkeys(one.table for one in every)),
        )

    return await call.read(count)


async def as_csv(call: Call[None, HistoryFilter, None]) -> Response | Refused:
    """The rounds that there are when it is asked for; what comes meanwhile is not among them."""
    if no := not_his(call):
        return no
    look = Look(call)
    found = await call.read(lambda store: list(look.found(store)))

    def rows(store: Store, some: list[Tally]) -> bytes:
        return b"".join(line(look.told(store, one)) for one in some)

    async def parts() -> AsyncIterator[bytes]:
        yield HEAD
        for start in range(0, len(found), IN_A_PART):
            some = found[start : start + IN_A_PART]
            yield await call.read(partial(rows, some=some))

    headers = {"Content-Disposition": 'attachment; filename="rounds.csv"'}
    return StreamingResponse(parts(), headers=headers, media_type=CSV)


OPERATIONS = (
    Operation(
        "GET",
        "/api/history",
        "One's ended rounds, page by page; another player's, for a pit supervisor and up.",
        history,
        History,
        may=EVERYBODY,
        query=HistoryPage,
    ),
    Operation(
        "GET",
        "/api/history/totals",
        "What the rounds of a filter come to.",
        totals,
        HistoryTotals,
        may=EVERYBODY,
        query=HistoryFilter,
    ),
    Operation(
        "GET",
        "/api/history.csv",
        "The rounds of a filter to take away: comma-separated values, safe for a spreadsheet.",
        as_csv,
        str,
        may=EVERYBODY,
        query=HistoryFilter,
        media=CSV,
    ),
)
