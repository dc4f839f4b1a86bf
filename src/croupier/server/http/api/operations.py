"""Operations for whoever looks after the house: how it stands, alerts taken, a backup asked for."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.digest import software_digest
from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Said, Sentence
from croupier.server import backups, readiness
from croupier.server.exposition import BOUNDS
from croupier.server.http.alerts import COMMIT_MS, DISK_PERCENT, TAP_MS, Alert
from croupier.server.http.operation import (
    AUDITOR,
    MANAGERS,
    Name,
    Operation,
    Says,
    Strict,
    not_found,
)
from croupier.server.http.sampling import Sample, quantile_ms, taps_of
from croupier.server.journal.acts import AlertTaken, BackupAsked
from croupier.server.journal.place import JOURNAL
from croupier.server.measuring import SETTLED, VOID, load_percent, memory_percent
from croupier.server.nodes.node_queue import NodeQueue
from croupier.server.self_checks import SelfStanding
from croupier.table.state import Step
from croupier.version import __version__
from croupier.wire.house_file import days_kept
from croupier.wire.house_sections import KeepingIn

if TYPE_CHECKING:
    from croupier.server.http.operation import AnyCall, Call, PlainCall
    from croupier.server.journal.store import Checkpoint, Store
    from croupier.server.opening import OpenHouse

NODE = "n1"
"""Of a house that has one."""
SHOWN = 5
ALERT_IS_TAKEN = Sentence("alert-is-taken", "taken by {name}")
NO_SUCH_ALERT = Sentence("no-such-alert", "there is no such alert any more")
ALERT_IS_TAKEN_ALREADY = Sentence("alert-is-taken-already", "{name} has taken it")
BACKUP_IS_BEGUN = Sentence("backup-is-begun", "a backup is made, and restored on trial")


class Wanted(msgspec.Struct, frozen=True):
    """The limit lines: above them somebody should look."""

    tap_ms: int
    commit_ms: int
    connections: int
    disk_percent: int


class Bucket(msgspec.Struct, frozen=True):
    up_to_ms: float | None
    """None: beyond the last bound."""
    taps: int


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """Since the house was opened."""

    taps: int
    p50_ms: float | None
    p99_ms: float | None
    spread: tuple[Bucket, ...]
    carried: int
    refused: int
    commits: int
    rounds: int
    voided: int


class Node(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    tables: tuple[str, ...]
    up_since: int
    load_percent: int | None
    """The machine's load of the last minute, of all its processors."""
    memory_percent: int | None
    disk_percent: int
    disk_free_bytes: int


