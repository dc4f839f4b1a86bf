"""Every verb that takes a file, given what is none of its kind: one line, in our own words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LIBRARY = re.compile(
    r"Errno|Input data|Object missing|Object contains|codec|checksum|truncated|header|File exists"
    r"|Traceback|No such file or|Is a directory|Not a directory|Expected|not a database|disk image"
    r"|byte 0x|\bNone\b|Error"
)
FILES: dict[str, Callable[[Path], object]] = {
    "missing": lambda file: file,
    "folder": lambda file: file.mkdir(),
    "empty": lambda file: file.write_bytes(b""),
    "no text": lambda file: file.write_bytes(b"\xff\xfe\x00" * 2000),
    "cut off": lambda file: file.write_bytes(b'{"format": "croupier-receipt-1", "entr'),
    "other JSON": lambda file: file.write_bytes(b'{"colour": "red"}'),
    "a list": lambda file: file.write_bytes(b"[[]]"),
}
VERBS = (
    "audit verify FILE",
    "audit verify FILE --key FILE",
    "audit verify KEPT --checkpoint FILE",
    "audit receipt FILE",
    "audit receipt FILE --checkpoint FILE",
    "audit replay FILE t1 1",
    "audit recall FILE p1",
    "audit export FILE",
    "audit scenario FILE t1 1",
    "audit accept FILE --by m1",
    "fairness verify FILE",
    "fairness verify KEPT --key FILE",
    "fairness record FILE t1",
    "house check FILE",
    "house status FILE",
    "house keys FILE",
    "house keys FILE --rotate",
    "house people FILE",
    "house password FILE p1",
    "house unlock FILE p1",
    "house backup FILE NEW",
    "house restore FILE NEW",
    "house verify-program FILE",
    "backup FILE NEW",
    "restore FILE NEW",
    "report FILE",
    "settle FILE",
    "established FILE",
    "scenario FILE",
    "play --replay FILE",
    "par baccarat --simulation FILE",
    "rules amended FILE",
    "serve --folder KEPT --port 0 --certificate FILE --key FILE",
)


@pytest.mark.slow
@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("verb", VERBS)
def test_what_is_no_file_of_the_kind_is_one_line(
    verb: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, kept, new = tmp_path / "given", tmp_path / "kept", tmp_path / "new"
    FILES[kind](file)
    names = {"FILE": str(file), "KEPT": str(kept), "NEW": str(new)}
    status = run([names.get(word, word) for word in verb.split()])
    out, err = capsys.readouterr()
    assert status in {1, 2}
    assert not LIBRARY.search(out + err)
    if verb != "house check FILE":  # which has a line for everything that is wrong
        assert (out + err).count("\n") == 1
        assert str(file) in err or "key: a public key is 64" in err or str(kept) in err
