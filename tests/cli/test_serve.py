"""`croupier serve` as a process: its file, its flags, how it stops, an electronic shoe."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
from random import Random
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.sync.client import connect

from croupier.cards import DECK
from croupier.cli.main import run
from croupier.games import GAMES
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.shoes.line import SimulatedShoe
from croupier.server.streams import faults
from croupier.table.events import CardsDealt, RoundInterrupted, RoundSettled, TableConfigured
from croupier.table.events import decoder as event_decoder
from croupier.wire.house import DEFAULT
from tests.support.configured_house import written
from tests.support.served_house import CROUPIER, Process, serving
from tests.support.waiting import wait_until_async

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.table.events import AnyEvent

LISTENS = 'shoe = "127.0.0.1:0"'


def kept(folder: Path, text: str) -> Path:
    folder.mkdir()
    (folder / "house.toml").write_text(text, "utf-8")
    return folder


def events_of(folder: Path, table: str) -> list[AnyEvent]:
    store = SqliteStore(folder / "house.db")
    assert list(faults(store, store.meta()["key"])) == []
    found = [event_decoder.decode(entry.body) for entry in store.read(f"table:{table}")]
    store.close()
    return found


def test_the_default_house(tmp_path: Path) -> None:
    with serving(tmp_path / "house") as house:
        told = httpx.get(f"{house.url}/api/tables").json()
        rows = told if isinstance(told, list) else told["tables"]
        assert [one["game"] for one in rows] == [game.name for game in GAMES]
        assert [one["name"] for one in rows][:5] == ["t1", "t2", "t3", "t4", "t5"]
        assert httpx.post(f"{house.url}/api/guest").status_code == 200
        assert house.stop() == 0
    assert [one["what"] for one in house.logged] == ["house opened", "house closed"]
    file = tmp_path / "house" / "house.toml"
    assert file.read_bytes() == DEFAULT.read_bytes(), "to be read and changed"
    file.unlink()
    with serving(tmp_path / "house") as house:
        assert house.stop() == 0
    assert not file.exists(), "only what is new is founded"


def test_two_tables_of_one_game_in_a_house_without_guests(tmp_path: Path) -> None:
    """They share the jackpot of the game; for money nobody is let in who has no account."""
    poker = written("three-card-poker").partition("[tables.three-card-poker]")
    second = f'[tables.upstairs]\ngame = "three-card-poker"\n{poker[2]}'
    text = "".join(poker).replace("demonstration = true", "demonstration = false") + second
    folder = kept(tmp_path / "house", text)
    with serving(folder) as house:
        assert [line.split()[1:] for line in house.said if line.startswith("account ")] == [
            [f"{name},", "shift-manager"] for name in ("f1", "f2", "f3")
        ]
        refused = httpx.post(f"{house.url}/api/guest")
        assert (refused.status_code, "demonstration" in refused.text) == (403, True)
        assert house.stop() == 0
    folder.joinpath("house.toml").write_text(text.replace("= false", "= true"))
    with serving(folder) as house:
        [said] = [line for line in house.said if "demonstration" in line]
        assert said.startswith("this house was opened as no demonstration and stays one")
        assert httpx.post(f"{house.url}/api/guest").status_code == 403
        house.stop()


def test_the_journal_stands_above_the_file(tmp_path: Path) -> None:
    folder = kept(tmp_path / "house", written("baccarat", "royal-three-pictures"))
    with serving(folder) as house:
        assert house.stop() == 0
    text = written("baccarat", "three-pictures", betting_seconds=30)
    other = text.replace('["25.00", "5000.00"]', '["50.00", "5000.00"]').replace(
        "decks = 8", 'decks = 6\ninterpretations.money-rounding = "up-to-cent"'
    )
    (folder / "house.toml").write_text(other)
    with serving(folder) as house:
        assert house.stop() == 0
    assert [line for line in house.said if ": is" in line] == [
        (
            "baccarat: is not as the file says, and stays as the pit has left it: decks 8, not 6;"
            " betting_seconds 60, not 30; limits.player 25.00 to 5000.00, not 50.00 to 5000.00;"
            " interpretations.money-rounding down-to-cent, not up-to-cent"
        ),
        "royal-three-pictures: is in the journal and not in the file; nobody deals there",
    ]
    [configured] = [one for one in events_of(folder, "baccarat") if type(one) is TableConfigured]
    assert configured.setup.decks == 8
    [added] = [one for one in events_of(folder, "three-pictures") if type(one) is TableConfigured]
    assert added.setup.limits == {"initial": (5000, 500_000)}


def test_a_new_table_on_other_terms_than_its_jackpot_s(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = kept(tmp_path / "house", written("three-card-poker"))
    with serving(folder) as house:
        house.stop()
    text = written("three-card-poker").replace('bet = "5.00"', 'bet = "10.00"')
    text += text.partition("[tables.three-card-poker]")[2].join(
        ['[tables.new]\ngame = "three-card-poker"\n', ""]
    )
    (folder / "house.toml").write_text(text)
    assert run(["serve", "--port", "0", "--house", str(folder)]) == 2
    assert capsys.readouterr().err == (
        "tables, new, jackpot: tables of one game share its jackpot,"
        " and the terms of three-card-poker are others\n"
    )


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--port", "65536"], "port: a port is a number from 0 to 65535"),
        (["--pace", "11"], "pace: a pace is a number from 0 to 10"),
        (["--patience", "-1"], "patience: patience is a number of seconds from 0 to 3600"),
        (["--key", "x"], "a certificate and its key go together"),
        (["--log-level", "x"], "log_level: 'x' is not one of debug, info, warning, error"),
    ],
)
def test_flags_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], flags: list[str], said: str
) -> None:
    assert run(["serve", "--house", str(tmp_path / "house"), *flags]) == 2
    assert capsys.readouterr().err == f"{said}\n"
    assert not (tmp_path / "house").exists()


def test_a_file_with_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        written("baccarat").replace('chip = "1.00"', "chip = 1").replace("decks = 8", "decks = 9")
    )
    file = kept(tmp_path / "house", text) / "house.toml"
    assert run(["serve", "--house", str(file.parent)]) == 2
    assert capsys.readouterr().err == (
        f"{file}: chip: text is needed, not a whole number; amounts are strings with"
        f' two decimals, like "100.00", and 1 more: croupier house check {file}\n'
    )
    assert [one.name for one in file.parent.iterdir()] == ["house.toml"]


def test_flags_stand_above_the_file(tmp_path: Path) -> None:
    serve = 'port = 1\nhost = "nowhere.invalid"\nlog_file = "own.log"\npatience = 0'
    folder = kept(tmp_path / "house", written("baccarat", serve=serve))
    with serving(folder, "--host", "127.0.0.1") as house:
        assert house.url.startswith("http://127.0.0.1:")
        assert house.stop() == 0
    assert house.logged == []
    lines = (folder / "own.log").read_text("utf-8").splitlines()
    assert json.loads(lines[0])["what"] == "house opened"


def bets(house: Process, table: str) -> str:
    """A guest with a wager on baccarat's player; the cookie."""
    told = httpx.post(f"{house.url}/api/guest")
    name, cookie = told.json()["name"], f"croupier={told.cookies['croupier']}"
    place = {"command": "place", "player": name, "bet": "player", "cents": 2500}
    with connect(
        f"{house.url.replace('http', 'ws')}/ws", additional_headers={"Cookie": cookie}
    ) as socket:
        for number in range(1000):
            ask = {"type": "ask", "id": f"{number}", "table": table, "command": place}
            socket.send(json.dumps(ask))
            while (answer := json.loads(socket.recv(timeout=30))).get("id") != f"{number}":
                pass
            if answer["type"] == "acknowledged":
                return cookie
    raise AssertionError("no bet was taken")


