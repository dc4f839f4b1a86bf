"""What the words of the documents mean at a table: the function that makes each word true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.engine.game import Game
from croupier.table import betting, console, dealing, placing, postings, setups, showing, state
from croupier.table.commands import Who
from croupier.table.remedies import hands, rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

DEFINED: Mapping[str, Callable[..., Any]] = {
    "words": Game.meanings,
    "bet": placing.place,
    "shoe": dealing.in_the_shoe,
    "dealer": Who.holds,
    "automated shoe": setups.new_table,
    "hand": state.next_place,
    "house": postings.settled,
    "reconstruct": hands.reconstruct,
    "standing player": betting.stand_up,
    "void": rounds.voided,
    "burnt card": state.next_place,
    "console": console.entry,
    "terminal": showing.Showing.public,
}
"""Of the words that no bet, line, step or refusal of a game cites besides."""
