"""Figures in the text format of Prometheus: families of samples, counters and histograms."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

PREFIX = "croupier_"
MEDIA = "text/plain; version=0.0.4"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds up to which a histogram counts; the last bucket has no bound."""


class Sample(NamedTuple):
    value: float
    labels: Mapping[str, str] = {}
    suffix: str = ""
    """After the family's name: `_bucket`, `_sum` and `_count` of a histogram."""


class Family(NamedTuple):
    """One figure: its name without the prefix, what it means, and its samples by label."""

    name: str
    kind: str
    says: str
    samples: tuple[Sample, ...]


class Histogram:
    """How many took how long, in buckets of which each holds those before it."""

    __slots__ = ("counts", "seconds")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0

    def add(self, *seconds: float) -> None:
        counts = self.counts
        for took in seconds:
            counts[bisect_left(BOUNDS, took)] += 1
        self.seconds += sum(seconds)

    def samples(self, labels: Mapping[str, str]) -> Iterator[Sample]:
        below = 0
        for bound, count in zip((*map(number, BOUNDS), "+Inf"), self.counts, strict=True):
            below += count
            yield Sample(below, {**labels, "le": bound}, "_bucket")
        yield Sample(self.seconds, labels, "_sum")
        yield Sample(below, labels, "_count")


class Figures:
    """What is counted while a house is open; a table is one of its own, or none."""

    def __init__(self) -> None:
        self.commits = Histogram()
        self.durable: defaultdict[str, Histogram] = defaultdict(Histogram)
        """By table: from a person's command to its being on disk."""
        self.refused: Counter[tuple[str, str]] = Counter()
        """By table and reason."""
        self.sign_in_failures = 0

    def were_durable(self, waited: Mapping[str, Iterable[float]]) -> None:
        for table, seconds in waited.items():
            self.durable[table].add(*seconds)


def gauge(name: str, says: str, value: float) -> Family:
    return Family(name, "gauge", says, (Sample(value),))


def counter(name: str, says: str, value: float) -> Family:
    return Family(name, "counter", says, (Sample(value),))


def by_label(
    name: str, kind: str, says: str, label: str, values: Iterable[tuple[str, float]]
) -> Family:
    return Family(name, kind, says, tuple(Sample(one, {label: of}) for of, one in values))


def number(value: float) -> str:
    """A whole one without a point."""
    return str(int(value)) if value == int(value) else repr(float(value))


def escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("\n", r"\n").replace('"', r"\"")


def line(name: str, sample: Sample) -> str:
    labels = ",".join(f'{key}="{escaped(value)}"' for key, value in sample.labels.items())
    shown = f"{{{labels}}}" if labels else ""
    return f"{name}{sample.suffix}{shown} {number(sample.value)}"


def written(families: Iterable[Family]) -> str:
    """Each family whole, under its HELP and TYPE; one without samples says that it is there."""
    lines = []
    for one in families:
        name = f"{PREFIX}{one.name}"
        lines += [f"# HELP {name} {one.says}", f"# TYPE {name} {one.kind}"]
        lines += [line(name, sample) for sample in one.samples]
    return "\n".join(lines) + "\n"
