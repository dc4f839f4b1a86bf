"""A generated file that is stale is named, whatever else is uncommitted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tools import generated
from tools.markdown import ROOT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two generated files, of which `generate` writes one."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "standards.md").write_text("fresh", "utf-8")
    (tmp_path / "README.md").write_text("by hand", "utf-8")
    (tmp_path / "ui" / "src").mkdir(parents=True)
    (tmp_path / "ui" / "src" / "wire.ts").write_text("fresh", "utf-8")
    monkeypatch.setattr(generated, "ROOT", tmp_path)
    monkeypatch.setattr(
        generated, "generate", lambda: (tmp_path / "ui/src/wire.ts").write_text("fresh", "utf-8")
    )
    return tmp_path


def test_fresh_files_pass_whatever_else_has_changed(checkout: Path) -> None:
    (checkout / "README.md").write_text("edited", "utf-8")
    (checkout / "docs" / "standards.md").write_text("edited, and not generated anew", "utf-8")
    generated.main(["--check"])


@pytest.mark.parametrize("before", ["stale", None])
def test_a_stale_or_missing_file_is_named(checkout: Path, before: str | None) -> None:
    wire = checkout / "ui" / "src" / "wire.ts"
    wire.unlink()
    if before is not None:
        wire.write_text(before, "utf-8")
    with pytest.raises(SystemExit) as stopped:
        generated.main(["--check"])
    assert stopped.value.code == (
        "stale generated files, now rewritten; review and commit: ui/src/wire.ts"
    )
    assert wire.read_text("utf-8") == "fresh"


def test_writing_them_is_no_error(checkout: Path) -> None:
    (checkout / "ui" / "src" / "wire.ts").write_text("stale", "utf-8")
    generated.main([])


def test_every_pattern_names_files() -> None:
    assert [pattern for pattern in generated.FILES if not [*ROOT.glob(pattern)]] == []
