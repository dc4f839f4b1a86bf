"""Rounds settled from JSON Lines, beside Python's own `json`, which only passes them through."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from croupier.benches.figures import Figure, processor_seconds
from croupier.cards import DECK, Hand
from croupier.engine.deal import INITIAL_EACH, Side, Tableau
from croupier.games import GAMES
from croupier.wire.decoding import rounds as rounds_in
from croupier.wire.slips import settle_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.game import Game

REFERENCE = "Python's json alone, reading and writing the same rounds"
ROUNDS, TRIES = 5_000, 3
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


def tried(game: Game, bets: int, number: int, rounds: int) -> tuple[float, float]:
    """Seconds for settling rounds that nobody has seen, and for passing them through."""
    rng = random.Random(f"{game.name} {bets} {number}")  # noqa: S311 - the same rounds each time
    lines = [json.dumps(one_round(game, rng, bets)).encode() for _ in range(rounds)]
    data = b"\n".join(lines)
    settled = processor_seconds(lambda: [settle_line(line) for _, line in rounds_in(data)])
    passed = processor_seconds(lambda: [json.dumps(json.loads(line)) for line in lines])
    return settled, passed


def bets_of(game: Game) -> int:
    return len([bet for bet in game.bets if not bet.bonus_on])


def measured() -> Iterator[Figure]:
    for game in GAMES:
        for bets, named in ((1, "one bet"), (bets_of(game), "every bet")):
            tries = [tried(game, bets, number, ROUNDS) for number in range(TRIES)]
            settled, passed = map(min, zip(*tries, strict=True))
            yield Figure(
                measure=f"{game.name}, {named} on a box",
                value=ROUNDS / settled,
                unit="rounds/s",
                reference=ROUNDS / passed,
                goal="ratio 0.5",
            )
