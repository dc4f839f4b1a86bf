"""What is installed is what is locked, and no advisory speaks of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tools.audit_dependencies import Pin, affects, differs, locked, main

if TYPE_CHECKING:
    from pathlib import Path

LOCK = """small==1.2 \\
    --hash=sha256:aa
other-one==2.0 ; sys_platform != 'win32' \\
    --hash=sha256:bb
other-one==1.0 ; python_full_version < '3' \\
    --hash=sha256:cc
bare==3.0
"""


def advisory(*events: dict[str, str], **more: Any) -> dict[str, Any]:  # noqa: ANN401 - as OSV has it
    package = {"ecosystem": "PyPI", "name": "Small"}
    ranges = [{"type": "ECOSYSTEM", "events": list(events)}]
    return {
        "id": "TEST-1",
        "summary": "bad",
        "affected": [{"package": package, "ranges": ranges}],
    } | more


def test_a_lock_is_read_with_what_has_no_hash() -> None:
    assert locked(LOCK) == [
        Pin("small", "1.2"),
        Pin("other-one", "2.0"),
        Pin("other-one", "1.0", here=False),
        Pin("bare", "3.0", hashed=False),
    ]


def test_what_is_installed_otherwise_is_told() -> None:
    installed = {"small": "1.3", "other-one": "2.0", "stray": "0.1", "croupier": "0.1.0"}
    assert list(differs(locked(LOCK), installed)) == [
        "small 1.3 is installed, and 1.2 is locked",
        "stray 0.1 is installed and not locked",
    ]


@pytest.mark.parametrize(
    ("version", "is_affected"),
    [
        ("0.9", False),
        ("1.0rc1", False),
        ("1.0", True),
        ("1.9", True),
        ("1.10", False),
        ("2.0", True),
    ],
)
def test_ranges_follow_the_order_of_releases(version: str, is_affected: bool) -> None:  # noqa: FBT001
    one = advisory({"introduced": "1.0"}, {"fixed": "1.10"}, {"introduced": "2.0"})
    assert affects(one, "small", version) is is_affected
    assert not affects(one, "other-one", version)
    assert not affects(one | {"withdrawn": "2026-01-01T00:00:00Z"}, "small", version)


def test_the_locks_of_the_program_are_audited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = advisory({"introduced": "0"})
    known["affected"][0]["package"]["name"] = "starlette"
    (tmp_path / "advisories.json").write_text(json.dumps([known]))
    assert main(["--advisories", str(tmp_path / "advisories.json")]) == 1
    assert "TEST-1: bad" in capsys.readouterr().out
    (tmp_path / "advisories.json").write_text("no json")
    assert main(["--advisories", str(tmp_path / "advisories.json")]) == 2
