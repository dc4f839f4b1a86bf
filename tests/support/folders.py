"""Where files stand that tests read."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.json"))
GOLDEN = ROOT / "tests" / "golden"
SCENARIOS = ROOT / "tests" / "scenarios"
LIVE_SCENARIOS = SCENARIOS / "live"
