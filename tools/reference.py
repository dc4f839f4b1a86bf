"""The messages, events and settings in the documentation, from the types that decode them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.server.dealing.shoe_table import LINE
from croupier.server.floor.protocol import AnyToClient, AnyToServer
from croupier.server.journal.acts import ACTS
from croupier.server.money.books import CAGE
from croupier.server.money.jackpots import METERS
from croupier.server.money.wallet.books import WALLETS
from croupier.server.money.watch import WATCH
from croupier.server.own_play.state import OWN_PLAY
from croupier.server.past.disputes import DISPUTES
from croupier.server.people.keeping import PEOPLE
from croupier.server.people.services import SERVICES
from croupier.server.play.calls import CALLS
from croupier.server.play.house import TABLES
from croupier.server.play.rotation import RELIEFS
from croupier.server.shoes.events import SHOES
from croupier.table.commands import AnyCommand
from croupier.table.events import AnyEvent
from croupier.wire.house_file import HouseIn
from tools.schemas import types

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.stream import Fold
    from tools.schemas import Schema, Types


class JournalStream(NamedTuple):
    """A kind of stream: its name in the journal, and what it is about."""

    fold: Fold[Any, Any]
    name: str
    meaning: str


STREAMS = (
    JournalStream(TABLES, "table:NAME", "Everything that happens at one table."),
    JournalStream(METERS, "meter:GAME", "A jackpot's meter: contributions and awards."),
    JournalStream(SHOES, "shoe:TABLE", "Sealed shoes: commitment, seeds, seal, reveal."),
    JournalStream(LINE, "line:TABLE", "Cards that an electronic shoe has read, not yet dealt."),
    JournalStream(CAGE, "cage", "Buy-ins, cash-outs, tickets, corrections, drawers."),
    JournalStream(WALLETS, "wallet", "Money that another system holds."),
    JournalStream(PEOPLE, "people", "Accounts, sessions, and approvals by two people."),
    JournalStream(SERVICES, "services", "Service accounts of devices and programs."),
    JournalStream(OWN_PLAY, "own-play", "Responsible gambling: limits, breaks, exclusions."),
    JournalStream(DISPUTES, "disputes", "Rounds that a player disputes."),
    JournalStream(WATCH, "watch", "Results that are unlikely under the rules."),
    JournalStream(CALLS, "calls", "Dealers who call a supervisor."),
    JournalStream(RELIEFS, "rotation", "Reliefs of dealers."),
    JournalStream(ACTS, "house", "The house itself: opened, checked, backed up, refused."),
)
"""Every kind of stream that a house writes."""
COMMON_FIELDS = ("by", "at", "clauses")
"""Of events, as docs/events.md says."""


def protocol() -> Iterator[str]:
    messages = types(
        [AnyToServer, AnyToClient],
        {"[a command](#commands)": AnyCommand, "[an event](events.md)": AnyEvent},
    )
    to_server, to_client, commands, events = map(messages.structs, messages.schemas)
    yield "## To the house"
    yield "Fields with a default may be left out. Unknown fields are refused."
    yield from (messages.section(name, defaults=True) for name in to_server)
    yield "## From the house"
    yield "Every field is always present. Later versions may add fields."
    yield from (messages.section(name, defaults=False) for name in to_client)
    yield "## Commands"
    yield "The message `ask` carries one of these as `command`."
    yield from (messages.section(name, defaults=True) for name in commands)
    shown = [*to_server, *to_client, *commands]
    yield "## Parts"
    parts = messages.parts(shown, elsewhere=events)
    yield from (messages.section(name, defaults=False) for name in parts)


def events() -> Iterator[str]:
    journal = types([stream.fold.decoder.type for stream in STREAMS])
    shown: list[str] = []
    for stream, schema in zip(STREAMS, journal.schemas, strict=True):
        yield f"## `{stream.name}`"
        yield stream.meaning
        shown += journal.structs(schema)
        yield from (
            journal.section(name, defaults=False, leave_out=COMMON_FIELDS)
            for name in journal.structs(schema)
        )
    yield "## Parts"
    yield from (journal.section(name, defaults=False) for name in journal.parts(shown))


def configuration() -> Iterator[str]:
    file = types([HouseIn])
    yield "## The house"
    yield settings_table(file, file.schemas[0]["$ref"])
    yield from sections_of_file(file, file.schemas[0]["$ref"])


def sections_of_file(file: Types, name: str, above: str = "") -> Iterator[str]:
    for field, schema in file.components[name]["properties"].items():
        if inner := inner_struct(schema):
            path = f"{above}{field}"
            heading, path = section_heading(schema, path)
            yield f"## `{heading}`"
            if text := file.components[inner].get("description", ""):
                yield text
            yield settings_table(file, inner)
            yield from sections_of_file(file, inner, f"{path}.")


def section_heading(schema: Schema, path: str) -> tuple[str, str]:
    """Return how TOML writes the heading of a section, and the path below it."""
    if "additionalProperties" in schema:
        return f"[{path}.NAME]", f"{path}.NAME"
    return (f"[[{path}]]" if "items" in schema else f"[{path}]"), path


def settings_table(file: Types, name: str) -> str:
    fields = file.components[name]["properties"]
    sections = [field for field, schema in fields.items() if inner_struct(schema)]
    return file.fields(name, defaults=True, leave_out=sections).replace(" or null ", " ")


def inner_struct(schema: Schema) -> str:
    """Return the struct that a field holds, alone, by name or in a list; empty if there is none."""
    for inner in (schema, schema.get("items"), schema.get("additionalProperties")):
        if isinstance(inner, dict):
            for each in inner.get("anyOf", [inner]):
                if "$ref" in each:
                    return str(each["$ref"])
    return ""
