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


class KnownAccount(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    role: Role
    locked: bool
    phone: bool
    """Whether a second factor is set up."""
    seen: int | None
    """When its owner last signed in, in milliseconds."""
    doubted: bool = False
    """Locked because a backup was put back, and for nothing else."""
    once_until: int | None = None
    """Until when it has a one-time code, in milliseconds; none once its owner has a password."""


def known(folder: Path) -> list[KnownAccount]:
    with held(folder) as store:
        return [
            KnownAccount(
                name=name,
                role=one.role,
                locked=one.locked,
                phone=one.secret is not None,
                seen=one.seen,
                doubted=one.doubted,
                once_until=one.once_until,
            )
            for name, one in People(store).accounts.items()
        ]


def code_for(folder: Path, name: str) -> str:
    with held_with_key(folder) as store:
        code = People(store).recover_password(name, Clock(newest(store))())
    if isinstance(code, Refused):
        raise BadInput(code.says, name)
    return code


def confirmed(folder: Path, number: int) -> str:
    """What was done, and the code for the owner, where one was made."""
    with held_with_key(folder) as store:
        made = People(store).confirm_from_folder(number, Clock(newest(store))())
    if isinstance(made, Refused):
        raise BadInput(made.says, str(number))
    asked = made.proposal
    code = f"\nits owner's one-time code is {made.code}" if made.code else ""
    return f"{asked.asks} {asked.name} ({asked.role}), proposed by {asked.by}, is confirmed{code}"


def waiting(folder: Path) -> list[str]:
    """For whoever holds the folder, while the managers of a new house are not all there yet."""
    with held(folder) as store:
        register, now = People(store).register, Clock(newest(store))()
    if not register.founders:
        return []
    return [
        f"proposal {one.number}: {one.asks} {one.name} ({one.role}), by {one.by}: {one.reason}"
        for one in register.proposed.values()
        if now < one.until
    ]


def unlocked(folder: Path, name: str) -> None:
    with held_with_key(folder) as store:
        no = People(store).recover_account(name, Clock(newest(store))())
    if no is not None:
        raise BadInput(no.says, name)


def line(one: KnownAccount) -> str:
    seen = "never signed in" if one.seen is None else f"last signed in {moment(one.seen)}"
    shut = "locked since the restore" if one.doubted else "locked"
    notes = [seen, *([shut] if one.locked else []), *(["a phone"] if one.phone else [])]
    if one.once_until is not None:
        notes.append(f"a one-time password until {moment(one.once_until)}")
    return f"{one.name:<12} {one.role:<15} {', '.join(notes)}"


def moment(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"
