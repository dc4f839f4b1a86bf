"""What is wrong with an input, where, and by which clause."""

from __future__ import annotations

import errno
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.said import Said

LONGEST = 800
LONGEST_NAME = 40
"""Of a name that others are close to."""
MOST_CLOSE, MOST_SLIPS = 4, 3
DIGITS = {"1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six"}


class Incomplete(ValueError):  # noqa: N818 - a state of a game, not of the program
    """One line for the person who wrote a game: what it leaves out, or says twice."""


class BadInput(ValueError):  # noqa: N818 - it names the input, not a fault of ours
    """One line for the person who wrote the input: the place, what is wrong, the clause."""

    def __init__(self, what: str | Said, *place: str, clauses: tuple[str, ...] = ()) -> None:
        super().__init__(str(what))
        self.what = str(what)
        self.problem = what
        self.place = place
        self.clauses = clauses

    def at(self, *place: str) -> BadInput:
        """The same problem, one level further out."""
        return BadInput(self.problem, *place, *self.place, clauses=self.clauses)

    @property
    def said(self) -> Said:
        """As it is told to a page; what is wrong with a file is told in the file's own words."""
        from croupier.said import BAD_INPUT, BAD_TEXT  # noqa: PLC0415 - no help text needs it

        if isinstance(self.problem, str):
            return BAD_TEXT(text=str(self))
        return BAD_INPUT(problem=self.problem, place=list(self.place), clauses=list(self.clauses))

    def __str__(self) -> str:
        where = f"{', '.join(self.place)}: " if self.place else ""
        clause = f" (clause {', '.join(self.clauses)})" if self.clauses else ""
        what = self.what if len(self.what) <= LONGEST else f"{self.what[:LONGEST]}…"
        line = f"{where}{what}{clause}"
        return "".join([letter if letter.isprintable() else "?" for letter in line])


def among(given: object, known: Iterable[str], says: str = "there are") -> str:
    """The end of a complaint about a name: those that are close to it, or all that there are."""
    names = list(dict.fromkeys(known))
    close = close_to(str(given), names)
    return f"did you mean {' or '.join(close)}?" if close else f"{says} {', '.join(names)}"


def close_to(given: str, names: Iterable[str]) -> list[str]:
    """Those that it spells otherwise, begins, is a part of, or is a slip of the pen away from.

    Of a name of several words each may have its own slip.
    """
    wanted, spelt = spelling(given[:LONGEST_NAME]), {name: spelling(name) for name in names}
    words = set(wanted.split("-"))
    if not wanted:
        return []
    away = {name: slips_between(wanted, name) for name in spelt.values()}
    least = min(away.values(), default=0)
    for fits in (
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: words <= set(name.split("-")),
        lambda name: away[name] == least <= slips_in(wanted),
        lambda name: all(is_meant(word, name.split("-")) for word in words),
    ):
        if found := [name for name, spelling in spelt.items() if fits(spelling)]:
            return found if len(found) <= MOST_CLOSE else []
    return []


def slips_in(word: str) -> int:
    """How many make it no other word."""
    return min(MOST_SLIPS, (len(word) + 1) // 3)


def is_meant(word: str, known: Iterable[str]) -> bool:
    return any(slips_between(word, one) <= slips_in(word) for one in known)


def spelling(name: str) -> str:
    """`3 Card_Poker` as `three-card-poker`."""
    return "-".join(DIGITS.get(word, word) for word in re.split(r"[\s_-]+", name.lower()) if word)


def slips_between(one: str, other: str) -> int:
    """Letters left out, put in, taken for another, or two of them changed round."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        above, before, row = before, row, [at]
        for over, wanted in enumerate(other, 1):
            cost = before[over - 1] + (letter != wanted)
            if at > 1 and over > 1 and one[at - 2 : at] == wanted + other[over - 2]:
                cost = min(cost, above[over - 2] + 1)
            row.append(min(cost, before[over] + 1, row[-1] + 1))
    return row[-1]


SYSTEM_SAYS = {
    errno.ENOENT: "there is no such file",
    errno.EISDIR: "is a folder, not a file",
    errno.ENOTDIR: "a part of its path is no folder",
    errno.EEXIST: "is there already",
    errno.ENOTEMPTY: "is a folder that is not empty",
    errno.EACCES: "it is not allowed",
    errno.EPERM: "it is not allowed",
    errno.EROFS: "nothing can be written there",
    errno.ENOSPC: "there is no room left",
    errno.EDQUOT: "there is no room left",
    errno.EFBIG: "there is no room left",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "its links go round in a circle",
    errno.EMFILE: "too many files are open",
    errno.EIO: "the disk does not answer",
    errno.EADDRINUSE: "the address is taken",
    errno.EADDRNOTAVAIL: "it is no address of this machine",
    errno.ECONNREFUSED: "nobody answers there",
}


def own_words(error: OSError) -> str:
    """What the system says, in our words."""
    return SYSTEM_SAYS.get(error.errno or 0, "the system does not let it happen")
