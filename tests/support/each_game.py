"""Tests that run on each member of GAMES, however many there are."""

from __future__ import annotations

import pytest

from croupier.games import GAMES

NAMES = [game.name for game in GAMES]
CLAUSES = sum(len(game.document.clauses) for game in GAMES)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
