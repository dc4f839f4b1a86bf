"""What a line that begins with `=` says of a table by then.

A claim reads its words when the file is read; it gives nothing where it holds, else what is so
instead. A new claim is a function and its row in `CLAIMS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.money import format_amount
from croupier.problems import BadInput, among, close_to
from croupier.scenario.words import cents_of, name_of, who
from croupier.table.events import RoundResumed
from croupier.table.postings import METER
from croupier.table.postings import player as account_of
from croupier.table.views import view

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.scenario.floor import Floor
    from croupier.scenario.words import Words
    from croupier.table.views import View

    Holds = Callable[[Floor, str], str | None]
    """Of a floor and the table's name: none where it holds, else what is so instead."""

NOBODY = "p1"
"""What anyone at the table may see is looked up as a player sees it."""


def same(found: object, said: object) -> str | None:
    return None if found == said else f"it is {found}"


def listed(found: list[list[str]], said: list[str]) -> str | None:
    rows = "; ".join(" ".join(row) for row in found) or "nothing"
    return None if said in found else f"there is {rows}"


def step(words: Words) -> Holds:
    """`= step betting`."""
    said = words.take("a step")
    return lambda floor, name: same(str(floor.tables[name].step), said)


def announces(words: Words) -> Holds:
    """`= announce No more bets`: what the dealer's console says."""
    said = words.rest()
    return lambda floor, name: same(view(floor.tables[name], who("dealer")).announce, said)


def notice(words: Words) -> Holds:
    """`= notice …`: a notice at the table."""
    said = words.rest()
    return lambda floor, name: (
        None if said in (found := notices(floor, name)) else f"the notices are {list(found)}"
    )


def no_notice(words: Words) -> Holds:
    """`= no-notice …`."""
    said = words.rest()
    return lambda floor, name: "there is" if said in notices(floor, name) else None


def notices(floor: Floor, name: str) -> tuple[str, ...]:
    return tuple(view(floor.tables[name], who(NOBODY)).notices)


def cards_left(words: Words) -> Holds:
    """`= shoe 410`: so many cards are left in it."""
    said = words.number("number of cards")
    return lambda floor, name: same(floor.tables[name].cards_left, said)


def displays(words: Words) -> Holds:
    """`= displays ante 25.00..5000.00`; `= displays progressive 5.00`, which is prescribed."""
    bet, amount = words.take("a bet"), words.take("LOW..HIGH, or the prescribed amount")
    said = tuple(map(cents_of, amount.split("..")))

    def holds(floor: Floor, name: str) -> str | None:
        found = view(floor.tables[name], who(NOBODY))
        limits = found.limits.get(bet)
        if len(said) == 1:
            shown: tuple[int | None, ...] = (found.jackpot_bet_cents,)
        else:
            shown = (limits.minimum_cents, limits.maximum_cents) if limits else ()
        if shown == said:
            return None
        return f"it is {'..'.join(format_amount(one or 0) for one in shown) or 'nothing'}"

    return holds


def meter(words: Words) -> Holds:
    """`= meter 20001.00`, what it displays; `= meter has 1.00`, what was put into its account."""
    in_account = words.left[:1] == ["has"]
    if in_account:
        words.take("has")
    said = words.cents()

    def holds(floor: Floor, _name: str) -> str | None:
        if floor.jackpot is None:
            return "there is no jackpot"
        account = floor.balances.get(METER, 0)
        found = account if in_account else floor.jackpot.displayed_cents
        return same(format_amount(found), format_amount(said))

    return holds


def unsettled(words: Words) -> Holds:
    """`= unsettled 1 envy-bonus`: the round is settled, with no such line on that box."""
    box, bet = words.number("box"), words.take("a bet")

    def holds(floor: Floor, name: str) -> str | None:
        lines = floor.tables[name].round.lines
        if not lines:
            return "the round is not settled"
        settled_too = any((line.box, line.bet) == (box, bet) for line in lines)
        return "it is settled" if settled_too else None

    return holds


def lies_on(words: Words) -> Holds:
    """`= box 1 initial p1 100.00`; `= box 1 empty`."""
    box, said = words.number("box"), words.take("a bet, or `empty`,")
    wanted = None
    if said != "empty":
        wanted = [said, name_of(words.take("a player")), format_amount(words.cents())]

    def holds(floor: Floor, name: str) -> str | None:
        lying = [
            [wager.bet, wager.player, format_amount(wager.cents)]
            for wager in floor.tables[name].on_box(box)
        ]
        if wanted is not None:
            return listed(lying, wanted)
        return listed([*lying], []) if lying else None

    return holds


