"""A round of Royal Three Pictures as JSON, for tests that change a word of it."""

from __future__ import annotations

import json
from typing import Any

ROYAL: dict[str, Any] = {
    "game": "royal-three-pictures",
    "dealer": "5h Js Td",
    "boxes": [
        {
            "box": 1,
            "cards": "6c Qd Th",
            "wagers": [{"player": "p1", "bet": "main", "stake": "100.00"}],
        }
    ],
}
GOOD = json.dumps(ROYAL)


def royal(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)
