"""The house's configuration file, read and held against the games' documents."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec

from croupier.engine.configuration import Configuration, JackpotTerms, check_configuration
from croupier.engine.limits import Limit
from croupier.games import game as game_named
from croupier.money import parse_amount
from croupier.problems import BadInput
from croupier.wire.decoding import Strict, problem

DEFAULT = Path(__file__).parents[1] / "house.toml"


class JackpotIn(Strict, frozen=True):
    bet: str
    seed: str
    contribution: str


class TableIn(Strict, frozen=True):
    limits: dict[str, tuple[str, str]]
    boxes: int | None = None
    decks: int = 1
    jackpot: JackpotIn | None = None
    interpretations: dict[str, str] = msgspec.field(default_factory=dict)


class HouseIn(Strict, frozen=True):
    currency: str
    chip: str
    betting_seconds: int
    tables: dict[str, TableIn]


def parse_house(data: bytes) -> dict[str, Configuration]:
    """The configuration of each table, by its game."""
    try:
        house = msgspec.toml.decode(data, type=HouseIn)
    except msgspec.MsgspecError as error:
        raise problem(error) from None
    except ValueError as error:
        raise BadInput(f"not TOML: {error}") from None
    return {name: configuration(name, table) for name, table in house.tables.items()}


def configuration(name: str, table: TableIn) -> Configuration:
    try:
        return check_configuration(
            Configuration(
                game_named(name).under(table.interpretations),
                table.boxes,
                table.decks,
                {
                    bet: Limit(parse_amount(minimum), parse_amount(maximum))
                    for bet, (minimum, maximum) in table.limits.items()
                },
                jackpot_terms(table.jackpot),
            )
        )
    except BadInput as wrong:
        raise wrong.at("tables", name) from None


def jackpot_terms(given: JackpotIn | None) -> JackpotTerms | None:
    if given is None:
        return None
    try:
        rate = Fraction(given.contribution)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{given.contribution[:20]!r} is no fraction like 1/5", "jackpot") from None
    return JackpotTerms(parse_amount(given.bet), parse_amount(given.seed), rate)


@cache
def default_house() -> dict[str, Configuration]:
    return parse_house(DEFAULT.read_bytes())
