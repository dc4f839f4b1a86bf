"""`croupier simulate`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from croupier.cli.completions import processors
from croupier.cli.odds import Asked as OddsAsked
from croupier.cli.odds import check_options
from croupier.cli.pays import pays_of
from croupier.cli.players import PlayersGiven, play_evenings
from croupier.cli.reading import pairs, path_of
from croupier.cli.together import taking
from croupier.cli.verb import AsJson, Decks, GameName, Interpretation, Meter, Pays, declared
from croupier.cli.writing import put_json, refuse_place, save
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.montecarlo.asking import Asked
    from croupier.montecarlo.options import Options

Rounds = Annotated[str, typer.Option(help="so many, like 1e9 or 2,500,000")]
Seed = Annotated[int, typer.Option(help="the same seed gives the same counts")]
Boxes = Annotated[int, typer.Option(help="so many hands against one dealer")]
Workers = Annotated[int | None, typer.Option(help="threads; else one for each core")]
Strategy = Annotated[
    str, typer.Option(help="best, qualify, always, or the weakest hand played: 'Qh 6d 4s'")
]
CutCard = Annotated[
    bool, typer.Option("--cut-card", help="baccarat: shoes dealt until the cut card")
]
Grows = Annotated[bool, typer.Option("--grows", help="the meter grows, is won and begins anew")]
Tables = Annotated[int, typer.Option(help="that share a meter that grows")]
Envy = Annotated[bool, typer.Option("--envy", help="boxes have the Envy Bonus")]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="of a Dask scheduler, whose workers count")
]
Device = Annotated[str, typer.Option(help="cpu, or cuda for a GPU", autocompletion=processors)]
Show = Annotated[
    int | None, typer.Option(metavar="N", help="deal round N again, settled with its clauses")
]
Out = Annotated[str | None, typer.Option(metavar="FILE", help="write what par --simulation reads")]

app = declared()


@app.command()
@taking(PlayersGiven, "evenings")
def run(
    name: GameName,
    *,
    rounds: Rounds = "1e7",
    seed: Seed = 1,
    decks: Decks = None,
    boxes: Boxes = 1,
    workers: Workers = None,
    interpretation: Interpretation = None,
    pays: Pays = None,
    strategy: Strategy = "best",
    cut_card: CutCard = False,
    meter: Meter = None,
    grows: Grows = False,
    tables: Tables = 1,
    envy: Envy = False,
    device: Device = "cpu",
    cluster: Cluster = None,
    show: Show = None,
    out: Out = None,
    evenings: PlayersGiven,
    as_json: AsJson = False,
) -> None:
    """Deal many rounds and compare every bet with its exact odds."""
    of = OddsAsked(decks, tuple(interpretation or ()), pays_of(pays), meter)
    asked = asked_for(
        name,
        of,
        {"rounds": rounds, "seed": seed, "strategy": strategy, "cut_card": cut_card},
        {"device": device, "cluster": cluster, "workers": cores(workers)},
        {"boxes": boxes, "grows": grows, "tables": tables, "envy": envy},
    )
    if evenings.are_asked:
        play_evenings(asked, evenings, kept=(show, out), as_json=as_json)
    elif show is not None:
        show_round(asked, show, out, as_json=as_json)
    else:
        simulated(asked, out, as_json=as_json)


def asked_for(name: str, of: OddsAsked, *others: Options) -> Asked:
    from croupier.montecarlo.options import asked_of

    check_options(name, of)
    odds: Options = {
        "decks": of.decks,
        "interpretations": pairs(of.interpretations, "interpretation"),
        "pays": of.pays,
        "meter_cents": of.meter_cents,
    }
    for one in others:
        odds.update(one)
    return asked_of(name, **odds)


def cores(asked: int | None) -> int:
    if asked is not None:
        return asked
    if hasattr(os, "sched_getaffinity"):  # Linux: what of them this process may use
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulated(asked: Asked, out: str | None, *, as_json: bool) -> None:
    from croupier.cli.progress import counted
    from croupier.cli.simulated import show
    from croupier.montecarlo.answer import answer
    from croupier.montecarlo.simulation import simulate

    if out is not None:
        refuse_place(path_of(out))
    with counted(asked.rounds, "dealing", "rounds") as told:
        found = simulate(asked, told)
    told_as_json = answer(found)
    if out is not None:
        save(out, [msgspec.json.format(msgspec.json.encode(told_as_json)) + b"\n"], quiet=as_json)
    if as_json:
        put_json(told_as_json)
    else:
        show(found)


def show_round(asked: Asked, number: int, out: str | None, *, as_json: bool) -> None:
    from croupier.cli import show
    from croupier.engine.settlement import settle
    from croupier.montecarlo.one_round import round_shown
    from croupier.wire.settle import answer

    if out is not None:
        raise BadInput("either a round is shown or a simulation is written")
    settled = settle(round_shown(asked, number))
    if as_json:
        put_json(answer(settled))
        return
    console = show.screen()
    console.print(f"Round {number:,} of seed {asked.seed}")
    show.settlement(settled, console)
