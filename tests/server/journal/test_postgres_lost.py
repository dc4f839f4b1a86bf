"""A journal in PostgreSQL whose server or connection is gone: told in a line, and gone on from."""

from __future__ import annotations

import os
import signal
import socket
import threading
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

import psycopg
import pytest

from croupier.server.journal.keys import Keys
from croupier.server.journal.log import Log
from croupier.server.journal.postgres_address import Address
from croupier.server.journal.store import (
    Snapshot,
    Unavailable,
    Unreadable,
    Written,
)
from tests.support import postgres_server
from tests.support.postgres_writes import PAID_IN, opened, write
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.journal.postgres import PostgresStore
    from tests.support.postgres_server import Server


def kept(store: PostgresStore) -> tuple[int, dict[str, int]]:
    return store.tree_size(), store.balances()


ENDED = {
    "the database cannot be reached",
    "the database is shutting down or starting up",
}
PLACES = ("begin", "requests", "entries", "postings", "accounts", "heads", "commit", "committed")


@pytest.mark.parametrize("place", PLACES)
def test_a_connection_ended_within_a_commit(
    stored: PostgresStore, postgres: Server, place: str
) -> None:
    """What is answered is what is there."""
    stored.append([write("cage", 0, PAID_IN)])

    def on_step(at: str) -> None:
        if at == place:
            postgres.end_all_lines()

    stored.on_step = on_step
    [outcome] = stored.append([write("cage", 1, PAID_IN, request="r1")])
    stored.on_step = lambda _step: None
    if place in {"begin", "committed"}:  # nothing was sent yet, or all was answered
        assert outcome == Written((2,))
    else:
        assert isinstance(outcome, Unavailable)
        assert outcome.reason in ENDED
    there = isinstance(outcome, Written)
    assert kept(stored)[0] == 1 + there
    [again] = stored.append([write("cage", 1, PAID_IN, request="r1")])
    assert (isinstance(again, Written), kept(stored)[1]["player:p1"]) == (not there, 1000)
    assert list(stored.wrong_schema()) == []


@contextmanager
def line_that_breaks(
    port: int, *, after: bytes, once: Callable[[], bool] | None
) -> Iterator[tuple[int, list[str]]]:
    """A way to the server that ends at a word, before the answer comes back.

    The word reaches the server if `once` is given: the way ends as soon as `once` holds.
    """
    told: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def carry(given: socket.socket, taken: socket.socket, word: bytes) -> None:
            with suppress(OSError), given, taken:  # the other way may have ended it
                while data := receive(given):
                    if word and word in data and told == ["armed"]:
                        told.append("broken")
                        if once is not None:
                            taken.sendall(data)
                            wait_until(once)
                        for end in (given, taken):
                            end.shutdown(socket.SHUT_RDWR)
                        return
                    taken.sendall(data)

        def serve() -> None:
            while True:
                try:
                    client, _ = listening.accept()
                except OSError:
                    return
                server = socket.create_connection(("127.0.0.1", port))
                threading.Thread(target=carry, args=(client, server, after), daemon=True).start()
                threading.Thread(target=carry, args=(server, client, b""), daemon=True).start()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listening.getsockname()[1], told
        listening.shutdown(socket.SHUT_RDWR)
    thread.join(5)


def receive(given: socket.socket) -> bytes:
    try:
        return given.recv(1 << 16)
    except OSError:
        return b""


