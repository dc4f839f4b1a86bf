"""The built pages as they are served, on a small build made here."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.server.http.guard import HEADERS
from croupier.server.http.pages import PLACES
from tests.support.house_in_thread import TABLES, Running
from tests.support.http_callers import refused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

INDEX = '<!doctype html><title>croupier</title><script src="/assets/index-1a2b.js"></script>'
SCRIPT = "console.log('croupier')\n" * 50
SOUND = bytes(range(256))
BROTLI = b"as the build has compressed it"
PLAIN = {"Accept-Encoding": "identity"}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    built = tmp_path_factory.mktemp("pages")
    (built / "assets").mkdir()
    (built / "index.html").write_text(INDEX, encoding="utf-8")
    (built / "favicon.svg").write_text("<svg/>", encoding="utf-8")
    (built / "assets" / "index-1a2b.js").write_text(SCRIPT, encoding="utf-8")
    (built / "assets" / "table-5e6f.js").write_text(SCRIPT, encoding="utf-8")
    (built / "assets" / "table-5e6f.js.br").write_bytes(BROTLI)
    (built / "assets" / "chip-3c4d.mp3").write_bytes(SOUND)
    running = Running(tmp_path_factory.mktemp("house"), patience=0, pages=built)
    yield running.url
    running.stop()


def said(answer: httpx.Response) -> dict[str, str | None]:
    names = ("content-type", "content-encoding", "cache-control", "vary")
    return {name: answer.headers.get(name) for name in names}


HTML = {
    "content-type": "text/html; charset=utf-8",
    "content-encoding": "gzip",
    "cache-control": "no-store",
    "vary": "Accept-Encoding",
}


@pytest.mark.parametrize("place", ["", *PLACES, "table/t1", "rules/baccarat/1.1", "audit/a/b?c=d"])
def test_every_address_of_the_app(url: str, place: str) -> None:
    answer = httpx.get(f"{url}/{place}")
    assert (answer.status_code, answer.text, said(answer)) == (200, INDEX, HTML)


def test_an_asset_is_kept_for_good(url: str) -> None:
    address = f"{url}/assets/index-1a2b.js"
    kept = {
        "content-type": "text/javascript; charset=utf-8",
        "content-encoding": "gzip",
        "cache-control": "public, max-age=31536000, immutable",
        "vary": "Accept-Encoding",
    }
    packed, plain = httpx.get(address), httpx.get(address, headers=PLAIN)
    assert (packed.text, said(packed)) == (SCRIPT, kept)
    assert (plain.text, said(plain)) == (SCRIPT, kept | {"content-encoding": None})
    assert int(packed.headers["content-length"]) == len(gzip.compress(SCRIPT.encode()))


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br", "gzip"),
        ("br;q=1.0, GZIP; q=0.2", "gzip"),
        ("*", "gzip"),
        ("gzip;q=0, *", None),
        ("gzip;q=0.0", None),
        ("gzip;q=much", None),
        ("*;q=0", None),
        ("gzipped", None),
        ("identity", None),
        ("", None),
    ],
)
def test_compressed_for_whoever_can_read_it(url: str, accepted: str, encoding: str | None) -> None:
    for path in ("/assets/index-1a2b.js", "/api/games/baccarat"):
        answer = httpx.get(url + path, headers={"Accept-Encoding": accepted})
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, br", "br"), ("br;q=0, gzip", "gzip"), ("*", "br"), ("gzip", "gzip"), ("", None)],
)
def test_the_smallest_form_that_can_be_read(url: str, accepted: str, encoding: str | None) -> None:
    """Where the build has made one; it is no file of its own."""
    forms = {"br": BROTLI, "gzip": gzip.compress(SCRIPT.encode(), mtime=0), None: SCRIPT.encode()}
    headers = {"Accept-Encoding": accepted}
    with httpx.stream("GET", f"{url}/assets/table-5e6f.js", headers=headers) as answer:
        body = b"".join(answer.iter_raw())
    assert (answer.headers.get("content-encoding"), body) == (encoding, forms[encoding])
    assert httpx.get(f"{url}/assets/table-5e6f.js.br").status_code == 404


def test_what_everybody_may_know_is_sent_compressed(url: str) -> None:
    """A terminal asks for its game before it is drawn; what is one's own is not compressed."""
    for path in ("games/baccarat", "games/baccarat?language=zh", "rulebook", "rules/baccarat/1.1"):
        packed, plain = (httpx.get(f"{url}/api/{path}", headers=one) for one in ({}, PLAIN))
        assert packed.json() == plain.json()
        assert packed.headers["cache-control"] == "no-store"
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
        assert int(plain.headers["content-length"]) == len(plain.content)
    assert "content-encoding" not in httpx.get(f"{url}/api/tables").headers


def test_what_is_no_text_is_sent_as_it_is(url: str) -> None:
    answer = httpx.get(f"{url}/assets/chip-3c4d.mp3")
    assert answer.content == SOUND
    assert said(answer) == {
        "content-type": "application/octet-stream",
        "content-encoding": None,
        "cache-control": "public, max-age=31536000, immutable",
        "vary": None,
    }


def test_security_headers_are_on_everything(url: str) -> None:
    for path in ("/", "/pit", "/favicon.svg", "/assets/index-1a2b.js", "/assets/none.js", "/none"):
        headers = httpx.get(url + path).headers
        for name, value in HEADERS.items():
            if name != "Cache-Control":
                assert headers.get_list(name) == [value]
        assert len(headers.get_list("Cache-Control")) == 1


def test_what_is_not_there(url: str) -> None:
    for path in ("/nowhere", "/tables", "/assets", "/assets/none.js", "/assets/../index.html"):
        answer = httpx.get(url + path)
        assert (answer.status_code, answer.json()) == (
            404,
            refused("no-such-thing", "not found"),
        )
    assert httpx.get(f"{url}/assets/..%2findex.html").status_code == 404
    posted = httpx.post(f"{url}/table/t1")
    assert (posted.status_code, set(posted.headers["allow"].split(", "))) == (405, {"GET", "HEAD"})


def test_requests_to_the_house_are_as_before(url: str) -> None:
    assert httpx.get(f"{url}/health").text == "ok\n"
    assert len(httpx.get(f"{url}/api/tables").json()) == len(TABLES)
    assert httpx.get(f"{url}/api/guest").status_code == 405


def test_without_built_pages_the_house_says_how_it_stands(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    running = Running(tmp_path_factory.mktemp("house"), patience=0, pages=tmp_path / "none")
    try:
        assert "Royal Three Pictures" in httpx.get(f"{running.url}/").text
        assert httpx.get(f"{running.url}/pit").status_code == 404
    finally:
        running.stop()


@pytest.mark.parametrize(
    ("method", "path", "accept", "is_page"),
    [
        ("GET", "/nowhere", "text/html,*/*;q=0.8", True),
        ("GET", "/tables/t1/x", "text/html", True),
        ("GET", "/nowhere", "application/json", False),
        ("GET", "/nowhere", "*/*", False),
        ("GET", "/api/nowhere", "text/html", False),
        ("GET", "/assets/nothing.js", "text/html", False),
        ("POST", "/nowhere", "text/html", False),
    ],
)
def test_an_address_that_is_none(
    url: str, method: str, path: str, accept: str, *, is_page: bool
) -> None:
    """A person sees the app, which says so and leads on; a program is told in JSON."""
    answer = httpx.request(method, url + path, headers={"Accept": accept})
    assert answer.status_code == 404
    if is_page:
        assert (answer.text, said(answer)) == (INDEX, HTML)
    else:
        assert answer.json()["why"] == "no-such-thing"
