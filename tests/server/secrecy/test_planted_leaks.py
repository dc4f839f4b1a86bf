"""The comparison of two houses can fail: each leak that was once there is planted, and found."""

from __future__ import annotations

import asyncio
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from croupier.said import BAD_TEXT
from croupier.server.journal import batch
from croupier.server.past import recall
from croupier.table import reported, reporting, secrecy
from croupier.table.answers import Asked
from croupier.table.commands import DEALER
from croupier.table.events import RoundResumed
from tests.support.rigged_cards import an_order
from tests.support.secret_houses import Founded, Trial, compare, founded
from tests.support.secret_rounds import PERSON, Script, name_of

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.engine.refusals import Refused
    from croupier.engine.steps import Refusal
    from croupier.said import Said

GAME = "three-card-poker"
DEALT = (("open",), ("bet",), ("close",), ("dealt",))
LOOKED = (*DEALT, ("look", "p1"))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Founded:
    return founded(tmp_path_factory.mktemp("house") / "founded", (GAME,))


def told_apart(
    house: Founded, folder: Path, steps: tuple[tuple[str, ...], ...], viewers: str
) -> str:
    """By whom the houses were told apart, and how."""
    order = an_order(1, Random(4))
    script = Script(name_of(GAME, PERSON), PERSON, order, steps)
    return "\n".join(asyncio.run(compare(house, folder, Trial(1, viewers, False), [script], 30)))


@pytest.mark.threat("T57")
def test_a_refusal_that_says_what_lies_there(
    house: Founded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no = Asked.no

    def echo(self: Asked, why: Refusal, said: Said, *more: Any) -> Refused:  # noqa: ANN401
        lying = BAD_TEXT(text=f"{said}; there lie {self.table.cards_of(DEALER)}")
        return no(self, why, lying, *more)

    monkeypatch.setattr(Asked, "no", echo)
    assert '"type":"refused"' in told_apart(house, tmp_path, DEALT, "some")


@pytest.mark.threat("T57")
def test_a_ruling_foreseen_by_cards_that_its_reporter_does_not_know(
    house: Founded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (reported, reporting):
        monkeypatch.setattr(module, "known_to", lambda asked: asked)
    assert "/ruling" in told_apart(house, tmp_path, DEALT, "some")


@pytest.mark.threat("T57")
def test_what_an_interrupted_round_has_established_by_one_players_cards(
    house: Founded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrecy, "HIDDEN", secrecy.HIDDEN | {RoundResumed: ()})
    steps = (*LOOKED, ("interrupt",), ("resume",))
    assert "round-resumed" in told_apart(house, tmp_path, steps, "some")


@pytest.mark.threat("T57")
def test_anothers_hand_recalled_while_its_round_is_in_play(
    house: Founded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recall.Recall, "may_be_read", property(lambda _self: True))
    assert "/api/rounds?player=p1" in told_apart(house, tmp_path, LOOKED, "some")


@pytest.mark.threat("T57", "T59")
def test_hashes_of_entries_that_can_be_guessed(
    house: Founded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "os", SimpleNamespace(urandom=bytes))
    assert "computed from hidden cards alone" in told_apart(house, tmp_path, DEALT, "some")


def test_nothing_where_nothing_is_planted(house: Founded, tmp_path: Path) -> None:
    steps = (*LOOKED, ("interrupt",), ("resume",))
    assert told_apart(house, tmp_path, steps, "some") == ""
