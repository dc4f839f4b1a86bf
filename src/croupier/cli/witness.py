"""`croupier witness`."""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.verb import declared
from croupier.problems import BadInput, own_words
from croupier.server.journal.keys import PUBLIC, SHOES, SIGNING
from croupier.server.journal.notes import VerifierKey
from croupier.server.journal.place import CONFIGURATION, JOURNAL
from croupier.wire.house_file import address
from croupier.witness import following
from croupier.witness.folder import Witness

if TYPE_CHECKING:
    from croupier.wire.house_file import Address
    from croupier.witness.folder import Witnessed
    from croupier.witness.following import HouseLog

EVIDENCE = 3
"""The exit status of a witness that has seen a log contradict itself."""
OF_A_HOUSE = (JOURNAL, SIGNING, PUBLIC, SHOES, CONFIGURATION)
LONGEST = 86_400
app = declared()


@app.command()
def run(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="the witness's own")],
    *,
    house: Annotated[str, typer.Option(metavar="URL", help="of the house that is watched")],
    key: Annotated[
        str | None, typer.Option(help="of its log, as `croupier house keys` shows it")
    ] = None,
    origin: Annotated[str | None, typer.Option(help="of its log, else as the key says")] = None,
    name: Annotated[str | None, typer.Option(help="of a new witness")] = None,
    listen: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="where logs and monitors ask")
    ] = None,
    every: Annotated[float, typer.Option(help="seconds between two looks", min=1)] = 10,
    once: Annotated[bool, typer.Option("--once", help="look once and say how it stands")] = False,
) -> int:
    """Follow a house's checkpoints from another machine, check each, and countersign it.

    Exit status 3, and a line on standard error at every look, once the house has contradicted
    itself: it lost entries that were seen, or changed them.
    """
    trusted = VerifierKey.parse(key) if key else None
    if trusted and origin and trusted.name != origin:
        raise BadInput(f"this key is of {trusted.name}", "origin")
    following.check_address(house)
    check_pause(every)
    where = None if listen is None else where_to_listen(listen)
    witness = witness_in(Path(folder), name)
    try:
        watch = Watch(witness, following.HouseLog(house), origin)
        if trusted:
            watch.trust(trusted)
        if once:
            return watch.look()
        if where is not None:
            return serve(watch, where, every)
        return watch.keep_looking(every)
    finally:
        witness.close()


class Watch:
    def __init__(self, witness: Witness, house: HouseLog, origin: str | None) -> None:
        self.witness, self.house, self.origin = witness, house, origin
        self.log: Witnessed | None = None
        self.said = ""

    def trust(self, key: VerifierKey) -> None:
        log = self.witness.follow(key)
        if log.key != key:
            raise BadInput(f"the log is known by another key, {log.key}", "key")
        self.log = log

    def look(self) -> int:
        """Once; the exit status that it comes to."""
        log = self.known()
        found = following.looked(self.witness, log, self.house)
        if not found.is_wrong and found.says != self.said:
            print(f"{log.key.name}: {found.says} by {self.witness.key}", flush=True)
            self.said = found.says
        if found.is_wrong:
            cry(f"{log.key.name}: {found.says}")
        for path in log.evidence():
            cry(f"{log.key.name}: {path.read_text('utf-8').partition(chr(10))[0]}; see {path}")
        return EVIDENCE if found.is_wrong or log.evidence() else 0

    def known(self) -> Witnessed:
        if self.log is None:
            before = set(self.witness.logs)
            log = following.first_sight(self.witness, self.house, self.origin)
            if log.key.name not in before:
                cry(f"{log.key.name}: believed at first sight; compare its key: {log.key}")
            self.log = log
        return self.log

    def keep_looking(self, every: float) -> int:
        while True:
            try:
                self.look()
            except BadInput as wrong:
                if str(wrong) != self.said:  # once; evidence is told at every look
                    cry(str(wrong))
                self.said = str(wrong)
            time.sleep(every)


def cry(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def check_pause(every: float) -> None:
    if not math.isfinite(every) or every > LONGEST:
        raise BadInput(f"1 to {LONGEST} seconds", "every")


def witness_in(folder: Path, name: str | None) -> Witness:
    """With a folder and a key of its own, as another person has."""
    if any((folder / one).exists() for one in OF_A_HOUSE):
        raise BadInput("is the folder of a house: a witness has one of its own", str(folder))
    try:
        return Witness(folder, name)
    except OSError as error:
        where = str(error.filename or folder)
        raise BadInput(f"cannot be used: {own_words(error)}", where) from None
    except UnicodeDecodeError:
        raise BadInput("holds a file that is no text", str(folder)) from None


def where_to_listen(listen: str) -> Address:
    try:
        return address(listen)
    except BadInput as wrong:
        raise BadInput(wrong.what, "listen") from None


def serve(watch: Watch, where: Address, every: float) -> int:
    import uvicorn

    from croupier.server.listening import bound
    from croupier.witness.serving import application

    listening = bound(*where)
    at = f"{where.host}:{where.port}"
    print(f"The witness {watch.witness.key} is open at {at}", flush=True)
    Thread(target=watch.keep_looking, args=(every,), daemon=True).start()
    config = uvicorn.Config(application(watch.witness), log_config=None, access_log=False)
    uvicorn.Server(config).run(sockets=[listening])
    return EVIDENCE if any(one.evidence() for one in watch.witness.logs.values()) else 0
