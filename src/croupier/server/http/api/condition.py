"""Operations for whoever looks after the house: does it answer, can it deal, its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse, Response

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server import readiness
from croupier.server.exposition import MEDIA, by_label, gauge, written
from croupier.server.http.operation import ANYBODY, MEANS, Operation
from croupier.server.limits import neighbourhood
from croupier.server.measuring import of_machine
from croupier.server.nodes import figures as of_nodes
from croupier.server.people.service_events import Scope
from croupier.server.web import is_among
from croupier.wire.house_sections import ServeIn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.exposition import Family
    from croupier.server.http.operation import PlainCall
    from croupier.server.opening import OpenHouse

NOT_READY = Sentence("house-is-not-ready", "{reasons:sentences}")
FIGURES_ARE_READ_ELSEWHERE = Sentence(
    "figures-are-read-elsewhere",
    "the house's figures are for its staff and for the addresses that its file names",
)
TEXT = "text/plain"


async def health(_call: PlainCall) -> Response:
    """Whoever hears it knows that the process answers, and nothing more."""
    return PlainTextResponse("ok\n")


async def ready(call: PlainCall) -> Response | Refused:
    """A single table that has failed is named; the house goes on."""
    wrong = readiness.not_ready(call.house)
    if wrong:
        why = Policy.PAUSED if call.house.queue.paused else Policy.NOT_READY
        return declined(why, NOT_READY(reasons=wrong))
    failed = call.house.faults.tables.items()
    lines = ["ready", *(f"table {name} has failed: {fault}" for name, fault in failed)]
    disabled = call.house.faults.disabled.items()
    lines += [f"table {name} is out of use: it failed {times} times" for name, times in disabled]
    return PlainTextResponse("\n".join([*lines, *readiness.remarks(call.house), ""]))


def may_read_figures(call: PlainCall) -> bool:
    """Refusals by reason tell of single players where few play: not for everybody."""
    if call.asker is not None and call.asker.role is not Role.PLAYER:
        return True
    plan, address = call.house.plan, call.sender.address
    networks = (plan.file.serve if plan else ServeIn()).metrics
    return is_among(address, networks) or address in map(neighbourhood, networks)


async def metrics(call: PlainCall) -> Response | Refused:
    """The text format of Prometheus."""
    if not may_read_figures(call):
        return declined(Policy.NOT_FOR_THIS_PERSON, FIGURES_ARE_READ_ELSEWHERE())
    return PlainTextResponse(written(families(call.house)), media_type=MEDIA)


def families(house: OpenHouse) -> Iterator[Family]:
    yield from house.measuring.of_house()
    yield from house.measuring.of_tables()
    yield from house.watching.families()
    failed = house.faults.tables
    says = "1 while a table has failed and is tried again."
    tables = ((name, int(name in failed)) for name in house.play.tables)
    yield by_label("table_failed", "gauge", says, "table", tables)
    yield gauge("ready", "1 while the house can deal.", int(not readiness.not_ready(house)))
    yield gauge("connections", "Sockets open now.", len(house.floor.watchers))
    yield gauge(
        "up_seconds", "Seconds since the house was opened.", (house.clock() - house.started) / 1000
    )
    says = "Entries that not every witness has countersigned."
    yield gauge("unwitnessed_entries", says, house.witnessing.unwitnessed())
    yield from house.checks.figures()
    yield from of_nodes.families(house.queue)
    yield from of_machine(house.folder)


class Figures(Operation[None, None, None]):
    """Refused by address, not by role."""

    @property
    def statuses(self) -> dict[int, str]:
        return {403: MEANS[403], **super().statuses}


OPERATIONS = (
    Operation("GET", "/health", "The program answers.", health, str, may=ANYBODY, media=TEXT),
    Operation(
        "GET",
        "/ready",
        "The house can deal; a table that has failed is named.",
        ready,
        str,
        may=ANYBODY,
        media=TEXT,
    ),
    Figures(
        "GET",
        "/metrics",
        "Figures for Prometheus: for staff, and for addresses that the house's file names.",
        metrics,
        str,
        may=ANYBODY,
        scopes=frozenset({Scope.METRICS}),
        media=TEXT,
    ),
)