class TableStanding(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    node: str
    title: str
    step: Step
    round: int
    p99_ms: float | None
    state: str
    """`dealing`, `held`, `interrupted`, `closed`, `failed` or `out-of-use`."""


class KeptBackup(msgspec.Struct, frozen=True):
    file: str
    made: int
    size: int
    """Bytes."""


class ProvenBackup(msgspec.Struct, frozen=True):
    file: str
    made: int
    entries: int
    """Of the journal, that are in it."""


class BackupState(msgspec.Struct, frozen=True):
    configured: bool
    making: bool
    said: Said | None
    """What came of the last that somebody asked for here."""
    kept: tuple[KeptBackup, ...]
    """The newest first; each was restored on trial before it came to lie there."""
    proven: ProvenBackup | None = None
    """The last that was restored on trial, wherever it lies."""


class WitnessState(msgspec.Struct, frozen=True):
    url: str
    behind: int
    """Entries of the last checkpoint that it has not countersigned."""
    says: str | None


class JournalState(msgspec.Struct, frozen=True, kw_only=True):
    entries: int
    size: int
    """Bytes in the database."""
    checkpoint: int
    checkpoint_at: int | None
    writable: bool
    witnesses: tuple[WitnessState, ...]


class LineState(msgspec.Struct, frozen=True):
    """Of another system: why it is not well, or nothing."""

    says: str | None


class KeepingState(msgspec.Struct, frozen=True, kw_only=True):
    """For how many days; none: for ever."""

    personal_days: int | None


class HouseStanding(msgspec.Struct, frozen=True, kw_only=True):
    now: int
    ready: bool
    reasons: tuple[Said, ...]
    able: int
    """Tables that can deal."""
    wanted: Wanted
    totals: Totals
    samples: tuple[Sample, ...]
    """The oldest first, of the last hour at most."""
    nodes: tuple[Node, ...]
    tables: tuple[TableStanding, ...]
    alerts: tuple[Alert, ...]
    backup: BackupState
    journal: JournalState
    keeping: KeepingState
    webhook: LineState | None
    wallet: LineState | None
    version: str
    program: str
    checks: SelfStanding
    """What the house has found out about itself."""


async def standing(call: PlainCall) -> HouseStanding:
    house, watching = call.house, call.desk.watching
    written = await call.read(written_in)
    wrong = readiness.not_ready(house)
    file = house.plan.file if house.plan else None
    return HouseStanding(
        now=call.desk.now(),
        ready=not wrong,
        reasons=tuple(wrong),
        able=len(house.play.tables.keys() - house.faults.tables.keys()),
        wanted=Wanted(TAP_MS, COMMIT_MS, house.crowd.limits.sockets, DISK_PERCENT),
        totals=totals(house),
        samples=tuple(watching.sampling.samples),
        nodes=(this_node(house),),
        tables=tuple(table_standing(house, name) for name in house.play.tables),
        alerts=watching.look(),
        backup=backup_state(call),
        journal=journal_state(house, written),
        keeping=keeping(file.keeping if file else KeepingIn()),
        webhook=LineState(house.webhook.says) if file and file.webhook else None,
        wallet=wallet_state(house) if file and file.wallet else None,
        version=__version__,
        program=software_digest(),
        checks=house.checks.standing,
    )


class Held(NamedTuple):
    """What only the journal knows."""

    entries: int
    checkpoint: Checkpoint | None


def written_in(store: Store) -> Held:
    return Held(store.tree_size(), store.last_checkpoint())


def totals(house: OpenHouse) -> Totals:
    taps, counted = taps_of(house.queue.figures), house.measuring.rounds
    bounds = (*(bound * 1000 for bound in BOUNDS), None)
    return Totals(
        taps=sum(taps),
        p50_ms=quantile_ms(taps, 0.5),
        p99_ms=quantile_ms(taps, 0.99),
        spread=tuple(map(Bucket, bounds, taps)),
        carried=house.queue.carried,
        refused=sum(house.queue.figures.refused.values()),
        commits=house.queue.commits,
        rounds=sum(counted[name, SETTLED] for name in house.play.tables),
        voided=sum(counted[name, VOID] for name in house.play.tables),
    )


def this_node(house: OpenHouse) -> Node:
    disk, name = shutil.disk_usage(house.folder), house.nodes.node if house.nodes else NODE
    return Node(
        name=name,
        tables=tuple(table for table in house.play.tables if holder(house, table) == name),
        up_since=house.started,
        load_percent=load_percent(),
        memory_percent=memory_percent(),
        disk_percent=disk.used * 100 // disk.total,
        disk_free_bytes=disk.free,
    )


def holder(house: OpenHouse, table: str) -> str:
    """The node that deals at a table; nothing where none is known to."""
    queue = house.queue
    return (queue.holdings.holder(table) or "") if isinstance(queue, NodeQueue) else NODE


def table_standing(house: OpenHouse, name: str) -> TableStanding:
    table = house.play.tables[name].table
    durable = house.queue.figures.durable.get(name)
    return TableStanding(
        table=name,
        node=holder(house, name),
        title=table.game.title,
        step=table.step,
        round=table.round.number,
        p99_ms=quantile_ms(durable.counts, 0.99) if durable else None,
        state=state_of(house, name),
    )


def state_of(house: OpenHouse, name: str) -> str:
    table = house.play.tables[name].table
    states = {
        "out-of-use": name in house.faults.disabled,
        "failed": name in house.faults.tables,
        "interrupted": table.interrupted,
        "held": table.awaiting is not None,
        "closed": not table.is_open,
    }
    return next((state for state, so in states.items() if so), "dealing")


def backup_state(call: AnyCall) -> BackupState:
    made = call.desk.watching.backups
    kept = backups.kept_in(made.to, SHOWN) if made.to else []
    last = call.house.checks.backups.last
    return BackupState(
        configured=made.to is not None,
        making=made.is_making,
        said=made.said,
        kept=tuple(KeptBackup(*one) for one in kept),
        proven=ProvenBackup(last.file, last.made, last.entries) if last else None,
    )


def journal_state(house: OpenHouse, written: Held) -> JournalState:
    last = written.checkpoint
    return JournalState(
        entries=written.entries,
        size=sum(one.stat().st_size for one in house.folder.glob(f"{JOURNAL}*")),
        checkpoint=last.size if last else 0,
        checkpoint_at=last.at if last else None,
        writable=house.queue.paused is None,
        witnesses=tuple(
            WitnessState(one.url, max(0, (last.size if last else 0) - one.signed), one.says)
            for one in house.witnessing.witnesses
        ),
    )


def keeping(told: KeepingIn) -> KeepingState:
    return KeepingState(personal_days=days_kept(told.personal, "personal"))


def wallet_state(house: OpenHouse) -> LineState:
    return LineState(next(iter(house.queue.remarks()), None))


class OfAlert(Strict, frozen=True):
    alert: Name


async def take(call: Call[None, None, OfAlert]) -> Says | Refused:
    name = call.who.name
    found = next((one for one in call.desk.watching.look() if one.id == call.place.alert), None)
    if found is None:
        return not_found(NO_SUCH_ALERT())
    if found.taken is not None:
        says = ALERT_IS_TAKEN_ALREADY(name=found.taken.by)
        return declined(Policy.NOTHING_WAITS, says)
    act = AlertTaken(
        at=call.desk.now(), by=name, alert=found.id, since=found.since, said=found.said
    )
    no = await call.desk.write(lambda: call.house.acts.record(act))
    return no or Says.of(ALERT_IS_TAKEN(name=name))


async def back_up(call: PlainCall) -> Says | Refused:
    """Recorded before it begins; what comes of it is told by how the house stands."""
    made, now = call.desk.watching.backups, call.desk.now()
    if no := made.hinders(now):
        return no
    act = BackupAsked(at=now, by=call.who.name)
    no = await call.desk.write(lambda: call.house.acts.record(act))
    if no is None and (no := made.hinders(now)) is None:
        made.begin(now)
    return no or Says.of(BACKUP_IS_BEGUN())


OPERATIONS = (
    Operation(
        "GET",
        "/api/operations",
        "How the house stands: figures of the last hour, tables, alerts, backups, journal.",
        standing,
        HouseStanding,
        may=MANAGERS | AUDITOR,
    ),
    Operation(
        "POST",
        "/api/operations/alerts/{alert}/take",
        "Somebody looks after an alert; it is recorded.",
        take,
        Says,
        may=MANAGERS,
        place=OfAlert,
    ),
    Operation(
        "POST",
        "/api/operations/backup",
        "A backup into the folder that the house's file names, restored on trial; recorded.",
        back_up,
        Says,
        may=MANAGERS,
        counted=True,
        optional=True,
    ),
)
