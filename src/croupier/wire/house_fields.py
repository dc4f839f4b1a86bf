"""Fields of a house's configuration file that are unknown, missing, or not of their kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput
from croupier.wire.decoding import Strict, problem
from croupier.wire.house_file import JackpotIn, TableIn
from croupier.wire.house_sections import (
    BackupIn,
    CareIn,
    ChecksIn,
    KeepingIn,
    KeysIn,
    NodesIn,
    PeopleIn,
    RotationIn,
    ServeIn,
    ShoesIn,
    WalletIn,
    WatchIn,
    WebhookIn,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

AMOUNTS = {
    "chip",
    "limits",
    "bet",
    "seed",
    "cap",
    "attendant_from",
    "buy_in",
    "redeem",
    "cash_out",
    "difference",
    "correction",
    "most",
}
ANY_NAME = "[...]"
"""How a value under some name is called in a complaint."""
AMOUNT = '; amounts are strings with two decimals, like "100.00"'
HINTS = {"limits": '; a minimum and a maximum are strings, like ["25.00", "500.00"]'}
PARTS: dict[str, type[Strict]] = {
    "serve": ServeIn,
    "keys": KeysIn,
    "wallet": WalletIn,
    "people": PeopleIn,
    "shoes": ShoesIn,
    "webhook": WebhookIn,
    "care": CareIn,
    "keeping": KeepingIn,
    "rotation": RotationIn,
    "checks": ChecksIn,
    "watch": WatchIn,
    "nodes": NodesIn,
    "backup": BackupIn,
    "jackpot": JackpotIn,
}


def wrong_fields(
    kind: type[Strict], given: Mapping[str, object], *place: str
) -> Iterator[BadInput]:
    """Fields that are unknown, missing, or not of their kind."""
    fields = {one.name: one for one in msgspec.structs.fields(kind)}
    for name in given:
        if name not in fields:
            yield BadInput(f"there is no field '{name[:40]}' here", *place)
    for name, field in fields.items():
        if name not in given:
            if field.required:
                yield BadInput(f"the field '{name}' is missing", *place)
            continue
        value = given[name]
        part = PARTS.get(name)
        if name == "tables" and isinstance(value, dict):
            for table, one in value.items():
                yield from in_table(TableIn, one, *place, name, table)
        elif part is not None:
            yield from in_table(part, value, *place, name)
        else:
            yield from wrong_value(field.type, value, *place, name)


def in_table(kind: type[Strict], given: object, *place: str) -> Iterator[BadInput]:
    if isinstance(given, dict):
        yield from wrong_fields(kind, given, *place)
    else:
        yield BadInput("a TOML table is expected here", *place)


def wrong_value(kind: object, value: object, *place: str) -> Iterator[BadInput]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        wrong = problem(error)
        if isinstance(value, dict) and any(ANY_NAME in one for one in wrong.place):
            yield from wrong_names(kind, value, *place)
            return
        yield BadInput(wrong.what + hint_of(place[-1]), *place, *wrong.place)


def wrong_names(kind: object, value: dict[str, object], *place: str) -> Iterator[BadInput]:
    """Each value alone, so that its name is told."""
    for name, one in value.items():
        try:
            msgspec.convert({name: one}, kind)
        except msgspec.ValidationError as error:
            wrong = problem(error)
            within = (part.replace(ANY_NAME, name[:40], 1) for part in wrong.place)
            yield BadInput(wrong.what + hint_of(place[-1]), *place, *within)


def hint_of(field: str) -> str:
    return HINTS.get(field, AMOUNT) if field in AMOUNTS else ""
