"""The verb `rng`: the battery on our own two sources, and their output for other programs."""

from __future__ import annotations

import hmac
import json
import os
import pty
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

from croupier.cards import DECK
from croupier.chance import sources
from croupier.chance.draws import Draws, which_for
from croupier.chance.raw import TESTS
from croupier.server.shoes.shuffle import shuffled
from tests.support.chance_sources import Good, repeated

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.chance_sources import Cards
    from tests.support.program_answers import Asked

PROGRAM = [sys.executable, "-c", "from croupier.cli.start import main; main()", "rng"]
BITS = (1 << 64) - 1


def dumped(*arguments: str, source: str = "simulation") -> bytes:
    asked = [*PROGRAM, "dump", "--source", source, *arguments]
    return subprocess.run(asked, check=True, capture_output=True).stdout


@pytest.mark.slow
@pytest.mark.standard(35)
def test_both_sources_under_a_fixed_seed(ask: Callable[..., Asked]) -> None:
    status, out, err = ask("rng", "test", "--seed", "7", "--shuffles", "5000", "--json")
    told = json.loads(out)
    assert (status, err, told["passed"], told["level"]) == (0, "", True, "0.99")
    assert (told["seed"], told["shuffles"], told["correction"]) == (7, 5000, "Holm")
    assert [one["source"] for one in told["sources"]] == ["play", "simulation"]
    packs, shoes, rounds = (
        list(which_for(Draws(cards, 52, copies)))
        for cards, copies in ((empty(52), 1), (empty(416), 8), (empty(6), 1))
    )
    raw = list(TESTS)
    assert by_sample(told["tests"]) == {
        ("play", "packs"): packs,
        ("play", "shoes"): shoes,
        ("play", "bytes"): raw,
        ("simulation", "packs"): packs,
        ("simulation", "shoes"): shoes,
        ("simulation", "rounds of 52"): rounds,
        ("simulation", "rounds of 416"): rounds,
        ("simulation", "bytes"): raw,
    }
    assert all(0 <= one["p"] <= one["adjusted"] <= 1 and one["passed"] for one in told["tests"])


def empty(drawn: int) -> Cards:
    return Good(1).orders(8, 1)[:, :drawn]


def by_sample(rows: list[dict[str, str]]) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        found.setdefault((row["source"], row["sample"]), []).append(row["test"])
    return found


class Repeating(sources.Play):
    """A house that deals one order in a hundred again."""

    def orders(self, decks: int, number: int, first: int = 0) -> Cards:
        cards = super().orders(decks, number, first)
        repeated(cards, Good(first).rng)
        return cards


def test_a_fault_is_told_and_leaves_with_status_1(
    ask: Callable[..., Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sources.SOURCES, "play", Repeating)
    status, out, _ = ask("rng", "test", "--source", "play", "--shuffles", "5000")
    found = {
        " ".join(line.split()[:3]) for line in out.splitlines() if line.rstrip().endswith(" found")
    }
    assert status == 1
    assert {"packs repeated orders", "shoes repeated orders"} <= found
    assert "found something, all tests together at 99 %." in out.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("test --source dice", "source: 'dice' is none of play, simulation"),
        ("test --seed -1", "seed: a seed is a whole number from 0 to 2^64 - 1"),
        (f"test --seed {1 << 64}", "seed: a seed is a whole number from 0 to 2^64 - 1"),
        ("test --shuffles 4999", "shuffles: 5,000 to 200,000 shuffles are tested"),
        ("test --shuffles 200001", "shuffles: 5,000 to 200,000 shuffles are tested"),
        ("dump --bytes 0", "bytes: from 1 to 4,503,599,627,370,496 are written"),
        ("dump --bytes 4503599627370497", "bytes: from 1 to 4,503,599,627,370,496 are written"),
        ("dump --bytes 1e30", "bytes: from 1 to 4,503,599,627,370,496 are written"),
        ("dump --bytes 1.5", "bytes: '1.5' is no whole number"),
        ("dump --bytes much", "bytes: 'much' is no number like 1000000 or 1e6"),
        ("dump --bytes 1 --orders 1", "either --bytes or --orders is meant"),
        ("dump --orders 1 --decks 9", "decks: an order has 1 to 8"),
        ("dump --orders 1 --decks 0", "decks: an order has 1 to 8"),
        ("dump --orders 1e8", "orders: from 1 to 10,000,000 are written"),
        ("dump --out x", "out: a file needs an end: --bytes says how many"),
    ],
)
def test_bad_input(ask: Callable[..., Asked], arguments: str, says: str) -> None:
    assert ask("rng", *arguments.split()) == (2, "", f"{says}\n")


# Output


