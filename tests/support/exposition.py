"""A strict reader of the text format of Prometheus, which shares no code with what writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

NAME = r"[a-z_][a-z0-9_]*"
HELP = re.compile(rf"# HELP ({NAME}) (\S.*)")
TYPE = re.compile(rf"# TYPE ({NAME}) (counter|gauge|histogram)")
SAMPLE = re.compile(rf"({NAME})(?:\{{(.*)\}})? (\d+(?:\.\d+)?(?:e[+-]\d+)?)")
LABEL = re.compile(rf'({NAME})="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)')
Labels = tuple[tuple[str, str], ...]


class BadFigures(Exception):  # noqa: N818 - what they are
    """What no reader of figures should be sent."""


@dataclass
class Read:
    kind: str
    says: str
    samples: dict[tuple[str, Labels], float] = field(default_factory=dict)

    def of(self, suffix: str = "", **labels: str) -> float:
        return self.samples[suffix, tuple(sorted(labels.items()))]


def read(text: str) -> dict[str, Read]:
    """Families by name: each under its HELP and TYPE, whole, once, by the conventions."""
    if not text.endswith("\n"):
        raise BadFigures("the last line has no end")
    found = Families()
    for line in text.removesuffix("\n").split("\n"):
        found.take(line)
    for name, one in found.items():
        check(name, one)
    return found


class Families(dict[str, Read]):
    said = name = ""

    def take(self, line: str) -> None:
        if helped := HELP.fullmatch(line):
            self.name, self.said = helped.groups()
            refuse(self.name in self, line)
        elif typed := TYPE.fullmatch(line):
            refuse(typed[1] != self.name or self.name in self, line)
            self[self.name] = Read(typed[2], self.said)
        elif sampled := SAMPLE.fullmatch(line):
            refuse(self.name not in self or not sampled[1].startswith(self.name), line)
            key = sampled[1].removeprefix(self.name), labels_of(sampled[2] or "")
            refuse(key in self[self.name].samples, line)
            self[self.name].samples[key] = float(sampled[3])
        else:
            refuse(True, line)


def refuse(is_wrong: bool, line: str) -> None:  # noqa: FBT001
    """Unreadable, told twice, or not under the HELP and TYPE of its family."""
    if is_wrong:
        raise BadFigures(line)


def labels_of(text: str) -> Labels:
    pairs = LABEL.findall(text)
    if "".join(f'{key}="{value}",' for key, value in pairs).removesuffix(",") != text:
        raise BadFigures(f"no labels: {text}")
    if len(dict(pairs)) != len(pairs):
        raise BadFigures(f"a label twice: {text}")
    return tuple(sorted(pairs))


def check(name: str, one: Read) -> None:
    if (one.kind == "counter") != name.endswith("_total"):
        raise BadFigures(f"{name}: a counter, and nothing else, ends with _total")
    suffixes = {suffix for suffix, _ in one.samples}
    if one.kind != "histogram":
        if suffixes - {""}:
            raise BadFigures(f"{name}: {suffixes}")
        return
    if not name.endswith("_seconds") or suffixes - {"_bucket", "_sum", "_count"}:
        raise BadFigures(f"{name}: {suffixes}")
    for labels in {labels for suffix, labels in one.samples if suffix == "_count"}:
        check_buckets(name, one, labels)


def check_buckets(name: str, one: Read, labels: Labels) -> None:
    """They rise, up to the count."""
    buckets = sorted(
        (float(dict(of)["le"]), count)
        for (suffix, of), count in one.samples.items()
        if suffix == "_bucket" and tuple(pair for pair in of if pair[0] != "le") == labels
    )
    counts = [count for _, count in buckets]
    if not buckets or buckets[-1][0] != float("inf") or counts != sorted(counts):
        raise BadFigures(f"{name}: buckets {buckets}")
    if one.samples["_count", labels] != counts[-1] or ("_sum", labels) not in one.samples:
        raise BadFigures(f"{name}: not as many as its buckets")
