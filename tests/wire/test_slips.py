"""A slip that comes again is settled quickly, and to the byte as any other round."""

from __future__ import annotations

import copy
import json
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from croupier.cards import DECK
from croupier.games import game as game_named
from croupier.problems import BadInput
from croupier.wire import slips
from croupier.wire.rounds import BoxIn, RoundIn
from croupier.wire.settle import settle_json
from croupier.wire.slips import settle_line
from tests.support.each_game import NAMES
from tests.support.reference.random_hands import written
from tests.support.reference.random_rounds import cards_drawn, random_round

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Given = dict[str, Any]
SLIPS, DEALS = 250, 8
"""Slips of each game, and how often each is dealt to."""


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    for remembered in (slips.SLIPS, slips.PLACED, slips.TOLD):
        remembered.clear()


def text(given: Given) -> bytes:
    return json.dumps(given).encode()


def answered(settle: Callable[[bytes], bytes], data: bytes) -> bytes | tuple[str, ...]:
    try:
        return settle(data)
    except BadInput as problem:
        return ("refused", str(problem), *problem.place, *problem.clauses)


def is_known(data: bytes) -> bool:
    try:
        key = slips.slip_key(slips.DECODER.decode(data))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
    return slips.SLIPS.get(key) is not None


def dealt_anew(round_: Given, rng: random.Random) -> Given:
    """The same slip with other cards; now and then with a card too often, too many or too few."""
    given = copy.deepcopy(round_)
    decks = given.get("decks", 8) if "wagers" in given else 1
    pack = [str(card) for card in DECK]
    shoe = rng.sample(pack * decks, 40)
    if rng.random() < 0.15:  # hands are taken from its start, and from its end
        shoe[rng.randrange(6)] = shoe[rng.randrange(6)]
        shoe[-rng.randint(1, 6)] = shoe[-rng.randint(1, 6)]
    if "wagers" in given:
        drawn = cards_drawn(shoe[:6])
        given["cards"] = written(drawn[: rng.choice((6, 6, 6, 6, 5, 4, 3))], rng)
        return given
    given["dealer"] = written([shoe.pop() for _ in range(rng.choice((3,) * 12 + (2, 4)))], rng)
    for box in given["boxes"]:
        if "cards" in box:
            box["cards"] = written([shoe.pop() for _ in range(rng.choice((3,) * 12 + (4, 0)))], rng)
    return given


def spoilt(given: Given, rng: random.Random) -> bytes:
    """The same round with something about it that is unusual, and mostly wrong."""
    data = text(given)
    box = given if "wagers" in given else given["boxes"][0]
    first = {"game": given["game"]}
    ways: list[bytes] = [
        data[: rng.randrange(len(data))],
        data[:-1] + b', "decks": 1}',
        data[:-1] + b', "decks": 1, "decks": 8}',
        data[:-1] + b', "void": null}',
        data[:-1] + b', "void": "5.1"}',
        data[:-1] + b', "dealer": "Kh Qh Jh"}',
        data[:-1] + b', "cards": "Kh Qh Jh 9h"}',
        data[:-1] + b', "cards": null}',
        data[:-1] + b', "g\\u0061me": "baccarat"}',
        data[:-1] + b', "unheard": 1}',
        data[:-1] + b', "under_minimum_before": ["p1"]}',
        data.replace(b'"stake":', b'"stake": "1.00", "stake":', 1),
        data.replace(b'"cards":', b'"cards": "2c 3c 4c", "cards":', 1),
        data.replace(b'"player": "', b'"player": "\xff', 1),
        data.replace(b'"player": "', b'"player": "\\u0022', 1),
        data.replace(b", ", b" ,\t"),
        text({**given, "jackpot": {"meter": "20000.00", "bet": "5.00"}}),
        text({**given, "limits": {box["wagers"][0]["bet"]: ["0.05", "7.00"]}}),
        text({**given, "interpretations": {"money-rounding": "up-to-cent"}}),
        text({**given, "interpretations": {"money-rounding": "sideways"}}),
        text({**first, **{name: given[name] for name in reversed(given)}}),
    ]
    if box is not given:
        ways.append(data.replace(b'"box":', b'"box": 3, "box":', 1))
        ways.append(text({**given, "boxes": [{**box, "decision": "fold"}]}))
        ways.append(text({**given, "boxes": [{**box, "box": 99}]}))
        ways.append(text({**given, "boxes": [box, box]}))
    return rng.choice(ways)


