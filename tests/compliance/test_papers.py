"""The papers: what an amendment changes, how a game conforms; as text, page and PDF."""

from __future__ import annotations

import io
import re

import pypdf
import pytest

from croupier.compliance.amending import amended_by, differences
from croupier.compliance.amendment_paper import Made, report
from croupier.compliance.conformity import NO_REMARK, statement
from croupier.compliance.conformity_paper import paper
from croupier.compliance.named import named
from croupier.compliance.paper import Grid, Pairs, Paper, Part, html, markdown
from croupier.compliance.pdf import pdf
from croupier.games import GAMES, game
from croupier.rulebook.remarks import remarks
from croupier.tracing import evidence, traces
from croupier.tracing.mutants import mutants
from tests.support.folders import ROOT

TEXT = "# Royal Three Pictures\n# Version 2\n4.2 Kings <b>pay</b> more & more.\n"


def amendment() -> Paper:
    said, found = amended_by(TEXT.encode())
    return report(found, differences(found), Made("new.txt", said, "2027-03-01 09:00 UTC"))


def printed(data: bytes) -> str:
    reader = pypdf.PdfReader(io.BytesIO(data))
    said = " ".join(page.extract_text() for page in reader.pages).replace("\u200b", "")
    return " ".join(said.split())


@pytest.mark.slow
def test_the_report_names_document_versions_digests_and_each_difference() -> None:
    told = amendment()
    head = dict(told.head)
    assert (head["registered"], head["given"], head["result"]) == (
        "version 2, in force from 2020-03-24",
        "version 2, in force from unknown",
        "71 clauses differ.",
    )
    assert re.fullmatch(r"SHA-256 [0-9a-f]{64}", head["digest of file"])
    assert [part.title for part in told.parts][:4] == [
        *("Warnings", "Differences", "Clause by clause", "1.1 removed")
    ]
    assert len([part for part in told.parts if part.below]) == 71
    beside, rows = told.parts[-1].blocks
    assert isinstance(beside, Grid)
    assert isinstance(rows, Pairs)
    assert beside.rows[0][1] == "Kings <b>pay</b> more & more."
    assert list(dict(rows.rows)) == [
        *("digests", "code that depends on it", "tests that show it", "odds", "decision")
    ]
    assert "not computed" in dict(rows.rows)["odds"]


@pytest.mark.slow
def test_it_is_the_same_as_page_and_pdf_with_room_to_sign() -> None:
    told = amendment()
    page, pages = html(told), printed(pdf(told))
    assert "Kings &lt;b&gt;pay&lt;/b&gt; more &amp; more." in page
    assert page.count("<h3>") == 71
    for said in (page, pages):
        assert "ask which of the two is approved." in said
        assert all(role in said for role in ("prepared by", "checked by", "approved by"))
    assert "Kings <b>pay</b> more & more." in pages


def test_a_pdf_is_tagged_and_the_same_again() -> None:
    told = Paper("Title", (("a", "b"),), (Part("One", ("words", Grid(("x",), (("#y",),)))),))
    data = pdf(told)
    assert data == pdf(told)
    root = pypdf.PdfReader(io.BytesIO(data)).trailer["/Root"]
    assert b"pdfuaid:part>1<" in root["/Metadata"].get_data()  # type: ignore[index]
    assert markdown(told) == ["- **a**: b", "## One", "words", "| x |\n| --- |\n| #y |"]


def test_nothing_that_differs_is_said_in_one_sentence() -> None:
    said, found = amended_by(TEXT.encode())
    same = Made("new.txt", said, "now")
    told = report(found, [], same)
    assert told.parts[-1] == Part("Differences", (found.in_words,))


@pytest.mark.parametrize("name", [of.name for of in GAMES])
def test_a_statement_has_every_clause_with_all_that_is_asked(name: str) -> None:
    of = game(name)
    told = {one.number: one for one in statement(of).clauses}
    assert list(told) == list(of.document.clauses)
    hows = {row.clause: row.how for row in traces() if row.game == name}
    for number, one in told.items():
        assert one.how == hows[number]
        assert one.parts
        assert one.functions
        assert all(place.count(":") == 1 for place in one.functions), number
        assert one.scenario in evidence()[name, number]
        assert one.scenario.startswith("tests/scenarios/")
        assert one.mutants == mutants()[name, number]
        assert one.remark == remarks(name)[number]


def test_a_statement_says_which_reading_is_in_force() -> None:
    told = {one.number: one for one in statement(game("royal-three-pictures")).clauses}
    assert told["3.19"].readings == ("three-pictures-points: zero",)
    assert told["3.21"].readings == ()
    other = game("royal-three-pictures").under({"three-pictures-points": "none"})
    [read] = [one for one in statement(other).clauses if one.number == "3.19"]
    assert read.readings == ("three-pictures-points: none",)


def test_a_game_that_nobody_has_remarked_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.compliance.conformity.remarks", lambda _: {})
    assert {one.remark for one in statement(game("baccarat")).clauses} == {NO_REMARK}


def test_survivors_stand_there_with_their_reasons() -> None:
    told = "\n".join(markdown(paper(statement(game("baccarat")))))
    [row] = [line for line in told.splitlines() if "settle-as-placed not carried out" in line]
    assert "Not found out, and why: bet-misplaced: settle-as-placed not carried out: a term" in row


@pytest.mark.slow
def test_a_statement_is_printed_whole() -> None:
    told = paper(statement(game("baccarat")), signed=True)
    said = printed(pdf(told))
    assert "Non-Commission Baccarat (Electronic Table Game): statement of conformity" in said
    for number, says in remarks("baccarat").items():
        assert says[-40:].replace(" ", "") in said.replace(" ", "").replace("-", "-"), number
    assert "prepared by" in said


def test_functions_are_called_by_their_names() -> None:
    place = next(place for row in traces() for place in row.code if "table/placing.py" in place)
    assert re.fullmatch(r"table/placing\.py:[a-z_]+", named(place))
    source = (ROOT / "src/croupier/table/placing.py").read_text(encoding="utf-8")
    assert f"def {named(place).partition(':')[2]}(" in source
