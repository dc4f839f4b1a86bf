"""`croupier house`: what is done to a house by whoever holds its folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier import digest
from croupier.cli.house_options import Database, From, House, Machine, Table, To
from croupier.cli.journal import journal
from croupier.cli.reading import one_line
from croupier.cli.verb import FOUND_SOMETHING, AsJson, Journal, declared
from croupier.cli.writing import put_json
from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.server import housekeeping
from croupier.server.journal.acts import Acts, HouseOpened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.housekeeping import Standing, TableStanding


app = declared(no_args_is_help=True)
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
def check(file: Annotated[str, typer.Argument(metavar="FILE")]) -> int:
    """Say what is wrong with a house's file; of its folder all that stops or endangers it.

    Exit status 1 when anything is.
    """
    from croupier.cli import house_check

    found = list(house_check.found(file))
    print("\n".join(found) or f"{file}: nothing is wrong with it.")
    return FOUND_SOMETHING if found else 0


@app.command()
def status(file: Journal, *, as_json: AsJson = False) -> None:
    """Show the tables, the money held, the meters and the program's digest."""
    with journal(file) as store:
        found = housekeeping.standing(store)
    if as_json:
        put_json(found)
    else:
        print("\n".join(standing_lines(found)))


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
    if as_json:
        put_json(chain)
    else:
        print("\n".join(house_keys.lines(chain, house_keys.places_of(place))))


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
        print(house_people.confirmed(Path(folder), confirm))
        return
    found = house_people.known(Path(folder))
    if as_json:
        put_json(found)
    else:
        print("\n".join(map(house_people.line, found)) or "no accounts")
        for line in house_people.waiting(Path(folder)):
            print(line)


@app.command()
def password(folder: Folder, name: Account) -> None:
    """Give a one-time code for the owner of an account of a house that is closed.

    It is for setting a password at sign-in, within 24 hours; a second factor is gone with the old
    one. The journal has it as done by whoever holds the folder.
    """
    from croupier.cli import house_people

    print(house_people.code_for(Path(folder), name))


@app.command()
def unlock(folder: Folder, name: Account) -> None:
    """Open a locked account of a house that is closed."""
    from croupier.cli import house_people

    house_people.unlocked(Path(folder), name)
    print(f"{name} is unlocked")


@app.command()
def reconcile(folder: Folder, *, as_json: AsJson = False) -> int:
    """Compare a house's records with those of the wallet that keeps its players' money.

    Each difference is named by its id; exit status 1 when there are any.
    """
    from croupier.cli import house_reconcile

    found = house_reconcile.compared(Path(folder))
    if as_json:
        put_json(found._asdict())
    else:
        waiting = found.outstanding
        print("\n".join(found.differences) or "nothing differs.")
        print(
            f"{found.transfers:,} transfers of the wallet;"
            f" {waiting.reservations + waiting.to_send} not answered by it,"
            f" {format_amount(waiting.cents)} to be sent."
        )
    return FOUND_SOMETHING if found.differences else 0


@app.command()
def backup(
    folder: Annotated[str, typer.Argument(metavar="FOLDER")],
    to: Annotated[str, typer.Argument(metavar="FILE")],
    *,
    encrypt: Annotated[bool, typer.Option("--encrypt", help="ask for a passphrase")] = False,
    damaged: Annotated[bool, typer.Option("--damaged", help="also if it is not whole")] = False,
) -> None:
    """Write journal, keys and configuration into one new file, while the house goes on.

    With CROUPIER_PASSPHRASE, or a file named by CROUPIER_PASSPHRASE_FILE, it is encrypted.
    """
    from croupier.cli import house_backup

    house_backup.back_up(Path(folder), Path(to), damaged=damaged, encrypt=encrypt)


@app.command()
def restore(
    source: Annotated[str, typer.Argument(metavar="FILE")],
    folder: Annotated[str, typer.Argument(metavar="FOLDER")],
) -> None:
    """Put a backup of a house into a new or empty folder, once it is found whole."""
    from croupier.cli import house_backup

    house_backup.restore(Path(source), Path(folder))


@app.command()
def archive(
    folder: Folder,
    *,
    before: Annotated[str | None, typer.Option(metavar="DAY", help="else by house.toml")] = None,
) -> None:
    """Move the events of rounds from before a day (UTC) to files; the house is closed.

    `audit verify` reads each file, and the journal with all of them. Keep them beside it, in the
    folder `archive`: without a file, whatever asks for its rounds says which one is missing.
    """
    from croupier.cli import house_archive

    told = [house_archive.line(one) for one in house_archive.archived(Path(folder), before)]
    print("\n".join(told) or "no rounds from before that can be moved")


