"""The transcript of an evening: it replays, and what is changed, foreign or cut off is told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.cli.play import kept_in
from tests.support.each_game import NAMES
from tests.support.typed_evenings import A_ROUND, MAIN

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.program_answers import Played


@pytest.mark.parametrize("name", NAMES)
def test_a_transcript_replays(play: Played, name: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    bet = MAIN[name]
    said = f"{bet} 50\n{A_ROUND[name]}again\n{A_ROUND[name].replace('play', 'fold')}{bet}\n"
    kept = ("--seed", "9", "--others", "2", "--transcript", str(file))
    status, lines, err = play(name, *kept, said=said)
    assert (status, err) == (0, "")
    assert lines[-1].endswith(f"croupier play --replay {file}")
    opening, *asked, ending = map(json.loads, file.read_text().splitlines())
    assert (opening["format"], opening["game"], opening["seed"]) == (2, name, 9)
    assert opening["setup"]["game"] == name
    assert {one["who"]["name"] for one in asked} - {"clock"} == {
        "p1",
        "p2",
        "p3",
        "automatic dealer",
    }
    times = [one["at"] for one in asked]
    assert times == sorted(set(times))
    left = next(line for line in lines if line.startswith("You leave with "))
    bankroll = left.split()[3].rstrip(":")
    status, replayed, err = play("--replay", str(file))
    assert (status, err) == (0, "")
    digest = ending["sha256"][:12]
    assert "after 2 rounds." in left
    same = f"The same result: 2 rounds, {bankroll} at the end, digest {digest}."
    assert replayed[-1] == same
    results = [line for line in lines if line.startswith(" Net ")]
    assert [line for line in replayed if line.startswith(" Net ")] == results
    assert len(results) == 2
    again = croupier.replay(file.read_bytes())
    assert (again.same, again.rounds) == (True, 2)


def tampered(file: Path, old: str, new: str) -> Path:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    return file


@pytest.fixture
def evening(play: Played, tmp_path: Path) -> Path:
    file = tmp_path / "evening.jsonl"
    play("royal-three-pictures", "--seed", "3", "--transcript", str(file), said="main 50\n\n\n\n")
    return file


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"seed":3', '"seed":4'),
        ('"cents":5000', '"cents":6000'),
        ('"at":3000', '"at":3001'),
        ('"name":"automatic dealer"', '"name":"another dealer"'),
        ('"command":"look","player":"p1","box":1', '"command":"look","player":"p1","box":2'),
        ('"bankroll_cents":100000', '"bankroll_cents":900000'),
        ('"sha256":"', '"sha256":"0'),
    ],
)
def test_a_changed_transcript_is_not_the_same(
    play: Played, evening: Path, old: str, new: str
) -> None:
    status, lines, err = play("--replay", str(tampered(evening, old, new)))
    assert (status, err) == (1, "")
    assert any(line.startswith("Not the same result: ") for line in lines)
    assert " and the transcript says " in " ".join(lines)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: this is no transcript of croupier play"),
        ("dear diary", "line 1: this is no transcript of croupier play"),
        ('{"game": "baccarat"}', "line 1: this is no transcript of croupier play"),
        ('{"format": 3}', "line 1: format 3 is not known, only 1 and 2"),
        ('{"format": 1}', "line 1: the field 'game' is missing"),
        ("\0\xff", "line 1: this is no transcript of croupier play"),
    ],
)
def test_a_foreign_file_is_one_clear_line(
    play: Played, tmp_path: Path, text: str, says: str
) -> None:
    file = tmp_path / "foreign"
    file.write_text(text, encoding="latin-1")
    assert play("--replay", str(file)) == (2, [], f"{file}, {says}\n")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"command":"place"', '"command":"plaice"', "line 4, asks.command: "),
        ('"at":2000', '"at":"soon"', "line 3, at: a whole number is needed, not text"),
        ('"device":"manual"', '"device":"sleeve"', "line 1, device: 'sleeve' is not one of manual"),
        ('"game":"royal-three-pictures"', '"game":"snap"', "line 1: the game and its setup"),
        ('"others":0', '"others":99', "line 1, others: 0 to 7 other players find room"),
        ('{"sha256"', '{"sha1"', "the transcript ends before its digest: it is cut off"),
        ('"limits":{"main"', '"limits":{"mane"', "line 1, limits: no bet is called 'mane'"),
        ('"seed":3', '"seed":3,"seed":4', "line 1: the field 'seed' is given twice"),
        ('"seed":3', '"seed":' + "3" * 5000, "line 1, seed: the number is too large or too small"),
        ('"boxes":8', '"boxes":99999999', "line 1, boxes: a table has at most 16"),
        ('"name":"p1"', r'"name":"\u001b[2J"', "line 2: croupier play writes no control"),
        ('"name":"p1"', '"name":"\x9b2J"', "line 2: croupier play writes no control"),
    ],
)
def test_a_damaged_file_is_one_clear_line(
    play: Played, evening: Path, old: str, new: str, says: str
) -> None:
    status, lines, err = play("--replay", str(tampered(evening, old, new)))
    assert (status, lines, err.count("\n")) == (2, [], 1)
    assert says in err


def test_what_an_editor_adds_is_passed_over(play: Played, evening: Path) -> None:
    evening.write_bytes(b"\xef\xbb\xbf" + evening.read_bytes().replace(b"\n", b"\r\n") + b"\n\n")
    status, lines, err = play("--replay", str(evening))
    assert (status, err) == (0, "")
    assert lines[-1].startswith("The same result: ")


def test_a_transcript_is_kept_as_it_is_played(evening: Path) -> None:
    opening, *asked, _ending = evening.read_bytes().splitlines(keepends=True)
    kept = evening.with_name("kept")
    with kept_in(str(kept)) as keep:
        for line in (opening, *asked):
            keep(line)
            assert kept.read_bytes().endswith(line)


def test_a_transcript_that_is_cut_off(play: Played, evening: Path) -> None:
    kept = evening.read_bytes().splitlines(keepends=True)
    evening.write_bytes(b"".join(kept[:5]) + kept[5][:20])
    says = f"{evening}, line 6: the transcript ends before its digest: it is cut off\n"
    assert play("--replay", str(evening)) == (2, [], says)


def test_another_game_s_transcript(play: Played, evening: Path) -> None:
    status, _, err = play("baccarat", "--replay", str(evening))
    assert (status, err) == (2, f"{evening}: an evening of royal-three-pictures, not 'baccarat'\n")
