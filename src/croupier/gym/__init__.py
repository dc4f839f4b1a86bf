"""Environments for research: the games as Gymnasium and PettingZoo know them.

Importing this registers `croupier/ThreeCardPoker-v0` and `croupier/Baccarat-v0`.
"""

from __future__ import annotations

from importlib.util import find_spec

from croupier.extras import EXTRAS, needed

if missing := [name for name in EXTRAS["gym"] if find_spec(name) is None]:
    raise ImportError(f"croupier.gym {needed('gym')}", name=missing[0])

import gymnasium

gymnasium.register(
    "croupier/ThreeCardPoker-v0",
    entry_point="croupier.gym.poker:ThreeCardPoker",
    vector_entry_point="croupier.gym.poker_vector:ThreeCardPokers",
)
gymnasium.register(
    "croupier/Baccarat-v0",
    entry_point="croupier.gym.baccarat:Baccarat",
    vector_entry_point="croupier.gym.baccarat_vector:Baccarats",
)
