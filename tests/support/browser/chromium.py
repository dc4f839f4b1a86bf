"""The Chromium that shows the pages, and how long is waited for it."""

from __future__ import annotations

import os
import shutil
from typing import NoReturn

import pytest

from tests.support.folders import ROOT

INSTALLED = ROOT / ".venv" / "chromium" / "run"
"""Where `make test` installs it."""
PROGRAMS = (
    str(INSTALLED),
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
)
"""The first two draw no windows around the pages, which takes a fifth of the others' time."""
PATIENCE = 15_000
"""Milliseconds, on a busy machine."""
OF_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
"""What playwright goes without: of several such switches Chromium takes the last alone."""
AROUND_THE_PAGE = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
"""Pages of Chromium's own for its address bar: two with each window, though none is ever shown."""
SWITCHES = (
    f"--disable-features={','.join((*OF_PLAYWRIGHT, *AROUND_THE_PAGE))}",
    "--js-flags=--no-opt --no-maglev",
)
"""Nor is a script made faster that runs for seconds: making it so takes longer than it saves."""


def missing(what: str) -> NoReturn:
    """Skip the test, or fail it where CROUPIER_CHROMIUM is set and something is missing."""
    if "CROUPIER_CHROMIUM" in os.environ:
        pytest.fail(what)
    pytest.skip(what)


def chromium() -> str:
    named = os.environ.get("CROUPIER_CHROMIUM")
    for program in [named] if named is not None else PROGRAMS:
        if found := shutil.which(program):
            return found
    missing("Chromium is not available: make .venv/chromium/run, or set CROUPIER_CHROMIUM")
