"""The wheel, made of the source archive and installed where nothing else is."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from zipfile import ZipFile

import pytest

from croupier.digest import PACKAGE, own_files
from tests.support.bare_program import NEEDS, WORKS, Answer, answers, lacks
from tests.support.folders import ROOT, unpack

PAGES = "src/croupier/pages"
UV = Path(sys.executable).with_name("uv")
REFUSED = (
    f"croupier cannot be packed: its pages are missing in {PAGES}. `make pages` builds them from"
    " the sources, and `make wheel` builds both."
)


def packed(sources: Path, to: Path, *what: str) -> subprocess.CompletedProcess[str]:
    """With no Node to be found, and nothing that could load one."""
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(to), *what],
        cwd=sources,
        env=dict(os.environ, PATH=""),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources as the archive has them, unpacked."""
    for built, command in ((f"{PAGES}/index.html", "pages"), ("build/croupier.cdx.json", "sbom")):
        if not (ROOT / built).is_file():
            pytest.skip(f"{built} is missing: make {command}")
    folder = tmp_path_factory.mktemp("archive")
    done = packed(ROOT, folder, "-t", "sdist")
    assert done.returncode == 0, done.stderr
    [file] = folder.glob("*.tar.gz")
    unpack(file, folder)
    return file.with_name(file.name.removesuffix(".tar.gz"))


@pytest.fixture(scope="module")
def wheel(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    done = packed(archive, folder, "-t", "wheel")
    assert done.returncode == 0, done.stderr
    [file] = folder.glob("*.whl")
    return file


def install(python: Path, wheel: Path, *extras: str) -> None:
    """Install the wheel from uv's cache where that is possible, by the hashes of the lock."""
    wanted = f"croupier[{','.join(extras)}] @ {wheel.as_uri()}"
    constraints = ["--verify-hashes", "-c", str(ROOT / "requirements" / "dev.lock")]
    command = [str(UV), "pip", "install", "-q", "--python", str(python), *constraints, wanted]
    if subprocess.run([*command, "--offline"], capture_output=True, check=False).returncode:
        subprocess.run(command, check=True)


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with the wheel and what it needs; no test installs more into it."""
    return environment(tmp_path_factory.mktemp("bare"), wheel)


def environment(folder: Path, wheel: Path, *extras: str) -> Path:
    """Return the Python of a new virtual environment with the wheel and these extras."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    install(python, wheel, *extras)
    return python


def test_nothing_is_packed_without_the_pages(archive: Path, tmp_path: Path) -> None:
    pages = (archive / PAGES).rename(tmp_path / "pages")
    try:
        for what in ("wheel", "sdist"):
            done = packed(archive, tmp_path / "to", "-t", what)
            assert (done.returncode, done.stderr.strip()) == (1, REFUSED)
        assert list(tmp_path.glob("to/*")) == []
        assert packed(archive, tmp_path / "to", "-t", "wheel:editable").returncode == 0
    finally:
        pages.rename(archive / PAGES)


def test_the_wheel_has_the_pages_and_the_list_of_its_parts(wheel: Path) -> None:
    with ZipFile(wheel) as opened:
        names = set(opened.namelist())
        [info] = {name.partition("/")[0] for name in names if ".dist-info/" in name}
        lists = {name.rpartition("/")[2] for name in names if f"{info}/sboms/" in name}
        parts = json.loads(opened.read(f"{info}/sboms/croupier.cdx.json"))
        about = opened.read(f"{info}/METADATA").decode()
    assert lists == {"croupier.cdx.json", "pages.cdx.json"}
    assert "croupier/pages/index.html" in names
    assert {"croupier/house.toml", "croupier/py.typed", "croupier/par/sheet.typ"} <= names
    sources = ((folder, files) for folder, _, files in os.walk(ROOT / "src" / "croupier"))
    for folder, files in sources:
        place = Path(folder).relative_to(ROOT / "src")
        assert place.name == "__pycache__" or {str(place / file) for file in files} <= names
    assert [name for name in names if not name.startswith(("croupier/", "croupier-"))] == []
    assert (parts["bomFormat"], parts["metadata"]["component"]["name"]) == ("CycloneDX", "croupier")
    needs = re.findall(r"^Requires-Dist: (\w+)[^;\n]*$", about, re.MULTILINE)
    assert needs == ["msgspec", "numpy", "rich", "typer"]


def test_the_wheel_and_the_checkout_have_the_same_digest(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as opened:
        opened.extractall(tmp_path)
    package = tmp_path / "croupier"
    assert list((package / "rulebook" / "scenarios").rglob("*.txt"))
    assert list(own_files(package)) == list(own_files(PACKAGE))


def test_installed_alone_it_settles_and_says_what_else_lacks(bare: Path) -> None:
    told = zip(WORKS, answers(bare, WORKS), strict=True)
    assert [(call, one.complained) for call, one in told if one.status or not one.said] == []
    calls = [(extra, call) for extra, those in NEEDS.items() for call in those]
    said = answers(bare, [call for _, call in calls])
    assert said == [Answer(2, "", lacks(extra, call)) for extra, call in calls]


def test_installed_alone_it_knows_the_situations_behind_a_clause(bare: Path) -> None:
    """Those of the scenario files, which stand among the tests in the sources."""
    [told] = answers(bare, [["rules", "three-pictures", "1.16", "--json"]])
    row = json.loads(told.said)
    file = "tests/scenarios/live/three_pictures_words.txt"
    assert row["how"] == "definition"
    assert f"{file}: A standing player bets on the box of a seated one" in row["tests"]


def test_with_the_server_it_is_a_house_with_its_pages(wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "environment", wheel, "server")
    house = str(tmp_path / "house")
    command = [str(python.with_name("croupier")), "serve", "--folder", house, "--port", "0"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=quiet, text=True) as run:
        try:
            assert run.stdout is not None
            lines = iter(run.stdout.readline, "")
            address = next(line.split()[-1] for line in lines if "is open at" in line)
            page = fetched(address)
            assert "<title>" in page
            script = re.search(r'src="/(assets/[^"]+\.js)"', page)
            assert script
            assert fetched(address + script[1])
        finally:
            run.send_signal(signal.SIGINT)


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=20) as answer:  # noqa: S310 - of this machine
        told: str = answer.read().decode()
    return told
