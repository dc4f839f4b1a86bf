"""The digest of the program has its pages and its dependencies in it."""

from __future__ import annotations

import asyncio
from importlib.metadata import Distribution
from typing import TYPE_CHECKING

import pytest

from croupier import digest
from croupier.server.journal.acts import ProgramChanged
from tests.support.configured_house import opened, written

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name in ("games.py", "pages/index.html", "pages/assets/app.js", "migrations/0001.sql"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


@pytest.mark.parametrize("name", ["games.py", "pages/assets/app.js", "migrations/0001.sql"])
def test_a_change_of_any_file_changes_it(package: Path, name: str) -> None:
    before = digest.digest_now(package)
    (package / name).write_text("changed")
    assert digest.digest_now(package) != before


def test_what_python_makes_by_itself_is_no_part_of_it(package: Path) -> None:
    before = digest.digest_now(package)
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "games.pyc").write_text("compiled")
    assert digest.digest_now(package) == before


def test_dependencies_are_part_of_it_directly_or_not(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {line.partition("==")[0] for line in digest.dependency_lines()}
    assert {"starlette", "anyio", "cryptography", "cffi"} <= names
    assert "pytest" not in names
    before = digest.digest_now(package)
    monkeypatch.setattr(digest, "dependency_lines", lambda: iter(["starlette==0.0.1 0"]))
    assert digest.digest_now(package) != before


@pytest.mark.standard(56)
def test_a_file_of_a_dependency_that_was_changed_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "small-1.0.dist-info"
    info.mkdir()
    (tmp_path / "small.py").write_text("honest")
    kept = digest.encoded(tmp_path / "small.py")
    (info / "METADATA").write_text("Name: small\nVersion: 1.0\n")
    record = f"small.py,sha256={kept},6\nsmall-1.0.dist-info/RECORD,,\n../x,sha256=0,1\n"
    (info / "RECORD").write_text(record)
    one = Distribution.at(info)
    monkeypatch.setattr(digest, "dependencies", lambda: [one])
    assert list(digest.changed_dependencies()) == []
    (tmp_path / "small.py").write_text("evil")
    says = "small 1.0: small.py is not as it was installed"
    assert list(digest.changed_dependencies()) == [says]


@pytest.mark.standard(56)
def test_a_running_house_tells_that_its_program_was_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opened(tmp_path, written("baccarat"))
    monkeypatch.setattr(digest, "digest_now", lambda: "another")

    async def look() -> None:
        async with house.queue:
            await house.noticing.look_at_program()
            await house.noticing.look_at_program()

    asyncio.run(look())
    told = [act.program for act in house.acts.last if isinstance(act, ProgramChanged)]
    assert told == ["another"]
    house.close()
