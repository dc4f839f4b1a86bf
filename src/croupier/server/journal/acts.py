"""What the house itself did or noticed: opened, restored, keys changed, commands refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.refusals import Refused
from croupier.said import Said  # noqa: TC001 - read when an act is decoded
from croupier.server.journal.check_acts import (
    Act,
    BackupOverdue,
    BackupProven,
    ClockRight,
    ClockWrong,
    CommandFailed,
    JournalFaulty,
    JournalRead,
    ProgramAccepted,
    ProgramDiffers,
    ProgramVerified,
)
from croupier.server.journal.store import Selection, Unreadable, is_as_written
from croupier.server.journal.stream import Fold, Stream

if TYPE_CHECKING:
    from croupier.server.journal.store import Entry, Part, Store

STREAM = "house"
MOST_NOTICES = 200
"""That are held in memory; the journal has them all."""


class HouseOpened(Act, frozen=True, kw_only=True, tag="house-opened"):
    version: str
    program: str
    configuration: str | None = None
    key: str | None = None
    """The public key with which it signs."""
    demonstration: bool | None = None
    """The first that says so says it for good: nobody turns it by an edit of the database."""
    controls: dict[str, str] = {}  # noqa: RUF012 - a struct copies it
    """What people may do alone, and how they prove who they are, by the house's file."""
    accepted: str | None = None
    """The program that should run, by the manifest that two people have accepted."""
    differs: tuple[str, ...] = ()
    """Where the files that it was opened from are not those of the manifest."""
    node: str | None = None
    """Of a house that runs on several."""


class HouseRestored(Act, frozen=True, kw_only=True, tag="house-restored"):
    """A backup was put back: the entries that it holds, and how many more were known of."""

    by: str
    entries: int
    known: int | None = None


class KeyRotated(Act, frozen=True, kw_only=True, tag="key-rotated"):
    """A new signing key, signed by the one before it."""

    by: str
    old: str
    new: str
    signature: str


class KeyRevoked(Act, frozen=True, kw_only=True, tag="key-revoked"):
    """Nothing that this key signed after an entry counts."""

    by: str
    key: str
    after: int
    reason: str


class CommandsRefused(Act, frozen=True, kw_only=True, tag="commands-refused"):
    """What one member of staff asked in vain, gathered over a while."""

    by: str
    role: str
    table: str | None
    asked: str
    """The command or the operation."""
    why: str
    says: str
    said: Said | None = None
    count: int
    since: int


class ProbingNoticed(Act, frozen=True, kw_only=True, tag="probing-noticed"):
    """Refusals that look like a search."""

    by: str
    table: str | None
    asked: str
    count: int
    since: int


class ClockJumped(Act, frozen=True, kw_only=True, tag="clock-jumped"):
    """The machine's clock against the house's own, in milliseconds."""

    by_ms: int


class ShoeLineRefused(Act, frozen=True, kw_only=True, tag="shoe-line-refused"):
    """Lines that came to a table's electronic shoe, and that nobody who may speak there sends."""

    table: str
    shoe: str
    """As it called itself, the last of them."""
    address: str
    why: str
    count: int


class TableFailed(Act, frozen=True, kw_only=True, tag="table-failed"):
    table: str
    says: str


class TableDisabled(Act, frozen=True, kw_only=True, tag="table-disabled"):
    """It has failed, or lost its rounds, again and again: it closes, and the pit opens it again."""

    table: str
    times: int


class TableMended(Act, frozen=True, kw_only=True, tag="table-mended"):
    table: str


class ProgramChanged(Act, frozen=True, kw_only=True, tag="program-changed"):
    """The files of the running program are no longer those that it was started from."""

    program: str


class ContributionNoticed(Act, frozen=True, kw_only=True, tag="contribution-noticed"):
    """A jackpot would have been fed by more than the bets that lay on the table: it was not."""

    table: str
    round: int
    bets_cents: int
    explained_cents: int


class ConfigurationChanged(Act, frozen=True, kw_only=True, tag="configuration-changed"):
    """The house's file is not as it was at the last opening."""

    controls: dict[str, tuple[str, str]]
    """Of the controls those that changed: as they were, and as they are."""


