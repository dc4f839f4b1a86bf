"""`rules`: the documents, their clauses, the trace and an amended text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from croupier.games import GAMES
from croupier.rulebook import rulebook
from tests.support.each_game import CLAUSES
from tests.support.printed_documents import printed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.program_answers import Asked


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


def test_a_section_of_a_document(ask: Callable[..., Asked]) -> None:
    status, out, _ = ask("rules", "royal-three-pictures", "4", "--json")
    assert (status, [row["clause"] for row in json.loads(out)]) == (0, ["4.1", "4.2"])


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
    assert said in out
    broken = f"Broken on purpose, {CLAUSES} of {CLAUSES} make a test of theirs fail "
    assert broken in " ".join(out.split())


@pytest.mark.slow
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
    assert (found["renumbered"], len(found["differences"])) == ({}, 72)
    [three_kings] = [one for one in found["differences"] if one["clause"] == "4.2"]
    assert three_kings["wording"] == "Three Kings pays 200 to 1."
    assert three_kings["not_computed"] == "1 pays are written where 6 are known"
    status, out, _ = ask("rules", "amended", str(file))
    assert (status, out.rstrip().splitlines()[-1]) == (1, "72 clauses differ.")
    assert "Warning: Only 0 of 71 clauses are as registered: is it this document?" in out
    assert "4.2 reworded" in out
    assert "Three Kings pays 200 to 1." in out


@pytest.mark.slow
def test_a_report_is_filed(ask: Callable[..., Asked], tmp_path: Path) -> None:
    text = "# Royal Three Pictures\n# Version 3\n- 4.2 Three Kings pays [bold]more[/].\n"
    file = tmp_path / "royal.txt"
    file.write_text(text, encoding="utf-8")
    for kind, begins in {"html": b"<!doctype html>", "pdf": b"%PDF-", "md": b"# Royal"}.items():
        out = tmp_path / f"report.{kind}"
        status, said, err = ask("rules", "amended", str(file), "--report", str(out))
        assert (status, err) == (1, "")
        assert said.rstrip().splitlines()[-1].startswith(f"{out}: ")
        assert "[bold]more[/]" in said
        assert out.read_bytes().startswith(begins)
    assert ask("rules", "amended", str(file), "--report", str(out)) == (
        2,
        "",
        f"{out}: is there already, and nothing is written over it\n",
    )


def test_a_pdf_is_read(ask: Callable[..., Asked], tmp_path: Path) -> None:
    file = tmp_path / "royal.pdf"
    file.write_bytes(printed("Royal Three Pictures", "Version 3\n4.2 One.\n4.3 Two."))
    status, out, err = ask("rules", "amended", str(file), "--json")
    found = json.loads(out)
    assert (status, err, found["added"], found["reworded"]) == (1, "", ["4.3"], ["4.2"])


def test_how_a_game_conforms(ask: Callable[..., Asked], tmp_path: Path) -> None:
    document = rulebook("baccarat")
    status, out, _ = ask("rules", "conformity", "baccarat", "--json")
    told = json.loads(out)
    assert (status, told["game"]) == (0, "baccarat")
    assert [one["clause"] for one in told["clauses"]] == list(document.clauses)
    assert {len(one["mutants"]) > 0 and bool(one["remark"]) for one in told["clauses"]} == {True}
    status, out, _ = ask("rules", "conformity", "baccarat")
    assert status == 0
    assert out.startswith(f"# {document.title}: statement of conformity\n")
    assert out.count("\n### ") == len(document.clauses)
    file = tmp_path / "baccarat.html"
    status, out, _ = ask("rules", "conformity", "baccarat", "--report", str(file))
    assert (status, out) == (0, f"{file}: {file.stat().st_size:,} bytes\n")
    assert "approved by" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("conformity",), "which game? one of three-pictures,"),
        (("conformity", "snap"), "no game is called 'snap'; there are"),
        (
            ("conformity", "baccarat", "--report", "x.docx"),
            "'x.docx': a report is a file that ends",
        ),
        (
            ("amended", "x", "--report", "x"),
            "'x': a report is a file that ends in .html, .pdf, .md",
        ),
        (("baccarat", "--report", "x.md"), "--report goes with 'rules amended' and"),
        (("conformity", "baccarat", "--game", "baccarat"), "--game goes with 'rules amended'"),
    ],
)
def test_what_is_asked_wrongly(
    arguments: tuple[str, ...], says: str, ask: Callable[..., Asked]
) -> None:
    status, out, err = ask("rules", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(says)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Snap, version 1", "its opening names none of the games; say which with --game"),
        ("Royal Three Pictures", "no numbered clause found; is this the text of a rules document?"),
        ("", "is empty"),
        (
            "PK\x03\x04",
            "is an archive or a word processor's file; save the document as text or PDF",
        ),
    ],
)
def test_a_text_that_is_no_document(
    text: str, said: str, ask: Callable[..., Asked], tmp_path: Path
) -> None:
    file = tmp_path / "text.txt"
    file.write_text(text, encoding="utf-8")
    assert ask("rules", "amended", str(file)) == (2, "", f"{file}: {said}\n")