def balance(house: Process, cookie: str) -> int:
    me = httpx.get(f"{house.url}/api/me", headers={"Cookie": cookie}).json()
    cents: int = me["balance_cents"]
    return cents


@pytest.mark.slow
@pytest.mark.standard(55)
def test_told_to_stop_a_house_ends_its_rounds(tmp_path: Path) -> None:
    folder = kept(tmp_path / "house", written("baccarat", betting_seconds=2))
    with serving(folder, "--patience", "30") as house:
        bets(house, "baccarat")
        assert house.stop() == 0
    events = events_of(folder, "baccarat")
    assert [len(one.lines) for one in events if isinstance(one, RoundSettled)][-1] == 1
    assert isinstance(events[-1], RoundSettled)
    assert house.logged[-1]["left_in_play"] == []
    assert not house.told("left in play")


@pytest.mark.slow
def test_a_house_that_cannot_wait_says_what_is_left_in_play(tmp_path: Path) -> None:
    """The stake comes back at the next opening, by the document's own clause (5.1.1)."""
    folder = kept(tmp_path / "house", written("baccarat"))
    with serving(folder, "--patience", "0") as house:
        cookie = bets(house, "baccarat")
        assert balance(house, cookie) == 200_000 - 2500
        assert house.stop(signal.SIGINT) == 0
    assert house.told("left in play: ") == "baccarat: round 1, betting"
    assert house.logged[-1]["left_in_play"] == ["baccarat: round 1, betting"]
    with serving(folder, "--patience", "0") as house:
        assert balance(house, cookie) == 200_000
        [told] = [one for one in house.logged if one["what"] == "round resumed"]
        assert (told["table"], told["remedies"]) == ("baccarat", ["void-round"])
        house.stop()


