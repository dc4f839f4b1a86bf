"""Play or fold, and a play bet that is not the size of the bet that it follows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from croupier.engine.limits import Counted
from croupier.engine.readings import SHORT_PLAY_BET, ShortPlay
from croupier.rulebook.marks import carries, field_of

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.engine.limits import Limit
    from croupier.rulebook import Cite


class Choice(StrEnum):
    PLAY = "play"
    FOLD = "fold"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Who placed `entry` must choose; to play is to place `play` of the same amount."""

    entry: str
    play: str
    cite: Cite
    fold: Cite
    place: Cite
    unseen: Decisionless
    more: Cite
    less: Cite

    def counted_play(
        self, stake: int, entry_stake: int, counted: Counted, entry_limit: Limit | None, cut: Cite
    ) -> Counted:
        """The part of a play bet that plays: never more than the ante or the ante's maximum."""
        over = entry_limit and min(counted.cents, entry_stake) > entry_limit.maximum_cents
        most = entry_limit.maximum_cents if over and entry_limit else entry_stake
        counted = Counted(min(counted.cents, most), counted.clauses)
        if stake > entry_stake:
            return counted.also(self.more)  # which itself speaks of the maximum
        if stake < entry_stake:
            counted = counted.also(self.less)
        return counted.also(cut) if over else counted

    def counted_entry(
        self, counted: Counted, entry_stake: int, play_stake: int, game: Game
    ) -> Counted:
        both = game.reads(SHORT_PLAY_BET) is ShortPlay.BOTH
        if both and play_stake < min(entry_stake, counted.cents):
            return Counted(play_stake, counted.clauses).also(self.less)
        return counted


carries(field_of(Decision, "more"), field_of(Decision, "less"))(Decision.counted_play)
carries(field_of(Decision, "less"))(Decision.counted_entry)


@dataclass(frozen=True, slots=True)
class Decisionless:
    """A box without the entry bet has nothing to decide and is not looked at."""

    how: ClassVar[None] = None
    cite: Cite
