"""What is written is posted on: in order, at least once, whatever becomes of either side."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from croupier.engine.irregularities import Role
from croupier.problems import BadInput
from croupier.server import readiness, webhook
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.past.feed import PERSONAL
from croupier.server.play.requests import Carried, Request
from croupier.server.streams import REFOLDS
from croupier.server.webhook import FILE, Webhook, signature
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.wire.house_checks import wrong_with
from croupier.wire.house_integration import STREAMS
from tests.support.configured_house import opened, reached, until, written
from tests.support.house_process import house_process
from tests.support.webhook_receiver import Receiver, with_secret

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from croupier.server.opening import OpenHouse
    from croupier.table.commands import AnyCommand

SECONDS = 30
D1 = Who("d1", Role.DEALER)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as made:
        yield made


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Webhook, "first_wait", 0.01)
    monkeypatch.setattr(Webhook, "longest_wait", 0.05)


def text(receiver: Receiver, more: str = "") -> str:
    hook = f'[webhook]\nurl = "{receiver.url}"\nsecret = "hook.secret"\n{more}\n'
    return written("baccarat", more='dealer = "person"') + hook


def run(house: OpenHouse, test: Callable[[OpenHouse], Awaitable[None]]) -> None:
    async def running() -> None:
        async with asyncio.timeout(SECONDS), house.in_motion():
            await test(house)

    asyncio.run(running())


def bought(house: OpenHouse, cents: int) -> Awaitable[object]:
    return house.queue.on_disk(lambda: house.cage.buy_in("p1", cents, "d1", house.clock()))


def told_of(folder: Path) -> list[tuple[int, str]]:
    """Positions and hashes of all that is posted, by the journal."""
    store = SqliteStore(folder / "house.db")
    found = [
        (one.position, one.hash.hex())
        for one in store.everything()
        if one.stream.partition(":")[0] not in PERSONAL
    ]
    store.close()
    return found


@pytest.mark.threat("T104")
def test_whatever_the_receiver_does_it_comes_to_have_everything_in_order(
    tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook, "PATIENCE", 0.3)
    ways = ["500", "hangs", "dies", "301", "drips", "404", "elsewhere", "nonsense", "503"]
    house = opened(with_secret(tmp_path), text(receiver))

    async def test(house: OpenHouse) -> None:
        for cents, way in enumerate(ways, 100):
            receiver.misfortunes.append(way)
            await bought(house, cents)
            await reached(lambda: not receiver.misfortunes)
            assert receiver.refused[-1] == way
        size = house.store.tree_size()
        await reached(lambda: house.webhook.at and house.webhook.at.position == size)

    run(house, test)
    assert receiver.refused == ways
    assert receiver.positions() == sorted(set(receiver.positions())), "each once, in order"
    kept = json.loads((tmp_path / FILE).read_bytes())
    written_ = [one for one in told_of(tmp_path) if one[0] <= kept["position"]]
    assert [(one["position"], one["hash"]) for one in receiver.entries()] == written_


def test_a_receiver_that_hangs_slows_no_table(
    tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands are carried out, and the house closes, while the webhook still waits."""
    monkeypatch.setattr(webhook, "PATIENCE", 3600)
    house = opened(with_secret(tmp_path), text(receiver))

    async def test(house: OpenHouse) -> None:
        receiver.misfortunes.extend(["hangs"] * 50)
        await reached(lambda: receiver.refused)
        commands: list[AnyCommand] = [asks.OpenBetting(), asks.CloseBetting()]
        for command in commands:
            request = Request("baccarat", D1, command, house.clock())
            assert isinstance(await house.queue.ask(request), Carried)
        assert house.webhook.posted == 0

    run(house, test)
    assert receiver.refused == ["hangs"]


def test_a_receiver_that_is_not_there_is_remarked_and_caught_up_with(tmp_path: Path) -> None:
    with Receiver() as first:
        gone = text(first)
        port = first.server.server_address[1]
    house = opened(with_secret(tmp_path), gone)

    async def absent(house: OpenHouse) -> None:
        await bought(house, 100)
        await reached(lambda: readiness.remarks(house))
        [says] = readiness.remarks(house)
        assert says.startswith(f"webhook http://127.0.0.1:{port}/events?of=house: cannot be")
        assert not (tmp_path / FILE).exists()

    run(house, absent)
    with Receiver() as second:

        async def there(house: OpenHouse) -> None:
            await reached(lambda: second.posts)
            assert second.positions()[0] == told_of(tmp_path)[0][0]
            await reached(lambda: not readiness.remarks(house))

        run(opened(tmp_path, text(second)), there)


def test_only_streams_that_are_named_and_no_round_in_play(
    tmp_path: Path, receiver: Receiver
) -> None:
    named = 'streams = ["cage", "table:baccarat"]'
    house = opened(with_secret(tmp_path), text(receiver, named))

    async def test(house: OpenHouse) -> None:
        await bought(house, 100)
        await reached(lambda: "cage" in {one["stream"] for one in receiver.entries()})
        for command in (asks.OpenBetting(), asks.CloseBetting()):
            request = Request("baccarat", D1, command, house.clock())
            assert isinstance(await house.queue.ask(request), Carried)
        before = house.store.tree_size()
        await bought(house, 200)
        looks = looks_of(house.webhook)
        await reached(lambda: len(looks) == 2)
        assert max(receiver.positions()) < before, "what follows waits for the round to end"

    run(house, test)
    assert {one["stream"] for one in receiver.entries()} == {"cage", "table:baccarat"}
    assert all(one["withheld"] is None for one in receiver.entries())


