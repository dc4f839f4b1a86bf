"""Every route of a running house, called by every kind of caller, answers as the golden file says.

Write the file anew with `python -m tests.server.http.test_operation_permissions`, and review
each line that changes.
"""

from __future__ import annotations

import json
import logging
import sys
from difflib import unified_diff
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import pytest
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.server.app import DOCUMENT
from croupier.server.people.service_events import Scope
from tests.support.every_caller import (
    ANONYMOUS,
    CALLERS,
    FIGURES,
    GUEST,
    PERSON_OF,
    SCOPE_OF,
    SIGNED_IN,
    SUBJECT,
    RouteName,
    RunningHouse,
    Verdict,
    running_house,
)
from tests.support.folders import GOLDEN, ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence


FILE_OF_PERMISSIONS = GOLDEN / "operations.txt"
WRITE_ANEW = "python -m tests.server.http.test_operation_permissions"
HEAD = f"""\
# Who may call each route of a house, as a running house answers: reviewed line by line.
# Written anew by {WRITE_ANEW}
#
# Callers: {ANONYMOUS} · {GUEST} · {" · ".join(PERSON_OF)}
#   · token:SCOPE, a service account · token:SCOPE@other-table, one that is for another table alone.
# anybody: all of these. signed-in: a guest, a player and every role of staff, and no token.
# own: these callers get answers about themselves only, also where they ask about another person.
# Shown of routes that read, or that name a person, a session or a player's dispute.
"""


def lines_of(running: RunningHouse, routes: Sequence[RouteName], rng: Random) -> list[str]:
    """Every route called by every caller, in any order: no call may affect another."""
    calls = [(route, caller) for route in routes for caller in CALLERS]
    rng.shuffle(calls)
    verdicts = {call: running.verdict(*call) for call in calls}
    return [
        line_of(running, route, {caller: verdicts[route, caller] for caller in CALLERS})
        for route in routes
    ]


def line_of(running: RunningHouse, route: RouteName, verdicts: dict[str, Verdict]) -> str:
    may_call = [caller for caller in CALLERS if verdicts[caller].may_call]
    reads = route.method == "GET"
    is_personal = reads and running.call(route, SUBJECT, SUBJECT).shows_subject
    own = [
        caller
        for caller in may_call
        if verdicts[caller].own_only or (is_personal and not verdicts[caller].shows_subject)
    ]
    line = f"{route.line_start:66} {summary(may_call)}"
    return f"{line}; own: {summary(own)}" if own else line


def summary(callers: Sequence[str]) -> str:
    if tuple(callers) == CALLERS:
        return "anybody"
    if tuple(callers[: len(SIGNED_IN)]) == SIGNED_IN:
        return " ".join(("signed-in", *callers[len(SIGNED_IN) :]))
    return " ".join(callers) or "nobody"


def closed_by(running: RunningHouse, lab: str, rng: Random) -> list[str]:
    """The lines of routes that this setting of the odds lab closes to some callers."""
    some = [(route, caller) for route in running.routes() for caller in (ANONYMOUS, Role.DEALER)]
    open_before = [call for call in some if running.verdict(*call).may_call]
    terms = running.house.floor.terms
    running.house.floor.terms = replace(terms, lab=lab)
    closed = {call[0] for call in open_before if not running.verdict(*call).may_call}
    lines = lines_of(running, sorted(closed), rng)
    running.house.floor.terms = terms
    return lines


class Observed(NamedTuple):
    """What a running house answers, in the form of the golden file."""

    text: str
    unexpected: list[str]


def observe(folder: Path, seed: int) -> Observed:
    rng = Random(seed)
    with running_house(folder) as running:
        before = running.state_of_subject()
        everywhere = lines_of(running, running.routes(), rng)
        for_staff = closed_by(running, "staff", rng)
        off = closed_by(running, "off", rng)
        if running.state_of_subject() != before:
            running.unexpected.append(f"a call has changed the money or the limits of {SUBJECT}")
    lines = [HEAD, *everywhere]
    lines += ['\n# With lab = "staff" in house.toml, these lines instead:\n', *for_staff]
    lines += ['\n# With lab = "off" in house.toml, these lines instead:\n', *off, ""]
    return Observed("\n".join(lines), running.unexpected)


@pytest.fixture(scope="module")
def golden() -> str:
    return FILE_OF_PERMISSIONS.read_text("utf-8")


@pytest.mark.slow
def test_every_route_is_open_to_the_callers_of_the_golden_file(tmp_path: Path, golden: str) -> None:
    """GLI-33 4.2 and its like: access by role, nothing without a session."""
    seed = SystemRandom().randrange(10**6)
    observed = observe(tmp_path, seed)
    before, after = golden.splitlines(), observed.text.splitlines()
    changes = [*unified_diff(before, after, "golden", "observed", "", "", 0), *observed.unexpected]
    told = "\n".join(changes)
    assert not changes, f"calls in the order of seed {seed}; reviewed? {WRITE_ANEW}\n{told}"


def test_every_role_and_every_scope_is_a_caller() -> None:
    assert set(PERSON_OF) == set(Role)
    assert {scope for scope, _ in SCOPE_OF.values()} == set(Scope)


def test_the_pages_offer_what_the_golden_file_permits(golden: str) -> None:
    """`who-may.json` is generated for the pages; the reviewed file decides."""
    everywhere = golden.partition("\n# With lab")[0]
    permitted = dict(roles_of(line) for line in everywhere.splitlines() if line[:1].isupper())
    offered = json.loads((ROOT / "ui" / "src" / "who-may.json").read_text("utf-8"))
    described = {
        f"{method.upper()} {path}"
        for path, methods in DOCUMENT["paths"].items()
        for method in methods
    }
    assert offered.keys() == described, "write it anew: make generated"
    for operation in described - {FIGURES}:
        roles = offered[operation]
        assert permitted[operation] == (None if roles is None else set(roles)), operation


def roles_of(line: str) -> tuple[str, set[str] | None]:
    """Of a line of the golden file, in the words of `who-may.json`."""
    method, path, *callers = line.partition(";")[0].split()
    if callers == ["anybody"]:
        return f"{method} {path}", None
    if "signed-in" in callers:
        callers = [*callers, *SIGNED_IN]
    assert (GUEST in callers) == (Role.PLAYER in callers), "a guest may do what a player may"
    roles = {one for one in callers if one in set(Role)}
    scopes = {one.replace("token:", "scope:") for one in callers if one in SCOPE_OF}
    return f"{method} {path}", roles | {one for one in scopes if "@" not in one}


def write_anew() -> None:
    logging.disable()  # the house reports every refused token
    with TemporaryDirectory() as folder:
        observed = observe(Path(folder), seed=1)
    FILE_OF_PERMISSIONS.write_text(observed.text, "utf-8")
    if observed.unexpected:
        sys.exit("\n".join(observed.unexpected))


if __name__ == "__main__":
    write_anew()
