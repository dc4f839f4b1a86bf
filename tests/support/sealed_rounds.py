"""Rounds dealt from sealed shoes."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, cast

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.server.journal.keys import Keys
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage
from croupier.server.play.house import House
from croupier.server.play.requests import Carried, Request
from croupier.server.shoes.events import SeedCommitted
from croupier.server.shoes.fairness import record
from croupier.server.shoes.sealed import OPENING_MS, SealedShoes, ShoeKey
from croupier.server.shoes.seeds import Seed, player_commitment
from croupier.sim import dealer
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.state import Step
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.engine.refusals import Refused
    from croupier.server.shoes.events import Coming
    from croupier.server.shoes.public_record import TableRecord
    from croupier.table.state import Table


PLAYER = Who("p1", Role.PLAYER)
S1 = Who("s1", Role.PIT_SUPERVISOR)
KEYS, KEY = Keys.new(), ShoeKey.new()


def seed_of(words: str) -> Seed:
    return Seed(sha256(words.encode()).hexdigest(), sha256(f"salt {words}".encode()).hexdigest())


class Played:
    """A table whose dealer draws from sealed shoes, and one player."""

    def __init__(self, path: Path, game: str = "baccarat") -> None:
        store = SqliteStore(path)
        self.house = House(store, KEYS)
        if "t1" not in self.house.tables:
            self.house.add_table("t1", setup_of(game), "m1", 0)
            Cage(self.house.store, self.house.balances, self.house.own_play).buy_in(
                "p1", 10**8, "c1", 0
            )
        self.shoes = SealedShoes(store, KEY)
        [(_, live)] = self.house.tables.items()
        self.at = max((entry.at for entry in store.everything()), default=0)
        self.live = live

    @property
    def table(self) -> Table:
        return self.live.table

    def carried(self, command: asks.AnyCommand, who: Who = dealer.NAME) -> None:
        self.at += 1000
        [reply] = self.house.submit([Request("t1", who, command, self.at)])
        assert isinstance(reply, Carried), (command, reply)

    def act(self) -> None:
        """What the dealer does next, or the player."""
        table = self.table
        self.at += 1000
        assert self.shoes.ready(table, self.at) is None
        if table.step is Step.BETTING and not table.round.wagers:
            self.bet()
        elif table.step is Step.PLAYING and table.undecided:
            self.carried(asks.Decide("p1", 1, Choice.PLAY), PLAYER)
        else:
            meter = self.house.meters.get(table.setup.game)
            shown = meter.jackpot.displayed_cents if meter else None
            shoe = cast("dealer.Shoe", self.shoes)
            command = dealer.next_command(table, dealer.NAME, shoe, shown)
            assert command is not None
            self.carried(command)

    def bet(self) -> None:
        box = 0 if self.table.setup.boxes is None else 1
        if box and self.table.seat_of("p1") is None:
            self.carried(asks.Sit("p1", 1), PLAYER)
        self.carried(asks.Place("p1", self.table.main_bet, 2500, box), PLAYER)

    def rounds(self, number: int) -> None:
        last = self.table.round.number + number
        while self.table.round.number < last or self.table.step is not Step.CONCLUDED:
            self.act()

    def give(self, player: str, words: str = "") -> Refused | None:
        """A player's commitment for the shoe to come, of some words."""
        shoe = self.coming.event.shoe
        seed = seed_of(player + words)
        made = player_commitment(shoe, seed.seed, seed.salt)
        event = SeedCommitted(at=self.tick(), shoe=shoe, player=player, commitment=made)
        return self.shoes.give("t1", event)

    def open(self, player: str, words: str = "") -> Refused | None:
        shoe = self.coming.event.shoe
        return self.shoes.open("t1", shoe, player, seed_of(player + words), self.tick())

    def tick(self, ms: int = 1) -> int:
        self.at += ms
        return self.at

    @property
    def coming(self) -> Coming:
        coming = self.shoes.rack("t1").coming
        assert coming is not None
        return coming

    def next_shoe(self, *opening: str) -> None:
        """The shoe in use is replaced; those who committed open their seeds, and it is sealed."""
        self.replace_shoe()
        assert self.shoes.ready(self.table, self.tick()) is None
        for player in opening:
            assert self.open(player) is None
        assert self.shoes.ready(self.table, self.tick(OPENING_MS)) is None

    def replace_shoe(self) -> None:
        self.carried(asks.ReplaceShoe(), S1)

    def record(self) -> TableRecord:
        return record(self.house.store, "t1")

    def ended(self) -> TableRecord:
        self.at += 1000
        assert self.shoes.reveal("t1", self.at) is None
        return self.record()
