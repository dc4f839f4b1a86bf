"""The money that an event moves: postings that add up to nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.money import Posting
from croupier.rulebook.marks import defines
from croupier.table import events as happened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.table.events import AnyEvent, Event, SettledLine

STAKES, HOUSE, METER, RESERVE = "stakes", "house", "meter", "reserve"
"""What lies on the table; the house's own; what its jackpot holds, and what it has put aside."""
HELD = "attendant:"


def player(name: str) -> str:
    return f"player:{name}"


def attendant(table: str, number: int, name: str) -> str:
    """What a player has won in a round, and an attendant has not yet paid."""
    return f"{HELD}{table}:{number}:{name}"


def postings(event: AnyEvent) -> tuple[Posting, ...]:
    return MOVES[type(event)](event)


def staked(event: happened.WagerPlaced | happened.WagerFound) -> tuple[Posting, ...]:
    return Posting(player(event.player), -event.cents), Posting(STAKES, event.cents)


def given_back(
    back: happened.WagerWithdrawn | happened.WagerReturned | happened.Returned,
) -> tuple[Posting, ...]:
    return Posting(STAKES, -back.cents), Posting(player(back.player), back.cents)


def all_given_back(
    event: happened.RoundVoided | happened.HandRemoved | happened.OptionChosen,
) -> tuple[Posting, ...]:
    return tuple(one for back in event.returned for one in given_back(back))


def all_settled(event: happened.RoundSettled | happened.SettlementReversed) -> tuple[Posting, ...]:
    sign = 1 if isinstance(event, happened.RoundSettled) else -1
    return tuple(one for line in event.lines for one in settled(line, sign) if one.cents)


def corrected(event: happened.SettlementCorrected) -> tuple[Posting, ...]:
    """The difference to what each was paid; the stakes were taken when the round was settled."""
    both = [
        *(one for line in event.before for one in settled(line, -1)),
        *(one for line in event.lines for one in settled(line, 1)),
    ]
    sums: dict[str, int] = {}
    for one in both:
        sums[one.account] = sums.get(one.account, 0) + one.cents
    return tuple(Posting(account, cents) for account, cents in sums.items() if cents)


@defines("house")
def settled(line: SettledLine, sign: int) -> Iterator[Posting]:
    from_meter = (line.award_cents or 0) if line.from_meter else 0
    yield Posting(STAKES, -sign * line.stake_cents)
    yield Posting(player(line.player), sign * line.back_cents)
    yield Posting(METER, -sign * from_meter)
    yield Posting(HOUSE, sign * (line.stake_cents - line.back_cents + from_meter))


def nothing(_event: Event) -> tuple[Posting, ...]:
    return ()


MOVES: dict[type[Event], Callable[[Any], tuple[Posting, ...]]] = {
    happened.TableConfigured: nothing,
    happened.TableOpened: nothing,
    happened.TableClosing: nothing,
    happened.TableClosed: nothing,
    happened.ShoeReplaced: nothing,
    happened.CardsCounted: nothing,
    happened.CardsShuffled: nothing,
    happened.CardsConfirmed: nothing,
    happened.PlayerRestricted: nothing,
    happened.AreaRestricted: nothing,
    happened.PlayerSat: nothing,
    happened.PlayerStood: nothing,
    happened.PlayerWalkedAway: nothing,
    happened.BettingOpened: nothing,
    happened.WagerPlaced: staked,
    happened.ExcessRejected: nothing,
    happened.PlayerAdvised: nothing,
    happened.WagerWithdrawn: given_back,
    happened.WagerReturned: given_back,
    happened.WagerFound: staked,
    happened.TimeWarned: nothing,
    happened.BettingClosed: nothing,
    happened.CardsDealt: nothing,
    happened.HandExamined: nothing,
    happened.LookDeclined: nothing,
    happened.HandReturned: nothing,
    happened.CardsRead: nothing,
    happened.Decided: nothing,
    happened.DealerExposed: nothing,
    happened.TypingAsked: nothing,
    happened.TypingAllowed: nothing,
    happened.RoundSettled: all_settled,
    happened.SettlementReversed: all_settled,
    happened.SettlementCorrected: corrected,
    happened.RoundVoided: all_given_back,
    happened.HandRemoved: all_given_back,
    happened.RoundConcluded: nothing,
    happened.WinningsReleased: nothing,
    happened.IrregularityReported: nothing,
    happened.ReportBegun: nothing,
    happened.ReportDropped: nothing,
    happened.ReportWithdrawn: nothing,
    happened.SecondPersonCalled: nothing,
    happened.RulingMade: nothing,
    happened.RulingProposed: nothing,
    happened.ChangeProposed: nothing,
    happened.ProposalRejected: nothing,
    happened.CardsFoundLying: nothing,
    happened.HandsMoved: nothing,
    happened.DealReconstructed: nothing,
    happened.CardsExposed: nothing,
    happened.CardsTurnedDown: nothing,
    happened.NextCardsOrdered: nothing,
    happened.CardsKept: nothing,
    happened.OptionsOffered: nothing,
    happened.OptionChosen: all_given_back,
    happened.JackpotFrozen: nothing,
    happened.JackpotSuspended: nothing,
    happened.JackpotRestored: nothing,
    happened.RoundInterrupted: nothing,
    happened.RoundResumed: nothing,
}
"""What money each event moves."""
