"""The built pages: one file for every address of the app, and assets that never change."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from croupier.server.http.packing import VARY, takes

if TYPE_CHECKING:
    from starlette.requests import Request

BUILT = Path(__file__).parents[2] / "pages"
"""Where Vite puts them; not there when the package is used without."""
PLACES = (
    "table",
    "board",
    "kiosk",
    "rules",
    "help",
    "sign-in",
    "console",
    "people",
    "pit",
    "cage",
    "audit",
    "report",
    "operations",
    "odds",
    "me",
    "play",
    "fairness",
    "school",
)
"""Where addresses of the app begin; it looks at the rest of them itself."""
FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}
MEDIA = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
"""All of it text, which is sent compressed."""
BROTLI = ".br"
"""Beside a file, the same as the build has compressed it."""


@dataclass(frozen=True)
class File:
    """Kept in memory, so that a new build waits for the next opening."""

    media: str | None
    plain: bytes
    brotli: bytes | None

    @classmethod
    def read(cls, path: Path) -> File:
        made = path.with_name(f"{path.name}{BROTLI}")
        brotli = made.read_bytes() if made.is_file() else None
        return cls(MEDIA.get(path.suffix), path.read_bytes(), brotli)

    @cached_property
    def gzipped(self) -> bytes:
        """For the first who takes nothing smaller: nearly all browsers do."""
        return gzip.compress(self.plain, mtime=0)

    def sent(self, request: Request) -> tuple[str, bytes]:
        """Encoded as the asker takes it, the smallest first."""
        if self.brotli is not None and takes(request, "br"):
            return "br", self.brotli
        if takes(request, "gzip"):
            return "gzip", self.gzipped
        return "", self.plain

    async def serve(self, request: Request) -> Response:
        headers = FOR_GOOD if request.url.path.startswith("/assets/") else {}
        if self.media is None:
            return Response(self.plain, headers=headers, media_type="application/octet-stream")
        encoding, body = self.sent(request)
        headers = headers | VARY | ({"Content-Encoding": encoding} if encoding else {})
        return Response(body, headers=headers, media_type=self.media)


def index_of(folder: Path | None) -> File | None:
    """None where no pages are built."""
    if folder is None or not (folder / "index.html").is_file():
        return None
    return File.read(folder / "index.html")


def looks_for_a_page(request: Request) -> bool:
    """A person in a browser, not a program."""
    takes_html = "text/html" in request.headers.get("accept", "")
    asks_files = request.url.path.startswith(("/api/", "/assets/"))
    return request.method == "GET" and takes_html and not asks_files


def page_routes(folder: Path | None) -> list[Route]:
    """None where no pages are built."""
    index = index_of(folder)
    if folder is None or index is None:
        return []
    built = [path for path in (folder / "assets").iterdir() if path.suffix != BROTLI]
    assets = {path.name: File.read(path) for path in built}

    async def asset(request: Request) -> Response:
        found = assets.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        return await found.serve(request)

    places = [f"/{place}{more}" for place in PLACES for more in ("", "/{rest:path}")]
    return [
        *(Route(place, index.serve) for place in ("/", *places)),
        Route("/assets/{name}", asset),
        Route("/favicon.svg", File.read(folder / "favicon.svg").serve),
    ]
