"""Betting at many baccarat shoes at once: shuffled by the simulator, rewarded by a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from croupier.cards import RANKS
from croupier.games import DEALT_FROM_SHOES
from croupier.gym.baccarat import NO_BET, action_names, cards_left
from croupier.gym.live_table import check_number, checked, setup_for
from croupier.lab.joint import Rounds
from croupier.montecarlo.asking import Asked
from croupier.montecarlo.dealing import shuffled
from croupier.montecarlo.shoes import SIX
from croupier.montecarlo.whole_shoes import Dealt
from croupier.montecarlo.words import key_of
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.gym.hand_tables import Numbers

    Places = NDArray[np.int16]

MOST = 1 << 20
AT_A_TIME = 512


class Baccarats(VectorEnv["Numbers", "Numbers", "NDArray[Any]"]):
    """As `Baccarat`, so many at a time; where a shoe ends, the same step brings the next.

    With a seed, the shoes are those of `Baccarat` with it, handed out in the order of the
    environments, first all at once and then wherever one ends.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]  # one for all

    def __init__(
        self,
        num_envs: int = 1,
        *,
        decks: int | None = None,
        interpretations: Mapping[str, str] | None = None,
    ) -> None:
        check_number(num_envs, MOST, "num_envs")
        self.num_envs = num_envs
        setup = setup_for(DEALT_FROM_SHOES.name, decks, interpretations)
        game = DEALT_FROM_SHOES.under(setup.interpretations)
        self.action_names = action_names()
        self.single_observation_space = cards_left(setup.decks)
        self.single_action_space = spaces.Discrete(len(self.action_names))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.dealing = Dealt(Asked(game=game, rounds=1, decks=setup.decks, cut_card=True))
        self.of_a_rank = self.dealing.size // len(RANKS)
        self.rewards = self.rewarded(Rounds(game)).reshape(-1)
        self.places = np.arange(num_envs)
        self.mask = np.broadcast_to(
            np.ones(len(self.action_names), np.int8), (num_envs, len(self.action_names))
        )
        self.key: int | None = None

    def rewarded(self, rounds: Rounds) -> NDArray[np.float64]:
        """By cell, what each action brings: each settled once by the rulebook."""
        cells = self.dealing.cells
        told = np.zeros((cells.cells.number, len(self.action_names)))
        for cell, outcome in self.dealing.paid.of_cells.items():
            nets = [rounds.net(bet, outcome) for bet in self.action_names[NO_BET + 1 :]]
            told[cell] = [0, *map(float, nets)]
        return told

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        if options:
            raise BadInput("there are none", "options")
        super().reset(seed=seed)
        if seed is not None or self.key is None:
            self.key = key_of(int(self.np_random.integers(1 << 63)) if seed is None else seed)
            self.number, self.stock = 0, np.empty((0, self.dealing.size), np.int16)
        self.cards = np.empty((self.num_envs, self.dealing.size), np.int16)
        self.at = np.empty(self.num_envs, np.int64)
        self.left = np.empty((self.num_envs, len(RANKS)), np.int64)
        self.bring_shoes(self.places)
        return self.left.copy(), {"action_mask": self.mask}

    def bring_shoes(self, places: Numbers) -> None:
        """A new one for each of these."""
        while len(self.stock) < len(places):
            self.stock = np.concatenate((self.stock, self.shuffled()))
        new, self.stock = np.split(self.stock, [len(places)])
        self.cards[places] = new
        self.at[places] = self.dealing.burnt(new.T.astype(np.int64))
        self.left[places] = self.of_a_rank

    def shuffled(self) -> Places:
        """Some shoes in advance, a row each: as many take little longer than one."""
        assert self.key is not None
        numbers = np.arange(self.number, self.number + AT_A_TIME, dtype=np.uint64)
        self.number += AT_A_TIME
        return shuffled(self.key, numbers, self.dealing.draw).T.astype(np.int16)

    def step(
        self, actions: Numbers
    ) -> tuple[Numbers, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        if self.key is None:
            raise BadInput("no betting is open: reset brings shoes")
        chosen = checked(actions, self.num_envs, len(self.action_names))
        six = self.cards[self.places[:, None], self.at[:, None] + np.arange(SIX)]
        cells = self.dealing.cells.counted_in(six)
        self.take_out(six // self.of_a_rank, self.dealing.used[cells])
        rewards = self.rewards.take(cells * len(self.action_names) + chosen)
        over = self.dealing.size - self.at <= self.dealing.behind
        info: dict[str, Any] = {"action_mask": self.mask}
        if over.any():
            info |= {"final_obs": self.left.copy(), "_final_obs": over}
            self.bring_shoes(over.nonzero()[0])
        return self.left.copy(), rewards, over.copy(), np.zeros(self.num_envs, bool), info

    def take_out(self, ranks: Numbers, used: Numbers) -> None:
        for number, rank in enumerate(ranks.T):
            self.left[self.places, rank] -= number < used
        self.at += used
