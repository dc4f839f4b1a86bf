"""Several boxes, envy, a meter that grows, shoes to the cut card: as the rulebook settles them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import floor
from random import Random

import numpy as np
import pytest

from croupier.cards import Hand
from croupier.engine.configuration import JackpotTerms
from croupier.engine.settlement import settle
from croupier.montecarlo.growing import Hit, won_by
from croupier.montecarlo.one_round import round_shown, written
from croupier.montecarlo.options import Options, asked_of
from croupier.montecarlo.simulation import simulate
from croupier.montecarlo.tables import Table
from croupier.montecarlo.whole_shoes import Dealt


@pytest.mark.parametrize(
    ("kind", "name", "options"),
    [
        (Table, "three-pictures", {"boxes": 3}),
        (Dealt, "baccarat", {"cut_card": True}),
    ],
)
def test_ctrl_c_before_anything_is_counted(
    kind: type, name: str, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_asked: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(kind, "seen", interrupt)
    with pytest.raises(KeyboardInterrupt):
        simulate(asked_of(name, **options))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("three-pictures", {"boxes": 3}),
        ("lucky-three-pictures", {"boxes": 2}),
        ("royal-three-pictures", {"boxes": 7}),
        ("three-card-poker", {"boxes": 4, "strategy": "qualify"}),
    ],
)
def test_boxes_of_one_round_are_settled_together(name: str, options: Options) -> None:
    """What all boxes bring is the rulebook's word on the whole round, round by round."""
    asked = replace(asked_of(name, **options), rounds=400, seed=6)
    table = Table(asked)
    for number in range(400):
        found = table.seen(number, 1)
        settled = settle(round_shown(asked, number))
        house = sum(line.won_cents for line in settled.lines)
        brought = Fraction(0)
        for bet, spread in found.spreads.items():
            stake = asked.jackpot.bet_cents if asked.jackpot and bet == "progressive" else 100_00
            brought += table.units[bet].net(spread.units) * stake
        assert brought == house, number


def test_envy_is_paid_as_the_rulebook_pays_it() -> None:
    asked = asked_of("three-card-poker", rounds=1 << 20, seed=6, boxes=6, envy=True)
    table = Table(asked)
    cents, _ = table.envied
    assert asked.jackpot is not None
    checked = 0
    for first in range(0, 60_000, 4_000):
        cells = table.cells_of(first, 4_000)
        for row in np.flatnonzero(cents[cells].any(axis=1)):
            settled = settle(round_shown(asked, first + int(row)))
            paid = sum(one.won_cents for one in settled.lines if one.from_box is not None)
            envy = table.envy(cells[row : row + 1], table.units["progressive"])
            assert table.units["progressive"].net(int(envy[0])) * asked.jackpot.bet_cents == paid
            checked += 1
    assert checked > 50


def test_many_boxes_agree_with_the_exact_odds() -> None:
    found = simulate(
        asked_of("three-card-poker", rounds=60_000, seed=9, boxes=6, envy=True, grows=True)
    )
    assert sum(found.outcomes.values()) == found.rounds == 60_000
    assert [one.bet for one in found.bets if abs(one.z) > 4] == []
    assert found.chi_square.p > 0.001
    assert found.won is not None
    boxes: Counter[str] = Counter()
    for name, times in found.outcomes.items():
        told = [part.rsplit(":", 1) for part in name.split()]
        assert sum(int(number) for _, number in told) == 6
        boxes.update({line: int(number) * times for line, number in told})
    assert sum(boxes.values()) == 360_000


def test_workers_do_not_matter_at_tables_and_shoes() -> None:
    for name, options in (
        ("three-card-poker", Options(boxes=2, envy=True, grows=True)),
        ("baccarat", Options(cut_card=True)),
    ):
        one, three = (
            simulate(replace(asked_of(name, **options), rounds=140_000, workers=workers))
            for workers in (1, 3)
        )
        assert (one.outcomes, one.bets, one.won) == (three.outcomes, three.bets, three.won)


def test_the_meter_grows_is_won_and_begins_anew() -> None:
    """Bet by bet, slowly, in another way."""
    terms = JackpotTerms(bet_cents=500, seed_cents=5_000_000, contribution=Fraction(3, 17))
    hits = [Hit(9, 2, 0), Hit(10, 1, 0), Hit(400, 3, 0)]
    meter, awards = Fraction(6_000_000), []
    for number in range(401):
        for _ in range(3):
            meter += terms.bet_cents * terms.contribution
        if any(one.round == number for one in hits):
            awards.append(floor(meter))
            meter = meter - floor(meter) + terms.seed_cents
    found = won_by(hits, terms, 3, 6_000_000)
    assert [one.cents for one in found.awards] == awards


@pytest.mark.parametrize("burn", ["none", "first-card-value"])
@pytest.mark.parametrize("cut", [14, 60])
def test_shoes_are_dealt_to_the_cut_card_round_by_round(burn: str, cut: int) -> None:
    """Dealt once more from the same cards, one at a time, by the table of play."""
    readings = {"baccarat-burn": burn, "baccarat-cut-card": str(cut)}
    asked = asked_of(
        "baccarat", rounds=10**6, seed=3, decks=6, cut_card=True, interpretations=readings
    )
    dealing = Dealt(asked)
    from croupier.montecarlo.dealing import shuffled  # noqa: PLC0415 - to see the cards

    cards = shuffled(dealing.key, np.arange(12, dtype=np.uint64), dealing.draw)
    seen = dealing.seen(0, 12)
    number = 0
    for shoe in range(12):
        left = list(written(cards[:, shoe], dealing.size))
        if burn == "first-card-value":
            del left[: 1 + dealing.cells.table.burnt_after(left[0])]
        rounds = 0
        while len(left) > cut:
            player, banker = Hand((left[0], left[2])), Hand((left[1], left[3]))
            del left[:4]
            while side := dealing.cells.table.draws(player, banker):
                card = Hand((left.pop(0),))
                player, banker = (
                    (Hand(player + card), banker)
                    if side.value == "player"
                    else (player, Hand(banker + card))
                )
            if Random(number).random() < 0.02:
                shown = round_shown(asked, number)
                assert (shown.boxes[0].hand, shown.against) == (player, banker)
            rounds, number = rounds + 1, number + 1
        assert rounds == seen.lengths[shoe]


def test_a_shoe_may_end_in_the_middle() -> None:
    """So many rounds as asked for, no more."""
    for rounds in (1, 79, 80_001):
        found = simulate(asked_of("baccarat", rounds=rounds, seed=5, cut_card=True))
        assert sum(found.outcomes.values()) == found.rounds == rounds


def test_errors_of_shoes_are_those_of_shoes_drawn_again() -> None:
    """Sixty runs of a hundred shoes stray as far as the error of one says."""
    dealing = Dealt(asked_of("baccarat", seed=8, cut_card=True))
    runs = [dealing.seen(100 * run, 100).spreads["player"] for run in range(60)]
    means = [float(one.mean()) for one in runs]
    assert 0.75 < np.std(means, ddof=1) / np.mean([one.error() for one in runs]) < 1.3