@app.command()
def erase(
    folder: Folder,
    player: Annotated[str | None, typer.Argument(metavar="PLAYER")] = None,
    *,
    due: Annotated[bool, typer.Option("--due", help="all whose time is over")] = False,
    confirm: Annotated[str, typer.Option(metavar="NAME", help="the second person, a manager")],
    reason: Annotated[str, typer.Option(help="why")],
) -> None:
    """Erase a person's private data in a house that is closed; no proof breaks.

    The second person gives the own password. What was erased, by whom and why is in the journal.
    """
    from croupier.cli import house_erase

    if (player is None) != due:
        raise BadInput("one person by name, or all with --due", "erase")
    why = one_line(reason, "reason")
    told = [house_erase.line(one) for one in house_erase.erased(Path(folder), player, confirm, why)]
    print("\n".join(told) or "nobody's time is over")


@app.command("verify-program")
def verify_program(
    file: Annotated[str | None, typer.Argument(metavar="DB", help="a journal or a folder")] = None,
) -> int:
    """Say which program this is, and whether it is as it was installed.

    With a journal, also whether the house was last opened by it; with a house's folder, whether it
    is the one that was accepted. Exit status 1 when it is not so.
    """
    from croupier.cli import house_program

    wrong = list(digest.changed_dependencies())
    if file is not None:
        with journal(file) as store:
            last = [act for act in Acts(store).last if isinstance(act, HouseOpened)][-1:]
        wrong += [
            f"the house was last opened by {one.program}"
            for one in last
            if one.program != digest.software_digest()
        ]
        if Path(file).is_dir():
            wrong += house_program.wrong_in(Path(file))
    print("\n".join([f"program {digest.software_digest()}", *wrong]))
    if not wrong:
        print(f"{len(digest.dependencies())} dependencies are as they were installed.")
    return FOUND_SOMETHING if wrong else 0


@app.command()
def manifest(
    to: Annotated[str, typer.Argument(metavar="FILE")],
    *,
    key: Annotated[str, typer.Option(metavar="KEY", help="the maker's; made where there is none")],
) -> None:
    """Write the manifest of this program, signed by its maker: files, dependencies, hashes."""
    from croupier.cli import house_program

    print(house_program.written(Path(to), Path(key)))


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
) -> None:
    """Say that this program, as it is installed, is the one that should run in a closed house.

    Its manifest is signed by the house, and the journal has it. From then on the house holds the
    program against it at each opening, each day and on demand; with another it does not open.
    """
    from croupier.cli import house_program

    from_maker = Path(made) if made is not None else None
    print(house_program.line(house_program.accepted(Path(folder), confirm, from_maker)))


def standing_lines(found: Standing) -> Iterator[str]:
    yield from (table(one) for one in found.tables)
    if not found.tables:
        yield "no tables"
    money = found.players.values()
    own, aside = sum(one.balance for one in money), sum(one.provisional for one in money)
    yield (
        f"{len(found.players)} players: {format_amount(own)} of their own,"
        f" {format_amount(aside)} provisional, {format_amount(sum(one.owed for one in money))} owed"
    )
    for name, meter in found.meters.items():
        frozen = ", frozen" if meter.frozen else ""
        yield f"jackpot of {name}: {format_amount(meter.displayed_cents)}{frozen}"
    yield f"tickets not yet redeemed: {format_amount(found.tickets_cents)}"
    yield f"{found.entries:,} entries; program {found.software}"


def table(one: TableStanding) -> str:
    notes = (
        [] if one.is_open else ["closed"],
        ["interrupted"] if one.interrupted else [],
        ["waits for a decision"] if one.awaiting else [],
    )
    after = "".join(f", {note}" for some in notes for note in some)
    return (
        f"{one.table}: {one.game}, version {one.version}, round {one.round}, {one.step}{after};"
        f" stakes held {format_amount(one.stakes_cents)}"
    )


@app.command()
def nodes(*, folder: House = "house", database: Database = None, as_json: AsJson = False) -> None:
    """Show the machines of a house, the tables that each holds, and how far each has read."""
    from croupier.cli import house_nodes

    house_nodes.show(folder, database, as_json=as_json)


@app.command("hand-over")
def hand_over(
    table: Table, node: Machine, *, folder: House = "house", database: Database = None
) -> None:
    """Ask the machine that holds a table to hand it over at the end of its round."""
    from croupier.cli import house_nodes

    print(house_nodes.handed_over(folder, database, table, node))


@app.command()
def move(source: From, target: To) -> None:
    """Copy the journal of a closed house to PostgreSQL, or from there back into a file.

    Every entry is checked before and compared afterwards; keys and configuration stay where they
    are. A URL is like postgresql://USER@HOST/DATABASE?schema=NAME.
    """
    from croupier.cli import house_move

    print(house_move.moved(source, target))
