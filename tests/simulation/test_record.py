"""Evenings that are kept in a file: the next ones go on after the last that is whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from croupier.problems import BadInput
from tests.simulation.rehearsal.evenings import Tally, evenings
from tests.simulation.rehearsal.record import Evening, Record
from tests.simulation.rehearsal.rehearsal import rehearsed
from tests.simulation.rehearsal.troubles import unfolded
from tests.simulation.rehearsal_command import run_nodes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.simulation.rehearsal.result import Result


@pytest.fixture(scope="module")
def evening() -> Result:
    return rehearsed(replace(unfolded(9, seconds=1.0), sets=1, devices=1, troubles=()))


def kept(path: Path, seed: int = 9, nodes: int = 3, program: str = "this") -> Record:
    return Record(path / "evenings", seed, nodes, program)


def next_seed(one: Result) -> Result:
    return replace(one, options=replace(one.options, seed=one.options.seed + 1))


def test_what_was_kept_is_read_again(tmp_path: Path, evening: Result) -> None:
    record = kept(tmp_path)
    assert record.read() == []
    record.add(evening)
    record.add(next_seed(evening))
    first = Evening.of(evening, "this")
    assert record.read() == [first, replace(first, seed=10)]
    assert (first.rounds, first.trace, first.found) == (evening.rounds, evening.trace, ())


def test_a_line_that_was_not_finished_is_written_anew(tmp_path: Path, evening: Result) -> None:
    record = kept(tmp_path)
    record.add(evening)
    with record.path.open("ab") as file:
        file.write(b'{"seed":10,"nod')
    assert [one.seed for one in record.read()] == [9]
    record.add(next_seed(evening))
    assert [one.seed for one in record.read()] == [9, 10]


def test_the_next_evening_is_that_of_the_next_seed(tmp_path: Path, evening: Result) -> None:
    record, tally = kept(tmp_path), Tally()
    record.add(evening)
    for one in record.read():
        tally.add(one)
    last = evenings(9, 3, tally.rounds + 1, tally, record.add)
    assert last.options == unfolded(10)
    assert [one.seed for one in record.read()] == [9, 10]
    assert tally.rounds == evening.rounds + last.rounds


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"program": "another"}, "was rehearsed by another program"),
        ({"seed": 8}, "is of seed 9 on 3 nodes"),
        ({"nodes": 4}, "is of seed 9 on 3 nodes"),
    ],
)
def test_evenings_of_something_else_are_refused(
    tmp_path: Path, evening: Result, other: dict[str, int], says: str
) -> None:
    kept(tmp_path).add(evening)
    with pytest.raises(BadInput, match=f"line 1: {says}"):
        kept(tmp_path, **other).read()  # type: ignore[arg-type]


def test_after_an_evening_that_failed_none_follows(tmp_path: Path, evening: Result) -> None:
    kept(tmp_path).add(replace(evening, found=("1.000: money is gone",)))
    with pytest.raises(BadInput, match=r"line 1: has found something: 1\.000: money is gone"):
        kept(tmp_path).read()


def test_a_file_with_something_else_in_it_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("milk\nbread")
    with pytest.raises(BadInput, match="is no evening of a rehearsal"):
        run_nodes(7, 1, 3, str(file), as_json=True)
    assert file.read_text() == "milk\nbread"
    with pytest.raises(BadInput):
        run_nodes(7, 1, 3, str(tmp_path), as_json=True)
