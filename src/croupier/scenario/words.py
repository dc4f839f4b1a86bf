"""The words of a line, taken one by one; what is missing or too much is told in one line."""

from __future__ import annotations

import re
import shlex

from croupier.engine.irregularities import Role
from croupier.money import WRITTEN, format_amount, read_amount
from croupier.problems import BadInput
from croupier.table.commands import AUTOMATIC, BURNT, CLOCK, DEALER, PLAYER_HAND, SHOE, Who

STAFF = {
    "dealer": Role.DEALER,
    "supervisor": Role.PIT_SUPERVISOR,
    "manager": Role.PIT_MANAGER,
    "shift": Role.SHIFT_MANAGER,
    "auditor": Role.AUDITOR,
}
"""Staff by the first letters of their names: `dealer`, `dealer2`; whoever else is a player."""
OTHERS = {
    CLOCK.name: CLOCK,
    "house": AUTOMATIC,
    "shoe": Who(f"{SHOE}s1 card 1", Role.DEALER),
}
"""Who is no person: the clock, the house's own dealer, an electronic shoe."""
PLACES = {"dealer": DEALER, "banker": DEALER, "player": PLAYER_HAND, "burnt": BURNT}
NAME = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,39}")
NUMBER = re.compile(r"[0-9]{1,9}")
BEHIND_A_TAG = re.compile(rf"(?<=[a-z] ){WRITTEN.pattern}(?=,\s|$)")
MOST_CENTS = 10**11
"""As far as a command may name an amount."""


def who(name: str) -> Who:
    if name in OTHERS:
        return OTHERS[name]
    return Who(name, STAFF.get(name.rstrip("0123456789"), Role.PLAYER))


def is_player(name: str) -> bool:
    return who(name).role is Role.PLAYER


def split(text: str) -> list[str]:
    """Words, with those in quotes as one."""
    try:
        return shlex.split(text)
    except ValueError:
        raise BadInput("a quotation mark, or what follows a backslash, is missing") from None


def name_of(word: str) -> str:
    if not NAME.fullmatch(word):
        raise BadInput(f"{word[:40]!r} is no name: letters, digits, . _ - are one")
    return word


def number_of(word: str, what: str = "number") -> int:
    if not NUMBER.fullmatch(word):
        raise BadInput(f"{word[:40]!r} is no {what}")
    return int(word)


def cents_of(word: str) -> int:
    """Of an amount as people write it, with a sign where it is won or lost."""
    try:
        cents = read_amount(word[word[:1] in {"+", "-"} :])
    except BadInput:
        raise BadInput(f"{word[:40]!r} is not an amount like 100.00 or 1,000") from None
    if cents > MOST_CENTS:
        raise BadInput(f"{word[:40]!r} is more than any house has")
    return -cents if word.startswith("-") else cents


def with_amounts_told(text: str) -> str:
    """What stands behind `->`, its amounts as events tell them."""
    return BEHIND_A_TAG.sub(lambda found: format_amount(read_amount(found[0])), text)


def place_of(word: str) -> int:
    return PLACES[word] if word in PLACES else number_of(word, "box, nor dealer, player or burnt")


def fact_of(value: str) -> bool | str:
    return {"true": True, "yes": True, "false": False, "no": False}.get(value, value)


class Words:
    """Taken from the left; `end` says that there are no more."""

    def __init__(self, words: list[str]) -> None:
        self.left = list(words)

    def __bool__(self) -> bool:
        return bool(self.left)

    def take(self, what: str) -> str:
        if not self.left:
            raise BadInput(f"{what} is missing")
        return self.left.pop(0)

    def number(self, what: str) -> int:
        return number_of(self.take(f"a {what}"), what)

    def cents(self) -> int:
        return cents_of(self.take("an amount"))

    def place(self) -> int:
        return place_of(self.take("a place"))

    def some(self, what: str) -> str:
        if not self.left:
            raise BadInput(f"{what} are missing")
        return self.rest()

    def rest(self) -> str:
        taken, self.left = " ".join(self.left), []
        return taken

    def box(self) -> int | None:
        """A box, where a number stands next."""
        return self.number("box") if self.left and NUMBER.fullmatch(self.left[0]) else None

    def for_whom(self, asker: str) -> str:
        """`… for p1` at the end of a line: else whoever asks."""
        if "for" not in self.left:
            return asker
        at = self.left.index("for")
        (*named,) = self.left[at + 1 :]
        self.left = self.left[:at]
        if len(named) != 1:
            raise BadInput("behind `for` stands one player")
        return name_of(named[0])

    def pairs(self) -> list[tuple[str, str]]:
        """All that is left, each `name=value`."""
        found = []
        for word in self.left:
            name, separator, value = word.partition("=")
            if not separator or not name:
                raise BadInput(f"{word[:40]!r} is not like name=value")
            found.append((name, value))
        names = [(name, value.isdigit()) for name, value in found if name == "cards"]
        names += [(name, True) for name, _ in found if name != "cards"]
        twice = next((name[0] for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise BadInput(f"{twice[:40]!r} is given twice")
        self.left = []
        return found

    def end(self) -> None:
        if self.left:
            raise BadInput(f"{self.left[0][:40]!r} is one word too many")
