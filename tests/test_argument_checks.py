"""Whatever a call of the library is given, it answers, or refuses in one line of ours."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

import croupier
from croupier.problems import BadInput

NO_HOUSE = "/nowhere/house"
CALLS: dict[str, dict[str, Any]] = {
    "amended": {"text": "x", "game_name": "baccarat"},
    "answer": {"of": 5},
    "audit": {"journal": NO_HOUSE, "key": None},
    "backup": {"journal": NO_HOUSE, "to": "/nowhere/else", "damaged": False},
    "drills": {"game_name": "baccarat", "kind": "draws", "seed": 1},
    "established": {"round_": "{}"},
    "game": {"name": "baccarat"},
    "hand": {"text": "As Ks"},
    "hand_name": {"game_name": "three-pictures", "text": "As Ks Qs"},
    "odds": {"game_name": "baccarat", "decks": 8, "interpretations": {}, "hands": 1, "pays": ()},
    "par": {"game_name": "baccarat", "decks": 8, "meter_cents": None, "simulation": None},
    "play": {"game_name": "baccarat", "setup": None, "seed": 1, "others": 0, "device": None},
    "played": {"journal": NO_HOUSE, "table": "t1", "round_": 1},
    "recall": {"journal": NO_HOUSE, "player": "p1"},
    "replay": {"transcript": "x"},
    "report": {"journal": NO_HOUSE, "since": 1, "until": 2},
    "restore": {"source": NO_HOUSE, "to": "/nowhere/else", "key": None},
    "roads": {"sequence": "BBP"},
    "rules": {"game_name": "baccarat", "clause": "1.1"},
    "ruling": {"game_name": "three-pictures", "irregularity": "misdealt", "facts": {}},
    "scenario_of": {"journal": NO_HOUSE, "table": "t1", "round_": 1, "as_whom": None},
    "scenarios": {"text": "x"},
    "session": {"game_name": "baccarat", "stakes": {"banker": 1}, "decks": 8, "pays": ()},
    "settle": {"round_": "{}"},
    "settle_columns": {"game_name": "baccarat", "columns": {}, "decks": 8, "limits": {}},
    "shoe_moves": {"left": None, "seen": "As", "decks": 8},
    "shoe_odds": {"left": None, "seen": "As", "decks": 8},
    "simulate": {
        "game_name": "baccarat",
        "rounds": 100,
        "seed": 1,
        "workers": 1,
        "boxes": 1,
        "interpretations": {},
        "pays": (),
        "strategy": "best",
        "cut_card": False,
        "device": "cpu",
        "cluster": None,
    },
    "strategy": {"game_name": "three-card-poker", "interpretations": {}, "pays": ()},
    "two_boxes": {"game_name": "three-pictures", "stakes": {"initial": 1}, "meter_cents": None},
    "variant": {"toml": "x"},
}
WRONG = (
    -1,
    10**30,
    1.5,
    float("nan"),
    "",
    "x",
    "\0",
    "\ud800",
    b"\xff",
    True,
    None,
    [5],
    {5: 5},
    {"x": 5},
    object(),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("call", "name"), [(call, name) for call, named in CALLS.items() for name in named]
)
def test_nonsense_is_one_clear_line(call: str, name: str) -> None:
    for wrong in WRONG:
        with suppress(BadInput):
            getattr(croupier, call)(**CALLS[call] | {name: wrong})


@pytest.mark.parametrize(
    ("call", "given", "says"),
    [
        ("odds", {"pays": [5]}, "pays: a change is a text or a variant, not int"),
        ("odds", {"decks": "8"}, "decks: a whole number is needed, not '8'"),
        ("odds", {"decks": True}, "decks: a whole number is needed, not True"),
        ("odds", {"interpretations": {"x": 5}}, "a mapping of texts to texts is needed, not dict"),
        ("variant", {"toml": 5}, "toml: a text or bytes is needed, not 5"),
        ("session", {"decks": "x"}, "decks: a whole number is needed, not 'x'"),
        ("play", {"seed": "x"}, "seed: a whole number is needed, not 'x'"),
        ("drills", {"seed": "x"}, "seed: a whole number is needed, not 'x'"),
        ("par", {"simulation": 5}, "simulation: a text or bytes is needed, not 5"),
        ("simulate", {"device": 5}, "device: a text is needed, not 5"),
        ("simulate", {"interpretations": 5}, "a mapping of texts to texts is needed, not 5"),
        ("settle_columns", {"limits": {"main": 5}}, "a mapping of names to two amounts is needed"),
        ("recall", {"player": 5}, "player: a text is needed, not 5"),
        ("recall", {"journal": 5}, "journal: a text or a path is needed, not 5"),
        ("game", {"name": 5}, "no game is called '5'"),
    ],
)
def test_it_says_what_is_needed(call: str, given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput) as refused:
        getattr(croupier, call)(**CALLS[call] | given)
    assert says in str(refused.value)
