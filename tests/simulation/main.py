"""The commands of the simulations: `python -m tests.simulation soak`, `insider` or `rehearsal`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from croupier.cli.main import said
from croupier.cli.verb import AsJson, declared
from croupier.problems import BadInput
from tests.simulation.insider_command import run_insider
from tests.simulation.rehearsal_command import run_nodes
from tests.simulation.soak_command import run_soak

Seed = Annotated[int, typer.Option(help="the seed of the random play")]
Rounds = Annotated[int, typer.Option(help="rounds at all tables together")]
Nodes = Annotated[int, typer.Option(help="number of nodes")]
RecordFile = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="write a line for each evening; continue after the last line"
    ),
]
app = declared()


@app.command()
def soak(seed: Seed = 1, rounds: Rounds = 1000, *, as_json: AsJson = False) -> int:
    """Send random and hostile commands to tables of all games; check them after every event."""
    return run_soak(seed, checked(rounds), as_json=as_json)


@app.command()
def insider(seed: Seed = 1, rounds: Rounds = 1000, *, as_json: AsJson = False) -> int:
    """Let one dealer lie at will among honest others; compare every wager with the true round."""
    return run_insider(seed, checked(rounds), as_json=as_json)


@app.command()
def rehearsal(
    seed: Seed = 1,
    rounds: Rounds = 1000,
    nodes: Nodes = 3,
    record: RecordFile = None,
    *,
    as_json: AsJson = False,
) -> int:
    """Run a house on several nodes in one process; kill, delay and disconnect its nodes."""
    return run_nodes(seed, checked(rounds), nodes, record, as_json=as_json)


def checked(rounds: int) -> int:
    if rounds < 1:
        raise BadInput("at least one round is played", "rounds")
    return rounds


def run(arguments: list[str]) -> int:
    """Return the exit status: 0, 1 if something was found, 2 if the arguments are wrong."""
    try:
        status: int | None = app(arguments, prog_name="tests.simulation", standalone_mode=False)
        sys.stdout.flush()
    except (Exception, SystemExit, KeyboardInterrupt) as problem:  # noqa: BLE001 - or raised again
        return said(problem)
    return status or 0
