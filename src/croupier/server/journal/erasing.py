"""Private values forgotten for good: each is a recorded act, and one without it is a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.journal import private
from croupier.server.journal.acts import STREAM, Acts, PrivateErased, decoder
from croupier.server.journal.store import Part, Selection, Write, Written, is_as_written
from croupier.server.journal.stream import not_written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.journal.store import Entry, Store

ERASED = "private-erased"


def erase(store: Store, act: PrivateErased) -> None:
    """The value and the act in one commit; whoever calls holds the house."""
    entry = next(store.everything(act.position - 1), None)
    there = entry is not None and entry.position == act.position
    if entry is None or not there or act.field not in private.digests_in(entry):
        raise BadInput(f"the entry at {act.position} has no private {act.field[:40]!r}", "erase")
    acts = Acts(store).stream
    part = Part(STREAM, acts.version, (acts.new(act),))
    outcome = store.forget(Write((part,), erases=((act.position, act.field),)))
    if not isinstance(outcome, Written):
        raise BadInput(not_written(outcome).says, "erase")


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
