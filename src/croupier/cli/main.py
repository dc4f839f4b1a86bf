"""The program `croupier`: its verbs, and one line for whatever is wrong with the input."""

from __future__ import annotations

import os
import re
import sys
from io import TextIOWrapper
from typing import Annotated

import typer
from typer.exceptions import Abort, Exit, TyperException

from croupier.problems import BadInput
from croupier.version import __version__

BAD_INPUT = 2
FOUND_SOMETHING = 1
NO_WHOLE_NUMBER = re.compile(r"(Input should be|Unable to parse)\b.*\binteger\b.*")

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
)
File = Annotated[str, typer.Argument(metavar="FILE", help="a file, or - for standard input")]
Journal = Annotated[str, typer.Argument(metavar="DB", help="a house's journal")]
PublicKey = Annotated[
    str | None, typer.Option(help="the house's public key, or the file that holds it")
]
AsJson = Annotated[bool, typer.Option("--json", help="answer as JSON")]


@app.command(short_help="Settle rounds, each wager with the clause behind it.")
def settle(file: File = "-", *, json: AsJson = False) -> None:
    """Settle a round, or many (JSON, or JSON Lines), each wager with the clause behind it."""
    from croupier.cli import settle as verb

    verb.run(file, as_json=json)


@app.command(short_help="Whether an interrupted round has an outcome, by proof.")
def established(file: File = "-", *, json: AsJson = False) -> None:
    """Say which bets of interrupted rounds have won or lost, however the unseen cards (??) fall."""
    from croupier.cli import established as verb

    verb.run(file, as_json=json)


@app.command(short_help="What a document orders when something goes wrong.")
def ruling(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    irregularity: Annotated[
        str | None, typer.Argument(metavar="IRREGULARITY", help="nothing: what can be asked")
    ] = None,
    *,
    fact: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="handled=true")
    ] = None,
    interpretation: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="a reading other than the default"),
    ] = None,
    json: AsJson = False,
) -> None:
    """Say what follows from an irregularity, who decides it, and by which clauses."""
    from croupier.cli import ruling as verb

    verb.run(name, irregularity, fact or (), interpretation or (), as_json=json)


@app.command(short_help="The roads of a baccarat shoe, from its results.")
def roads(
    sequence: Annotated[
        str, typer.Argument(metavar="SEQUENCE", help="BBPTB, or - for a shoe a line")
    ] = "-",
    *,
    json: AsJson = False,
) -> None:
    """Draw the five roads of baccarat: B, P, T; b or p behind a letter marks a pair."""
    from croupier.cli import roads as verb

    verb.run(sequence, as_json=json)


@app.command(short_help="Documents, clauses, the trace, amendments.")
def rules(
    what: Annotated[
        str | None, typer.Argument(metavar="GAME|trace|amended", help="nothing: the documents")
    ] = None,
    which: Annotated[
        str | None, typer.Argument(metavar="CLAUSE|FILE", help="of the game; of the amended text")
    ] = None,
    *,
    game: Annotated[str | None, typer.Option(help="with amended: the game it is about")] = None,
    json: AsJson = False,
) -> None:
    """Show the documents, a game's clauses, one clause, the trace, or what a new text amends."""
    from croupier.cli import rules as verb

    raise Exit(verb.run(what, which, game, as_json=json))


@app.command(short_help="Exact odds of every bet.")
def odds(
    name: Annotated[str | None, typer.Argument(metavar="GAME")] = None,
    *,
    everything: Annotated[bool, typer.Option("--all", help="all five games side by side")] = False,
    decks: Annotated[int | None, typer.Option(help="baccarat: 4 to 8, else 8")] = None,
    interpretation: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="a reading other than the default"),
    ] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="the house edge under every reading, side by side")
    ] = False,
    pays: Annotated[
        list[str] | None,
        typer.Option(metavar="BET:LINE=PAYS", help="another pay: royal-pictures:three-kings=200:1"),
    ] = None,
    meter: Annotated[str | None, typer.Option(help="the jackpot's amount, else its seed")] = None,
    hands: Annotated[
        int | None, typer.Option(help="hands with an ante at the table, for the Envy Bonus")
    ] = None,
    json: AsJson = False,
) -> None:
    """Show the exact odds of every bet and line of a game."""
    from croupier.cli import odds as verb

    asked = verb.Asked(decks, tuple(interpretation or ()), tuple(pays or ()), meter, hands)
    verb.run_odds(name, asked, everything=everything, every_reading=readings, as_json=json)


