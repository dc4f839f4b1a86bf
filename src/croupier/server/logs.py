"""The house's log: JSON Lines, each with its time, its level, what happened, and the facts.

It is for those who run the house; what counts is in the journal. Passwords, tokens and hidden cards
are never in it.
"""

from __future__ import annotations

import logging
import os
import sys
from datetime import UTC, datetime
from logging.handlers import WatchedFileHandler
from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput

if TYPE_CHECKING:
    from io import TextIOWrapper
    from pathlib import Path

LOG = logging.getLogger("croupier")
OWNER_ONLY = 0o600
ERROR = logging.ERROR
BEGINS = b'{"ts":"'
"""Every line."""


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "ts": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        if record.name != LOG.name:
            told["from"] = record.name
        for name, value in getattr(record, "facts", {}).items():
            told.setdefault(name, value)
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told, enc_hook=str).decode()


class PrivateFile(WatchedFileHandler):
    """A file that only its owner may read, opened anew when it was moved away."""

    def _open(self) -> TextIOWrapper:
        made = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, OWNER_ONLY)
        return os.fdopen(made, "a", encoding="utf-8")


def refuse_other(file: Path) -> None:
    """Lines are added to a log that is there, and to nothing else: a key or a journal stays."""
    if not file.is_file():
        return
    try:
        with file.open("rb") as there:
            first = there.read(len(BEGINS))
    except OSError:
        return  # what is wrong with it shows when it is opened
    if first not in {b"", BEGINS}:
        raise BadInput("is no log of a house, and nothing is added to it", str(file))


def begin(level: str, file: Path | None) -> logging.Handler:
    """Everything goes to one place: ours from this level on, others' from warnings on."""
    if file:
        refuse_other(file)
    handler = PrivateFile(file) if file else logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.raiseExceptions = False  # a log that cannot be written stops nothing
    root = logging.getLogger()
    root.addHandler(handler)
    LOG.setLevel(level.upper())
    root.setLevel(max(logging.WARNING, LOG.level))
    return handler


def tell(what: str, level: int = logging.INFO, /, **facts: object) -> None:
    LOG.log(level, what, extra={"facts": facts})


def warn(what: str, /, **facts: object) -> None:
    tell(what, logging.WARNING, **facts)


def bug(where: str, fault: BaseException, /, **facts: object) -> None:
    """Something that only a fault of ours can bring about, with its traceback in one record."""
    LOG.error("a fault: %s", where, exc_info=fault, extra={"facts": facts})
