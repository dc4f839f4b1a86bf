"""What the pages know of the house is written from the house's own types."""

from __future__ import annotations

import json
import subprocess

import pytest

from croupier.server.app import DOCUMENT
from tests.support.folders import ROOT

INSTALLED = (ROOT / "ui" / "node_modules" / "openapi-typescript").is_dir()


@pytest.mark.skipif(
    not INSTALLED,
    reason="the pages' tools are not installed: make pages",
)
def test_the_types_of_the_pages_are_fresh() -> None:
    done = subprocess.run(
        ["sh", "tools/npm.sh", "--prefix", "ui", "run", "-s", "wire", "--", "--check"],  # noqa: S607
        cwd=ROOT,
        input=json.dumps(DOCUMENT),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"write them anew: make generated\n{done.stderr}"


def test_what_the_house_sends_has_all_its_fields() -> None:
    """And what it is sent may leave out what has a default."""
    schemas = DOCUMENT["components"]["schemas"]
    assert schemas["Own"]["required"] == list(schemas["Own"]["properties"])
    assert schemas["Watch"]["required"] == ["type", "table"]
