"""What the Tab key offers, asked of the shells themselves."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import VERBS, run
from croupier.games import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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
    ("rules", "t"): {"three-pictures", "three-card-poker", "trace"},
    ("rules", "royal-three-pictures", "4"): {"4.1", "4.2"},
    ("rules", "conformity", "b"): {"baccarat"},
    ("drill", "royal-three-pictures", "--clause", "4."): {"4.1", "4.2"},
    ("ruling", "baccarat", "burn"): {"burn-missed"},
    ("ruling", "baccarat", "burn-missed", ""): {"seen=", "reconstructable="},
    ("session", "three-card-poker", "--bet", "p"): {"pair-plus=", "progressive="},
    ("simulate", "baccarat", "--bet", "tie"): {"tie="},
    ("play", "--device", ""): {"manual", "automated"},
    ("completion", ""): {"bash", "zsh", "fish"},
    ("settle", "--each", "ro"): {"round.json"},
    ("rules", "amended", "ro"): {"round.json"},
    ("no-such-verb", "--x"): set(),
}
BASH = """
source ./script
complete -p croupier > /dev/null || exit 1
COMP_WORDS=(croupier {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_croupier 2> /dev/null
[ ${{#COMPREPLY[@]}} -gt 0 ] || COMPREPLY=($(compgen -o default -- "${{COMP_WORDS[COMP_CWORD]}}"))
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
ZSH = """
compdef() {{ : }}
compadd() {{ [ "$1" = -S ] && shift 2; shift; print -rl -- ${{(M)@:#$words[CURRENT]*}} }}
_files() {{ print -rl -- $words[CURRENT]*(N) }}
source ./script 2> /dev/null
words=(croupier {words}) CURRENT=$(({number} + 1))
_croupier
"""
FISH = """
source ./script
complete -C {line} | string replace -r '\\t.*' ''; true
"""


@pytest.fixture
def tab(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., set[str]]:
    """What a shell offers for the last of some words."""
    (tmp_path / "round.json").touch()

    def offered(shell: str, template: str, words: tuple[str, ...]) -> set[str]:
        program = shutil.which(shell)
        if program is None:
            pytest.skip(f"{shell} is not installed")
        assert run(["completion", shell]) == 0
        (tmp_path / "script").write_text(capsys.readouterr().out, encoding="utf-8")
        line = f"'croupier {' '.join(words)}'"
        text = template.format(words=shlex.join(words), number=len(words), line=line)
        (tmp_path / "asks").write_text(text, encoding="utf-8")
        done = subprocess.run(
            [program, "asks"], cwd=tmp_path, check=True, capture_output=True, text=True
        )
        assert done.stderr == ""
        return set(done.stdout.split())

    return offered


@pytest.mark.parametrize("words", OFFERED, ids=" ".join)
def test_bash(words: tuple[str, ...], tab: Callable[..., set[str]]) -> None:
    assert tab("bash", BASH, words) == OFFERED[words]


@pytest.mark.parametrize("words", OFFERED, ids=" ".join)
def test_zsh(words: tuple[str, ...], tab: Callable[..., set[str]]) -> None:
    assert tab("zsh", ZSH, words) == OFFERED[words]


@pytest.mark.parametrize("words", OFFERED, ids=" ".join)
def test_fish(words: tuple[str, ...], tab: Callable[..., set[str]]) -> None:
    assert tab("fish", FISH, words) == OFFERED[words]


def test_another_shell_is_refused_in_one_line(ask: Callable[..., Asked]) -> None:
    says = "'bsh' is no shell known here; did you mean bash or zsh?\n"
    assert ask("completion", "bsh") == (2, "", says)
