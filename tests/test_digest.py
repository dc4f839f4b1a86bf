"""The digest of the program has its pages and its dependencies in it."""

from __future__ import annotations

import asyncio
from importlib.metadata import Distribution
from pathlib import Path
from py_compile import PycInvalidationMode
from py_compile import compile as compiled

import pytest

from croupier import digest
from croupier.server.journal.acts import ProgramChanged
from croupier.server.journal.check_acts import ProgramVerified
from tests.support.configured_house import opened, written


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name in (
        "games.py",
        "pages/index.html",
        "pages/assets/app.js",
        "journal/sqlite.sql",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("name", ["games.py", "pages/assets/app.js", "journal/sqlite.sql"])
def test_a_change_of_any_file_changes_it(package: Path, name: str) -> None:
    before = digest.digest_now(package)
    (package / name).write_text("changed")
    assert digest.digest_now(package) != before


def test_what_python_makes_by_itself_is_no_part_of_it(package: Path) -> None:
    before = digest.digest_now(package)
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "games.pyc").write_text("compiled")
    assert digest.digest_now(package) == before


def test_scenario_files_are_no_part_of_it_and_programs_beside_them_are(package: Path) -> None:
    before = digest.digest_now(package)
    evidence = package / "rulebook" / "scenarios" / "live"
    evidence.mkdir(parents=True)
    (evidence / "baccarat.txt").write_text("game baccarat")
    assert digest.digest_now(package) == before
    (evidence / "program.py").write_text("import os")
    assert digest.digest_now(package) != before


def test_dependencies_are_part_of_it_directly_or_not(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {line.partition("==")[0] for line in digest.dependency_lines()}
    assert {"starlette", "anyio", "cryptography", "cffi"} <= names
    assert {"psycopg-binary", "nkeys", "typst"} <= names, "what extras bring, and extras of theirs"
    assert not {"pytest", "croupier", "ipython"} & names
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
    monkeypatch.setattr(digest, "lines_now", lambda *_: ("app.py another",))

    async def look() -> None:
        async with house.queue:
            await house.noticing.look_at_program()
            await house.noticing.look_at_program()

    asyncio.run(look())
    told = [act.program for act in house.acts.last if isinstance(act, ProgramChanged)]
    assert told == [digest.digest_of(["app.py another"])]
    looks = [act for act in house.acts.last if isinstance(act, ProgramVerified)]
    assert [(one.by, one.program, one.accepted) for one in looks] == [("house", *told, None)] * 2
    house.close()


@pytest.mark.threat("T92")
@pytest.mark.standard(56)
def test_a_folder_from_elsewhere_in_front_of_a_file_is_noticed(tmp_path: Path) -> None:
    """Python reads `money/__init__.py` where `money.py` lies beside it."""
    package, elsewhere = tmp_path / "program", tmp_path / "elsewhere"
    package.mkdir()
    elsewhere.mkdir()
    (package / "money.py").write_text("CENTS = 1\n")
    (elsewhere / "__init__.py").write_text("CENTS = 2\n")
    before = list(digest.own_files(package))
    (package / "money").symlink_to(elsewhere)
    assert [one.split()[0] for one in digest.own_files(package)] == ["money", "money.py"]
    assert set(before) < set(digest.own_files(package))


@pytest.mark.standard(56)
@pytest.mark.parametrize("mode", PycInvalidationMode)
def test_what_python_keeps_of_a_file_is_held_against_it(
    tmp_path: Path, mode: PycInvalidationMode
) -> None:
    file, other = tmp_path / "money.py", tmp_path / "other.py"
    file.write_text("CENTS = 1\n")
    other.write_text("CENTS = 2\n")
    cache = Path(str(compiled(str(file), invalidation_mode=mode)))
    assert list(digest.changed_caches(tmp_path)) == []
    head = cache.read_bytes()[:16]
    kept = Path(str(compiled(str(other), invalidation_mode=mode))).read_bytes()
    for planted in (kept[16:], b"no code"):
        cache.write_bytes(head + planted)
        says = f"__pycache__/{cache.name} is not made of money.py"
        assert list(digest.changed_caches(tmp_path)) == [says]
    file.write_text("CENTS = 30\n")
    stale = [] if mode is not PycInvalidationMode.UNCHECKED_HASH else [says]
    assert list(digest.changed_caches(tmp_path)) == stale, "which is made anew, where it is looked"
