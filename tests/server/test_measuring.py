"""A house's figures: those of a real one, read strictly, by those who may; alerts name no other."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.engine.refusals import Policy
from croupier.engine.steps import Refusal
from croupier.server.exposition import BOUNDS, Family, Histogram, Sample, written
from croupier.version import __version__
from croupier.wire.house import plan_house
from tests.support.configured_house import written as configured
from tests.support.exposition import BadFigures, read
from tests.support.folders import ROOT
from tests.support.http_callers import WRONG, Caller, founded, serving
from tests.support.server_process import BACCARAT, TABLES, Served, Terminal, furnished, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.exposition import Read

NAMED = re.compile(r"\bcroupier_[a-z_]+\b")


class Scraped:
    def __init__(self, text: str, players: list[str]) -> None:
        self.text, self.players, self.figures = text, players, read(text)


@pytest.fixture(scope="module")
def scraped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scraped]:
    """A guest wagers, is refused, the disk is full for a while, somebody cannot sign in."""
    folder = tmp_path_factory.mktemp("measured") / "house"
    cookies = furnished(folder, guests=1)
    [(name, cookie)] = cookies.items()
    with Served(folder) as served, Terminal(served.url, cookie, name) as player:
        player.wager(2_500)
        assert of(served, "table_in_play").of(table=BACCARAT) == 1
        assert player.place(999_999_900)["type"] == "refused"
        wrong = {"name": "nobody-at-all", **WRONG}
        assert httpx.post(f"{served.url}/api/sign-in", json=wrong).status_code == 403
        httpx.get(f"{served.url}/api/tables/nowhere-7/rounds/1")
        with served.full_disk():
            until(lambda: player.place(2_500) and of(served, "paused").of() == 1)
            assert of(served, "ready").of() == 0
        until(lambda: of(served, "paused").of() == 0)
        until(lambda: of(served, "rounds_total").of(table=BACCARAT, ended="settled") >= 1)
        yield Scraped(served.asked("/metrics")[1] + "\n", [name, "nobody-at-all", "nowhere-7"])


def of(served: Served, name: str) -> Read:
    return read(served.asked("/metrics")[1] + "\n")[f"croupier_{name}"]


def test_a_house_counts_what_happens_at_its_tables(scraped: Scraped) -> None:
    figures = {name.removeprefix("croupier_"): one for name, one in scraped.figures.items()}
    assert figures["wagers_total"].samples == {
        ("", (("table", name),)): float(name == BACCARAT) for name in TABLES
    }
    assert set(figures["table_in_play"].samples.values()) == {0}, "the round is over"
    tables = {dict(labels)["table"] for _, labels in figures["rounds_total"].samples}
    assert tables == set(TABLES)
    taps = figures["tap_to_durable_seconds"]
    assert taps.of("_count", table=BACCARAT) == 1
    assert 0 < taps.of("_sum", table=BACCARAT) < 10
    assert figures["commit_seconds"].of("_count") == figures["commits_total"].of()
    assert figures["sign_in_failures_total"].of() == 1
    assert figures["connections"].of() == 1
    assert 0 < figures["paused_seconds_total"].of() < 30
    assert figures["ready"].of() == 1
    assert figures["tables"].of() == len(TABLES)
    assert figures["jackpot_cents"].of(game="three-card-poker") > 0
    assert figures["disk_size_bytes"].of() > figures["disk_free_bytes"].of() > 0
    [(_, build)] = figures["build_info"].samples
    assert dict(build)["version"] == __version__


def test_reasons_are_of_the_closed_list_and_nobody_is_named(scraped: Scraped) -> None:
    refused = scraped.figures["croupier_refusals_total"].samples
    whys = {dict(labels)["why"] for _, labels in refused}
    assert {dict(labels)["table"] for _, labels in refused} == {"", BACCARAT}
    assert whys <= {*map(str, Refusal), *map(str, Policy)}
    assert "wrong-password" in whys
    assert [name for name in scraped.players if name in scraped.text] == []
    labels = {key for one in scraped.figures.values() for _, of in one.samples for key, _ in of}
    assert labels == {"table", "ended", "why", "le", "game", "version", "program", "level"}


@pytest.mark.parametrize("file", ["alerts.yml", "grafana-dashboard.json"])
def test_what_the_examples_ask_for_is_there(scraped: Scraped, file: str) -> None:
    text = (ROOT / "ops" / file).read_text("utf-8")
    known = {
        f"{name}{suffix}"
        for name, one in scraped.figures.items()
        for suffix in (("_bucket", "_sum", "_count") if one.kind == "histogram" else ("",))
    }
    named = set(NAMED.findall(text))
    assert len(named) > 10
    assert named - known == set()


def test_the_dashboard_is_one_that_grafana_reads() -> None:
    board = json.loads((ROOT / "ops" / "grafana-dashboard.json").read_text("utf-8"))
    ids = [one["id"] for one in board["panels"]]
    assert ids == sorted(set(ids))
    places = [(one["gridPos"]["x"], one["gridPos"]["y"]) for one in board["panels"]]
    assert len(places) == len(set(places))


@pytest.mark.threat("T120")
def test_figures_are_for_staff_and_named_addresses(tmp_path: Path) -> None:
    founded(tmp_path, rounds=0)
    with serving(tmp_path) as server:
        assert Caller(server).ask("GET", "/metrics").status_code == 200
        file = configured("baccarat", serve='metrics = ["192.0.2.0/24"]')
        server.house.plan = plan_house(file.encode())
        refused = Caller(server).ask("GET", "/metrics")
        assert (refused.status_code, refused.json()["said"]["code"]) == (
            403,
            "figures-are-read-elsewhere",
        )
        assert server.as_("d1").ask("GET", "/metrics").status_code == 200
        assert server.as_("p1").ask("GET", "/metrics").status_code == 403


def test_buckets_hold_what_is_at_their_bound() -> None:
    one = Histogram()
    for seconds in (0.0, BOUNDS[0], BOUNDS[0] + 1e-9, BOUNDS[-1], BOUNDS[-1] + 1):
        one.add(seconds)
    told = read(written([Family("x_seconds", "histogram", "X.", tuple(one.samples({})))]))
    buckets = [
        told["croupier_x_seconds"].of("_bucket", le=f"{bound:g}") for bound in (*BOUNDS[:2], 5)
    ]
    assert buckets == [2, 3, 4]
    assert told["croupier_x_seconds"].of("_count") == 5


def test_labels_are_escaped() -> None:
    text = written([Family("x", "gauge", "X.", (Sample(1, {"table": 'a"b\\c\nd'}),))])
    assert text.splitlines()[-1] == r'croupier_x{table="a\"b\\c\nd"} 1'
    assert list(read(text)["croupier_x"].samples) == [("", (("table", r"a\"b\\c\nd"),))]


@pytest.mark.parametrize(
    "text",
    [
        "croupier_x 1\n",
        "# HELP croupier_x X.\n# TYPE croupier_x counter\ncroupier_x 1\n",
        "# HELP croupier_x X.\n# TYPE croupier_x gauge\ncroupier_x 1\ncroupier_x 1\n",
        '# HELP croupier_x X.\n# TYPE croupier_x gauge\ncroupier_x{a="b"c="d"} 1\n',
        "# HELP croupier_x X.\n# TYPE croupier_x gauge\ncroupier_x NaN\n",
        "# HELP croupier_x X.\n# TYPE croupier_x gauge\ncroupier_x 1",
    ],
)
def test_the_reader_takes_no_nonsense(text: str) -> None:
    with pytest.raises(BadFigures):
        read(text)
