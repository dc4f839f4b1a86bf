"""Whether a house can deal, and if not, why: each reason a code with its facts."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from croupier.said import Said, Sentence
from croupier.server import restored
from croupier.server.house_folder import content
from croupier.server.nodes import figures as of_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.opening import OpenHouse

LEAST_FREE = 64 * 2**20
"""Bytes; with less a commit may soon fail, and whoever sends players here should know before."""
JOURNAL_CANNOT_BE_WRITTEN = Sentence("journal-cannot-be-written", "{reason}")
JOURNAL_IS_UNREADABLE = Sentence("journal-is-unreadable", "the journal cannot be read: {reason}")
JOURNAL_IS_NOT_AS_WRITTEN = Sentence(
    "journal-is-not-as-written",
    "{count} of what the journal holds is not as it was written: see its notices",
)
PROGRAM_IS_ANOTHER = Sentence(
    "program-is-another", "the program is not the one that was accepted for this house"
)
KEY_IS_GONE = Sentence("key-is-gone", "{file} is gone")
KEY_HAS_CHANGED = Sentence("key-has-changed", "{file} has changed")
NO_TABLE_CAN_DEAL = Sentence("no-table-can-deal", "no table can deal")
DISK_IS_ALMOST_FULL = Sentence(
    "disk-is-almost-full", "{free_megabytes} MB are free where the journal lies, {least} are needed"
)
HOUSE_IS_STOPPING = Sentence("house-is-stopping", "the house is stopping")


def not_ready(house: OpenHouse) -> list[Said]:
    """Nothing where it can deal, also with a table that has failed."""
    found = *wrong_with_journal(house), *wrong_with_keys(house), *wrong_with_tables(house)
    other = house.checks.must_match and house.noticing.verdict.count
    return [*found, *((PROGRAM_IS_ANOTHER(),) if other else ())]


def wrong_with_journal(house: OpenHouse) -> Iterator[Said]:
    if house.queue.paused:
        yield JOURNAL_CANNOT_BE_WRITTEN(reason=house.queue.paused)
    if house.noticing.unreadable:
        yield JOURNAL_IS_UNREADABLE(reason=house.noticing.unreadable)
    if house.checks.journal.faults:
        yield JOURNAL_IS_NOT_AS_WRITTEN(count=len(house.checks.journal.faults))
    free = shutil.disk_usage(house.folder).free
    if free < LEAST_FREE:
        yield DISK_IS_ALMOST_FULL(free_megabytes=free // 2**20, least=LEAST_FREE // 2**20)


def wrong_with_keys(house: OpenHouse) -> Iterator[Said]:
    for path, opened_with in house.key_files.items():
        now = content(path)
        if now != opened_with:
            yield (KEY_IS_GONE if now is None else KEY_HAS_CHANGED)(file=path.name)


def wrong_with_tables(house: OpenHouse) -> Iterator[Said]:
    if house.deadline is not None:
        yield HOUSE_IS_STOPPING()
    if house.play.tables and not house.play.tables.keys() - house.faults.tables.keys():
        yield NO_TABLE_CAN_DEAL()


def remarks(house: OpenHouse) -> list[str]:
    """What whoever looks after the house should know, though it can deal."""
    told = [restored.says(house.restored)] if house.restored else []
    others = (house.queue, house.witnessing, house.webhook, house.checks)
    told += map(str, of_nodes.remarks(house.queue))
    return [*told, *(says for one in others for says in one.remarks())]
