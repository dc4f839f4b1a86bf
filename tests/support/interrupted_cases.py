"""Interrupted rounds as `established` reads them."""

from __future__ import annotations

import json
from typing import Any

from croupier.games import GAMES
from croupier.wire.established import established_json

Round = dict[str, Any]


def answered(round_: Round) -> Round:
    answer: Round = json.loads(established_json(json.dumps(round_).encode()))
    return answer


ENTRY = {game.name: game.bets[0].name for game in GAMES}


def wagers(*bets: str) -> list[dict[str, str]]:
    return [{"player": "p1", "bet": bet, "stake": "25.00"} for bet in bets]


def boxed(name: str, dealer: str, *hands: str, **readings: str) -> Round:
    """Each hand is its cards, then `play` or `fold` where decided, then bets other than the main.

    `-` stands for a box without the main bet.
    """
    boxes = []
    for number, hand in enumerate(hands, start=1):
        cards, *words = hand.split(" | ")
        said = " ".join(words).split()
        bets = [] if "-" in said else [ENTRY[name]]
        box: Round = {"box": number, "cards": cards}
        for choice in {"play", "fold"} & set(said):
            box["decision"] = choice
        bets += [bet for bet in said if bet not in {"-", "fold"}]
        boxes.append(box | {"wagers": wagers(*bets)})
    chosen = {name.replace("_", "-"): value for name, value in readings.items()}
    return {"game": name, "dealer": dealer, "boxes": boxes, "interpretations": chosen}


def drawn(cards: str, *bets: str, **readings: str) -> Round:
    chosen = {name.replace("_", "-"): value for name, value in readings.items()}
    return {"game": "baccarat", "cards": cards, "wagers": wagers(*bets), "interpretations": chosen}


UNSEEN = "?? ?? ??"
