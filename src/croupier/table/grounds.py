"""Whether the record bears out what a report is about; a remedy never acts without its ground."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.engine.decisions import Choice
from croupier.said import Said, Sentence
from croupier.table.record import burns
from croupier.table.remedies.corrections import is_late
from croupier.table.remedies.wagers import named_wager
from croupier.table.situation import EXPOSED, OF_THE_DEAL
from croupier.table.state import Step, parsed

if TYPE_CHECKING:
    from croupier.table.commands import Report
    from croupier.table.state import Table

PLAYER_HAS_LOOKED_AT_NO_HAND = Sentence(
    "player-has-looked-at-no-hand", "[{player}|the player] has looked at no hand of this round"
)
NO_BET_OF_PLAYER = Sentence(
    "no-bet-of-player", "[{player}|nobody named] has no bet [{box:if}on box {box}|in this round]"
)
BET_NEEDS_NO_OTHER_BET = Sentence("bet-needs-no-other-bet", "{bet:bet} needs no other bet")
BOX_HAS_ITS_BET = Sentence("box-has-its-bet", "box {box} has its {bet:bet} bet")
PLAYER_HAS_NO_SUCH_BET_THERE = Sentence(
    "player-has-no-such-bet-there", "{player} has no such bet there"
)
AMOUNT_LIES_THERE_MINIMUM_IS_REACHED = Sentence(
    "amount-lies-there-minimum-is-reached", "{cents:money} lies there, and the minimum is reached"
)
AMOUNT_LIES_THERE_WITHIN_THE_MAXIMUM = Sentence(
    "amount-lies-there-within-the-maximum", "{cents:money} lies there, within the maximum"
)
BOX_IS_THE_HAND_LOOKED_AT_FIRST = Sentence(
    "box-is-the-hand-looked-at-first", "box {box} is the hand that {player} looked at first"
)
PLAYER_HAS_NO_HAND_ON_BOX = Sentence(
    "player-has-no-hand-on-box", "{player} has no hand on box {box}"
)
DEVICE_IN_USE_BURNS_NO_CARD = Sentence(
    "device-in-use-burns-no-card", "the device in use burns no card"
)
PLAYER_DOES_NOT_PLAY_BOX = Sentence("player-does-not-play-box", "{player} does not play box {box}")
CARDS_ARE_REGISTERED_AS_THEY_LIE = Sentence(
    "cards-are-registered-as-they-lie", "the cards are registered as they lie"
)
EVERY_HAND_LIES_AS_IT_WAS_DEALT = Sentence(
    "every-hand-lies-as-it-was-dealt", "every hand lies as it was dealt"
)
NO_SUCH_CARD_WAS_DEALT = Sentence("no-such-card-was-dealt", "no such card was dealt")

Ground = Callable[["Table", "Report"], "Said | None"]
"""What the record shows instead, if the report has no ground."""


def ungrounded(table: Table, report: Report) -> Said | None:
    name = report.irregularity
    if name not in GROUNDS or (is_late(table, report) and name not in AT_ANY_TIME):
        return None
    return GROUNDS[name](table, report)


def without_its_main(table: Table, report: Report) -> Said | None:
    """A bet that lies where the bet that it needs does not."""
    bet = table.game.bet.get(report.bet or "")
    if bet is None:
        return None
    needs = bet.needs.bet if bet.needs else entry_of(table, bet.name)
    if needs is None:
        return BET_NEEDS_NO_OTHER_BET(bet=bet.title)
    there = table.has(report.box or 0, needs)
    return BOX_HAS_ITS_BET(box=report.box, bet=needs) if there else None


def entry_of(table: Table, bet: str) -> str | None:
    jackpot = table.game.jackpot
    return jackpot.entry if jackpot and bet == jackpot.bet else None


def is_under(table: Table, report: Report) -> Said | None:
    """Counted with the chips that were found there."""
    limit = table.limits.get(report.bet or "")
    if limit is None:
        return None
    own, total = as_found(table, report)
    if not own:
        return PLAYER_HAS_NO_SUCH_BET_THERE(player=report.player)
    if table.game.limits.is_under(own, total, limit, table.game):
        return None
    return AMOUNT_LIES_THERE_MINIMUM_IS_REACHED(cents=own)


def is_over(table: Table, report: Report) -> Said | None:
    limit = table.limits.get(report.bet or "")
    if limit is None:
        return None
    own, total = as_found(table, report)
    by_area = table.game.limits_are_of_areas
    over = (total if by_area else own) > limit.maximum_cents
    return None if over else AMOUNT_LIES_THERE_WITHIN_THE_MAXIMUM(cents=total)


def as_found(table: Table, report: Report) -> tuple[int, int]:
    """What the player has there, and what the whole area has, with what was found."""
    wager = named_wager(table, report)
    own = (wager.cents if wager else 0) + (report.cents or 0)
    area = table.area(report.box or 0, report.bet or "")
    return own, sum(one.cents for one in area) + (report.cents or 0)


def an_additional_hand(table: Table, report: Report) -> Said | None:
    """A second hand of a player who has looked at one: never that first one, nor another's."""
    player, box = report.player or "", report.box or 0
    if player not in table.round.looked:
        return PLAYER_HAS_LOOKED_AT_NO_HAND(player=player or "")
    if table.round.looked[player] == box:
        return BOX_IS_THE_HAND_LOOKED_AT_FIRST(box=box, player=player)
    if not table.cards_of(box) or all(one.player != player for one in table.on_box(box)):
        return PLAYER_HAS_NO_HAND_ON_BOX(player=player, box=box)
    return None


