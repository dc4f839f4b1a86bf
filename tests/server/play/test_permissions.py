"""Who may ask what of a table at each step, through a real socket.

Every command, by every position, for oneself and in another's name, at every step of a round. What
each is answered stands in `golden/permissions.txt`, so that a change is seen;
`python -m tests.server.play.test_permissions` writes it anew. Who may ask at all is held against
the table's own register.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple, get_args

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from croupier.cards import DECK
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import IDLE_MS, Session, named
from croupier.table import commands as asks
from croupier.table.answers import Asked
from croupier.table.commands import AnyCommand, Who
from croupier.table.decide import HANDLERS
from croupier.table.state import Step
from croupier.wire.house import setup_of
from tests.support.folders import GOLDEN
from tests.support.house_invariants import wrong
from tests.support.played_house import BANKROLL, PLAYERS, Floor
from tests.support.server_process import InThread, StillHouse, Terminal
from tests.support.staffed_people import has_account

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cards import Card
    from croupier.engine.refusals import Refused
    from croupier.table.state import Table

ANSWERS = GOLDEN / "permissions.txt"
GAME = "three-card-poker"
SPARE = 60
"""Tables at each step, one for each command that is carried out."""
P1, P2 = PLAYERS
G1 = Who("g1", Role.PLAYER)
STAFF = ("d1", "s1", "m1", "f1", "a1")


class Column(NamedTuple):
    """Who asks, and in whose name."""

    title: str
    who: str | None
    player: str
    box: int


COLUMNS = (
    Column("player", "p1", "p1", 1),
    Column("for-another", "p1", "p2", 2),
    Column("guest", "g1", "g1", 3),
    Column("dealer", "d1", "p1", 1),
    Column("supervisor", "s1", "p1", 1),
    Column("manager", "m1", "p1", 1),
    Column("shift", "f1", "p1", 1),
    Column("auditor", "a1", "p1", 1),
    Column("nobody", None, "p1", 1),
)


def commands(table: Table, player: str, box: int) -> list[AnyCommand]:
    """One of each kind, such as might be carried out if anybody could ask it."""
    made: list[AnyCommand] = [
        asks.Sit(player, 4),
        asks.StandUp(player),
        asks.WalkAway(player),
        asks.OpenBetting(),
        asks.Place(player, "ante", 2500, box),
        asks.Withdraw(player, "ante", box),
        asks.CloseBetting(),
        asks.Deal(" ".join(map(str, fresh(table)))),
        asks.DealFaceDown(),
        asks.Look(player, box),
        asks.Decline(player, box),
        asks.ReturnHand(box),
        asks.Decide(player, box, Choice.PLAY),
        asks.ExposeDealer(),
        asks.Settle(),
        asks.TimeUp(),
        asks.ReleaseWinnings(),
        asks.ReplaceShoe(),
        asks.CountCards(52),
        asks.ShuffleCards(),
        asks.TypeCards("the reader is dark"),
        asks.OpenTable(),
        asks.CloseTable("not needed"),
        asks.Configure(msgspec.structs.replace(table.setup, betting_seconds=30)),
        asks.Restrict(player),
        asks.BeginReport(),
        asks.Report(irregularity="foreign-card"),
        asks.WithdrawReport(),
        asks.Rule("seen"),
        asks.Approve(),
        asks.Reject("no"),
        asks.PermitWithdrawal(player, box),
        asks.Choose(player, "withdraw", box),
        *(asks.Interrupt(), asks.Resume()),
    ]
    assert [type(one) for one in made] == list(get_args(AnyCommand))
    return made


def fresh(table: Table) -> list[Card]:
    out = {*table.round.drawn, *table.out}
    return [card for card in DECK if card not in out][:1]


class Arranged:
    """A house with tables standing still at each step, and a session for everybody."""

    def __init__(self, folder: Path) -> None:
        self.house = StillHouse(folder, profile=LIGHT)
        self.house.store.connection.execute("PRAGMA synchronous=OFF")
        self.house.store.set_meta("demonstration", "yes")
        self.tables = {step: [self.at(step, number) for number in range(SPARE)] for step in Step}
        self.cookies = self.sessions()
        self.running = InThread(self.house)
        self.terminals: dict[str | None, Terminal] = {
            name: Terminal(self.running.url, cookie, name) for name, cookie in self.cookies.items()
        }
        self.terminals[None] = Terminal(self.running.url)

    def at(self, step: Step, number: int) -> str:
        house, name = self.house.play, f"{step}-{number}"
        house.add_table(name, setup_of(GAME), "m1", 0)
        for who in PLAYERS:
            self.house.cage.buy_in(who.name, BANKROLL, "c1", 1)
        floor = Floor(house, name)
        if step is not Step.CONCLUDED:
            floor.open()
            floor.bet()
        if step is Step.DEALING:
            floor.carried(asks.CloseBetting(), Who("d1", Role.DEALER))
        if step in {Step.PLAYING, Step.EXPOSED}:
            floor.deal()
        if step is Step.EXPOSED:
            for box, who in enumerate(PLAYERS, 1):
                floor.carried(asks.Look(who.name, box), who)
                floor.carried(asks.Decide(who.name, box, Choice.PLAY), who)
            floor.carried(asks.ExposeDealer(), Who("d1", Role.DEALER))
        assert floor.table.step is step
        return name

    def sessions(self) -> dict[str, str]:
        people, at = self.house.people, time.time_ns() // 1_000_000
        people.first_staff(at)
        for who in PLAYERS:
            has_account(people, who.name, Role.PLAYER)
        found = {}
        for name in (*STAFF, "p1", "p2"):
            session = people.admit(name, people.accounts[name].password, at)
            assert isinstance(session, Session), session
            found[name] = f"croupier={session.token}"
        guest = people.guest(at)
        assert isinstance(guest, tuple)
        self.house.cage.buy_in(guest[0].name, BANKROLL, "c1", at)
        return {**found, guest[0].name: f"croupier={guest[1]}"}

    def who(self, name: str | None) -> Who:
        if name is None or name == G1.name:
            return G1
        return Who(name, self.house.people.accounts[name].role)

    def ask(self, column: Column, table: str, command: AnyCommand) -> str:
        """What is answered; nothing may change unless it is carried out."""
        live, before = self.house.play.tables[table], self.state(table)
        allowed = may_ask(live.table, self.who(column.who), command)
        told = self.terminals[column.who].ask(table, **msgspec.to_builtins(command))
        if told["type"] == "acknowledged":
            assert allowed is None
            return "yes" if self.state(table) != before else "as it is"
        assert told["type"] == "refused", told
        assert self.state(table) == before
        assert told["says"]
        if column.who is None:
            return str(told["why"])
        assert told["clauses"]
        if allowed is not None:
            assert (told["why"], told["says"]) == (allowed.why, allowed.says)
        return str(told["why"])

    def state(self, table: str) -> tuple[object, ...]:
        house = self.house.play
        return house.store.head(f"table:{table}"), house.tables[table].table, dict(house.balances)

    def lines(self) -> Iterator[str]:
        """The whole register, as the golden file has it."""
        kinds = [one.__struct_config__.tag for one in get_args(AnyCommand)]
        for step, spare in self.tables.items():
            yield f"{step:<20}" + "".join(f"{one.title:<18}" for one in COLUMNS).rstrip()
            for place, kind in enumerate(kinds):
                cells = []
                for column in COLUMNS:
                    table = self.house.play.tables[spare[-1]].table
                    command = commands(table, column.player, column.box)[place]
                    cells.append(self.ask(column, spare[-1], command))
                    if cells[-1] == "yes":
                        spare.pop()
                yield f"  {kind:<18}" + "".join(f"{cell:<18}" for cell in cells).rstrip()
            yield ""

    def close(self) -> None:
        for terminal in self.terminals.values():
            terminal.close()
        self.running.stop()


def may_ask(table: Table, who: Who, command: AnyCommand) -> Refused | None:
    """As the register of commands says."""
    _, who_may = HANDLERS[type(command)]
    return who_may(Asked(table, who, 0), command)


@pytest.fixture
def arranged(tmp_path: Path) -> Iterator[Arranged]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("croupier.server.floor.frames.A_SECOND", 10**6)
        patch.setattr("croupier.server.floor.frames.STRANGERS_A_SECOND", 10**6)
        made = Arranged(tmp_path)
        yield made
        assert list(wrong(made.house.play.store, made.house.keys.public)) == []
        made.close()


@pytest.mark.slow
@pytest.mark.standard(9, 51)
def test_who_may_ask_what_at_each_step(arranged: Arranged) -> None:
    """GLI-19 C.6.4 and C.6.8: who may not do a thing is refused, and nothing changes."""
    assert list(arranged.lines()) == ANSWERS.read_text("utf-8").splitlines()


@pytest.mark.slow
def test_a_locked_session_is_refused_at_the_door_and_at_an_open_socket(
    arranged: Arranged,
) -> None:
    """GLI-19 C.6.5: a console locks when nobody uses it, and then does nothing."""
    people, table = arranged.house.people, arranged.tables[Step.BETTING][0]
    token = arranged.cookies["s1"].removeprefix("croupier=")
    people.register.seen[named(token)] = arranged.house.clock() - IDLE_MS
    before = arranged.state(table)
    for command in commands(arranged.house.play.tables[table].table, "p1", 1):
        told = arranged.terminals["s1"].ask(table, **msgspec.to_builtins(command))
        assert (told["type"], told["why"]) == ("refused", "session-locked")
    assert arranged.state(table) == before
    with pytest.raises(InvalidStatus):
        Terminal(arranged.running.url, arranged.cookies["s1"], "s1")


@pytest.mark.slow
def test_who_has_signed_out_asks_nothing_more(arranged: Arranged) -> None:
    people, table = arranged.house.people, arranged.tables[Step.BETTING][0]
    token = arranged.cookies["d1"].removeprefix("croupier=")
    assert people.sign_out(token, arranged.house.clock()) is None
    told = arranged.terminals["d1"].ask(table, command="close-betting")
    assert (told["type"], told["why"]) == ("refused", "not-signed-in")


def main() -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("croupier.server.floor.frames.A_SECOND", 10**6)
        patch.setattr("croupier.server.floor.frames.STRANGERS_A_SECOND", 10**6)
        made = Arranged(Path(folder))
        ANSWERS.write_text("\n".join(made.lines()) + "\n", "utf-8")
        made.close()
    sys.stdout.write(f"{ANSWERS.name} written\n")


if __name__ == "__main__":
    main()
