"""The library: each verb of the command line as a function."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.cards import Hand, parse_cards
from croupier.engine.rulings import Ruling
from croupier.engine.rulings import ruling as ruling_in
from croupier.engine.settlement import Settlement
from croupier.engine.settlement import settle as settle_round
from croupier.games import DEALT_FROM_SHOES, GAMES, game
from croupier.lab.odds import odds as exact_odds
from croupier.lab.paytables import with_pays
from croupier.lab.shoe import odds_of_shoe, parse_left, without
from croupier.problems import BadInput
from croupier.rulebook.amendments import amended as amended_text
from croupier.rulebook.amendments import title_in
from croupier.scenario.playing import Outcome
from croupier.scenario.playing import play as play_situation
from croupier.scenario.reading import scripts
from croupier.table.established import Established
from croupier.table.established import established as established_in
from croupier.table.roads import Roads
from croupier.table.roads import parse as results_in
from croupier.table.roads import roads as roads_of
from croupier.tracing import Row, traces
from croupier.wire.decoding import decode, problem
from croupier.wire.established import answer as established_answer
from croupier.wire.established import interrupted
from croupier.wire.house import default_house, setup_of
from croupier.wire.rounds import DECODER, RoundIn, round_of
from croupier.wire.ruling import answer as ruling_answer
from croupier.wire.settle import answer as settlement_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike
    from typing import Unpack

    from croupier.lab.boxes import TwoBoxes
    from croupier.lab.figures import GameOdds
    from croupier.lab.joint import Stakes
    from croupier.lab.sessions import Session
    from croupier.montecarlo.options import Options
    from croupier.montecarlo.players.options import Options as PlayersOptions
    from croupier.montecarlo.players.results import Players
    from croupier.montecarlo.simulation import Simulation
    from croupier.rulebook import Clause, Document
    from croupier.rulebook.amendments import Amendment
    from croupier.server.past.played import Played
    from croupier.server.past.recall import Recalled
    from croupier.sim.evening import Evening
    from croupier.sim.soak import Tally
    from croupier.sim.transcript import Replayed
    from croupier.wire.report import Report

__all__ = [
    "GAMES",
    "BadInput",
    "amended",
    "answer",
    "audit",
    "backup",
    "established",
    "game",
    "hand",
    "hand_name",
    "odds",
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
    "shoe_odds",
    "simulate",
    "soak",
    "trace",
    "two_boxes",
]


def hand(text: str) -> Hand:
    """Cards from their notation: `hand("Kh 9s Td")`."""
    return parse_cards(text)


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


def roads(sequence: str) -> Roads:
    """The five roads of a baccarat shoe: `roads("BBPTB").big_eye_boy`."""
    return roads_of(results_in(sequence))


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
    return established_answer(of) if isinstance(of, Established) else settlement_answer(of)


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


def rules(game_name: str, clause: str | None = None) -> Document | Clause:
    """A game's document, or one clause of it."""
    document = game(game_name).document
    if clause is None:
        return document
    if clause not in document.clauses:
        raise BadInput(f"{document.title} has no clause {str(clause)[:20]!r}")
    return document.clauses[clause]


def amended(text: str, game_name: str | None = None) -> Amendment:
    """What the text of a document adds, removes and rewords; its opening says which game's."""
    documents = [one.document for one in GAMES]
    document = game(game_name).document if game_name else title_in(text, documents)
    if document is None:
        raise BadInput("its opening names none of the games; say which")
    return amended_text(text, document)


def trace() -> list[Row]:
    """Every clause with the code and tests behind it, and how often it decides a bet."""
    return traces(with_chances=True)


def odds(  # noqa: PLR0913 - each a question of its own, by keyword
    game_name: str,
    *,
    decks: int | None = None,
    interpretations: Mapping[str, str] | None = None,
    meter_cents: int | None = None,
    hands: int = 1,
    pays: Sequence[str] = (),
) -> GameOdds:
    """The exact odds of a game: `odds("royal-three-pictures").bets["tie"].house_edge`."""
    of = with_pays(game(game_name).under(dict(interpretations or {})), pays)
    jackpot = default_house()[game_name].jackpot
    return exact_odds(of, decks=decks, jackpot=jackpot, meter_cents=meter_cents, hands=hands)


def shoe_odds(*, left: str | None = None, seen: str | None = None, decks: int = 8) -> GameOdds:
    """The exact odds of baccarat for what is left in a shoe, by ranks or by the cards seen."""
    if (left is None) == (seen is None):
        raise BadInput("either what is left or what was seen is needed")
    cards = parse_left(left) if left is not None else without(str(seen), decks)
    return odds_of_shoe(DEALT_FROM_SHOES, cards)


def simulate(
    game_name: str, told: Callable[[int], None] = lambda _: None, **options: Unpack[Options]
) -> Simulation:
    """Many rounds beside the exact odds: `simulate("baccarat", rounds=10**9, seed=7).bets`."""
    from croupier.montecarlo.options import asked_of  # noqa: PLC0415 - as in session
    from croupier.montecarlo.simulation import simulate as simulated  # noqa: PLC0415

    return simulated(asked_of(game_name, **options), told)


def players(
    game_name: str,
    cents: Mapping[str, int],
    bankroll_cents: int,
    told: Callable[[int], None] = lambda _: None,
    **options: Unpack[PlayersOptions],
) -> Players:
    """Evenings: `players("baccarat", {"banker": 2500}, 100_000, system="martingale").ruined`."""
    from croupier.montecarlo.players.options import evenings_of  # noqa: PLC0415 - as in session
    from croupier.montecarlo.players.results import play  # noqa: PLC0415

    return play(evenings_of(game_name, cents, bankroll_cents, **options), told)