@app.command(short_help="A game's figures as a PAR sheet.")
def par(
    name: Annotated[str | None, typer.Argument(metavar="GAME")] = None,
    *,
    out: Annotated[
        str | None,
        typer.Option(help="FILE.xlsx, .pdf, .html, .md, .csv or .json; else Markdown is shown"),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="one workbook or PDF of all games")
    ] = False,
    decks: Annotated[int | None, typer.Option(help="baccarat: 4 to 8, else 8")] = None,
    interpretation: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="a reading other than the default"),
    ] = None,
    pays: Annotated[
        list[str] | None, typer.Option(metavar="BET:LINE=PAYS", help="another pay")
    ] = None,
    meter: Annotated[str | None, typer.Option(help="the jackpot's amount, else its seed")] = None,
    hands: Annotated[int | None, typer.Option(help="hands with an ante at the table")] = None,
    simulation: Annotated[
        str | None, typer.Option(help="a simulation's answer as JSON, to stand beside")
    ] = None,
) -> None:
    """Write a PAR sheet; in the workbook every figure follows from the pays by formulas."""
    from croupier.cli import par as verb
    from croupier.cli.odds import Asked

    asked = Asked(decks, tuple(interpretation or ()), tuple(pays or ()), meter, hands)
    verb.run(name, asked, out, simulation, everything=everything)


@app.command(short_help="Exact odds of what is left in a baccarat shoe.")
def shoe(
    *,
    left: Annotated[str | None, typer.Option(help="cards left by rank: A=31,2=32,...")] = None,
    seen: Annotated[str | None, typer.Option(help="cards seen: 'Kh 9s ...'")] = None,
    decks: Annotated[int | None, typer.Option(help="with --seen: of so many decks, else 8")] = None,
    moves: Annotated[
        bool, typer.Option("--moves", help="how the edges move card by card; else a whole shoe's")
    ] = False,
    spread: Annotated[
        int | None, typer.Option(help="how they spread over so many shuffled shoes")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="with --spread, else 1")] = None,
    json: AsJson = False,
) -> None:
    """Show the exact odds of every baccarat bet for what is left in a shoe."""
    from croupier.cli import shoe as verb

    verb.run(verb.Asked(left, seen, decks, moves, spread, seed), as_json=json)


@app.command(short_help="Best play, and what other play costs.")
def strategy(
    name: Annotated[str, typer.Argument(metavar="GAME")] = "three-card-poker",
    hand: Annotated[str | None, typer.Option(help="the value of both choices: 'Qh 6d 4s'")] = None,
    *,
    json: AsJson = False,
) -> None:
    """Show which hands to play and which to fold."""
    from croupier.cli import strategy as verb

    verb.run(name, hand, as_json=json)


@app.command(short_help="Where a player stands after many rounds.")
def session(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    *,
    bet: Annotated[
        list[str] | None, typer.Option(metavar="NAME=STAKE", help="one or more, on one hand")
    ] = None,
    rounds: Annotated[int | None, typer.Option(help="so many; or --hours")] = None,
    hours: Annotated[str | None, typer.Option(help="so long, as 4 or 2.5; else 1")] = None,
    per_hour: Annotated[int, typer.Option(help="rounds in an hour")] = 60,
    bankroll: Annotated[
        str | None, typer.Option(help="what the player has: adds the risk of ruin")
    ] = None,
    boxes: Annotated[
        int | None, typer.Option(help="so many such boxes against one dealer, together")
    ] = None,
    json: AsJson = False,
) -> None:
    """Show where a player stands after many rounds alike, and what the house may lose."""
    from croupier.cli import session as verb

    length = verb.Length(rounds, hours, per_hour)
    verb.run(name, tuple(bet or ()), length, bankroll, boxes, as_json=json)


@app.command(short_help="Play a game on the terminal against the automatic dealer.")
def play(
    name: Annotated[str | None, typer.Argument(metavar="GAME")] = None,
    *,
    seed: Annotated[int | None, typer.Option(help="for a repeatable evening")] = None,
    bankroll: Annotated[str | None, typer.Option(help="what you bring, else 1000.00")] = None,
    others: Annotated[int | None, typer.Option(help="so many simulated players as well")] = None,
    device: Annotated[
        str | None, typer.Option(help="the shoe: manual or automated, else manual")
    ] = None,
    transcript: Annotated[
        str | None, typer.Option(metavar="FILE", help="keep the evening as JSON Lines")
    ] = None,
    replay: Annotated[
        str | None, typer.Option(metavar="FILE", help="show a transcript; is its result the same?")
    ] = None,
) -> None:
    """Play a game on the terminal: bets, cards, and each result with the clause behind it."""
    from croupier.cli import play as verb

    options = verb.Options(seed, bankroll, others, device, transcript)
    raise Exit(verb.run(name, options, replay))


