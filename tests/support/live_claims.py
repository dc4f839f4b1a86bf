"""What a line of a scenario file that begins with `=` says of a table."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from croupier.money import format_amount
from croupier.table.events import RoundResumed
from croupier.table.postings import METER
from croupier.table.postings import player as account_of
from croupier.table.views import view
from tests.support.live_floor import cents, who

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table.views import View
    from tests.support.live_floor import Floor


def holds(floor: Floor, words: str, clauses: tuple[str, ...], where: str) -> None:
    subject, *rest = shlex.split(words)
    if subject in SAID:
        SAID[subject](floor, rest, where)
    elif subject == "settled":
        settled(floor, rest, clauses, where)
    elif rest[0] == "has":
        account = subject if subject in {"house", "stakes"} else account_of(subject)
        assert floor.balances.get(account, 0) == cents(rest[1]), (where, floor.balances)
    elif rest[0] == "sees":
        assert seen(view(floor.table, who(subject)), rest[1]) == " ".join(rest[2:]), where
    else:
        assert rest[0] == "may", where
        may(floor, subject, rest[1:], where)


def step(floor: Floor, rest: list[str], where: str) -> None:
    assert floor.table.step == rest[0], where


def announces(floor: Floor, rest: list[str], where: str) -> None:
    assert view(floor.table, who("dealer")).announce == " ".join(rest), where


def notice(floor: Floor, rest: list[str], where: str) -> None:
    assert " ".join(rest) in view(floor.table, who("p1")).notices, where


def no_notice(floor: Floor, rest: list[str], where: str) -> None:
    assert " ".join(rest) not in view(floor.table, who("p1")).notices, where


def cards_left(floor: Floor, rest: list[str], where: str) -> None:
    """`= shoe 410`: so many cards are left in it."""
    assert floor.table.cards_left == int(rest[0]), (where, floor.table.cards_left)


def displays(floor: Floor, rest: list[str], where: str) -> None:
    """`= displays ante 25.00..5000.00`; `= displays progressive 5.00`, which is prescribed."""
    found, (bet, amount) = view(floor.table, who("p1")), rest
    if bet == "progressive":
        assert found.jackpot_bet_cents == cents(amount), where
        return
    low, high = amount.split("..")
    limits = found.limits[bet]
    assert (limits.minimum_cents, limits.maximum_cents) == (cents(low), cents(high)), where


def meter(floor: Floor, rest: list[str], where: str) -> None:
    """`= meter 20001.00`, what it displays; `= meter has 1.00`, what was put into its account."""
    assert floor.jackpot is not None
    if rest[0] == "has":
        assert floor.balances.get(METER, 0) == cents(rest[1]), (where, floor.balances)
    else:
        assert format_amount(floor.jackpot.displayed_cents) == rest[0], where


def unsettled(floor: Floor, rest: list[str], where: str) -> None:
    """`= unsettled 1 envy-bonus`: no such line is on that box."""
    box, bet = int(rest[0]), rest[1]
    lines = [line for line in floor.table.round.lines if (line.box, line.bet) == (box, bet)]
    assert floor.table.round.lines, where
    assert lines == [], where


def lies_on(floor: Floor, rest: list[str], where: str) -> None:
    """`= box 1 initial p1 100.00`; `= box 1 empty`."""
    box, *said = rest
    lying = [
        [wager.bet, wager.player, format_amount(wager.cents)]
        for wager in floor.table.on_box(int(box))
    ]
    if said == ["empty"]:
        assert lying == [], where
    else:
        assert said in lying, (where, lying)


def settled(floor: Floor, rest: list[str], clauses: tuple[str, ...], where: str) -> None:
    """`= settled 1 initial p1 win +100.00`; the box is left out in baccarat."""
    box, said = (int(rest[0]), rest[1:]) if rest[0].isdigit() else (0, rest)
    lines = [
        ([line.bet, line.player, line.result, line.back_cents - line.stake_cents], line.clauses)
        for line in floor.table.round.lines
        if line.box == box
    ]
    bet, player, result, won = said
    wanted = [bet, player, result, cents(won)]
    found = [cited for told, cited in lines if told == wanted]
    assert found, (where, lines)
    assert not clauses or clauses in found, (where, found)


def seen(found: View, place: str) -> str:
    if place in {"dealer", "banker"}:
        return found.dealer
    if place == "player":
        return found.player_hand
    return next(box.cards for box in found.boxes if box.box == int(place))


def named_hand(floor: Floor, rest: list[str], where: str) -> None:
    found = view(floor.table, who("p1"))
    assert named(found, rest[0]) == " ".join(rest[1:]), where


def named(found: View, place: str) -> str | None:
    """`= named 1 Three Pictures`: what the document calls a hand that lies open."""
    if place == "dealer":
        return found.dealer_hand
    return next(box.hand for box in found.boxes if box.box == int(place))


def established(floor: Floor, rest: list[str], where: str) -> None:
    """`= established 1 tie lose`, `= established nothing`: when play was last taken up again."""
    last = next(event for event in reversed(floor.journal) if isinstance(event, RoundResumed))
    found = [[str(one.box or 0), one.bet, one.outcome] for one in last.established]
    if rest == ["nothing"]:
        assert found == [], where
    else:
        assert (rest if rest[0].isdigit() else ["0", *rest]) in found, (where, found)


def may(floor: Floor, subject: str, rest: list[str], where: str) -> None:
    """`= p1 may look 1`, `= p1 may not place 2 tie`: by the commands that the view lists."""
    wanted = rest[0] != "not"
    verb, *details = rest if wanted else rest[1:]
    listed = [
        [
            next_.command.__struct_config__.tag,
            *(
                str(getattr(next_.command, name))
                for name in ("box", "bet", "choice", "option")
                if getattr(next_.command, name, None) is not None
            ),
        ]
        for next_ in view(floor.table, who(subject)).next
    ]
    found = any(one[0] == verb and one[1 : 1 + len(details)] == details for one in listed)
    assert found == wanted, (where, listed)


SAID: dict[str, Callable[[Floor, list[str], str], None]] = {
    "step": step,
    "announce": announces,
    "notice": notice,
    "no-notice": no_notice,
    "shoe": cards_left,
    "displays": displays,
    "meter": meter,
    "unsettled": unsettled,
    "box": lies_on,
    "named": named_hand,
    "established": established,
}
