"""The program as people and other programs use it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from croupier.cli.main import run
from croupier.games import GAMES
from croupier.rulebook import rulebook
from tests.support.each_game import CLAUSES, NAMES
from tests.support.folders import EXAMPLES, GOLDEN, ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Asked = tuple[int, str, str]


@pytest.fixture
def ask(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Asked]:
    """The program's exit status, standard output and standard error."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")

    def asked(*arguments: str, given: str = "") -> Asked:
        stdin = io.TextIOWrapper(io.BytesIO(given.encode("utf-8", "surrogateescape")))
        monkeypatch.setattr(sys, "stdin", stdin)
        status = run(list(arguments))
        out, err = capsys.readouterr()
        return status, out, err

    return asked


def program(*arguments: str, given: str = "") -> Asked:
    done = subprocess.run(
        [sys.executable, "-c", "from croupier.cli.main import main; main()", *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_an_example_settles(file: Path, ask: Callable[..., Asked]) -> None:
    status, out, err = ask("settle", str(file), "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert json.loads(out) == json.loads((GOLDEN / file.name).read_text(encoding="utf-8"))


def test_json_lines_are_answered_line_by_line(ask: Callable[..., Asked]) -> None:
    lines = [json.dumps(json.loads(file.read_text(encoding="utf-8"))) for file in EXAMPLES]
    status, out, err = ask("settle", "--json", given="\n\n".join(lines))
    assert (status, err) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == [
        json.loads((GOLDEN / file.name).read_text(encoding="utf-8")) for file in EXAMPLES
    ]


def test_a_settlement_for_people(ask: Callable[..., Asked]) -> None:
    status, out, err = ask("settle", str(ROOT / "examples" / "royal-three-pictures.json"))
    assert (status, err) == (0, "")
    assert [line.rstrip() for line in out.splitlines()] == (
        (GOLDEN / "royal-three-pictures.txt").read_text(encoding="utf-8").splitlines()
    )


ROYAL: dict[str, Any] = {
    "game": "royal-three-pictures",
    "dealer": "5h Js Td",
    "boxes": [
        {
            "box": 1,
            "cards": "6c Qd Th",
            "wagers": [{"player": "p1", "bet": "main", "stake": "100.00"}],
        }
    ],
}
GOOD = json.dumps(ROYAL)
BACCARAT = '{"game": "baccarat", "wagers": [], "cards": "%s"}'
AN_AMOUNT = 'amounts are strings with two decimals, like "100.00"'
NO_AMOUNT = "is not an amount like 100.00: at most 13 digits, a point, two decimals"


def royal(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


BAD = {
    "nothing": ("", "the input is empty; it should hold a round as JSON, or one a line"),
    "blank lines": ("\n \n", "the input is empty; it should hold a round as JSON, or one a line"),
    "no object": ("[]", "line 1: an object is needed, not a list"),
    "broken JSON on line 3 of 5": (
        "\n".join([GOOD, GOOD, GOOD[:-1], GOOD, GOOD]),
        "line 3: JSON is malformed: it ends too early",
    ),
    "bad round on line 3 of 5": (
        "\n".join([GOOD, "", royal("5h", "5x"), GOOD, GOOD]),
        "line 3: dealer: there is no card '5x'; cards are written like Kh 9s Td",
    ),
    "unknown game": (
        royal("royal-three-pictures", "snap"),
        f"game: no game is called 'snap'; there are {', '.join(NAMES)}",
    ),
    "no game": ("{}", "the field 'game' is missing"),
    "unknown field": (royal('"dealer"', '"deler"'), "there is no field 'deler' here"),
    "unknown field of a wager": (
        royal('"player"', '"plyer"'),
        "boxes[0].wagers[0]: there is no field 'plyer' here",
    ),
    "player without a name": (
        royal('"p1"', '""'),
        "box 1, wager 1, player: a name is printable and neither begins nor ends with a space",
    ),
    "unknown bet": (
        royal('"main"', '"snap"'),
        (
            "box 1, wager 1 (p1 on snap): no bet is called 'snap';"
            " this game has main, tie, royal-pictures"
        ),
    ),
    "bonus as a bet": (
        (
            '{"game": "three-card-poker", "dealer": "2c 3d 5h", "boxes": [{"box": 1, "cards":'
            ' "2d 3c 5c", "wagers": [{"player": "p1", "bet": "ante-bonus", "stake": "1.00"}]}]}'
        ),
        (
            "box 1, wager 1 (p1 on ante-bonus): no bet is called 'ante-bonus';"
            " this game has ante, play, pair-plus, progressive"
        ),
    ),
    "unknown reading": (
        royal('"dealer"', '"interpretations": {"snap": "yes"}, "dealer"'),
        (
            "interpretations: no interpretation is called 'snap'; this game has"
            " three-pictures-points, limits-apply-to, minimum-applies-to,"
            " over-maximum-shares, under-minimum-memory, money-rounding, established-by,"
            " outcome-established, removed-hand-returns, options-unanswered,"
            " dissatisfied-withdrawal, royal-card-count, side-bet-orphaned, viewing, wager-count"
        ),
    ),
    "unknown value of a reading": (
        royal('"dealer"', '"interpretations": {"three-pictures-points": "ten"}, "dealer"'),
        (
            "interpretations, three-pictures-points: 'ten' is not one of zero, none"
            " (clause 3.17.1.1, 3.19)"
        ),
    ),
    "fixed reading": (
        royal('"dealer"', '"interpretations": {"minimum-applies-to": "area-total"}, "dealer"'),
        (
            "interpretations, minimum-applies-to: 'area-total' is not one of each-wager"
            " (clause 3.4, 5.10)"
        ),
    ),
    "stake of nothing": (
        royal("100.00", "0.00"),
        "box 1, wager 1 (p1 on main): a stake is more than 0.00",
    ),
    "negative stake": (royal("100.00", "-1.00"), f"box 1, wager 1, stake: '-1.00' {NO_AMOUNT}"),
    "part of a cent": (royal("100.00", "1.005"), f"box 1, wager 1, stake: '1.005' {NO_AMOUNT}"),
    "one decimal": (royal("100.00", "1.5"), f"box 1, wager 1, stake: '1.5' {NO_AMOUNT}"),
    "stake NaN": (royal("100.00", "NaN"), f"box 1, wager 1, stake: 'NaN' {NO_AMOUNT}"),
    "stake 1e400": (royal("100.00", "1e400"), f"box 1, wager 1, stake: '1e400' {NO_AMOUNT}"),
    "stake as a float": (
        royal('"100.00"', "100.5"),
        "boxes[0].wagers[0].stake: text is needed, not a number; " + AN_AMOUNT,
    ),
    "stake as a huge number": (
        royal('"100.00"', "1e400"),
        "line 1: boxes[0].wagers[0].stake: Number out of range; " + AN_AMOUNT,
    ),
    "player with a control character": (
        royal('"p1"', r'"p1\u001b"'),
        "box 1, wager 1, player: a name is printable and neither begins nor ends with a space",
    ),
    "NaN itself": (
        royal('"100.00"', "NaN"),
        "line 1: JSON is malformed: a character stands where none like it can",
    ),
    "two cards": (
        royal("6c Qd Th", "6c Qd"),
        "box 1, cards: a hand has 3 cards, not 2 (clause 3.17, 3.12, 3.12.1)",
    ),
    "four cards": (
        royal("6c Qd Th", "6c Qd Th 2c"),
        "box 1, cards: a hand has 3 cards, not 4 (clause 3.17, 3.12, 3.12.1)",
    ),
    "no such card": (
        royal("6c Qd Th", "6c Qd 1h"),
        "box 1, cards: there is no card '1h'; cards are written like Kh 9s Td",
    ),
    "a card twice": (
        royal("6c Qd Th", "6c Qd Td"),
        "box 1, cards: Td is dealt 2 times from one deck (clause 2.1)",
    ),
    "side bet without main bet": (
        royal('"main"', '"tie"'),
        "box 1, wager 1 (p1 on tie): needs a main bet on the box (clause 3.5)",
    ),
    "box without wagers": (
        (
            '{"game": "royal-three-pictures", "dealer": "5h Js Td",'
            ' "boxes": [{"box": 1, "cards": "6c Qd Th", "wagers": []}]}'
        ),
        "box 1: no wager, so no hand is dealt there",
    ),
    "no boxes": (
        '{"game": "royal-three-pictures", "dealer": "5h Js Td", "boxes": []}',
        "boxes: a round needs at least one box with a wager",
    ),
    "no dealer": (royal('"dealer": "5h Js Td", ', ""), "dealer: the dealer's cards are missing"),
    "no hand": (royal('"cards": "6c Qd Th", ', ""), "box 1, cards: its cards are missing"),
    "a decision where there is none": (
        royal('"box": 1', '"box": 1, "decision": "play"'),
        "box 1, decision: this game has no decision",
    ),
    "a field twice": (
        royal('"stake": "100.00"', '"stake": "100.00", "stake": "1.00"'),
        "the field 'stake' is given twice",
    ),
    "a field twice behind an escape": (
        royal('"stake": "100.00"', r'"st\u0061ke": "100.00", "stake": "1.00"'),
        "the field 'stake' is given twice",
    ),
    "a name that ends with a space": (
        royal('"p1"', '"p1 "'),
        "box 1, wager 1, player: a name is printable and neither begins nor ends with a space",
    ),
    "one object over several lines, broken on the third": (
        json.dumps(ROYAL, indent=1).replace('"5h Js Td",', '"5h Js Td"'),
        "line 4: JSON is malformed: a comma or a closing brace is missing",
    ),
    "several lines of nothing": (
        "one\ntwo\nthree",
        "line 1: JSON is malformed: a character stands where none like it can",
    ),
    "void by no clause": (
        royal('"dealer"', '"void": "", "dealer"'),
        (
            "void: clause '' voids no round of this game;"
            " those that do are 5.1, 5.1.1, 5.4, 5.8.1, 5.9, 6.1"
        ),
    ),
    "an empty jackpot where there is none": (
        royal('"dealer"', '"jackpot": {}, "dealer"'),
        "jackpot: this game has no jackpot",
    ),
    "a memory where there is none": (
        BACCARAT.replace("{", '{"under_minimum_before": ["p1"], ', 1) % "9c 2c Tc Kc",
        "under_minimum_before: this game remembers no one",
    ),
    "a decision in a void round of a game without": (
        royal('"box": 1', '"box": 1, "decision": "fold"').replace("{", '{"void": "5.9", ', 1),
        "box 1, decision: this game has no decision",
    ),
    "a jackpot where there is none": (
        royal('"dealer"', '"jackpot": {"meter": "1.00"}, "dealer"'),
        "jackpot: this game has no jackpot",
    ),
    "decks in another game than baccarat": (
        royal('"dealer"', '"decks": 1, "dealer"'),
        "decks: royal-three-pictures has none; cards and wagers stand with each box",
    ),
    "a limit upside down": (
        royal('"dealer"', '"limits": {"main": ["5.00", "1.00"]}, "dealer"'),
        "limits, main: the minimum is above the maximum, or the maximum is 0.00",
    ),
    "too few baccarat cards": (
        BACCARAT % "Ac 2c 3c 4c",
        "cards: 4 cards, and the player draws another (clause 1.1, 3.9, 3.10)",
    ),
    "too many baccarat cards": (
        BACCARAT % "9c 2c Tc 4c 6c",
        "cards: 5 cards, and neither hand draws 6c (clause 1.1, 3.9, 3.10)",
    ),
    "three baccarat cards": (
        BACCARAT % "9c 2c Tc",
        "cards: 3 cards, and four are dealt first (clause 3.8)",
    ),
    "a dealer in baccarat": (
        royal("royal-three-pictures", "baccarat"),
        "dealer: baccarat has none; its cards and wagers stand in the round",
    ),
    "nested without end": ("[" * 100_000, "line 1: an object is needed, not a list"),
}


@pytest.mark.parametrize(("given", "said"), list(BAD.values()), ids=list(BAD))
def test_bad_input_is_answered_in_one_line(
    given: str, said: str, ask: Callable[..., Asked]
) -> None:
    status, out, err = ask("settle", "--json", given=given)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.rstrip("\n").split(" (byte")[0] == said
    assert ask("settle", given=given) == (2, "", err)


POKER_BOX = '{"box": 1, "cards": "As Ks Qs", %s"wagers": [%s]}'
POKER = f'{{"game": "three-card-poker", "dealer": "Jh 9s 4d", "boxes": [{POKER_BOX}]}}'
ANTE, PLAY = (f'{{"player": "p1", "bet": "{bet}", "stake": "25.00"}}' for bet in ("ante", "play"))


@pytest.mark.parametrize(
    ("decision", "wagers", "said"),
    [
        ("", ANTE, "box 1: a box with a ante bet needs a decision, play or fold (clause 3.12)"),
        (
            '"decision": "play", ',
            ANTE,
            "box 1: the decision is play, and there is no play bet (clause 3.12.2)",
        ),
        (
            '"decision": "fold", ',
            f"{ANTE}, {PLAY}",
            "box 1: the decision is fold, and there is a play bet (clause 3.12.1)",
        ),
        (
            "",
            PLAY,
            "box 1, wager 1 (p1 on play): needs a ante bet on the box (clause 3.12.2)",
        ),
        (
            '"decision": "raise", ',
            ANTE,
            "box 1, decision: 'raise' is neither play nor fold",
        ),
    ],
)
def test_a_decision_that_cannot_be(
    decision: str, wagers: str, said: str, ask: Callable[..., Asked]
) -> None:
    asked = ask("settle", "--json", given=POKER % (decision, wagers))
    assert asked == (2, "", said.replace(" a ante", " an ante") + "\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("settle", "no-such-file"), "no-such-file: cannot be read: No such file or directory"),
        (("settle", "/"), "/: cannot be read: Is a directory"),
        (("settle", ""), "'': is no name of a file"),
        (("rules", "snap"), "no game is called 'snap'; there are three-pictures,"),
        (("rules", "baccarat", "9.9"), "Non-Commission Baccarat (Electronic Table Game) has no"),
        (("rules", "amended"), "'rules amended' needs the file with the document's text"),
        (("rules", "trace", "more"), "'more': 'rules trace' takes nothing further"),
        (("deal",), "No such command 'deal'. Try 'croupier --help'."),
        (("settle", "--jason"), "No such option: --jason"),
        (
            ("demo", "--seed", "x"),
            "Invalid value for '--seed': a whole number is expected. Try 'croupier demo --help'.",
        ),
        (
            ("soak", "--rounds", "9" * 5000),
            "Invalid value for '--rounds': a whole number is expected. Try 'croupier soak --help'.",
        ),
        (
            ("shoe", "baccarat"),
            "Got unexpected extra argument(s) (baccarat). Try 'croupier shoe --help'.",
        ),
    ],
)
def test_a_wrong_call_is_answered_in_one_line(
    arguments: tuple[str, ...], said: str, ask: Callable[..., Asked]
) -> None:
    status, out, err = ask(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(said)


def test_the_program_itself() -> None:
    """In a process of its own: an answer, a refusal, and no traceback when the reader leaves."""
    status, out, err = program("settle", "--json", given=GOOD)
    assert (status, json.loads(out)["house"], err) == (0, "-50.00", "")
    assert program("settle", given="{}") == (2, "", "the field 'game' is missing\n")


@pytest.mark.parametrize(
    ("shell", "answered"),
    [
        ("croupier settle examples/baccarat.json --json > /dev/full", (2, "cannot be written: No")),
        ("croupier settle examples/baccarat.json --json >&-", (0, "")),
        ("croupier settle --json <&-", (2, "standard input is closed")),
        ("croupier session baccarat --bet tie=5 --bankroll 99 2>&- > /dev/null", (0, "")),
        ("PYTHONIOENCODING=utf-8:strict croupier play baccarat < /dev/urandom | head -1", (0, "")),
        ("croupier play baccarat --transcript /dev/full", (2, "/dev/full: cannot be written: No")),
        ("PYTHONIOENCODING=ascii croupier settle examples/baccarat.json > /dev/null", (0, "")),
        ("croupier rules trace --json | head -c 1 > /dev/null", (0, "")),
    ],
)
def test_streams_that_are_closed_full_or_plain(shell: str, answered: tuple[int, str]) -> None:
    program = f"'{sys.executable}' -c 'from croupier.cli.main import main; main()'"
    done = subprocess.run(
        ["sh", "-c", shell.replace("croupier", program, 1)],  # noqa: S607 - any shell will do
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr[: len(answered[1])]) == answered
    assert done.stderr.count("\n") == (1 if answered[1] else 0)


def test_a_byte_order_mark_is_passed_over(ask: Callable[..., Asked]) -> None:
    assert ask("settle", "--json", given="\ufeff" + GOOD) == ask("settle", "--json", given=GOOD)


def test_a_narrow_terminal_loses_no_amount(
    ask: Callable[..., Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    _, out, _ = ask("settle", str(ROOT / "examples" / "baccarat.json"))
    assert [line for line in out.splitlines() if "+110.00" in line]


@pytest.mark.parametrize(
    "arguments",
    [
        ("ruling", "royal-three-pictures"),
        ("ruling", "three-card-poker", "misdealt"),
        ("established", str(ROOT / "examples" / "interrupted" / "three-card-poker.json")),
    ],
)
def test_sentences_fit_on_a_narrow_terminal(
    arguments: tuple[str, ...], ask: Callable[..., Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    status, out, _ = ask(*arguments)
    assert (status, "…" in out) == (0, False)
    assert max(map(len, out.splitlines())) <= 60


def test_standard_input_that_is_no_text(ask: Callable[..., Asked]) -> None:
    status, out, err = ask("settle", given='{"game": "\udcff"}')
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_reader_who_leaves_is_no_error() -> None:
    shell = f"'{sys.executable}' -c 'from croupier.cli.main import main; main()' rules trace"
    with subprocess.Popen(
        ["sh", "-c", f"sleep 0.2; exec {shell}"],  # noqa: S607 - any shell will do
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        assert (started.wait(), started.stderr.read()) == (0, "")


def test_names_are_written_in_every_script(ask: Callable[..., Asked]) -> None:
    name = "\u0915\u094d\u200d\u0937"
    status, out, _ = ask("settle", "--json", given=royal('"p1"', f'"{name}"'))
    assert (status, list(json.loads(out)["players"])) == (0, [name])


def test_a_long_name_and_a_large_amount_are_not_cut(ask: Callable[..., Asked]) -> None:
    given = royal('"p1"', f'"{"p" * 60}"').replace("100.00", "1234567890123.45")
    _, out, _ = ask("settle", given=given)
    assert f"{'p' * 60}  main  1234567890123.45  win  1 to 2  +617283945061.72  Player" in out


def test_a_section_of_a_document(ask: Callable[..., Asked]) -> None:
    status, out, _ = ask("rules", "royal-three-pictures", "4", "--json")
    assert (status, [row["clause"] for row in json.loads(out)]) == (0, ["4.1", "4.2"])


def test_version_and_bare_call(ask: Callable[..., Asked]) -> None:
    assert ask("--version") == (0, "croupier 0.1.0\n", "")
    assert ask() == ask("--help")


def test_help_names_every_verb(ask: Callable[..., Asked]) -> None:
    status, out, _ = ask("--help")
    assert status == 0
    assert all(f"  {verb} " in out for verb in ("settle", "rules", "demo"))


def test_demo_shows_every_game_and_repeats_itself(ask: Callable[..., Asked]) -> None:
    status, out, err = ask("demo", "--seed", "7")
    assert (status, err) == (0, "")
    assert [game.title for game in GAMES if game.title not in out] == []
    assert ask("demo", "--seed", "7") == (status, out, err)
    assert ask("demo", "--seed", "8")[1] != out


def test_the_documents_as_json(ask: Callable[..., Asked]) -> None:
    status, out, _ = ask("rules", "--json")
    told = [(row["game"], row["clauses"]) for row in json.loads(out)]
    assert (status, told) == (0, [(game.name, len(game.document.clauses)) for game in GAMES])


def test_an_outline_for_people_and_programs(ask: Callable[..., Asked]) -> None:
    document = rulebook("royal-three-pictures")
    status, out, _ = ask("rules", document.game, "--json")
    assert (status, [row["clause"] for row in json.loads(out)]) == (0, list(document.clauses))
    status, out, _ = ask("rules", document.game)
    assert status == 0
    assert out.startswith("Royal Three Pictures (MBS), version 2\n")


def test_one_clause(ask: Callable[..., Asked]) -> None:
    status, out, _ = ask("rules", "royal-three-pictures", "1.1.4.6", "--json")
    clause = json.loads(out)
    assert (status, clause["clause"], clause["how"]) == (0, "1.1.4.6", "code")
    assert any("royal_three_pictures.py:" in place for place in clause["code"])
    assert clause["tests"]
    status, out, _ = ask("rules", "royal-three-pictures", "5.5")
    assert status == 0
    assert "clause 5.7" in out.split("referred to")[1]


def test_the_trace(ask: Callable[..., Asked]) -> None:
    status, out, _ = ask("rules", "trace", "--json")
    rows = json.loads(out)
    assert (status, len(rows)) == (0, CLAUSES)
    assert set(rows[0]) == {"game", "clause", "gist", "digest", "how", "code", "tests", "chance"}
    status, out, _ = ask("rules", "trace")
    carried = sum(row["how"] != "pending" for row in rows)
    said = f"{carried} of {CLAUSES} clauses are carried out and shown by a test."
    assert out.rstrip().endswith(said)


def test_an_amended_document(ask: Callable[..., Asked], tmp_path: Path) -> None:
    """A text with other words: what it adds, removes and rewords, and what depends on it."""
    file = tmp_path / "royal.txt"
    file.write_text(
        "# ROYAL THREE PICTURES (MBS) Game Rules\n# Version 3\nw.e.f. 1 March 2027\n"
        "- 4.2 Three Kings pays 200 to 1.\n- 4.3 A new clause.\n",
        encoding="utf-8",
    )
    status, out, err = ask("rules", "amended", str(file), "--json")
    found = json.loads(out)
    assert (status, err) == (1, "")
    assert (found["game"], found["given"]) == (
        "royal-three-pictures",
        {"version": 3, "effective": "1 March 2027"},
    )
    assert (found["added"], found["reworded"], len(found["removed"])) == (["4.3"], ["4.2"], 70)
    assert any("royal_three_pictures.py" in place for place in found["depends"]["4.2"]["code"])
    status, out, _ = ask("rules", "amended", str(file))
    assert (status, out.rstrip().splitlines()[-1]) == (1, "72 clauses differ.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Snap, version 1", "its opening names none of the games; say which with --game"),
        ("Royal Three Pictures", "no numbered clause found; is this the text of a rules document?"),
    ],
)
def test_a_text_that_is_no_document(
    text: str, said: str, ask: Callable[..., Asked], tmp_path: Path
) -> None:
    file = tmp_path / "text.txt"
    file.write_text(text, encoding="utf-8")
    assert ask("rules", "amended", str(file)) == (2, "", f"{file}: {said}\n")
