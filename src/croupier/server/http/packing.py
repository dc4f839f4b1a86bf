"""Compressed answers, for whoever can read them."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.requests import Request

VARY = {"Vary": "Accept-Encoding"}


def takes(request: Request, encoding: str) -> bool:
    """By its header: named, or any, and not at a weight of nothing."""
    wanted: dict[str, float] = {}
    for part in request.headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = part.partition(";")
        wanted[name.strip()] = weight_of(weight)
    return wanted.get(encoding, wanted.get("*", 0)) > 0


def weight_of(parameter: str) -> float:
    name, _, value = parameter.partition("=")
    if name.strip() != "q":
        return 1
    try:
        return float(value)
    except ValueError:
        return 0


@lru_cache(64)
def packed(plain: bytes) -> bytes:
    """The same bytes are asked for by every terminal."""
    return gzip.compress(plain, mtime=0)


def answer_packed(body: object, request: Request) -> Response:
    """Of what everybody may know, so that its length tells nobody anything."""
    plain = msgspec.json.encode(body)
    if not takes(request, "gzip"):
        return Response(plain, headers=VARY, media_type="application/json")
    headers = VARY | {"Content-Encoding": "gzip"}
    return Response(packed(plain), headers=headers, media_type="application/json")
