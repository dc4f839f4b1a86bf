"""The same seed gives the same counts, however they are counted; and they are as the odds say."""

from __future__ import annotations

import numpy as np
import pytest

from croupier.games import GAMES, game
from croupier.lab.paytables import with_pays
from croupier.montecarlo.counting import Compiled, Plain, Work, counted
from croupier.montecarlo.dealing import Draw, dealt, shuffled
from croupier.montecarlo.options import asked_of
from croupier.montecarlo.paying import Paid
from croupier.montecarlo.simulation import cells_of, count, simulate
from croupier.montecarlo.words import ALL_BITS, GAMMA, MOST_ROUNDS, key_of, mixed, words
from croupier.problems import BadInput

NAMES = [one.name for one in GAMES]
FAR_OFF = (1 << 40) + 17
"""A round whose counter passes many limits."""


def test_words_are_those_of_the_published_generator() -> None:
    """Of seed 1234567, as the reference implementations print them."""
    state, found = 1234567, []
    for _ in range(5):
        state = (state + GAMMA) & ALL_BITS
        found.append(mixed(state))
    assert found == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    rounds = np.array([0, 1, FAR_OFF], np.uint64)
    key = key_of(3)
    for draw in (0, 5):
        expected = [
            mixed((key + (draw * MOST_ROUNDS + int(one)) * GAMMA) & ALL_BITS) for one in rounds
        ]
        assert words(key, rounds, draw).tolist() == expected


@pytest.mark.parametrize("name", NAMES)
def test_kernels_and_numpy_count_the_same(name: str) -> None:
    cells = cells_of(asked_of(name))
    key = key_of(5)
    for first, rounds in ((0, 200_003), (FAR_OFF, 70_001), (9, 63)):
        ours, theirs = (way.count(key, first, rounds) for way in (Compiled(cells), Plain(cells)))
        assert int(ours.sum()) == rounds
        assert np.array_equal(ours, theirs)


def test_refused_draws_are_dealt_again_by_kernels_too() -> None:
    """Whatever is refused is dealt from later words; that there is some is seen here."""
    cells = cells_of(asked_of("baccarat"))
    rounds = np.arange(400_000, dtype=np.uint64)
    from croupier.montecarlo.dealing import attempted  # noqa: PLC0415 - for this alone

    _, fair = attempted(key_of(5), rounds, cells.draw, 0)
    assert 0 < int((~fair).sum()) < 400
    ours, theirs = (way.count(key_of(5), 0, 400_000) for way in (Compiled(cells), Plain(cells)))
    assert np.array_equal(ours, theirs)


def test_workers_and_chunks_do_not_matter() -> None:
    cells = cells_of(asked_of("royal-three-pictures"))
    found = []
    for workers, chunk in ((1, 1 << 20), (3, 10_007), (2, 65)):
        way = Compiled(cells)
        way.chunk = chunk
        work = counted(Work(way, key_of(8), 150_000), workers, lambda _: None)
        assert work.done == 150_000
        found.append(work.counts.tolist())
    assert found[0] == found[1] == found[2]


def test_an_interrupted_count_is_of_the_first_rounds() -> None:
    cells = cells_of(asked_of("three-pictures"))
    way = Plain(cells)
    way.chunk = 1000
    work = Work(way, key_of(8), 100_000)

    def enough(done: int) -> None:
        if done:
            work.stop()

    counted(work, 2, enough)
    assert 0 < work.done <= 100_000
    assert np.array_equal(work.counts, Plain(cells).count(key_of(8), 0, work.done))


def test_an_interrupt_while_progress_is_shown_ends_the_count() -> None:
    """Ctrl-C may come at any moment, also between two looks at the workers."""
    cells = cells_of(asked_of("baccarat"))
    way = Compiled(cells)
    way.chunk = 1 << 16
    work = Work(way, key_of(8), MOST_ROUNDS - 1)

    def interrupt(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    counted(work, 2, interrupt)
    assert 0 < work.done < MOST_ROUNDS - 1
    assert int(work.counts.sum()) == work.done


@pytest.mark.parametrize("name", NAMES)
def test_rounds_agree_with_the_exact_odds(name: str) -> None:
    found = simulate(asked_of(name, rounds=3_000_000, seed=20))
    assert sum(found.outcomes.values()) == found.rounds == 3_000_000
    assert [one.bet for one in found.bets if abs(one.z) > 4] == []
    assert 0.001 < found.chi_square.p < 0.999


def test_a_fault_in_the_rules_is_found() -> None:
    """Rounds counted by the approved rules are not those of a variant."""
    of_others = with_pays(game("baccarat"), ["banker:banker-wins-on-6-points=1:1"])
    found = count(asked_of("baccarat", rounds=1_000_000, seed=3))
    right = {one.bet: one for one in found.simulation().bets}
    wrong = {one.bet: one for one in found.under(of_others).simulation().bets}
    assert abs(right["banker"].z) < 4
    assert wrong["banker"].mean > right["banker"].mean
    assert wrong["banker"].exact - right["banker"].exact > 0.02
    loaded = found.counts.copy()
    loaded[loaded.argmax()] += 9000
    assert Paid(found.cells, loaded, found.asked).chi_square().p < 1e-6


def test_one_count_serves_every_pay_table_and_reading() -> None:
    changes = ["royal-pictures:three-kings=200:1"]
    at_once = simulate(asked_of("royal-three-pictures", pays=changes, rounds=100_000))
    later = count(asked_of("royal-three-pictures", rounds=100_000))
    game_paid = with_pays(game("royal-three-pictures"), changes)
    assert later.under(game_paid).simulation().bets == at_once.bets


def test_cards_are_dealt_without_favour() -> None:
    """Every ordered pair of a small deck about as often as every other, and no card twice."""
    draw = Draw(5, 2, 2)
    cards = dealt(key_of(1), np.arange(400_000, dtype=np.uint64), draw)
    times = np.bincount(cards[:, 0] * 5 + cards[:, 1], minlength=25).reshape(5, 5)
    assert np.diag(times).sum() == 0
    off = times[~np.eye(5, dtype=bool)]
    assert abs(off - 20_000).max() < 5 * 138
    whole = shuffled(key_of(1), np.arange(500, dtype=np.uint64), Draw(104, 104, 2))
    assert np.array_equal(np.sort(whole, axis=0), np.repeat(np.arange(104)[:, None], 500, axis=1))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"rounds": 1.5}, "rounds: a whole number or a text is needed, not 1.5"),
        ({"rounds": None}, "rounds: a whole number or a text is needed, not None"),
        ({"rounds": True}, "rounds: a whole number or a text is needed, not True"),
        ({"seed": "a"}, "seed: a whole number is needed, not 'a'"),
        ({"workers": None}, "workers: a whole number is needed, not None"),
        ({"decks": "8"}, "decks: a whole number is needed, not '8'"),
        ({"strategy": 5}, "strategy: '5' is neither a name nor a function"),
        ({"round": 10}, "no option is called 'round'; did you mean rounds"),
    ],
)
def test_whatever_a_program_hands_over(options: dict[str, object], says: str) -> None:
    game_name = "three-card-poker" if "strategy" in options else "baccarat"
    with pytest.raises(BadInput) as refused:
        asked_of(game_name, **options)  # type: ignore[arg-type]
    assert str(refused.value).startswith(says)