def stream(game: str, rng: random.Random) -> Iterator[bytes]:
    for _ in range(SLIPS):
        round_ = random_round(game, rng)
        for box in round_.get("boxes", [])[:1]:  # the rounds are of several boxes, mostly
            if rng.random() < 0.8:
                round_["boxes"] = [box]
        if "wagers" in round_:
            round_["decks"] = rng.randint(3, 8)
        yield text(round_)
        for _ in range(DEALS):
            given = dealt_anew(round_, rng)
            yield text(given)
            if rng.random() < 0.3:
                bad = spoilt(given, rng)
                yield from (bad, bad, bad)


@pytest.mark.slow
@pytest.mark.parametrize("game", NAMES)
def test_the_quick_way_answers_as_the_plain_way(game: str) -> None:
    quick = 0
    for data in stream(game, random.Random(f"{game} slips")):
        quick += is_known(data)
        assert answered(settle_line, data) == answered(settle_json, data), data
    assert quick > SLIPS * DEALS / 4


def usual(game: str) -> Given:
    """A round that is a slip's, of every game."""
    play = game_named(game)
    bets = [bet.name for bet in play.bets if not bet.bonus_on]
    wagers = [{"player": "p1", "bet": bet, "stake": "10.00"} for bet in bets]
    if play.boxes is None:
        return {"game": game, "cards": "9h 2s Td 8c", "wagers": wagers}
    box: Given = {"box": 1, "cards": "Kh 9s Td", "wagers": wagers}
    if play.decision:
        box["decision"] = "play"
    jackpot = {"jackpot": {"meter": "20000.00"}} if play.jackpot else {}
    return {"game": game, "dealer": "2c 5d 7h", "boxes": [box], **jackpot}


@pytest.mark.slow
@pytest.mark.parametrize("game", NAMES)
def test_every_pair_of_hands_of_a_short_pack(game: str) -> None:
    """All ways to win, lose and stand off, pictures and straight flushes among them."""
    given, rng = usual(game), random.Random(f"{game} short pack")
    short = [str(card) for card in DECK if card.rank in "AKQJ6"]
    for number in range(1_500):
        cards = rng.sample(short, 6)
        if "wagers" in given:
            given["cards"] = " ".join(cards_drawn(cards))
        else:
            given["dealer"], given["boxes"][0]["cards"] = " ".join(cards[:3]), " ".join(cards[3:])
        data = text(given)
        assert is_known(data) == (number > 1)
        assert settle_line(data) == settle_json(data)


def test_a_slip_is_all_of_a_round_but_its_cards() -> None:
    assert slips.RoundGiven.__struct_fields__ == RoundIn.__struct_fields__
    assert set(slips.BoxGiven.__struct_fields__) == set(BoxIn.__struct_fields__)


OTHERWISE: Given = {
    "game": "lucky-three-pictures",
    "decks": 1,
    "wagers": [],
    "jackpot": None,
    "interpretations": {},
    "limits": {},
    "void": None,
    "under_minimum_before": [],
    "cards": "Kh 9s Td",
}
OTHERWISE_ON_THE_BOX: Given = {"box": 2, "wagers": [], "decision": None}


def key(given: Given) -> object:
    return slips.slip_key(slips.DECODER.decode(text(given)))


@pytest.mark.parametrize("name", OTHERWISE)
def test_whatever_else_is_given_makes_another_slip(name: str) -> None:
    given = usual("three-pictures")
    assert key({**given, name: OTHERWISE[name]}) != key(given)


