"""What a house took and won: by table, game and bet, against what the lab says it should win.

Figures come from the index of sums; the journal itself is read for what the index does not tell.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from croupier.lab.figures import decimal
from croupier.problems import BadInput
from croupier.server.journal.notes import encoded
from croupier.server.money.counting import CONFIGURES, TABLE, terms_of
from croupier.server.money.grouping import BY, bet_name, grouped, summed, total_of
from croupier.server.money.jackpot_theory import theory
from croupier.server.money.jackpots import METERS
from croupier.server.money.kept_sums import with_index
from croupier.server.money.spans import FAR, Calendar, Span, check_compared, earlier, pieces, whole
from croupier.server.money.sums import PlaySums, added
from croupier.server.money.theory import (
    IMPROBABLE,
    figures_of,
    flagged,
    is_known,
    outside,
    variance,
    z_score,
)
from croupier.table.events import (
    ENDS,
    OPENS,
    RoundInterrupted,
    RoundResumed,
    decoder,
    tag_of,
)
from croupier.table.meter import decoder as meter_decoder
from croupier.table.postings import HELD, METER, RESERVE, STAKES
from croupier.wire.report import (
    Compared,
    Heading,
    Held,
    Liability,
    Report,
    Row,
    SignedHead,
    TableRow,
    ToDate,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from croupier.server.journal.store import Store
    from croupier.server.money.kept_sums import Index
    from croupier.server.money.sums import Bucket
    from croupier.wire.report import Terms

__all__ = ["IMPROBABLE", "Asked", "Bet", "flagged", "report"]
Bet = tuple["Terms", PlaySums]
"""What was played under the same terms."""


class Asked(NamedTuple):
    """What a report is of; without a heading's time nothing is told to date."""

    since: int | None = None
    until: int | None = None
    by: str = ""
    compare: str = ""
    heading: Heading = Heading()

    @property
    def span(self) -> Span:
        if self.since is not None and self.until is not None and self.since >= self.until:
            raise BadInput("the shift ends before it begins")
        return Span(self.since or 0, FAR if self.until is None else self.until)

    @property
    def now(self) -> int | None:
        """Until when it really goes."""
        made = self.heading.made or None
        return min((one for one in (self.until, made) if one is not None), default=None)


def report(
    store: Store,
    since: int | None = None,
    until: int | None = None,
    watched: Callable[[Sequence[Bet]], Iterable[Bet]] = iter,
    progress: Callable[[int], None] = lambda _: None,
) -> Report:
    return report_of(store, Asked(since, until), watched, progress)


