"""Numbers in a table's configuration are bounded before anything is computed with them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.problems import BadInput
from croupier.table.commands import Configure, JackpotBeyond, Setup, Who
from croupier.table.decide import decide
from croupier.table.setups import new_table
from croupier.wire.house import DEFAULT, setup_of
from croupier.wire.house_checks import wrong_with

M1 = Who("m1", Role.PIT_MANAGER)
SETUP = setup_of("three-card-poker")
BET, SEED, RATE = SETUP.jackpot or (0, 0, "")
HUGE = 10**300
FRACTION = "jackpot: {!r} is no fraction like 1/5"


def refused(setup: Setup) -> str | None:
    told = decide(new_table("t1", SETUP), Configure(setup), M1, 1)
    return told.says if isinstance(told, Refused) else None


@pytest.mark.threat("T116")
@pytest.mark.parametrize("rate", ["1e30000000", "1e-30000000", "1/" + "3" * 10, "9" * 10, "1/0"])
def test_a_contribution_has_few_digits_and_no_exponent(rate: str) -> None:
    """Ten letters of an exponent held the house for a minute."""
    assert refused(replace(SETUP, jackpot=(BET, SEED, rate))) == FRACTION.format(rate)
    text = DEFAULT.read_text("utf-8").replace('contribution = "1/5"', f'contribution = "{rate}"')
    assert [str(wrong) for wrong in wrong_with(text.encode())] == [
        f"tables, t4, {FRACTION.format(rate)}"
    ]


@pytest.mark.parametrize("rate", ["1/5", "0.2", "1", "0", "1/999999999", "0.000000001"])
def test_a_contribution_that_a_house_may_have(rate: str) -> None:
    assert refused(replace(SETUP, jackpot=(BET, SEED, rate))) is None


@pytest.mark.parametrize(
    "setup",
    [
        replace(SETUP, betting_seconds=3601),
        replace(SETUP, looking_seconds=HUGE),
        replace(SETUP, chip_cents=HUGE),
        replace(SETUP, jackpot=(HUGE, SEED, RATE)),
        replace(SETUP, jackpot=(BET, -HUGE, RATE)),
        replace(SETUP, limits=SETUP.limits | {"ante": (100, 10**15 + 1)}),
        replace(SETUP, jackpot_beyond=JackpotBeyond(cap_cents=HUGE)),
        replace(SETUP, jackpot_beyond=JackpotBeyond(attendant_cents=10**15 + 1)),
    ],
    ids=["betting", "looking", "chip", "jackpot's bet", "seed", "limit", "cap", "attendant"],
)
def test_numbers_beyond_any_house(setup: Setup) -> None:
    assert "most" in (refused(setup) or "") or "more than any" in (refused(setup) or "")


def test_a_seed_is_not_below_nothing() -> None:
    assert refused(replace(SETUP, jackpot=(BET, -1, RATE))) == "jackpot, seed: is not below 0.00"
    assert refused(replace(SETUP, jackpot=(BET, 0, RATE))) is None


@pytest.mark.standard(31)
def test_an_hour_and_the_largest_amount_are_allowed() -> None:
    largest = SETUP.limits | {"ante": (100, 10**15)}
    assert refused(replace(SETUP, betting_seconds=3600, limits=largest)) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = " + "[" * 100_000, "not TOML: it is nested too deeply"),
        ("#" * (1 << 20) + "\n", "a configuration has at most 1,048,576 bytes"),
    ],
    ids=["deep", "long"],
)
def test_a_file_that_no_house_has(text: str, says: str) -> None:
    [wrong] = wrong_with(text.encode())
    assert isinstance(wrong, BadInput)
    assert str(wrong) == says
