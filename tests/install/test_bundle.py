"""What installs without a network: the list with hashes, the script, the list of parts."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

import croupier
from tests.support.folders import ROOT
from tools.bundle import ENTRY, PINNED, bundle, furnish, locked, made_for, needed
from tools.pinned import pinned_project, pins

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = ROOT / "tools" / "install.sh"
LOCKS = ROOT / "requirements"
PARTS = ROOT / "build" / "croupier.cdx.json"
CORE = {"msgspec", "numpy", "rich", "typer"}


def lock_text(name: str) -> str:
    return (LOCKS / f"{name}.lock").read_text("utf-8")


def installing(folder: Path, *arguments: str) -> tuple[int, str]:
    command = ["sh", str(folder / "install.sh"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def entries(lock: str) -> set[str]:
    """Return each `name==version` of a lock file with its marker."""
    return {line.rstrip("\\ ") for line in lock.splitlines() if "==" in line[:60]}


def test_what_a_house_runs_on_is_what_the_tests_run_on() -> None:
    run, dev = (entries(lock_text(name)) for name in ("run", "dev"))
    assert len(run) > 20
    assert {name_of(entry) for entry in run} <= {name_of(entry) for entry in dev}
    assert {entry.partition(" ;")[0] for entry in run} <= {
        entry.partition(" ;")[0] for entry in dev
    }


def name_of(entry: str) -> str:
    return entry.partition("==")[0]


@pytest.mark.parametrize("lock", sorted(path.stem for path in LOCKS.glob("*.lock")))
def test_every_package_of_a_lock_has_a_hash_and_no_lock_names_a_host(lock: str) -> None:
    text = lock_text(lock)
    assert text.strip()
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text
    assert [one[0] for one in ENTRY.finditer(text) if "--hash=sha256:" not in one[0]] == []
    assert "".join(one[0] for one in ENTRY.finditer(text)) == text


def entry(pin: str) -> str:
    return f"{pin} \\\n    --hash=sha256:{pin[:1] * 8}\n"


def test_the_bundle_takes_its_hashes_from_the_lock() -> None:
    lock = "".join(entry(one) for one in ("a==1 ; x", "a==2 ; y", "ab==3"))
    assert locked({"a"}, lock) == lock[: lock.index("ab==")]
    assert locked({"a", "ab"}, lock) == lock
    with pytest.raises(SystemExit, match=r"cupy-cuda13x is not in dev\.lock"):
        locked({"a", "cupy-cuda13x"}, lock)


def test_a_pinned_project_asks_for_the_versions_of_the_lock() -> None:
    lock = (
        "a==1 ; sys_platform == 'linux' \\\n    --hash=sha256:aa\nb==2 \\\n    --hash=sha256:bb\n"
    )
    project = 'name = "croupier"\ndynamic = ["version"] # where\n'
    told = tomllib.loads(pinned_project(project, lock))
    assert told == {
        "name": "croupier",
        "version": croupier.__version__,
        "tool": {"uv": {"constraint-dependencies": ["a==1 ; sys_platform == 'linux'", "b==2"]}},
    }
    pinned = pins(lock_text("dev"))
    assert len(pinned) == len(entries(lock_text("dev")))


@pytest.mark.skipif(not PINNED.is_dir(), reason="build/lock is missing: make sbom")
def test_the_extras_decide_what_is_needed() -> None:
    bare, house, shared = (needed(extras) for extras in ((), ("server",), ("postgres", "nats")))
    assert bare >= CORE
    assert not bare & {"starlette", "cryptography", "numba", "llvmlite", "typst", "pillow"}
    assert house - bare >= {"starlette", "anyio", "cryptography", "cffi", "uvicorn", "uvloop"}
    assert not house & {"numba", "llvmlite", "typst", "pillow", "psycopg"}
    assert shared - house >= {"psycopg", "psycopg-binary", "nats-py", "nkeys"}
    with pytest.raises(SystemExit, match="Extra `nonsense` is not defined"):
        needed(("nonsense",))


def test_another_python_is_refused_in_one_line(tmp_path: Path) -> None:
    shutil.copy(SCRIPT, tmp_path)
    (tmp_path / "made-for").write_text("cpython-39 plan9-mips\n")
    told = installing(tmp_path, str(tmp_path / "to"), sys.executable)
    says = "this bundle was made for cpython-39 plan9-mips, and"
    assert (told[0], told[1][: len(says)], told[1].count("\n")) == (2, says, 1)
    assert installing(tmp_path) == (2, "usage: sh install.sh FOLDER [PYTHON]\n")
    assert not (tmp_path / "to").exists()


@pytest.mark.skipif(not PARTS.is_file(), reason="build/croupier.cdx.json is missing: make sbom")
def test_the_list_of_parts_names_each_part_and_what_needs_it() -> None:
    told = json.loads(PARTS.read_text("utf-8"))
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.5")
    own = told["metadata"]["component"]
    assert (own["name"], own["version"]) == ("croupier", croupier.__version__)
    parts = {one["bom-ref"]: one["name"] for one in told["components"]}
    assert set(parts.values()) >= CORE | needed(("all",))
    edges = {one["ref"]: set(one.get("dependsOn", ())) for one in told["dependencies"]}
    [starlette] = [ref for ref, name in parts.items() if name == "starlette"]
    assert "anyio" in {parts[ref] for ref in edges[starlette]}
    pages = json.loads(PARTS.with_name("pages.cdx.json").read_text("utf-8"))
    assert "svelte" in {one["name"] for one in pages["components"]}


def test_what_runs_a_house_lies_in_the_bundle(tmp_path: Path) -> None:
    """Who has no network has no sources either."""
    furnish(tmp_path)
    told = (ROOT / "docs" / "operator.md").read_text(encoding="utf-8")
    named = set(re.findall(r"ops/[\w.-]*\w", told))
    assert {"ops/croupier.service", "ops/nginx.conf", "ops/alerts.yml"} <= named
    assert [one for one in sorted(named) if not (tmp_path / one).is_file()] == []


@pytest.mark.demand
@pytest.mark.timeout(900)
def test_a_bundle_installs_where_there_is_no_network(tmp_path: Path) -> None:
    """Its wheels are downloaded; then no network is there, where the system lets us do that."""
    found = sorted((ROOT / "dist").glob("croupier-*.whl"))
    alone = ["unshare", "--net"]
    if not found or subprocess.run([*alone, "true"], check=False).returncode:
        pytest.skip("there is no wheel (make wheel), or no namespace without a network")
    bundle(tmp_path / "bundle", found[-1], ())
    assert (tmp_path / "bundle" / "made-for").read_text() == f"{made_for()}\n"
    install = [*alone, "sh", str(tmp_path / "bundle" / "install.sh"), str(tmp_path / "to")]
    subprocess.run([*install, sys.executable], check=True)
    settled = [*alone, str(tmp_path / "to" / "bin" / "croupier"), "odds", "--all"]
    told = subprocess.run(settled, capture_output=True, text=True, check=True)
    assert "baccarat" in told.stdout
