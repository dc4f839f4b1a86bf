"""A window of the cage over HTTP: its drawer is counted, and money moves there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.support.http_callers import Caller, Server

FLOAT = {"notes": {"100000": 40, "10000": 100}}
"""50,000.00"""


def counts(who: Caller, pieces: dict[str, Any], window: str = "2") -> tuple[int, Any]:
    return who.post(f"/api/cage/windows/{window}/count", **pieces)


def takes(house: Server, cents: int, player: str = "p3", by: str = "c1", id_: str = "") -> int:
    given = {"player": player, "cents": cents, "id": id_ or f"{player}{cents}"}
    return house.as_(by).post("/api/cage/buy-in", **given)[0]


def pays(house: Server, cents: int, player: str = "p3", **more: str) -> tuple[int, Any]:
    given = {"player": player, "cents": cents, "id": f"out{player}{cents}"} | more
    return house.as_("c1").post("/api/cage/cash-out", **given)


def balance(house: Server, player: str) -> int:
    return int(house.as_(player).get("/api/me")[1]["balance_cents"])


def window(house: Server, by: str = "c1", which: str = "2") -> dict[str, Any]:
    [found] = [
        one for one in house.as_(by).get("/api/cage")[1]["windows"] if one["window"] == which
    ]
    return dict(found)


def opens(house: Server) -> Server:
    """c1 has the drawer of window 2."""
    for name in ("c1", "s1"):
        assert counts(house.as_(name), FLOAT)[0] == 200
    return house
