"""What installs without a network: the list with hashes, the script, the list of parts."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.folders import ROOT
from tools.audit_dependencies import locked
from tools.bundle import bundle, furnish, made_for, requirements
from tools.locked import needed, pinned
from tools.sbom import sbom

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = ROOT / "tools" / "install.sh"
CORE = {"msgspec", "numpy", "rich", "typer"}


def installing(folder: Path, *arguments: str) -> tuple[int, str]:
    command = ["sh", str(folder / "install.sh"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def test_every_lock_pins_the_same() -> None:
    pins = {(one.name, one.version) for one in pinned()}
    for name in ("run", "dev"):
        text = (ROOT / "requirements" / f"{name}.lock").read_text("utf-8")
        names = {one for one, _ in pins}
        assert {(one.name, one.version) for one in locked(text) if one.name in names} <= pins
    assert all(one.hashes for one in pinned())


def test_what_is_needed_follows_the_extras() -> None:
    bare = {one.name for one in needed(())}
    house = {one.name for one in needed(("server",))}
    shared = {one.name for one in needed(("postgres", "nats"))}
    assert bare >= CORE
    assert not bare & {"starlette", "cryptography", "numba", "llvmlite", "typst", "pillow"}
    assert house - bare >= {"starlette", "anyio", "cryptography", "cffi", "uvicorn", "uvloop"}
    assert not house & {"numba", "llvmlite", "typst", "pillow", "psycopg"}
    assert shared - house >= {"psycopg", "psycopg-binary", "nats-py", "nkeys"}
    assert {one.name for one in needed(("all",))} == {one.name for one in pinned()}


def test_the_program_stands_in_the_list_with_its_own_hash(tmp_path: Path) -> None:
    wheel = tmp_path / "croupier.whl"
    wheel.write_bytes(b"")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    first = requirements(wheel, ("server",)).splitlines()[:2]
    assert re.fullmatch(r"croupier\[server\]==[\d.]+ \\", first[0])
    assert first[1] == f"    --hash=sha256:{empty}"
    assert "#" not in requirements(wheel, ())


def test_another_python_is_refused_in_one_line(tmp_path: Path) -> None:
    shutil.copy(SCRIPT, tmp_path)
    (tmp_path / "made-for").write_text("cpython-39 plan9-mips\n")
    told = installing(tmp_path, str(tmp_path / "to"), sys.executable)
    says = "this bundle was made for cpython-39 plan9-mips, and"
    assert (told[0], told[1][: len(says)], told[1].count("\n")) == (2, says, 1)
    assert installing(tmp_path) == (2, "usage: sh install.sh FOLDER [PYTHON]\n")
    assert not (tmp_path / "to").exists()


def test_the_list_of_parts_names_each_and_what_needs_it() -> None:
    told = sbom()
    assert json.loads(json.dumps(told)) == told
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    parts = {one["bom-ref"]: one for one in told["components"]}
    assert len(parts) == len(told["components"])
    required = {one["name"] for one in parts.values() if one["scope"] == "required"}
    assert required >= CORE | {"svelte", "pydantic"}
    assert not required & {"starlette", "numba"}
    own = told["metadata"]["component"]["bom-ref"]
    known = {own, *parts}
    edges = {one["ref"]: one["dependsOn"] for one in told["dependencies"]}
    assert set(edges) <= known
    assert {to for those in edges.values() for to in those} <= known
    assert "pkg:pypi/anyio@" in " ".join(edges[next(one for one in parts if "/starlette@" in one)])


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
