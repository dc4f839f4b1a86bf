"""Two houses that differ in hidden cards alone answer an insider, and another player, the same."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from croupier.cards import DECK
from tests.support.configured_house import SIDE_BETS, on_the_web, opened, written
from tests.support.typed_cards import Terminal, entered

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.opening import OpenHouse

GAME = "royal-three-pictures"
SET_UP = f'dealer = "person"\ndevice = "automated"\n{SIDE_BETS[GAME]}'
KINGS = ("Kh Kd Ks", "4h Th 9c", "5h Js Td")
POOR = ("2c 3d 7s", "Ac 6d 8h", "Qs 4c 9d")
PATIENCE = 30
"""Seconds, on a busy machine."""
EVERY_CARD = " ".join(map(str, DECK))
PROBES: tuple[dict[str, Any], ...] = (
    {"command": "expose-dealer", "cards": "2c 3c 4c"},
    {"command": "expose-dealer", "cards": "5h Js Td"},
    {"command": "return-hand", "box": 1, "cards": "Kh Kd Ks"},
    {"command": "return-hand", "box": 2, "cards": "Kh Kd Ks"},
    {"command": "deal", "cards": "Kh Qd 9s"},
    {"command": "report", "irregularity": "misdealt", "lies": {"7": EVERY_CARD}},
    {"command": "report", "irregularity": "misdealt", "lies": {"7": "Kh"}},
    {"command": "report", "irregularity": "card-exposed", "cards": "Kh Kh"},
)
"""What told of a card: its words, or that it was refused at all."""


class Floor:
    """A round in play: the hand of box 1 is seen by its player, everything else by nobody."""

    def __init__(self, house: OpenHouse, where: str, entering: ExitStack) -> None:
        self.house, self.where = house, where
        staff = house.people.first_staff(house.clock())
        assert isinstance(staff, list)
        words = {name: password for name, _, password in staff}
        self.staff = {
            name: self.came(entering, "/api/sign-in", name=name, password=words[name])
            for name in ("d1", "s1", "a1")
        }
        self.one, self.two = (self.came(entering, "/api/guest") for _ in range(2))

    def came(self, entering: ExitStack, path: str, **body: str) -> Terminal:
        return entered(entering, self.where, GAME, path, **body)

    def play(self, hands: tuple[str, ...]) -> None:
        dealer = self.staff["d1"]
        dealer.does("open-betting")
        for box, player in ((1, self.one), (2, self.two)):
            player.does("sit", player=player.name, box=box)
            player.does("place", player=player.name, bet="main", cents=2500, box=box)
        self.one.does("place", player=self.one.name, bet="royal-pictures", cents=500, box=1)
        dealer.does("close-betting")
        for cards in hands:
            dealer.does("deal", cards=cards)
        self.one.does("look", player=self.one.name, box=1)

    def get(self, who: Terminal, path: str, body: Any = None) -> str:  # noqa: ANN401 - any JSON
        headers = {"Cookie": who.socket.request.headers["Cookie"]} if who.socket.request else {}
        url = f"http://{self.where}/api/{path}"
        if body is None:
            return httpx.get(url, headers=headers, timeout=PATIENCE).text
        return httpx.post(url, headers=headers, json=body, timeout=PATIENCE).text


def heard(folder: Path, hands: tuple[str, ...]) -> list[str]:
    """All answers to everything that once told of a card."""
    house = opened(folder, written(GAME, more=SET_UP))
    with on_the_web(house) as where, ExitStack() as entering:
        floor = Floor(house, where, entering)
        floor.play(hands)
        told = []
        insider = floor.staff["s1"]
        for probe in PROBES:
            told.append(json.dumps(insider.ask(**probe)))
            if probe["command"] == "report":
                report = {name: value for name, value in probe.items() if name != "command"}
                told.append(floor.get(insider, f"tables/{GAME}/ruling", {"report": report}))
                insider.ask("withdraw-report")
        told += [
            floor.get(insider, f"tables/{GAME}/check?cards=Kh"),
            floor.get(insider, f"rounds?player={floor.one.name}"),
            floor.get(insider, f"tables/{GAME}/rounds/1"),
            floor.get(insider, f"tables/{GAME}/settlement"),
            floor.get(floor.two, f"tables/{GAME}/rounds/1"),
        ]
    with on_the_web(opened(folder, written(GAME, more=SET_UP))) as floor.where:  # a restart
        told += [floor.get(who, f"tables/{GAME}/rounds/1") for who in (insider, floor.two)]
        told += [floor.get(floor.staff["a1"], f"tables/{GAME}/rounds/1")]
        own = json.loads(floor.get(floor.one, f"tables/{GAME}/rounds/1"))
        [resumed] = [one["event"] for one in own["happened"] if "established" in one["event"]]
        assert [one["bet"] for one in resumed["established"]] == ["royal-pictures"]
    return told


@pytest.mark.threat("T12")
@pytest.mark.standard(9)
def test_no_answer_depends_on_a_card_that_the_asker_may_not_see(tmp_path: Path) -> None:
    one, other = heard(tmp_path / "one", KINGS), heard(tmp_path / "other", POOR)
    for asked, (first, second) in enumerate(zip(one, other, strict=True)):
        assert unmoved(first) == unmoved(second), asked


APART = {"at", "opened_at", "position"}


def unmoved(text: str) -> Any:  # noqa: ANN401 - any JSON
    """Without the time of day, and the place in a journal in which notices stand, too."""

    def still(value: Any) -> Any:  # noqa: ANN401
        if isinstance(value, dict):
            return {key: still(one) for key, one in value.items() if key not in APART}
        return [still(one) for one in value] if isinstance(value, list) else value

    return still(json.loads(text))
