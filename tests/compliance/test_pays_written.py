"""Pays in the words of a table: told only where every row is found again."""

from __future__ import annotations

import pytest

from croupier.compliance.amending import amended_by, differences
from croupier.compliance.pays_written import rewritten, table_of
from croupier.games import GAMES, game
from croupier.lab.odds import odds
from croupier.lab.paytables import with_pays
from croupier.rulebook import Kind

TABLES = [
    (of.name, number)
    for of in GAMES
    for number, clause in of.document.clauses.items()
    if clause.kind is Kind.PAYMENT and number.startswith("4.")
]
NOT_ODDS = ("4.4", "4.7", "4.8", "4.9", "4.9.1")
"""Of 3 Card Poker: amounts and who has them."""


def written(name: str, number: str) -> str:
    """A table of our own with the words of each row and its pay."""
    rows = table_of(game(name), number)
    return " ".join(
        f"{' '.join(sorted(row.words))} {row.pays.replace(':', ' to ')}" for row in rows
    )


@pytest.mark.parametrize(("name", "number"), TABLES)
def test_a_table_as_it_is_changes_nothing(name: str, number: str) -> None:
    told = rewritten(game(name), number, written(name, number))
    assert told.changes == ()
    assert bool(told.why_not) == (number in NOT_ODDS)


@pytest.mark.parametrize(
    ("name", "number", "old", "new", "changes"),
    [
        (
            "royal-three-pictures",
            "4.2",
            "188 to 1",
            "200 to 1",
            ["royal-pictures:three-kings=200:1"],
        ),
        ("three-pictures", "4.1", "8 to 1 ", "9 to 1 ", ["tie:tie=9:1"]),
        ("three-pictures", "4.1", "1 to 2", "2 to 4", []),
        (
            "lucky-three-pictures",
            "4.1",
            "1000 to 1",
            "1,200 to 1",
            ["lucky-pictures:six-picture-cards=1200:1"],
        ),
        (
            "baccarat",
            "4.1",
            "11 to 1",
            "12 to 1",
            ["player-pair:player-pair-wins=12:1", "banker-pair:banker-pair-wins=12:1"],
        ),
        ("three-card-poker", "4.1", "play 1 to 1", "play 3 to 2", ["play:player-ranks-higher=3:2"]),
    ],
)
def test_another_pay_is_the_change_of_its_lines(
    name: str, number: str, old: str, new: str, changes: list[str]
) -> None:
    text = written(name, number)
    assert old in text
    told = rewritten(game(name), number, text.replace(old, new))
    assert (list(told.changes), told.why_not) == (changes, "")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("88 to 1", "88 to 1 four jacks 99 to 1", "7 pays are written where 6 are known"),
        ("88 to 1", "nothing", "5 pays are written where 6 are known"),
        ("queen", "aces", "a row of the table is not told for certain (queen)"),
        ("128 to 1", "128 to 0", "a row of the table is not told for certain (odds)"),
    ],
)
def test_what_is_not_certain_is_not_computed(old: str, new: str, why: str) -> None:
    text = written("royal-three-pictures", "4.2")
    assert old in text
    told = rewritten(game("royal-three-pictures"), "4.2", text.replace(old, new, 1))
    assert (told.changes, told.why_not) == ((), why)


@pytest.mark.slow
def test_odds_before_and_after() -> None:
    """What the lab says of the game with that pay, and of the game as it is."""
    of = game("royal-three-pictures")
    table = written(of.name, "4.2").replace("188 to 1", "200 to 1")
    _, found = amended_by(f"Royal Three Pictures\nVersion 3\n4.2 {table}\n4.3 More.".encode())
    told = {one.clause: one for one in differences(found)}
    changed = with_pays(of, ["royal-pictures:three-kings=200:1"])
    [moved] = told["4.2"].odds
    assert moved.bet == "Royal Pictures"
    assert moved.edge == odds(of).bets["royal-pictures"].house_edge
    assert moved.edge_after == odds(changed).bets["royal-pictures"].house_edge
    assert moved.decides == odds(of).bets["royal-pictures"].chances["4.2"]
    assert told["4.2"].not_computed == ""
    assert (told["4.3"].what, told["4.3"].odds, told["4.3"].code) == ("added", (), ())
    gone = told["4.1"]
    assert (gone.what, gone.wording, gone.digest_after) == ("removed", "", "")
    assert [one.edge_after for one in gone.odds] == [None, None]
    assert gone.not_computed.startswith("the clause is gone")
    assert told["3.21"].odds == ()
