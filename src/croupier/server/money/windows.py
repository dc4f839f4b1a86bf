"""Windows of the cage: who has which drawer, and how two people count it unseen by each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import APART_FROM, Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.money import Posting
from croupier.said import Sentence
from croupier.server.money import drawer_events as happened
from croupier.server.money import ledger
from croupier.server.money.cage import DRAWER_IS_NOT_OPEN
from croupier.server.money.drawers import ANY_NOTES, CHIPS, Count, Counted, Drawer

if TYPE_CHECKING:
    from croupier.server.money.books import AnyCageEvent
    from croupier.server.money.cage import Cage
    from croupier.table.commands import Who

OPEN_A_DRAWER_FIRST = Sentence(
    "open-a-drawer-first", "open a drawer first: you count it, and a second person does"
)
DRAWER_IS_BEING_COUNTED = Sentence(
    "drawer-is-being-counted", "the drawer of window {window} is being counted: nothing moves"
)
ONLY_A_CASHIER_OPENS_A_DRAWER = Sentence(
    "only-a-cashier-opens-a-drawer", "a cashier opens a drawer, who counts it first"
)
YOU_HAVE_A_DRAWER_ALREADY = Sentence(
    "you-have-a-drawer-already", "you have the drawer of window {window} already"
)
WHOSE_DRAWER_COUNTS_FIRST = Sentence(
    "whose-drawer-counts-first", "{cashier}, whose drawer it is, counts first, or a pit manager"
)
SECOND_PERSON_COUNTS = Sentence(
    "second-person-counts",
    "a second person counts: another cashier, or a pit supervisor or someone more senior",
)
BOTH_HAVE_COUNTED = Sentence("both-have-counted", "both have counted this drawer")
NOT_EVERYTHING_IS_COUNTED = Sentence("not-everything-is-counted", "two people count it first")
COUNTS_DIFFER = Sentence("counts-differ", "the two counts differ: both count again")
REQUEST_WAITS_AT_THIS_WINDOW = Sentence(
    "request-waits-at-this-window",
    "request {number} of this window waits for a second person: withdraw it first",
)
SAY_WHY_THE_DRAWER_DIFFERS = Sentence(
    "say-why-the-drawer-differs", "the drawer differs: say why, in one line"
)
SECOND_COUNTER_OPENS_IT = Sentence(
    "second-counter-opens-it",
    "the float is not what the shift before has left: {name}, who counted second, says why",
)
SAY_WHY_THE_FLOAT_DIFFERS = Sentence(
    "say-why-the-float-differs",
    "the float is not what the shift before has left: say why, in one line",
)
NOTHING_IS_TO_BE_SIGNED = Sentence(
    "nothing-is-to-be-signed", "no difference of window {window} is to be signed"
)
THIRD_PERSON_SIGNS = Sentence(
    "third-person-signs", "a pit manager or someone more senior signs, who has not counted it"
)
NO_SUCH_NOTE_OR_CHIP = Sentence(
    "no-such-note-or-chip", "{value:quoted} is no note or chip that is counted here"
)
NO_REQUEST_OF_YOURS = Sentence("no-request-of-yours", "no request {number} of yours waits")


class Windows:
    def __init__(self, cage: Cage, most_alone: int, notes: tuple[int, ...] = ANY_NOTES) -> None:
        self.cage, self.most_alone = cage, most_alone
        """A difference with which a drawer is closed without a manager."""
        self.known = {"notes": notes, "chips": CHIPS}
        """Pieces that are counted."""

    @property
    def drawers(self) -> dict[str, Drawer]:
        return self.cage.books.cage.drawers

    def at_work(self, name: str) -> str | Refused:
        """The window whose open drawer this person has."""
        found = self.cage.books.cage.of(name)
        if found is None:
            return declined(Policy.NOTHING_WAITS, OPEN_A_DRAWER_FIRST())
        if found[1].counted:
            return declined(Policy.NOTHING_WAITS, DRAWER_IS_BEING_COUNTED(window=found[0]))
        return found[0]

    def unknown_pieces(self, count: Count) -> Refused | None:
        for kind, known in self.known.items():
            for value in getattr(count, kind):
                if value not in map(str, known):
                    says = NO_SUCH_NOTE_OR_CHIP(value=value[:20])
                    return declined(Policy.UNREADABLE, says)
        return None

    # Counting, by two

    def count(self, window: str, count: Count, who: Who, at: int) -> AnyCageEvent | Refused:
        drawer = self.drawers.get(window) or Drawer()
        if no := self.unknown_pieces(count) or self.not_to_count(window, drawer, who, at):
            return no
        phase: happened.Phase = "close" if drawer.cashier else "open"
        pieces = msgspec.json.encode(count).decode()
        event = happened.DrawerCounted(
            by=who.name, at=at, window=window, phase=phase, pieces=pieces
        )
        if phase == "close" or not drawer.counted:
            return self.cage.write(event, ())
        counted = Counted(by=who.name, at=at, count=count)
        both = replace(drawer, counted=[*drawer.counted, counted])
        if not both.agrees or not both.is_as_left(count.cents):
            return self.cage.write(event, ())
        return self.cage.stream.append(event, opened(window, both, at))

    def open(self, window: str, who: Who, reason: str, at: int) -> AnyCageEvent | Refused:
        """With another float than was left, by the word of who counted second."""
        drawer = self.drawers.get(window) or Drawer()
        if drawer.cashier is not None or not drawer.is_counted:
            return declined(Policy.NOTHING_WAITS, NOT_EVERYTHING_IS_COUNTED())
        if not drawer.agrees:
            return declined(Policy.NOTHING_WAITS, COUNTS_DIFFER())
        if who.name != drawer.counted[1].by:
            says = SECOND_COUNTER_OPENS_IT(name=drawer.counted[1].by)
            return declined(Refusal.SECOND_PERSON, says)
        if not is_said(reason):
            return declined(Policy.REASON_NEEDED, SAY_WHY_THE_FLOAT_DIFFERS())
        return self.cage.write(opened(window, drawer, at, reason), ())

    def not_to_count(self, window: str, drawer: Drawer, who: Who, at: int) -> Refused | None:
        if drawer.is_counted:
            return declined(Policy.ALREADY_SO, BOTH_HAVE_COUNTED())
        if drawer.counted:
            return not_second(drawer, who)
        if drawer.cashier is None:
            return self.not_to_open(who)
        return self.not_to_end(window, drawer.cashier, who, at)

    def not_to_end(self, window: str, cashier: str, who: Who, at: int) -> Refused | None:
        if who.name != cashier and not who.holds(Role.PIT_MANAGER):
            says = WHOSE_DRAWER_COUNTS_FIRST(cashier=cashier)
            return declined(Policy.NOT_FOR_THIS_PERSON, says)
        for one in self.cage.proposed.values():
            if one.window == window and one.waits(at):
                says = REQUEST_WAITS_AT_THIS_WINDOW(number=one.number)
                return declined(Policy.NOTHING_WAITS, says)
        return None

    def not_to_open(self, who: Who) -> Refused | None:
        if who.role is not Role.CASHIER:
            return declined(Policy.NOT_FOR_THIS_ROLE, ONLY_A_CASHIER_OPENS_A_DRAWER())
        for window, one in self.drawers.items():
            opens = one.cashier is None and one.counted and one.counted[0].by == who.name
            if one.cashier == who.name or opens:
                return declined(Policy.ALREADY_SO, YOU_HAVE_A_DRAWER_ALREADY(window=window))
        return None

    def count_again(self, window: str, who: Who, at: int) -> AnyCageEvent | Refused:
        """By either of those who counted; what was counted is put away."""
        drawer = self.drawers.get(window)
        if drawer is None or who.name not in {one.by for one in drawer.counted}:
            return declined(Policy.NOTHING_WAITS, NOT_EVERYTHING_IS_COUNTED())
        both = tuple(one.count.cents for one in drawer.counted) if drawer.is_counted else ()
        event = happened.DrawerRecounted(by=who.name, at=at, window=window, put_away_cents=both)
        return self.cage.write(event, ())

    # Closing

    def close(self, window: str, who: Who, reason: str, at: int) -> AnyCageEvent | Refused:
        drawer = self.drawers.get(window)
        if drawer is None or drawer.cashier is None:
            return declined(Policy.NOTHING_WAITS, DRAWER_IS_NOT_OPEN(window=window))
        if who.name not in {drawer.cashier, *(one.by for one in drawer.counted[:1])}:
            says = WHOSE_DRAWER_COUNTS_FIRST(cashier=drawer.cashier)
            return declined(Policy.NOT_FOR_THIS_PERSON, says)
        if no := not_to_close(drawer, reason):
            return no
        if abs(drawer.difference_cents) > self.most_alone:
            ending = happened.DrawerEnding(by=who.name, at=at, window=window, reason=reason)
            return self.cage.write(ending, ())
        return self.closed(window, drawer, by=who.name, reason=reason, at=at)

    def sign(self, window: str, who: Who, at: int) -> AnyCageEvent | Refused:
        """For a difference beyond the limit, by a person who has not counted."""
        drawer = self.drawers.get(window)
        if drawer is None or drawer.ending is None:
            return declined(Policy.NOTHING_WAITS, NOTHING_IS_TO_BE_SIGNED(window=window))
        counted = [one.by for one in drawer.counted]
        if not who.holds(Role.PIT_MANAGER) or not all(map(who.pairs_with, counted)):
            return declined(Refusal.SECOND_PERSON, THIRD_PERSON_SIGNS())
        asked = drawer.ending
        return self.closed(
            window, drawer, by=asked.by, reason=asked.reason, at=at, signed_by=who.name
        )

    def closed(  # noqa: PLR0913 - which, by whom, why, when, with whom
        self,
        window: str,
        drawer: Drawer,
        *,
        by: str,
        reason: str,
        at: int,
        signed_by: str | None = None,
    ) -> AnyCageEvent | Refused:
        assert drawer.cashier is not None
        short = drawer.difference_cents
        event = happened.DrawerClosed(
            by=by,
            at=at,
            window=window,
            cashier=drawer.cashier,
            counted_cents=drawer.counted[0].count.cents,
            should_cents=drawer.should_cents,
            counted_with=drawer.counted[1].by,
            reason=reason,
            signed_by=signed_by,
        )
        moved = (Posting(ledger.CAGE, -short), Posting(ledger.DIFFERENCES, short)) if short else ()
        return self.cage.write(event, moved)

    def withdraw(self, number: int, who: Who, at: int) -> AnyCageEvent | Refused:
        one = self.cage.proposed.get(number)
        if one is None or one.by != who.name or one.window is None or not one.waits(at):
            return declined(Policy.NOTHING_WAITS, NO_REQUEST_OF_YOURS(number=number))
        return self.cage.write(happened.RequestWithdrawn(by=who.name, at=at, number=number), ())


def opened(window: str, drawer: Drawer, at: int, reason: str = "") -> happened.DrawerOpened:
    first, second = drawer.counted
    return happened.DrawerOpened(
        by=first.by,
        at=at,
        window=window,
        cents=second.count.cents,
        left_cents=drawer.left_cents,
        counted_with=second.by,
        reason=reason,
    )


def is_said(reason: str) -> bool:
    return bool(reason.strip()) and reason.isprintable()


def not_second(drawer: Drawer, who: Who) -> Refused | None:
    counts = who.role is Role.CASHIER or who.holds(Role.PIT_SUPERVISOR)
    first = drawer.counted[0].by
    if counts and who.pairs_with(first):
        return None
    if counts and first in who.apart:
        return declined(Refusal.SECOND_PERSON, APART_FROM(other=first))
    return declined(Refusal.SECOND_PERSON, SECOND_PERSON_COUNTS())


def not_to_close(drawer: Drawer, reason: str) -> Refused | None:
    if not drawer.is_counted:
        return declined(Policy.NOTHING_WAITS, NOT_EVERYTHING_IS_COUNTED())
    if not drawer.agrees:
        return declined(Policy.NOTHING_WAITS, COUNTS_DIFFER())
    if drawer.difference_cents and not is_said(reason):
        return declined(Policy.REASON_NEEDED, SAY_WHY_THE_DRAWER_DIFFERS())
    return None