@pytest.mark.parametrize("name", OTHERWISE_ON_THE_BOX)
def test_so_does_whatever_else_is_given_of_a_box(name: str) -> None:
    given = usual("three-pictures")
    [box] = given["boxes"]
    other = {**given, "boxes": [{**box, name: OTHERWISE_ON_THE_BOX[name]}]}
    assert key(other) != key(given)


def test_other_cards_make_no_other_slip() -> None:
    given = usual("three-pictures")
    [box] = given["boxes"]
    other = {**given, "dealer": "2d 3d 4d", "boxes": [{**box, "cards": "9c 9d 9h"}]}
    assert key(other) == key(given)
    assert {*OTHERWISE, "dealer", "boxes"} == {*RoundIn.__struct_fields__}
    assert {*OTHERWISE_ON_THE_BOX, "cards"} == {*BoxIn.__struct_fields__}


def test_the_meter_is_asked_for_by_the_cards_that_win_it() -> None:
    given = usual("three-card-poker")
    del given["jackpot"]
    winning = copy.deepcopy(given)
    winning["boxes"][0]["cards"] = "As Ks Qs"
    for one in (given, given, given, winning):
        assert answered(settle_line, text(one)) == answered(settle_json, text(one))
    with pytest.raises(BadInput, match="meter"):
        settle_line(text(winning))


def test_each_meter_is_paid_as_it_stands() -> None:
    given = usual("three-card-poker")
    given["boxes"][0]["cards"] = "As Ks Qs"
    for meter in ("20000.00", "30000.00"):
        given["jackpot"]["meter"] = meter
        for _ in range(3):
            answer = settle_line(text(given))
            assert answer == settle_json(text(given))
        assert f'"award":"{meter}"'.encode() in answer


@pytest.mark.parametrize("game", NAMES)
def test_a_card_that_comes_too_often_is_refused(game: str) -> None:
    given = usual(game)
    if "wagers" in given:
        given["decks"] = 4
    for _ in range(3):
        settle_line(text(given))
    assert is_known(text(given))
    if "wagers" in given:
        given["cards"] = "5h 5h 5h 5h 5h 2c"
    else:
        given["dealer"] = given["boxes"][0]["cards"]
    with pytest.raises(BadInput, match=r"is dealt (2 times from one deck|5 times from 4 decks)"):
        settle_line(text(given))


def test_what_is_remembered_has_an_end() -> None:
    given = usual("three-pictures")
    for number in range(slips.SLIPS_REMEMBERED + 100):
        given["boxes"][0]["wagers"][0]["stake"] = f"{number + 1}.00"
        data = text(given)
        for _ in range(2):
            settle_line(data)
        assert len(slips.SLIPS) <= slips.SLIPS_REMEMBERED
        assert len(slips.PLACED) <= slips.PLACED_REMEMBERED
    assert settle_line(data) == settle_json(data)


def test_readings_without_end_are_not_all_remembered() -> None:
    given = usual("baccarat")
    for number in range(3 * slips.GAMES_REMEMBERED):
        given["interpretations"] = {"baccarat-cut-card": str(number)}
        data = text(given)
        for _ in range(3):
            assert settle_line(data) == settle_json(data)
        assert len(slips.TOLD) <= slips.GAMES_REMEMBERED


def test_a_long_round_is_not_remembered() -> None:
    given = usual("baccarat")
    given["wagers"] = [
        {"player": f"p{number}", "bet": "tie", "stake": "1.00"} for number in range(99)
    ]
    for _ in range(3):
        assert settle_line(text(given)) == settle_json(text(given))
    assert slips.SLIPS == {}


def test_threads_remember_together() -> None:
    lines = [line for game in NAMES for line in islice(stream(game, random.Random(game)), 300)]
    plain = [answered(settle_json, line) for line in lines]
    with ThreadPoolExecutor(4) as pool:
        each = pool.map(lambda _: [answered(settle_line, line) for line in lines], range(4))
        assert list(each) == [plain] * 4
