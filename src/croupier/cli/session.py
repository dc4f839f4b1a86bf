"""`croupier session`."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
import typer

from croupier.cli.completions import bets
from croupier.cli.progress import tracked
from croupier.cli.reading import amount
from croupier.cli.verb import AsJson, GameName, declared
from croupier.cli.writing import put_json
from croupier.games import game as game_named
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from croupier.cli.evening import Boxes
    from croupier.engine.game import Game
    from croupier.wire.session import Evening

HOURS = re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?")

app = declared()


@app.command()
def run(
    name: GameName,
    *,
    bet: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=STAKE", help="one or more, on one hand", autocompletion=bets),
    ] = None,
    rounds: Annotated[int | None, typer.Option(help="so many; or --hours")] = None,
    hours: Annotated[str | None, typer.Option(help="so long, as 4 or 2.5; else 1")] = None,
    per_hour: Annotated[int, typer.Option(help="rounds in an hour")] = 60,
    bankroll: Annotated[
        str | None, typer.Option(help="what the player has: adds the risk of ruin")
    ] = None,
    boxes: Annotated[
        int | None, typer.Option(help="so many such boxes against one dealer, together")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show where a player stands after many rounds alike, and what the house may lose."""
    game = game_named(name)
    if not bet:
        raise BadInput(f"a round needs a bet, like --bet {game.bets[0].name}=25")
    evening = evening_of(game, parse_bets(bet), Length(rounds, hours, per_hour), bankroll)
    table = None if boxes is None else boxes_of(evening, boxes)
    answer(evening, table, as_json=as_json)


def answer(evening: Evening, table: Boxes | None, *, as_json: bool) -> None:
    from croupier.cli.evening import boxes_json, show, show_boxes
    from croupier.cli.show import ANY_WIDTH, screen
    from croupier.wire.session import session_out

    if as_json:
        told = msgspec.to_builtins(session_out(evening))
        put_json(told | ({"table": boxes_json(table)} if table else {}))
        return
    console = screen(ANY_WIDTH)
    show(evening, console)
    if table:
        show_boxes(table, console)


class Length(NamedTuple):
    rounds: int | None
    hours: str | None
    per_hour: int

    def in_rounds(self) -> int:
        from croupier.wire.session import MOST_PER_HOUR

        if not 1 <= self.per_hour <= MOST_PER_HOUR:
            raise BadInput(f"an hour has 1 to {MOST_PER_HOUR:,} rounds", "per-hour")
        if self.rounds is not None:
            if self.hours is not None:
                raise BadInput("either --rounds or --hours is meant")
            return self.rounds
        hours = "1" if self.hours is None else self.hours
        if not HOURS.fullmatch(hours):
            raise BadInput(f"{hours[:20]!r} is not like 4 or 2.5", "hours")
        rounds = int(Fraction(hours) * self.per_hour)
        if not rounds:
            raise BadInput("at least one round is needed", "hours")
        return rounds


def evening_of(
    game: Game, cents: Mapping[str, int], length: Length, bankroll: str | None
) -> Evening:
    from croupier.wire.session import check_prescribed, rounds_of, session_of
    from croupier.wire.session import evening_of as evening

    check_prescribed(game, cents)
    rounds = length.in_rounds()
    held = None if bankroll is None else amount(bankroll, "bankroll")
    session, following = session_of(rounds_of(game), cents), watched("following the bankroll")
    return evening(
        game,
        cents,
        session,
        rounds,
        per_hour=length.per_hour,
        bankroll_cents=held,
        watched=following,
    )


def boxes_of(evening: Evening, boxes: int) -> Boxes:
    from croupier.cli.evening import Boxes
    from croupier.lab.boxes import two_boxes
    from croupier.wire.house import default_house
    from croupier.wire.session import LIKELY, in_dollars

    most = default_house()[evening.game.name].boxes
    if most is not None and not 1 <= boxes <= most:
        raise BadInput(f"the house has 1 to {most} at this table", "boxes")
    counting = watched("counting two boxes")
    two = two_boxes(evening.game, in_dollars(evening.cents), most=most, watched=counting)
    losses = [two.worst_for_the_house(boxes, evening.per_hour, chance) for chance in LIKELY]
    return Boxes(boxes, two, evening.per_hour, losses)


def parse_bets(given: Iterable[str]) -> dict[str, int]:
    cents: dict[str, int] = {}
    for one in given:
        name, separator, stake = one.partition("=")
        if not separator:
            raise BadInput(f"{one[:40]!r} is not like name=stake", "bet")
        if name in cents:
            raise BadInput(f"{name[:40]!r} is given twice", "bet")
        cents[name] = amount(stake, name[:40])
    return cents


def watched(what: str) -> Callable[[Sequence[Any]], Iterable[Any]]:
    return lambda many: tracked(many, what)
