"""Variants: lines and side bets in a game's own words, by two methods that share no code."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import croupier
from croupier.cards import RANKS, SUITS
from croupier.cli.main import run
from croupier.engine.vocabulary import vocabulary
from croupier.games import game
from croupier.lab import tableau
from croupier.lab.paytables import with_pays
from croupier.lab.variants import NewLine, Variant
from croupier.montecarlo.dealing import dealt
from croupier.montecarlo.options import asked_of
from croupier.montecarlo.simulation import cells_of
from croupier.montecarlo.words import key_of
from croupier.problems import BadInput
from tests.support.folders import ROOT
from tests.support.reference.baccarat import deal_baccarat
from tests.support.reference.cards import point_total

if TYPE_CHECKING:
    from pathlib import Path

DRAGON = ROOT / "examples" / "dragon-7.toml"
HANDS, DEALERS = comb(52, 3), comb(49, 3)


def dragon() -> Variant:
    return croupier.variant(DRAGON.read_bytes())


def one_line(name: str, bet: str, when: dict[str, Any], pays: str = "40:1") -> Variant:
    asked = {word: of if isinstance(of, tuple) else (of,) for word, of in when.items()}
    sides = () if bet in game(name).bet else (bet.title(),)
    return Variant(name, (NewLine(bet, "It comes", asked, pays),), sides)


def combinations_of(name: str, bet: str, when: dict[str, Any]) -> int:
    lines = croupier.odds(name, pays=[one_line(name, bet, when)]).bets[bet].lines
    return next(line.combinations for line in lines if line.event == "It comes")


def test_a_three_card_seven_as_published() -> None:
    """The Dragon 7 of eight decks, and the Banker bet that pushes on it."""
    odds = croupier.odds("baccarat", pays=[dragon()])
    [seven, rest] = odds.bets["dragon-7"].lines
    assert (seven.event, seven.odds, seven.clauses) == (
        "Banker wins with a three-card seven",
        "40:1",
        (),
    )
    assert seven.combinations == 112_633_011_329_024
    assert rest.event == "Anything else"
    assert round(float(odds.bets["dragon-7"].house_edge), 6) == 0.076113
    approved = croupier.odds("baccarat")
    assert odds.bets["banker"].ev == approved.bets["banker"].ev - seven.probability
    assert odds.bets["player"] == approved.bets["player"]


def test_the_approved_game_is_left_as_it_is() -> None:
    before = croupier.odds("baccarat").bets["banker"]
    changed = with_pays(game("baccarat"), [dragon()])
    assert changed.is_variant
    assert not game("baccarat").is_variant
    assert croupier.odds("baccarat").bets["banker"] == before


def drawn(cards: list[str]) -> tuple[list[str], list[str]]:
    """By as many of the cards as the Table of Play takes."""
    for number in (6, 5):
        with suppress(AssertionError):
            return deal_baccarat(cards[:number])
    return deal_baccarat(cards[:4])


def test_every_word_of_baccarat_by_brute_force() -> None:
    """All 20,160 orders of six out of eight cards, drawn by the settler that shares no code."""
    cards = ["Ah", "As", "4h", "5h", "7h", "7s", "Kh", "Ks"]
    shoe = dict(Counter(card[0] for card in cards))
    full = dict.fromkeys(RANKS, 0) | shoe
    found: Counter[tuple[str, object]] = Counter()
    for order in permutations(cards, 6):
        player, banker = drawn(list(order))
        mine, theirs = point_total(player), point_total(banker)
        winner = "nobody" if mine == theirs else "player" if mine > theirs else "banker"
        found["wins", winner] += 1
        for side, hand in (("player", player), ("banker", banker)):
            found[f"{side}-points", point_total(hand)] += 1
            found[f"{side}-cards", len(hand)] += 1
            found[f"{side}-pair", hand[0][0] == hand[1][0]] += 1
    of = game("baccarat")
    for word in vocabulary(of).values():
        for value in word.values:
            changed = with_pays(of, [one_line("baccarat", "new", {word.name: value})])
            _, bets = tableau.odds(changed, full)
            assert bets["new"].lines[0].combinations == found[word.name, value], (word, value)


@pytest.mark.parametrize(
    ("name", "bet", "when", "hands", "dealers"),
    [
        ("three-pictures", "new", {"player-kings": 2}, comb(4, 2) * 48, DEALERS),
        ("royal-three-pictures", "new", {"player-jacks": (2, 3)}, comb(4, 2) * 48 + 4, DEALERS),
        ("lucky-three-pictures", "new", {"player-queens": 1}, 4 * comb(48, 2), DEALERS),
        (
            "royal-three-pictures",
            "main",
            {"player-pictures": 3, "dealer-pictures": 3},
            comb(12, 3),
            comb(9, 3),
        ),
        ("three-card-poker", "new", {"player-hand": "Three of a Kind"}, 13 * 4, DEALERS),
        (
            "three-card-poker",
            "pair-plus",
            {"player-hand": "Straight Flush", "player-highest": "A"},
            4,
            DEALERS,
        ),
        (
            "three-card-poker",
            "pair-plus",
            {"player-hand": "Straight Flush", "player-highest": "3"},
            4,
            DEALERS,
        ),
        (
            "three-card-poker",
            "new",
            {"player-highest": "A", "player-hand": "One Pair"},
            288,
            DEALERS,
        ),
    ],
)
def test_hands_of_three_cards_counted_by_hand(
    name: str, bet: str, when: dict[str, Any], hands: int, dealers: int
) -> None:
    assert combinations_of(name, bet, when) == hands * dealers


def everything(name: str) -> Variant:
    """A side bet on each word that the game allows there, with a line for each answer."""
    of = game(name)
    words = [word for word in vocabulary(of).values() if word.own or of.decision is None]
    titles = tuple(f"Side {word.name.replace('-', ' ')}" for word in words)
    lines = tuple(
        NewLine(f"side-{word.name}", f"answer {value}", {word.name: (value,)}, "2:1")
        for word in words
        for value in word.values
    )
    return Variant(name, lines, titles)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["baccarat", "royal-three-pictures", "three-card-poker"])
def test_the_simulator_tells_every_word_apart(name: str) -> None:
    """The hands that stand for a round are settled as its own cards are, line by line."""
    asked = asked_of(name, rounds=1500, seed=7, pays=[everything(name)])
    of, cells = asked.game, cells_of(asked)
    dealt_cards = dealt(key_of(7), np.arange(asked.rounds, dtype=np.uint64), cells.draw)
    for cards, cell in zip(dealt_cards, cells.counted_in(dealt_cards).tolist(), strict=True):
        written = [card_of(int(place), cells.draw.deck) for place in cards]
        both = drawn(written) if of.drawn_by_tableau else (written[:3], written[3:])
        hands = [croupier.hand(" ".join(hand)) for hand in both]
        example = cells.example(cell)
        assert example is not None
        folded = bool(asked.policy and asked.policy.folds(hands[0]))
        real, like = (of.outcome(*both, folded=folded) for both in (hands, example))
        assert [bet.settle(real) for bet in of.bets] == [bet.settle(like) for bet in of.bets]


def card_of(place: int, deck: int) -> str:
    return f"{RANKS[place // (deck // len(RANKS))]}{SUITS[place % len(SUITS)]}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "bet", "when"),
    [
        ("baccarat", "dragon-7", None),
        ("royal-three-pictures", "new", {"player-kings": 2, "wins": "player"}),
        ("three-card-poker", "ante", {"dealer-qualifies": True, "player-hand": "Flush"}),
        ("three-card-poker", "ante", {"wins": "player"}),
    ],
)
def test_simulated_beside_exact(name: str, bet: str, when: dict[str, Any] | None) -> None:
    changed = dragon() if when is None else one_line(name, bet, when)
    exact = croupier.odds(name, pays=[changed]).bets[bet]
    done = croupier.simulate(name, rounds=400_000, seed=5, pays=[changed])
    [paid] = [one for one in done.bets if one.bet == bet]
    assert paid.exact == exact.ev
    assert abs(paid.z) < 3.3
    assert done.chi_square.p > 0.001


@pytest.mark.parametrize(
    ("dealer", "winner"),
    [("Jh 9d 3s", None), ("Qh 7d 3s", "dealer"), ("Qh 6d 3s", "nobody"), ("Qh 5d 3s", "player")],
)
def test_nobody_is_compared_with_a_dealer_who_does_not_qualify(
    dealer: str, winner: str | None
) -> None:
    of = game("three-card-poker")
    outcome = of.outcome(croupier.hand("Qd 6s 3c"), croupier.hand(dealer))
    assert vocabulary(of)["wins"].answer(outcome) == winner


@pytest.mark.parametrize("fold", ["player-highest", "player-hand"])
def test_a_folded_hand_loses_whatever_a_line_says(fold: str) -> None:
    of = with_pays(
        game("three-card-poker"),
        [
            one_line(
                "three-card-poker",
                "pair-plus",
                {fold: vocabulary(game("three-card-poker"))[fold].values},
            )
        ],
    )
    weak, strong = croupier.hand("2h 3d 7s"), croupier.hand("As Ks Qs")
    told = [
        of.bet["pair-plus"].settle(of.outcome(weak, strong, folded=folded)).event
        for folded in (False, True)
    ]
    assert told == ["It comes", "Folded"]


def test_the_meter_stands_above_an_award_of_a_variant() -> None:
    award = one_line("three-card-poker", "progressive", {"player-hand": "Straight Flush"}, "500.00")
    lines = croupier.odds("three-card-poker", pays=[award]).bets["progressive"].lines
    told = {line.event: line.combinations // DEALERS for line in lines}
    assert told["AKQ Spades"] == 1
    assert told["It comes"] == 47
    assert (told["AKQ Hearts/Diamonds/Clubs"], told["Straight Flush"]) == (0, 0)


def test_a_variant_s_line_can_be_paid_otherwise() -> None:
    change = "dragon-7:banker-wins-with-a-three-card-seven=50:1"
    paid = croupier.odds("baccarat", pays=[dragon(), change]).bets["dragon-7"]
    assert paid.ev == croupier.odds("baccarat", pays=[dragon()]).bets["dragon-7"].ev + 10 * (
        Fraction(
            paid.lines[0].combinations, paid.lines[0].combinations + paid.lines[1].combinations
        )
    )


LINE = 'bet = "tie"\nevent = "e"\nwhen = { wins = "nobody" }\npays = "9:1"\n'
OF = 'game = "baccarat"\n'
WORDS = "wins, player-points, banker-points, player-cards, banker-cards, player-pair, banker-pair"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "FILE: the field 'game' is missing"),
        ("game = = 1", "FILE: is no TOML: line 1, column 8"),
        (b"\xff", "FILE: is no TOML"),
        ("game = " + "[" * 5000, "FILE: is no TOML"),
        ("game = " + "9" * 5000, "FILE: is no TOML"),
        (OF + "line = []", "FILE, line: a variant has 1 to 100 lines"),
        (OF + ("[[line]]\n" + LINE) * 101, "FILE, line: a variant has 1 to 100 lines"),
        ('game = "snap"\n[[line]]\n' + LINE, "FILE, game: is of 'snap', not of baccarat"),
        (OF + "[[line]]\n" + LINE + "odds = 3", "FILE, line[0]: there is no field 'odds' here"),
        (
            OF + "[[line]]\n" + LINE.replace("tie", "tye"),
            "FILE, line 1, bet: no bet is called 'tye'; did you mean tie?",
        ),
        (
            OF + "[[line]]\n" + LINE.replace("wins", "banker-ranks"),
            f"FILE, line 1, when: baccarat has no word 'banker-ranks'; it has {WORDS}",
        ),
        (
            OF + "[[line]]\n" + LINE.replace("nobody", "house"),
            "FILE, line 1, when, wins: 'house' is none of player, banker, nobody",
        ),
        (
            OF + "[[line]]\n" + LINE.replace('wins = "nobody"', "player-points = 10"),
            "FILE, line 1, when, player-points: '10' is none of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
        ),
        (
            OF + "[[line]]\n" + LINE.replace('wins = "nobody"', "player-points = true"),
            "FILE, line 1, when, player-points: 'true' is none of 0, 1,",
        ),
        (
            OF + "[[line]]\n" + LINE.replace('wins = "nobody"', "player-pair = 1"),
            "FILE, line 1, when, player-pair: '1' is none of false, true",
        ),
        (
            OF + "[[line]]\n" + LINE.replace('wins = "nobody"', "player-points = []"),
            "FILE, line 1, when, player-points: says nothing",
        ),
        (
            OF + "[[line]]\n" + LINE.replace('wins = "nobody"', ""),
            "FILE, line 1, when: says nothing",
        ),
        (
            OF + "[[line]]\n" + LINE.replace("9:1", "9"),
            "FILE, line 1, pays: '9' is not odds like 40:1, 'push' or 'lose'",
        ),
        (OF + "[[line]]\n" + LINE.replace('"e"', '""'), "FILE, line 1, event: a name of 1 to 40"),
        (
            OF + 'side-bets = ["Tie"]\n[[line]]\n' + LINE,
            "FILE, side-bets: there is a bet tie already",
        ),
        (
            OF + 'side-bets = ["a:b"]\n[[line]]\n' + LINE,
            "FILE, side-bets: 'a:b' is no title of letters, digits and single spaces",
        ),
        (
            OF + 'side-bets = ["Idle"]\n[[line]]\n' + LINE,
            "FILE, side-bets: nothing is ever paid on idle",
        ),
    ],
)
def test_what_cannot_be_said_is_named(
    text: str | bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "variant.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    for verb in ("odds", "par"):
        status = run([verb, "baccarat", "--pays", str(file)])
        out, err = capsys.readouterr()
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(said.replace("FILE", str(file)))


def test_a_bet_on_the_own_hand_is_asked_nothing_else() -> None:
    """A Pair Plus that looked at the dealer could not be counted by the own hand."""
    said = "pair-plus is on the own hand alone, of which there are player-hand, player-highest"
    with pytest.raises(BadInput, match=said):
        croupier.odds(
            "three-card-poker", pays=[one_line("three-card-poker", "pair-plus", {"wins": "player"})]
        )


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "baccarat", "--pays", "/no/such.toml"]) == 2
    assert capsys.readouterr().err == "/no/such.toml: cannot be read: there is no such file\n"


def test_the_docs_show_the_example_as_it_is() -> None:
    shown = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    [toml] = [part.split("```")[0] for part in shown.split("```toml\n")[1:]]
    assert croupier.variant(toml) == dragon()
