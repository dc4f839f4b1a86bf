"""Awards of a jackpot that an attendant pays: held when won, taken back with their round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table import events as happened
from croupier.table.awards import awarded, hit_of, is_by_hand
from croupier.table.meter import AwardHeld, HeldAwardTakenBack

if TYPE_CHECKING:
    from croupier.table.awards import Awards
    from croupier.table.events import AnyEvent, SettledLine
    from croupier.table.meter import AnyMeterEvent, EarlierRoundOver, Jackpot
    from croupier.table.pool import Pool
    from croupier.table.state import Table


def bet_of(table: Table) -> str:
    rule = table.game.jackpot
    assert rule is not None
    return rule.bet


def holds(table: Table, event: AnyEvent, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """What an attendant pays is not the player's own by settling alone."""
    if not isinstance(event, happened.RoundSettled):
        return []
    bet = bet_of(table)
    lines = [line for line in event.lines if is_by_hand(jackpot.awards, bet, line)]
    return [
        AwardHeld(
            at=event.at,
            before="",
            after="",
            clauses=line.clauses,
            number=jackpot.awards.holds + place,
            table=table.name,
            round=table.round.number,
            box=line.box,
            player=line.player,
            cents=line.award_cents or 0,
            from_meter=line.from_meter,
        )
        for place, line in enumerate(lines, 1)
    ]


def hold_ends(table: Table, event: AnyEvent, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """A settlement taken back or corrected takes its award out of what waits, as far as it does."""
    if isinstance(event, happened.SettlementReversed):
        number, before = table.round.number, event.lines
        now: tuple[SettledLine, ...] = ()
    elif isinstance(event, happened.SettlementCorrected):
        number, before, now = event.round, event.before, event.lines
    else:
        return []
    bet = bet_of(table)
    found: list[AnyMeterEvent] = []
    for player in dict.fromkeys(line.player for line in before):
        less = awarded(bet, player, before) - awarded(bet, player, now)
        waits = jackpot.awards.held_of(table.name, number, player)
        known = any(
            one.by_hand and one.is_of(table.name, number, player) for one in jackpot.awards.last
        )
        if less > 0 and (waits or known):
            found.append(
                HeldAwardTakenBack(
                    at=event.at,
                    before="",
                    after="",
                    clauses=event.clauses,
                    table=table.name,
                    round=number,
                    player=player,
                    cents=waits
                    if isinstance(event, happened.SettlementReversed)
                    else min(waits, less),
                    award_cents=less,
                )
            )
    return found


def raises_held(over: EarlierRoundOver, pool: Pool, awards: Awards) -> list[AnyMeterEvent]:
    """Of awards that have come to what an attendant pays what is paid now."""
    least, found = awards.attendant_cents, list["AnyMeterEvent"]()
    for one in over.raised if least is not None else ():
        win = pool.win_of((one.table, one.round))
        hit = hit_of(awards, one.table, one.round, one.player)
        if win is not None and win.paid_cents + one.cents >= (least or 0):
            found.append(
                AwardHeld(
                    at=over.at,
                    before="",
                    after="",
                    clauses=over.clauses,
                    number=awards.holds + len(found) + 1,
                    table=one.table,
                    round=one.round,
                    box=hit.box if hit else 0,
                    player=one.player,
                    cents=one.cents,
                    from_meter=True,
                    is_final=one.is_final,
                )
            )
    return found
