"""The library: each verb of the command line as a function."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.cards import Hand, parse_cards
from croupier.engine.settlement import Settlement
from croupier.engine.settlement import settle as settle_round
from croupier.games import GAMES, game
from croupier.lab.odds import odds as exact_odds
from croupier.lab.paytables import with_pays
from croupier.lab.shoe import odds_of_shoe, parse_left, without
from croupier.problems import BadInput
from croupier.rulebook.amendments import amended as amended_text
from croupier.rulebook.amendments import title_in
from croupier.tracing import Row, traces
from croupier.wire.decoding import problem
from croupier.wire.house import default_house
from croupier.wire.rounds import RoundIn, parse, round_of
from croupier.wire.settle import answer as as_answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.lab.figures import GameOdds
    from croupier.lab.sessions import Session
    from croupier.rulebook import Clause, Document
    from croupier.rulebook.amendments import Amendment

__all__ = [
    "GAMES",
    "BadInput",
    "amended",
    "answer",
    "game",
    "hand",
    "hand_name",
    "odds",
    "rules",
    "session",
    "settle",
    "shoe_odds",
    "trace",
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
    if isinstance(round_, Mapping):
        try:
            given = msgspec.convert(dict(round_), RoundIn)
        except msgspec.MsgspecError as error:
            raise problem(error) from None
        return settle_round(round_of(given))
    if isinstance(round_, str):
        round_ = round_.encode("utf-8", "surrogatepass")
    if not isinstance(round_, bytes):
        raise BadInput(f"a round is JSON text or a mapping, not {type(round_).__name__}")
    return settle_round(parse(round_))


def answer(settlement: Settlement) -> dict[str, Any]:
    """A settlement as `croupier settle --json` answers it."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(as_answer(settlement)))
    return told


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
        raise BadInput("its opening names none of the five games; say which")
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
    of = game("baccarat")
    return odds_of_shoe(of, parse_left(left) if left is not None else without(str(seen), decks))


def session(game_name: str, stakes: Mapping[str, int], *, decks: int | None = None) -> Session:
    """Rounds alike with these stakes on one hand: `session(GAME, {"banker": 1}).after(70)`."""
    from croupier.lab.joint import Rounds  # noqa: PLC0415 - numpy only where it is needed
    from croupier.lab.sessions import Session  # noqa: PLC0415

    of = game(game_name)
    rounds = Rounds(of, decks=decks, jackpot=default_house()[game_name].jackpot)
    entry = of.decision.entry if of.decision else None
    return Session(rounds.nets(stakes), sum(stakes.values()) + stakes.get(str(entry), 0))
