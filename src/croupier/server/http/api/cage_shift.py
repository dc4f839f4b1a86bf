"""Operations of a shift at the cage: drawers as they stand, and how two people count them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.said import Said, Sentence
from croupier.server.http.api.cage import windows
from croupier.server.http.api.corrections import Correction, correction, waiting
from croupier.server.http.operation import (
    CASHIER,
    MANAGERS,
    SUPERVISORS,
    Operation,
    Reason,
    Says,
    Strict,
)
from croupier.server.money import books, drawer_events
from croupier.server.money.alone import HOURS
from croupier.server.money.drawers import CHIPS, Count, Moved, MoveKind, notes_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.http.operation import AnyCall, Call, PlainCall
    from croupier.server.journal.store import Store
    from croupier.server.money.books import AnyCageEvent
    from croupier.server.money.drawers import Drawer

COUNT_IS_KEPT = Sentence("count-is-kept", "your count of window {window} is kept")
COUNT_AGAIN = Sentence("count-again", "the counts of window {window} are put away: count again")
MANAGER_SIGNS_THE_DIFFERENCE = Sentence(
    "manager-signs-the-difference", "a pit manager signs the difference of window {window}"
)
WINDOW_IS_OPEN = Sentence("window-is-open", "window {window} is open")
WINDOW_IS_CLOSED = Sentence("window-is-closed", "window {window} is closed")

AT_CAGE = CASHIER | SUPERVISORS
Pieces = Annotated[int, msgspec.Meta(ge=0, le=10**6)]
Window = Annotated[str, msgspec.Meta(pattern="^[1-9][0-9]?$(?!\n)")]


class OfWindow(Strict, frozen=True):
    window: Window


class NewCount(Strict, frozen=True):
    """How many pieces of each value, by its cents."""

    notes: dict[str, Pieces] = msgspec.field(default_factory=dict)
    chips: dict[str, Pieces] = msgspec.field(default_factory=dict)
    coins_cents: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0


class Closing(Strict, frozen=True):
    reason: Reason | None = None


class CountedBy(msgspec.Struct, frozen=True, kw_only=True):
    by: str
    at: int
    cents: int | None
    """Told once both have counted."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    kind: MoveKind
    number: int
    cents: int | None
    """Told once both have counted."""


class WindowNow(msgspec.Struct, frozen=True, kw_only=True):
    window: str
    cashier: str | None
    opened_at: int
    float_cents: int | None
    """Told to whose drawer it is, and to others once both have counted; so what was left."""
    float_with: str
    left_cents: int | None
    """By the shift before; told where it is open."""
    phase: drawer_events.Phase
    counted: tuple[CountedBy, ...]
    tallies: tuple[Tally, ...]
    should_cents: int | None
    difference_cents: int | None
    agrees: bool | None
    waits_for_manager: bool
    reason: str
    last: tuple[Moved, ...]
    """Told to whose drawer it is."""


class CageLimits(msgspec.Struct, frozen=True, kw_only=True):
    buy_in_cents: int
    cash_out_cents: int
    redeem_cents: int
    difference_cents: int
    buy_in_done_cents: int
    """By this person alone, of late."""
    cash_out_done_cents: int
    redeem_done_cents: int
    hours: int
    """So long what was done alone counts."""


class CageNow(msgspec.Struct, frozen=True, kw_only=True):
    mine: str | None
    """The window whose drawer this person has open, or counts first."""
    windows: tuple[WindowNow, ...]
    requests: tuple[Correction, ...]
    """One's own that wait for a second person."""
    limits: CageLimits
    notes: tuple[int, ...]
    chips: tuple[int, ...]
    kept_elsewhere: bool = False
    """Players' money lies in a wallet: it is paid in and out there."""


