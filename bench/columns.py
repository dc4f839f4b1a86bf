"""How many one-box rounds a second columns are settled at, beside the rulebook round by round.

    python -m bench.columns

Every bet of the game on each round, stakes to the cent; processor time of one core, best of some
tries, tables asked for before. Cards come as text (`Kh 9s Td`) and as places in the deck.
"""

from __future__ import annotations

import time

import croupier
from bench.ending import ended
from croupier.benches.by_columns import some_rounds
from croupier.benches.figures import best
from croupier.columns.cards import read_cards

ROUNDS, ASKED_SINGLY, TRIES = 200_000, 2_000, 5


def main() -> None:
    print(f"{ROUNDS:,} rounds with every bet, best of {TRIES}, M rounds a second")
    print(f"{'game':22}{'text':>8}{'places':>8}{'rulebook':>10}{'faster':>8}{'first':>10}")
    for game in croupier.GAMES:
        text = some_rounds(game, ROUNDS)
        most = 6 if game.drawn_by_tableau else 3
        cards = {
            name: read_cards(text[name], most, name) for name in ("cards", "dealer") if name in text
        }
        begun = time.process_time()
        settled = croupier.settle_columns(game.name, text)
        first = time.process_time() - begun
        by_text = ROUNDS / best(lambda: croupier.settle_columns(game.name, text), TRIES) / 1e6  # noqa: B023
        places = text | cards
        by_place = ROUNDS / best(lambda: croupier.settle_columns(game.name, places), TRIES) / 1e6  # noqa: B023
        rows = range(ASKED_SINGLY)
        singly = ASKED_SINGLY / best(lambda: [settled.settlement(row) for row in rows], TRIES) / 1e6  # noqa: B023
        faster = by_place / singly
        figures = f"{by_text:>8.2f}{by_place:>8.2f}{singly:>10.3f}{faster:>8.0f}{first:>8.2f} s"
        print(f"{game.name:22}{figures}")


if __name__ == "__main__":
    ended(main)
