"""Follows the events of a house with a token, and keeps its own position.

    python follow_events.py URL --token FILE --position FILE [--stream table] [--until-here]

Prints a line of JSON for each entry of the journal. The position is written once an entry was dealt
with, so that whatever becomes of this program or of the house, the next start goes on behind it: an
entry may come twice, and none is left out. It needs nothing but Python's own library.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

AGAIN_AFTER, SILENCE = 2.0, 60.0
"""Seconds until a lost feed is asked for again, and without a word after which it is lost."""


def events(lines: Iterable[bytes]) -> Iterator[tuple[str, str, str]]:
    """Kind, position and data of each server-sent event."""
    block: dict[str, str] = {}
    for line in lines:
        text = line.decode().rstrip("\r\n")
        if text:
            name, _, value = text.partition(": ")
            block[name] = value
        else:
            if "data" in block:
                yield block.get("event", ""), block.get("id", ""), block["data"]
            block = {}


def kept(file: Path) -> int:
    return int(file.read_text("ascii")) if file.exists() else 0


def keep(file: Path, position: str) -> None:
    part = file.with_suffix(".part")
    with part.open("w", encoding="ascii") as written:
        written.write(position)
        written.flush()
        os.fsync(written.fileno())
    part.replace(file)


def follow(given: argparse.Namespace) -> bool:
    """Whether all was told that there is, where that is the end of it."""
    asked = {"stream": given.stream or "", "follow": "false" if given.until_here else "true"}
    request = Request(f"{given.url}/api/events?{urlencode(asked)}")  # noqa: S310 - the house's own
    request.add_header("Authorization", f"Bearer {Path(given.token).read_text('ascii').strip()}")
    request.add_header("Last-Event-ID", str(kept(given.position)))
    with urlopen(request, timeout=SILENCE) as feed:  # noqa: S310
        for kind, position, data in events(feed):
            if kind == "entry":
                print(data, flush=True)
            if kind == "end":
                raise SystemExit(json.loads(data)["says"])
            if position:
                keep(given.position, position)
    return bool(given.until_here)


def main() -> None:
    parser = argparse.ArgumentParser(description="Follows the events of a house.")
    parser.add_argument("url", help="of the house, like https://house.example")
    parser.add_argument("--token", required=True, help="the file of a token with scope events")
    parser.add_argument("--position", required=True, type=Path, help="the file of the position")
    parser.add_argument("--stream", help="one stream, or one kind of them")
    parser.add_argument("--until-here", action="store_true", help="end once all was told")
    given = parser.parse_args()
    while True:
        try:
            if follow(given):
                return
        except HTTPError as refused:
            raise SystemExit(f"{refused.code}: {json.load(refused)['says']}") from None
        except (URLError, OSError) as lost:
            print(f"{given.url}: {lost}", file=sys.stderr, flush=True)
        time.sleep(AGAIN_AFTER)


if __name__ == "__main__":
    main()
