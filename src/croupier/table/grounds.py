"""Whether the record bears out what a report is about; a remedy never acts without its ground."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.engine.decisions import Choice
from croupier.engine.readings import LIMITS_APPLY_TO, Applies
from croupier.money import format_amount
from croupier.table.record import burns
from croupier.table.remedies.corrections import is_late
from croupier.table.remedies.wagers import named_wager
from croupier.table.situation import EXPOSED, OF_THE_DEAL
from croupier.table.state import Step, parsed

if TYPE_CHECKING:
    from croupier.table.commands import Report
    from croupier.table.state import Table

Ground = Callable[["Table", "Report"], "str | None"]
"""What the record shows instead, if the report has no ground."""


def ungrounded(table: Table, report: Report) -> str | None:
    name = report.irregularity
    if name not in GROUNDS or (is_late(table, report) and name not in AT_ANY_TIME):
        return None
    return GROUNDS[name](table, report)


def without_its_main(table: Table, report: Report) -> str | None:
    """A bet that lies where the bet that it needs does not."""
    bet = table.game.bet.get(report.bet or "")
    if bet is None:
        return None
    needs = bet.needs.bet if bet.needs else entry_of(table, bet.name)
    if needs is None:
        return f"{bet.title} needs no other bet"
    there = table.has(report.box or 0, needs)
    return f"box {report.box} has its {needs} bet" if there else None


def entry_of(table: Table, bet: str) -> str | None:
    jackpot = table.game.jackpot
    return jackpot.entry if jackpot and bet == jackpot.bet else None


def is_under(table: Table, report: Report) -> str | None:
    """Counted with the chips that were found there."""
    limit = table.limits.get(report.bet or "")
    if limit is None:
        return None
    own, total = as_found(table, report)
    if not own:
        return f"{report.player} has no such bet there"
    if table.game.limits.is_under(own, total, limit, table.game):
        return None
    return f"{format_amount(own)} lies there, and the minimum is reached"


def is_over(table: Table, report: Report) -> str | None:
    limit = table.limits.get(report.bet or "")
    if limit is None:
        return None
    own, total = as_found(table, report)
    by_area = table.game.reads(LIMITS_APPLY_TO) is Applies.AREA_TOTAL
    over = (total if by_area else own) > limit.maximum_cents
    return None if over else f"{format_amount(total)} lies there, within the maximum"


def as_found(table: Table, report: Report) -> tuple[int, int]:
    """What the player has there, and what the whole area has, with what was found."""
    wager = named_wager(table, report)
    own = (wager.cents if wager else 0) + (report.cents or 0)
    area = table.area(report.box or 0, report.bet or "")
    return own, sum(one.cents for one in area) + (report.cents or 0)


def an_additional_hand(table: Table, report: Report) -> str | None:
    """A second hand of a player who has looked at one: never that first one, nor another's."""
    player, box = report.player or "", report.box or 0
    if player not in table.round.looked:
        return f"{player or 'the player'} has looked at no hand of this round"
    if table.round.looked[player] == box:
        return f"box {box} is the hand that {player} looked at first"
    if not table.cards_of(box) or all(one.player != player for one in table.on_box(box)):
        return f"{player} has no hand on box {box}"
    return None


def a_burning_device(table: Table, _report: Report) -> str | None:
    return None if burns(table) else "the device in use burns no card"


def a_bettor(table: Table, report: Report) -> str | None:
    there = any(
        one.player == report.player and report.box in {None, one.box}
        for one in table.round.wagers.values()
    )
    where = "in this round" if report.box is None else f"on box {report.box}"
    return None if there else f"{report.player or 'nobody named'} has no bet {where}"


def a_hand_that_plays(table: Table, report: Report) -> str | None:
    plays = table.round.decisions.get(report.box or 0) is Choice.PLAY
    decision = table.game.decision
    if decision is None or not (report.player and report.box):
        return None
    if not plays or table.player_of(report.box) != report.player:
        return f"{report.player} does not play box {report.box}"
    return None


def another_result(table: Table, report: Report) -> str | None:
    """Hands that lie otherwise than they were registered."""
    lies = {place: parsed(cards) for place, cards in (report.lies or {}).items()}
    hands = table.last.hands if table.last and is_late(table, report) else table.round.hands
    same = bool(lies) and all(hands.get(place, ()) == cards for place, cards in lies.items())
    return "the cards are registered as they lie" if same else None


def disproved(table: Table, report: Report) -> str | None:
    """What the cards show, once they are read in, where a report is about hidden ones."""
    name, round_ = report.irregularity, table.round
    if is_late(table, report) or table.game.drawn_by_tableau:
        return None
    lies = {place: parsed(cards) for place, cards in (report.lies or {}).items()}
    as_dealt = lies and all(table.cards_of(place) == cards for place, cards in lies.items())
    if name in OF_THE_DEAL and as_dealt and not (report.drawn or report.moves):
        return "every hand lies as it was dealt"
    dealt = table.step not in {Step.BETTING, Step.DEALING} and None not in round_.drawn
    named = {card for card in parsed(report.cards) if card is not None}
    if name == EXPOSED and dealt and named - set(round_.drawn):
        return "no such card was dealt"
    return None


GROUNDS: dict[str, Ground] = {
    "side-bet-without-main": without_its_main,
    "jackpot-bet-without-ante": without_its_main,
    "under-minimum": is_under,
    "over-maximum": is_over,
    "extra-hand-examined": an_additional_hand,
    "burn-missed": a_burning_device,
    "player-walked-away": a_bettor,
    "play-bet-differs": a_hand_that_plays,
    "wrong-result-registered": another_result,
}
"""What the record must show before a report of the name is taken down."""
AT_ANY_TIME = {"wrong-result-registered"}
"""Of the others an earlier round has no ground any more: they change nothing."""
