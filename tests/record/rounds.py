"""The record of rounds: recorded commands played again, and what came of each.

`commands/GAME.jsonl.gz` holds the commands of some evenings at tables of one game: a line with the
setups of the tables, then a line for each command (time, table, sender, command). `rounds/GAME.txt`
shows in full as few rounds as together show every kind of command, event, result and remedy
that the evenings have, and each refusal once. `rounds/GAME.digests.txt` has a line for every round.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.record.core import VIEWERS, Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tests.record.core import Change, Outcome

    Rewrite = Callable[[str], str]

COMMANDS = Path(__file__).parent / "commands"
FACETS = ("results", "postings", "sent", "views")
"""What a line of the digests has a digest of; in full, all of them stand together."""
VIEW_EVERY = 4
"""For its digest, a round is looked at after every fourth command, by one viewer after another."""


class Line(NamedTuple):
    """A recorded command: when, at which table, from whom, and as it comes over the wire."""

    at: int
    table: str
    sender: str
    command: dict[str, Any]


class Round(NamedTuple):
    in_full: bool
    commands: list[Line]


class Evening(NamedTuple):
    number: int
    setups: dict[str, Any]
    rounds: list[Round]
    """What came before the first round, and each round."""


class Text:
    """What came of the commands of a round, in lines by facet and in lines all together."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.of: dict[str, list[str]] = {facet: [] for facet in FACETS}
        self.refusals: list[tuple[str, str]] = []
        """The commands that were refused, each with the answer."""
        self.kinds: set[str] = set()
        """What happened in the round, to find what happens for the first time."""

    def add(self, facet: str, line: str) -> None:
        self.lines.append(f"  {line}")
        self.of[facet].append(line)

    def refuse(self, command: str, refusal: str) -> None:
        body = json.loads(refusal)
        self.lines.append(f"  refused {body['why']} {compact(body['clauses'])} {body['says']}")
        self.of["results"].append(f"refused {refusal}")
        self.refusals.append((command, refusal))


def evenings(game: str) -> Iterator[Evening]:
    """Read the recorded commands of a game."""
    evening: Evening | None = None
    for text in gzip.decompress((COMMANDS / f"{game}.jsonl.gz").read_bytes()).splitlines():
        line = json.loads(text)
        if isinstance(line, list):
            assert evening
            evening.rounds[-1].commands.append(Line(*line))
        elif "setups" in line:
            if evening:
                yield evening
            evening = Evening(evening.number + 1 if evening else 1, line["setups"], [])
        else:
            assert evening
            evening.rounds.append(Round(line["in_full"], []))
    if evening:
        yield evening


