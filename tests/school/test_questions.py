"""What a player asks about is told as a dealer pays it."""

from __future__ import annotations

from croupier.school.questions import paid, wanted
from croupier.table.events import SettledLine


def settled(**said: object) -> SettledLine:
    usual = {"player": "p1", "box": 1, "bet": "ante", "event": "", "clauses": ("4.1",)}
    return SettledLine(**usual | said)  # type: ignore[arg-type]


def test_a_bet_is_paid_beside_its_stake_and_an_award_whole() -> None:
    """3 Card Poker 4.4: a jackpot pays amounts, and the bet is not part of them."""
    ante = settled(stake_cents=2500, counted_cents=2500, result="win", back_cents=5000)
    award = settled(
        stake_cents=500, counted_cents=500, result="win", back_cents=1500, award_cents=1500
    )
    assert (paid(ante), paid(award)) == ("25.00", "15.00")
    assert (wanted(ante), wanted(award)) == ("50.00", "5.00")
    lost = settled(stake_cents=500, counted_cents=500, result="lose", back_cents=0)
    assert (paid(lost), wanted(lost)) == ("0.00", "5.00")
