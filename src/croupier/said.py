"""What the house says, as a code with its facts; a page says it in any language.

A sentence is declared beside the rule that says it. Called with its facts it is `Said`, of which
`str` is the English. Facts are values: numbers, codes, names, cards, and what else is `Said`.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from enum import StrEnum
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.templates import SLOT, filled

if TYPE_CHECKING:
    from collections.abc import Callable

SYMBOLS = str.maketrans("cdhsT", "♣♦♥♠X")


class Said(msgspec.Struct, frozen=True):
    code: str
    facts: dict[str, Any] = {}

    def __str__(self) -> str:
        return written(self)

    def __hash__(self) -> int:
        return hash(self.code)


class Sentence:
    """A code, and its English with a slot for each fact."""

    __slots__ = ("code", "english", "slots")

    def __init__(self, code: str, english: str) -> None:
        assert code not in SENTENCES, code
        self.code, self.english = code, english
        self.slots = dict.fromkeys(path.split(".")[0] for path, _ in SLOT.findall(english)).keys()
        SENTENCES[code] = self

    def __call__(self, **facts: object) -> Said:
        assert facts.keys() == self.slots, (self.code, facts)
        return Said(self.code, {name: plain(fact) for name, fact in facts.items()})


def plain(fact: Any) -> Any:  # noqa: ANN401 - whatever can be told
    """As it is when it was written and read back, so that both are equal."""
    if isinstance(fact, Said):
        return {"code": fact.code, "facts": fact.facts}
    if isinstance(fact, tuple | list):
        return [plain(one) for one in fact]
    return str(fact) if isinstance(fact, StrEnum) else fact


def phrase(english: str) -> Sentence:
    """Of a list of texts, each of which is its own code."""
    code = "-".join(WORD.findall((SLOT.sub("", english).strip() or english).lower()))
    known = SENTENCES.get(code)
    assert known is None or known.english == english, code
    return known or Sentence(code, english)


WORD = re.compile(r"[a-z0-9]+")
SENTENCES: dict[str, Sentence] = {}
"""All that are declared, by their codes."""


def written(said: Said | dict[str, Any]) -> str:
    """The English of what was said; of a code that this program does not know, the code."""
    if isinstance(said, dict):  # as it was read back from where it was written
        said = Said(said["code"], said["facts"])
    known = SENTENCES.get(said.code)
    return filled(known.english, said.facts, KINDS) if known else said.code


def format_amount(cents: int) -> str:
    if cents < 0:
        return "-" + format_amount(-cents)
    return f"{cents // 100}.{cents % 100:02d}"


def place_in_words(place: str | int) -> str:
    return PLACES["box"].format(place) if isinstance(place, int) else PLACES[place]


def with_symbols(cards: str) -> str:
    """`Kh Td` as `K♥ 10♦`."""
    return cards.translate(SYMBOLS).replace("X", "10")


def and_last(parts: list[str]) -> str:
    return " and ".join([*([", ".join(parts[:-1])] if parts[1:] else []), *parts[-1:]])


def runs(values: list[int]) -> list[str]:
    """Of rising numbers: `0 to 7`, `9`."""
    found: list[list[int]] = []
    for one in values:
        if found and one == found[-1][-1] + 1:
            found[-1].append(one)
        else:
            found.append([one])
    return [f"{run[0]} to {run[-1]}" if run[2:] else and_last(list(map(str, run))) for run in found]


DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
PICTURES = ("No", *DIGITS[1:])
TYPES = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "array": "a list",
    "object": "an object",
    "bool": "true or false",
}
PLACES = {
    "burnt": "the burnt cards",
    "player": "the Player Hand",
    "banker": "the Banker Hand",
    "dealer": "the dealer",
    "box": "box {}",
}
KINDS: dict[str, Callable[[Any], str]] = {
    "money": format_amount,
    "cards": str,
    "symbols": with_symbols,
    "quoted": repr,
    "role": lambda role: role.replace("-", " "),
    "bet": lambda bet: bet.replace("-", " "),
    "title": lambda bet: bet.replace("-", " ").title(),
    "outcome": str,
    "digit": lambda points: DIGITS[points],
    "pictures": lambda count: f"{PICTURES[count]} picture{'s' * (count > 1)}",
    "with_pictures": lambda count: KINDS["pictures"](count).lower(),
    "listed": lambda cards: and_last(with_symbols(cards).split()),
    "values": lambda values: and_last(runs(values)),
    "rank": lambda rank: rank.replace("T", "10"),
    "events": " or ".join,
    "place": place_in_words,
    "irregularity": str,
    "fact": str,
    "said": written,
    "odds": lambda odds: odds.replace(":", " to "),
    "types": lambda names: " or ".join(TYPES.get(name, name) for name in names),
    "status": lambda status: HTTPStatus(status).phrase.lower(),
    "names": ", ".join,
    "options": ", ".join,
    "words": " ".join,
    "steps": lambda many: ", then ".join(written(one) for one in many),
    "moment": lambda at: datetime.fromtimestamp(at / 1000, UTC).strftime("%-d %B %Y, %H:%M UTC"),
    "sentences": lambda many: "; ".join(written(one) for one in many),
}
"""How the house writes each kind of fact; the pages have each of them, too."""

BAD_INPUT = Sentence("bad-input", "[{place:names}: ]{problem:said}[ (clause {clauses:names})]")
BAD_TEXT = Sentence("bad-text", "{text}")
"""What is wrong with an input: as a sentence of the house, or in a file's own words."""
