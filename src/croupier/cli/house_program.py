"""Which program should run in a house: `croupier house manifest`, `accept-program` and others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier.cli.house_erase import asked, second
from croupier.cli.house_keys import history, places_of, unlocked, unlocked_beside_nodes
from croupier.cli.journal import house_journal, journal
from croupier.cli.serve import planned
from croupier.digest import software_digest
from croupier.problems import BadInput, own_words
from croupier.server import program
from croupier.server.journal import durable, keyring, manifest
from croupier.server.journal.acts import Acts, HouseOpened
from croupier.server.journal.check_acts import ProgramAccepted
from croupier.server.journal.keys import Keys, Passphrase
from croupier.server.journal.meta import DEMONSTRATION, YES
from croupier.server.journal.place import node_in
from croupier.server.people.accounts import FOLDER
from croupier.server.people.people import People
from croupier.server.play.clock import Clock, newest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.journal.manifest import Manifest

BESIDE = "beside"


def written(to: Path, key: Path) -> str:
    """Of the program that runs this, signed with its maker's key; one line says what it is."""
    if to.exists():
        raise BadInput("is there already", str(to))
    program.refuse_changed()
    keys = Keys.at(key) if key.exists() else Keys.create(key)
    found = program.this_program()
    try:
        durable.create(to, manifest.sign(found, keys.private).encode(), durable.READ_BY_ALL)
    except OSError as error:
        raise BadInput(f"cannot be written: {own_words(error)}", str(to)) from None
    return (
        f"{to}: version {found.version}, program {found.program},"
        f" {len(found.lines)} files and dependencies; its maker's key is {keys.public}"
    )


def chosen(folder: Path, made: Path | None) -> tuple[Manifest, str | None]:
    """The program that is here, as its maker has signed it where the house asks for that."""
    maker = planned(folder).file.checks.maker
    if (maker is None) != (made is None):
        says = (
            f"the house's file pins its maker's key {maker[:16]}…: --manifest names what it signed"
            if maker
            else "the house's file pins no maker's key, by which it could be known: checks, maker"
        )
        raise BadInput(says, "manifest")
    if maker is not None and made is not None:
        return program.made_by(made, maker), maker
    return program.this_program(), None


class Wanted(NamedTuple):
    confirm: str | None = None
    made: Path | None = None
    """The manifest of its maker."""
    beside: bool = False


def accepted(folder: Path, wanted: Wanted, ask: Callable[[str], str] = asked) -> ProgramAccepted:
    """By whoever holds the folder; in a real house a manager confirms it with the own password.

    While it is closed, or open at several machines.
    """
    program.refuse_changed()
    found, maker = chosen(folder, wanted.made)
    confirm, is_open = wanted.confirm, node_in(folder) is not None
    with unlocked_beside_nodes(folder) if is_open else unlocked(folder) as store:
        if wanted.beside and not program.all_accepted(store):
            raise BadInput(
                "none was accepted for this house yet, beside which it could run", BESIDE
            )
        if confirm is not None:
            people = People(store, second_factor=planned(folder).file.people.second_factor)
            second(people, confirm, Clock(newest(store))(), ask)
        elif store.meta().get(DEMONSTRATION) != YES:
            raise BadInput("in a real house a second person confirms it: --confirm NAME", "confirm")
        at, places = Clock(newest(store))(), places_of(folder)
        signing, _ = keyring.held(places, store, Passphrase())
        act = ProgramAccepted(
            at=at,
            by=FOLDER,
            confirmed_by=confirm,
            version=found.version,
            program=found.program,
            manifest=manifest.digest(found),
            maker=maker,
            beside=wanted.beside,
            signature=manifest.signature(found, signing.private),
        )
        program.accept(folder, store, signing, found, act)
        if not is_open:  # else a node signs it, with what comes next
            keyring.sign(places, store, signing, at)
    return act


def line(act: ProgramAccepted) -> str:
    by = f", confirmed by {act.confirmed_by}" if act.confirmed_by else ""
    made = f", made by {act.maker[:16]}…" if act.maker else ""
    beside = ", beside those accepted before" if act.beside else ""
    return f"version {act.version}, program {act.program}{made}, is accepted{by}{beside}."


def wrong_beside(file: str) -> Iterator[str]:
    """Of the program that runs this, held against a journal, or a house's folder."""
    with journal(file) as store:
        last = [act for act in Acts(store).last if isinstance(act, HouseOpened)][-1:]
    for one in last:
        if one.program != software_digest():
            yield f"the house was last opened by {one.program}"
    if Path(file).is_dir():
        yield from wrong_in(Path(file))


def wrong_in(folder: Path) -> Iterator[str]:
    """Of the program that runs this, held against what was accepted for a house."""
    with house_journal(folder) as store:
        acts = program.all_accepted(store)
    if not acts:
        yield "no program was accepted for this house yet: croupier house accept-program"
        return
    wrong = program.differs(folder, acts, history(folder), program.this_program())
    yield from (f"not as accepted: {one}" for one in wrong)
