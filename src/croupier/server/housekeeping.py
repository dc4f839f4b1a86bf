"""A new house in an empty folder, and the status of one, for `croupier house`."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.digest import software_digest
from croupier.engine.refusals import Refused
from croupier.problems import BadInput, own_words
from croupier.server.journal import durable, keyring, open_store
from croupier.server.journal.keys import Keys, key_places
from croupier.server.journal.log import FILE as CHECKPOINT
from croupier.server.journal.log import Log
from croupier.server.journal.meta import CURRENCY, DEMONSTRATION, KEY, NO
from croupier.server.journal.place import CONFIGURATION, JOURNAL
from croupier.server.logs import OWNER_ONLY
from croupier.server.money import ledger
from croupier.server.people.keeping import FIRST_MANAGERS, Keeping
from croupier.server.people.passwords import FULL
from croupier.server.play.house import House
from croupier.wire.house import DEFAULT, plan_house

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.journal.store import Store
    from croupier.server.people.keeping import FirstAccount
    from croupier.server.play.house import LiveTable


class FoundedHouse(NamedTuple):
    public: str
    """Its public key."""
    managers: list[FirstAccount]


def found_house(folder: Path, configuration: bytes | None = None) -> str:
    """A new house's files, all or none, and nobody in it; its public key."""
    return write_house(folder, configuration or DEFAULT.read_bytes(), lambda _: []).public


def found_real_house(
    folder: Path, configuration: bytes, managers: tuple[str, ...] = FIRST_MANAGERS
) -> FoundedHouse:
    """With three managers, and no demonstration whatever its file comes to say."""
    currency = plan_house(configuration).currency

    def begin(store: Store) -> list[FirstAccount]:
        store.set_meta(DEMONSTRATION, NO)
        store.set_meta(CURRENCY, currency)
        made = Keeping(store, FULL).first_managers(now(), managers)
        if isinstance(made, Refused):
            raise BadInput(made.says, "manager")
        return made

    return write_house(folder, configuration, begin)


def check_is_new(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput("is there already, and not an empty folder", str(folder))


def write_house(
    folder: Path, configuration: bytes, begin: Callable[[Store], list[FirstAccount]]
) -> FoundedHouse:
    check_is_new(folder)
    beside = None
    made: list[Path] = []
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=".house.", dir=folder.parent))
        durable.create(beside / CONFIGURATION, configuration, durable.READ_BY_ALL)
        (beside / JOURNAL).touch(OWNER_ONLY)
        places = key_places(beside)
        keys = keyring.create(places)
        made = [places.signing, places.shoes]
        managers = begin_journal(beside, keys, begin)
        beside.replace(folder)
        durable.sync_folder(folder.parent)
    except (OSError, BadInput) as error:
        for path in made:
            durable.discard(path)
        if beside is not None:
            shutil.rmtree(beside, ignore_errors=True)
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"cannot be written: {own_words(error)}", str(folder)) from None
    return FoundedHouse(keys.public, managers)


def begin_journal(
    folder: Path, keys: Keys, begin: Callable[[Store], list[FirstAccount]]
) -> list[FirstAccount]:
    """Signed with its first entries, or before there are any: a missing checkpoint shows."""
    store = open_store(folder / JOURNAL)
    try:
        store.set_meta(KEY, keys.public)
        keys.unlock(store)
        managers = begin(store)
        failed = Log(store, keys, folder / CHECKPOINT).checkpoint(now())
    finally:
        store.close()
    if failed is not None:
        raise BadInput(f"cannot be written: {failed.reason}", JOURNAL)
    return managers


def write_default(folder: Path) -> None:
    """The configuration of the demonstration, into a folder in which there is no house yet."""
    if not any((folder / name).exists() for name in (CONFIGURATION, JOURNAL)):
        folder.mkdir(parents=True, exist_ok=True)
        durable.create(folder / CONFIGURATION, DEFAULT.read_bytes(), durable.READ_BY_ALL)


def now() -> int:
    return time_ns() // 1_000_000


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
