"""Pack the built pages and the lists of parts (CycloneDX); refuse to pack without the pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = "src/croupier/pages"
HOW = "`make pages` builds them from the sources, and `make wheel` builds both"
PARTS = "build/*.cdx.json"
"""Written by `make sbom`; the source archive has the same files."""


class PackedPages(BuildHookInterface):  # type: ignore[type-arg]  # of any builder
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable installation needs no pages; an archive or a wheel needs them."""
        if version == "editable":
            return
        pages = Path(self.root, PAGES)
        if not (pages / "index.html").is_file() or not any(pages.glob("assets/*.js")):
            raise SystemExit(f"croupier cannot be packed: its pages are missing in {PAGES}. {HOW}.")
        if self.target_name == "wheel":
            scenarios = "croupier/rulebook/scenarios"  # the evidence behind the clauses
            build_data["force_include"][str(Path(self.root, "tests/scenarios"))] = scenarios
            parts = sorted(Path(self.root).glob(PARTS))
            build_data["sbom_files"] += [str(file.relative_to(self.root)) for file in parts]
