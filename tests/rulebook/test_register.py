"""`tools.register`: digests of a new document, without the texts of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.rulebook.register import REGISTERS, parse_register
from tools.register import main

EXAMPLE = Path(__file__).parents[2] / "examples" / "high-card"
TEXT = (EXAMPLE / "high-card.txt").read_text(encoding="utf-8")


@pytest.fixture
def registers(tmp_path: Path) -> Path:
    """A new register, as it was written by hand, beside one whose text nobody has here."""
    folder = tmp_path / "registers"
    folder.mkdir()
    for name, register in {
        "high-card": EXAMPLE / "register.tsv",
        "baccarat": REGISTERS / "baccarat.tsv",
    }.items():
        (folder / f"{name}.tsv").write_bytes(register.read_bytes())
    return folder


@pytest.mark.parametrize("given", ["high-card.txt", ""], ids=["a file", "its folder"])
def test_one_text_is_enough(
    registers: Path, given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main([str(EXAMPLE / given)], registers)
    assert capsys.readouterr().out == "high-card.tsv\n"
    written = (EXAMPLE / "register.tsv").read_text(encoding="utf-8").split("\n\n")[1]
    document = parse_register((registers / "high-card.tsv").read_text(encoding="utf-8"))
    assert [
        f"{one.number}\t{one.kind}\t{one.gist}" for one in document.clauses.values()
    ] == written.splitlines()
    assert len({one.digest for one in document.clauses.values()}) == len(document.clauses)
    same = (registers / "baccarat.tsv").read_bytes()
    assert same == (REGISTERS / "baccarat.tsv").read_bytes()


def test_a_register_with_digests_follows_an_amended_text(registers: Path, tmp_path: Path) -> None:
    main([str(EXAMPLE)], registers)
    before = (registers / "high-card.tsv").read_text(encoding="utf-8").splitlines()
    amended = tmp_path / "high-card.txt"
    amended.write_text(TEXT.replace("15 to 1", "14 to 1"), encoding="utf-8")
    main([str(amended)], registers)
    after = (registers / "high-card.tsv").read_text(encoding="utf-8").splitlines()
    changed = [row for row, old in zip(after, before, strict=True) if row != old]
    assert [row.split("\t")[0] for row in changed] == ["4.3"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (TEXT + "- 6.3 One more.\n", "High Card: write the gist of 6.3 first"),
        (TEXT.replace("- 6.2 ", "- "), "High Card: the text lacks 6.2; take them out first"),
    ],
)
def test_clauses_that_differ_are_named_and_nothing_is_written(
    registers: Path, tmp_path: Path, text: str, says: str
) -> None:
    (tmp_path / "high-card.txt").write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path / "high-card.txt")], registers)
    assert ended.value.code == says
    assert (registers / "high-card.tsv").read_bytes() == (EXAMPLE / "register.tsv").read_bytes()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([], "which texts? python -m tools.register FOLDER, or GAME.txt"),
        (["snap.txt"], "{registers}/snap.tsv: cannot be read: No such file or directory"),
        (["baccarat.txt"], "baccarat.txt: cannot be read: No such file or directory"),
        (["{registers}"], "{registers}: no text here is named after a register in {registers}"),
    ],
)
def test_what_is_missing_is_told_in_one_line(registers: Path, given: list[str], says: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([one.format(registers=registers) for one in given], registers)
    assert ended.value.code == says.format(registers=registers)


def test_a_row_that_is_no_row_is_named(registers: Path) -> None:
    register = registers / "high-card.tsv"
    register.write_text(register.read_text(encoding="utf-8") + "6.3\tauthority\n", "utf-8")
    with pytest.raises(SystemExit) as ended:
        main([str(EXAMPLE)], registers)
    assert ended.value.code == "'6.3  authority' is not number, kind and gist"
