"""The engine against a settler that shares no code with it, on thousands of random rounds."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from croupier.wire.settle import settle_json
from tests.support.reference import random_rounds, random_terms, settler

ROUNDS = 600
NOT_IN_THE_REFERENCE = ("clauses", "version", "interpretations")


def comparable(answer: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(answer, dict):
        return {
            name: comparable(value)
            for name, value in answer.items()
            if name not in NOT_IN_THE_REFERENCE
        }
    if isinstance(answer, list):
        return [comparable(one) for one in answer]
    return answer


@pytest.mark.slow
@pytest.mark.standard(38)
@pytest.mark.parametrize("game", random_terms.GAMES)
def test_two_settlers_agree(game: str) -> None:
    rng = random.Random(f"{game} 1")
    for _ in range(ROUNDS):
        round_ = random_rounds.random_round(game, rng)
        answer = comparable(json.loads(settle_json(json.dumps(round_).encode())))
        assert answer == settler.settle(round_), json.dumps(round_)
