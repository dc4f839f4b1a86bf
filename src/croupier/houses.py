"""The library's questions to a house: its journal verified, replayed, reported, kept safe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from croupier.argument_checks import checked

if TYPE_CHECKING:
    from os import PathLike

    from croupier.server.past.played import Played
    from croupier.server.past.recall import Recalled
    from croupier.wire.report import Report


@checked
def audit(journal: str | PathLike[str], key: str | None = None) -> list[str]:
    """Everything in a house's journal that is not as it was written; nothing when it is whole."""
    from croupier.server import streams  # noqa: PLC0415
    from croupier.server.journal.backup import journal as opened  # noqa: PLC0415
    from croupier.server.journal.verify import public_key  # noqa: PLC0415

    public = None if key is None else public_key(key)
    with opened(Path(journal)) as store:
        return list(streams.faults(store, public))


@checked
def played(journal: str | PathLike[str], table: str, round_: int) -> Played:
    """A round of a house, event by event, with the table before and after each."""
    from croupier.server.journal.backup import journal as opened  # noqa: PLC0415
    from croupier.server.past.played import played_round  # noqa: PLC0415 - a house is loaded where one is asked

    with opened(Path(journal)) as store:
        return played_round(store, table, round_)


@checked
def scenario_of(
    journal: str | PathLike[str], table: str, round_: int, as_whom: str | None = None
) -> str:
    """A round of a house as a scenario file that holds, or as one player could write it down."""
    from croupier.server.journal.backup import journal as opened  # noqa: PLC0415
    from croupier.server.past.written import written_round  # noqa: PLC0415 - a house is loaded where one is asked

    with opened(Path(journal)) as store:
        return written_round(store, table, round_, as_whom)


@checked
def recall(journal: str | PathLike[str], player: str) -> list[Recalled]:
    """A player's last ten rounds as the player saw them, the newest first."""
    from croupier.server.journal.backup import journal as opened  # noqa: PLC0415
    from croupier.server.past.recall import last_rounds  # noqa: PLC0415 - a house is loaded where one is asked

    with opened(Path(journal)) as store:
        return last_rounds(store, player)


@checked
def report(
    journal: str | PathLike[str], since: int | None = None, until: int | None = None
) -> Report:
    """What a house took and won in a shift, from one millisecond until before another."""
    from croupier.server.journal.backup import journal as opened  # noqa: PLC0415
    from croupier.server.money import report as reports  # noqa: PLC0415 - a house is loaded where one is asked

    with opened(Path(journal)) as store:
        return reports.report(store, since, until)


@checked
def backup(journal: str | PathLike[str], to: str | PathLike[str], *, damaged: bool = False) -> None:
    """A house's journal copied while the house goes on; one that is not whole only if asked for."""
    from croupier.server import streams  # noqa: PLC0415
    from croupier.server.journal import backup as backups  # noqa: PLC0415

    with backups.journal(Path(journal)) as store:
        if not damaged:
            wrong = list(streams.faults(store))
            backups.refuse_damaged(wrong, Path(journal), "nothing is backed up")
        store.back_up(Path(to))


@checked
def restore(source: str | PathLike[str], to: str | PathLike[str], key: str | None = None) -> int:
    """A backup put in place once it is found whole; how many entries it holds."""
    from croupier.server import streams  # noqa: PLC0415
    from croupier.server.journal import backup as backups  # noqa: PLC0415
    from croupier.server.journal.verify import public_key  # noqa: PLC0415

    public = None if key is None else public_key(key)
    return backups.restore(Path(source), Path(to), lambda store: streams.faults(store, public))
