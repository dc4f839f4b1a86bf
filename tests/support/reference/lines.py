"""Lines of an answer of the settler: money is whole cents inside and strings outside."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

Line = dict[str, Any]


def cents(amount: str) -> int:
    dollars, hundredths = amount.split(".")
    assert len(hundredths) == 2, amount
    return int(dollars) * 100 + int(hundredths)


def money(amount_cents: int) -> str:
    sign = "-" if amount_cents < 0 else ""
    return f"{sign}{abs(amount_cents) // 100}.{abs(amount_cents) % 100:02d}"


def pay(counted: int, odds: str, readings: dict[str, str]) -> tuple[int, Fraction]:
    """The cents paid at these odds, and the dollars rounded off (exact less paid)."""
    profit, per = odds.split(":")
    exact = Fraction(counted * int(profit), int(per))
    rounding = readings.get("money-rounding", "down-to-cent")
    if rounding == "down-to-cent":
        paid = math.floor(exact)
    else:
        assert rounding == "up-to-cent", rounding
        paid = math.ceil(exact)
    return paid, (exact - paid) / 100


def make_line(
    wager: dict[str, str],
    counted: int,
    result: str,
    back: int,
    *,
    odds: str | None = None,
    rounded_off: Fraction = Fraction(0),
) -> Line:
    stake = cents(wager["stake"])
    return {
        "player": wager["player"],
        "bet": wager["bet"],
        "stake": money(stake),
        "counted": money(counted),
        "result": result,
        "odds": odds,
        "won": money(back - stake),
        "back": money(back),
        "rounded_off": str(rounded_off),
    }


def returned_line(wager: dict[str, str]) -> Line:
    return make_line(wager, 0, "returned", cents(wager["stake"]))


def played_line(
    wager: dict[str, str], counted: int, verdict: str, readings: dict[str, str]
) -> Line:
    """`verdict` is "lose", "push", or the odds at which the wager wins."""
    stake = cents(wager["stake"])
    if counted == 0:
        return make_line(wager, 0, "returned", stake)
    if verdict == "lose":
        return make_line(wager, counted, "lose", stake - counted)
    if verdict == "push":
        return make_line(wager, counted, "push", stake)
    paid, rounded_off = pay(counted, verdict, readings)
    return make_line(wager, counted, "win", stake + paid, odds=verdict, rounded_off=rounded_off)


def totals(lines: list[Line]) -> tuple[dict[str, dict[str, str]], str]:
    staked: dict[str, int] = {}
    back: dict[str, int] = {}
    for line in lines:
        player = line["player"]
        staked[player] = staked.get(player, 0) + cents(line["stake"])
        back[player] = back.get(player, 0) + cents(line["back"])
    players = {
        player: {
            "staked": money(staked[player]),
            "back": money(back[player]),
            "net": money(back[player] - staked[player]),
        }
        for player in staked
    }
    return players, money(sum(staked.values()) - sum(back.values()))
