"""Operations of the odds lab: questions within bounds, answered in a thread while play goes on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from anyio.to_thread import run_sync
from starlette.responses import Response

from croupier.engine.refusals import Policy, Refused, declined
from croupier.extras import explained
from croupier.games import DEALT_FROM_SHOES, GAMES, game
from croupier.problems import BadInput
from croupier.said import Sentence
from croupier.server.http.lab_questions import (
    MOST_ROUNDS,
    JackpotAsked,
    Lab,
    LabGame,
    OddsAsked,
    OfGameAndKind,
    OfKind,
    ReadingsAsked,
    SessionAsked,
    ShoeAsked,
    StrategyAsked,
)
from croupier.server.http.operation import ANYBODY, OfGame, Operation
from croupier.server.turns import Full
from croupier.wire import lab, lab_jackpot, lab_rounds
from croupier.wire.lab import Figures, LabOdds, Readings
from croupier.wire.lab_jackpot import JackpotOdds
from croupier.wire.lab_rounds import LabSession, ShoeOdds
from croupier.wire.session import MOST_PER_HOUR
from croupier.wire.strategy import StrategyOut

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.http.operation import AnyCall, Call, PlainCall

LAB_IS_BUSY = Sentence("lab-is-busy", "the lab is busy: ask again in a moment")

T = TypeVar("T")
FILE = "application/octet-stream"
"""To keep, not to show."""


async def answered(call: AnyCall, work: Callable[[], T]) -> T | Refused:
    """One question at a time, addresses in turn; when many wait, it is refused as busy."""
    try:
        async with call.desk.lab.turn(call.sender.address):
            return await run_sync(work)
    except Full:
        return declined(Policy.BUSY, LAB_IS_BUSY())
    except BadInput as wrong:
        return declined(Policy.UNREADABLE, wrong.said)


async def bounds(_call: PlainCall) -> Lab:
    return Lab(
        games=tuple(
            LabGame(
                one.name,
                one.title,
                (one.packs.fewest, one.packs.most),
                one.decision is not None,
                one.jackpot is not None,
                lab.most_hands(one),
            )
            for one in GAMES
        ),
        shoe=DEALT_FROM_SHOES.name,
        most_decks=lab_rounds.MOST_DECKS,
        most_rounds=MOST_ROUNDS,
        most_per_hour=MOST_PER_HOUR,
        most_stake_cents=lab_rounds.MOST_STAKE_CENTS,
        most_bankroll_cents=lab_rounds.MOST_BANKROLL_CENTS,
        most_meter_cents=lab.MOST_METER_CENTS,
    )


async def compared(call: PlainCall) -> tuple[Figures, ...] | Refused:
    return await answered(call, lab.compared)


def question(call: AnyCall) -> lab.Asked:
    asked = call.query
    return lab.asked(
        call.place.game,
        decks=asked.decks,
        readings=asked.readings,
        pays=asked.pays,
        meter=asked.meter,
        hands=asked.hands,
    )


async def odds(call: Call[None, OddsAsked, OfGame]) -> LabOdds | Refused:
    game(call.place.game)
    return await answered(call, lambda: lab.lab_odds(question(call)))


async def readings(call: Call[None, ReadingsAsked, OfGame]) -> Readings | Refused:
    name, decks, hands = game(call.place.game).name, call.query.decks, call.query.hands

    def work() -> Readings:
        lab.asked(name, decks=decks, hands=hands)
        return lab.readings(name, decks, hands)

    return await answered(call, work)


async def strategy(call: Call[None, StrategyAsked, OfGame]) -> StrategyOut | Refused:
    name = game(call.place.game).name
    return await answered(call, partial(lab_rounds.best_play, name, call.query.hand))


async def shoe(call: Call[None, ShoeAsked, None]) -> ShoeOdds | Refused:
    """Microseconds, so it waits for nothing longer."""
    asked = call.query
    work = partial(lab_rounds.shoe_odds, asked.left, asked.seen, asked.decks)
    try:
        return await call.aside(work)
    except BadInput as wrong:
        return declined(Policy.UNREADABLE, wrong.said)


async def jackpot(call: Call[None, JackpotAsked, OfGame]) -> JackpotOdds | Refused:
    name, asked = game(call.place.game).name, call.query

    def work() -> JackpotOdds:
        told = lab.asked(name, meter=asked.meter, hands=asked.hands)
        return lab_jackpot.jackpot(name, told.meter_cents, told.hands)

    return await answered(call, work)


async def session(call: Call[None, SessionAsked, OfGame]) -> LabSession | Refused:
    name, asked = game(call.place.game).name, call.query
    given = (name, asked.bets, asked.rounds, asked.per_hour, asked.bankroll)
    return await answered(call, partial(lab_rounds.session, *given))


async def par(call: Call[None, OddsAsked, OfGameAndKind]) -> Response | Refused:
    """A sheet as asked for: pays, readings, decks, meter and hands stand in its head."""
    name, kind = game(call.place.game).name, call.place.kind
    return await download(call, name, kind, lambda: [question(call)])


async def par_of_all(call: Call[None, None, OfKind]) -> Response | Refused:
    every = [lab.Asked(one.name) for one in GAMES]
    return await download(call, "all-games", call.place.kind, lambda: every)


async def download(
    call: AnyCall, name: str, kind: str, questions: Callable[[], list[lab.Asked]]
) -> Response | Refused:
    def work() -> bytes:
        from croupier.par.files import sheet_bytes  # noqa: PLC0415 - what writes is loaded when asked
        from croupier.par.sheet import ParSheet  # noqa: PLC0415

        sheets = [ParSheet(lab.exact_odds(one), one.pays) for one in questions()]
        with explained(kind):
            return sheet_bytes(f".{kind}", sheets)

    data = await answered(call, work)
    if isinstance(data, Refused):
        return data
    headers = {"Content-Disposition": f'attachment; filename="par-{name}.{kind}"'}
    return Response(data, headers=headers, media_type=FILE)


OPERATIONS = (
    Operation(
        "GET", "/api/lab", "What may be asked of the odds lab.", bounds, Lab, may=ANYBODY, lab=True
    ),
    Operation(
        "GET",
        "/api/lab/odds",
        "Every bet of every game, best to worst for the player.",
        compared,
        tuple[Figures, ...],
        may=ANYBODY,
        lab=True,
    ),
    Operation(
        "GET",
        "/api/lab/odds/{game}",
        "The exact odds of a game at other pays, readings, decks, meter or hands.",
        odds,
        LabOdds,
        may=ANYBODY,
        place=OfGame,
        query=OddsAsked,
        lab=True,
    ),
    Operation(
        "GET",
        "/api/lab/readings/{game}",
        "What each reading of each open point makes of the house edge.",
        readings,
        Readings,
        may=ANYBODY,
        place=OfGame,
        query=ReadingsAsked,
        lab=True,
    ),
    Operation(
        "GET",
        "/api/lab/strategy/{game}",
        "Play or fold: the line, the chart, what other policies cost, and one hand.",
        strategy,
        StrategyOut,
        may=ANYBODY,
        place=OfGame,
        query=StrategyAsked,
        lab=True,
    ),
    Operation(
        "GET",
        "/api/lab/shoe",
        "Baccarat for what is left in a shoe, by ranks or by the cards seen.",
        shoe,
        ShoeOdds,
        may=ANYBODY,
        query=ShoeAsked,
        lab=True,
    ),
    Operation(
        "GET",
        "/api/lab/jackpot/{game}",
        "The jackpot bet at a meter, and where it breaks even.",
        jackpot,
        JackpotOdds,
        may=ANYBODY,
        place=OfGame,
        query=JackpotAsked,
        lab=True,
    ),
    Operation(
        "GET",
        "/api/lab/session/{game}",
        "Where a player stands after many rounds, and the risk of ruin.",
        session,
        LabSession,
        may=ANYBODY,
        place=OfGame,
        query=SessionAsked,
        lab=True,
    ),
    Operation(
        "GET",
        "/api/lab/par/{kind}",
        "The PAR sheets of all games in one file.",
        par_of_all,
        str,
        may=ANYBODY,
        place=OfKind,
        media=FILE,
        lab=True,
    ),
    Operation(
        "GET",
        "/api/lab/par/{game}/{kind}",
        "The PAR sheet of a game as a file.",
        par,
        str,
        may=ANYBODY,
        place=OfGameAndKind,
        query=OddsAsked,
        media=FILE,
        lab=True,
    ),
)
