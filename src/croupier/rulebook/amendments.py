"""Which clauses a new version of a document adds, removes, rewords or numbers otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.rulebook.wording import dated, digest, fold, parse_wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from croupier.rulebook.clauses import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """A document's text held against its register."""

    document: Document
    version: int | None
    effective: str | None
    added: tuple[str, ...]
    removed: tuple[str, ...]
    reworded: tuple[str, ...]
    renumbered: tuple[tuple[str, str], ...]
    """Clauses of the same words under another number: the old one, the new one."""
    wording: Mapping[str, str] = field(repr=False)
    """Of each clause, as the text has it."""
    twice: tuple[str, ...]
    """Numbers that the text gives to more than one clause."""
    misplaced: tuple[str, ...]
    """Clauses that the text has out of their order, so that they pass for part of another."""

    @property
    def changes(self) -> tuple[tuple[str, str], ...]:
        """Each changed clause with what happened to it."""
        named = {"added": self.added, "removed": self.removed, "reworded": self.reworded}
        told = [(number, what) for what, numbers in named.items() for number in numbers]
        return (*told, *((old, f"renumbered to {new}") for old, new in self.renumbered))

    @property
    def in_words(self) -> str:
        if not self.changes:
            return "No clause is added, removed, reworded or renumbered."
        return (
            "1 clause differs."
            if len(self.changes) == 1
            else f"{len(self.changes)} clauses differ."
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader should ask about before trusting the text."""
        return tuple(_warnings(self))


def amended(text: str, document: Document, opening: str = "") -> Amendment:
    wording = parse_wording(text, document, opening)
    if not wording.clauses:
        raise BadInput("no numbered clause found; is this the text of a rules document?")
    old = {number: clause.digest for number, clause in document.clauses.items()}
    new = {number: digest(words) for number, words in wording.clauses.items()}
    moved = dict(_moved(old, new))
    arrived = set(moved.values())
    return Amendment(
        document=document,
        version=wording.version,
        effective=wording.effective,
        added=tuple(
            number
            for number in new
            if number not in arrived and (number not in old or number in moved)
        ),
        removed=tuple(
            number
            for number in old
            if number not in moved and (number not in new or number in arrived)
        ),
        reworded=tuple(
            number
            for number in old
            if number in new
            and number not in moved
            and number not in arrived
            and old[number] != new[number]
        ),
        renumbered=tuple(moved.items()),
        wording=wording.clauses,
        twice=wording.twice,
        misplaced=wording.misplaced,
    )


def _moved(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Clauses whose words stand under another number only, and there alone."""
    gone = {number: of for number, of in old.items() if new.get(number) != of}
    come = {number: of for number, of in new.items() if old.get(number) != of}
    before, after = list(gone.values()), list(come.values())
    places = {of: number for number, of in come.items()}
    for number, of in gone.items():
        if before.count(of) == after.count(of) == 1:
            yield number, places[of]


def _warnings(found: Amendment) -> Iterator[str]:
    document, version = found.document, found.version
    date = dated(found.effective) if found.effective else None
    same_date = date is not None and document.effective.startswith(date[: len(document.effective)])
    if version is None:
        yield "The text states no version."
    elif version < document.version:
        yield f"The text is version {version}, older than the register's {document.version}."
    elif found.changes and version == document.version:
        and_date = " and the same date" if same_date else ""
        yield (
            f"The words differ, but the text states the same version {version}{and_date}: ask which"
            " of the two is approved."
        )
    elif version > document.version and not found.changes:
        yield f"No words differ, but the text states version {version}."
    later = version is not None and version > document.version
    if later and date is not None and date <= document.effective:
        yield f"Version {version} is in force from {found.effective}, no later than the last."
    if found.twice:
        numbers = ", ".join(found.twice)
        yield f"More than one line begins with {numbers}: which of them is the clause?"
    if found.misplaced:
        numbers = ", ".join(found.misplaced)
        yield f"Out of its order, and read as part of the clause before it: {numbers}."
    clauses = len(document.clauses)
    same = clauses - len(found.removed) - len(found.reworded) - len(found.renumbered)
    if same < clauses / 2:
        yield f"Only {same} of {clauses} clauses are as registered: is it this document?"


def title_in(text: str, documents: Iterable[Document]) -> Document | None:
    """The document that a text is a version of: the longest title that its opening holds."""
    opening = fold(text[:2000]).casefold()
    named = [document for document in documents if document.title.casefold() in opening]
    return max(named, key=lambda document: len(document.title), default=None)
