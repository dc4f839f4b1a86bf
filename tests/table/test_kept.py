"""What a table keeps beside its record is what follows from the record."""

from __future__ import annotations

from croupier.table.lying import on_boxes
from croupier.table.stage import Stage
from croupier.table.stages import stage_of
from croupier.table.state import Placed
from tests.simulation.soak import Floor, floor_of_each_game


def test_a_table_knows_its_stage_after_every_command() -> None:
    floor = Floor(floor_of_each_game(), 5)
    stages = set()
    for _ in range(3000):
        floor.step()
        for table in floor.tables.values():
            assert table.stage is stage_of(table)
            stages.add(table.stage)
    assert stages == set(Stage) - {Stage.CLOSE}


def test_wagers_are_found_box_by_box_and_anew_when_there_are_others() -> None:
    far, near = Placed("p1", 5, "ante", 2500, 0), Placed("p2", 2, "ante", 5000, 1)
    wagers = {(5, "ante", "p1"): far, (2, "ante", "p2"): near}
    assert list(on_boxes(wagers).items()) == [(2, [near]), (5, [far])]
    more = Placed("p2", 5, "ante", 500, 2)
    assert on_boxes(wagers | {(5, "ante", "p2"): more})[5] == [far, more]
    assert on_boxes(wagers)[5] == [far]
