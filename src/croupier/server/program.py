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
from croupier.version import __version__

if TYPE_CHECKING:
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


def last_accepted(store: Store) -> ProgramAccepted | None:
    entries = list(store.select(Selection(stream=STREAM, event=ACCEPTED)))
    act = read_act(entries[-1]) if entries else None
    return act if isinstance(act, ProgramAccepted) else None


def accepted_in(folder: Path, act: ProgramAccepted, keys: KeyChain) -> Manifest:
    """The manifest that lies in the house's folder, signed by it, and the one that was accepted."""
    publics = [one.public for one in keys.keys if not one.is_revoked]
    found = manifest.read(written_at(folder / FILE), *publics)
    if manifest.digest(found) != act.manifest:
        raise BadInput("is not the manifest that was accepted", FILE)
    return found


def written_at(path: Path) -> str:
    try:
        if path.stat().st_size > LONGEST:
            raise BadInput(f"has more than {LONGEST:,} bytes", str(path))
        return path.read_text("utf-8")
    except OSError as error:
        raise BadInput(f"cannot be read: {own_words(error)}", str(path)) from None
    except UnicodeDecodeError:
        raise BadInput("is no text in UTF-8", str(path)) from None


def verified(folder: Path, act: ProgramAccepted | None, keys: KeyChain) -> Verdict:
    """Its own files, and those of its dependencies, each read: it takes a second or two.

    Where nothing was ever accepted only the program's digest is told.
    """
    now = this_program()
    if act is None:
        return Verdict(program=now.program, version=now.version, accepted=None)
    try:
        wrong = [*accepted_in(folder, act, keys).differs(now.lines)]
    except BadInput as error:
        wrong = [str(error)]
    wrong += [*digest.changed_dependencies(), *digest.changed_caches()]
    return Verdict(
        program=now.program,
        version=now.version,
        accepted=act.program,
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
    """The file first: without the act it counts for nothing; whoever calls holds the house."""
    durable.replace(folder / FILE, manifest.sign(found, keys.private).encode())
    refused = Acts(store).record(act)
    if refused is not None:
        raise BadInput(refused.says, "accept-program")
