"""Many hands of 3 Card Poker decided at once: dealt by a kernel, rewarded by a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from croupier.cards import Hand
from croupier.gym import hand_tables as tables
from croupier.gym.hand_tables import ACTIONS, STRENGTH, Terms
from croupier.gym.live_table import check_number, checked
from croupier.gym.poker import Kind, check_options, pictured, space_of
from croupier.gym.rendering import MODES, check_mode
from croupier.montecarlo.hands import THREE, card_of, index_of
from croupier.montecarlo.words import key_of
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.gym.hand_tables import Numbers, Stakes

MOST = 1 << 24
AT_A_TIME = 1 << 15
"""Rounds dealt in advance where the environments are fewer."""


class Block(NamedTuple):
    """Rounds one after another: cards as rows, what is seen of them, and their cells."""

    cards: Numbers
    seen: Numbers
    cells: Numbers

    def part(self, begin: int, number: int) -> Block:
        return Block(*(one[begin : begin + number] for one in self))


class ThreeCardPokers(VectorEnv["Numbers", "Numbers", "NDArray[Any]"]):
    """As `ThreeCardPoker`, so many at a time; each step ends every round and deals the next.

    With a seed, environment i of n has in step t the round t · n + i of a simulation with it.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # one for all
        "render_modes": MODES,
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(  # noqa: PLR0913 - as the single one, by keyword
        self,
        num_envs: int = 1,
        *,
        observation: Kind = "cards",
        stakes: Stakes | None = None,
        pays: Sequence[str] = (),
        interpretations: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_number(num_envs, MOST, "num_envs")
        self.num_envs, self.kind = num_envs, observation
        self.render_mode = check_mode(render_mode)
        self.single_observation_space = space_of(observation)
        self.single_action_space = spaces.Discrete(len(ACTIONS))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.terms = Terms(stakes, pays, interpretations)
        self.rewards = self.terms.rewards.reshape(-1)
        self.key: int | None = None
        self.block: Block | None = None
        self.ahead = num_envs * -(-AT_A_TIME // num_envs)
        self.mask = np.broadcast_to(np.ones(len(ACTIONS), np.int8), (num_envs, len(ACTIONS)))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        wanted = check_options(options)
        super().reset(seed=seed)
        if seed is not None or self.key is None:
            self.key = key_of(int(self.np_random.integers(1 << 63)) if seed is None else seed)
            self.number, self.block, self.used = 0, None, 0
        self.hands = self.next_hands() if wanted is None else self.given(wanted)
        return self.hands.seen, {"action_mask": self.mask}

    def next_hands(self) -> Block:
        """From what is dealt in advance."""
        if self.block is None or self.used == self.ahead:
            self.block, self.used = self.dealt(), 0
        self.used += self.num_envs
        return self.block.part(self.used - self.num_envs, self.num_envs)

    def dealt(self) -> Block:
        assert self.key is not None
        parts = []
        for begin in range(0, self.ahead, AT_A_TIME):
            some = min(self.ahead - begin, AT_A_TIME)
            cards = tables.cards().deal(self.key, self.number, some)
            parts.append(self.looked_at(cards.astype(np.uint16).T))
            self.number += some
        return (
            parts[0] if len(parts) == 1 else Block(*map(np.concatenate, zip(*parts, strict=True)))
        )

    def given(self, wanted: Any) -> Block:  # noqa: ANN401 - checked where it is used
        """Hands of the strengths that were asked for, and the rest of the cards by chance."""
        assert self.key is not None
        hands = tables.some_of(wanted, self.num_envs, self.np_random)
        self.block = None
        cards = tables.dealt_to(self.key, self.number, hands)
        self.number += self.num_envs
        return self.looked_at(cards)

    def looked_at(self, cards: Any) -> Block:  # noqa: ANN401 - whole numbers of any width
        own, dealers = (index_of(part).astype(np.intp) for part in np.hsplit(cards, 2))
        by_strength = self.kind == STRENGTH
        seen = tables.strengths()[own] if by_strength else cards[:, :THREE].astype(np.int64)
        return Block(cards, seen, tables.counted_in(own, dealers))

    def step(
        self, actions: Numbers
    ) -> tuple[Numbers, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        if self.key is None:
            raise BadInput("no hands wait for decisions: reset deals them")
        chosen = checked(actions, self.num_envs, len(ACTIONS))
        rewards = self.rewards.take(self.hands.cells * len(ACTIONS) + chosen)
        over = np.ones(self.num_envs, bool)
        info = {"action_mask": self.mask, "final_obs": self.hands.seen, "_final_obs": over.copy()}
        self.hands = self.next_hands()
        return self.hands.seen, rewards, over, np.zeros(self.num_envs, bool), info

    def render(self) -> tuple[str, ...] | None:
        """The hands that wait."""
        if self.render_mode is None or self.key is None:
            return None
        return tuple(
            pictured(self.terms, Hand(cards[:THREE]), Hand(cards[THREE:]), None).drawn(
                self.render_mode
            )
            for cards in ([card_of(int(one)) for one in row] for row in self.hands.cards)
        )
