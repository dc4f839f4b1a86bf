"""Copies pictures of the pages, as the tests in tests/browser take them, into the documents.

CROUPIER_SHOTS=build/shots pytest tests/browser && python -m tools.pictures
"""

from __future__ import annotations

import shutil
import sys

from tools.markdown import DOCS, ROOT

TAKEN, SHOWN = ROOT / "build" / "shots", DOCS / "pictures"
PICTURES = (
    "terminal-three-card-poker",
    "console-baccarat-desk",
    "console-impossible-desk",
    "console-result-desk",
    "console-report-desk",
    "console-order-desk",
    "console-approve-phone",
    "operations-desk",
)


def main() -> int:
    SHOWN.mkdir(exist_ok=True)
    missing = [name for name in PICTURES if not (TAKEN / f"{name}.png").is_file()]
    if missing:
        print(f"not taken yet: {', '.join(missing)}")
        return 1
    for name in PICTURES:
        shutil.copyfile(TAKEN / f"{name}.png", SHOWN / f"{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