def report_of(
    store: Store,
    asked: Asked,
    watched: Callable[[Sequence[Bet]], Iterable[Bet]] = iter,
    progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """As many entries are read as `progress` is told, and each bet is then counted."""
    span, calendar = asked.span, Calendar(asked.heading)
    if asked.by not in {"", *BY}:
        raise BadInput(f"{asked.by[:20]!r} is not one of {', '.join(BY)}", "by")
    if asked.compare:
        check_compared(asked.compare)
    return with_index(store, lambda index: told(index, asked, span, calendar, watched), progress)


def told(
    index: Index,
    asked: Asked,
    span: Span,
    calendar: Calendar,
    watched: Callable[[Sequence[Bet]], Iterable[Bet]],
) -> Report:
    by_time = asked.by in {"hour", "day"}
    parts = list(pieces(index, span)) if by_time else []
    bucket = added(one for _, one in parts) if by_time else whole(index, span)
    plays = by_terms(bucket)
    rows = tuple(
        row for terms, sums in watched(list(plays.items())) for row in rows_of(terms, sums)
    )
    total = total_of("", bucket)
    return Report(
        since=asked.since,
        until=asked.until,
        drop_cents=total.drop_cents or 0,
        paid_out_cents=bucket.paid_out,
        handle_cents=total.handle_cents,
        win_cents=total.win_cents,
        jackpot_win_cents=total.jackpot_win_cents,
        rounds=total.rounds,
        voided=total.voided,
        tables=table_rows(plays, by_table=True),
        games=table_rows(plays, by_table=False),
        rows=rows,
        total=total,
        checkpoint=last_signed(index.store),
        heading=asked.heading,
        by=asked.by,
        groups=grouped(asked.by, bucket, parts, calendar),
        compared=compared(index, asked, calendar),
        to_date=to_date(index, asked, calendar),
        jackpots=liabilities(index, span, bucket),
        entries=(bucket.first, bucket.last) if bucket.last else None,
        read=index.entries,
        held=tuple(held(index.store)),
    )


def by_terms(bucket: Bucket) -> dict[Terms, PlaySums]:
    """All players and dealers together."""
    found: dict[Terms, PlaySums] = {}
    for key, sums in bucket.plays.items():
        if key.is_for_all:
            found.setdefault(key.terms, PlaySums()).add(sums)
    return found


def rows_of(terms: Terms, sums: PlaySums) -> Iterable[Row]:
    for bet, one in sums.bets.items():
        offer, expected, z, jackpot = terms.offer(bet), None, None, None
        win = one.win + (one.from_meter - one.fed if offer.jackpot else 0)
        if is_known(terms) and offer.jackpot is not None:
            jackpot = theory(terms, one)
            expected, z = jackpot.win, z_score(win - jackpot.win, jackpot.variance)
        elif is_known(terms):
            expected = figures_of(terms)[bet].house_edge * one.base
            z = z_score(one.win - expected, variance(terms, sums, bet))
        yield Row(
            offer=offer,
            wagers=one.wagers,
            handle_cents=one.handle,
            win_cents=win,
            theoretical_cents=None if expected is None else str(expected),
            z=None if z is None else decimal(z, 2),
            flag=flagged(z),
            outside=outside(z),
            watched_as=bet_name(terms, bet),
            from_meter_cents=one.from_meter,
            fed_cents=one.fed,
            mean_meter_cents=str(jackpot.mean_meter) if jackpot and jackpot.mean_meter else None,
            meter_return=str(jackpot.returned) if jackpot and jackpot.returned else None,
        )


def table_rows(plays: dict[Terms, PlaySums], *, by_table: bool) -> tuple[TableRow, ...]:
    found: dict[tuple[str, str], list[Bet]] = {}
    for terms, sums in plays.items():
        found.setdefault((terms.table if by_table else "", terms.game), []).append((terms, sums))
    rows = {key: summed("", some) for key, some in found.items()}
    return tuple(
        TableRow(
            table=table,
            game=game,
            rounds=one.rounds,
            voided=one.voided,
            handle_cents=one.handle_cents,
            win_cents=one.win_cents,
            theoretical_cents=one.theoretical_cents,
        )
        for (table, game), one in rows.items()
    )


def last_signed(store: Store) -> SignedHead | None:
    last = store.last_checkpoint()
    return SignedHead(last.size, encoded(last.root), last.at, last.note) if last else None


def compared(index: Index, asked: Asked, calendar: Calendar) -> Compared | None:
    until = asked.now
    if not asked.compare or asked.since is None or until is None or until <= asked.since:
        return None
    span = earlier(calendar, Span(asked.since, until), asked.compare)
    parts = list(pieces(index, span))
    bucket = added(one for _, one in parts)
    return Compared(
        since=span.since,
        until=span.until,
        total=total_of("", bucket),
        groups=grouped(asked.by, bucket, parts, calendar),
    )


def to_date(index: Index, asked: Asked, calendar: Calendar) -> tuple[ToDate, ...]:
    until = asked.now
    if not asked.heading.made or until is None:
        return ()
    found, bucket, counted = [], added(()), until
    for period, span in calendar.to_date(until).items():
        bucket = added([whole(index, Span(span.since, counted)), bucket])
        counted = span.since
        found.append(
            ToDate(
                period=period,
                since=span.since,
                until=span.until,
                total=total_of(period, bucket),
                paid_out_cents=bucket.paid_out,
            )
        )
    return tuple(found)


def liabilities(index: Index, span: Span, bucket: Bucket) -> tuple[Liability, ...]:
    """From what each jackpot shows now, back over what moved it since."""
    balances = index.store.balances()
    since = whole(index, Span(span.until, FAR)) if span.until < FAR else added(())
    found = []
    for account, cents in sorted(balances.items()):
        kind, _, game = account.partition(":")
        if kind != METER:
            continue
        moved = bucket.meter(game)
        closing = cents + began_at(index.store, game) - since.meter(game).moved
        found.append(
            Liability(
                game=game,
                opening_cents=closing - moved.moved,
                fed_cents=moved.fed,
                won_cents=moved.won,
                corrected_cents=moved.corrected,
                closing_cents=closing,
                reserve_cents=balances.get(f"{RESERVE}:{game}", 0),
                hits=moved.hits,
                by_hand=moved.by_hand,
                by_hand_cents=moved.by_hand_cents,
                held_cents=held_of(balances, index.store, game),
            )
        )
    return tuple(found)


def held(store: Store) -> Iterator[Held]:
    """Stakes that lie in rounds which are interrupted now."""
    for stream in sorted(store.versions()):
        if stream.startswith(TABLE) and is_interrupted(store, stream):
            table = stream.removeprefix(TABLE)
            yield Held(table=table, cents=store.balance(f"{STAKES}:{table}"))


def is_interrupted(store: Store, stream: str) -> bool:
    for entry in store.read_back(stream, FAR):
        event = decoder.decode(entry.body)
        if isinstance(event, RoundInterrupted):
            return True
        if isinstance(event, RoundResumed) or tag_of(type(event)) in {OPENS, *ENDS}:
            return False
    return False


def began_at(store: Store, game: str) -> int:
    """What a jackpot shows beside what was put into it: where its stream begins."""
    for entry in store.read(METERS.name(game)):
        return int(Fraction(meter_decoder.decode(entry.body).before))
    return 0


def held_of(balances: Mapping[str, int], store: Store, game: str) -> int:
    """Awards that an attendant has yet to pay at the tables of a game, now."""
    tables = {
        stream.removeprefix(TABLE)
        for stream, version in store.versions().items()
        if stream.startswith(TABLE)
        and (last := store.last_of(stream, CONFIGURES, version + 1))
        and terms_of(stream.removeprefix(TABLE), last[3]).game == game
    }
    some = (name for name in balances if name.startswith(HELD))
    return sum(balances[one] for one in some if one.split(":")[1] in tables)
