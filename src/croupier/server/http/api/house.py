"""Operations for everybody: status of the house, rules, odds, shoes, jackpots."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import HTMLResponse, Response

from croupier.engine.refusals import Refused
from croupier.games import GAMES, game
from croupier.guide.rulebook_page import DocumentInfo, about
from croupier.guide.speaking import spoken
from croupier.lab.odds import odds
from croupier.rulebook import Kind
from croupier.server.http.operation import (
    ANYBODY,
    InLanguage,
    Name,
    OfGame,
    Operation,
    Strict,
    not_found,
)
from croupier.server.shoes.history import shoe_named
from croupier.server.shoes.public_record import Shoe
from croupier.server.shoes.sealed import NO_SHOE
from croupier.version import __version__
from croupier.wire.house import default_house
from croupier.wire.odds import OddsOut, odds_out

if TYPE_CHECKING:
    from croupier.server.http.operation import Call, PlainCall
    from croupier.server.opening import OpenHouse


class JackpotWon(msgspec.Struct, frozen=True):
    at: int
    table: str
    cents: int


class Jackpot(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    displayed_cents: int
    seed_cents: int
    frozen: bool
    """Stands at its last amount until staff say that it works again."""
    tables: tuple[str, ...]
    cap_cents: int | None = None
    """More than this is never displayed."""
    hits: int = 0
    """How often it was won."""
    won: tuple[JackpotWon, ...] = ()
    """The last of them, the newest first; nobody's name."""


class ClauseInfo(msgspec.Struct, frozen=True):
    clause: str
    kind: Kind
    gist: str


class Rules(msgspec.Struct, frozen=True):
    document: DocumentInfo
    clauses: tuple[ClauseInfo, ...]


class OfShoe(Strict, frozen=True):
    shoe: Name


def says(house: OpenHouse) -> str:
    return "The house is paused." if house.queue.paused else "The house is open."


async def status_page(call: PlainCall) -> Response:
    rows = "".join(
        f"<tr><td>{escape(one.name)}</td><td>{escape(one.title)}</td><td>{escape(one.step)}</td>"
        f"<td>{one.round}</td><td>{one.players}</td></tr>"
        for one in call.house.floor.tables()
    )
    return HTMLResponse(
        "<!doctype html><html lang=en><title>croupier</title><h1>croupier</h1>"
        f"<p>Version {__version__}. {says(call.house)}</p><table><tr><th>table<th>game"
        f"<th>step<th>round<th>players</tr>{rows}</table></html>"
    )


async def jackpots(call: PlainCall) -> list[Jackpot]:
    house = call.house.play
    return [
        Jackpot(
            game=name,
            displayed_cents=one.jackpot.displayed_cents,
            seed_cents=one.jackpot.meter.seed_cents,
            frozen=one.jackpot.frozen,
            tables=tuple(
                key for key, live in house.tables.items() if live.table.setup.game == name
            ),
            cap_cents=one.jackpot.pool.going.cap_cents,
            hits=one.jackpot.awards.hits,
            won=tuple(
                JackpotWon(hit.at, hit.table, hit.cents)
                for hit in one.jackpot.awards.newest
                if hit.from_meter
            ),
        )
        for name, one in house.meters.items()
    ]


async def rules(_call: PlainCall) -> list[DocumentInfo]:
    return [about(one.document) for one in GAMES]


async def rules_of(call: Call[None, InLanguage, OfGame]) -> Rules:
    document = game(call.place.game).document
    clauses = document.clauses.values()
    told = tuple(ClauseInfo(one.number, one.kind, one.gist) for one in clauses)
    return spoken(Rules(about(document), told), call.query.language)


async def odds_of(call: Call[None, None, OfGame]) -> OddsOut:
    name = game(call.place.game).name
    return await call.aside(lambda: exact(name))


@lru_cache(maxsize=len(GAMES))
def exact(name: str) -> OddsOut:
    """By the documents as the default house reads them, its jackpot at the seed."""
    return odds_out(odds(game(name), jackpot=default_house()[name].jackpot))


async def shoe(call: Call[None, None, OfShoe]) -> Shoe | Refused:
    name = call.place.shoe
    found, _ = await call.read(lambda store: shoe_named(store, name))
    return found or not_found(NO_SHOE(name=name[:40]))


PAGE = "text/html"
OPERATIONS = (
    Operation(
        "GET",
        "/",
        "A page that says how the house stands.",
        status_page,
        str,
        may=ANYBODY,
        media=PAGE,
    ),
    Operation(
        "GET", "/api/jackpots", "The jackpots as displayed.", jackpots, list[Jackpot], may=ANYBODY
    ),
    Operation(
        "GET", "/api/rules", "The approved documents.", rules, list[DocumentInfo], may=ANYBODY
    ),
    Operation(
        "GET",
        "/api/rules/{game}",
        "The clauses of a document.",
        rules_of,
        Rules,
        may=ANYBODY,
        query=InLanguage,
        place=OfGame,
    ),
    Operation(
        "GET",
        "/api/odds/{game}",
        "The exact odds of a game.",
        odds_of,
        OddsOut,
        may=ANYBODY,
        place=OfGame,
        lab=True,
    ),
    Operation(
        "GET",
        "/api/shoes/{shoe}",
        "What the house has committed itself to; once the shoe has ended, its order and salt.",
        shoe,
        Shoe,
        may=ANYBODY,
        place=OfShoe,
    ),
)
