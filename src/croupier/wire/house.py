"""The house's configuration file, read and held against the games' documents."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec

from croupier.engine.configuration import Configuration, JackpotTerms, check_configuration
from croupier.engine.irregularities import Device
from croupier.engine.limits import Limit
from croupier.games import game as game_named
from croupier.money import parse_amount
from croupier.problems import BadInput
from croupier.table.commands import Setup
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
    tables = decode_house(data).tables
    return {name: configuration(name, table) for name, table in tables.items()}


def decode_house(data: bytes) -> HouseIn:
    try:
        return msgspec.toml.decode(data, type=HouseIn)
    except msgspec.MsgspecError as error:
        raise problem(error) from None
    except ValueError as error:
        raise BadInput(f"not TOML: {error}") from None


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


def setup_of(name: str, device: str = Device.MANUAL) -> Setup:
    """A live table of a game as the default house sets it up."""
    game_named(name)
    if device not in set(Device):
        raise BadInput(f"{device[:20]!r} is not one of {', '.join(Device)}", "device")
    house, table = decode_house(DEFAULT.read_bytes()), default_house()[name]
    terms = table.jackpot
    return Setup(
        name,
        {bet: (limit.minimum_cents, limit.maximum_cents) for bet, limit in table.limits.items()},
        table.boxes,
        table.decks,
        device,
        parse_amount(house.chip),
        house.betting_seconds,
        dict(table.game.chosen),
        (terms.bet_cents, terms.seed_cents, str(terms.contribution)) if terms else None,
    )