@app.command(short_help="Random and hostile play at six tables, checked after every event.")
def soak(
    *,
    seed: Annotated[int, typer.Option(help="which random play it is")] = 1,
    rounds: Annotated[int, typer.Option(help="rounds at all tables together")] = 1000,
    json: AsJson = False,
) -> None:
    """Send random and hostile commands to six tables and check them after every event."""
    from croupier.cli import soak as verb

    raise Exit(verb.run(seed, rounds, as_json=json))


@app.command(short_help="Open a house, as its house.toml says.")
def serve(
    *,
    folder: Annotated[
        str, typer.Option("--folder", "--house", help="where the house is kept")
    ] = "house",
    host: Annotated[str | None, typer.Option(help="the address to listen at")] = None,
    port: Annotated[int | None, typer.Option(help="0: any that is free")] = None,
    pace: Annotated[float | None, typer.Option(help="of automatic dealers; 0: at once")] = None,
    patience: Annotated[
        float | None, typer.Option(help="seconds for rounds in play when the house stops")
    ] = None,
    certificate: Annotated[str | None, typer.Option(help="a TLS certificate file")] = None,
    key: Annotated[str | None, typer.Option(help="its key file")] = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error")] = None,
    log_file: Annotated[str | None, typer.Option(help="else standard error")] = None,
) -> None:
    """Open the house of a folder on the web, as its house.toml says; flags stand above it.

    Without that file it is the default house: a demonstration with a table of each game.
    """
    from croupier.cli import serve as verb

    verb.run(
        folder,
        host=host,
        port=port,
        pace=pace,
        patience=patience,
        certificate=certificate,
        key=key,
        log_level=log_level,
        log_file=log_file,
    )


@app.command(name="shoe-simulator", short_help="An electronic shoe, to try a table with.")
def shoe_simulator(
    address: Annotated[str, typer.Argument(metavar="HOST:PORT", help="where a table listens")],
    *,
    shoe: Annotated[str, typer.Option(help="its name; fillings are NAME-1, NAME-2")] = "s1",
    decks: Annotated[int, typer.Option(help="of each filling")] = 8,
    fillings: Annotated[int, typer.Option(help="so many, one after the other")] = 1,
    seed: Annotated[int | None, typer.Option(help="for a repeatable order")] = None,
) -> None:
    """Send shuffled cards to a table, each again until it is taken."""
    from croupier.cli import shoe_simulator as verb

    verb.run(address, shoe, decks, fillings, seed)


audits = typer.Typer(no_args_is_help=True)
app.add_typer(audits, name="audit", short_help="A house's journal: verify, replay, recall, export.")
houses = typer.Typer(no_args_is_help=True)
app.add_typer(houses, name="house", short_help="A house: init, check, status.")


@audits.callback()
def audit() -> None:
    """Verify, replay, recall and export a house's journal."""


@houses.callback()
def house() -> None:
    """Found a house, check its configuration, see how it stands."""


@audits.command()
def verify(file: Journal, *, key: PublicKey = None, json: AsJson = False) -> None:
    """Say whether a journal is whole; exit status 1 when anything is not as it was written."""
    from croupier.cli import audit as verb

    raise Exit(verb.verify(file, key, as_json=json))


@audits.command(name="replay")
def replay_round(
    file: Journal,
    table: Annotated[str, typer.Argument(metavar="TABLE")],
    number: Annotated[int, typer.Argument(metavar="ROUND")],
    *,
    as_whom: Annotated[
        str | None, typer.Option("--as", metavar="WHO", help="only what this person saw")
    ] = None,
    capture: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="keep the round with its proofs, for a dispute"),
    ] = None,
) -> None:
    """Show a round step by step, with every posting and clause."""
    from croupier.cli import audit as verb

    verb.replay(file, table, number, as_whom, capture)


@audits.command()
def recall(
    file: Journal,
    player: Annotated[str, typer.Argument(metavar="PLAYER")],
    *,
    json: AsJson = False,
) -> None:
    """Show a player's last ten rounds as the player saw them, the newest first."""
    from croupier.cli import audit as verb

    verb.recall(file, player, as_json=json)


@audits.command()
def export(
    file: Journal,
    *,
    out: Annotated[
        str | None, typer.Option(help="FILE.jsonl or .csv; else JSON Lines are shown")
    ] = None,
) -> None:
    """Write every event with its postings and hashes."""
    from croupier.cli import audit as verb

    verb.export(file, out)


