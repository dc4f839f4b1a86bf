"""A round of a journal step by step, and a player's last rounds, as lines of text."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.money import format_amount
from croupier.server.money import ledger
from croupier.server.past.played import Moment
from croupier.table import events as happened
from croupier.table import words
from croupier.table.commands import Who
from croupier.table.dealing import place_name
from croupier.table.secrecy import seen
from croupier.table.views import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.money import Posting
    from croupier.rulebook import Document
    from croupier.server.journal.store import Entry
    from croupier.server.past.played import Played
    from croupier.server.past.recall import Recalled
    from croupier.table.events import AnyEvent
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.state import Table


def replay_lines(played: Played, as_whom: str | None) -> Iterator[str]:
    opened = played.moments[0].after
    title = f"{opened.game.title}, version {opened.game.version}"
    through = f", as {as_whom} saw it" if as_whom else ""
    yield f"Replay of round {opened.round.number} at table {opened.name} ({title}){through}"
    who = Who(as_whom, Role.PLAYER) if as_whom else None
    own = accounts(opened.name, as_whom) if as_whom else None
    before: dict[str, str] = {}
    for one in in_order(played):
        if not isinstance(one, Moment):
            entry, fed = one
            yield f"{clock(entry.at)}  jackpot: {words.in_words(fed, opened)}"
            yield from moved(entry.postings, own)
            continue
        event = one.event if who is None else seen(one.event, one.after, who, reads_names=True)
        assert event is not None
        yield f"{clock(event.at)}  {event.by}: {words.in_words(event, one.before)}"
        yield from below(event, one, own)
        now = {} if who is None else shown_hands(one.after, who)
        if now != before and any(card != "??" for card in " ".join(now.values()).split()):
            yield f"    seen: {', '.join(f'{place} {cards}' for place, cards in now.items())}"
        before = now
    if shown_postings := list(moved(played.released, own)):
        yield "Then, no longer provisional:"
        yield from shown_postings
    yield from gists(played, opened.game.document)


def in_order(played: Played) -> list[Moment | tuple[Entry, AnyMeterEvent]]:
    """The table's events and the meter's as they were written."""
    placed: list[tuple[int, Moment | tuple[Entry, AnyMeterEvent]]] = [
        *((one.entry.position, one) for one in played.moments),
        *((one[0].position, one) for one in played.meter),
    ]
    return [one for _, one in sorted(placed, key=lambda pair: pair[0])]


def below(event: AnyEvent, moment: Moment, own: set[str] | None) -> Iterator[str]:
    """The lines of a settlement, the clauses, and the money that moved."""
    shows = happened.RoundSettled | happened.SettlementReversed | happened.SettlementCorrected
    if isinstance(event, shows):
        yield from (f"    {words.settled(line)}" for line in event.lines)
    elif event.clauses:
        yield f"    by {', '.join(event.clauses)}"
    if not isinstance(event, happened.BettingOpened):
        yield from moved(moment.entry.postings, own)


def moved(postings: Iterable[Posting], own: set[str] | None) -> Iterator[str]:
    """Every posting, or to a player only those of the player's own accounts."""
    for one in postings:
        if own is None or one.account in own:
            yield f"    {words.posted(one.account, one.cents)}"


def accounts(table: str, player: str) -> set[str]:
    return {ledger.player_account(player), ledger.provisional(table, player), ledger.owed(player)}


def shown_hands(table: Table, who: Who) -> dict[str, str]:
    return {place_name(table, place): shown(table, place, who) for place in table.round.hands}


def gists(played: Played, document: Document) -> Iterator[str]:
    cited = {clause for one in played.moments for clause in one.event.clauses}
    cited |= {clause for _, one in played.meter for clause in one.clauses}
    if cited:
        yield "Clauses:"
    for number, clause in document.clauses.items():
        if number in cited:
            yield f"    {number}  {clause.gist}"


def clock(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]


def recalled(one: Recalled) -> Iterator[str]:
    void = f", void by {', '.join(one.clauses)}" if one.voided else ""
    yield f"Replay: {one.table} round {one.round} ({one.game}), {clock(one.opened_at)}{void}"
    for lay in one.wagers:
        yield f"    staked {format_amount(lay.cents)} on {lay.bet}{words.on_box(lay.box)}"
    for choice in one.decisions:
        yield f"    chose to {choice.choice}{words.on_box(choice.box)}, by {choice.by}"
    yield from (f"    {place}: {cards}" for place, cards in one.cards.items())
    yield from (f"    {words.settled(line)}" for line in one.results)
    before, after = format_amount(one.before_cents), format_amount(one.after_cents)
    yield f"    balance {before} before, {after} after"