def looks_of(posting: webhook.Webhook) -> list[webhook.Found]:
    """Return a list that grows with each look of the webhook at the journal."""
    looks: list[webhook.Found] = []
    look = posting.look

    def record(after: webhook.Place) -> webhook.Found:
        looks.append(look(after))
        return looks[-1]

    posting.look = record  # type: ignore[method-assign]
    return looks


@pytest.mark.parametrize(
    ("kept", "says"),
    [
        (b"nonsense", f"{FILE}: cannot be read"),
        (b'{"position":1000000,"hash":null}', "after: the journal has "),
        (b'{"position":2,"hash":"%s"}' % (b"0" * 64), "hash: entry 2 of this journal is another"),
    ],
)
def test_a_position_that_cannot_be_is_told_and_nothing_is_skipped(
    tmp_path: Path, receiver: Receiver, kept: bytes, says: str
) -> None:
    house = opened(with_secret(tmp_path), text(receiver))
    (tmp_path / FILE).write_bytes(kept)

    async def test(house: OpenHouse) -> None:
        await reached(lambda: readiness.remarks(house))
        assert readiness.remarks(house)[0].partition("of=house: ")[2].startswith(says)

    run(house, test)
    assert receiver.posts == []
    assert (tmp_path / FILE).read_bytes() == kept


@pytest.mark.slow
def test_a_house_that_is_killed_at_any_moment_loses_and_skips_nothing(
    tmp_path: Path, receiver: Receiver
) -> None:
    folder = with_secret(tmp_path / "house")
    (folder / "house.toml").write_text(text(receiver), "utf-8")
    for way in ("500", "dies", "hangs", ""):
        receiver.misfortunes.extend([way] if way else [])
        seen = receiver.refused if way else receiver.posts
        before = len(seen)
        with house_process(folder) as house:
            guests = threading.Thread(target=come, args=(house.url,), daemon=True)
            guests.start()
            until(partial(is_longer, seen, before), f"a post that meets {way or 'no trouble'}")
            house.stop(signal.SIGKILL)
            guests.join(20)
    with house_process(folder, "--patience", "0") as house:
        before = len(receiver.posts)
        until(lambda: len(receiver.posts) > before)
        house.stop()
    last = json.loads((folder / FILE).read_bytes())["position"]
    expected = [one for one in told_of(folder) if one[0] <= last]
    found = [(one["position"], one["hash"]) for one in receiver.entries()]
    assert found[: len(expected)] == expected
    first = list(dict.fromkeys(receiver.positions()))
    assert first == sorted(first), "in order, though some came twice"


def is_longer(seen: list[Any], than: int) -> bool:
    return len(seen) > than


def come(url: str) -> None:
    """Guests, one after the other, until the house is gone."""
    with httpx.Client(base_url=url, timeout=5) as client, suppress(httpx.TransportError):
        while True:
            client.post("/api/guest")


def test_the_signature_is_as_documented() -> None:
    """By openssl: printf '1700000000.{}' | openssl dgst -sha256 -hmac key."""
    code = "9d713ed406bb7076d4123f0dc2c39d2df5c654ed4b0cd56b52c8b4c940bd63ae"
    assert signature(b"key", 1700000000, b"{}") == f"t=1700000000,v1={code}"


WRONG = (
    ("url", '"ftp://x/"', "webhook, url: an address begins with http:// or https:// and a host"),
    ("url", '"http://"', "webhook, url: an address begins with http:// or https:// and a host"),
    ("url", '"http://a b/"', "webhook, url: an address begins with http:// or https:// and a host"),
    ("url", '"file:///etc/x"', "webhook, url: an address begins with http:// or https:// and a"),
    ("url", '"http://u:p@x/"', "webhook, url: an address begins with http:// or https:// and a"),
    ("secret", '""', "webhook, secret: a file is named here"),
    ("streams", '["people"]', "webhook, streams: 'people' is not one of calls, cage"),
    ("streams", '["own-play"]', "webhook, streams: 'own-play' is not one of calls, cage"),
    ("streams", '"table"', "webhook, streams: "),
    ("more", "1", "webhook: there is no field 'more' here"),
)


@pytest.mark.parametrize(("field", "value", "says"), WRONG)
def test_what_cannot_be_configured(field: str, value: str, says: str) -> None:
    fields = {"url": '"http://10.0.0.7:9000/x"', "secret": '"hook.secret"', field: value}
    lines = "\n".join(f"{name} = {one}" for name, one in fields.items())
    [wrong] = wrong_with((written("baccarat") + f"[webhook]\n{lines}\n").encode())
    assert str(wrong).startswith(says)


def test_every_kind_of_stream_is_posted_or_personal() -> None:
    assert PERSONAL.isdisjoint(STREAMS)
    assert set(REFOLDS) <= PERSONAL | set(STREAMS)


@pytest.mark.parametrize(
    ("content", "mode", "says"),
    [
        (None, 0o600, "there is no such file"),
        ("x" * 31, 0o600, "a shared secret has 32 to 1024 characters"),
        ("x" * 1025, 0o600, "a shared secret has 32 to 1024 characters"),
        ("x" * 32, 0o640, "others may read it: it is for its owner alone (chmod 600)"),
    ],
)
def test_a_secret_that_is_none_opens_no_house(
    tmp_path: Path, receiver: Receiver, content: str | None, mode: int, says: str
) -> None:
    if content is not None:
        (tmp_path / "hook.secret").write_text(content, "utf-8")
        (tmp_path / "hook.secret").chmod(mode)
    with pytest.raises(BadInput, match=says.partition("(")[0]):
        opened(tmp_path, text(receiver))
    with_secret(tmp_path)
    house = opened(tmp_path, text(receiver))
    house.close()
