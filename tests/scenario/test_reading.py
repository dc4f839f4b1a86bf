"""What cannot be read is told in one line that names the line; nothing of it is played."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from croupier.problems import BadInput
from croupier.scenario.playing import Outcome, play
from croupier.scenario.reading import scripts, situations
from tests.support.folders import LIVE_SCENARIOS

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "game three-card-poker\n== A situation\n"


def wrong(text: str) -> str:
    with pytest.raises(BadInput) as told:
        scripts(text)
    return str(told.value)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dealer juggles", "there is no verb 'juggles'"),
        ("dealer", "what dealer does is missing"),
        ("dealer opens now", "'now' is one word too many"),
        ("p1: dealer opens", "'p1:' is no name: letters, digits, . _ - are one"),
        ("p1 places 1 ante", "an amount is missing"),
        ("p1 places 1 ante much", "'much' is not an amount like 100.00 or 1,000"),
        ("p1 places 1 ante 1,2,3", "'1,2,3' is not an amount like 100.00 or 1,000"),
        ("p1 places 1 ante --1", "'--1' is not an amount like 100.00 or 1,000"),
        ("p1 places 1 ante 9999999999.00", "'9999999999.00' is more than any house has"),
        ("p1 sits here", "'here' is no box"),
        ("p1 places 1 ante 25.00 for", "behind `for` stands one player"),
        ("dealer deals-to nowhere Kh", "'nowhere' is no box, nor dealer, player or burnt"),
        ("dealer deals", "cards are missing"),
        ('dealer reports misdealt lies.1="Kh', "a quotation mark"),
        ("dealer reports misdealt handled", "'handled' is not like name=value"),
        ("dealer reports misdealt handled=true handled=false", "'handled' is given twice"),
        ("supervisor rules so remedies=sing", "'sing' is no remedy"),
        ("supervisor rules so shoe=red", "'red' is neither a new shoe nor the old one"),
        ("supervisor configures colour red", "'colour' is none of limits, reading"),
        ("dealer opens ->", "nothing stands behind ->"),
        ("t2: dealer opens", "there is no table t2: `tables N` sets up more than t1"),
        ("t1:", "nothing stands behind t1:"),
        ("after lunch", "'lunch' is no number of seconds"),
        ("= weather", "behind 'weather', `has`, `sees` or `may` is missing"),
        ("= weather is fine", "'weather' is none of step, announce"),
        ("= p1 has much", "'much' is not an amount like 100.00 or 1,000"),
        ("=", "what is claimed is missing"),
        ("reading no-such-thing yes", "interpretations: no interpretation is called"),
        ("limits ante 25.00", "'25.00' is not like 25.00..5000.00"),
        ("limits ante 50.00..25.00", "limits, ante: the minimum is above the maximum"),
        ("limits dragon 25.00..50.00", "limits: no bet is called 'dragon'"),
        ("boxes 99", "boxes: the layout has 1 to"),
        ("device magic", "device: 'magic' is not one of"),
        ("chip 0.00", "a chip is worth more than nothing"),
        ("jackpot 5.00 20000.00 1/0", "'1/0' is no part like 1/5"),
        ("tables 0", "there are 1 to 20 tables"),
        ("tables many", "'many' is no number of tables"),
    ],
)
def test_an_unreadable_line(line: str, says: str) -> None:
    told = wrong(f"{HEAD}{line}\n")
    assert told.startswith(f"line 3: {says}"), told


def test_set_up_stands_before_the_play() -> None:
    told = wrong(f"{HEAD}dealer opens\ndevice automated\n")
    assert told == "line 4: `device` sets up a table and stands before the play"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is no situation in it: one begins with `game NAME`, then `== TITLE`"),
        ("== A situation", "line 1: a line `game NAME` stands before the first situation"),
        ("game\n", "line 1: behind `game` stands the name of one game"),
        ("game chess\n", "line 1: "),
        ("game baccarat\n==\n", "line 2: a situation has a title: `== TITLE`"),
        ("game baccarat\ndealer opens\n", "line 2: a situation begins with a line `== TITLE`"),
    ],
)
def test_an_unreadable_file(text: str, says: str) -> None:
    assert wrong(text).startswith(says)


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(BadInput, match=r"^line 2: this is no text in UTF-8$"):
        scripts(b"game baccarat\n== \xff\n")
    assert len(scripts(b"\xef\xbb\xbfgame baccarat\r\n== A\r\ndealer opens\r\n")) == 1


WORDS = """
-5.00 0.00 abc box=x cents=1 lies.= lies.9=Kh moves.x=1 t2: t9: -> = == | for p1 dealer clock
' \" \\ 0 99 -1 ² 1e5 NaN ?? Zz Kh ante anything refused settled has sees may not tables 1..2
.. 1/0 a=b =x remedies=foo round=0 player= cards= drawn=Xx \x00 é area lifted reading device
jackpot meter opens deals configures reports rules resumes interrupts walks-away
"""


def mutated(lines: list[str], rng: Random) -> list[str]:
    """One line left out, doubled, or with a word gone, new, spoiled or elsewhere."""
    at = rng.randrange(len(lines))
    words = lines[at].split(" ")
    place = rng.randrange(len(words))
    changed = rng.choice(
        [
            [*words[:place], *words[place + 1 :]],
            [*words[:place], rng.choice(WORDS.split()), *words[place:]],
            [*words[:place], rng.choice(WORDS.split()), *words[place + 1 :]],
            [*words[:place], words[place][1:], *words[place + 1 :]],
            rng.sample(words, len(words)),
        ]
    )
    again = rng.choice([[], [" ".join(changed)], [" ".join(changed)], [lines[at], lines[at]]])
    return [*lines[:at], *again, *lines[at + 1 :]]


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(LIVE_SCENARIOS.glob("*.txt")), ids=lambda file: file.stem)
def test_whatever_is_written_is_answered(file: Path) -> None:
    """Real situations, spoiled: held, not held or unreadable, and never anything else."""
    rng = Random(f"spoiled {file}")
    known = situations(file.read_text(encoding="utf-8"))
    met = {True: 0, False: 0, None: 0}
    for _ in range(600):
        one = rng.choice(known)
        lines = [f"game {one.game}", f"== {one.title}", *(line.words for line in one.lines)]
        for _ in range(rng.randint(1, 3)):
            lines = mutated(lines, rng) or ["="]
        outcomes = answered("\n".join(lines))
        if isinstance(outcomes, str):
            assert outcomes.startswith(("line ", "there is no situation"))
            assert outcomes.isprintable()
            met[None] += 1
        else:
            assert all(fits(outcome) for outcome in outcomes)
            met[all(outcome.held for outcome in outcomes)] += 1
    assert min(met.values()) > 0, met


def answered(text: str) -> list[Outcome] | str:
    try:
        return [play(script) for script in scripts(text)]
    except BadInput as problem:
        return str(problem)


def fits(outcome: Outcome) -> bool:
    """It fails at a line, and says so of one that it was not played beyond."""
    if outcome.failed is None:
        return outcome.held
    number = int(outcome.failed.removeprefix("line ").split(":")[0])
    return not outcome.held and all(line.line <= number for line in outcome.lines)
