"""An evening at the terminal: what is typed, what is shown, and the transcript that replays."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.cards import parse_cards
from croupier.cli import felt
from croupier.cli.main import run
from croupier.cli.play import kept_in
from croupier.engine.decisions import Choice
from croupier.engine.refusals import Refused
from croupier.money import format_amount
from croupier.sim import punters
from croupier.sim.evening import YOU, Evening, Short
from croupier.table import commands as asks
from croupier.table.dealing import UNREAD
from croupier.table.state import Step
from croupier.table.views import view

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.engine.game import Game

Played = Callable[..., tuple[int, list[str], str]]
GAMES = [game.name for game in croupier.GAMES]
MAIN = {game.name: game.bets[0].name for game in croupier.GAMES}
SHORTER = {
    "lucky-three-pictures": "\n\n\n",
    "royal-three-pictures": "deal\nturn\n",
    "three-card-poker": "\n\nplay\n",
}


def typed(game: Game) -> str:
    """A round once the bets lie, word by word."""
    looks = "look\n" if game.procedure.looking else ""
    goes_on = "play\n" if game.decision else "turn\n" if looks else ""
    return f"deal\n{looks}{goes_on}"


A_ROUND = {game.name: SHORTER.get(game.name, typed(game)) for game in croupier.GAMES}


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Played:
    """The exit status, the lines on standard output, and standard error."""
    monkeypatch.setenv("NO_COLOR", "1")

    def played(*arguments: str, said: str = "", columns: int = 100) -> tuple[int, list[str], str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        stdin = io.TextIOWrapper(io.BytesIO(said.encode("utf-8", "surrogateescape")))
        stdin.reconfigure(errors="replace")
        monkeypatch.setattr(sys, "stdin", stdin)
        status = run(["play", *arguments])
        out, err = capsys.readouterr()
        return status, [line.rstrip() for line in out.splitlines()], err

    return played


def after(lines: list[str], beginning: str) -> list[str]:
    """What stands below the first line that begins so, up to a blank one."""
    start = next(i for i, line in enumerate(lines) if line.startswith(beginning))
    rest = lines[start + 1 :]
    return rest[: rest.index("")] if "" in rest else rest


def test_a_round_of_three_card_poker(play: Played) -> None:
    said = "ante 100, pair-plus 25\nprogressive\ndeal\nlook\nplay\nquit\n"
    status, lines, err = play("three-card-poker", "--seed", "2", said=said)
    assert (status, err) == (0, "")
    assert lines[:2] == [
        "3 Card Poker (RWS), version 3",
        "You sit at box 1 with 1000.00. ? helps at any time, quit leaves.",
    ]
    assert 'Bet, like "ante 25"; or rules, ?, quit > ante 100, pair-plus 25' in lines
    assert " Box 1: ante 100.00, pair-plus 25.00, progressive 5.00; 870.00 left." in lines
    start = lines.index("Box 1: play (100.00 more) or fold, ? > play")
    assert lines[start + 1 : start + 21] == [
        "Box 1 plays.",
        "",
        (
            "Round 1: jackpot 20001.00, bankroll 1295.00"
            " ────────────────────────────────────────────────────────"
        ),
        "╭─ Dealer ───────────────╮ ╭─ Box 1, yours ─────────╮",
        "│ ╭───╮╭───╮╭───╮        │ │ ╭───╮╭───╮╭───╮        │",
        "│ │4  ││A  ││J  │        │ │ │Q  ││K  ││8  │        │",
        "│ │ ♠ ││ ♦ ││ ♥ │        │ │ │ ♦ ││ ♦ ││ ♦ │        │",
        "│ │  4││  A││  J│        │ │ │  Q││  K││  8│        │",
        "│ ╰───╯╰───╯╰───╯        │ │ ╰───╯╰───╯╰───╯        │",
        "│ Three Odd Cards,       │ │ Flush, plays           │",
        "│ qualifies              │ │ ante         100.00    │",
        "╰────────────────────────╯ │ pair-plus     25.00    │",
        "                           │ progressive    5.00    │",
        "                           │ play         100.00    │",
        "                           ╰────────────────────────╯",
        "",
        " Box 1  ante         100.00  win   1 to 1  +100.00  Player ranks higher (3.15.1, 4.1)",
        "        pair-plus     25.00  win   4 to 1  +100.00  Flush (1.11, 3.16, 4.2)",
        "        progressive    5.00  lose            -5.00  Less than a Straight (3.17, 4.4)",
        "        play         100.00  win   1 to 1  +100.00  Player ranks higher (3.15.1, 4.1)",
    ]
    assert "     4.1  A winning ante pays 1 to 1 and a winning play bet pays 1 to 1." in lines
    assert " Net +295.00   bankroll 1295.00" in lines
    assert lines[-2:] == [
        "You leave with 1295.00: +295.00 after 1 round.",
        "The same evening again: croupier play three-card-poker --seed 2",
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_bet_of_every_game_is_settled_with_its_reason(play: Played, name: str) -> None:
    bets = [bet for bet in croupier.game(name).bets if not bet.bonus_on and bet.name != "play"]
    said = "".join(f"{bet.name}\n" for bet in bets) + A_ROUND[name]
    status, lines, err = play(name, "--seed", "5", said=said)
    assert (status, err) == (0, "")
    for bet in bets:
        shown = [line for line in lines if f" {bet.name} " in line and ".00  " in line]
        assert any(result in line for line in shown for result in ("win", "lose", "push")), bet
    clauses = croupier.game(name).document.clauses
    net = next(i for i, line in enumerate(lines) if line.startswith(" Net "))
    told = {line.split()[0] for line in lines[net - 30 : net] if line[:8].strip() in clauses}
    assert told


@pytest.mark.parametrize("name", GAMES)
def test_a_transcript_replays(play: Played, name: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    bet = MAIN[name]
    said = f"{bet} 50\n{A_ROUND[name]}again\n{A_ROUND[name].replace('play', 'fold')}{bet}\n"
    kept = ("--seed", "9", "--others", "2", "--transcript", str(file))
    status, lines, err = play(name, *kept, said=said)
    assert (status, err) == (0, "")
    assert lines[-1] == f"The same cards and bets again: croupier play --replay {file}"
    opening, *asked, ending = map(json.loads, file.read_text().splitlines())
    assert (opening["format"], opening["game"], opening["seed"]) == (1, name, 9)
    assert opening["setup"]["game"] == name
    assert {one["who"]["name"] for one in asked} == {"p1", "p2", "p3", "automatic dealer"}
    times = [one["at"] for one in asked]
    assert times == sorted(set(times))
    left = next(line for line in lines if line.startswith("You leave with "))
    bankroll = left.split()[3].rstrip(":")
    status, replayed, err = play("--replay", str(file))
    assert (status, err) == (0, "")
    digest = ending["sha256"][:12]
    assert replayed[-1].startswith("The same result: ")
    assert replayed[-1].endswith(f" rounds, {bankroll} at the end, digest {digest}.")
    results = [line for line in lines if line.startswith(" Net ")]
    assert [line for line in replayed if line.startswith(" Net ")] == results
    assert len(results) == 2
    assert croupier.replay(file.read_bytes()).same


def test_the_same_seed_is_the_same_evening(play: Played) -> None:
    said = "ante 50\n\n\nplay\nagain\n\n\nfold\n"
    first = play("three-card-poker", "--seed", "4", "--others", "3", said=said)
    assert first == play("three-card-poker", "--seed", "4", "--others", "3", said=said)
    assert first[1] != play("three-card-poker", "--seed", "5", "--others", "3", said=said)[1]


def test_without_a_seed_one_is_drawn_and_told(play: Played) -> None:
    _, lines, _ = play("baccarat", said="banker 100\n\n")
    command = lines[-1].removeprefix("The same evening again: croupier play ").split()
    _, again, _ = play(*command, said="banker 100\n\n")
    assert again == lines


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
    assert lines[-1].startswith("Not the same result: ")
    assert " and the transcript says " in lines[-1]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: this is no transcript of croupier play"),
        ("dear diary", "line 1: this is no transcript of croupier play"),
        ('{"game": "baccarat"}', "line 1: this is no transcript of croupier play"),
        ('{"format": 2}', "line 1: format 2 is not known, only format 1"),
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
        ('"seed":3', '"seed":' + "3" * 5000, "line 1, seed: Integer value out of range"),
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


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), f"which game? One of {', '.join(GAMES)}"),
        (("snap",), f"no game is called 'snap'; there are {', '.join(GAMES)}"),
        (("baccarat", "--bankroll", "lots"), "bankroll: 'lots' is not an amount like 25 or 25.00"),
        (("baccarat", "--bankroll", ""), "bankroll: '' is not an amount like 25 or 25.00"),
        (("baccarat", "--device", "sleeve"), "device: 'sleeve' is not one of manual, automated"),
        (("baccarat", "--device", ""), "device: '' is not one of manual, automated"),
        (("three-pictures", "--others", "7"), "others: 0 to 6 other players find room"),
        (("baccarat", "--seed", "-1"), "seed: a whole number from 0 to"),
        (("baccarat", "--transcript", "/nowhere/x"), "/nowhere/x: cannot be written: No such file"),
        (("baccarat", "--transcript", ""), "'': is no name of a file"),
        (("baccarat", "--transcript", "-"), "--transcript: needs a file: standard output is the"),
        (("--replay", "/nowhere/x"), "/nowhere/x: cannot be read: No such file"),
        (("--replay", ""), "'': is no name of a file"),
        (("--replay", "x", "--seed", "1"), "--replay: goes with no other option"),
    ],
)
def test_bad_options_are_one_clear_line(
    play: Played, arguments: tuple[str, ...], says: str
) -> None:
    status, lines, err = play(*arguments)
    assert (status, lines, err.count("\n")) == (2, [], 1)
    assert err.startswith(says)


def test_another_game_s_transcript(play: Played, evening: Path) -> None:
    status, _, err = play("baccarat", "--replay", str(evening))
    assert (status, err) == (2, f"{evening}: an evening of royal-three-pictures, not 'baccarat'\n")


SAID = {
    "nonsense": "nothing is called 'nonsense'; the bets are ante, pair-plus, progressive",
    "ante lots": "nothing is called 'ante-lots'",
    "ante 25.5": "'25.5' is not an amount like 25 or 25.00",
    "ante 1,000": "write 1000 for a thousand: a comma begins the next thing to do",
    "ante 0": "Refused: a wager is made in chips of 1.00 (3.4).",
    "9 ante 25": "Refused: there is no box 9 (2.1.1a).",
    "2 ante 25": "Refused: another player bets on box 2 (3.5).",
    "progressive": "Refused: there is no ante bet on box 1 (3.8).",
    "ante 5000": "That takes 5000.00 and you have 1000.00.",
    "p 25": "p could be pair-plus or progressive",
    "look": "Refused: no hand can be looked at now (1.18).",
    "play": "Refused: box 1 has nothing to decide (3.12).",
    "turn": 'place a bet first, like "ante 25"',
    "clear": "you have no such bet",
    "again": "there are no bets to repeat yet",
    "sit": "name the box, like sit 2",
    "sit 2": "Refused: another player sits at box 2 (1.19).",
    "? 9.9": "no bet, clause or word '9.9' is known here; rules shows the sections",
    "3": "what on box 3? ? helps",
    "": 'place a bet first, like "ante 25"',
}


@pytest.mark.parametrize("said", SAID)
def test_bad_input_is_one_line_and_nothing_is_lost(play: Played, said: str) -> None:
    status, lines, err = play("three-card-poker", "--seed", "1", "--others", "1", said=f"{said}\n")
    assert (status, err) == (0, "")
    prompt = f'Bet, like "ante 25"; or rules, ?, quit > {said}'.rstrip()
    answer = lines[lines.index(prompt) + 1]
    assert answer.startswith(SAID[said])
    assert "You leave with 1000.00: 0.00 after 0 rounds." in lines


@pytest.mark.parametrize("noise", ["\0\0", "\udcff", "ante " + "9" * 5000, "," * 300, "😀 100"])
def test_noise_is_survived(play: Played, noise: str) -> None:
    status, lines, err = play("baccarat", "--seed", "1", said=f"{noise}\n")
    assert (status, err) == (0, "")
    assert "You leave with 1000.00: 0.00 after 0 rounds." in lines


def test_bets_under_the_minimum_are_advised_and_given_back(play: Played) -> None:
    said = "initial 10\ninitial 5000\nclear\ninitial 10\n2 initial 50\n\n"
    _, lines, _ = play("three-pictures", "--seed", "1", "--bankroll", "9000.00", said=said)
    minimum = "the minimum is 25.00: raise the bet or take it back before betting closes (5.2)."
    assert lines.count(f"initial: {minimum}") == 2
    assert "20.00 of initial is over the maximum (5.1)." not in lines
    assert "10.00 of initial is over the maximum (5.1)." in lines
    assert " No bets; 9000.00 left." in lines


def test_one_hand_is_looked_at_and_the_others_are_played_blind(play: Played) -> None:
    said = "ante 50\n3 ante 50\n4 pair-plus\n\n3 look\n1 look\n4 look\nplay\nfold\n"
    _, lines, _ = play("three-card-poker", "--seed", "1", said=said)
    assert "Refused: p1 looks at box 3 and plays the rest blind (3.7)." in lines
    assert "Refused: this hand is not looked at (3.14)." in lines
    assert "Box 3: play (50.00 more) or fold, ? > play" in lines
    assert "Box 1, unseen: play (50.00 more) or fold, ? > fold" in lines


def test_a_play_bet_takes_what_the_bankroll_has(play: Played) -> None:
    said = "ante 80\ndeal\nlook\nplay\nfold\n"
    _, lines, _ = play("three-card-poker", "--seed", "1", "--bankroll", "100.00", said=said)
    assert " Box 1: ante 80.00; 20.00 left. To play every hand takes 80.00 more." in lines
    assert "That takes 80.00 and you have 20.00." in lines
    assert "You leave with 20.00: -80.00 after 1 round." in lines


def test_who_has_nothing_left_leaves(play: Played) -> None:
    status, lines, _ = play("baccarat", "--seed", "1", "--bankroll", "4.99", said="tie\n")
    assert status == 0
    assert lines[-3:-1] == [
        "What is left is less than any bet here.",
        "You leave with 4.99: 0.00 after 0 rounds.",
    ]


def test_leaving_takes_bets_back_or_leaves_them_to_the_clause(play: Played) -> None:
    _, lines, _ = play("three-card-poker", "--seed", "1", said="ante 100\n")
    assert "You leave with 1000.00: 0.00 after 0 rounds." in lines
    _, lines, _ = play("three-card-poker", "--seed", "1", said="ante 100\n\nquit\n")
    told = after(lines, "You walk away.")
    assert told[0].startswith("     5.5  A player who leaves after betting while still having")
    assert " Box 1  ante  100.00  lose    -100.00  Folded (3.12.1, 1.8)" in lines
    assert "You leave with 900.00: -100.00 after 1 round." in lines


def test_help(play: Played) -> None:
    said = "?\n? tie\n? 5.3\n? 5\n? natural\nrules\n"
    _, lines, _ = play("baccarat", "--seed", "1", said=said)
    clauses = croupier.game("baccarat").document.clauses
    assert "Tie, 5.00 to 500.00" in lines
    assert " Tie wins  win   8 to 1" in lines
    shown = "\n".join(lines)
    for number in ("1.9", "5.3", "5.12", "3.10"):
        assert f" {number}  {clauses[number].gist[:50]}" in shown
    assert "How a round goes" in lines
    assert any(line.startswith(" clear, clear banker ") for line in lines)


@pytest.mark.parametrize("name", GAMES)
def test_a_narrow_terminal_shows_cards_in_a_line(play: Played, name: str) -> None:
    said = f"{MAIN[name]}\n{A_ROUND[name]}"
    _, lines, _ = play(name, "--seed", "6", "--others", "2", said=said, columns=60)
    assert not any("╭───╮" in line for line in lines)
    assert any(suit in line for line in lines for suit in "♣♦♥♠")
    tables = [line for line in lines if not line.startswith("The same evening")]
    assert max(map(len, tables)) <= 60


def test_a_narrow_terminal_tells_the_boxes_apart(play: Played) -> None:
    said = "ante 25\n3 ante 25\n\nlook\nplay\nfold\n"
    _, lines, _ = play("three-card-poker", "--seed", "1", said=said, columns=60)
    assert " box 3, ante: Folded (3.12.1, 1.8)" in lines
    assert any(line.startswith(" box 1, ante: ") for line in lines)


def test_one_point_is_one(play: Played) -> None:
    _, lines, _ = play("baccarat", "--seed", "2", said="banker\n\n", columns=60)
    assert "│ 1 point  │ │ 5 points │" in lines


def test_a_terminal_without_unicode_shows_letters() -> None:
    class Plain(io.StringIO):
        encoding = "ascii"

    from rich.console import Console  # noqa: PLC0415

    console = Console(file=Plain(), width=100)
    assert str(felt.drawn(f"Kh {UNREAD} Td", console)) == "Kh ## Td"


@pytest.mark.parametrize("name", GAMES)
def test_others_fill_their_own_boxes_and_play_to_the_end(name: str) -> None:
    evening = croupier.play(name, seed=1, others=4)
    for _ in range(10):
        evening.ask(asks.Place(YOU.name, MAIN[name], 2500, evening.view.boxes[0].box))
        for box in () if evening.table.game.at_terminals else evening.view.boxes:
            assert {one.player for one in box.wagers} <= {box.seated}
        evening.deal()
        if croupier.game(name).decision:
            assert evening.table.undecided in ([], [1])
            evening.ask(asks.Decide(YOU.name, 1, Choice.PLAY))
        evening.conclude()
        assert evening.table.step is Step.CONCLUDED
        evening.open_betting()
    assert sum(evening.balances.values()) == 0


def test_a_punter_folds_what_the_dealer_would_not_play() -> None:
    evening = croupier.play("three-card-poker", seed=1, others=1, device="automated")
    choices = {}
    for _ in range(40):
        evening.deal()
        box = next(box for box in view(evening.table, evening.others[0]).boxes if box.box == 2)
        if box.decision:
            choices[box.cards] = box.decision
        evening.conclude()
        evening.open_betting()
    needed = croupier.game("three-card-poker").qualifies
    assert needed is not None
    assert {
        cards: "play" if needed.when(parse_cards(cards)) else "fold" for cards in choices
    } == choices
    assert set(choices.values()) == {"play", "fold"}


def test_a_punter_bets_the_same_from_the_same_seed() -> None:
    seen = croupier.play("baccarat", seed=1).view
    first = [punters.next_command(seen, "p2", Random(seed)) for seed in range(20)]
    assert first == [punters.next_command(seen, "p2", Random(seed)) for seed in range(20)]
    assert {one.bet for one in first if isinstance(one, asks.Place)} == {"player", "banker"}


def rigged(hand: str, others: int) -> Evening:
    """The first box is dealt these cards."""
    evening = croupier.play("three-card-poker", seed=1, others=others, device="automated")
    wanted = parse_cards(hand)
    rest = [card for card in evening.shoe.cards if card not in wanted]
    evening.shoe.cards = [*rest, *wanted]
    return evening


def test_the_jackpot_is_fed_and_won(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = rigged("As Ks Qs", others=1)
    meter = evening.meter_cents
    assert meter == 2_000_000
    evening.ask(asks.Place(YOU.name, "ante", 10_000, 1))
    evening.ask(asks.Place(YOU.name, "progressive", 500, 1))
    evening.deal()
    fed = evening.meter_cents
    assert fed is not None
    assert fed > meter
    evening.ask(asks.Look(YOU.name, 1))
    evening.ask(asks.Decide(YOU.name, 1, Choice.PLAY))
    evening.conclude()
    won = next(line for line in evening.lines if line.bet == "progressive")
    assert (won.result, won.award_cents, won.clauses) == ("win", fed, ("3.13", "3.17", "4.4"))
    assert evening.meter_cents == 2_000_000
    monkeypatch.setenv("COLUMNS", "100")
    console = felt.screen()
    with console.capture() as shown:
        felt.concluded(evening, console)
    told = shown.get().splitlines()
    amount = format_amount(fed)
    assert f" You win the jackpot: {amount}!" in told
    assert any(f"progressive    5.00  win  {amount}  +" in line for line in told)


def test_only_the_player_s_own_look_shows_his_cards() -> None:
    evening = rigged("As Ks Qs", others=2)
    evening.ask(asks.Place(YOU.name, "ante", 10_000, 1))
    evening.deal()
    hidden = " ".join([UNREAD] * 3)
    assert [box.cards for box in evening.view.boxes if box.wagers] == [hidden] * 3
    evening.ask(asks.Look(YOU.name, 1))
    assert [box.cards for box in evening.view.boxes if box.wagers] == ["Qs Ks As", hidden, hidden]
    assert evening.view.dealer == hidden
    assert view(evening.table, evening.others[0]).boxes[0].cards == hidden


def test_the_library_s_answers_are_values() -> None:
    evening = croupier.play("royal-three-pictures", seed=1, bankroll_cents=3000)
    assert evening.ask(asks.Place(YOU.name, "main", 5000, 1)) == Short(5000, 3000)
    refused = evening.ask(asks.Place(YOU.name, "tie", 500, 1))
    assert isinstance(refused, Refused)
    assert refused.clauses == ("3.5",)
    with pytest.raises(croupier.BadInput, match="is not one of manual, automated"):
        croupier.play("baccarat", seed=1, device="sleeve")
    with pytest.raises(croupier.BadInput, match="this is no transcript"):
        croupier.replay("{}")
