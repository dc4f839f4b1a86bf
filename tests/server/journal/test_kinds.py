"""The journal by streams and kinds of events: several at once, and counted."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from croupier.server.past import journal_kinds
from tests.support.http_callers import founded, serving
from tests.support.played_house import Floor, furnished

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_what_is_counted_and_found(tmp_path: Path) -> None:
    founded(tmp_path, rounds=2)
    with serving(tmp_path) as server:
        auditor = server.as_("a1")
        told = auditor.get("/api/journal/kinds")[1]
        lines = auditor.get("/api/journal?limit=500")[1]  # the house goes on meanwhile
        last = told["entries"]
        lines = [one for one in lines if one["position"] <= last]
        streams = Counter(one["stream"] for one in lines)
        assert told["streams"].keys() >= streams.keys()
        assert sum(told["streams"].values()) == last
        kinds: Counter[tuple[str, str]] = Counter()
        for one in lines:
            if one["event"]:
                kinds[one["stream"].partition(":")[0], one["event"]["event"]] += 1
        counted = {
            (kind, event): many
            for kind, some in told["events"].items()
            for event, many in some.items()
            if kind == "table"
        }
        assert counted == {one: many for one, many in kinds.items() if one[0] == "table"}


def test_several_are_found_at_once(tmp_path: Path) -> None:
    founded(tmp_path, rounds=2)
    with serving(tmp_path) as server:
        auditor = server.as_("a1")
        kinds = auditor.get("/api/journal/kinds")[1]["events"]["table"]
        both = auditor.get("/api/journal?event=wager-placed,round-settled&limit=500")[1]
        assert {one["event"]["event"] for one in both} == {"wager-placed", "round-settled"}
        assert len(both) == sum(kinds[event] for event in ("wager-placed", "round-settled"))
        two = sorted(auditor.get("/api/journal/kinds")[1]["streams"])[:2]
        found = auditor.get(f"/api/journal?stream={two[0]},{two[1]}&limit=500")[1]
        assert {one["stream"] for one in found} == set(two)
        assert auditor.get("/api/journal?event=,")[0] == 400
        assert auditor.get(f"/api/journal?event={','.join(['x'] * 65)}")[0] == 400
        assert auditor.get("/api/journal/kinds?from=late")[0] == 400
        assert auditor.get("/api/journal/kinds?from=2040-01-01")[1]["streams"] == {}
        assert server.as_("d1").get("/api/journal/kinds")[0] == 403


def test_a_round_in_play_counts_in_no_kind(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    floor = Floor(house)
    floor.open()
    floor.bet()
    before = journal_kinds.counted(house.store)
    assert sum(before.events["table"].values()) == before.streams["table:t1"], "no card is out"
    floor.deal()
    during = journal_kinds.counted(house.store)
    assert during.events["table"] == before.events["table"]
    assert during.streams["table:t1"] > before.streams["table:t1"]
    floor.finish()
    after = journal_kinds.counted(house.store)
    assert sum(after.events["table"].values()) == after.streams["table:t1"]


def test_only_the_newest_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    Floor(house).round()
    monkeypatch.setattr(journal_kinds, "MOST_COUNTED", 5)
    found = journal_kinds.counted(house.store)
    assert (sum(found.streams.values()), found.after) == (5, found.entries - 5)
