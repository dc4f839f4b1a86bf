"""`croupier audit verify|replay|recall|export|receipt|accept|scenario`."""

from __future__ import annotations

import sys
from pathlib import Path
from time import time_ns
from typing import Annotated

import msgspec
import typer

from croupier.cli.asked_house import asked_house
from croupier.cli.journal import journal
from croupier.cli.reading import one_line, path_of
from croupier.cli.replay import recalled, replay_lines
from croupier.cli.verb import (
    FOUND_SOMETHING,
    AsJson,
    House,
    Journal,
    PublicKey,
    TableName,
    declared,
)
from croupier.cli.verify_file import verified
from croupier.cli.writing import OWNER_ONLY, put_json, refuse_place, save, tell, told
from croupier.engine.irregularities import Role
from croupier.problems import BadInput
from croupier.server.journal import export as exports
from croupier.server.past.capture import capture_round
from croupier.server.past.played import played_round
from croupier.server.past.recall import last_rounds
from croupier.server.past.replay import replay as replay_of
from croupier.server.past.written import written_round
from croupier.table.commands import Who

WRITERS = {".jsonl": exports.json_lines, ".csv": exports.comma_separated}

RoundNumber = Annotated[int, typer.Argument(metavar="ROUND")]
AsWhom = Annotated[
    str | None, typer.Option("--as", metavar="WHO", help="only what this person saw")
]

Checkpoints = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NOTE",
        help="one kept elsewhere, a receipt, capture or export, or SIZE:ROOT of a shift report",
    ),
]

app = declared()


@app.callback()
def audit() -> None:
    """Verify, replay, recall and export a house's journal; write its rounds as scenarios."""


@app.command()
def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="a journal, an export or a capture")],
    *,
    key: PublicKey = None,
    checkpoint: Checkpoints = None,
    house: House = None,
    as_json: AsJson = False,
) -> int:
    """Say whether a journal is whole; exit status 1 when anything is not as it was written."""
    found = verified(file, key, checkpoint or [], asked_house(house))
    if as_json:
        judged = {"key": found.key, "faults": found.faults}
        put_json(found.counts | judged | ({"notes": found.notes} if found.notes else {}))
    elif found.faults:
        tell(*found.faults)
    else:
        under = f"under {found.counts['checkpoints']:,} checkpoints ({found.signed})"
        tell(f"The {found.what} is whole: {found.counts['entries']:,} entries {under}.")
    if not as_json:
        tell(*(f"{note}." for note in found.notes))
    return FOUND_SOMETHING if found.faults else 0


@app.command()
def replay(
    file: Journal,
    table: TableName,
    number: RoundNumber,
    *,
    as_whom: AsWhom = None,
    capture: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="keep the round with its proofs, for a dispute"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a round step by step, with every posting and clause."""
    with journal(file) as store:
        if capture is not None:
            refuse_place(path_of(capture))
            captured = capture_round(store, table, number, time_ns() // 1_000_000)
            text = msgspec.json.format(msgspec.json.encode(captured))
            save(capture, [text, b"\n"], OWNER_ONLY, quiet=as_json)
            if as_json:
                put_json(captured)
            return
        played = played_round(store, table, number)
    if as_json:
        who = Who(as_whom, Role.PLAYER) if as_whom else Who("auditor", Role.AUDITOR)
        put_json(replay_of(played, who, all_cards=as_whom is None))
        return
    tell(*list(replay_lines(played, as_whom)))


@app.command()
def recall(
    file: Journal,
    player: Annotated[str, typer.Argument(metavar="PLAYER")],
    *,
    as_json: AsJson = False,
) -> None:
    """Show a player's last ten rounds as the player saw them, the newest first."""
    with journal(file) as store:
        found = last_rounds(store, player)
    if as_json:
        put_json(found)
        return
    if not found:
        raise BadInput(f"{player[:40]!r} has played no round")
    for one in found:
        tell(*recalled(one))


@app.command()
def export(
    file: Journal,
    *,
    out: Annotated[
        str | None, typer.Option(help="FILE.jsonl or .csv; else JSON Lines are shown")
    ] = None,
) -> None:
    """Write every event with its postings and hashes."""
    suffix = Path(out).suffix.lower() if out else ".jsonl"
    if suffix not in WRITERS:
        raise BadInput(f"write to one of {', '.join(WRITERS)}", str(out))
    if out:
        refuse_place(path_of(out))
    with journal(file) as store:
        if suffix == ".jsonl" and (left := exports.unsigned_yet(store)):
            print(f"{left:,} entries are not signed yet, and are left out", file=sys.stderr)
        lines = WRITERS[suffix](store)
        if out is None:
            sys.stdout.buffer.writelines(lines)
        else:
            save(out, lines, OWNER_ONLY)


@app.command()
def receipt(
    file: Annotated[str, typer.Argument(metavar="FILE", help="a player's receipt of a round")],
    *,
    key: PublicKey = None,
    checkpoint: Checkpoints = None,
    house: House = None,
    as_json: AsJson = False,
) -> int:
    """Say whether a player's receipt holds; exit status 1 when it does not."""
    from croupier.cli.verify_receipt import verified_receipt

    said, found, notes = verified_receipt(file, key, checkpoint or [], asked_house(house))
    if as_json:
        put_json({"faults": found} | ({"notes": notes} if notes else {}))
    else:
        tell(*(found or [said]), *(f"{note}." for note in notes))
    return FOUND_SOMETHING if found else 0


@app.command()
def accept(
    folder: Annotated[str, typer.Argument(metavar="FOLDER")],
    *,
    by: Annotated[str, typer.Option(metavar="NAME", help="who put the backup back")],
    anyway: Annotated[
        bool, typer.Option("--anyway", help="also where no checkpoint tells of what is lost")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Record that a backup was put back, so that the house opens with fewer entries than known."""
    from croupier.cli.accepting import accepted
    from croupier.cli.house_backup import next_steps

    act = accepted(Path(folder), by := one_line(by, "by"), anyway=anyway)
    known = "" if act.known is None else f" of {act.known:,} that were known"
    said = f"{folder}: recorded and signed: {act.entries:,} entries{known} were put back by {by}."
    told(act, said, *next_steps(Path(folder)), as_json=as_json)


@app.command()
def scenario(
    file: Journal, table: TableName, number: RoundNumber, *, as_whom: AsWhom = None
) -> None:
    """Write a round that has ended as a scenario file, which `croupier scenario` plays."""
    with journal(file) as store:
        text = written_round(store, table, number, as_whom)
    print(text, end="")
