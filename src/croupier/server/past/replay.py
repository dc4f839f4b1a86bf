"""The replay of a round: every event with its words, cards, money and clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from croupier.engine.irregularities import Role
from croupier.money import Posting  # noqa: TC001 - part of what is sent
from croupier.server.money import ledger
from croupier.server.past.film import Scene, came_to_see, scene
from croupier.table import events as happened
from croupier.table.dealing import place_name
from croupier.table.events import AnyEvent
from croupier.table.meter import AnyMeterEvent
from croupier.table.secrecy import seen
from croupier.table.state import Step
from croupier.table.views import shown
from croupier.table.words import in_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.cards import Card
    from croupier.server.journal.store import Entry
    from croupier.server.past.played import Moment, Played
    from croupier.table.commands import Who
    from croupier.table.state import Table


Written = TypeVar("Written", AnyEvent, AnyMeterEvent)


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    position: int
    at: int
    by: str
    says: str
    event: AnyEvent | AnyMeterEvent
    hands: dict[str, str]
    """After it, by place, with `??` for what is not shown."""
    postings: tuple[Posting, ...]
    scene: Scene | None = None
    """The felt after it; none for what happened to the jackpot."""


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    game: str
    version: int
    round: int
    in_play: bool
    seen_by: str | None
    """Whose view it is; none where every card is shown."""
    all_cards: bool
    """Whether cards lie open that were seen only later."""
    seated: dict[int, str]
    """Who sat at which box, where boxes are."""
    happened: tuple[Happening, ...]
    places: dict[str, int]
    """The number of each place by its name, which is by what hands are told."""
    drawn_by_tableau: bool
    """Then the places are a player and a banker hand, else boxes and the dealer."""
    released: tuple[Posting, ...]
    """Winnings that were provisional, and became the players' own."""
    clauses: dict[str, str]
    """The gist of each that was applied."""


def is_in_play(played: Played) -> bool:
    return played.moments[-1].after.step is not Step.CONCLUDED


def has_staked(played: Played, player: str) -> bool:
    laid = (happened.WagerPlaced, happened.WagerFound)
    return any(isinstance(one.event, laid) and one.event.player == player for one in played.moments)


def replay(played: Played, who: Who, *, all_cards: bool = False) -> Replay:
    """Staff are shown every card of a round that has ended; a player only what he saw.

    With all cards, a player is shown from the deal on what he saw by the end.
    """
    opened, in_play = played.moments[0].after, is_in_play(played)
    sees_all = who.role is not Role.PLAYER and not in_play
    viewer = None if sees_all else who
    hindsight = all_cards and not in_play
    tables = [one.after for one in played.moments]
    known = came_to_see(tables, viewer) if viewer and hindsight else None
    own = own_accounts(opened.name, who.name) if who.role is Role.PLAYER else None
    rows = [
        *(
            at_table(one, event, viewer, own, known)
            for one in played.moments
            if (event := as_seen(one.event, one.after, viewer))
        ),
        *(
            at_meter(entry, fed, opened, own)
            for entry, written in played.meter
            if (fed := as_seen(written, opened, viewer))
        ),
    ]
    return Replay(
        table=opened.name,
        game=opened.setup.game,
        version=opened.game.version,
        round=opened.round.number,
        in_play=in_play,
        seen_by=viewer.name if viewer else None,
        all_cards=sees_all or hindsight,
        seated=seated(tables),
        happened=tuple(sorted(rows, key=lambda row: row.position)),
        places=places(played),
        drawn_by_tableau=opened.game.drawn_by_tableau,
        released=own_postings(played.released, own),
        clauses=gists(played),
    )


def own_accounts(table: str, player: str) -> set[str]:
    return {
        ledger.player_account(player),
        ledger.provisional(table, player),
        ledger.owed(player),
    }


def as_seen(event: Written, after: Table, viewer: Who | None) -> Written | None:
    return event if viewer is None else seen(event, after, viewer)


def seated(tables: list[Table]) -> dict[int, str]:
    if tables[0].game.at_terminals:
        return {}
    return {box: name for table in tables for box, name in table.seats.items()}


def at_table(
    moment: Moment,
    event: AnyEvent,
    viewer: Who | None,
    own: set[str] | None,
    known: frozenset[Card] | None,
) -> Happening:
    opens = isinstance(event, happened.BettingOpened)  # which releases the round before
    return Happening(
        position=moment.entry.position,
        at=event.at,
        by=event.by,
        says=in_words(event, moment.before),
        event=event,
        hands=hands(moment.after, viewer),
        postings=() if opens else own_postings(moment.entry.postings, own),
        scene=scene(moment.after, viewer, known),
    )


def at_meter(entry: Entry, event: AnyMeterEvent, table: Table, own: set[str] | None) -> Happening:
    return Happening(
        position=entry.position,
        at=event.at,
        by="jackpot",
        says=in_words(event, table),
        event=event,
        hands={},
        postings=own_postings(entry.postings, own),
    )


def hands(table: Table, viewer: Who | None) -> dict[str, str]:
    if viewer is None:
        return {
            place_name(table, place): " ".join(
                "??" if card is None else str(card) for card in table.cards_of(place)
            )
            for place in table.round.hands
        }
    return {place_name(table, place): shown(table, place, viewer) for place in table.round.hands}


def places(played: Played) -> dict[str, int]:
    tables = [one.after for one in played.moments]
    return {place_name(table, place): place for table in tables for place in table.round.hands}


def own_postings(postings: Iterable[Posting], own: set[str] | None) -> tuple[Posting, ...]:
    return tuple(one for one in postings if own is None or one.account in own)


def gists(played: Played) -> dict[str, str]:
    cited = {clause for one in played.moments for clause in one.event.clauses}
    cited |= {clause for _, one in played.meter for clause in one.clauses}
    clauses = played.moments[0].after.game.document.clauses
    return {number: clause.gist for number, clause in clauses.items() if number in cited}
