"""Which program should run, by the manifest that was accepted, and whether it is that one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier import digest
from croupier.problems import BadInput, own_words
from croupier.server.journal import durable, manifest
from croupier.server.journal.acts import STREAM, Acts, read_act
from croupier.server.journal.check_acts import ProgramAccepted
from croupier.server.journal.manifest import FILE, Manifest
from croupier.server.journal.store import Selection
from croupier.server.journal.stream import until_written
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from croupier.server.journal.keychain import KeyChain
    from croupier.server.journal.keys import Keys
    from croupier.server.journal.store import Store

ACCEPTED = "program-accepted"
MOST_NAMED = 20
LONGEST = 4_000_000
ACCEPT = "croupier house accept-program FOLDER --confirm NAME"


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What was found when the program's files were looked at."""

    program: str
    version: str
    accepted: str | None
    """The program that should run; none was ever accepted."""
    differs: tuple[str, ...] = ()
    """The first of what differs."""
    count: int = 0

    @property
    def says(self) -> str:
        more = f", and {self.count - 1} more" if self.count > 1 else ""
        return f"{self.differs[0]}{more}" if self.differs else ""


def this_program() -> Manifest:
    """As its files are now."""
    return Manifest(__version__, digest.lines_now())


def all_accepted(store: Store) -> tuple[ProgramAccepted, ...]:
    """Those that should run, the newest first: one, and while a house is upgraded several."""
    found = list[ProgramAccepted]()
    for entry in reversed(list(store.select(Selection(stream=STREAM, event=ACCEPTED)))):
        act = read_act(entry)
        assert isinstance(act, ProgramAccepted)
        found.append(act)
        if not act.beside:
            break
    return tuple(found)


def last_accepted(store: Store) -> ProgramAccepted | None:
    return next(iter(all_accepted(store)), None)


def in_force(keys: KeyChain) -> list[str]:
    return [one.public for one in keys.keys if not one.is_revoked]


def accepted_as(now: Manifest, acts: Sequence[ProgramAccepted], keys: KeyChain) -> str | None:
    """The program that this one is, by what the house itself has signed."""
    wanted, publics = manifest.digest(now), in_force(keys)
    for act in acts:
        if act.manifest == wanted and manifest.is_signed(now, act.signature, *publics):
            return act.program
    return None


def accepted_in(folder: Path, acts: Sequence[ProgramAccepted], keys: KeyChain) -> Manifest:
    """The manifest that lies in the house's folder, signed by it, and of those accepted."""
    found = manifest.read(written_at(folder / FILE), *in_force(keys))
    if manifest.digest(found) not in {act.manifest for act in acts}:
        raise BadInput("is not the manifest that was accepted", FILE)
    return found


def differs(
    folder: Path, acts: Sequence[ProgramAccepted], keys: KeyChain, now: Manifest
) -> list[str]:
    """From the one in the folder, where it is none of those that the house has signed."""
    if accepted_as(now, acts, keys) is not None:
        return []
    try:
        return [*accepted_in(folder, acts, keys).differs(now.lines)]
    except BadInput as error:
        return [str(error)]


def written_at(path: Path) -> str:
    try:
        if path.stat().st_size > LONGEST:
            raise BadInput(f"has more than {LONGEST:,} bytes", str(path))
        return path.read_text("utf-8")
    except OSError as error:
        raise BadInput(f"cannot be read: {own_words(error)}", str(path)) from None
    except UnicodeDecodeError:
        raise BadInput("is no text in UTF-8", str(path)) from None


def verified(folder: Path, acts: Sequence[ProgramAccepted], keys: KeyChain) -> Verdict:
    """Its own files, and those of its dependencies, each read: it takes a second or two.

    Where nothing was ever accepted only the program's digest is told.
    """
    now = this_program()
    if not acts:
        return Verdict(program=now.program, version=now.version, accepted=None)
    wrong = differs(folder, acts, keys, now)
    wrong += [*digest.changed_dependencies(), *digest.changed_caches()]
    return Verdict(
        program=now.program,
        version=now.version,
        accepted=accepted_as(now, acts, keys) or acts[0].program,
        differs=tuple(wrong[:MOST_NAMED]),
        count=len(wrong),
    )


def refuse_other(verdict: Verdict, folder: Path) -> None:
    if verdict.count:
        says = (
            f"this program is not the one that was accepted for this house: {verdict.says}."
            f" If it is meant to run, say so: {ACCEPT}"
        )
        raise BadInput(says, str(folder))


def made_by(path: Path, maker: str) -> Manifest:
    """Of a maker whose key the house knows; and of the program that is here."""
    found = manifest.read(written_at(path), maker)
    for wrong in found.differs(digest.lines_now()):
        raise BadInput(f"is of another program than this: {wrong}", str(path))
    return found


def refuse_changed() -> None:
    for wrong in (*digest.changed_dependencies(), *digest.changed_caches()):
        raise BadInput(f"{wrong}: this program is not whole, and is not accepted")


def accept(folder: Path, store: Store, keys: Keys, found: Manifest, act: ProgramAccepted) -> None:
    """The file first: without the act it counts for nothing.

    Whoever calls holds the house, or has a turn; that of a program beside others is in the act.
    """
    if not act.beside:
        durable.replace(folder / FILE, manifest.sign(found, keys.private).encode())
    acts = Acts(store)
    refused = until_written(lambda: acts.record(act))
    if refused is not None:
        raise BadInput(refused.says, "accept-program")