def mixed(state: int) -> int:
    """SplitMix64, as its paper has it."""
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & BITS
    state = (state ^ state >> 27) * 0x94D049BB133111EB & BITS
    return state ^ state >> 31


def test_bytes_of_the_simulator_are_its_words() -> None:
    gamma = 0x9E3779B97F4A7C15
    key = mixed(8 * gamma & BITS)
    counters = [number + (draw << 48) for number in range(100_000, 100_003) for draw in (0, 1)]
    expected = b"".join(
        mixed(key + counter * gamma & BITS).to_bytes(8, "little") for counter in counters
    )
    assert dumped("--seed", "7", "--bytes", "1600048")[1_600_000:] == expected


def house_seed(seed: int, shoe: int) -> str:
    return sha256(f'["croupier/rng-test/1",{seed},{shoe}]'.encode()).hexdigest()


def stream(seed: int, shoe: int, blocks: int) -> bytes:
    """As the fairness page has it."""
    nobody = sha256(b'["croupier/seed-list/1",[]]').hexdigest()
    message = f'["croupier/order/1","rng-test",{shoe},"{nobody}","",%d]'
    key = bytes.fromhex(house_seed(seed, shoe))
    return b"".join(
        hmac.digest(key, (message % block).encode(), "sha256") for block in range(blocks)
    )


@pytest.mark.standard(35)
def test_bytes_for_play_are_those_of_one_shoe_after_the_other() -> None:
    expected = b"".join(stream(3, shoe, 32) for shoe in range(3))[:3000]
    assert dumped("--seed", "3", "--bytes", "3e3", source="play") == expected


def test_orders_for_play_are_shuffles_of_those_bytes() -> None:
    told = dumped("--orders", "300", "--decks", "8", "--seed", "3", source="play").decode()
    expected = [shuffled(8, BytesIO(stream(3, shoe, 64)).read) for shoe in range(300)]
    assert told.splitlines() == [str(order) for order in expected]


def test_orders_of_the_simulator_are_whole_packs() -> None:
    told = dumped("--orders", "5", "--decks", "2", "--seed", "3").decode().splitlines()
    assert [Counter(line.split()) for line in told] == [{str(card): 2 for card in DECK}] * 5
    assert len(set(told)) == 5


@pytest.mark.slow
def test_a_fresh_seed_is_another_each_time() -> None:
    assert dumped("--fresh", "--bytes", "64") != dumped("--fresh", "--bytes", "64")


def test_a_closed_pipe_ends_it_quietly() -> None:
    asked = subprocess.Popen(
        [*PROGRAM, "dump", "--source", "play"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert asked.stdout is not None
    assert len(asked.stdout.read(100_000)) == 100_000
    asked.stdout.close()
    _, err = asked.communicate(timeout=60)
    assert (asked.returncode, err) == (0, b"")


@pytest.mark.slow
def test_what_has_no_end_goes_nowhere_without_an_output() -> None:
    asked = ["sh", "-c", 'exec "$@" >&-', "sh", *PROGRAM, "dump"]
    done = subprocess.run(asked, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    told = "standard output is closed, and --bytes says no end\n"
    assert (done.returncode, done.stderr) == (2, told)
    assert subprocess.run([*asked, "--bytes", "10"], check=False).returncode == 0


def test_a_terminal_gets_no_bytes() -> None:
    leader, terminal = pty.openpty()
    done = subprocess.run(
        [*PROGRAM, "dump", "--bytes", "9"], check=False, stdout=terminal, stderr=subprocess.PIPE
    )
    os.close(terminal)
    says = b"bytes are not for a terminal: pipe them on, or write a file with --out\n"
    assert (done.returncode, done.stderr) == (2, says)
    os.close(leader)


def test_a_file_is_whole_or_not_there(ask: Callable[..., Asked], tmp_path: Path) -> None:
    file = tmp_path / "bytes"
    asked = ("rng", "dump", "--source", "simulation", "--out", str(file), "--bytes")
    assert ask(*asked, "100") == (0, f"{file}: 100 bytes\n", "")
    assert file.read_bytes() == dumped("--bytes", "100")
    there = f"{file}: is there already, and nothing is written over it\n"
    assert ask(*asked, "200") == (2, "", there)
    assert (file.stat().st_size, list(tmp_path.iterdir())) == (100, [file])


def test_without_room_nothing_is_left(tmp_path: Path) -> None:
    file = tmp_path / "bytes"
    asked = [*PROGRAM, "dump", "--source", "simulation", "--bytes", "4e6", "--out", str(file)]
    small = ["prlimit", "--fsize=1000000", *asked]
    done = subprocess.run(small, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{file}: cannot be written: there is no room left\n"
    assert list(tmp_path.iterdir()) == []
