"""Operations for everybody: status of the house, tables, rules, odds, shoes, jackpots."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from croupier.engine.refusals import Policy, Refused, declined
from croupier.games import GAMES, game
from croupier.guide.rulebook_page import DocumentInfo, about
from croupier.guide.speaking import spoken
from croupier.lab.odds import odds
from croupier.rulebook import Kind
from croupier.said import Sentence
from croupier.server.floor.protocol import TableInfo
from croupier.server.http.operation import InLanguage, Name, OfGame, Operation, Strict, not_found
from croupier.server.people.service_events import Scope
from croupier.server.shoes.history import shoe_named
from croupier.server.shoes.public_record import Shoe
from croupier.server.shoes.sealed import NO_SHOE
from croupier.version import __version__
from croupier.wire.house import default_house
from croupier.wire.odds import OddsOut, odds_out

if TYPE_CHECKING:
    from croupier.server.http.operation import Call, PlainCall

NOT_READY = Sentence("house-is-not-ready", "{reasons}")

MEASURED = {
    "commits_total": "Commits to the journal.",
    "commands_carried_total": "Commands carried out at tables.",
    "connections": "Sockets open now.",
    "tables": "Tables of the house.",
    "paused": "1 while the journal cannot be written to.",
    "up_seconds": "Seconds since the house was opened.",
    "unwitnessed_entries": "Entries that not every witness has countersigned.",
}
FAILED = "1 while a table has failed and is tried again."


class Jackpot(msgspec.Struct, frozen=True):
    game: str
    displayed_cents: int
    seed_cents: int
    frozen: bool
    """Stands at its last amount until staff say that it works again."""
    tables: tuple[str, ...]


class ClauseInfo(msgspec.Struct, frozen=True):
    clause: str
    kind: Kind
    gist: str


class Rules(msgspec.Struct, frozen=True):
    document: DocumentInfo
    clauses: tuple[ClauseInfo, ...]


class OfShoe(Strict, frozen=True):
    shoe: Name


async def status_page(call: PlainCall) -> Response:
    rows = "".join(
        f"<tr><td>{escape(one.name)}</td><td>{escape(one.title)}</td><td>{escape(one.step)}</td>"
        f"<td>{one.round}</td><td>{one.players}</td></tr>"
        for one in call.house.floor.tables()
    )
    return HTMLResponse(
        "<!doctype html><html lang=en><title>croupier</title><h1>croupier</h1>"
        f"<p>Version {__version__}. {escape(call.house.says())}</p><table><tr><th>table<th>game"
        f"<th>step<th>round<th>players</tr>{rows}</table></html>"
    )


async def health(_call: PlainCall) -> Response:
    return PlainTextResponse("ok\n")


async def ready(call: PlainCall) -> Response | Refused:
    """A single table that has failed is named; the house goes on."""
    wrong = call.house.not_ready()
    if wrong:
        why = Policy.PAUSED if call.house.queue.paused else Policy.NOT_READY
        return declined(why, NOT_READY(reasons="; ".join(wrong)))
    failed = call.house.faults.tables.items()
    lines = ["ready", *(f"table {name} has failed: {fault}" for name, fault in failed)]
    return PlainTextResponse("\n".join([*lines, *call.house.remarks(), ""]))


async def metrics(call: PlainCall) -> Response:
    """The text format of Prometheus."""
    lines = []
    for name, value in call.house.measures().items():
        kind = "counter" if name.endswith("_total") else "gauge"
        says = MEASURED.get(name, f"{name.replace('_', ' ').capitalize()}.")
        lines += [
            f"# HELP croupier_{name} {says}",
            f"# TYPE croupier_{name} {kind}",
            f"croupier_{name} {value}",
        ]
    lines += [f"# HELP croupier_table_failed {FAILED}", "# TYPE croupier_table_failed gauge"]
    lines += [
        f'croupier_table_failed{{table="{name}"}} {int(name in call.house.faults.tables)}'
        for name in call.house.play.tables
    ]
    text = "\n".join(lines) + "\n"
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


async def tables(call: PlainCall) -> list[TableInfo]:
    return call.house.floor.tables()


async def jackpots(call: PlainCall) -> list[Jackpot]:
    house = call.house.play
    return [
        Jackpot(
            name,
            one.jackpot.displayed_cents,
            one.jackpot.meter.seed_cents,
            one.jackpot.frozen,
            tuple(key for key, live in house.tables.items() if live.table.setup.game == name),
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


TEXT, PAGE = "text/plain", "text/html"
OPERATIONS = (
    Operation("GET", "/", "A page that says how the house stands.", status_page, str, media=PAGE),
    Operation("GET", "/health", "The program runs.", health, str, media=TEXT),
    Operation(
        "GET",
        "/ready",
        "The house can deal; a table that has failed is named.",
        ready,
        str,
        media=TEXT,
    ),
    Operation(
        "GET",
        "/metrics",
        "Figures for Prometheus.",
        metrics,
        str,
        scopes=frozenset({Scope.METRICS}),
        media=TEXT,
    ),
    Operation("GET", "/api/tables", "The tables of the house.", tables, list[TableInfo]),
    Operation("GET", "/api/jackpots", "The jackpots as displayed.", jackpots, list[Jackpot]),
    Operation("GET", "/api/rules", "The approved documents.", rules, list[DocumentInfo]),
    Operation(
        "GET",
        "/api/rules/{game}",
        "The clauses of a document.",
        rules_of,
        Rules,
        query=InLanguage,
        place=OfGame,
    ),
    Operation(
        "GET", "/api/odds/{game}", "The exact odds of a game.", odds_of, OddsOut, place=OfGame
    ),
    Operation(
        "GET",
        "/api/shoes/{shoe}",
        "What the house has committed itself to; once the shoe has ended, its order and salt.",
        shoe,
        Shoe,
        place=OfShoe,
    ),
)