def a_burning_device(table: Table, _report: Report) -> Said | None:
    return None if burns(table) else DEVICE_IN_USE_BURNS_NO_CARD()


def a_bettor(table: Table, report: Report) -> Said | None:
    there = any(
        one.player == report.player and report.box in {None, one.box}
        for one in table.round.wagers.values()
    )
    return None if there else NO_BET_OF_PLAYER(player=report.player or "", box=report.box)


def a_hand_that_plays(table: Table, report: Report) -> Said | None:
    plays = table.round.decisions.get(report.box or 0) is Choice.PLAY
    decision = table.game.decision
    if decision is None or not (report.player and report.box):
        return None
    if not plays or table.player_of(report.box) != report.player:
        return PLAYER_DOES_NOT_PLAY_BOX(player=report.player, box=report.box)
    return None


def another_result(table: Table, report: Report) -> Said | None:
    """Hands that lie otherwise than they were registered."""
    lies = {place: parsed(cards) for place, cards in (report.lies or {}).items()}
    hands = table.last.hands if table.last and is_late(table, report) else table.round.hands
    same = bool(lies) and all(hands.get(place, ()) == cards for place, cards in lies.items())
    return CARDS_ARE_REGISTERED_AS_THEY_LIE() if same else None


def disproved(table: Table, report: Report) -> Said | None:
    """What the cards show, once they are read in, where a report is about hidden ones."""
    name, round_ = report.irregularity, table.round
    if is_late(table, report) or table.game.drawn_by_tableau:
        return None
    lies = {place: parsed(cards) for place, cards in (report.lies or {}).items()}
    as_dealt = lies and all(table.cards_of(place) == cards for place, cards in lies.items())
    if name in OF_THE_DEAL and as_dealt and not (report.drawn or report.moves):
        return EVERY_HAND_LIES_AS_IT_WAS_DEALT()
    dealt = table.step not in {Step.BETTING, Step.DEALING} and None not in round_.drawn
    named = {card for card in parsed(report.cards) if card is not None}
    if name == EXPOSED and dealt and named - set(round_.drawn):
        return NO_SUCH_CARD_WAS_DEALT()
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
