"""What is wrong with an input, where, and by which clause."""

from __future__ import annotations

LONGEST = 800


class Incomplete(ValueError):  # noqa: N818 - a state of a game, not of the program
    """One line for the person who wrote a game: what it leaves out, or says twice."""


class BadInput(ValueError):  # noqa: N818 - it names the input, not a fault of ours
    """One line for the person who wrote the input: the place, what is wrong, the clause."""

    def __init__(self, what: str, *place: str, clauses: tuple[str, ...] = ()) -> None:
        super().__init__(what)
        self.what = what
        self.place = place
        self.clauses = clauses

    def at(self, *place: str) -> BadInput:
        """The same problem, one level further out."""
        return BadInput(self.what, *place, *self.place, clauses=self.clauses)

    def __str__(self) -> str:
        where = f"{', '.join(self.place)}: " if self.place else ""
        clause = f" (clause {', '.join(self.clauses)})" if self.clauses else ""
        what = self.what if len(self.what) <= LONGEST else f"{self.what[:LONGEST]}…"
        line = f"{where}{what}{clause}"
        return "".join([letter if letter.isprintable() else "?" for letter in line])
