"""Which clauses a new version of a document adds, removes or rewords."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.rulebook.wording import Wording, digest, fold, parse_wording

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.rulebook.clauses import Document


@dataclass(frozen=True, slots=True)
class Amendment:
    """A document's text held against its register."""

    document: Document
    version: int | None
    effective: str | None
    added: tuple[str, ...]
    removed: tuple[str, ...]
    reworded: tuple[str, ...]

    @property
    def changes(self) -> tuple[tuple[str, str], ...]:
        """Each changed clause with what happened to it."""
        named = {"added": self.added, "removed": self.removed, "reworded": self.reworded}
        return tuple((number, what) for what, numbers in named.items() for number in numbers)


def amended(text: str, document: Document) -> Amendment:
    wording = parse_wording(text, document)
    if not wording.clauses:
        raise BadInput("no numbered clause found; is this the text of a rules document?")
    known = document.clauses
    return Amendment(
        document,
        wording.version,
        wording.effective,
        added=tuple(number for number in wording.clauses if number not in known),
        removed=tuple(number for number in known if number not in wording.clauses),
        reworded=_reworded(wording, document),
    )


def _reworded(wording: Wording, document: Document) -> tuple[str, ...]:
    return tuple(
        number
        for number, clause in document.clauses.items()
        if number in wording.clauses and digest(wording.clauses[number]) != clause.digest
    )


def title_in(text: str, documents: Iterable[Document]) -> Document | None:
    """The document that a text is a version of: the longest title that its opening holds."""
    opening = fold(text[:2000]).casefold()
    named = [document for document in documents if document.title.casefold() in opening]
    return max(named, key=lambda document: len(document.title), default=None)
