"""What a line says of an irregularity: the report, and the decision on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.engine.irregularities import Remedy
from croupier.problems import BadInput
from croupier.scenario.words import cents_of, fact_of, name_of, number_of, place_of
from croupier.table import commands as asks

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.scenario.words import Words


def box_of(value: str) -> int:
    return number_of(value, "box")


REPORTED: dict[str, Callable[[str], Any]] = {
    "box": box_of,
    "round": number_of,
    "player": name_of,
    "bet": str,
    "cents": cents_of,
    "drawn": str,
}
"""What a report names beside its facts."""
BY_PLACE: dict[str, Callable[[str], Any]] = {"lies.": str, "moves.": place_of}


def reports(words: Words) -> asks.Report:
    """`reports NAME [box=1] [round=4] [cents=25.00] [cards=…] [lies.1=…] [moves.1=2] [FACT=…]`.

    `cards=2` is a fact, how many; `cards="Kh 9s"` names them.
    """
    irregularity = words.take("an irregularity")
    named: dict[str, Any] = {"facts": {}}
    for name, value in words.pairs():
        prefix = next((one for one in BY_PLACE if name.startswith(one)), None)
        if name in REPORTED:
            named[name] = REPORTED[name](value)
        elif name == "cards" and not value.isdigit():
            named[name] = value
        elif prefix is not None:
            place = place_of(name.removeprefix(prefix))
            named.setdefault(prefix.rstrip("."), {})[place] = BY_PLACE[prefix](value)
        else:
            named["facts"][name] = fact_of(value)
    return asks.Report(irregularity=irregularity, **named)


def rules(words: Words) -> asks.Rule:
    """`rules REASON [remedies=a,b] [order=…] [shoe=new] [jackpot=…] [FACT=…]`."""
    reason = words.take("a reason")
    named: dict[str, Any] = {}
    for name, value in words.pairs():
        if name == "remedies":
            named[name] = tuple(map(remedy_of, value.split(",")))
        elif name == "shoe":
            if value not in {"new", "old"}:
                raise BadInput(f"{value[:40]!r} is neither a new shoe nor the old one")
            named["replace_shoe"] = value == "new"
        elif name in {"order", "jackpot"}:
            named[name] = value
        else:
            named.setdefault("facts", {})[name] = fact_of(value)
    return asks.Rule(reason, **named)


def remedy_of(word: str) -> Remedy:
    if word not in set(Remedy):
        raise BadInput(f"{word[:40]!r} is no remedy")
    return Remedy(word)
