"""Writes what `croupier.lab.covariances` keeps: all games with boxes, read by default.

python -m tools.covariances
"""

from __future__ import annotations

from croupier.engine.deal import Tableau
from croupier.games import GAMES
from croupier.lab.covariances import FILE, written


def main() -> None:
    games = [game for game in GAMES if not isinstance(game.deal, Tableau)]
    FILE.write_text("".join(f"{line}\n" for game in games for line in written(game)), "utf-8")


if __name__ == "__main__":
    main()
