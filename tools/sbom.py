"""Writes what the program is made of as CycloneDX, for whoever has to know its parts.

    python -m tools.sbom [FILE]

Python packages are those of `requirements/all.lock`, with every wheel's hash: those that
`pip install croupier` brings are required, what extras bring is optional. Svelte, from which the
pages are built, stands with all that it needs itself.
"""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from tools.locked import OURS, ROOT, Pinned, direct, needed, pinned, project

PAGES = "svelte"
Part = dict[str, Any]


def python_part(one: Pinned, core: set[str]) -> Part:
    told = {"type": "library", "bom-ref": reference(one), "name": one.name, "version": one.version}
    files = [{"type": "distribution", "url": reference(one), "hashes": hashes(one)}]
    scope = "required" if one.name in core else "optional"
    return told | {"scope": scope, "purl": reference(one), "externalReferences": files}


def reference(one: Pinned) -> str:
    return f"pkg:pypi/{one.name}@{one.version}"


def hashes(one: Pinned) -> list[Part]:
    return [{"alg": "SHA-256", "content": content} for content in one.hashes]


def page_parts(root: Path) -> dict[str, Part]:
    """By name, as npm has pinned them."""
    locked = json.loads((root / "ui" / "package-lock.json").read_text("utf-8"))["packages"]
    found: dict[str, Part] = {}
    waiting = [PAGES]
    while waiting:
        name = waiting.pop()
        entry = locked.get(f"node_modules/{name}")
        if entry is None or name in found:
            continue
        purl = f"pkg:npm/{name.replace('@', '%40')}@{entry['version']}"
        algorithm, _, digest = entry["integrity"].partition("-")
        assert algorithm == "sha512"
        found[name] = {
            "type": "library",
            "bom-ref": purl,
            "name": name,
            "version": entry["version"],
            "scope": "required",
            "hashes": [{"alg": "SHA-512", "content": b64decode(digest).hex()}],
            "licenses": [{"license": {"id": entry["license"]}}],
            "purl": purl,
        }
        waiting += entry.get("dependencies", {})
    return {name: found[name] for name in sorted(found)}


def sbom(root: Path = ROOT) -> Part:
    about = project(root)
    core = {one.name for one in needed((), root)}
    every, pages = pinned(root), page_parts(root)
    own = f"pkg:pypi/{OURS}@{about['version']}"
    asked = set(direct(("all",), root))
    edges = {own: {reference(one) for one in every if one.name in asked} | {pages[PAGES]["purl"]}}
    for one in every:
        edges[reference(one)] = {reference(other) for other in every if one.name in other.needed_by}
    whole = {
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": OURS,
                "version": about["version"],
                "description": about["description"],
                "licenses": [{"license": {"id": about["license"]}}],
                "purl": own,
            }
        },
        "components": [*(python_part(one, core) for one in every), *pages.values()],
        "dependencies": [{"ref": one, "dependsOn": sorted(those)} for one, those in edges.items()],
    }
    number = uuid5(NAMESPACE_URL, json.dumps(whole, sort_keys=True))
    head = {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": f"urn:uuid:{number}"}
    return head | {"version": 1} | whole


def text(root: Path = ROOT) -> str:
    return json.dumps(sbom(root), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    if sys.argv[1:]:
        Path(sys.argv[1]).write_text(text(), "utf-8")
    else:
        print(text(), end="")
