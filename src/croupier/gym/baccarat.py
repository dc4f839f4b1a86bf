"""Baccarat's betting: a shoe from its first round to the cut card, as a Gymnasium environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from croupier.cards import RANKS, SUITS
from croupier.engine.configuration import PACK
from croupier.games import DEALT_FROM_SHOES
from croupier.gym.features import picture
from croupier.gym.live_table import LiveTable, seeded, setup_for
from croupier.gym.rendering import MODES, check_mode
from croupier.montecarlo.dealing import Draw, shuffled
from croupier.montecarlo.one_round import written
from croupier.montecarlo.shoes import TWO
from croupier.montecarlo.words import key_of
from croupier.problems import BadInput
from croupier.table.betting import shoe_has_ended
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.cards import Card
    from croupier.gym.hand_tables import Numbers

NO_BET = 0


def action_names() -> list[str]:
    return ["no bet", *DEALT_FROM_SHOES.placeable]


def cards_left(decks: int) -> spaces.MultiDiscrete:
    """Of each rank."""
    return spaces.MultiDiscrete([1 + len(SUITS) * decks] * len(RANKS))


class Baccarat(gymnasium.Env["Numbers", "np.int64"]):
    """Before each round: no bet (0), or one stake on a bet. Rewards are in stakes.

    What is seen is how many cards of each rank, from the two on, have not been seen of the shoe;
    burnt cards are among them. With a seed the shoes are those of a simulation to the cut card.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": MODES, "render_fps": 1}  # type: ignore[misc]  # one for all

    def __init__(
        self,
        *,
        decks: int | None = None,
        interpretations: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = check_mode(render_mode)
        self.setup = setup_for(DEALT_FROM_SHOES.name, decks, interpretations)
        self.action_names = action_names()
        self.observation_space = cards_left(self.setup.decks)
        self.action_space = spaces.Discrete(len(self.action_names))
        self.key: int | None = None
        self.number = 0
        self.live: LiveTable | None = None
        self.drawn: str | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        if options:
            raise BadInput("there are none", "options")
        if seed is not None or self.key is None:
            self.key = key_of(int(self.np_random.integers(1 << 63)) if seed is None else seed)
            self.number = 0
        self.live = LiveTable(self.setup, 1, seeded(self.np_random))
        self.live.shoe.cards = self.shoe(self.key)
        self.live.open_betting()
        self.drawn = None
        return self.seen(), self.info()

    def shoe(self, key: int) -> list[Card]:
        """The next of the simulator's, the first card last."""
        size = PACK * self.setup.decks
        places = shuffled(key, np.array([self.number], np.uint64), Draw(size, size, TWO))
        self.number += 1
        return list(written(places[:, 0], size))[::-1]

    def seen(self) -> Numbers:
        assert self.live is not None
        return np.array(self.live.left, np.int64)

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """While the shoe lasts every bet may be placed."""
        betting = self.live is not None and self.live.table.step is Step.BETTING
        return np.array([1, *[int(betting)] * (len(self.action_names) - 1)], np.int8)

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        live = self.live
        if live is None or live.table.step is not Step.BETTING:
            raise BadInput("no betting is open: reset brings a new shoe")
        if not self.action_space.contains(action):
            raise BadInput(f"0 to {len(self.action_names) - 1}", "action")
        [who] = live.players
        if action != NO_BET:
            refused = live.do(live.wager(who, self.action_names[int(action)]), who)
            assert refused is None, refused
        live.deal()
        live.conclude()
        reward, over = live.net(who), shoe_has_ended(live.table)
        self.drawn = self.rendered()
        if not over:
            live.open_betting()
        return self.seen(), reward, over, False, self.info()

    def rendered(self) -> str | None:
        if self.render_mode is None or self.live is None:
            return None
        return picture(self.live, self.live.players[0]).drawn(self.render_mode)

    def render(self) -> str | None:
        """The round that was played last; before the first, the table."""
        return self.rendered() if self.drawn is None else self.drawn
