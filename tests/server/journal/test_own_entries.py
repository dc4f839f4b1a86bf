"""What the house did not write it does not sign, whoever holds the database or the folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.problems import BadInput
from croupier.server.readiness import not_ready
from tests.support.attacked_house import forged, opened, put_back

if TYPE_CHECKING:
    from pathlib import Path

FOREIGN = "was not written by this house"


@pytest.mark.threat("T64")
def test_entries_of_somebody_without_the_key_are_not_signed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged(folder)
    with pytest.raises(BadInput) as refused:
        opened(folder)
    assert FOREIGN in str(refused.value)
    assert "\n" not in str(refused.value)
    assert run(["audit", "verify", str(folder / "house.db")]) == 1
    assert FOREIGN in capsys.readouterr().out


@pytest.mark.threat("T65")
def test_nothing_is_forged_after_an_old_checkpoint(folder: Path) -> None:
    """An old note of the database makes a rollback, as from a backup, and no more."""
    put_back(folder, 200)
    forged(folder)
    with pytest.raises(BadInput, match=FOREIGN):
        opened(folder)


@pytest.mark.standard(17)
def test_a_running_house_notices_another_writer(folder: Path) -> None:
    house = opened(folder)
    before = house.store.last_checkpoint()
    forged(folder)
    refused = house.cage.cash_out("p1", 50_000_000, "c1", house.clock())
    assert isinstance(refused, Refused)
    assert FOREIGN in refused.says
    assert not house.play.checkpoint(house.clock())
    assert house.store.last_checkpoint() == before
    for _ in range(2):
        house.play.probe()
        assert FOREIGN in (house.play.paused or "")
        assert not_ready(house)
    assert house.people.accounts["d1"].role is Role.DEALER
    house.close()


@pytest.mark.standard(17)
def test_entries_rewritten_beneath_a_running_house_are_not_signed(folder: Path) -> None:
    house = opened(folder)
    house.cage.buy_in("p1", 500, "c1", house.clock())
    house.store.connection.execute("DROP TRIGGER entries_stay")
    house.store.connection.execute(
        "UPDATE entries SET hash = randomblob(32) WHERE stream = 'cage' AND version = 3"
    )
    assert not house.play.checkpoint(house.clock())
    assert FOREIGN in (house.play.paused or "")
    house.close()


def test_a_code_is_of_one_position(folder: Path) -> None:
    """Own entries of two streams cannot change places either."""
    house = opened(folder)
    house.cage.buy_in("p1", 500, "c1", house.clock())
    [*_, last] = house.store.everything()
    macs = house.store.macs
    assert macs
    assert house.store.foreign(last.position - 1) is None
    mac = macs.mac(last.position, last.hash)
    assert macs.is_own(last.position, last.hash, mac)
    assert not macs.is_own(last.position + 1, last.hash, mac)
    assert not macs.is_own(last.position, last.hash, None)
    house.close()


def test_offline_verbs_write_as_the_house(folder: Path) -> None:
    assert run(["house", "password", str(folder), "d1"]) == 0
    opened(folder).close()
    assert run(["house", "password", str(folder), "d1"]) == 0
    assert run(["house", "keys", str(folder), "--rotate"]) == 0
    assert run(["house", "password", str(folder), "d1"]) == 0
    opened(folder).close()
    assert run(["audit", "verify", str(folder / "house.db")]) == 0


def test_a_rotation_signs_nothing_of_others(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged(folder)
    assert run(["house", "keys", str(folder), "--rotate"]) == 2
    assert FOREIGN in capsys.readouterr().err
