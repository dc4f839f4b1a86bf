"""How many one-box rounds a second `settle` answers from JSON Lines, on one core.

    python -m bench.settle

The rounds are random, new ones in each try, with stakes of five sizes; the clock runs from the
bytes of the input to the bytes of the answer.
The reference in the same run is Python's own `json` reading and writing the same texts: what a
program would spend that did nothing but pass the rounds through. *At first* is the ratio of the
first try, in which none of the wagers have been seen before.
"""

from __future__ import annotations

import json
import random
import time
from typing import TYPE_CHECKING, Any

from croupier.cards import DECK, Hand
from croupier.cli.settle import each
from croupier.engine.deal import INITIAL_EACH, Side, Tableau
from croupier.games import GAMES
from croupier.wire.slips import settle_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.engine.game import Game

ROUNDS = 5_000
TRIES = 5
STAKES = ("25.00", "50.00", "100.00", "125.00", "500.00")
LIMITS = ["5.00", "5000.00"]


def baccarat_cards(play: Tableau, rng: random.Random) -> str:
    shoe = rng.choices(DECK, k=6)
    player, banker = Hand(shoe[0:4:INITIAL_EACH]), Hand(shoe[1:4:INITIAL_EACH])
    drawn = 4
    while side := play.draws(player, banker):
        card, drawn = shoe[drawn], drawn + 1
        if side is Side.PLAYER:
            player = Hand((*player, card))
        else:
            banker = Hand((*banker, card))
    return str(Hand(shoe[:drawn]))


def one_round(game: Game, rng: random.Random, bets: int) -> dict[str, Any]:
    """One box, one player, the first bets of the game, limits on each."""
    names = [bet.name for bet in game.bets if not bet.bonus_on][:bets]
    wagers = [{"player": "p1", "bet": name, "stake": rng.choice(STAKES)} for name in names]
    limits = {name: LIMITS for name in names if name != "progressive"}
    if isinstance(game.deal, Tableau):
        cards = baccarat_cards(game.deal, rng)
        return {"game": game.name, "cards": cards, "limits": limits, "wagers": wagers}
    dealt = [str(card) for card in rng.sample(DECK, 6)]
    box: dict[str, Any] = {"box": 1, "cards": " ".join(dealt[:3]), "wagers": wagers}
    if game.decision:
        box["decision"] = "play" if game.decision.play in names else "fold"
    jackpot = {"jackpot": {"meter": "20000.00"}} if game.jackpot else {}
    dealer = " ".join(dealt[3:])
    return {"game": game.name, "dealer": dealer, "limits": limits, "boxes": [box]} | jackpot


def timed(answer: Callable[[], object]) -> float:
    start = time.process_time()
    answer()
    return time.process_time() - start


def tried(game: Game, bets: int, number: int) -> tuple[float, float]:
    """Seconds for settling rounds that nobody has seen, and for passing them through."""
    rng = random.Random(f"{game.name} {bets} {number}")
    lines = [json.dumps(one_round(game, rng, bets)).encode() for _ in range(ROUNDS)]
    data = b"\n".join(lines)
    settled = timed(lambda: each(data, settle_line))
    passed = timed(lambda: [json.dumps(json.loads(line)) for line in lines])
    return settled, passed


def main() -> None:
    print(f"{ROUNDS} random one-box rounds, new ones in each of {TRIES} tries, rounds a second")
    print(f"{'game':22}{'bets':>5}{'settle':>10}{'json alone':>12}{'ratio':>8}{'at first':>10}")
    for game in GAMES:
        for bets in (1, len([bet for bet in game.bets if not bet.bonus_on])):
            tries = [tried(game, bets, number) for number in range(TRIES)]
            # Other work on the machine only ever slows a try down.
            settled, passed = map(min, zip(*tries, strict=True))
            first, ratio = passed / tries[0][0], passed / settled
            a_second = f"{ROUNDS / settled:>10,.0f}{ROUNDS / passed:>12,.0f}"
            print(f"{game.name:22}{bets:>5}{a_second}{ratio:>8.2f}{first:>10.2f}")


if __name__ == "__main__":
    main()
