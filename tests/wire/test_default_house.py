"""The default house has a table of each game."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from croupier.games import GAMES
from croupier.problems import BadInput
from croupier.wire import house


def test_every_game_has_a_table() -> None:
    assert list(house.default_house()) == [game.name for game in GAMES]


def test_a_game_without_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "GAMES", [*GAMES, SimpleNamespace(name="snap")])
    with pytest.raises(BadInput) as refused:
        house.default_house.__wrapped__()
    assert str(refused.value) == "house.toml: there is no table of snap"
