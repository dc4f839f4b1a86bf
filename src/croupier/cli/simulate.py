"""`croupier simulate`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from croupier.cli.odds import Asked as OddsAsked
from croupier.cli.odds import check_options
from croupier.cli.players import PlayersGiven, play_evenings
from croupier.cli.reading import pairs, path_of
from croupier.cli.together import taking
from croupier.cli.verb import AsJson, Decks, GameName, Interpretation, Meter, Pays, declared
from croupier.cli.writing import put_json, refuse_existing, save
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.montecarlo.asking import Asked

app = declared()


@app.command()
@taking(PlayersGiven, "evenings")
def run(
    name: GameName,
    *,
    rounds: Annotated[str, typer.Option(help="so many, like 1e9 or 2,500,000")] = "1e7",
    seed: Annotated[int, typer.Option(help="the same seed gives the same counts")] = 1,
    decks: Decks = None,
    boxes: Annotated[int, typer.Option(help="so many hands against one dealer")] = 1,
    workers: Annotated[int | None, typer.Option(help="threads; else one for each core")] = None,
    interpretation: Interpretation = None,
    pays: Pays = None,
    strategy: Annotated[
        str, typer.Option(help="best, qualify, always, or the weakest hand played: 'Qh 6d 4s'")
    ] = "best",
    cut_card: Annotated[
        bool, typer.Option("--cut-card", help="baccarat: shoes dealt until the cut card")
    ] = False,
    meter: Meter = None,
    grows: Annotated[
        bool, typer.Option("--grows", help="the meter grows, is won and begins anew")
    ] = False,
    tables: Annotated[int, typer.Option(help="that share a meter that grows")] = 1,
    envy: Annotated[bool, typer.Option("--envy", help="boxes have the Envy Bonus")] = False,
    device: Annotated[str, typer.Option(help="cpu, or cuda for a GPU")] = "cpu",
    show: Annotated[
        int | None, typer.Option(metavar="N", help="deal round N again, settled with its clauses")
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="write what par --simulation reads")
    ] = None,
    evenings: PlayersGiven,
    as_json: AsJson = False,
) -> None:
    """Deal many rounds and compare every bet with its exact odds."""
    check_options(name, OddsAsked(decks, (), (), meter, None))
    from croupier.montecarlo.options import asked_of

    asked = asked_of(
        name,
        rounds=rounds,
        seed=seed,
        decks=decks,
        boxes=boxes,
        workers=len(os.sched_getaffinity(0)) if workers is None else workers,
        interpretations=pairs(interpretation or (), "interpretation"),
        pays=pays or (),
        strategy=strategy,
        cut_card=cut_card,
        meter_cents=OddsAsked(meter=meter).meter_cents,
        grows=grows,
        tables=tables,
        envy=envy,
        device=device,
    )
    if evenings.are_asked:
        play_evenings(asked, evenings, kept=(show, out), as_json=as_json)
        return
    if show is not None:
        if out is not None:
            raise BadInput("either a round is shown or a simulation is written")
        show_round(asked, show, as_json=as_json)
        return
    if out is not None:
        refuse_existing(path_of(out))
    simulated(asked, out, as_json=as_json)


def simulated(asked: Asked, out: str | None, *, as_json: bool) -> None:
    from croupier.cli.simulated import progress, show
    from croupier.montecarlo.answer import answer
    from croupier.montecarlo.simulation import simulate

    with progress(asked.rounds) as told:
        found = simulate(asked, told)
    told_as_json = answer(found)
    if out is not None:
        save(out, [msgspec.json.format(msgspec.json.encode(told_as_json)) + b"\n"], quiet=as_json)
    if as_json:
        put_json(told_as_json)
    else:
        show(found)


def show_round(asked: Asked, number: int, *, as_json: bool) -> None:
    from croupier.cli import show
    from croupier.engine.settlement import settle
    from croupier.montecarlo.shown import round_shown
    from croupier.wire.settle import answer

    settled = settle(round_shown(asked, number))
    if as_json:
        put_json(answer(settled))
        return
    console = show.screen()
    console.print(f"Round {number:,} of seed {asked.seed}")
    show.settlement(settled, console)
