"""3 Card Poker's decision: one hand, play or fold, as a Gymnasium environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from croupier.cards import Hand
from croupier.engine.bets import Pays
from croupier.gym import hand_tables as tables
from croupier.gym.hand_tables import ACTIONS, FOLD, STRENGTH, Terms
from croupier.gym.rendering import MODES, Line, Picture, Place, check_mode
from croupier.lab.lines import net_of
from croupier.montecarlo.hands import DECK, THREE, card_of, index_of
from croupier.montecarlo.words import key_of
from croupier.problems import BadInput
from croupier.table.dealing import UNREAD

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.engine.outcome import Outcome
    from croupier.gym.hand_tables import Numbers, Stakes

Kind = Literal["cards", "strength"]
AT_A_TIME = 256


def space_of(kind: str) -> spaces.Space[Any]:
    """Three cards of 52 as they came, or how the hand ranks, from the weakest."""
    match kind:
        case "cards":
            return spaces.MultiDiscrete([DECK] * THREE)
        case "strength":
            return spaces.Discrete(tables.number_of_strengths())
        case _:
            raise BadInput(f"{str(kind)[:20]!r} is not one of cards, strength", "observation")


def check_options(options: Mapping[str, Any] | None) -> Any:  # noqa: ANN401 - whatever was given
    """The strength that is asked for, or None."""
    for name in options or {}:
        if name != STRENGTH:
            raise BadInput(f"{str(name)[:20]!r} is not one of {STRENGTH}", "options")
    return (options or {}).get(STRENGTH)


class ThreeCardPoker(gymnasium.Env["Numbers | np.int64", "np.int64"]):
    """The ante is placed and the hand is seen: fold (0) or play (1). Rewards are in antes.

    With a seed the rounds are those of a simulation with that seed, from the first on.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": MODES, "render_fps": 1}  # type: ignore[misc]  # one for all

    def __init__(
        self,
        *,
        observation: Kind = "cards",
        stakes: Stakes | None = None,
        pays: Sequence[str] = (),
        interpretations: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = check_mode(render_mode)
        self.kind = observation
        self.observation_space = space_of(observation)
        self.action_space = spaces.Discrete(len(ACTIONS))
        self.terms = Terms(stakes, pays, interpretations)
        self.key: int | None = None
        self.number = 0
        self.cards: Numbers | None = None
        self.outcome: Outcome | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers | np.int64, dict[str, Any]]:
        wanted = check_options(options)
        super().reset(seed=seed)
        if seed is not None or self.key is None:
            self.key = key_of(int(self.np_random.integers(1 << 63)) if seed is None else seed)
            self.number = 0
            self.ahead = range(0)
        if wanted is None:
            self.cards = self.dealt(self.key)
        else:
            given = tables.some_of(wanted, 1, self.np_random)
            self.cards = tables.dealt_to(self.key, self.number, given)
        self.number += 1
        self.outcome = None
        return self.seen(), self.info()

    def dealt(self, key: int) -> Numbers:
        """The next round, out of some that are dealt in advance."""
        if self.number not in self.ahead:
            self.ahead = range(self.number, self.number + AT_A_TIME)
            self.block = tables.cards().deal(key, self.number, AT_A_TIME).T.astype(np.int64)
        row = self.ahead.index(self.number)
        return self.block[row : row + 1].copy()

    def seen(self) -> Numbers | np.int64:
        assert self.cards is not None
        own = self.cards[:, :THREE]
        if self.kind == STRENGTH:
            return np.int64(tables.strengths()[index_of(own)][0])
        seen: Numbers = own[0].copy()
        return seen

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """Both may always be chosen."""
        return np.ones(len(ACTIONS), np.int8)

    def step(
        self, action: np.int64
    ) -> tuple[Numbers | np.int64, float, bool, bool, dict[str, Any]]:
        if self.cards is None or self.outcome is not None:
            raise BadInput("no hand waits for a decision: reset deals one")
        if not self.action_space.contains(action):
            raise BadInput("0 is to fold, 1 to play", "action")
        hand, dealer = self.hands()
        self.outcome = self.terms.game.outcome(hand, dealer, folded=int(action) == FOLD)
        return self.seen(), self.terms.brings(self.outcome), True, False, self.info()

    def hands(self) -> tuple[Hand, Hand]:
        """The player's and the dealer's."""
        assert self.cards is not None
        cards = [card_of(int(place)) for place in self.cards[0]]
        return Hand(cards[:THREE]), Hand(cards[THREE:])

    def render(self) -> str | None:
        if self.render_mode is None or self.cards is None:
            return None
        return pictured(self.terms, *self.hands(), self.outcome).drawn(self.render_mode)


def pictured(terms: Terms, hand: Hand, dealer: Hand, outcome: Outcome | None) -> Picture:
    """The dealer's hand lies closed until it is decided."""
    game = terms.game
    against = " ".join([UNREAD] * THREE) if outcome is None else str(dealer)
    name = "" if outcome is None else str(game.name_of(dealer))
    placed = ", ".join(f"{bet} {float(stake):g}" for bet, stake in terms.stakes.items())
    places = (
        Place("dealer", against, name),
        Place("player", str(hand), str(game.name_of(hand)), placed),
    )
    return Picture(game.title, places, [] if outcome is None else settled(terms, outcome))


def settled(terms: Terms, outcome: Outcome) -> list[Line]:
    """Each bet on the hand by its line, the entry bet apart from its play bet and bonus."""
    game, lines = terms.game, []
    played = {} if outcome.folded else {terms.play: 1}
    for bet, stake in {**terms.stakes, **played}.items():
        line = game.bet[bet].settle(outcome)
        alone = bet in {terms.entry, terms.play}
        net = net_of(line) if alone else terms.rounds.net(bet, outcome)
        lines.append(Line("player", bet, line.event, float(stake * net), line.cite.numbers))
    bonus = game.bonus[terms.entry]
    line = bonus.settle(outcome)
    if isinstance(line, Pays):
        lines.append(Line("player", bonus.name, line.event, float(net_of(line)), line.cite.numbers))
    return lines
