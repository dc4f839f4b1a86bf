"""A new house in an empty folder, and the status of one, for `croupier house`."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING

import msgspec

from croupier.digest import software_digest
from croupier.problems import BadInput, own_words
from croupier.server.journal import keyring, open_store
from croupier.server.journal.keys import Keys, key_places
from croupier.server.journal.log import FILE as CHECKPOINT
from croupier.server.journal.log import Log
from croupier.server.logs import OWNER_ONLY
from croupier.server.money import ledger
from croupier.server.play.house import House
from croupier.wire.house import DEFAULT

if TYPE_CHECKING:
    from croupier.server.journal.store import Store
    from croupier.server.play.house import LiveTable

CONFIGURATION, JOURNAL = "house.toml", "house.db"


def found_house(folder: Path) -> str:
    """A new house's files, all or none; its public key."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput("is there already, and not an empty folder", str(folder))
    beside = None
    made: list[Path] = []
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=".house.", dir=folder.parent))
        (beside / CONFIGURATION).write_bytes(DEFAULT.read_bytes())
        (beside / JOURNAL).touch(OWNER_ONLY)
        places = key_places(beside)
        keys = keyring.found(places)
        made = [places.signing, places.shoes]
        begin_journal(beside, keys)
        beside.replace(folder)
    except (OSError, BadInput) as error:
        for path in made:
            path.unlink(missing_ok=True)
        if beside is not None:
            shutil.rmtree(beside, ignore_errors=True)
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"cannot be written: {own_words(error)}", str(folder)) from None
    return keys.public


def begin_journal(folder: Path, keys: Keys) -> None:
    """Signed before there is anything in it: from now on a missing checkpoint shows."""
    store = open_store(folder / JOURNAL)
    store.set_meta("key", keys.public)
    failed = Log(store, keys, folder / CHECKPOINT).checkpoint(time_ns() // 1_000_000)
    store.close()
    if failed is not None:
        raise BadInput(f"cannot be written: {failed.reason}", JOURNAL)


class Money(msgspec.Struct, frozen=True):
    """A player's, in cents."""

    balance: int = 0
    provisional: int = 0
    owed: int = 0


class TableStanding(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    game: str
    version: int
    is_open: bool
    step: str
    round: int
    stakes_cents: int
    """Held, with those of an interrupted round."""
    interrupted: bool
    awaiting: bool
    events: int


class MeterStanding(msgspec.Struct, frozen=True):
    displayed_cents: int
    frozen: bool


class Standing(msgspec.Struct, frozen=True):
    tables: tuple[TableStanding, ...]
    players: dict[str, Money]
    meters: dict[str, MeterStanding]
    tickets_cents: int
    entries: int
    software: str


def standing(store: Store) -> Standing:
    house = House(store, Keys.new())  # nothing is written, so no seal is made
    return Standing(
        tuple(table_standing(house, live) for live in house.tables.values()),
        players(house),
        {
            name: MeterStanding(one.jackpot.displayed_cents, one.jackpot.frozen)
            for name, one in house.meters.items()
        },
        house.balances.get(ledger.TICKETS, 0),
        sum(store.versions().values()),
        software_digest(),
    )


def table_standing(house: House, live: LiveTable) -> TableStanding:
    table = live.table
    return TableStanding(
        table=table.name,
        game=table.setup.game,
        version=table.game.version,
        is_open=table.is_open,
        step=table.step.value,
        round=table.round.number,
        stakes_cents=house.balances.get(f"stakes:{table.name}", 0),
        interrupted=table.interrupted,
        awaiting=table.awaiting is not None,
        events=live.version,
    )


def players(house: House) -> dict[str, Money]:
    own = ledger.player_account("")
    names = {name.removeprefix(own) for name in house.balances if name.startswith(own)}
    for table in house.tables:
        aside = ledger.provisional(table, "")
        names |= {name.removeprefix(aside) for name in house.balances if name.startswith(aside)}
    return {
        name: Money(
            house.balances.get(ledger.player_account(name), 0),
            sum(house.balances.get(ledger.provisional(one, name), 0) for one in house.tables),
            -house.balances.get(ledger.owed(name), 0),
        )
        for name in sorted(names)
    }
