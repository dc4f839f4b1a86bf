"""What a running house checks of itself by itself: its journal, program, clock and backups."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from croupier.server import program
from croupier.server.exposition import counter, gauge
from croupier.server.play.failures import Failures
from croupier.server.program import Verdict  # noqa: TC001 - part of what is told
from croupier.server.proven_backups import ProvenBackups
from croupier.server.rereading import JournalCheck, JournalReading
from croupier.server.timekeeping import Timekeeping
from croupier.wire.house_sections import MUST_MATCH, ChecksIn

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator
    from pathlib import Path

    from croupier.server.exposition import Family
    from croupier.server.journal.keychain import KeyChain
    from croupier.server.noticing import Noticing
    from croupier.wire.house import HousePlan


class SelfStanding(msgspec.Struct, frozen=True, kw_only=True):
    """For whoever looks after the house, as the last looks have found it."""

    journal: JournalReading
    program: Verdict
    program_verified_at: int | None
    """While this house is open; its opening has verified it, too."""
    clock_offset_ms: float | None
    clock: tuple[str, ...]
    """What is wrong with the clock, and which time servers are silent."""
    backup_at: int | None
    """When the last proven backup was made."""
    backup_overdue: bool
    commands_failed: int
    """Since this house was opened."""


class SelfChecks:
    def __init__(
        self, noticing: Noticing, folder: Path, plan: HousePlan | None, keys: KeyChain
    ) -> None:
        checks, real = (plan.file.checks, not plan.demonstration) if plan else (ChecksIn(), False)
        queue, record = noticing.queue, noticing.record
        store, before = queue.play.store, noticing.acts.last
        self.noticing, self.must_match = noticing, checks.program == MUST_MATCH
        accepted = program.all_accepted(store)
        noticing.verify = partial(program.verified, folder, accepted, keys)
        if accepted:
            noticing.verdict = noticing.verify()
            if self.must_match and noticing.verdict.count:
                noticing.refused()
                program.refuse_other(noticing.verdict, folder)
        self.journal = JournalCheck(queue, record, keys, hours=checks.journal_hours, before=before)
        self.clock = Timekeeping(noticing.clock, record, checks)
        hours = checks.backup_hours if real else 0
        self.backups = ProvenBackups(
            folder, noticing.clock, record, store.tree_size, hours=hours, before=before
        )
        self.failures = Failures(queue.clock, record)

    def runs(self) -> list[Coroutine[None, None, None]]:
        """Of the house, at whichever machine looks after it; each looks after its own clock."""
        return [self.journal.run(), self.backups.run()]

    @property
    def standing(self) -> SelfStanding:
        return SelfStanding(
            journal=self.journal.standing,
            program=self.noticing.verdict,
            program_verified_at=self.noticing.verified_at,
            clock_offset_ms=self.clock.offset_ms,
            clock=tuple(self.clock.remarks()),
            backup_at=self.backups.last.made if self.backups.last else None,
            backup_overdue=self.backups.overdue,
            commands_failed=self.failures.count,
        )

    def remarks(self) -> list[str]:
        """What whoever looks after the house should know, though it can deal."""
        verdict = self.noticing.verdict
        other = [f"another program than the accepted one: {verdict.says}"] if verdict.count else []
        some = (self.journal, self.clock, self.backups)
        return [*other, *(says for one in some for says in one.remarks())]

    def figures(self) -> Iterator[Family]:
        for one in (self.journal, self.clock, self.backups):
            yield from one.figures()
        says = "1 while the program is not the one that was accepted for this house."
        yield gauge("program_differs", says, int(bool(self.noticing.verdict.count)))
        says = "Commands and operations that a fault of the program has stopped."
        yield counter("commands_failed_total", says, self.failures.count)
