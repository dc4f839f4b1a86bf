"""The program as people and other programs use it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from croupier.cli.start import main
from croupier.cli.tour import TOUR
from croupier.games import BY_NAME, GAMES
from tests.support.folders import ROOT
from tests.support.royal_round import GOOD

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.program_answers import Asked


def program(*arguments: str, given: str = "") -> Asked:
    done = subprocess.run(
        [sys.executable, "-c", "from croupier.cli.start import main; main()", *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("settle", "no-such-file"), "no-such-file: cannot be read: there is no such file"),
        (("settle", "/"), "/: cannot be read: is a folder, not a file"),
        (("settle", ""), "'': is no name of a file"),
        (("rules", "snap"), "no game is called 'snap'; there are three-pictures,"),
        (("rules", "baccarat", "9.9"), "Non-Commission Baccarat (Electronic Table Game) has no"),
        (("rules", "amended"), "'rules amended' needs the file with the document's text"),
        (("rules", "trace", "more"), "'more': 'rules trace' takes nothing further"),
        (("deal",), "No such command 'deal'. Try 'croupier --help'."),
        (("settle", "--jason"), "No such option: --jason"),
        (
            ("demo", "--seed", "x"),
            "Invalid value for '--seed': a whole number is expected. Try 'croupier demo --help'.",
        ),
        (
            ("drill", "--questions", "9" * 5000),
            "Invalid value for '--questions': a whole number is expected. Try 'croupier drill",
        ),
        (
            ("shoe", "baccarat"),
            "Got unexpected extra argument(s) (baccarat). Try 'croupier shoe --help'.",
        ),
        (("serve", "--house", ""), "'': is no name of a file\n"),
        (
            ("odds", "--decks"),
            "Option '--decks' requires an argument. Try 'croupier odds --help'.\n",
        ),
        (("rng", "test", "--seed", "1", "--fresh"), "either --seed or --fresh is meant\n"),
        (("rng", "dump", "--seed", "1", "--fresh"), "either --seed or --fresh is meant\n"),
        (
            ("bench", "start", "--html", "no/such.html"),
            "no/such.html: cannot be written: there is no folder no\n",
        ),
    ],
)
def test_a_wrong_call_is_answered_in_one_line(
    arguments: tuple[str, ...], said: str, ask: Callable[..., Asked]
) -> None:
    status, out, err = ask(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(said)


def test_the_program_itself() -> None:
    """In a process of its own: an answer, a refusal, and no traceback when the reader leaves."""
    status, out, err = program("settle", "--json", given=GOOD)
    assert (status, json.loads(out)["house"], err) == (0, "-50.00", "")
    assert program("settle", given="{}") == (2, "", "the field 'game' is missing\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shell", "answered"),
    [
        (
            "croupier settle examples/baccarat.json --json > /dev/full",
            (2, "cannot be written: th"),
        ),
        ("croupier settle examples/baccarat.json --json >&-", (0, "")),
        ("croupier settle --json <&-", (2, "standard input is closed")),
        ("croupier session baccarat --bet tie=5 --bankroll 99 2>&- > /dev/null", (0, "")),
        ("PYTHONIOENCODING=utf-8:strict croupier play baccarat < /dev/urandom | head -1", (0, "")),
        (
            "croupier play baccarat --transcript /dev/full",
            (2, "/dev/full: cannot be wri"),
        ),
        ("PYTHONIOENCODING=ascii croupier settle examples/baccarat.json > /dev/null", (0, "")),
        ("croupier rules trace --json | head -c 1 > /dev/null", (0, "")),
    ],
)
def test_streams_that_are_closed_full_or_plain(shell: str, answered: tuple[int, str]) -> None:
    program = f"'{sys.executable}' -c 'from croupier.cli.start import main; main()'"
    done = subprocess.run(
        ["sh", "-c", shell.replace("croupier", program, 1)],  # noqa: S607 - any shell will do
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr[: len(answered[1])]) == answered
    assert done.stderr.count("\n") == (1 if answered[1] else 0)


@pytest.mark.parametrize(
    "arguments",
    [
        ("ruling", "royal-three-pictures"),
        ("ruling", "three-card-poker", "misdealt"),
        ("established", str(ROOT / "examples" / "interrupted" / "three-card-poker.json")),
    ],
)
def test_sentences_fit_on_a_narrow_terminal(
    arguments: tuple[str, ...], ask: Callable[..., Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    status, out, _ = ask(*arguments)
    assert (status, "…" in out) == (0, False)
    assert max(map(len, out.splitlines())) <= 60


@pytest.mark.slow
def test_a_reader_who_leaves_is_no_error() -> None:
    shell = f"'{sys.executable}' -c 'from croupier.cli.start import main; main()' rules trace"
    with subprocess.Popen(
        ["sh", "-c", f"sleep 0.2; exec {shell}"],  # noqa: S607 - any shell will do
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        assert (started.wait(), started.stderr.read()) == (0, "")


def test_version_and_bare_call(ask: Callable[..., Asked]) -> None:
    assert ask("--version") == (0, f"croupier {version('croupier')}\n", "")
    status, out, err = ask()
    assert (status, out, err) == (0, TOUR, "")
    assert out.count("\n") < 16
    assert out != ask("--help")[1]


def test_the_tour_names_what_can_be_typed(ask: Callable[..., Asked]) -> None:
    shown = [line.split("  ")[1] for line in TOUR.splitlines() if line.startswith("  croupier ")]
    for line in shown:
        verb, *rest = line.split()[1:]
        assert (verb, ask(verb, *rest, "--help")[0]) == (verb, 0)
    status, out, _ = ask("ruling", "baccarat", "misdealt", "seen=yes")
    assert (status, out.split("\n")[0]) == (0, f"{BY_NAME['baccarat'].title}: misdealt")


@pytest.mark.parametrize("group", ["audit", "fairness", "house", "rng"])
def test_a_group_without_a_verb_shows_its_help(group: str, ask: Callable[..., Asked]) -> None:
    status, out, err = ask(group)
    assert (status, err) == (0, "")
    assert (status, out, err) == ask(group, "--help")
    assert out.startswith(f"Usage: croupier {group} [OPTIONS] COMMAND [ARGS]...\n\n")


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (("odds", "royal"), "royal-three-pictures"),
        (("rules", "3-card-poker"), "three-card-poker"),
        (("rules", "tracee"), "trace"),
        (("setle",), "settle"),
        (("audit", "verfy"), "verify"),
        (("settle", "--jason"), "--json"),
        (("odds", "baccarat", "--interpretation", "burn=none"), "baccarat-burn"),
        (("session", "baccarat", "--bet", "plyer=25"), "player"),
        (("odds", "baccarat", "--pays", "tie:ties-wins=9:1"), "tie-wins"),
        (("drill", "bacarat"), "baccarat"),
        (("play", "pictures"), "three-pictures or "),
    ],
)
def test_close_names_are_suggested(
    arguments: tuple[str, ...], meant: str, ask: Callable[..., Asked]
) -> None:
    status, out, err = ask(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert f"; did you mean {meant}" in err


def test_help_names_every_verb(ask: Callable[..., Asked]) -> None:
    status, out, _ = ask("--help")
    assert status == 0
    assert all(f"  {verb} " in out for verb in ("settle", "rules", "demo"))


def test_demo_shows_every_game_and_repeats_itself(ask: Callable[..., Asked]) -> None:
    status, out, err = ask("demo", "--seed", "7")
    assert (status, err) == (0, "")
    assert [game.title for game in GAMES if game.title not in out] == []
    assert ask("demo", "--seed", "7") == (status, out, err)
    assert ask("demo", "--seed", "8")[1] != out


class Interrupting(io.TextIOBase):
    """Where somebody presses Ctrl-C instead of typing."""

    @property
    def buffer(self) -> Interrupting:
        return self

    def read(self, size: int | None = -1, /) -> str:  # noqa: ARG002 - as any reader has it
        raise KeyboardInterrupt


@pytest.mark.parametrize("asked", [["settle"], ["settle", "--each"], ["established"]])
def test_who_interrupts_it_gets_the_status_of_an_interruption(
    asked: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["croupier", *asked])
    monkeypatch.setattr(sys, "stdin", Interrupting())
    with pytest.raises(SystemExit) as left:
        main()
    assert (left.value.code, capsys.readouterr()) == (130, ("", "interrupted\n"))


def test_a_fact_that_is_neither_yes_nor_no(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ruling", "royal-three-pictures", "misdealt", "seen=1"]) == 2
    assert capsys.readouterr().err == "facts, seen: '1' is neither yes nor no\n"
    assert run(["ruling", "royal-three-pictures", "misdealt", "seen=YES", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["facts"]["seen"] is True
