"""`croupier house`: what is done to a house by whoever holds its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier import digest
from croupier.cli.house_options import Database, From, House, Machine, Table, To
from croupier.cli.journal import journal
from croupier.cli.reading import one_line
from croupier.cli.verb import FOUND_SOMETHING, AsJson, Journal, declared
from croupier.cli.writing import put_json, told
from croupier.problems import BadInput
from croupier.server import housekeeping

app = declared()
Folder = Annotated[str, typer.Argument(metavar="FOLDER")]
Demonstration = Annotated[
    bool, typer.Option("--demonstration", help="for guests with play credits")
]
Account = Annotated[str, typer.Argument(metavar="NAME")]


@app.callback()
def house() -> None:
    """Found a house, check it, see how it stands, change its keys, let somebody in again."""


@app.command()
def init(
    folder: Folder,
    *,
    demonstration: Demonstration = False,
    real: Annotated[bool, typer.Option("--real", help="for money, with three managers")] = False,
    name: Annotated[str | None, typer.Option(help="of the house")] = None,
    currency: Annotated[str | None, typer.Option(help="like SGD")] = None,
    locale: Annotated[str | None, typer.Option(help="like en-SG or zh-SG")] = None,
    day: Annotated[str | None, typer.Option(metavar="HH:MM", help="when it begins")] = None,
    zone: Annotated[str | None, typer.Option(help="like Asia/Singapore")] = None,
    tables: Annotated[
        list[str] | None, typer.Option(metavar="GAME,...", help="by their games, again for more")
    ] = None,
    dealer: Annotated[str | None, typer.Option(metavar="WHO", help="automatic or person")] = None,
    manager: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="of a real house; three times")
    ] = None,
) -> None:
    """Found a house in a new folder: its configuration file, its journal and its keys.

    What no flag says is asked at a terminal; elsewhere nothing is asked, and it is as in the
    default house. A real house has three managers, each with a one-time password on a sheet.
    """
    from croupier.cli import house_init

    given = house_init.Given(
        demonstration=demonstration,
        real=real,
        name=name,
        currency=currency,
        locale=locale,
        gaming_day=day,
        time_zone=zone,
        tables=",".join(tables) if tables else None,
        dealer=dealer,
        managers=tuple(manager or ()),
    )
    house_init.init(Path(folder), given)


@app.command()
def check(file: Annotated[str, typer.Argument(metavar="FILE")], *, as_json: AsJson = False) -> int:
    """Say what is wrong with a house's file; of its folder all that stops or endangers it.

    Exit status 1 when anything is.
    """
    from croupier.cli import house_check

    found = list(house_check.found(file))
    said = found or [f"{file}: nothing is wrong with it."]
    told({"file": file, "faults": found}, *said, as_json=as_json)
    return FOUND_SOMETHING if found else 0


@app.command()
def status(file: Journal, *, as_json: AsJson = False) -> None:
    """Show the tables, the money held, the meters and the program's digest."""
    from croupier.cli import house_status

    with journal(file) as store:
        found = housekeeping.standing(store)
    told(found, *house_status.lines(found), as_json=as_json)