@pytest.mark.parametrize("answered", [True, False])
def test_a_connection_broken_during_the_commit(
    postgres: Server,
    address: str,
    answered: bool,  # noqa: FBT001 - both are tried
) -> None:
    """Whether the server had it is asked anew, and that is the answer."""
    schema = Address.of(address).schema

    def is_committed() -> bool:
        return postgres.ask_sql(f"SELECT count(*) FROM {schema}.entries") == [(2,)]

    once = is_committed if answered else None
    with line_that_breaks(postgres.port, after=b"COMMIT\0", once=once) as (port, told):
        by_proxy = address.replace(str(postgres.port), str(port))
        with closing(opened(by_proxy)) as store:
            store.append([write("cage", 0, PAID_IN)])
            told.append("armed")
            [outcome] = store.append([write("cage", 1, PAID_IN)])
            assert told == ["armed", "broken"]
            if answered:
                assert outcome == Written((2,))
            else:
                assert outcome == Unavailable("the database cannot be reached")
            assert kept(store)[0] == 1 + answered
            assert store.append([write("cage", 1 + answered, PAID_IN)]) == [
                Written((2 + answered,))
            ]


@pytest.fixture
def own_server() -> Iterator[Server]:
    if not postgres_server.FOLDER:
        pytest.skip(postgres_server.SKIPPED)
    with postgres_server.running() as server:
        yield server


@pytest.mark.slow
def test_a_server_that_stops_and_starts_again(own_server: Server) -> None:
    with closing(opened(own_server.fresh())) as store:
        store.append([write("cage", 0, PAID_IN)])
        assert store.balance("player:p1") == 500
        own_server.stop()
        gone = Unavailable("the database cannot be reached")
        assert store.append([write("cage", 1, PAID_IN)] * 2) == [gone, gone]
        assert store.probe() == gone
        assert store.save_snapshot(Snapshot("cage", 1, b"x")) == gone
        assert Log(store, Keys.new()).checkpoint(1) == gone
        with pytest.raises(Unreadable, match=r"^the database cannot be reached$"):
            store.balance("player:p1")
        with pytest.raises(Unreadable, match=r"^the database cannot be reached$"):
            list(store.everything())
        own_server.start()
        assert store.append([write("cage", 1, PAID_IN)]) == [Written((2,))]
        assert (store.balance("player:p1"), store.probe()) == (1000, None)


@pytest.mark.slow
def test_an_outcome_that_cannot_be_learnt_is_said_to_be_unknown(own_server: Server) -> None:
    with closing(opened(own_server.fresh())) as store:
        store.append([write("cage", 0, PAID_IN)])
        store.on_step = lambda step: own_server.stop() if step == "commit" else None
        [outcome] = store.append([write("cage", 1, PAID_IN)])
        assert outcome == Unavailable(
            "the connection broke during a commit, and whether it was written is not known:"
            " the database cannot be reached"
        )


@pytest.mark.slow
def test_a_server_that_hangs_shows_itself(own_server: Server) -> None:
    with closing(opened(own_server.fresh())) as store:
        store.append([write("cage", 0, PAID_IN)])
        assert store.line is not None
        backend = store.line.info.backend_pid
        os.kill(backend, signal.SIGSTOP)
        try:
            [outcome] = store.append([write("cage", 1, PAID_IN)])
            assert outcome == Unavailable("the database does not answer")
        finally:
            os.kill(backend, signal.SIGCONT)
        assert store.append([write("cage", 1, PAID_IN)]) == [Written((2,))]


def test_another_who_holds_the_journal_is_waited_for_in_vain(
    stored: PostgresStore, address: str
) -> None:
    schema = Address.of(address).schema
    with psycopg.connect(address.partition("?")[0]) as raw:
        raw.execute(f"SELECT * FROM {schema}.log FOR UPDATE".encode())
        assert stored.append([write("cage", 0, PAID_IN)]) == [
            Unavailable("another commit holds the journal")
        ]
    assert stored.append([write("cage", 0, PAID_IN)]) == [Written((1,))]


def test_a_server_that_became_a_copy_is_left(stored: PostgresStore) -> None:
    """The next call may find the one that took its place."""
    stored.append([write("cage", 0, PAID_IN)])
    assert stored.line is not None
    stored.line.execute("SET default_transaction_read_only = on")
    assert stored.append([write("cage", 1, PAID_IN)]) == [
        Unavailable("the database takes no writes: it is a copy of another")
    ]
    assert stored.append([write("cage", 1, PAID_IN)]) == [Written((2,))]
