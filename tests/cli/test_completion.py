"""What the Tab key offers: by the program for each shell, and in a bash."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import VERBS, run
from croupier.games import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.program_answers import Asked

GAMES = set(BY_NAME)
OFFERED: dict[tuple[str, ...], set[str]] = {
    ("",): set(VERBS),
    ("se",): {"settle", "session", "serve"},
    ("audit", "re"): {"replay", "recall", "receipt"},
    ("odds", ""): GAMES,
    ("odds", "ro"): {"royal-three-pictures"},
    ("odds", "--re"): {"--readings"},
    ("odds", "--decks", "6", "ba"): {"baccarat"},
    ("odds", "baccarat", "--me"): {"--meter"},
    ("odds", "baccarat", "--interpretation", "money"): {
        "money-rounding=down-to-cent",
        "money-rounding=up-to-cent",
    },
    ("rules", "t"): {"three-pictures", "three-card-poker", "trace"},
    ("rules", "royal-three-pictures", "4"): {"4.1", "4.2"},
    ("rules", "conformity", "b"): {"baccarat"},
    ("drill", "royal-three-pictures", "--clause", "4."): {"4.1", "4.2"},
    ("drill", "baccarat", "--kind", "d"): {"draws"},
    ("ruling", "baccarat", "burn"): {"burn-missed"},
    ("ruling", "baccarat", "burn-missed", ""): {"seen=", "reconstructable="},
    ("session", "three-card-poker", "--bet", "p"): {"pair-plus=", "progressive="},
    ("simulate", "baccarat", "--bet", "tie"): {"tie="},
    ("simulate", "baccarat", "--device", "c"): {"cpu", "cuda"},
    ("play", "--device", ""): {"manual", "automated"},
    ("completion", ""): {"bash", "zsh", "fish"},
    ("settle", "--each", "ro"): set(),
    ("rules", "amended", "ro"): set(),
}
"""Where nothing is offered, the shell itself offers files."""


@pytest.mark.parametrize("words", OFFERED, ids=" ".join)
@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_the_program_answers_each_shell(
    shell: str,
    words: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = shlex.join(["croupier", *words[:-1]]) + f" {words[-1]}"
    monkeypatch.setenv("_CROUPIER_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    assert run([]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert {offer.partition("\t")[0] for offer in out.splitlines() if offer} == OFFERED[words]


def test_zsh_gets_each_verb_with_its_line_of_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_CROUPIER_COMPLETE", "complete_zsh")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "croupier se")
    assert run([]) == 0
    out = capsys.readouterr().out
    assert '"session":"Where a player stands after many rounds."' in out


BASH = """
source ./script
COMP_WORDS=(croupier {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_croupier_completion croupier
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.parametrize("words", [("se",), ("odds", ""), ("rules", "conformity", "b")])
def test_a_bash_with_the_script_offers_the_same(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    assert run(["completion", "bash"]) == 0
    (tmp_path / "script").write_text(capsys.readouterr().out, encoding="utf-8")
    programs = str(Path(sys.executable).parent)
    done = subprocess.run(
        [bash, "-c", BASH.format(words=shlex.join(words))],
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stderr, set(done.stdout.split())) == ("", OFFERED[words])


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    assert f"_CROUPIER_COMPLETE=complete_{shell}" in capsys.readouterr().out


def test_another_shell_is_refused_in_one_line(ask: Callable[..., Asked]) -> None:
    says = "'bsh' is no shell known here; did you mean bash or zsh?\n"
    assert ask("completion", "bsh") == (2, "", says)
