"""The library: each verb of the command line as a function."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbelow
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.argument_checks import checked
from croupier.cards import Hand, parse_cards
from croupier.compliance.amending import amended_by
from croupier.engine.configuration import check_decks, check_limits
from croupier.engine.limits import Limit
from croupier.engine.rulings import Ruling
from croupier.engine.rulings import ruling as ruling_in
from croupier.engine.settlement import Settlement
from croupier.engine.settlement import settle as settle_round
from croupier.frames import to_pandas, to_polars
from croupier.games import GAMES, game, reading
from croupier.houses import audit, backup, played, recall, report, restore, scenario_of
from croupier.lab.paytables import Change, with_pays
from croupier.mathematics import (
    odds,
    players,
    session,
    shoe_moves,
    shoe_odds,
    simulate,
    strategy,
    two_boxes,
    variant,
)
from croupier.par.asked import par
from croupier.problems import BadInput
from croupier.scenario.playing import Outcome
from croupier.scenario.playing import play as play_situation
from croupier.scenario.reading import scripts
from croupier.table.commands import Setup
from croupier.table.established import Established
from croupier.table.established import established as established_in
from croupier.table.roads import Roads
from croupier.table.roads import parse as results_in
from croupier.table.roads import roads as roads_of
from croupier.tracing import Row, traces
from croupier.wire.decoding import decode, problem
from croupier.wire.established import answer as established_answer
from croupier.wire.established import interrupted
from croupier.wire.house import setup_of
from croupier.wire.rounds import DECODER, DEFAULT_BACCARAT_DECKS, RoundIn, round_of
from croupier.wire.ruling import answer as ruling_answer
from croupier.wire.settle import answer as settlement_answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.benches.figures import Report as Measured
    from croupier.columns.settling import SettledColumns
    from croupier.rulebook import Clause, Document
    from croupier.rulebook.amendments import Amendment
    from croupier.school.sheets import Drill
    from croupier.sim.evening import Evening
    from croupier.sim.transcript import Replayed

__all__ = [
    "GAMES",
    "BadInput",
    "amended",
    "answer",
    "audit",
    "backup",
    "bench",
    "drills",
    "established",
    "game",
    "hand",
    "hand_name",
    "odds",
    "par",
    "play",
    "played",
    "players",
    "recall",
    "replay",
    "report",
    "restore",
    "roads",
    "rules",
    "ruling",
    "scenario_of",
    "scenarios",
    "session",
    "settle",
    "settle_columns",
    "shoe_moves",
    "shoe_odds",
    "simulate",
    "strategy",
    "to_pandas",
    "to_polars",
    "trace",
    "two_boxes",
    "variant",
]


@checked
def hand(text: str) -> Hand:
    """Cards from their notation: `hand("Kh 9s Td")`."""
    return parse_cards(text)


@checked
def hand_name(game_name: str, text: str) -> str:
    """What a game's document calls a hand: "Double Pictures Nine"."""
    cards = parse_cards(text)
    name = game(game_name).name_of(cards)
    if name is None or len(set(cards)) < len(cards):
        raise BadInput(f"{game_name} has no name for the {len(text.split())} cards {text[:40]!r}")
    return name


def settle(round_: str | bytes | Mapping[str, Any]) -> Settlement:
    """The settlement of a round, given as JSON text or as the same in Python values."""
    return settle_round(round_of(given(round_)))


@checked
def settle_columns(  # noqa: PLR0913 - as in odds
    game_name: str,
    columns: Any,  # noqa: ANN401 - a mapping of arrays, or a frame of pandas, polars or Arrow
    *,
    decks: int = DEFAULT_BACCARAT_DECKS,
    interpretations: Mapping[str, str] | None = None,
    limits: Mapping[str, tuple[int, int]] | None = None,
    pays: Sequence[Change] = (),
) -> SettledColumns:
    """Many rounds of one box at once: `cards`, `dealer`, and a column of cents for each bet."""
    from croupier.columns.settling import asked_of  # noqa: PLC0415 - as in session
    from croupier.columns.settling import settle_columns as settle_all  # noqa: PLC0415
    from croupier.columns.tables import tables_of  # noqa: PLC0415

    game(game_name)
    of = with_pays(reading(game_name, tuple(sorted((interpretations or {}).items()))), pays)
    check_decks(of, decks if of.shoe_lasts else 1)
    bounds = {bet: Limit(*both) for bet, both in (limits or {}).items()}
    check_limits(of, bounds)
    decks = decks if of.shoe_lasts else 1
    return settle_all(asked_of(tables_of(of, decks), decks, named_columns(columns), bounds))


def named_columns(columns: Any) -> dict[str, Any]:  # noqa: ANN401 - as in settle_columns
    for names in ("column_names", "columns"):
        if hasattr(columns, names):
            return {name: columns[name] for name in getattr(columns, names)}
    if not isinstance(columns, Mapping):
        raise BadInput(f"columns are a mapping or a frame, not {type(columns).__name__}")
    return dict(columns)


def established(round_: str | bytes | Mapping[str, Any]) -> Established:
    """Which bets of an interrupted round, with `??` for each card not seen, have won or lost."""
    return established_in(interrupted(given(round_)))


