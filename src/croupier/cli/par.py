"""`croupier par`."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from croupier.api import odds
from croupier.cli.odds import Asked, check_options, compute
from croupier.cli.reading import path_of, read
from croupier.games import GAMES, game
from croupier.par.files import KINDS, PDF, WHOLE, WORKBOOK, written
from croupier.par.sheet import ParSheet, read_simulation
from croupier.problems import BadInput


def run(
    name: str | None, asked: Asked, out: str | None, simulation: str | None, *, everything: bool
) -> None:
    suffix = ".md" if out is None else path_of(out).suffix.lower()
    if suffix not in KINDS:
        raise BadInput(f"write to one of {', '.join(KINDS)}", str(out))
    if everything:
        if suffix not in WHOLE:
            raise BadInput(f"--all writes one file: --out FILE{WORKBOOK} or FILE{PDF}")
        sheets = all_games(name, asked, simulation)
    elif name is None:
        raise BadInput(f"which game? one of {', '.join(one.name for one in GAMES)}; or --all")
    else:
        sheets = [one_game(name, asked, simulation)]
    if out is None:
        print(written(suffix, sheets).decode(), end="")
    else:
        save(out, written(suffix, sheets))


def all_games(name: str | None, asked: Asked, simulation: str | None) -> list[ParSheet]:
    if name or asked != Asked() or simulation is not None:
        raise BadInput("--all takes no game and no other option but --out")
    return [ParSheet(odds(one.name)) for one in GAMES]


def one_game(name: str, asked: Asked, simulation: str | None) -> ParSheet:
    game(name)
    check_options(name, asked)
    found = compute(name, asked)
    beside = {} if simulation is None else read_simulation(read(simulation), found)
    return ParSheet(found, asked.pays, beside)


def save(out: str, data: bytes) -> None:
    file = Path(out)
    beside = file.with_name(f".{file.name}.part")
    try:
        beside.write_bytes(data)
        beside.replace(file)  # whole or not at all: what stood there is not lost half-way
    except OSError as error:
        with suppress(OSError):  # where there is no such place, nothing was left there
            beside.unlink()
        raise BadInput(f"cannot be written: {error.strerror or error}", out) from None
    print(f"{out}: {len(data):,} bytes")
