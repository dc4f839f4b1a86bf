"""Any game as a PettingZoo environment: players at their boxes, each in turn; the house deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from croupier.engine.decisions import Choice
from croupier.gym.features import features, picture, vector
from croupier.gym.live_table import LiveTable, check_number, seeded, setup_for
from croupier.gym.rendering import MODES, check_mode
from croupier.problems import BadInput
from croupier.table import commands as asks
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.engine.refusals import Refused
    from croupier.gym.features import Vector
    from croupier.table.commands import Who

PASS = 0
MOST_ROUNDS = 1_000_000


def env(game_name: str, **how: Any) -> AECEnv:  # noqa: ANN401 - as `Table` has it
    """A table that says in PettingZoo's words when it is used in the wrong order."""
    raw = raw_env(game_name, **how)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


def raw_env(game_name: str, **how: Any) -> Table:  # noqa: ANN401 - as above
    return Table(game_name, **how)


class Table(AECEnv):  # type: ignore[misc]  # it has no types
    """Players bet one after another, one stake on a bet; then decide, where there is a choice.

    Rewards are in stakes, and come when the round is settled. An action that the rules do not
    allow counts as none in time would: no more bets, or a fold; `refused` in the info says why.
    """

    def __init__(  # noqa: PLR0913 - each a setting of its own, by keyword
        self,
        game_name: str,
        *,
        players: int = 2,
        rounds: int = 1,
        decks: int | None = None,
        interpretations: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_number(rounds, MOST_ROUNDS, "rounds")
        self.render_mode = check_mode(render_mode)
        self.setup, self.rounds = setup_for(game_name, decks, interpretations), rounds
        self.rng, _ = seeding.np_random()
        self.live = LiveTable(self.setup, players, seeded(self.rng))
        name = f"croupier_{game_name.replace('-', '_')}_v0"
        self.metadata = {"name": name, "render_modes": MODES, "render_fps": 1}
        self.who = {one.name: one for one in self.live.players}
        self.possible_agents = list(self.who)
        decides = self.live.game.decision is not None
        self.action_names = ["pass", *self.live.bets, *(list(CHOICES) if decides else ())]
        seen = list(features(self.live, self.live.players[0]))
        self.feature_names = [name for name, _, _ in seen]
        highest = np.array([most for _, _, most in seen], np.int16)
        self.observation_spaces = {
            agent: spaces.Box(np.zeros_like(highest), highest, dtype=np.int16)
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(len(self.action_names)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        del options  # there are none
        if seed is not None:
            self.rng, _ = seeding.np_random(seed)
        self.live = LiveTable(self.setup, len(self.who), seeded(self.rng))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.refused: dict[str, str] = {}
        self.open_betting()

    def open_betting(self) -> None:
        self.live.open_betting()
        self.waiting = list(self.agents)
        self.turn()

    def turn(self) -> None:
        """On to whoever acts next; the infos are of this moment."""
        self.agent_selection = self.waiting[0] if self.waiting else self.agents[0]
        self.infos = {agent: self.info(agent) for agent in self.agents}

    def info(self, agent: str) -> dict[str, Any]:
        meter = self.live.meter_cents
        told: dict[str, Any] = {"action_mask": self.mask(agent)}
        if agent in self.refused:
            told["refused"] = self.refused[agent]
        if meter is not None:
            told["meter"] = meter / self.live.stake_cents
        return told

    def mask(self, agent: str) -> NDArray[np.int8]:
        """What the agent may do if it is its turn; who may do nothing else may pass."""
        may = [self.why_not(agent, action) is None for action in range(len(self.action_names))]
        may[PASS] = may[PASS] or not any(may)
        return np.array(may, np.int8)

    def why_not(self, agent: str, action: int) -> Refused | str | None:
        """By the rules; only what concerns no card is asked here that they leave open."""
        who, name = self.who[agent], self.action_names[action]
        if self.live.is_to_decide(who):
            return None if name in CHOICES else "play or fold"
        if name in CHOICES:
            return "there is nothing to decide"
        if action == PASS:
            return None
        if self.live.staked(who, name):
            return "one stake lies there already"
        return self.live.why_not(self.live.wager(who, name), who)

    def observe(self, agent: str) -> Vector:
        return vector(self.live, self.who[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.refused.pop(agent, None)
        self.act(agent, int(action))  # type: ignore[arg-type]  # only the dead do nothing
        self.turn()
        self._accumulate_rewards()

    def act(self, agent: str, action: int) -> None:
        if not 0 <= action < len(self.action_names):
            raise BadInput(f"0 to {len(self.action_names) - 1}", "action")
        who, refused = self.who[agent], self.why_not(agent, action)
        if refused is not None:
            self.refused[agent] = in_words(refused)
        if self.live.is_to_decide(who):
            choice = Choice.FOLD if refused else CHOICES[self.action_names[action]]
            self.do(asks.Decide(agent, self.live.box_of(who), choice), who)
        elif refused is None and action != PASS:
            self.do(self.live.wager(who, self.action_names[action]), who)
            if self.mask(agent)[PASS + 1 :].any():
                return
        self.waiting.remove(agent)
        if not self.waiting:
            self.all_have_acted()

    def do(self, command: asks.AnyCommand, who: Who) -> None:
        refused = self.live.do(command, who)
        assert refused is None, refused

    def all_have_acted(self) -> None:
        live = self.live
        if live.table.step is Step.BETTING:
            live.deal()
            self.waiting = [one for one in self.agents if live.is_to_decide(self.who[one])]
            if self.waiting:
                return
        live.conclude()
        self.rewards = {agent: live.net(self.who[agent]) for agent in self.agents}
        if live.table.round.number < self.rounds:
            live.open_betting()
            self.waiting = list(self.agents)
        else:
            self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """As the player sees it whose turn it is."""
        if self.render_mode is None or not self.agents:
            return None
        return picture(self.live, self.who[self.agent_selection]).drawn(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


CHOICES: dict[str, Choice] = {one.value: one for one in (Choice.FOLD, Choice.PLAY)}


def in_words(refused: Refused | str) -> str:
    if isinstance(refused, str):
        return refused
    return f"{refused.says} (clause {', '.join(refused.clauses)})"
