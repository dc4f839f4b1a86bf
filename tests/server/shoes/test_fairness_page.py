"""The fairness page checks with commitments that the house itself has made."""

from __future__ import annotations

import json

import msgspec

from croupier.server.shoes.fairness import verify
from croupier.server.shoes.public_record import ShoeRecord
from croupier.server.shoes.seeds import Mix, order_of
from tests.support.folders import ROOT

SEEDED = ROOT / "ui" / "src" / "lib" / "fairness.seeds.golden.json"


def test_the_page_s_own_test_has_a_shoe_with_seeds() -> None:
    told = json.loads(SEEDED.read_text("utf-8"))
    record = msgspec.convert(told["record"], ShoeRecord)
    assert verify(record.whole) == []
    assert record.promise is not None
    assert [one.opened is not None for one in record.promise.seeds] == [True, False, True]
    eight = told["eight"]
    assert str(order_of(msgspec.convert(eight["mix"], Mix))) == eight["order"]
