"""Gists in other languages: a folder beside the registers, a line a clause."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.rulebook.register import REGISTERS, rulebook
from croupier.said import Sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

ENGLISH = "en"
NO_LANGUAGE = Sentence("no-language", "there is no language {name:quoted}")


@cache
def languages() -> tuple[str, ...]:
    return (ENGLISH, *sorted(one.name for one in REGISTERS.iterdir() if one.is_dir()))


def gists(game: str, language: str) -> dict[str, str]:
    """By the number of their clause; of a document that nobody has put into the language, none."""
    path = REGISTERS / language / f"{game}.tsv"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return dict(line.split("\t") for line in text.splitlines())


@cache
def in_language(language: str) -> Mapping[str, str]:
    """Each gist in English as it is said in a language: one sentence is put into it one way."""
    if language not in languages():
        raise BadInput(NO_LANGUAGE(name=language))
    return {
        rulebook(path.stem).clauses[number].gist: said
        for path in (REGISTERS / language).glob("*.tsv")
        for number, said in gists(path.stem, language).items()
    }
