"""`croupier play`: a game on a terminal, against the automatic dealer."""

from __future__ import annotations

from contextlib import contextmanager
from secrets import randbelow
from shlex import quote
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from rich.text import Text

from croupier.cli import felt
from croupier.cli.completions import devices
from croupier.cli.reading import amount, path_of, read
from croupier.cli.seat import Seat
from croupier.cli.show import ANY_WIDTH, same_again, screen
from croupier.cli.verb import FOUND_SOMETHING, AnyGameName, declared
from croupier.cli.writing import put_json, refuse_place
from croupier.engine.irregularities import Device
from croupier.games import GAMES
from croupier.money import format_amount
from croupier.problems import BadInput, own_words
from croupier.sim.evening import FORMAT, SEEDS, Opening, check_opening
from croupier.sim.transcript import Ending, line, parse
from croupier.sim.transcript import replay as replayed
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console

    from croupier.sim.transcript import Replayed

BANKROLL = "1000.00"
SHORT_DIGEST = 12

app = declared()


class Options(NamedTuple):
    seed: int | None
    bankroll: str | None
    others: int | None
    device: str | None
    transcript: str | None


@app.command()
def run(
    name: AnyGameName = None,
    *,
    seed: Annotated[int | None, typer.Option(help="for a repeatable evening")] = None,
    bankroll: Annotated[str | None, typer.Option(help="what you bring, else 1000.00")] = None,
    others: Annotated[int | None, typer.Option(help="so many simulated players as well")] = None,
    device: Annotated[
        str | None,
        typer.Option(help="the shoe: manual or automated, else manual", autocompletion=devices),
    ] = None,
    transcript: Annotated[
        str | None, typer.Option(metavar="FILE", help="keep the evening as JSON Lines")
    ] = None,
    replay: Annotated[
        str | None, typer.Option(metavar="FILE", help="show a transcript; is its result the same?")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="with --replay: answer as JSON")] = False,
) -> int:
    """Play a game on the terminal: bets, cards, and each result with the clause behind it."""
    options = Options(seed, bankroll, others, device, transcript)
    if replay is not None:
        return run_replay(name, options, replay, as_json=as_json)
    if as_json:
        raise BadInput("goes with --replay: a table is not played in JSON", "--json")
    if name is None:
        raise BadInput(f"which game? One of {', '.join(game.name for game in GAMES)}")
    opening = opening_of(name, options)
    with kept_in(options.transcript) as keep:
        keep(line(opening))
        seat = Seat(opening, screen(ANY_WIDTH), lambda asked: keep(line(asked)))
        seat.play()
        keep(line(Ending(seat.evening.digest)))
    tell_how_to_repeat(opening, options, seat.console)
    return 0


def opening_of(name: str, options: Options) -> Opening:
    setup = setup_of(name, Device.MANUAL if options.device is None else options.device)
    seed = randbelow(SEEDS) if options.seed is None else options.seed
    bankroll = amount(BANKROLL if options.bankroll is None else options.bankroll, "bankroll")
    opening = Opening(FORMAT, name, seed, bankroll, options.others or 0, setup)
    check_opening(opening)
    return opening


@contextmanager
def kept_in(file: str | None) -> Iterator[Callable[[bytes], object]]:
    """Where the lines of a transcript go as they come; nowhere without a file."""
    if file is None:
        yield lambda _line: None
        return
    if file == "-":
        raise BadInput("needs a file: standard output is the table's", "--transcript")
    path = path_of(file)
    refuse_place(path)
    try:
        opened = path.open("wb" if path.exists() else "xb", buffering=0)  # come what may
    except OSError as error:
        raise BadInput(f"cannot be written: {own_words(error)}", file) from None
    except ValueError:
        raise BadInput("is no name of a file", repr(file)[:60]) from None

    def keep(line: bytes) -> None:
        try:
            opened.write(line)
        except OSError as error:
            raise OSError(error.errno, error.strerror, file) from None

    with opened:
        yield keep


def tell_how_to_repeat(opening: Opening, options: Options, console: Console) -> None:
    said = options._asdict() | {"seed": opening.seed, "transcript": None}
    words = [f"--{name} {value}" for name, value in said.items() if value is not None]
    repeat = " ".join([f"croupier play {opening.game}", *words])
    same_again("evening", repeat, console)
    if options.transcript:
        how = f"croupier play --replay {quote(options.transcript)}"
        same_again("cards and bets", how, console)


def run_replay(name: str | None, options: Options, file: str, *, as_json: bool) -> int:
    if any(option is not None for option in options):
        raise BadInput("goes with no other option: the transcript says it all", "--replay")
    data = read(file)
    try:
        transcript = parse(data)
        if name is not None and name != transcript.opening.game:
            raise BadInput(f"an evening of {transcript.opening.game}, not {name[:40]!r}")  # noqa: TRY301
        console = screen(ANY_WIDTH)
        watch = None if as_json else lambda sitting: felt.concluded(sitting, console)
        found = replayed(transcript, watch)
    except BadInput as wrong:
        raise wrong.at(file) from None
    if as_json:
        money = format_amount(found.bankroll_cents)
        told = {"game": transcript.opening.game, "rounds": found.rounds, "bankroll": money}
        put_json(told | {"sha256": found.sha256, "same": found.same})
    else:
        tell_verdict(found, transcript.sha256, console)
    return 0 if found.same else FOUND_SOMETHING


def tell_verdict(found: Replayed, expected: str, console: Console) -> None:
    rounds = "1 round" if found.rounds == 1 else f"{found.rounds} rounds"
    left = f"{rounds}, {format_amount(found.bankroll_cents)} at the end"
    digest = found.sha256[:SHORT_DIGEST]
    if found.same:
        told = Text(f"The same result: {left}, digest {digest}.", "bold green")
    else:
        says = f"the digest is {digest} and the transcript says {expected[:SHORT_DIGEST]}"
        told = Text(f"Not the same result: {left}; {says}.", "bold red")
    console.print(told)