def session(game_name: str, stakes: Stakes, *, decks: int | None = None) -> Session:
    """Rounds alike with these stakes on one hand: `session(GAME, {"banker": 1}).after(70)`."""
    from croupier.lab.joint import Rounds  # noqa: PLC0415 - numpy only where it is needed
    from croupier.lab.sessions import Session  # noqa: PLC0415

    rounds = Rounds(game(game_name), decks=decks, jackpot=default_house()[game_name].jackpot)
    return Session(rounds.nets(stakes), rounds.staked(stakes))


def two_boxes(game_name: str, stakes: Stakes, other: Stakes | None = None) -> TwoBoxes:
    """Two boxes against one dealer, the other staked the same unless told."""
    from croupier.lab.boxes import two_boxes as of_two  # noqa: PLC0415 - as in session

    return of_two(game(game_name), stakes, other, most=default_house()[game_name].boxes)


def play(
    game_name: str,
    *,
    seed: int,
    bankroll_cents: int = 100_000,
    others: int = 0,
    device: str = "manual",
) -> Evening:
    """An evening against the automatic dealer, betting open: `play("baccarat", seed=7)`."""
    from croupier.sim.evening import FORMAT, Evening, Opening  # noqa: PLC0415 - as in session

    setup = setup_of(game_name, device)
    evening = Evening(Opening(FORMAT, game_name, seed, bankroll_cents, others, setup))
    evening.open_betting()
    return evening


def replay(transcript: str | bytes) -> Replayed:
    """Whether an evening, as `croupier play --transcript` kept it, comes out the same again."""
    from croupier.sim.transcript import parse  # noqa: PLC0415 - as in session
    from croupier.sim.transcript import replay as replay_of  # noqa: PLC0415

    data = (
        transcript.encode("utf-8", "surrogatepass") if isinstance(transcript, str) else transcript
    )
    return replay_of(parse(data))


def soak(*, seed: int, rounds: int) -> Tally:
    """Random and hostile play at tables of all games; `AssertionError` says what did not hold."""
    from croupier.sim.soak import floor_of_each_game  # noqa: PLC0415 - as in session
    from croupier.sim.soak import soak as soak_of  # noqa: PLC0415

    return soak_of(floor_of_each_game(), seed, rounds)


def audit(journal: str | PathLike[str], key: str | None = None) -> list[str]:
    """Everything in a house's journal that is not as it was written; nothing when it is whole."""
    from croupier.server import streams  # noqa: PLC0415
    from croupier.server.journal.backup import journal as opened  # noqa: PLC0415
    from croupier.server.journal.verify import public_key  # noqa: PLC0415

    public = None if key is None else public_key(key)
    with opened(Path(journal)) as store:
        return list(streams.faults(store, public))


def played(journal: str | PathLike[str], table: str, round_: int) -> Played:
    """A round of a house, event by event, with the table before and after each."""
    from croupier.server.journal.backup import journal as opened  # noqa: PLC0415
    from croupier.server.past.played import played_round  # noqa: PLC0415 - as in session

    with opened(Path(journal)) as store:
        return played_round(store, table, round_)


def scenario_of(
    journal: str | PathLike[str], table: str, round_: int, as_whom: str | None = None
) -> str:
    """A round of a house as a scenario file that holds, or as one player could write it down."""
    from croupier.server.journal.backup import journal as opened  # noqa: PLC0415
    from croupier.server.past.written import written_round  # noqa: PLC0415 - as in session

    with opened(Path(journal)) as store:
        return written_round(store, table, round_, as_whom)


def recall(journal: str | PathLike[str], player: str) -> list[Recalled]:
    """A player's last ten rounds as the player saw them, the newest first."""
    from croupier.server.journal.backup import journal as opened  # noqa: PLC0415
    from croupier.server.past.recall import last_rounds  # noqa: PLC0415 - as in session

    with opened(Path(journal)) as store:
        return last_rounds(store, player)


def report(
    journal: str | PathLike[str], since: int | None = None, until: int | None = None
) -> Report:
    """What a house took and won in a shift, from one millisecond until before another."""
    from croupier.server.journal.backup import journal as opened  # noqa: PLC0415
    from croupier.server.money import report as reports  # noqa: PLC0415 - as in session

    with opened(Path(journal)) as store:
        return reports.report(store, since, until)


def backup(journal: str | PathLike[str], to: str | PathLike[str], *, damaged: bool = False) -> None:
    """A house's journal copied while the house goes on; one that is not whole only if asked for."""
    from croupier.server import streams  # noqa: PLC0415
    from croupier.server.journal import backup as backups  # noqa: PLC0415

    with backups.journal(Path(journal)) as store:
        if not damaged:
            wrong = list(streams.faults(store))
            backups.refuse_damaged(wrong, Path(journal), "nothing is backed up")
        store.back_up(Path(to))


def restore(source: str | PathLike[str], to: str | PathLike[str], key: str | None = None) -> int:
    """A backup put in place once it is found whole; how many entries it holds."""
    from croupier.server import streams  # noqa: PLC0415
    from croupier.server.journal import backup as backups  # noqa: PLC0415
    from croupier.server.journal.verify import public_key  # noqa: PLC0415

    public = None if key is None else public_key(key)
    return backups.restore(Path(source), Path(to), lambda store: streams.faults(store, public))
