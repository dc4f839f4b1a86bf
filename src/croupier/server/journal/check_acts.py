"""What the house finds when it looks at itself: program, journal, clock, backups, faults."""

from __future__ import annotations

import msgspec


class Act(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    at: int


class ProgramAccepted(Act, frozen=True, kw_only=True, tag="program-accepted"):
    """From now on this program should run; its manifest lies where it was accepted."""

    by: str
    confirmed_by: str | None = None
    version: str
    program: str
    manifest: str
    """SHA-256 of what was signed."""
    maker: str | None = None
    """The key of whoever made the program, where the manifest came from there."""
    beside: bool = False
    """While a house is upgraded node by node: those accepted before may run as well."""
    signature: str = ""
    """The house's, of the manifest: a node without the file knows its own program by it."""


class ProgramVerified(Act, frozen=True, kw_only=True, tag="program-verified"):
    """The program's files were looked at, each day or because somebody asked."""

    by: str
    program: str
    accepted: str | None
    differs: tuple[str, ...] = ()
    count: int = 0
    """How many differ; the first of them are named."""


class ProgramDiffers(Act, frozen=True, kw_only=True, tag="program-differs"):
    """It is not the one that was accepted; said once, until it is or others differ."""

    program: str
    accepted: str | None
    differs: tuple[str, ...]
    count: int


class JournalRead(Act, frozen=True, kw_only=True, tag="journal-read"):
    """The running house has read its whole journal again, and holds it against what was signed."""

    entries: int
    checkpoints: int
    since: int
    faults: int = 0


class JournalFaulty(Act, frozen=True, kw_only=True, tag="journal-faulty"):
    """What is written is not as it was: told when it is found, each once."""

    faults: tuple[str, ...]
    count: int


class ClockWrong(Act, frozen=True, kw_only=True, tag="clock-wrong"):
    """The machine's clock cannot be right; said once, until it is."""

    why: str
    """`offset`, `unsynchronised`, or `too-early`."""
    by_ms: int | None = None
    """By how much it is ahead of the reference."""
    reference: str = ""


class ClockRight(Act, frozen=True, kw_only=True, tag="clock-right"):
    """Again."""

    why: str


class BackupProven(Act, frozen=True, kw_only=True, tag="backup-proven"):
    """A backup of the house was made, restored on trial and found whole."""

    made: int
    file: str
    entries: int


class BackupOverdue(Act, frozen=True, kw_only=True, tag="backup-overdue"):
    """The last proven backup is too old, or there is none; said once, until there is one."""

    made: int | None
    at_most_hours: int


class CommandFailed(Act, frozen=True, kw_only=True, tag="command-failed"):
    """A fault of the program while something was carried out: nothing of it was written."""

    by: str
    table: str | None
    asked: str
    """The command or the operation."""
    fault: str
    """Its kind; its words may name a card, and are in the log alone."""
    code: str
    """The same for the same fault at the same place of the program, here and in the log."""
    count: int = 1
    """Since it was last told."""
