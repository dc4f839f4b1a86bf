"""`croupier house people|password|unlock`: for whoever holds the folder of a closed house."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from croupier.cli.house_keys import held
from croupier.cli.house_keys import unlocked as held_with_key
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.problems import BadInput
from croupier.server.people.people import People
from croupier.server.play.clock import Clock, newest

if TYPE_CHECKING:
    from pathlib import Path


class KnownAccount(msgspec.Struct, frozen=True):
    name: str
    role: Role
    locked: bool
    phone: bool
    """Whether a second factor is set up."""
    seen: int | None
    """When its owner last signed in, in milliseconds."""
    doubted: bool = False
    """Locked because a backup was put back, and for nothing else."""


def known(folder: Path) -> list[KnownAccount]:
    with held(folder) as store:
        return [
            KnownAccount(name, one.role, one.locked, one.secret is not None, one.seen, one.doubted)
            for name, one in People(store).accounts.items()
        ]


def code_for(folder: Path, name: str) -> str:
    with held_with_key(folder) as store:
        code = People(store).recover_password(name, Clock(newest(store))())
    if isinstance(code, Refused):
        raise BadInput(code.says, name)
    return code


def unlocked(folder: Path, name: str) -> None:
    with held_with_key(folder) as store:
        no = People(store).recover_account(name, Clock(newest(store))())
    if no is not None:
        raise BadInput(no.says, name)


def line(one: KnownAccount) -> str:
    seen = "never signed in"
    if one.seen is not None:
        seen = f"last signed in {datetime.fromtimestamp(one.seen / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    shut = "locked since the restore" if one.doubted else "locked"
    notes = [seen, *([shut] if one.locked else []), *(["a phone"] if one.phone else [])]
    return f"{one.name:<12} {one.role:<15} {', '.join(notes)}"
