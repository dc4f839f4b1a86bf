"""Private values forgotten for good: each is a recorded act, and one without it is a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput
from croupier.server.journal import private
from croupier.server.journal.acts import STREAM, Acts, PrivateErased, decoder
from croupier.server.journal.store import Part, Selection, Write, Written, is_as_written
from croupier.server.journal.stream import not_written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.journal.store import Entry, Store

ERASED = "private-erased"


def erase(store: Store, *acts: PrivateErased) -> None:
    """The values and the acts in one commit; whoever calls holds the house."""
    for act in acts:
        entry = next(store.everything(act.position - 1), None)
        there = entry is not None and entry.position == act.position
        if entry is None or not there or not has_value(entry, act.field):
            where = f"the entry at {act.position} has no private {act.field[:40]!r}"
            raise BadInput(where, "erase")
    stream = Acts(store).stream
    part = Part(STREAM, stream.version, tuple(stream.new(act) for act in acts))
    erases = tuple((act.position, act.field) for act in acts)
    outcome = store.forget(Write((part,), erases=erases))
    if not isinstance(outcome, Written):
        raise BadInput(not_written(outcome).says, "erase")


def has_value(entry: Entry, field: str) -> bool:
    """Whether `field` of an entry is private and stored apart from the entry, as a digest shows."""
    return not private.has_clear_value(entry) and field in private.private_fields(entry)


PrivateValues = tuple[tuple[int, str], ...]
"""The position and field of each value that is still stored."""


def values_by_person(store: Store) -> dict[str, PrivateValues]:
    held: dict[str, list[tuple[int, str]]] = {}
    for stream in sorted(store.versions()):
        if stream.partition(":")[0] in private.KINDS:
            for entry in store.read(stream):
                person = whose(entry)
                there = [one.field for one in entry.beside if one.value is not None]
                held.setdefault(person, []).extend((entry.position, field) for field in there)
    return {name: tuple(values) for name, values in held.items()}


def whose(entry: Entry) -> str:
    """The person whom an entry of such a stream is about; nobody, where it names none."""
    try:
        event = private.decoder.decode(entry.body)
        said = event.get("player", event.get("name", msgspec.Raw(b'""')))
        return str(msgspec.json.decode(said))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ""


def unrecorded(store: Store, is_signed: Callable[[Entry], bool] = is_as_written) -> Iterator[str]:
    """Values that are gone, and no act of the house says so."""
    gone = set(store.erased())
    if gone:
        gone -= {
            (act.position, act.field)
            for entry in store.select(Selection(stream=STREAM, event=ERASED))
            if is_signed(entry) and isinstance(act := decoder.decode(entry.body), PrivateErased)
        }
    for position, field in sorted(gone):
        yield f"position {position}: its {field} was erased, and no act of the house says so"