def write_evenings(game: str, recorded: Iterable[Evening]) -> None:
    lines: list[object] = []
    for evening in recorded:
        lines.append({"setups": evening.setups})
        for one in evening.rounds:
            lines += [{"in_full": one.in_full}, *one.commands]
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    COMMANDS.mkdir(exist_ok=True)
    (COMMANDS / f"{game}.jsonl.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def outputs(game: str, make: Callable[[str], Rewrite]) -> dict[str, str]:
    """Return the two files of a game's rounds, as the program plays them now."""
    rewrite = make(files(game)[1])
    full, digests = list[str](), list[str]()
    refusals: dict[str, str] = {}
    for evening in evenings(game):
        tables = Tables(evening.setups)
        for number, (in_full, commands) in enumerate(evening.rounds):
            before = tables.copy()
            text = play(tables, commands)
            title = f"evening {evening.number} round {number}"
            each = " ".join(f"{facet} {digest(text.of[facet], rewrite)}" for facet in FACETS)
            digests.append(f"{title}: {len(commands)} commands, {each}")
            for command, refusal in text.refusals:
                code = (json.loads(refusal)["said"] or {}).get("code", refusal)
                refusals.setdefault(code, f"{command}\n  refused {refusal}")
            if in_full:
                full += [
                    title,
                    *setups_of(evening),
                    *play(before, commands, in_full=True).lines,
                    "",
                ]
    full += ["each refusal once", *(refusals[code] for code in sorted(refusals))]
    texts = ("\n".join(lines) + "\n" for lines in (full, digests))
    return dict(zip(files(game), texts, strict=True))


def round_text(game: str, evening_number: int, round_number: int) -> str:
    """Return one round in full."""
    evening = next(one for one in evenings(game) if one.number == evening_number)
    tables = Tables(evening.setups)
    for one in evening.rounds[:round_number]:
        play(tables, one.commands)
    lines = play(tables, evening.rounds[round_number].commands, in_full=True).lines
    return "\n".join([*setups_of(evening), *lines]) + "\n"


def setups_of(evening: Evening) -> Iterator[str]:
    return (f"  {name} {compact(setup)}" for name, setup in evening.setups.items())


def digest(lines: list[str], rewrite: Rewrite) -> str:
    return sha256(rewrite("\n".join(lines)).encode()).hexdigest()[:8]


def play(tables: Tables, commands: list[Line], *, in_full: bool = False) -> Text:
    """Carry out the commands of a round, and write down what comes of each."""
    text = Text()
    watched = tables.tables if in_full else ()
    views = {(name, one): fields(tables, name, one) for name in watched for one in VIEWERS}
    changed = 0
    for line in commands:
        sent = f"{line.at} {line.table} {line.sender}: {compact(line.command)}"
        text.lines.append(sent)
        outcome = tables.send(line.at, line.table, line.sender, compact(line.command).encode())
        text.kinds |= kinds(line, outcome)
        if outcome.refusal is not None:
            text.refuse(sent, outcome.refusal.decode())
            continue
        for change in outcome.changes:
            write_change(text, change)
        changed += 1
        if in_full:
            write_views(text, tables, line.table, views)
        elif changed % VIEW_EVERY == 0:
            viewer = VIEWERS[changed // VIEW_EVERY % len(VIEWERS)]
            text.add("views", tables.view(line.table, viewer).decode())
    return text


def write_change(text: Text, change: Change) -> None:
    stored = change.stored.decode()
    text.add("results", f"event {stored}")
    if change.postings:
        moved = ", ".join(f"{one.account} {one.cents:+}" for one in change.postings)
        text.add("postings", f"posted {moved}")
    sent: dict[str, list[str]] = {}
    for viewer, body in change.sent.items():
        seen = body.decode() if body is not None else "nothing"
        sent.setdefault("as stored" if seen == stored else seen, []).append(viewer.split()[0])
    for seen, viewers in sent.items():
        if len(viewers) < len(VIEWERS) or seen != "as stored":
            text.add("sent", f"sent to {' '.join(viewers)}: {seen}")


def write_views(
    text: Text,
    tables: Tables,
    table: str,
    before: dict[tuple[str, str], dict[str, str]],
) -> None:
    """Write what has changed in the views of a table since they were written last."""
    changes: dict[str, list[str]] = {}
    for viewer in VIEWERS:
        now, was = fields(tables, table, viewer), before[table, viewer]
        before[table, viewer] = now
        for name in {**was, **now}:
            if was.get(name) != now.get(name):
                line = f"{name} = {now.get(name)}"
                changes.setdefault(line, []).append(viewer.split()[0])
    for line, names in changes.items():
        seen_by = "all" if len(names) == len(VIEWERS) else " ".join(names)
        text.add("views", f"view of {seen_by}: {line}")


def fields(tables: Tables, table: str, viewer: str) -> dict[str, str]:
    """Return the parts of a view that are compared one by one, each as JSON.

    What may be done next stands there as how many commands of which kind, with a digest of them;
    of the settled lines, which the event has in full, the reasons. What stands there as a text is
    left out as a code: the digests have both.
    """
    view = json.loads(tables.view(table, viewer))
    parts: dict[str, str] = {}
    for box in view.pop("boxes"):
        number = box.pop("box")
        parts |= {f"box {number} {name}": compact(part) for name, part in box.items()}
    possible = view.pop("next")
    kinds_of = Counter(one["command"]["command"] for one in possible)
    counted = " ".join(f"{kind}({number})" for kind, number in sorted(kinds_of.items()))
    parts["next"] = f"{counted} {digest([compact(possible)], str)}"
    parts["lines"] = compact([one["because"] for one in view.pop("lines")])
    parts |= {name: compact(part) for name, part in view.items()}
    return {name: part for name, part in parts.items() if not name.endswith("_said")}


def kinds(line: Line, outcome: Outcome) -> set[str]:
    """Return what a command and its outcome are, as far as a first occurrence is worth showing."""
    if outcome.refusal is not None:
        return set()
    found = {line.command["command"]}
    for change in outcome.changes:
        event = json.loads(change.stored)
        found.add(event["event"])
        if event["event"] == "ruling-made":
            found |= {*event["ruling"]["remedies"]}
        for settled in event.get("lines", ()):
            found.add(f"{settled['bet']} {settled['result']}")
    return found


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def files(game: str) -> tuple[str, ...]:
    return f"rounds/{game}.txt", f"rounds/{game}.digests.txt"
