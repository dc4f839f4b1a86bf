"""What is established, against every way the unseen cards can fall."""

from __future__ import annotations

import json
import random

import pytest

from tests.support.interrupted_cases import Round, answered, boxed
from tests.support.reference.interrupted_rounds import (
    BOXED,
    Dealt,
    Drawn,
    Ends,
    Place,
    conclusive,
)
from tests.support.reference.interrupted_rounds import interrupted_round as interrupted
from tests.support.reference.random_hands import PACK


def claimed(round_: Round) -> dict[Place, str]:
    return {(row["box"], row["bet"]): row["outcome"] for row in answered(round_)["bets"]}


@pytest.mark.slow
@pytest.mark.parametrize("name", BOXED)
def test_few_unseen_cards_dealt_in_every_way(name: str) -> None:
    rng = random.Random(f"few {name}")
    for _ in range(40):
        round_ = interrupted(name, rng, most_hidden=2)
        round_["boxes"] = round_["boxes"][:2]
        assert claimed(round_) == conclusive(Dealt(round_).in_every_way()), json.dumps(round_)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOXED)
def test_many_unseen_cards_dealt_at_random(name: str) -> None:
    """What is established holds each time; what is not ends in two ways, sooner or later."""
    rng = random.Random(f"many {name}")
    for _ in range(40):
        round_ = interrupted(name, rng)
        table, found, ends = Dealt(round_), claimed(round_), Ends()
        table.at_random(rng, 100, ends)
        deal_until_shown(table, found, ends, rng)
        assert conclusive(ends) == found, json.dumps(round_)


def deal_until_shown(table: Dealt, found: dict[Place, str], ends: Ends, rng: random.Random) -> None:
    """Once chance has had its time, boxes with few unseen cards are dealt in every way."""
    for turn in range(200):
        if shown(ends, found):
            return
        if turn == 10:
            for box in table.boxes:
                if sum(table.gaps_of(box)) <= 3:
                    ends |= table.box_in_every_way(box)
        table.at_random(rng, 100, ends)


def shown(ends: Ends, found: dict[Place, str]) -> bool:
    """Whether every bet that is not established has been seen to be open."""
    return conclusive(ends).keys() <= found.keys()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["three-pictures", "lucky-three-pictures", "three-card-poker"])
def test_a_pack_dealt_almost_to_its_end(name: str) -> None:
    """Sixteen boxes: what the dealer may get is what a box may get, and not both can."""
    rng = random.Random(f"end {name}")
    for _ in range(60):
        pack = rng.sample(PACK, 51)
        for place in rng.sample(range(6), rng.randint(1, 3)):
            pack[place] = "??"
        hands = [" ".join(pack[place : place + 3]) for place in range(0, 51, 3)]
        play = " | play" if name == "three-card-poker" else ""
        round_ = boxed(name, hands[0], *[f"{hand}{play}" for hand in hands[1:]])
        assert claimed(round_) == conclusive(Dealt(round_).in_every_way()), json.dumps(round_)


@pytest.mark.slow
def test_baccarat_with_few_unseen_cards_drawn_in_every_way() -> None:
    rng = random.Random("few baccarat")
    for _ in range(150):
        round_ = interrupted("baccarat", rng, most_hidden=2)
        drawn = Drawn(round_)
        if drawn.gaps <= 3:
            assert claimed(round_) == conclusive(drawn.in_every_way()), json.dumps(round_)


@pytest.mark.slow
def test_baccarat_with_many_unseen_cards_drawn_at_random() -> None:
    rng = random.Random("many baccarat")
    for _ in range(200):
        round_ = interrupted("baccarat", rng)
        drawn, found, ends = Drawn(round_), claimed(round_), Ends()
        for _ in range(200):
            drawn.at_random(rng, 100, ends)
            if ends and shown(ends, found):
                break
        assert conclusive(ends) == found, json.dumps(round_)