@app.command()
def keys(
    folder: Folder,
    *,
    rotate: Annotated[bool, typer.Option("--rotate", help="a new signing key")] = False,
    revoke: Annotated[str | None, typer.Option(metavar="KEY", help="an earlier key")] = None,
    after: Annotated[int | None, typer.Option(help="the last entry it counts for")] = None,
    reason: Annotated[str, typer.Option(help="why it is revoked")] = "",
    publish: Annotated[bool, typer.Option("--publish", help="write a missing signing.pub")] = False,
    protect: Annotated[bool, typer.Option("--protect", help="under a passphrase")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the keys of a house and their history; rotate or revoke one while it is closed.

    A new key is signed by the old one, and every change is recorded in the journal.
    """
    from croupier.cli import house_keys

    place = Path(folder)
    if revoke is None and (after is not None or reason):
        raise BadInput("goes with --revoke KEY", "after" if after is not None else "reason")
    if publish:
        house_keys.published(place)
    if protect:
        house_keys.protected(place)
    if rotate:
        house_keys.rotated(place)
    if revoke is not None:
        if after is None or not reason.strip():
            raise BadInput("say after which entry, and why: --after N --reason WHY", "revoke")
        why = one_line(reason, "reason")
        house_keys.revoked(place, house_keys.Revocation(revoke, after, why))
    chain = house_keys.history(place)
    told(chain, *house_keys.lines(chain, house_keys.places_of(place)), as_json=as_json)


@app.command()
def people(
    folder: Folder,
    *,
    confirm: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="a proposal, as its second person")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the accounts of a house that is closed.

    Until all three managers of a new house have passwords of their own, whoever holds the folder
    is the second person for what one of them has proposed; the journal has it as done so.
    """
    from croupier.cli import house_people

    if confirm is not None:
        said = house_people.confirmed(Path(folder), confirm)
        told({"confirmed": confirm, "says": said}, said, as_json=as_json)
        return
    found = house_people.known(Path(folder))
    if as_json:
        put_json(found)
    else:
        print("\n".join(map(house_people.line, found)) or "no accounts")
        for line in house_people.waiting(Path(folder)):
            print(line)


@app.command()
def password(folder: Folder, name: Account, *, as_json: AsJson = False) -> None:
    """Give a one-time code for the owner of an account of a house that is closed.

    It is for setting a password at sign-in, within 24 hours; a second factor is gone with the old
    one. The journal has it as done by whoever holds the folder.
    """
    from croupier.cli import house_people

    code = house_people.code_for(Path(folder), name)
    told({"name": name, "code": code}, code, as_json=as_json)


@app.command()
def unlock(folder: Folder, name: Account, *, as_json: AsJson = False) -> None:
    """Open a locked account of a house that is closed."""
    from croupier.cli import house_people

    house_people.unlocked(Path(folder), name)
    told({"name": name, "unlocked": True}, f"{name} is unlocked", as_json=as_json)


@app.command()
def reconcile(folder: Folder, *, as_json: AsJson = False) -> int:
    """Compare a house's records with those of the wallet that keeps its players' money.

    Each difference is named by its id; exit status 1 when there are any.
    """
    from croupier.cli import house_reconcile

    found = house_reconcile.compared(Path(folder))
    told(found._asdict(), *house_reconcile.lines(found), as_json=as_json)
    return FOUND_SOMETHING if found.differences else 0


@app.command()
def backup(
    folder: Folder,
    to: Annotated[str, typer.Argument(metavar="FILE")],
    *,
    encrypt: Annotated[bool, typer.Option("--encrypt", help="ask for a passphrase")] = False,
    damaged: Annotated[bool, typer.Option("--damaged", help="also if it is not whole")] = False,
    as_json: AsJson = False,
) -> None:
    """Write journal, keys and configuration into one new file, while the house goes on.

    With CROUPIER_PASSPHRASE, or a file named by CROUPIER_PASSPHRASE_FILE, it is encrypted.
    """
    from croupier.cli import house_backup

    made = house_backup.back_up(Path(folder), Path(to), damaged=damaged, encrypt=encrypt)
    told(made, *made.lines, as_json=as_json)


@app.command()
def restore(
    source: Annotated[str, typer.Argument(metavar="FILE")],
    folder: Folder,
    *,
    as_json: AsJson = False,
) -> None:
    """Put a backup of a house into a new or empty folder, once it is found whole."""
    from croupier.cli import house_backup

    made = house_backup.restore(Path(source), Path(folder))
    told(made, *made.lines, as_json=as_json)


@app.command()
def erase(
    folder: Folder,
    player: Annotated[str | None, typer.Argument(metavar="PLAYER")] = None,
    *,
    due: Annotated[bool, typer.Option("--due", help="all whose time is over")] = False,
    confirm: Annotated[str, typer.Option(metavar="NAME", help="the second person, a manager")],
    reason: Annotated[str, typer.Option(help="why")],
    as_json: AsJson = False,
) -> None:
    """Erase a person's private data in a house that is closed; no proof breaks.

    The second person gives the own password. What was erased, by whom and why is in the journal.
    """
    from croupier.cli import house_erase

    if (player is None) != due:
        raise BadInput("one person by name, or all with --due", "erase")
    why = one_line(reason, "reason")
    acts = list(house_erase.erased(Path(folder), player, confirm, why))
    lines = map(house_erase.line, acts) if acts else ["nobody's time is over"]
    told(acts, *lines, as_json=as_json)


@app.command("verify-program")
def verify_program(
    file: Annotated[str | None, typer.Argument(metavar="DB", help="a journal or a folder")] = None,
    *,
    as_json: AsJson = False,
) -> int:
    """Say which program this is, and whether it is as it was installed.

    With a journal, also whether the house was last opened by it; with a house's folder, whether it
    is the one that was accepted. Exit status 1 when it is not so.
    """
    from croupier.cli import house_program

    wrong = list(digest.changed_dependencies())
    if file is not None:
        wrong += house_program.wrong_beside(file)
    program, known = digest.software_digest(), len(digest.dependencies())
    lines = wrong or [f"{known} dependencies are as they were installed."]
    found = {"program": program, "dependencies": known, "faults": wrong}
    told(found, f"program {program}", *lines, as_json=as_json)
    return FOUND_SOMETHING if wrong else 0


@app.command()
def manifest(
    to: Annotated[str, typer.Argument(metavar="FILE")],
    *,
    key: Annotated[str, typer.Option(metavar="KEY", help="the maker's; made where there is none")],
    as_json: AsJson = False,
) -> None:
    """Write the manifest of this program, signed by its maker: files, dependencies, hashes."""
    from croupier.cli import house_program

    said = house_program.written(Path(to), Path(key))
    told({"file": to, "program": digest.software_digest(), "says": said}, said, as_json=as_json)


@app.command("accept-program")
def accept_program(
    folder: Folder,
    *,
    confirm: Annotated[
        str | None, typer.Option(metavar="NAME", help="the second person, a manager")
    ] = None,
    made: Annotated[
        str | None, typer.Option("--manifest", metavar="FILE", help="signed by the maker")
    ] = None,
    beside: Annotated[
        bool, typer.Option("--beside", help="those accepted before may run as well, for an upgrade")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say that this program, as it is installed, is the one that should run in a house.

    The house is closed, or open on several machines. Its manifest is signed by the house, and the
    journal has it. From then on the house holds the program against it at each opening, each day
    and on demand; with another it does not open.
    """
    from croupier.cli import house_program

    from_maker = Path(made) if made is not None else None
    wanted = house_program.Wanted(confirm, from_maker, beside)
    act = house_program.accepted(Path(folder), wanted)
    told(act, house_program.line(act), as_json=as_json)


@app.command()
def nodes(*, folder: House = "house", database: Database = None, as_json: AsJson = False) -> None:
    """Show the machines of a house, the tables that each holds, and how far each has read."""
    from croupier.cli import house_nodes

    house_nodes.show(folder, database, as_json=as_json)


@app.command("hand-over")
def hand_over(
    table: Table,
    node: Machine,
    *,
    folder: House = "house",
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Ask the machine that holds a table to hand it over at the end of its round."""
    from croupier.cli import house_nodes

    said = house_nodes.handed_over(folder, database, table, node)
    told({"table": table, "to": node, "says": said}, said, as_json=as_json)


@app.command()
def move(source: From, target: To, *, as_json: AsJson = False) -> None:
    """Copy the journal of a closed house to PostgreSQL, or from there back into a file.

    Every entry is checked before and compared afterwards; keys and configuration stay where they
    are. A URL is like postgresql://USER@HOST/DATABASE?schema=NAME.
    """
    from croupier.cli import house_move

    found = house_move.moved(source, target)
    told(found, found.says, as_json=as_json)
