"""By which lines events can have come about: commands are not in a journal, events are.

Each event that can be the first of an answer has the lines that may have asked for it, likeliest
first; which it was is found by playing them. A new command needs its row in `LINES`.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.engine.decisions import Choice
from croupier.money import format_amount
from croupier.scenario.spelling import fact, on, place, quoted, report, set_up, who_deals
from croupier.table import events as happened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from croupier.table.events import AnyEvent, Ruled
    from croupier.table.state import Table


class Found(NamedTuple):
    """What follows in the journal, and the table as it stands."""

    events: Sequence[AnyEvent]
    table: Table

    @property
    def at_once(self) -> list[AnyEvent]:
        """The events of the same moment by the same person."""
        first = self.events[0]
        return list(takewhile(lambda one: (one.at, one.by) == (first.at, first.by), self.events))


def actor(event: AnyEvent) -> str:
    """Who asked: an approval is told as the deed of the person who proposed."""
    approved_by = getattr(event, "approved_by", None)
    return approved_by or event.by


def behalf(event: Any) -> str:  # noqa: ANN401 - any event of a player
    return "" if event.by == event.player else f" for {event.player}"


def just(line: str) -> Callable[[Any, Found], Iterator[str]]:
    def lines(_event: AnyEvent, _found: Found) -> Iterator[str]:
        yield line

    return lines


def of_player(verb: str) -> Callable[[Any, Found], Iterator[str]]:
    def lines(event: Any, _found: Found) -> Iterator[str]:  # noqa: ANN401 - as above
        yield f"{verb}{behalf(event)}"

    return lines


def sat(event: happened.PlayerSat, _found: Found) -> Iterator[str]:
    yield f"sits {event.box}{behalf(event)}"


def wagered(event: AnyEvent, found: Found) -> Iterator[str]:
    """A wager, with what it was cut down by or put in the place of; or the close of betting."""
    together = found.at_once
    for made in together:
        if isinstance(made, happened.Decided):
            yield from decided(made, found)
            break
    placed = next((one for one in together if isinstance(one, happened.WagerPlaced)), None)
    if placed is not None:
        where = (placed.player, placed.box, placed.bet)
        cut = [
            one.cents
            for one in together
            if isinstance(one, happened.ExcessRejected) and (one.player, one.box, one.bet) == where
        ]
        for cents in (*(placed.cents + one for one in cut[:1]), placed.cents):
            amount = format_amount(cents)
            yield f"places {on(placed.box)}{placed.bet} {amount}{behalf(placed)}"
    if isinstance(event, happened.ExcessRejected):
        amount = format_amount(event.cents)
        yield f"places {on(event.box)}{event.bet} {amount}{behalf(event)}"
    if isinstance(event, happened.WagerReturned):
        yield f"permits {event.player} {event.box}"
    yield from closed(event, found)


def withdrawn(event: happened.WagerWithdrawn, _found: Found) -> Iterator[str]:
    whole = f"withdraws {on(event.box)}{event.bet}"
    yield f"{whole}{behalf(event)}"
    yield f"{whole} {format_amount(event.cents)}{behalf(event)}"


def closed(_event: AnyEvent, _found: Found) -> Iterator[str]:
    yield "closes"
    yield "time-up"


def dealt(event: happened.CardsDealt, found: Found) -> Iterator[str]:
    yield f"deals {event.cards}"
    yield f"deals-to {place(event.to, found.table)} {event.cards}"


def examined(event: happened.HandExamined, _found: Found) -> Iterator[str]:
    yield f"looks {event.box}"


def not_examined(event: happened.LookDeclined, _found: Found) -> Iterator[str]:
    yield f"declines {event.box}{behalf(event)}"
    yield "time-up"


def read_in(event: happened.CardsRead, found: Found) -> Iterator[str]:
    yield f"returns {place(event.place, found.table)} {event.cards}"


def returned(event: happened.HandReturned, found: Found) -> Iterator[str]:
    where = place(event.box, found.table)
    yield f"returns {where}"
    yield f"returns {where} {event.cards}"


def decided(event: happened.Decided, _found: Found) -> Iterator[str]:
    verb = "plays" if event.choice is Choice.PLAY else "folds"
    yield f"{verb} {event.box}{behalf(event)}"
    yield "time-up"


def exposed(event: happened.DealerExposed, _found: Found) -> Iterator[str]:
    yield "exposes"
    yield f"exposes {event.cards}"


def settled(event: happened.RoundSettled, _found: Found) -> Iterator[str]:
    """By the meter alone; or by the amount that other tables left in it."""
    awards = [line.award_cents for line in event.lines if line.from_meter and line.award_cents]
    if not awards:
        yield "settles"
    for cents in awards:
        yield f"settles {format_amount(cents)}"


def restricted(event: happened.PlayerRestricted, _found: Found) -> Iterator[str]:
    yield f"restricts {event.player}{' lifted' if event.lifted else ''}"


def closing(event: happened.TableClosing | happened.TableClosed, _found: Found) -> Iterator[str]:
    if isinstance(event, happened.TableClosing) and event.lifted:
        yield "opens-table"
    else:
        yield f"closes-table {quoted(event.reason)}" if event.reason else "closes-table"


def area(event: happened.AreaRestricted, _found: Found) -> Iterator[str]:
    yield f"restricts area {'lifted' if event.wagers is None else event.wagers}"


def configured(
    event: happened.TableConfigured | happened.ChangeProposed, found: Found
) -> Iterator[str]:
    if getattr(event, "approved_by", None):
        yield "approves"
        return
    before = {*set_up(found.table.setup), *who_deals(found.table.setup)}
    for line in (*set_up(event.setup), *who_deals(event.setup)):
        if line not in before:
            yield f"configures {line}"


def reported(event: happened.IrregularityReported, _found: Found) -> Iterator[str]:
    yield f"reports {report(event.ruling.report)}"


def ruled(event: happened.RulingMade | happened.RulingProposed, found: Found) -> Iterator[str]:
    """Approved; or decided, with the remedies where these were left open."""
    if getattr(event, "approved_by", None):
        yield "approves"
        return
    waiting = found.table.awaiting.ruling if found.table.awaiting else None
    facts = event.ruling.facts.items() - waiting.facts.items() if waiting else set()
    changed = "".join(f" {name}={fact(value)}" for name, value in sorted(facts, key=str))
    remedies = f" remedies={','.join(event.ruling.remedies)}"
    for extra in ("", remedies, changed, f"{remedies}{changed}"):
        yield f"rules {choices(event.ruling)}{extra}"


def choices(ruling: Ruled) -> str:
    words = [quoted(ruling.reason)]
    if ruling.order:
        words.append(f"order={quoted(ruling.order)}")
    if ruling.replace_shoe:
        words.append("shoe=new")
    if ruling.jackpot is not None:
        words.append(f"jackpot={ruling.jackpot}")
    return " ".join(words)


def rejected(event: happened.ProposalRejected, _found: Found) -> Iterator[str]:
    yield f"rejects {quoted(event.reason)}"


def chosen(event: happened.OptionChosen, _found: Found) -> Iterator[str]:
    yield f"chooses {on(event.box)}{event.option}{behalf(event)}"
    yield "time-up"


def removed(event: happened.HandRemoved, _found: Found) -> Iterator[str]:
    for one in event.returned:
        yield f"permits {one.player} {event.box}"


def typing(event: happened.TypingAsked, _found: Found) -> Iterator[str]:
    yield f"types-cards {quoted(event.reason)}"


def shuffled(event: happened.CardsShuffled, found: Found) -> Iterator[str]:
    """By a shuffler when betting opens, or by whoever says so."""
    if found.events[1:]:
        yield "opens"
        return
    yield f"shuffles {event.how}{'' if event.cut else ' uncut'}"


def counted(event: happened.CardsCounted, _found: Found) -> Iterator[str]:
    yield f"counts-cards {event.found}"


LINES: dict[type[Any], Callable[[Any, Found], Iterator[str]]] = {
    happened.TableConfigured: configured,
    happened.ChangeProposed: configured,
    happened.TableOpened: just("opens-table"),
    happened.JackpotRestored: just("opens-table"),
    happened.TableClosing: closing,
    happened.TableClosed: closing,
    happened.ShoeReplaced: just("replaces-shoe"),
    happened.PlayerRestricted: restricted,
    happened.AreaRestricted: area,
    happened.PlayerSat: sat,
    happened.PlayerStood: of_player("stands-up"),
    happened.PlayerWalkedAway: of_player("walks-away"),
    happened.BettingOpened: just("opens"),
    happened.WinningsReleased: just("releases-winnings"),
    happened.WagerPlaced: wagered,
    happened.ExcessRejected: wagered,
    happened.PlayerAdvised: wagered,
    happened.WagerReturned: wagered,
    happened.WagerWithdrawn: withdrawn,
    happened.TimeWarned: just("time-up"),
    happened.BettingClosed: closed,
    happened.RoundConcluded: closed,
    happened.CardsDealt: dealt,
    happened.HandExamined: examined,
    happened.LookDeclined: not_examined,
    happened.CardsRead: read_in,
    happened.HandReturned: returned,
    happened.Decided: decided,
    happened.DealerExposed: exposed,
    happened.CardsCounted: counted,
    happened.CardsShuffled: shuffled,
    happened.CardsConfirmed: just("approves"),
    happened.TypingAsked: typing,
    happened.TypingAllowed: just("approves"),
    happened.RoundSettled: settled,
    happened.IrregularityReported: reported,
    happened.RulingMade: ruled,
    happened.RulingProposed: ruled,
    happened.ProposalRejected: rejected,
    happened.ReportBegun: just("begins-report"),
    happened.ReportDropped: just("withdraws-report"),
    happened.ReportWithdrawn: just("withdraws-report"),
    happened.SecondPersonCalled: just("time-up"),
    happened.OptionChosen: chosen,
    happened.HandRemoved: removed,
    happened.RoundInterrupted: just("interrupts"),
    happened.RoundResumed: just("resumes"),
}


FOLLOW = {
    happened.WagerFound,
    happened.SettlementReversed,
    happened.SettlementCorrected,
    happened.RoundVoided,
    happened.CardsFoundLying,
    happened.HandsMoved,
    happened.DealReconstructed,
    happened.CardsExposed,
    happened.CardsTurnedDown,
    happened.NextCardsOrdered,
    happened.CardsKept,
    happened.OptionsOffered,
    happened.JackpotFrozen,
    happened.JackpotSuspended,
}
"""Events that are never the first of an answer."""


def lines_for(found: Found) -> Iterator[str]:
    """What may have been asked, without who asked it."""
    first = found.events[0]
    if type(first) in LINES:
        yield from LINES[type(first)](first, found)
