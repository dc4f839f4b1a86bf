"""A house as its configuration file has it: its tables, their setups, how it opens."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.engine.configuration import Configuration, check_device
from croupier.engine.irregularities import Device
from croupier.games import GAMES, reading
from croupier.games import game as game_named
from croupier.money import parse_amount
from croupier.problems import BadInput
from croupier.table.commands import Setup
from croupier.table.setups import beyond
from croupier.wire.decoding import BYTE_ORDER_MARK
from croupier.wire.house_checks import wrong_with
from croupier.wire.house_file import (
    COUNT_CARDS,
    Address,
    HouseIn,
    TableIn,
    address,
    jackpot_terms,
    limits,
)
from croupier.wire.house_terms import HouseTerms

if TYPE_CHECKING:
    from croupier.wire.house_sections import ServeIn

DEFAULT = Path(__file__).parents[1] / "house.toml"


class Camera(NamedTuple):
    url: str
    kind: str


class TablePlan(NamedTuple):
    setup: Setup
    shoe: Address | None = None
    shoe_secret: str | None = None
    camera: Camera | None = None

    @property
    def dealer(self) -> str:
        return self.setup.dealer


class HousePlan(NamedTuple):
    currency: str
    demonstration: bool
    serve: ServeIn
    tables: dict[str, TablePlan]
    digest: str
    """SHA-256 of the file."""
    file: HouseIn

    @property
    def terms(self) -> HouseTerms:
        return HouseTerms(
            name=self.file.name,
            currency=self.currency,
            locale=self.file.locale,
            gaming_day=self.file.gaming_day,
            time_zone=self.file.time_zone,
            lab=self.file.lab,
        )


def plan_house(data: bytes) -> HousePlan:
    """What a file that nothing is wrong with says."""
    house = checked(data)
    tables = {
        name: TablePlan(
            replace(
                setup(house, configuration(name, table), table.device),
                dealer=table.dealer,
                shoe=table.shoe is not None,
            ),
            address(table.shoe) if table.shoe else None,
            table.shoe_secret,
            Camera(table.camera, table.camera_kind) if table.camera else None,
        )
        for name, table in house.tables.items()
    }
    digest = sha256(data).hexdigest()
    return HousePlan(house.currency, house.demonstration, house.serve, tables, digest, house)


def parse_house(data: bytes) -> dict[str, Configuration]:
    """The configuration of each table, by its name."""
    return {name: configuration(name, one) for name, one in checked(data).tables.items()}


def checked(data: bytes) -> HouseIn:
    wrong = list(wrong_with(data))
    if wrong:
        raise wrong[0]
    return msgspec.toml.decode(data.removeprefix(BYTE_ORDER_MARK), type=HouseIn)


def configuration(name: str, table: TableIn) -> Configuration:
    """Of a table that nothing is wrong with."""
    chosen = tuple(sorted(table.interpretations.items()))
    game = reading(game_named(table.game or name).name, chosen)
    terms = jackpot_terms(table.jackpot)
    return Configuration(game, table.boxes, table.decks, limits(table.limits), terms)


def setup(house: HouseIn, table: Configuration, device: str) -> Setup:
    terms = table.jackpot
    return Setup(
        game=table.game.name,
        limits={
            bet: (limit.minimum_cents, limit.maximum_cents) for bet, limit in table.limits.items()
        },
        boxes=table.boxes,
        decks=table.decks,
        device=device,
        chip_cents=parse_amount(house.chip),
        betting_seconds=house.betting_seconds,
        looking_seconds=house.looking_seconds,
        count_cards=next(one for one in COUNT_CARDS if one == house.count_cards),
        interpretations=dict(table.game.chosen),
        jackpot=(terms.bet_cents, terms.seed_cents, str(terms.contribution)) if terms else None,
        jackpot_beyond=beyond(terms) if terms else None,
    )


@cache
def default_house() -> dict[str, Configuration]:
    """The default table of each game."""
    tables = {table.game.name: table for table in parse_house(DEFAULT.read_bytes()).values()}
    for one in GAMES:
        if one.name not in tables:
            raise BadInput(f"there is no table of {one.name}", DEFAULT.name)
    return tables


def setup_of(name: str, device: str = Device.MANUAL) -> Setup:
    """A live table of a game as the default house sets it up."""
    check_device(game_named(name), device)
    return setup(default_file(), default_house()[name], device)


@cache
def default_file() -> HouseIn:
    return checked(DEFAULT.read_bytes())
