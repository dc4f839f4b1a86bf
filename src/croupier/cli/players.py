"""`croupier simulate --players`: evenings of many players, staked by a system."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.completions import bets
from croupier.cli.reading import amount, path_of
from croupier.cli.session import HOURS, parse_bets
from croupier.cli.writing import put_json, refuse_place, save
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.montecarlo.asking import Asked
    from croupier.montecarlo.players.asking import Evenings, Staking
    from croupier.montecarlo.players.results import Players

CHARTS = (".svg", ".png")


@dataclass(frozen=True, kw_only=True)
class PlayersGiven:
    """Options that go with `--players`."""

    players: Annotated[
        str | None, typer.Option(metavar="N", help="so many players, an evening each; with these:")
    ] = None
    bet: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=STAKE",
            help="the first by the system, others always the same",
            autocompletion=bets,
        ),
    ] = None
    system: Annotated[
        str,
        typer.Option(
            help="flat, martingale, paroli, dalembert, 1-3-2-6, follow (the shoe),"
            " or FILE.py:function"
        ),
    ] = "flat"
    bankroll: Annotated[str | None, typer.Option(help="what each player brings")] = None
    win_goal: Annotated[str | None, typer.Option(help="leave with so much won")] = None
    stop_loss: Annotated[str | None, typer.Option(help="leave with so much lost")] = None
    rounds_each: Annotated[
        str | None, typer.Option(metavar="N", help="rounds of an evening; or --hours")
    ] = None
    hours: Annotated[str | None, typer.Option(help="so long, as 4 or 2.5; else 4")] = None
    per_hour: Annotated[int, typer.Option(help="rounds in an hour")] = 60
    minimum: Annotated[str | None, typer.Option(help="of a stake, else the house's")] = None
    maximum: Annotated[str | None, typer.Option(help="of a stake, else the house's")] = None
    over_limit: Annotated[
        str, typer.Option(help="a stake over the maximum or the bankroll: reduce it, or stop")
    ] = "reduce"
    chart: Annotated[
        str | None, typer.Option(metavar="FILE", help="write the charts as .svg or .png")
    ] = None

    @property
    def are_asked(self) -> bool:
        """Without players, nothing else may be told of them."""
        if self.players is not None:
            return True
        for one in fields(self):
            if getattr(self, one.name) != one.default:
                raise BadInput("goes with --players N", one.name.replace("_", "-"))
        return False


def play_evenings(
    asked: Asked, given: PlayersGiven, kept: tuple[int | None, str | None], *, as_json: bool
) -> None:
    from croupier.cli.players_shown import show
    from croupier.cli.progress import counted
    from croupier.montecarlo.options import ROUNDS
    from croupier.montecarlo.players.answer import answer
    from croupier.montecarlo.players.results import play

    if kept != (None, None):
        raise BadInput("rounds are shown and files written without --players")
    if asked.rounds != ROUNDS:
        raise BadInput("how long players play is told by --rounds-each or --hours", "rounds")
    evenings = evenings_of(asked, given)
    if given.chart is not None:
        check_chart(given.chart)
    with counted(evenings.players, "playing", "players") as told:
        found = play(evenings, told)
    if given.chart is not None:
        draw(found, given.chart, quiet=as_json)
    if as_json:
        put_json(answer(found))
    else:
        show(found)


def evenings_of(asked: Asked, given: PlayersGiven) -> Evenings:
    from croupier.montecarlo.asking import whole_number
    from croupier.montecarlo.players.options import evenings_at

    if not given.bet:
        raise BadInput(f"a round needs a bet, like --bet {asked.game.bets[0].name}=25")
    if given.bankroll is None:
        raise BadInput("what does each player bring? like --bankroll 1000")
    rounds = given.rounds_each
    return evenings_at(
        asked,
        parse_bets(given.bet),
        amount(given.bankroll, "bankroll"),
        players=whole_number(str(given.players), "players"),
        system=system_of(given.system),
        rounds_each=None if rounds is None else whole_number(rounds, "rounds-each"),
        hours=hours_of(given.hours),
        per_hour=given.per_hour,
        win_goal_cents=cents(given.win_goal, "win-goal"),
        stop_loss_cents=cents(given.stop_loss, "stop-loss"),
        minimum_cents=cents(given.minimum, "minimum"),
        maximum_cents=cents(given.maximum, "maximum"),
        over_limit=given.over_limit,
    )


def system_of(given: str) -> str | Staking:
    from croupier.montecarlo.players.functions import function_in

    return function_in(given) if ":" in given else given


def cents(given: str | None, option: str) -> int | None:
    return None if given is None else amount(given, option)


def hours_of(given: str | None) -> Fraction | None:
    if given is not None and not HOURS.fullmatch(given):
        raise BadInput(f"{given[:20]!r} is not like 4 or 2.5", "hours")
    return None if given is None else Fraction(given)


def check_chart(file: str) -> None:
    if Path(file).suffix.lower() not in CHARTS:
        raise BadInput(f"a chart's name ends in {' or '.join(CHARTS)}", file[:60])
    if Path(file).suffix.lower() == ".png":
        import PIL  # noqa: F401 - before the work: not everybody has it
    refuse_place(path_of(file))


def draw(found: Players, file: str, *, quiet: bool) -> None:
    from croupier.montecarlo.players.charts import chart
    from croupier.montecarlo.players.drawing import WRITERS

    save(file, [WRITERS[Path(file).suffix.lower()](chart(found))], quiet=quiet)
