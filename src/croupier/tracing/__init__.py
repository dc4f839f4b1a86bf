"""Which code carries out each clause and which tests show it, as games and marks state."""

from croupier.tracing.carriers import Carrier, carriers
from croupier.tracing.rows import Row, depends, references, trace, traces
from croupier.tracing.suite import EVIDENCE, evidence

__all__ = [
    "EVIDENCE",
    "Carrier",
    "Row",
    "carriers",
    "depends",
    "evidence",
    "references",
    "trace",
    "traces",
]
