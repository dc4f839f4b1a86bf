"""An evening at the terminal: what is typed and what is shown."""

from __future__ import annotations

import io
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.cli import felt
from croupier.cli.seat import MOST_IDLE
from croupier.table.dealing import UNREAD
from tests.support.each_game import NAMES
from tests.support.typed_evenings import A_ROUND, MAIN

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.program_answers import Played


def after(lines: list[str], beginning: str) -> list[str]:
    """What stands below the first line that begins so, up to a blank one."""
    start = next(i for i, line in enumerate(lines) if line.startswith(beginning))
    rest = lines[start + 1 :]
    return rest[: rest.index("")] if "" in rest else rest


POKER_SETTLED = [
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
    assert lines[start + 1 : start + 21] == POKER_SETTLED
    assert "     4.1  A winning ante pays 1 to 1 and a winning play bet pays 1 to 1." in lines
    assert " Net +295.00   bankroll 1295.00" in lines
    assert lines[-2:] == [
        "You leave with 1295.00: +295.00 after 1 round.",
        "The same evening again: croupier play three-card-poker --seed 2",
    ]


@pytest.mark.parametrize("name", NAMES)
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


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), f"which game? One of {', '.join(NAMES)}"),
        (("snap",), f"no game is called 'snap'; there are {', '.join(NAMES)}"),
        (
            ("baccarat", "--bankroll", "lots"),
            "bankroll: 'lots' is not an amount like 25, 25.00",
        ),
        (("baccarat", "--bankroll", ""), "bankroll: '' is not an amount like 25, 25.00 or 1,000"),
        (("baccarat", "--device", "sleeve"), "device: 'sleeve' is not one of manual, automated"),
        (("baccarat", "--device", ""), "device: '' is not one of manual, automated"),
        (("three-pictures", "--others", "7"), "others: 0 to 6 other players find room"),
        (("baccarat", "--seed", "-1"), "seed: a whole number from 0 to"),
        (
            ("baccarat", "--transcript", "{empty}/nowhere/x"),
            "{empty}/nowhere/x: cannot be written: there",
        ),
        (("baccarat", "--transcript", ""), "'': is no name of a file"),
        (("baccarat", "--transcript", "-"), "--transcript: needs a file: standard output is the"),
        (
            ("--replay", "{empty}/nowhere/x"),
            "{empty}/nowhere/x: cannot be read: there is no such file",
        ),
        (("--replay", ""), "'': is no name of a file"),
        (("--replay", "x", "--seed", "1"), "--replay: goes with no other option"),
    ],
)
def test_bad_options_are_one_clear_line(
    play: Played, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    status, lines, err = play(*(one.replace("{empty}", str(tmp_path)) for one in arguments))
    assert (status, lines, err.count("\n")) == (2, [], 1)
    assert err.startswith(says.replace("{empty}", str(tmp_path)))


SAID = {
    "nonsense": "nothing is called 'nonsense'; the bets are ante, pair-plus, progressive",
    "ante lots": "nothing is called 'ante-lots'",
    "ante 25.5": "'25.5' is not an amount like 25, 25.00 or 1,000",
    "ante $1,000": " Box 1: ante 1000.00; 0.00 left.",
    "ante 5,000.00": "That takes 5000.00 and you have 1000.00.",
    "ante 25,1,2": "'25,1,2' is not an amount like 25, 25.00 or 1,000",
    "ante 78.050,00": "'78.050,00' is not an amount like 25, 25.00 or 1,000",
    "ante 1e400": "'1e400' is not an amount like 25, 25.00 or 1,000",
    "ante -1": "'-1' is not an amount like 25, 25.00 or 1,000",
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


@pytest.mark.parametrize("name", NAMES)
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


@pytest.mark.parametrize("said", ["\n", "nonsense\n", "?\n", "banker 1e400\n", "clear\n"])
def test_lines_without_end_that_do_nothing_end_the_evening(play: Played, said: str) -> None:
    status, lines, err = play("baccarat", "--seed", "1", said=said * 5000)
    assert (status, err) == (0, "")
    assert sum(line.startswith("Bet, like ") for line in lines) == MOST_IDLE + 1
    assert lines[-2] == "You leave with 1000.00: 0.00 after 0 rounds."


@pytest.mark.slow
def test_a_line_without_an_end_ends_the_evening() -> None:
    shell = f"'{sys.executable}' -c 'from croupier.cli.start import main; main()'"
    for verb in ("play baccarat", "drill baccarat"):
        done = subprocess.run(
            ["sh", "-c", f"{shell} {verb} --seed 1 < /dev/zero"],  # noqa: S607 - any shell
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
