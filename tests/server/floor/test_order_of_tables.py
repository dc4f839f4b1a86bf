"""Tables stand on every list as the house's file has them, also after a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server.floor.floor import Floor
from croupier.wire.house_terms import HouseTerms
from tests.support.configured_house import TABLES, opened

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ["z9", "a1", "m5", "b10", "b9"]
HOUSE = 'currency = "SGD"\nchip = "1.00"\nbetting_seconds = 60\ndemonstration = true\n'


def written(*names: str) -> str:
    game = "three-pictures"
    return HOUSE + "".join(
        f'\n[tables.{name}]\ngame = "{game}"\n{TABLES[game]}\n' for name in names
    )


def listed(folder: Path, *names: str) -> list[str]:
    house = opened(folder, written(*names))
    try:
        return [one.name for one in Floor(house.queue, HouseTerms()).tables()]
    finally:
        house.close()


def test_as_the_file_has_them(tmp_path: Path) -> None:
    assert listed(tmp_path, *NAMES) == NAMES
    assert listed(tmp_path, *NAMES) == NAMES
    assert listed(tmp_path, *NAMES, "c3") == [*NAMES, "c3"]
    assert listed(tmp_path, *NAMES, "c3") == [*NAMES, "c3"]