class ShiftSlip(msgspec.Struct, frozen=True, kw_only=True):
    """Of a drawer that is closed, to print and to sign."""

    window: str
    cashier: str
    counted_with: str
    counted_cents: int
    should_cents: int
    reason: str
    signed_by: str | None
    at: int
    checkpoint_size: int
    checkpoint_root: str
    opened_at: int = 0
    float_cents: int = 0
    float_with: str = ""
    left_cents: int | None = None
    """By the shift before, where the float was not that."""
    float_reason: str = ""
    """Of who counted it second."""
    entry: int = 0
    """Of the journal."""
    by: str = ""
    """Who closed it, and gave the reason."""


class Ended(msgspec.Struct, frozen=True):
    says: str
    said: Said
    slip: ShiftSlip | None
    """None: a manager signs first."""


async def now(call: PlainCall) -> CageNow:
    drawers = call.house.cage.books.cage.drawers
    alone, at = call.house.alone, call.desk.now()
    used, who = call.house.cage.used, call.who.name
    return CageNow(
        mine=mine(call),
        windows=tuple(window_now(name, one, who) for name, one in sorted(drawers.items())),
        requests=tuple(
            correction(call, one)
            for one in waiting(call)
            if one.by == who and one.window is not None
        ),
        limits=CageLimits(
            buy_in_cents=alone["buy_in"][Role.CASHIER],
            cash_out_cents=alone["cash_out"][Role.CASHIER],
            redeem_cents=alone["redeem"][Role.CASHIER],
            difference_cents=alone["difference"][Role.CASHIER],
            buy_in_done_cents=used.by("buy_in", who, at),
            cash_out_done_cents=used.by("cash_out", who, at),
            redeem_done_cents=used.by("redeem", who, at),
            hours=HOURS,
        ),
        notes=notes_of(call.house.floor.terms.currency),
        chips=CHIPS,
        kept_elsewhere=call.house.cage.kept_elsewhere,
    )


def mine(call: AnyCall) -> str | None:
    name = call.who.name
    for window, one in list(call.house.cage.books.cage.drawers.items()):
        opens = one.cashier is None and one.counted and one.counted[0].by == name
        if one.cashier == name or opens:
            return window
    return None


def window_now(name: str, drawer: Drawer, who: str) -> WindowNow:
    """No figure that a second count could lean on, before that is in."""
    told, own = drawer.is_counted, drawer.cashier == who
    closes = told and drawer.cashier is not None
    return WindowNow(
        window=name,
        cashier=drawer.cashier,
        opened_at=drawer.opened_at,
        float_cents=drawer.float_cents if own or told else None,
        float_with=drawer.float_with,
        left_cents=drawer.left_cents if own or told else None,
        phase=drawer.phase,
        counted=tuple(
            CountedBy(by=one.by, at=one.at, cents=one.count.cents if told else None)
            for one in drawer.counted
        ),
        tallies=tuple(
            Tally(kind=kind, number=number, cents=drawer.sums[kind] if closes else None)
            for kind, number in drawer.numbers.items()
        ),
        should_cents=drawer.should_cents if closes else None,
        difference_cents=drawer.difference_cents if closes and drawer.agrees else None,
        agrees=drawer.agrees if told else None,
        waits_for_manager=drawer.ending is not None,
        reason=drawer.ending.reason if drawer.ending else "",
        last=tuple(drawer.last) if own else (),
    )


async def count(call: Call[NewCount, None, OfWindow]) -> Says | Refused:
    window, given, at = call.place.window, call.given, call.desk.now()
    counted = Count(notes=given.notes, chips=given.chips, coins_cents=given.coins_cents)
    made = await call.desk.write(lambda: windows(call).count(window, counted, call.who, at))
    return made if isinstance(made, Refused) else Says.of(COUNT_IS_KEPT(window=window))


async def count_again(call: Call[None, None, OfWindow]) -> Says | Refused:
    window, at = call.place.window, call.desk.now()
    made = await call.desk.write(lambda: windows(call).count_again(window, call.who, at))
    return made if isinstance(made, Refused) else Says.of(COUNT_AGAIN(window=window))


