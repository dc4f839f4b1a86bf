"""The stages of a round as its dealer goes through them, and when each was over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.table.stage import Stage
from croupier.table.state import DEALING, INITIAL, PLAYING, Step, dealt_by_tableau
from croupier.table.viewing import anyone_could_look

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.state import Table


_, _, DEAL, THIRD, LOOK, DECIDE, TURNS_OVER, _, _ = Stage
OF_STEPS = {
    Step.BETTING: Stage.BETS,
    Step.DEALING: Stage.DEAL,
    Step.EXPOSED: Stage.PAY,
    Step.CONCLUDED: Stage.OVER,
}
"""Those that have one stage, mostly."""


class StageView(msgspec.Struct, frozen=True):
    name: Stage
    is_now: bool
    done_at: int | None
    """None while it is not over."""


def stage_of(table: Table) -> Stage:
    step, game = table.step, table.game
    if step is DEALING and game.drawn_by_tableau:
        return THIRD if dealt_by_tableau(table) >= INITIAL else DEAL
    if step is not PLAYING:
        return OF_STEPS[step]
    if game.decision is not None:
        return DECIDE if table.awaits_decisions else TURNS_OVER
    return LOOK if anyone_could_look(table) else TURNS_OVER


def in_order(table: Table) -> Iterator[Stage]:
    """The stages that a round of this game has."""
    yield from (Stage.BETS, Stage.CLOSE, Stage.DEAL)
    if table.game.drawn_by_tableau:
        yield Stage.THIRD
    else:
        if table.game.decision is not None:
            yield Stage.DECIDE
        elif table.game.procedure.looking is not None:
            yield Stage.LOOK
        yield Stage.DEALER
    yield Stage.PAY


def stages(table: Table) -> tuple[StageView, ...]:
    """Each is over when the next is reached, and all are once the round is."""
    listed = [*in_order(table), Stage.OVER]
    if not table.round.number:
        return tuple(StageView(stage, is_now=False, done_at=None) for stage in listed[:-1])
    now = listed.index(stage_of(table))

    def over(at: int) -> int | None:
        """As people say it: bets were opened then, and closed then; then the deal was done."""
        since = at if listed[at] is Stage.BETS else at + 1
        times = map(table.round.reached.get, listed[since : now + 1])
        return next((time for time in times if time is not None), None)

    return tuple(
        StageView(stage, is_now=at == now, done_at=over(at) if at < now else None)
        for at, stage in enumerate(listed[:-1])
    )
