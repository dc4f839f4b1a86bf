"""Drills of every game: by seed, answered right by other means, and no sheet shows its key."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import croupier
from croupier.cards import DECK
from croupier.games import GAMES, game
from croupier.problems import BadInput
from croupier.scenario.reading import scripts
from croupier.school.drills import MOST_SEEDS, drills, drills_from, kinds_of
from croupier.school.marking import mark, read_answer
from croupier.school.report import report
from croupier.school.sheets import DrillKind, HandsToDraw, RoundToPay, Situation
from tests.support.agreed_irregularities import combinations
from tests.support.each_game import each_game
from tests.support.folders import ROOT
from tests.support.reference.baccarat import BANKER_DRAWS_ON
from tests.support.reference.cards import point_total, read_cards
from tests.support.reference.settler import settle as settle_apart
from tests.support.settlement_scenarios import Asked, scenarios

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.school.sheets import BoxToPay, Drill

LIVE = ROOT / "tests" / "scenarios" / "live"
EACH = [(game, kind) for game in GAMES for kind in kinds_of(game)]
each_kind = pytest.mark.parametrize(
    ("game", "kind"), EACH, ids=[f"{game.name} {kind}" for game, kind in EACH]
)
MANY = 30


def some(game: Game, kind: DrillKind | None, seed: int = 7, count: int = MANY) -> list[Drill]:
    return list(islice(drills(game, kind, seed), count))


def keys(drill: Drill) -> list[str]:
    return [right.answer for right in drill.key]


def test_every_game_has_every_drill_that_it_can_have() -> None:
    assert {game.name: kinds_of(game) for game in GAMES} == {
        game.name: (
            DrillKind.PAY,
            *([DrillKind.DRAWS] if game.name == "baccarat" else []),
            DrillKind.FOLLOWS,
        )
        for game in GAMES
    }


@each_kind
def test_right_answers_score_everything(game: Game, kind: DrillKind) -> None:
    marks = [
        mark(one, [read_answer(*pair) for pair in zip(one.sheet.parts, keys(one), strict=True)], 2)
        for one in some(game, kind)
    ]
    told = report("d1", marks)
    [row] = told.by_kind
    assert (told.drills, told.answers_right, told.to_repeat) == (MANY, told.answers, ())
    assert (row.game, row.kind, row.all_right, row.median_seconds) == (game.name, kind, MANY, 2)
    known = game.document.clauses
    for part in (part for one in marks for part in one.parts):
        assert part.clauses
        assert [known[said.number].gist for said in part.clauses] == [
            said.gist for said in part.clauses
        ]


@each_kind
def test_a_seed_gives_the_same_drills_and_another_others(game: Game, kind: DrillKind) -> None:
    assert some(game, kind) == some(game, kind)
    assert [one.sheet for one in some(game, kind)] != [one.sheet for one in some(game, kind, 8)]


@each_game
def test_without_a_kind_they_are_mixed(game: Game) -> None:
    assert {one.sheet.kind for one in some(game, None)} == set(kinds_of(game))


# --- pay this ----------------------------------------------------------------------------------


def settled_apart(name: str, shows: RoundToPay) -> list[dict[str, Any]]:
    """By the independent settler, from nothing but the sheet; a hand not shown is any hand."""
    shown = {card for box in shows.boxes if box.hand for card in box.hand.cards.split()}
    unseen = (str(card) for card in DECK if str(card) not in shown | {*shows.against.cards.split()})
    round_: dict[str, Any] = {"game": name}
    if name == "baccarat":
        [box] = shows.boxes
        assert box.hand
        player, banker = box.hand.cards.split(), shows.against.cards.split()
        drawn = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
        round_ |= {"cards": " ".join(drawn), "wagers": wagers(box)}
        return list(settle_apart(round_)["wagers"])
    round_ |= {"dealer": shows.against.cards, "boxes": []}
    if shows.meter_cents is not None:
        round_["jackpot"] = {"meter": written(shows.meter_cents)}
    for box in shows.boxes:
        cards = box.hand.cards if box.hand else " ".join(islice(unseen, 3))
        laid = {"box": box.box, "cards": cards, "wagers": wagers(box)}
        round_["boxes"].append(laid | ({"decision": box.decision} if box.decision else {}))
    boxes = settle_apart(round_)["boxes"]
    return [line | {"at": box["box"]} for box in boxes for line in box["wagers"]]


def wagers(box: BoxToPay) -> list[dict[str, str]]:
    return [
        {"player": bet.player, "bet": bet.bet, "stake": written(bet.stake_cents)}
        for bet in box.bets
        if bet.stake_cents
    ]


def written(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def paid_apart(line: dict[str, Any]) -> str:
    if line["result"] in {"push", "returned"}:
        return "R"
    return "0.00" if line["result"] == "lose" else str(line.get("award") or line["won"])


def amount(texts: list[str]) -> str:
    if texts == ["R"]:
        return "R"
    return written(sum(int(text.replace(".", "")) for text in texts))


@each_game
def test_payments_are_those_of_the_independent_settler(game: Game) -> None:
    for drill in some(game, DrillKind.PAY, count=100):
        shows = drill.sheet.shows
        assert isinstance(shows, RoundToPay)
        due: dict[tuple[Any, ...], list[str]] = {}
        for line in settled_apart(game.name, shows):
            due.setdefault((line.get("at"), line["player"], line["bet"]), []).append(
                paid_apart(line)
            )
        asked = [(box.box, bet.player, bet.bet) for box in shows.boxes for bet in box.bets]
        assert set(due) <= set(asked)
        assert keys(drill) == [amount(due.get(one, [])) for one in asked]


def test_a_folded_hand_lies_face_down() -> None:
    boxes = [
        box
        for one in some(game("three-card-poker"), DrillKind.PAY)
        if isinstance(one.sheet.shows, RoundToPay)
        for box in one.sheet.shows.boxes
    ]
    assert {(box.decision, box.hand is None) for box in boxes} == {
        ("fold", True),
        ("play", False),
        (None, False),
    }


# --- who draws ---------------------------------------------------------------------------------


def test_who_draws_is_as_the_table_of_play_has_it() -> None:
    met = set()
    for drill in some(game("baccarat"), DrillKind.DRAWS, count=800):
        shows = drill.sheet.shows
        assert isinstance(shows, HandsToDraw)
        player, banker = (read_cards(hand.cards) for hand in (shows.player, shows.banker))
        mine, theirs = point_total(player[:2]), point_total(banker)
        if {mine, theirs} & {8, 9}:
            right = "nobody"
        elif len(player) == 2:
            right = "player" if mine <= 5 else "banker" if theirs <= 5 else "nobody"
        else:
            met.add((theirs, point_total(player[2:])))
            draws = point_total(player[2:]) in BANKER_DRAWS_ON[theirs]
            right = "banker" if draws else "nobody"
        assert keys(drill) == [right]
    assert len(met) > 70, "nearly all of the table's eighty cells"


def test_no_hand_draws_where_every_hand_has_its_cards() -> None:
    with pytest.raises(BadInput) as refused:
        drills(game("three-pictures"), DrillKind.DRAWS, 1)
    assert str(refused.value) == ("kind: no hand draws in three-pictures: every hand has its cards")


# --- what follows ------------------------------------------------------------------------------


def agreed(name: str) -> dict[tuple[str, str], tuple[str, str, str]]:
    """What the scenario files say of each irregularity with all its facts, by the usual readings.

    That is: what is done, by which clauses, and who decides.
    """
    found = {}
    for fact in scenarios()[1]:
        if fact.game != name or fact.verb != "ruling":
            continue
        asked = Asked.read(fact.text)
        if asked.readings:
            continue
        for facts in combinations(asked.irregularity, asked.facts):
            found[asked.irregularity, str(facts)] = (
                " ".join(asked.remedies),
                " ".join(fact.clauses),
                asked.decided_by,
            )
    return found


@each_game
def test_what_follows_is_what_the_scenario_files_say(game: Game) -> None:
    said, met = agreed(game.name), set()
    for drill in some(game, DrillKind.FOLLOWS, count=100):
        shows = drill.sheet.shows
        assert isinstance(shows, Situation)
        given = {name: str(value).lower() for name, value in shows.facts.items()}
        [facts] = combinations(shows.irregularity, given)
        what, clauses, who = keys(drill)
        met.add(shows.irregularity)
        remedies, *rest = said[shows.irregularity, str(facts)]
        assert what.split()[: len(remedies.split())] == remedies.split()
        assert [clauses, who] == rest
    assert met == {case.irregularity for case in game.irregularities}


@each_game
def test_choices_differ_and_hold_the_right_one_anywhere(game: Game) -> None:
    places = set()
    for drill in some(game, DrillKind.FOLLOWS, count=60):
        for part, right in zip(drill.sheet.parts, keys(drill), strict=True):
            codes = [choice.code for choice in part.choices]
            texts = {str(msgspec.to_builtins(choice)) for choice in part.choices}
            assert len(set(codes)) == len(texts) == len(codes) == 4
            places.add((part.name, codes.index(right)))
    assert {(name, at) for name in ("what", "clause") for at in range(4)} <= places


@each_game
def test_drills_are_made_from_a_scenario_file(game: Game) -> None:
    text = (LIVE / f"{game.name.replace('-', '_')}.txt").read_text("utf-8")
    few = [one for one in scripts(text) if "reports" in str(one.situation.lines)][:4]
    made = list(drills_from(few, game, 3))
    assert [one.sheet.number for one in made] == [*range(1, len(made) + 1)]
    assert {one.source for one in made} <= {one.situation.title for one in few}
    assert made
    for one in made:
        shows = one.sheet.shows
        assert isinstance(shows, Situation)
        assert one.source
    assert made == list(drills_from(few, game, 3))


def test_a_scenario_file_of_another_game_has_no_drill() -> None:
    few = scripts((LIVE / "baccarat.txt").read_text("utf-8"))[:2]
    with pytest.raises(BadInput) as refused:
        drills_from(few, game("three-pictures"), 1)
    assert str(refused.value) == "nothing is reported in it at a table of three-pictures"


# --- what is hidden, and what is nonsense --------------------------------------------------------


@each_kind
def test_a_sheet_says_nothing_of_what_is_right(game: Game, kind: DrillKind) -> None:
    """Neither clause nor reason, nor the seed from which the key could be made again."""
    for one in some(game, kind):
        sent = msgspec.json.encode(one.sheet)
        assert not [word for word in (b"because", b"clauses", b'"answer"', b"seed") if word in sent]
        assert msgspec.to_builtins(one.sheet).keys() == {
            *("type", "game", "kind", "number", "shows", "parts")
        }


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("roulette", None, 1), "no game is called 'roulette'"),
        (("baccarat", "count", 1), "kind: 'count' is not one of pay, draws, follows"),
        (("baccarat", "pay", -1), f"seed: a whole number from 0 to {MOST_SEEDS - 1}"),
        (("baccarat", "pay", MOST_SEEDS), f"seed: a whole number from 0 to {MOST_SEEDS - 1}"),
    ],
)
def test_the_library_answers_nonsense(arguments: tuple[Any, ...], says: str) -> None:
    with pytest.raises(BadInput) as refused:
        croupier.drills(*arguments)
    assert str(refused.value).startswith(says)


def test_the_library_takes_the_first_and_the_last_seed() -> None:
    for seed in (0, MOST_SEEDS - 1):
        first = next(croupier.drills("baccarat", "draws", seed))
        assert first == next(drills(game("baccarat"), DrillKind.DRAWS, seed))
    assert next(croupier.drills("baccarat")).sheet.number == 1
