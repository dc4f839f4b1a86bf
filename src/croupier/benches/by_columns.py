"""Rounds settled by columns, beside the rulebook asked round by round."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.benches.figures import Figure, best
from croupier.benches.settling import baccarat_cards
from croupier.cards import DECK, Hand
from croupier.columns.settling import asked_of, settle_columns
from croupier.columns.tables import tables_of
from croupier.engine.deal import Tableau
from croupier.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.game import Game

REFERENCE = "the rulebook, round by round"
ROUNDS, ASKED_SINGLY, TRIES = 20_000, 500, 3


def some_rounds(game: Game, rounds: int) -> dict[str, Any]:
    """Every bet of the game on each, stakes to the cent."""
    rng = random.Random(1)  # noqa: S311 - the same rounds each time
    columns: dict[str, Any] = {}
    if isinstance(game.deal, Tableau):
        columns["cards"] = np.array([baccarat_cards(game.deal, rng) for _ in range(rounds)])
    else:
        dealt = [rng.sample(DECK, 6) for _ in range(rounds)]
        columns["cards"] = np.array([str(Hand(six[:3])) for six in dealt])
        columns["dealer"] = np.array([str(Hand(six[3:])) for six in dealt])
    stakes = np.random.default_rng(1).integers(500, 500_000, rounds)
    columns |= {bet.name: stakes for bet in game.bets if not bet.bonus_on}
    return columns | ({"meter": np.full(rounds, 2_000_000)} if game.jackpot else {})


def measured() -> Iterator[Figure]:
    for game in GAMES:
        columns = some_rounds(game, ROUNDS)
        decks = game.packs.most
        tables = tables_of(game, decks)  # what the rulebook says about every kind of round
        settled = settle_columns(asked_of(tables, decks, columns, {}))
        by_columns = ROUNDS / best(
            lambda: settle_columns(asked_of(tables, decks, columns, {})),  # noqa: B023
            TRIES,
        )
        rows = range(ASKED_SINGLY)
        singly = ASKED_SINGLY / best(lambda: [settled.settlement(row) for row in rows], TRIES)  # noqa: B023
        yield Figure(
            measure=game.name,
            value=by_columns,
            unit="rounds/s",
            reference=singly,
            goal="1,000,000",
        )
