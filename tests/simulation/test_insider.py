"""The search for lies: what it prints, and that it finds what lies can change."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from croupier.scenario.playing import play
from croupier.scenario.reading import scripts
from croupier.table import reported, rulings, second
from tests.simulation.insider.hunt import Tally, evening, hunt, tables_of_each_game
from tests.simulation.main import run

if TYPE_CHECKING:
    import pytest

    from croupier.table.commands import Who
    from croupier.table.events import Ruled
    from croupier.table.state import Table


def test_the_program_tells_the_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["insider", "--rounds", "4"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[-1].startswith("Seed 1: every wager was settled as by the record; ")
    assert run(["insider", "--rounds", "4", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["seed"], answer["rounds"], answer["broken"]) == (1, 4, None)
    assert sum(answer["refusals"].values()) == answer["refused"]


def test_a_seed_reproduces() -> None:
    tables = tables_of_each_game()
    assert hunt(tables, 7, 4) == hunt(tables, 7, 4)
    assert hunt(tables, 7, 4) != hunt(tables, 8, 4)


def test_what_one_person_moves_is_found_and_written_as_a_scenario(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def never(_table: Table, _ruled: Ruled) -> None:
        return None

    for module in (second, reported, rulings):
        monkeypatch.setattr(module, "second_person", never)
    assert run(["insider", "--rounds", "200"]) == 1
    text = capsys.readouterr().out
    [written] = scripts(text)
    failed = play(written).failed
    assert failed is not None
    assert " has " in failed


def test_an_answer_that_depends_on_a_hidden_card_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def all_of_it(table: Table, _who: Who) -> Table:
        return table

    monkeypatch.setattr(reported, "as_known_to", all_of_it)
    tables = tables_of_each_game()
    found = (evening(tables[n % len(tables)], f"1/{n}", Tally()) for n in range(200))
    wrong = next(one.wrong for one in found if one is not None)
    assert "with other cards" in wrong
