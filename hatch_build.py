"""What is packed has the pages, or is not packed; a wheel says what it is made of (CycloneDX)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = "src/croupier/pages"
HOW = "they are built from the sources with `make pages`, or `make wheel` builds both"
SBOM = "build/croupier.cdx.json"


class PagesAreBuilt(BuildHookInterface):  # type: ignore[type-arg]  # of any builder
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Working on the sources needs no pages; what is handed on has them."""
        if version == "editable":
            return
        pages = Path(self.root, PAGES)
        if not (pages / "index.html").is_file() or not any(pages.glob("assets/*.js")):
            raise SystemExit(f"croupier cannot be packed without its pages in {PAGES}: {HOW}")
        if self.target_name == "wheel":
            scenarios = "croupier/rulebook/scenarios"  # the evidence behind the clauses
            build_data["force_include"][str(Path(self.root, "tests/scenarios"))] = scenarios
            sys.path.insert(0, self.root)
            from tools.sbom import text  # noqa: PLC0415 - of these sources

            file = Path(self.root, SBOM)
            file.parent.mkdir(exist_ok=True)
            file.write_text(text(Path(self.root)), "utf-8")
            build_data["sbom_files"].append(SBOM)
