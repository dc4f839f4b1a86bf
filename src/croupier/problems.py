"""What is wrong with an input, where, and by which clause."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.said import Said

LONGEST = 800


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
