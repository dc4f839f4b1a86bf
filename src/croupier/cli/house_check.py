"""`croupier house check`: of a file what is wrong with it, of a folder also what it would meet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.reading import read
from croupier.cli.serve import check_certificate
from croupier.problems import BadInput
from croupier.server import checkup
from croupier.server.journal.place import CONFIGURATION
from croupier.wire.house import plan_house
from croupier.wire.house_checks import wrong_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.wire.house_sections import ServeIn

STOPS, ENDANGERS = "stops it", "endangers it"


def found(file: str) -> Iterator[str]:
    folder = Path(file)
    if not folder.is_dir():
        yield from map(str, wrong_with(read(file)))
        return
    data = read(str(folder / CONFIGURATION))
    wrong = [str(one) for one in wrong_with(data)]
    yield from (f"{STOPS}: {one}" for one in wrong)
    if not wrong:
        plan = plan_house(data)
        yield from (f"{STOPS}: {one}" for one in certificate_faults(folder, plan.serve))
        yield from (f"{STOPS}: {one}" for one in checkup.stops(folder, plan))
        yield from (f"{ENDANGERS}: {one}" for one in checkup.dangers(folder, plan))


def certificate_faults(folder: Path, serve: ServeIn) -> Iterator[str]:
    if serve.certificate is None or serve.key is None:
        return
    certificate, key = folder / serve.certificate, folder / serve.key
    missing = [one for one in (certificate, key) if not one.is_file()]
    yield from (f"{one}: there is no such file" for one in missing)
    if not missing:
        try:
            check_certificate(str(certificate), str(key))
        except BadInput as wrong:
            yield str(wrong)