@app.command(short_help="Copy a house's journal while the house goes on.")
def backup(file: Journal, to: Annotated[str, typer.Argument(metavar="TO")]) -> None:
    """Copy a journal whole, while the house goes on; nothing is overwritten."""
    from croupier.cli import backup as verb

    verb.back_up(file, to)


@app.command(short_help="Put a backup in place, once it is found whole.")
def restore(
    source: Annotated[str, typer.Argument(metavar="FROM")],
    to: Annotated[str, typer.Argument(metavar="DB")],
    *,
    key: PublicKey = None,
) -> None:
    """Put a backup where there is no journal, once it is found whole."""
    from croupier.cli import backup as verb

    verb.restore(source, to, key)


@app.command(short_help="Drop, handle, win and hold, against the exact house edge.")
def report(
    file: Journal,
    *,
    since: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="2026-07-01T06:00, in UTC")
    ] = None,
    until: Annotated[str | None, typer.Option("--to", metavar="TIME", help="until before")] = None,
    json: AsJson = False,
) -> None:
    """Show what a house took and won in a shift, by table, game and bet, and what is improbable."""
    from croupier.cli import report as verb

    verb.run(file, since, until, as_json=json)


@houses.command()
def init(folder: Annotated[str, typer.Argument(metavar="FOLDER")]) -> None:
    """Write a configuration file, an empty journal and the house's keys into a new folder."""
    from croupier.cli import house as verb

    verb.init(folder)


@houses.command()
def check(file: Annotated[str, typer.Argument(metavar="FILE")]) -> None:
    """Say what is wrong with a configuration file; exit status 1 when anything is."""
    from croupier.cli import house as verb

    raise Exit(verb.check(file))


@houses.command()
def status(file: Journal, *, json: AsJson = False) -> None:
    """Show the tables, the money held, the meters and the program's digest."""
    from croupier.cli import house as verb

    verb.status(file, as_json=json)


@app.command(short_help="One round of each game, dealt and settled.")
def demo(seed: Annotated[int, typer.Option(help="which evening it is")] = 3) -> None:
    """Deal one round of each game from a seed and settle it, every line with its reason."""
    from croupier.cli import demo as verb

    verb.run(seed)


fairness_app = typer.Typer(rich_markup_mode=None)
app.add_typer(fairness_app, name="fairness", short_help="Sealed shoes: were they dealt as sealed?")


@fairness_app.command("verify", short_help="Check a table's public record.")
def fairness_verify(file: File = "-", *, json: AsJson = False) -> None:
    """Check that every round of a table's public record was dealt as its shoe was sealed."""
    from croupier.cli import fairness as verb

    raise Exit(verb.verify(file, as_json=json))


@fairness_app.command("record", short_help="Write a table's public record.")
def fairness_record(
    database: Annotated[str, typer.Argument(metavar="DB", help="the house's journal")],
    table: Annotated[str, typer.Argument(metavar="TABLE")],
) -> None:
    """Write a table's public record as JSON: commitments, rounds, and orders once revealed."""
    from croupier.cli import fairness as verb

    verb.write_record(database, table)


@app.callback()
def options(
    *,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Casino tables run exactly by their approved rules."""
    if version:
        print(f"croupier {__version__}")
        raise Exit


def main() -> None:
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller: there is no one to print to
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a suit that a terminal cannot show is a ?
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    try:
        status = app(arguments or ["--help"], prog_name="croupier", standalone_mode=False)
        sys.stdout.flush()
    except Exit as leaving:
        return leaving.exit_code
    except (BrokenPipeError, SystemExit):  # typer leaves so when the reader has seen enough
        stop_writing()
        return 0
    except OSError as error:
        stop_writing()
        file = f"{error.filename}: " if error.filename else ""
        return complain(f"{file}cannot be written: {error.strerror or error}")
    except (BadInput, TyperException, Abort, KeyboardInterrupt) as problem:
        return complain(what_is_wrong(problem))
    return status or 0


def what_is_wrong(problem: BaseException) -> str:
    if isinstance(problem, TyperException):
        said = NO_WHOLE_NUMBER.sub("a whole number is expected", problem.format_message())
        asked = getattr(getattr(problem, "ctx", None), "command_path", "croupier")
        return f"{said.rstrip('.')}. Try '{asked} --help'."
    return str(problem) if isinstance(problem, BadInput) else "interrupted"


def stop_writing() -> None:
    """Nothing more reaches standard output, not even what is left at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(what: str) -> int:
    print(" ".join(what.split()), file=sys.stderr)
    return BAD_INPUT
