"""Environments for research: the games as Gymnasium and PettingZoo know them.

Importing this registers `croupier/ThreeCardPoker-v0` and `croupier/Baccarat-v0`.
"""

from __future__ import annotations

from importlib.util import find_spec

NEEDS = ("gymnasium", "pettingzoo")

if missing := [name for name in NEEDS if find_spec(name) is None]:
    raise ImportError(
        f"croupier.gym needs {' and '.join(missing)}: pip install croupier[gym]", name=missing[0]
    )

import gymnasium  # noqa: E402 - once it is there

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