def given(round_: str | bytes | Mapping[str, Any]) -> RoundIn:
    if isinstance(round_, Mapping):
        try:
            return msgspec.convert(dict(round_), RoundIn)
        except msgspec.MsgspecError as error:
            raise problem(error) from None
    if isinstance(round_, str):
        round_ = round_.encode("utf-8", "surrogatepass")
    if not isinstance(round_, bytes):
        raise BadInput(f"a round is JSON text or a mapping, not {type(round_).__name__}")
    return decode(DECODER, round_)


@checked
def roads(sequence: str) -> Roads:
    """The five roads of a baccarat shoe: `roads("BBPTB").big_eye_boy`."""
    return roads_of(results_in(sequence))


@checked
def scenarios(text: str | bytes) -> list[Outcome]:
    """Each situation of a scenario file, played: whether it holds, and what came instead."""
    return [play_situation(script) for script in scripts(text)]


def answer(of: Settlement | Established | Ruling | Roads | Outcome) -> dict[str, Any]:
    """What the command line answers with `--json`."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shape_of(of)))
    return told


def shape_of(of: Settlement | Established | Ruling | Roads | Outcome) -> msgspec.Struct:
    if isinstance(of, Roads | Outcome):
        return of
    if isinstance(of, Ruling):
        return ruling_answer(of)
    if isinstance(of, Established):
        return established_answer(of)
    if isinstance(of, Settlement):
        return settlement_answer(of)
    raise BadInput(f"nothing is answered with a {type(of).__name__}")


@checked
def ruling(
    game_name: str,
    irregularity: str,
    facts: Mapping[str, object] | None = None,
    *,
    interpretations: Mapping[str, str] | None = None,
) -> Ruling:
    """What a document orders: `ruling("three-pictures", "misdealt", {"handled": True})`."""
    of = game(game_name).under(dict(interpretations or {}))
    return ruling_in(of, irregularity, facts or {})


@checked
def rules(game_name: str, clause: str | None = None) -> Document | Clause:
    """A game's document, or one clause of it."""
    document = game(game_name).document
    if clause is None:
        return document
    if clause not in document.clauses:
        raise BadInput(f"{document.title} has no clause {str(clause)[:20]!r}")
    return document.clauses[clause]


@checked
def amended(text: str | bytes, game_name: str | None = None) -> Amendment:
    """What the text of a document, or a PDF of it, adds, removes, rewords and renumbers.

    Its opening says which game's it is.
    """
    given = text.encode(errors="replace") if isinstance(text, str) else text
    return amended_by(given, game_name)[1]


def trace() -> list[Row]:
    """Every clause with the code and tests behind it, and how often it decides a bet."""
    return traces(with_chances=True)


@checked
def play(  # noqa: PLR0913 - each a question of its own, by keyword
    game_name: str,
    *,
    setup: Setup | Mapping[str, Any] | None = None,
    seed: int | None = None,
    bankroll_cents: int = 100_000,
    others: int = 0,
    device: str | None = None,
) -> Evening:
    """An evening against the automatic dealer, betting open: `play("baccarat", seed=7)`.

    A setup is a whole one, or what differs from the default house's: `{"boxes": 3}`. Without a
    seed one is drawn; `evening.opening.seed` tells it.
    """
    from croupier.sim.evening import FORMAT, SEEDS, Evening, Opening  # noqa: PLC0415 - as in session

    chosen = setup_from(game_name, setup, device)
    seed = randbelow(SEEDS) if seed is None else seed
    evening = Evening(Opening(FORMAT, game_name, seed, bankroll_cents, others, chosen))
    evening.open_betting()
    return evening


def setup_from(
    game_name: str, setup: Setup | Mapping[str, Any] | None, device: str | None
) -> Setup:
    usual = setup_of(game_name) if device is None else setup_of(game_name, device)
    if isinstance(setup, Setup):
        if device is not None:
            raise BadInput("a whole setup says the device itself", "device")
        return setup
    if setup is not None and not isinstance(setup, Mapping):
        raise BadInput(f"a setup is a Setup or a mapping, not {type(setup).__name__}", "setup")
    try:
        return msgspec.convert(msgspec.to_builtins(usual) | dict(setup or {}), Setup)
    except msgspec.MsgspecError as error:
        raise problem(error).at("setup") from None


@checked
def replay(transcript: str | bytes) -> Replayed:
    """Whether an evening, as `croupier play --transcript` kept it, comes out the same again."""
    from croupier.sim.transcript import parse  # noqa: PLC0415 - as in session
    from croupier.sim.transcript import replay as replay_of  # noqa: PLC0415

    data = (
        transcript.encode("utf-8", "surrogatepass") if isinstance(transcript, str) else transcript
    )
    return replay_of(parse(data))


@checked
def drills(game_name: str, kind: str | None = None, seed: int | None = None) -> Iterator[Drill]:
    """Drills without end for a dealer: `drills("baccarat", "draws", 7)`; all kinds without one."""
    from croupier.school.drills import SEEDS, kind_named  # noqa: PLC0415 - as in session
    from croupier.school.drills import drills as drills_of  # noqa: PLC0415

    return drills_of(game(game_name), kind_named(kind), randbelow(SEEDS) if seed is None else seed)


@checked
def bench(parts: Sequence[str] = (), seconds: float = 60) -> Measured:
    """What the program takes on this machine: these parts or all, none begun after so long."""
    from croupier.benches.parts import report as measured  # noqa: PLC0415 - as in session

    return measured(parts, seconds)
