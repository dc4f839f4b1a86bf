"""The number of the journal's format.

A program opens only journals of its own format number. Raise `FORMAT` with every change of what a
journal stores: the tables (`sqlite.sql`, `postgres.sql`), the events and their fields, the private
fields, or how entries are hashed. Then run `python -m tools.journal_format`, which writes the
number and the stored shapes to `tests/golden/journal_format.txt`. A test compares that file with
the program.
"""

from __future__ import annotations

from croupier.problems import BadInput

FORMAT = 10
NO_NUMBER = (
    "the journal has no format number, so it is damaged or not a croupier journal. Check the"
    " path, or restore a backup"
)


def check_format(number: object, where: str) -> None:
    """Raise `BadInput` unless `number` is the format of this program."""
    if number == FORMAT:
        return
    if not isinstance(number, int) or number <= 0:
        raise BadInput(NO_NUMBER, where)
    age = "a newer" if number > FORMAT else "an older"
    raise BadInput(
        f"the journal has format {number}, from {age} version of croupier, and this version reads"
        f" only format {FORMAT}. Open the journal with the version that wrote it",
        where,
    )