def named_hand(words: Words) -> Holds:
    """`= named 1 Three Pictures`: what the document calls a hand that lies open."""
    place, said = words.take("a box, or `dealer`,"), words.rest()

    def holds(floor: Floor, name: str) -> str | None:
        found = view(floor.tables[name], who(NOBODY))
        if place == "dealer":
            return same(found.dealer_hand or "not named", said)
        hands = {str(box.box): box.hand for box in found.boxes}
        return same(hands.get(place) or "not named", said)

    return holds


def established(words: Words) -> Holds:
    """`= established 1 tie lose`, `= established nothing`: when play was last taken up again."""
    said = words.rest().split()
    if not said:
        raise BadInput("a bet, or `nothing`, is missing")

    def holds(floor: Floor, name: str) -> str | None:
        events = [event for table, event in floor.journal if table == name]
        last = next((one for one in reversed(events) if isinstance(one, RoundResumed)), None)
        if last is None:
            return "play was not taken up again"
        found = [[str(one.box or 0), one.bet, str(one.outcome)] for one in last.established]
        if said == ["nothing"]:
            return listed(found, []) if found else None
        return listed(found, said if said[0].isdigit() else ["0", *said])

    return holds


CLAIMS: dict[str, Callable[[Words], Holds]] = {
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


def settled(words: Words, clauses: tuple[str, ...]) -> Holds:
    """`= settled 1 initial p1 win +100.00`; the box is left out in baccarat."""
    box = words.box() or 0
    bet, player, result = words.take("a bet"), words.take("a player"), words.take("a result")
    wanted = bet, player, result, words.cents()

    def holds(floor: Floor, name: str) -> str | None:
        lines = [
            ((line.bet, line.player, line.result, line.back_cents - line.stake_cents), line.clauses)
            for line in floor.tables[name].round.lines
            if line.box == box
        ]
        found = [cites for row, cites in lines if row == wanted]
        if not found:
            return listed([[*row[:3], format_amount(row[3])] for row, _ in lines], [])
        if clauses and clauses not in found:
            return f"it is by {' or '.join(' '.join(cites) for cites in found)}"
        return None

    return holds


def has(subject: str, words: Words) -> Holds:
    """`= p1 has -100.00`, `= house has 25.00`, `= stakes has 0.00`."""
    account = subject if subject in {"house", "stakes"} else account_of(name_of(subject))
    said = format_amount(words.cents())
    return lambda floor, _name: same(format_amount(floor.balances.get(account, 0)), said)


def sees(subject: str, words: Words) -> Holds:
    """`= p1 sees 2 ?? ?? ??`: a hand as that person is shown it."""
    viewer, place, said = name_of(subject), words.take("a place"), words.rest()
    return lambda floor, name: same(seen(view(floor.tables[name], who(viewer)), place), said)


def seen(found: View, place: str) -> str:
    if place in {"dealer", "banker"}:
        return found.dealer
    if place == "player":
        return found.player_hand
    return next((box.cards for box in found.boxes if str(box.box) == place), "no such box")


def may(subject: str, words: Words) -> Holds:
    """`= p1 may look 1`, `= p1 may not place 2 tie`: by the commands that the view lists."""
    asker, wanted = name_of(subject), words.left[:1] != ["not"]
    if not wanted:
        words.take("not")
    verb, details = words.take("a command"), words.rest().split()

    def holds(floor: Floor, name: str) -> str | None:
        offered = [
            [
                str(following.command.__struct_config__.tag),
                *(
                    str(getattr(following.command, field))
                    for field in ("box", "bet", "choice", "option")
                    if getattr(following.command, field, None) is not None
                ),
            ]
            for following in view(floor.tables[name], who(asker)).next
        ]
        found = any(one[0] == verb and one[1 : 1 + len(details)] == details for one in offered)
        rows = "; ".join(" ".join(row) for row in offered) or "nothing"
        return None if found == wanted else f"{asker} may {rows}"

    return holds


OF_SOMEONE: dict[str, Callable[[str, Words], Holds]] = {"has": has, "sees": sees, "may": may}


def claim(words: Words, clauses: tuple[str, ...]) -> Holds:
    subject = words.take("what is claimed")
    if subject in CLAIMS:
        found = CLAIMS[subject](words)
    elif subject == "settled":
        found = settled(words, clauses)
    else:
        verb = words.take(f"behind {subject[:40]!r}, `has`, `sees` or `may`")
        if verb not in OF_SOMEONE:
            known = [*CLAIMS, "settled"]
            what = f"is none of {', '.join(known)}, nor follows has, sees or may upon it"
            if close_to(subject, known):
                what = f"is no claim; {among(subject, known)}"
            raise BadInput(f"{subject[:40]!r} {what}")
        found = OF_SOMEONE[verb](subject, words)
    words.end()
    return found
