"""The live scenario files as cases of tests."""

from __future__ import annotations

from typing import NamedTuple

from croupier.scenario.playing import play as play_script
from croupier.scenario.reading import Situation, script, situations
from tests.support.folders import LIVE_SCENARIOS, ROOT


class Live(NamedTuple):
    file: str
    situation: Situation

    @property
    def game(self) -> str:
        return self.situation.game

    @property
    def says(self) -> str:
        return self.situation.title

    @property
    def shows(self) -> tuple[str, ...]:
        return self.situation.shows

    def __str__(self) -> str:
        return f"{self.game}: {self.says}"


def live_scenarios() -> list[Live]:
    return [
        Live(path.relative_to(ROOT).as_posix(), situation)
        for path in sorted(LIVE_SCENARIOS.glob("*.txt"))
        for situation in situations(path.read_text(encoding="utf-8"))
    ]


def play(live: Live) -> None:
    assert play_script(script(live.situation)).failed is None