class PrivateErased(Act, frozen=True, kw_only=True, tag="private-erased"):
    """A private value forgotten for good, in the commit that says so; its digest stays."""

    by: str
    position: int
    field: str
    reason: str
    confirmed_by: str | None = None
    """The second person, where the value was somebody's whose data were erased as a whole."""


class AlertTaken(Act, frozen=True, kw_only=True, tag="alert-taken"):
    """Somebody says of what the house has noticed: this is mine to look after."""

    by: str
    alert: str
    since: int
    """When it was first noticed."""
    said: Said


class BackupAsked(Act, frozen=True, kw_only=True, tag="backup-asked"):
    """On the page for operations; what came of it lies in the folder of backups."""

    by: str


Notice = (
    ProbingNoticed
    | ClockJumped
    | TableFailed
    | TableDisabled
    | TableMended
    | ProgramChanged
    | ConfigurationChanged
    | HouseRestored
    | ProgramAccepted
    | ProgramDiffers
    | JournalFaulty
    | ClockWrong
    | ClockRight
    | BackupOverdue
    | CommandFailed
    | ContributionNoticed
)
AnyAct = (
    HouseOpened
    | HouseRestored
    | KeyRotated
    | KeyRevoked
    | CommandsRefused
    | ProbingNoticed
    | ClockJumped
    | ShoeLineRefused
    | TableFailed
    | TableDisabled
    | TableMended
    | ProgramChanged
    | ConfigurationChanged
    | PrivateErased
    | ProgramAccepted
    | ProgramVerified
    | ProgramDiffers
    | JournalRead
    | JournalFaulty
    | ClockWrong
    | ClockRight
    | BackupProven
    | BackupOverdue
    | CommandFailed
    | ContributionNoticed
    | AlertTaken
    | BackupAsked
)
decoder: msgspec.json.Decoder[AnyAct] = msgspec.json.Decoder(AnyAct)
Last = tuple[AnyAct, ...]
"""The newest last."""


def followed(last: Last, act: AnyAct) -> Last:
    return (*last, act)[-MOST_NOTICES:]


ACTS = Fold(STREAM, decoder, followed)


def demonstration_in(store: Store) -> bool | None:
    """Whether the house was first opened as a demonstration; None where no opening says so."""
    opened = store.select(Selection(stream=STREAM, event="house-opened"))
    told = (read_act(entry) for entry in opened)
    said = (act.demonstration for act in told if isinstance(act, HouseOpened))
    return next((one for one in said if one is not None), None)


def last_opening(store: Store, node: str | None = None) -> HouseOpened | None:
    """At any machine, or at this one."""
    for entry in store.read_back(STREAM, store.head(STREAM)[0] + 1):
        act = read_act(entry)
        if isinstance(act, HouseOpened) and node in {None, act.node}:
            return act
    return None


def restores_in(store: Store) -> list[tuple[int, HouseRestored]]:
    """Return the restores of backups with their positions, the oldest first."""
    entries = store.select(Selection(stream=STREAM, event="house-restored"))
    acts = ((entry.position, read_act(entry)) for entry in entries)
    return [(position, act) for position, act in acts if isinstance(act, HouseRestored)]


def last_restore(store: Store) -> HouseRestored | None:
    return next((act for _, act in reversed(restores_in(store))), None)


def read_act(entry: Entry) -> AnyAct:
    if not is_as_written(entry):
        raise Unreadable(f"{entry.place}: was changed after it was written")
    try:
        return decoder.decode(entry.body)
    except msgspec.MsgspecError:
        raise Unreadable(f"{entry.place}: is no act of a house") from None


class Acts:
    """Whoever calls `record` holds the write lock."""

    def __init__(self, store: Store) -> None:
        version, _ = store.head(STREAM)
        after = max(0, version - MOST_NOTICES)
        self.stream: Stream[AnyAct, Last] = Stream(store, ACTS, (), after=after)

    @property
    def last(self) -> Last:
        return self.stream.state

    def record(self, *acts: AnyAct, beside: tuple[Part, ...] = ()) -> Refused | None:
        """With what other streams have of it, or not at all."""
        said = self.stream.append(*acts, beside=beside)
        return said if isinstance(said, Refused) else None
