"""The driver of the examples as a process, against a house that is one: signed and over TLS."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest

from croupier.cards import DECK
from croupier.cli.main import run
from croupier.server.journal.acts import ShoeLineRefused
from croupier.server.journal.acts import decoder as act_decoder
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.streams import faults
from croupier.table.events import CardsDealt
from croupier.table.events import decoder as event_decoder
from croupier.wire.house_checks import wrong_with
from tests.support.configured_house import opened, until, written
from tests.support.folders import ROOT
from tests.support.house_process import house_process
from tests.support.line_keys import with_certificate, with_key

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.house_process import HouseProcess

DRIVER = str(ROOT / "examples" / "shoe_driver.py")
LINE = 'shoe = "127.0.0.1:0"\nshoe_secret = "shoe.secret"'
TLS = '[shoes]\ncertificate = "line.pem"\nkey = "line.key"\n'


class Driver:
    def __init__(
        self, house: HouseProcess, folder: Path, *flags: str, trusted: bool = True
    ) -> None:
        where = house.told("baccarat listens for its shoe at ")
        files = ["--secret", str(folder / "shoe.secret"), "--state", str(folder / "s1.state")]
        files += ["--authority", str(folder / "line.pem")] if trusted else []
        self.process = subprocess.Popen(
            [sys.executable, DRIVER, where, "s1", *files, *flags],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def read(self, *codes: str) -> None:
        """As its reader would print them."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{code}\n" for code in codes))
        self.process.stdin.flush()

    def sent(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip()

    def killed(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=20)

    def ended(self) -> tuple[int, str, str]:
        said, complained = self.process.communicate(timeout=40)
        return self.process.returncode, said, complained


def house_in(folder: Path) -> Path:
    with_certificate(with_key(folder))
    text = written("baccarat", more=LINE, betting_seconds=1) + TLS
    (folder / "house.toml").write_text(text, "utf-8")
    return folder


def dealt(folder: Path) -> list[tuple[str, str]]:
    store = SqliteStore(folder / "house.db")
    assert list(faults(store, store.meta()["key"])) == []
    events = [event_decoder.decode(entry.body) for entry in store.read("table:baccarat")]
    store.close()
    return [(one.cards, one.by) for one in events if isinstance(one, CardsDealt)]


@pytest.mark.slow
def test_every_card_is_dealt_once_though_driver_and_house_are_killed(tmp_path: Path) -> None:
    """RFID tags of an inventory, each read more than once, as antennas do."""
    folder, rng = house_in(tmp_path / "house"), Random(4)
    cards = rng.sample(DECK, 9)
    tags = {f"04{number:06X}": str(card) for number, card in enumerate(cards)}
    codes = folder / "tags.csv"
    codes.write_text("".join(f"{tag},{card}\n" for tag, card in tags.items()), "utf-8")
    rfid = ("--codes", str(codes), "--unique")
    read = [*tags]
    with house_process(folder) as house:
        driver = Driver(house, folder, *rfid)
        driver.read(*(tag for tag in read[:3] for _ in range(3)))
        assert [driver.sent() for _ in range(3)] == [
            f"{number} {card}" for number, card in enumerate(cards[:3], 1)
        ]
        driver.read(read[3])
        assert driver.sent().startswith("4 ")
        driver.killed()
        driver = Driver(house, folder, *rfid)
        driver.read(read[4])
        assert driver.sent() == f"5 {cards[4]}"
        house.stop(signal.SIGKILL)
        driver.killed()
    with house_process(folder, "--patience", "30") as house:
        driver = Driver(house, folder, *rfid)
        driver.read(*read[5:])
        status, said, complained = driver.ended()
        assert (status, complained) == (0, "")
        assert said.splitlines()[-1] == "the shoe is empty"
        house.stop()
    assert dealt(folder) == [(str(card), f"shoe s1 card {n}") for n, card in enumerate(cards, 1)]


def test_who_may_not_speak_there_is_logged_and_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = house_in(tmp_path / "house")
    with house_process(folder) as house:
        where = house.told("baccarat listens for its shoe at ")
        (folder / "shoe.secret").write_text("another key, of more than 32 characters", "utf-8")
        status, said, complained = Driver(house, folder).ended()
        assert (status, said) == (1, "")
        assert complained.startswith("the house does not sign: NO 0 a line was not signed with")
        plain = Driver(house, folder, trusted=False)
        until(lambda: any(one["what"] == "shoe's line refused" for one in house.logged))
        plain.killed()
        assert run(["shoe-simulator", where, "--decks", "4"]) == 2
        assert capsys.readouterr().err.startswith(f"{where} does not answer")
        until(lambda: sum("refused" in one["what"] for one in house.logged) > 1)
        house.stop()
    store = SqliteStore(folder / "house.db")
    acts = [act_decoder.decode(one.body) for one in store.read("house")]
    store.close()
    refused = [one for one in acts if isinstance(one, ShoeLineRefused)]
    assert {(one.table, one.shoe, one.address, one.why) for one in refused} == {
        ("baccarat", "s1", "127.0.0.1", "a line was not signed with the key"),
        ("baccarat", "", "", "the line is not as TLS has it"),
    }
    assert dealt(folder) == []


def test_a_flood_is_recorded_in_few_entries(tmp_path: Path) -> None:
    house = opened(with_key(tmp_path), written("baccarat", more=LINE))

    async def flood() -> None:
        async with asyncio.timeout(30), house.in_motion():
            for _ in range(60):
                reader, writer = await asyncio.open_connection(*house.listening()["baccarat"])
                writer.write(b"HELLO s1\n")
                assert b"this line has a key" in await reader.read()
                writer.close()
            assert house.line_refusals.counts == {"baccarat": 60}

    asyncio.run(flood())
    store = SqliteStore(tmp_path / "house.db")
    found = [json.loads(one.body) for one in store.read("house")]
    store.close()
    refused = [one["count"] for one in found if one["event"] == "shoe-line-refused"]
    assert sum(refused) == 60
    assert len(refused) <= 4


SIGNED = "tables, baccarat, shoe: a shoe's lines are signed with a key"


@pytest.mark.parametrize(
    ("more", "demonstration", "says"),
    [
        ('shoe = "127.0.0.1:0"', True, []),
        ('shoe = "localhost:0"', True, []),
        ('shoe = "[::1]:0"', True, []),
        ('shoe = "127.0.0.1:0"', False, [SIGNED]),
        ('shoe = "0.0.0.0:9000"', True, [SIGNED]),
        ('shoe = "10.0.0.1:9000"', True, [SIGNED]),
        (f"{LINE}", False, []),
        ('shoe_secret = "x"', True, ["tables, baccarat, shoe_secret: there is no shoe"]),
    ],
)
def test_a_line_without_a_key_is_for_a_demonstration_on_this_machine(
    more: str, says: list[str], *, demonstration: bool
) -> None:
    text = written("baccarat", more=more)
    if not demonstration:
        text = text.replace("demonstration = true", "demonstration = false")
    found = [str(wrong) for wrong in wrong_with(text.encode())]
    assert [one[: len(says[0])] for one in found] == says if says else found == []


def test_one_key_is_for_one_table() -> None:
    text = written("baccarat", "three-pictures", more=LINE)
    [wrong] = wrong_with(text.encode())
    says = "tables, three-pictures, shoe_secret: baccarat has this key"
    assert str(wrong).startswith(says)
    half = written("baccarat") + '[shoes]\ncertificate = "x"\n'
    assert [str(one) for one in wrong_with(half.encode())] == [
        "shoes: a certificate and its key go together"
    ]
