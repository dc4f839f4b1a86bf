"""The configuration file of a new house: the default one, with what its founder has said."""

from __future__ import annotations

import json
import re

import msgspec

from croupier.wire.house import DEFAULT, default_file
from croupier.wire.house_file import AUTOMATIC

TABLE = re.compile(r"^\[tables\.[^\]\n]+\]\n", re.MULTILINE)
REAL_LAB = 'lab = "staff"            # who may ask for odds and best play: or "everybody", "off"'
REAL = "demonstration = false    # real money, for good: no guests, no play credits"


class Founding(msgspec.Struct, frozen=True, kw_only=True):
    demonstration: bool
    name: str
    currency: str
    locale: str
    gaming_day: str
    time_zone: str
    games: tuple[str, ...]
    """One for each table, in their order."""
    dealer: str = AUTOMATIC
    """Of all tables."""


def default_games() -> tuple[str, ...]:
    return tuple(table.game or name for name, table in default_file().tables.items())


def founding_file(founding: Founding) -> bytes:
    """Comments and limits are the default house's."""
    head, *tables = TABLE.split(DEFAULT.read_text("utf-8"))
    head = re.sub(r"(?m)^name = .*$", lambda _: f"name = {quoted(founding.name)}", head, count=1)
    for field in ("currency", "locale", "gaming_day", "time_zone"):
        head = with_value(head, field, quoted(getattr(founding, field)))
    if not founding.demonstration:
        head = re.sub(r"(?m)^demonstration = .*$", REAL, head)
        head = with_value(head, "count_cards", quoted("each-shoe"))
        head = re.sub(r"(?m)^lab = .*$", REAL_LAB, head)
    setups = dict(zip(default_games(), tables, strict=True))
    dealt = "" if founding.dealer == AUTOMATIC else f"\ndealer = {quoted(founding.dealer)}"
    chosen = [
        f"[tables.t{number}]\n{setups[game].strip()}{dealt}\n"
        for number, game in enumerate(founding.games, 1)
    ]
    return (head + "\n".join(chosen)).encode()


def quoted(text: str) -> str:
    """A string of one line is the same in TOML."""
    return json.dumps(text, ensure_ascii=False)


def with_value(text: str, field: str, value: str) -> str:
    """The comment after it begins where it began."""

    def replaced(found: re.Match[str]) -> str:
        return f"{field} = {value} ".ljust(len(found[1])) + found[2]

    return re.sub(rf'(?m)^({field} = "[^"\n]*" +)(#)', replaced, text, count=1)
