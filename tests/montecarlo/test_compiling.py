"""Machine code that is kept on disk: damaged, foreign or out of reach, it is made anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from croupier.montecarlo.cache_files import DIGEST
from croupier.montecarlo.compiling import kept_code
from croupier.montecarlo.counting import Compiled, Plain
from croupier.montecarlo.options import asked_of
from croupier.montecarlo.simulation import cells_of
from croupier.montecarlo.words import key_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "croupier"


def test_what_was_written_is_read_and_nothing_else_is_left(cache: Path) -> None:
    kept_code("text").write(b"code")
    assert kept_code("text").read() == b"code"
    assert kept_code("other text").read() is None
    assert [one.suffix for one in cache.iterdir()] == [".o"]


@pytest.mark.parametrize("damage", [b"", b"x" * DIGEST, b"\0" * 4000, None])
def test_damaged_code_is_not_run(cache: Path, damage: bytes | None) -> None:
    """Run, it would end the program without a word."""
    cells = cells_of(asked_of("baccarat"))
    Compiled(cells)
    [file] = cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:-100] if damage is None else damage)
    counts = Compiled(cells).count(key_of(1), 0, 1000)
    assert np.array_equal(counts, Plain(cells).count(key_of(1), 0, 1000))
    assert file.read_bytes() == whole


def test_no_place_to_keep_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(taken))
    kept_code("text").write(b"code")
    assert kept_code("text").read() is None
    assert taken.read_text(encoding="utf-8") == "a file"
