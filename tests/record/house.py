"""The record of a house with recorded rounds: its answers over HTTP, and verbs on its journal.

A table of each game is played with the recorded commands of one evening, at a fixed time, by
players with money. The house is asked in this process as each person who has signed in; the verbs
run on its folder once it is closed.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.server.play.requests import Request
from croupier.wire.house import plan_house
from tests.record import cli, core, rounds
from tests.support.staffed_people import has_account, signed_in
from tests.support.watched_house import BEGAN, WatchedHouse, by_hand, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.play.house import House

CONFIGURATION = Path(__file__).with_name("house.toml")
EVENING = 2
PURSE = 100_000_000
ASKED_AT = BEGAN + 12 * 3_600_000
PEOPLE = {
    "d1": Role.DEALER,
    "s1": Role.PIT_SUPERVISOR,
    "m1": Role.PIT_MANAGER,
    "f1": Role.SHIFT_MANAGER,
    "a1": Role.AUDITOR,
    "c1": Role.CASHIER,
    **{f"p{number}": Role.PLAYER for number in range(1, 6)},
}
LONG_ANSWERS = ("/api/report", "/api/history", "/api/journal")
FEWER = ("", "p1", "f1")
"""Who asks where answers are long, and those of other people differ in their name alone."""
AS_ROLES = ("", "p1", "p2", "d1", "s1", "m1", "f1", "a1", "c1")
"""Who asks for each path: nobody who has signed in, two players, and one of each position."""
PATHS = (
    *("/api/me", "/api/tables", "/api/games", "/api/pit", "/api/cage", "/api/jackpots"),
    *("/api/report", "/api/report?by=player", "/api/report.csv?by=pays", "/api/report.xlsx"),
    *("/api/history", "/api/history.csv", "/api/history/totals", "/api/history?player=p1&limit=2"),
    *("/api/people", "/api/people/proposals", "/api/roles", "/api/rules", "/api/sessions"),
    *("/api/journal?limit=3", "/api/journal/kinds", "/api/disputes", "/api/investigations"),
    *("/api/own-play", "/api/players", "/api/players/p1", "/api/players/p1/wagers"),
    *(
        "/api/players/p2/own-play",
        "/api/rounds",
        "/api/corrections",
        "/api/tickets",
        "/api/console",
    ),
    *("/api/tables/baccarat/rounds/99", "/api/tables/nowhere/record", "/api/nowhere"),
    *(f"/api/tables/{game}/rounds/3" for game in ("three-card-poker", "baccarat")),
    *(f"/api/tables/{game}/standing" for game in core.GAME_NAMES),
)
"""What is asked of the house; programs, checks and logs of one machine are not."""
COMMANDS = (
    *(
        f"report house.db --by {by}{form}"
        for by in ("table", "game", "player")
        for form in ("", " --json")
    ),
    "report house.db --by pays --json",
    "report house.db --by hour --out report.csv",
    "report house.db --out report.xlsx",
    "audit verify house.db",
    "audit verify house.db --json",
    *(f"audit replay house.db {game} 3" for game in core.GAME_NAMES),
    "audit replay house.db baccarat 3 --json",
    "audit replay house.db three-card-poker 3 --as p1 --json",
    "audit replay house.db baccarat 99",
    "audit recall house.db p1",
    "audit recall house.db p2 --json",
    "audit recall house.db nobody",
    *(f"audit scenario house.db {game} 3" for game in core.GAME_NAMES),
    "house status house.db",
    "house status house.db --json",
    "house keys house.db",
    "house people .",
    "house people . --json",
    "house reconcile .",
    "backup house.db copy.db",
    "restore copy.db again.db --json",
)
MASKS = (
    (
        re.compile(r'("(?:token|key|digest|root|signature|nonce|hash|commitment|sealed)":")[^"]+'),
        r"\1KEY",
    ),
    (re.compile(r"\b[0-9a-f]{16,}\b"), "DIGEST"),
    (re.compile(r"(?<![A-Za-z0-9_+/-])[A-Za-z0-9_+/-]{42,}={0,2}"), "KEY"),
    (re.compile(r"(?m)^(\d+ )?(content-length|date|etag|set-cookie): .*\n"), r"\1"),
    (re.compile(r"\"(made|from|to)\":\d{13}"), r'"\1":NOW'),
    (re.compile(r"\bmade[ ,:|\"]+[\dT:+ -]{16,}( UTC)?"), "made NOW"),
)


def outputs(name: str, _make: Callable[[str], object]) -> dict[str, str]:
    with TemporaryDirectory() as folder:
        tokens = furnish(Path(folder))
        made = HOW[name](Path(folder), tokens)
    return {f"house/{name}.txt": masked(made)}


def furnish(folder: Path) -> dict[str, str]:
    """Found the house, play in it, close it; return the tokens of those who have signed in."""
    plan = plan_house(CONFIGURATION.read_bytes())
    with by_hand():
        house = opened(folder, plan, WatchedHouse(folder, plan, {}).clock)
        for name, role in PEOPLE.items():
            has_account(house.people, name, role)
            if role is Role.PLAYER:
                house.cage.buy_in(name, PURSE, "c1", BEGAN)
        for game in core.GAME_NAMES:
            play(house.play, game)
        tokens = {name: signed_in(house.people, name, ASKED_AT) for name in PEOPLE}
        house.close()
    return tokens


def play(house: House, game: str) -> None:
    evening = list(rounds.evenings(game))[EVENING - 1]
    for one in evening.rounds:
        for line in one.commands:
            command = core.COMMANDS.decode(rounds.compact(line.command))
            house.submit([Request(game, core.who(line.sender), command, BEGAN + line.at)])


def by_command_line(folder: Path, _tokens: dict[str, str]) -> str:
    with cli.working_in(folder):
        return "\n".join(cli.transcript(one) for one in COMMANDS)


def over_http(folder: Path, tokens: dict[str, str]) -> str:
    plan = plan_house(CONFIGURATION.read_bytes())
    house = WatchedHouse(folder, plan, tokens)
    house.now = ASKED_AT
    return asyncio.run(asked(house))


async def asked(house: WatchedHouse) -> str:
    texts = []
    with by_hand():
        async with house:
            for path in PATHS:
                answers: dict[str, list[str]] = {}
                for name in FEWER if path.startswith(LONG_ANSWERS) else AS_ROLES:
                    answer = (await house.http(name, "GET", path)).decode()
                    answers.setdefault(answer, []).append(name or "nobody")
                for answer, names in answers.items():
                    texts.append(f"as {' '.join(names)}: {readable(answer)}\n")
    return "\n".join(texts)


def readable(answer: str) -> str:
    """Return an answer with its JSON body broken into lines, one for each field of two levels."""
    head, brace, body = answer.partition("\n{")
    try:
        value = json.loads(brace.strip() + body)
    except ValueError:
        return answer
    return f"{head}\n" + "\n".join(fields(value, ""))


def fields(value: object, place: str, depth: int = 2) -> Iterator[str]:
    if isinstance(value, dict) and value and depth:
        for name, one in value.items():
            yield from fields(one, f"{place}.{name}", depth - 1)
    elif isinstance(value, list) and value and depth:
        for number, one in enumerate(value):
            yield from fields(one, f"{place}[{number}]", depth - 1)
    else:
        yield f"  {place.removeprefix('.')} = {rounds.compact(value)}"


HOW = {"commands": by_command_line, "http": over_http}


def masked(text: str) -> str:
    for pattern, instead in MASKS:
        text = pattern.sub(instead, text)
    return cli.masked(text)