async def open_(call: Call[Closing, None, OfWindow]) -> Says | Refused:
    window, reason, at = call.place.window, call.given.reason or "", call.desk.now()
    made = await call.desk.write(lambda: windows(call).open(window, call.who, reason, at))
    return made if isinstance(made, Refused) else Says.of(WINDOW_IS_OPEN(window=window))


async def close(call: Call[Closing, None, OfWindow]) -> Ended | Refused:
    window, reason, at = call.place.window, call.given.reason or "", call.desk.now()
    return await shift(call, lambda: windows(call).close(window, call.who, reason, at))


async def sign(call: Call[None, None, OfWindow]) -> Ended | Refused:
    window, at = call.place.window, call.desk.now()
    return await shift(call, lambda: windows(call).sign(window, call.who, at))


async def shift(
    call: Call[Any, None, OfWindow], work: Callable[[], AnyCageEvent | Refused]
) -> Ended | Refused:
    """The drawer as it was, and the entry that closed it, while nothing else is written."""

    def within() -> Ended | Refused:
        cage = call.house.cage
        before = cage.books.cage.drawers.get(call.place.window)
        made = work()
        if isinstance(made, Refused):
            return made
        if not isinstance(made, drawer_events.DrawerClosed) or before is None:
            return ended(MANAGER_SIGNS_THE_DIFFERENCE(window=call.place.window))
        return ended(WINDOW_IS_CLOSED(window=made.window), slip(call.house.store, made, before))

    return await call.desk.write(within)


def ended(said: Said, told: ShiftSlip | None = None) -> Ended:
    return Ended(str(said), said, told)


def slip(store: Store, made: drawer_events.DrawerClosed, drawer: Drawer) -> ShiftSlip:
    signed = store.last_checkpoint()
    [last] = islice(store.read_back(books.STREAM, store.head(books.STREAM)[0] + 1), 1)
    as_left = drawer.is_as_left(drawer.float_cents)
    return ShiftSlip(
        window=made.window,
        cashier=made.cashier,
        counted_with=made.counted_with,
        counted_cents=made.counted_cents,
        should_cents=made.should_cents,
        reason=made.reason,
        signed_by=made.signed_by,
        at=made.at,
        checkpoint_size=signed.size if signed else 0,
        checkpoint_root=signed.root.hex() if signed else "",
        opened_at=drawer.opened_at,
        float_cents=drawer.float_cents,
        float_with=drawer.float_with,
        left_cents=None if as_left else drawer.left_cents,
        float_reason=drawer.float_reason,
        entry=last.position,
        by=made.by,
    )


OPERATIONS = (
    Operation(
        "GET",
        "/api/cage",
        "Windows as they stand, one's own drawer and requests; no sum before two have counted.",
        now,
        CageNow,
        may=AT_CAGE,
    ),
    Operation(
        "POST",
        "/api/cage/windows/{window}/count",
        "One's count of a drawer: the first of whose it is, the second unseen by another person.",
        count,
        Says,
        may=AT_CAGE,
        takes=NewCount,
        place=OfWindow,
    ),
    Operation(
        "POST",
        "/api/cage/windows/{window}/count-again",
        "Puts both counts away.",
        count_again,
        Says,
        may=AT_CAGE,
        place=OfWindow,
    ),
    Operation(
        "POST",
        "/api/cage/windows/{window}/open",
        "Opens it with another float than was left: who counted second says why.",
        open_,
        Says,
        may=AT_CAGE,
        takes=Closing,
        place=OfWindow,
    ),
    Operation(
        "POST",
        "/api/cage/windows/{window}/close",
        "Closes a drawer that two have counted; beyond the limit a manager signs.",
        close,
        Ended,
        may=AT_CAGE,
        takes=Closing,
        place=OfWindow,
    ),
    Operation(
        "POST",
        "/api/cage/windows/{window}/sign",
        "Signs a difference beyond the limit, as a person who has not counted.",
        sign,
        Ended,
        may=MANAGERS,
        place=OfWindow,
    ),
)