def test_a_second_signal_ends_the_patience(tmp_path: Path) -> None:
    folder = kept(tmp_path / "house", written("baccarat", betting_seconds=600))
    with serving(folder, "--patience", "600") as house:
        bets(house, "baccarat")
        house.process.send_signal(signal.SIGTERM)
        assert house.answers()
        assert house.stop(signal.SIGINT) == 0
    assert house.told("left in play: ") == "baccarat: round 1, betting"


@pytest.mark.slow
def test_a_signal_right_after_the_house_says_that_it_is_open(tmp_path: Path) -> None:
    """Whoever reads that line may stop the house at once, and it closes in order."""
    folder = kept(tmp_path / "house", written("baccarat"))
    asked = [CROUPIER, "serve", "--port", "0", "--house", str(folder), "--patience", "0"]
    for how in (signal.SIGTERM, signal.SIGINT):
        process = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            while "is open at " not in process.stdout.readline():
                assert process.poll() is None
            process.send_signal(how)
            _, logged = process.communicate(timeout=30)
        finally:
            process.kill()
        assert process.returncode == 0, logged
        assert json.loads(logged.splitlines()[-1])["what"] == "house closed"


@pytest.mark.slow
def test_killed_while_a_shoe_sends_its_cards(tmp_path: Path) -> None:
    """Every card is dealt once and in order: killed in mid-round, and then at any moment."""
    folder = kept(tmp_path / "house", written("baccarat", more=LISTENS, betting_seconds=1))
    cards = list(DECK) * 8
    Random(3).shuffle(cards)
    shoe = SimulatedShoe("s1", cards[:17], tries=1, patience_seconds=0.01)
    lines = shoe.lines

    def where(house: Process) -> tuple[str, int]:
        host, _, port = house.told("baccarat listens for its shoe at ").rpartition(":")
        return host, int(port)

    async def sent(house: Process, *, kill: bool) -> None:
        async with asyncio.timeout(60):
            sending = asyncio.create_task(shoe.send(*where(house)))
            if kill:
                await wait_until_async(lambda: len(dealt_so_far(folder)) >= 8)
                house.stop(signal.SIGKILL)
            await sending

    with serving(folder) as house:
        shoe.lines = lines[:2]
        asyncio.run(sent(house, kill=False))
        house.stop(signal.SIGKILL)
        shoe.lines = lines
    with serving(folder) as house, pytest.raises(ConnectionError):
        asyncio.run(sent(house, kill=True))
    with serving(folder, "--patience", "30") as house:
        asyncio.run(sent(house, kill=False))
        house.stop()
    events = events_of(folder, "baccarat")
    dealt = [(one.cards, one.by) for one in events if isinstance(one, CardsDealt)]
    assert dealt == [(str(card), f"shoe s1 card {n}") for n, card in enumerate(cards[:17], 1)]
    assert any(isinstance(one, RoundInterrupted) for one in events)
    assert [one["cards"] for one in house.logged if one["what"] == "shoe ended"] == [17]


def dealt_so_far(folder: Path) -> list[str]:
    store = SqliteStore(folder / "house.db")
    found = [one.body.decode() for one in store.read("table:baccarat")]
    store.close()
    return re.findall('"by":"shoe s1 card [0-9]+"', "\n".join(found))


@pytest.mark.slow
def test_the_simulator(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = f'{LISTENS}\ninterpretations.baccarat-cut-card = "200"'
    text = written("baccarat", more=more, betting_seconds=1).replace("decks = 8", "decks = 4")
    with serving(kept(tmp_path / "house", text)) as house:
        address = house.told("baccarat listens for its shoe at ")
        assert run(["shoe-simulator", address, "--decks", "4", "--fillings", "2"]) == 0
        house.stop()
    assert capsys.readouterr().out.splitlines() == [
        "s1-1: 208 cards",
        "s1-1: the shoe has ended",
        "s1-2: 208 cards",
        "s1-2: the shoe has ended",
    ]
    begun = [one["shoe"] for one in house.logged if one["what"] == "shoe begun"]
    assert begun == ["s1-1", "s1-2"]
    assert run(["shoe-simulator", "nowhere"]) == 2
    assert capsys.readouterr().err == "shoe: 'nowhere' is no address like 127.0.0.1:9101\n"
