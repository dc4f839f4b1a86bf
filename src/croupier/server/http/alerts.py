"""What asks for somebody now: each alert with when it was first seen, and who has taken it."""

from __future__ import annotations

import shutil
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.said import Said, Sentence
from croupier.server import readiness
from croupier.server.backups import kept_in
from croupier.server.journal.acts import AlertTaken, Notice, ProbingNoticed, TableMended
from croupier.server.nodes import figures as of_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.http.sampling import Sample
    from croupier.server.journal.acts import AnyAct
    from croupier.server.opening import OpenHouse

TAP_MS, COMMIT_MS, DISK_PERCENT = 25, 4, 80
"""Above which somebody should look."""
NOTICED_FOR = 12 * 3_600_000
"""Milliseconds for which what happened once is shown."""
SLOW_FOR = 6
"""Samples in a row, a minute, all of them too slow: a single one is no alert."""
BAD, WARN, NOTE = "bad", "warn", "note"
GIGABYTE = 10**9

TABLE_HAS_FAILED = Sentence("table-has-failed", "table {table} has failed and is tried again")
TABLE_IS_OUT_OF_USE = Sentence(
    "table-is-out-of-use", "table {table} is out of use: it failed {times} times"
)
DISK_FILLS = Sentence("disk-fills", "the disk is {percent} % full, {free_gigabytes} GB are free")
TAPS_ARE_SLOW = Sentence(
    "taps-are-slow", "for a minute a tap has taken more than {limit} ms to be durable"
)
WITNESS_IS_BEHIND = Sentence("witness-is-behind", "a witness does not countersign: {reason}")
WEBHOOK_IS_BEHIND = Sentence("webhook-is-behind", "what is written is not taken: {reason}")
WALLET_IS_NOT_WELL = Sentence("wallet-is-not-well", "players' money, kept elsewhere: {reason}")
NO_BACKUP_IS_THERE = Sentence("no-backup-is-there", "no backup lies in the folder for them")
HOUSE_NOTICED = Sentence("house-noticed", "{event}")


class Cause(NamedTuple):
    """What is so now; the key tells it from others of its kind, also while its facts change."""

    grade: str
    said: Said
    key: str = ""
    at: int | None = None
    notice: Notice | None = None
    way: str | None = None

    @property
    def id(self) -> str:
        return sha256(f"{self.said.code}\n{self.key}".encode()).hexdigest()[:16]


class TakenBy(msgspec.Struct, frozen=True):
    by: str
    at: int


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    grade: str
    """`bad`, `warn` or `note`."""
    since: int
    said: Said
    notice: Notice | None = None
    """What the house has noticed, where it is that."""
    way: str | None = None
    """The page on which something can be done about it."""
    taken: TakenBy | None = None


def causes(house: OpenHouse, samples: list[Sample], to: Path | None = None) -> Iterator[Cause]:
    """The worst first."""
    for why in readiness.not_ready(house):
        yield Cause(BAD, why, str(why.facts.get("file", "")))
    for name, times in house.faults.disabled.items():
        yield Cause(BAD, TABLE_IS_OUT_OF_USE(table=name, times=times), name, way="/pit")
    for name in house.faults.tables:
        yield Cause(BAD, TABLE_HAS_FAILED(table=name), name, way="/pit")
    yield from of_lines(house)
    yield from of_machine(house, samples)
    if to is not None and not kept_in(to, 1):
        yield Cause(WARN, NO_BACKUP_IS_THERE())
    yield from noticed(house)


def of_lines(house: OpenHouse) -> Iterator[Cause]:
    for one in house.witnessing.witnesses:
        if one.says:
            yield Cause(WARN, WITNESS_IS_BEHIND(reason=one.says), one.url, way="/audit?view=whole")
    if house.webhook.says:
        yield Cause(WARN, WEBHOOK_IS_BEHIND(reason=house.webhook.says))
    for says in house.queue.remarks():
        yield Cause(WARN, WALLET_IS_NOT_WELL(reason=says), says)
    for one_said in of_nodes.remarks(house.queue):
        yield Cause(WARN, one_said)


def of_machine(house: OpenHouse, samples: list[Sample]) -> Iterator[Cause]:
    disk = shutil.disk_usage(house.folder)
    percent = disk.used * 100 // disk.total
    if percent >= DISK_PERCENT:
        free = round(disk.free / GIGABYTE, 1)
        yield Cause(WARN, DISK_FILLS(percent=percent, free_gigabytes=free))
    last = [one.p99_ms for one in samples[-SLOW_FOR:]]
    if len(last) == SLOW_FOR and all(one is not None and one > TAP_MS for one in last):
        yield Cause(WARN, TAPS_ARE_SLOW(limit=TAP_MS))


def noticed(house: OpenHouse) -> Iterator[Cause]:
    """Who searched for something in vain is the pit's to know, and stands there by name."""
    since = house.clock() - NOTICED_FOR
    for act in reversed(house.acts.last):
        if isinstance(act, Notice) and not isinstance(act, ProbingNoticed) and act.at >= since:
            event = str(act.__struct_config__.tag)
            grade = NOTE if isinstance(act, TableMended) else WARN
            said = HOUSE_NOTICED(event=event)
            yield Cause(grade, said, f"{event} {act.at}", at=act.at, notice=act)


class Alerts:
    """Remembers since when each has been there; it is told anew after it had gone."""

    def __init__(self, house: OpenHouse, to: Path | None = None) -> None:
        self.house, self.to = house, to
        self.seen: dict[str, int] = {}

    def look(self, samples: list[Sample]) -> tuple[Alert, ...]:
        now, found = self.house.clock(), list(causes(self.house, samples, self.to))
        self.seen = {one.id: one.at or self.seen.get(one.id, now) for one in found}
        return tuple(
            Alert(
                id=one.id,
                grade=one.grade,
                since=self.seen[one.id],
                said=one.said,
                notice=one.notice,
                way=one.way,
                taken=taken(one.id, self.seen[one.id], self.house.acts.last),
            )
            for one in found
        )


def taken(alert: str, since: int, acts: tuple[AnyAct, ...]) -> TakenBy | None:
    for act in reversed(acts):
        if isinstance(act, AlertTaken) and act.alert == alert and act.since == since:
            return TakenBy(act.by, act.at)
    return None
