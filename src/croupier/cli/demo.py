"""`croupier demo`: one round of each game, dealt from a seed."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cards import DECK, Hand
from croupier.cli import show
from croupier.cli.verb import AsJson, declared
from croupier.cli.writing import put_json
from croupier.engine.checks import check
from croupier.engine.deal import INITIAL_EACH, Deal, Side, Tableau
from croupier.engine.decisions import Choice
from croupier.engine.rounds import Box, Round, Wager
from croupier.engine.settlement import settle
from croupier.wire.house import default_house
from croupier.wire.settle import answer

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.engine.configuration import Configuration
    from croupier.engine.game import Game

BOXES = 2

app = declared()


@app.command()
def run(
    seed: Annotated[int, typer.Option(help="which evening it is")] = 3, *, as_json: AsJson = False
) -> None:
    """Deal one round of each game from a seed and settle it, every line with its reason."""
    rng = Random(seed)  # noqa: S311 - no money is at stake here; a demonstration repeats itself
    settlements = [settle(deal(table, rng)) for table in default_house().values()]
    if as_json:
        for one in settlements:
            put_json(answer(one))
        return
    console = show.screen()
    for one in settlements:
        show.settlement(one, console)
    console.print(f"\nThe same evening again: croupier demo --seed {seed}")


def deal(table: Configuration, rng: Random) -> Round:
    shoe = list(DECK) * table.decks
    rng.shuffle(shoe)
    play = table.game.deal
    round_ = terminals(table, play, shoe) if isinstance(play, Tableau) else boxes(table, play, shoe)
    check(round_)
    return round_


def stakes(table: Configuration, player: str) -> tuple[Wager, ...]:
    """The least that each bet allows; p2 stakes an odd cent more, to show the rounding."""
    odd = 1 if player == "p2" else 0
    return tuple(
        Wager(player, bet, limit.minimum_cents + odd) for bet, limit in table.limits.items()
    )


def terminals(table: Configuration, play: Tableau, shoe: list[Card]) -> Round:
    player = Hand(shoe.pop() for _ in range(INITIAL_EACH))
    banker = Hand(shoe.pop() for _ in range(INITIAL_EACH))
    while side := play.draws(player, banker):
        if side is Side.PLAYER:
            player = Hand((*player, shoe.pop()))
        else:
            banker = Hand((*banker, shoe.pop()))
    wagers = (*stakes(table, "p1"), *stakes(table, "p2"))
    return Round(
        game=table.game,
        boxes=(Box(None, wagers, player),),
        against=banker,
        decks=table.decks,
        limits=table.limits,
    )


def boxes(table: Configuration, play: Deal, shoe: list[Card]) -> Round:
    hands = [Hand(shoe.pop() for _ in range(play.cards)) for _ in range(BOXES + 1)]
    jackpot = table.jackpot
    return Round(
        game=table.game,
        boxes=tuple(box(table, number, hands[number]) for number in range(1, BOXES + 1)),
        against=hands[0],
        limits=table.limits,
        meter_cents=jackpot.seed_cents if jackpot else None,
        jackpot_bet_cents=jackpot.bet_cents if jackpot else None,
    )


def box(table: Configuration, number: int, hand: Hand) -> Box:
    game, player = table.game, f"p{number}"
    wagers = stakes(table, player)
    if game.jackpot and table.jackpot:
        wagers = (*wagers, Wager(player, game.jackpot.bet, table.jackpot.bet_cents))
    choice = choose(game, hand)
    if choice is Choice.PLAY and game.decision:
        ante = next(wager for wager in wagers if wager.bet == game.decision.entry)
        wagers = (*wagers, Wager(player, game.decision.play, ante.stake_cents))
    return Box(number, wagers, hand, choice)


def choose(game: Game, hand: Hand) -> Choice | None:
    """Play whatever would be a qualifying hand."""
    if game.decision is None or game.qualifies is None:
        return None
    return Choice.PLAY if game.qualifies.when(hand) else Choice.FOLD
