"""Nothing is acknowledged that no copy has: nor what is found after a crash, or asked again."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import psycopg
import pytest

from croupier.server.journal import postgres_line
from croupier.server.journal.keys import Keys
from croupier.server.journal.store import Answered, Unavailable, Unreadable, Written
from tests.support import postgres_server
from tests.support.postgres_standby import IN_STEP, NAME, kill, standby_of
from tests.support.postgres_writes import PAID_IN, opened, write
from tests.support.server_process import until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.journal.postgres import PostgresStore
    from croupier.server.journal.store import Outcome, Write
    from tests.support.postgres_server import Server
    from tests.support.postgres_standby import Standby

WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
NO_COPY = "the database's copy on another machine does not answer"
ANSWERED = Answered(b'"answer"')


@pytest.fixture
def pair() -> Iterator[tuple[Server, Standby]]:
    if not postgres_server.FOLDER:
        pytest.skip(postgres_server.SKIPPED)
    with postgres_server.running(durable=True) as primary, standby_of(primary) as standby:
        yield primary, standby


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_line, "COPIED_SECONDS", 0.3)


def process_waiting(primary: Server) -> int:
    until(lambda: primary.ask_sql(WAITING))
    [(process,)] = primary.ask_sql(WAITING)
    return int(str(process))


def cancelled(primary: Server, process: int) -> None:
    """As somebody does who wants the house to go on: the server then says that it is committed."""
    primary.ask_sql("SELECT pg_cancel_backend(%s)", process)


def crashed(_primary: Server, process: int) -> None:
    """The server starts anew, and takes what it had written for committed."""
    os.kill(process, signal.SIGKILL)


def answers(primary: Server) -> bool:
    try:
        return bool(primary.ask_sql("SELECT 1"))
    except psycopg.OperationalError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("trouble", [cancelled, crashed])
def test_a_commit_that_no_copy_has(
    pair: tuple[Server, Standby], trouble: Callable[[Server, int], None]
) -> None:
    primary, standby = pair
    address = primary.fresh()
    with ExitStack() as kept:
        store, other = (kept.enter_context(closing(opened(address))) for _ in range(2))
        store.append([write("cage", 0, PAID_IN)])
        standby.stop(signal.SIGQUIT)
        try:
            outcome = in_trouble(primary, store, trouble)
            assert isinstance(outcome, Unavailable)
            assert outcome.reason.startswith("the connection broke during a commit, and whether")
            until(lambda: answers(primary))
            assert other.tree_size() == 2  # it is there, and on this machine alone
            assert other.append([again()]) == [Unavailable(NO_COPY)]
            with pytest.raises(Unreadable, match=NO_COPY):
                other.answers_to(["r1"])
        finally:
            standby.start()
            until(lambda: primary.ask_sql(IN_STEP, NAME))
        assert [one.append([again()]) for one in (store, other)] == [[ANSWERED], [ANSWERED]]
        assert store.append([write("cage", 2, PAID_IN)]) == [Written((3,))]


@pytest.mark.slow
def test_what_was_seen_and_is_lost_is_missed(pair: tuple[Server, Standby]) -> None:
    """The server that alone had it never comes back: whoever has read of it writes nothing more."""
    primary, standby = pair
    schema = primary.fresh().partition("?")[2]
    hosts = ",".join(f"127.0.0.1:{one.port}" for one in pair)
    address = f"postgresql://house@{hosts}/postgres?target_session_attrs=read-write&{schema}"
    keys = Keys.new()
    with ExitStack() as kept:
        store, other = (kept.enter_context(closing(opened(address))) for _ in range(2))
        keys.unlock(store)
        keys.unlock(other)
        store.append([write("cage", 0, PAID_IN)])
        standby.stop(signal.SIGQUIT)
        in_trouble(primary, store, crashed)
        until(lambda: answers(primary))
        assert other.append([again()]) == [Unavailable(NO_COPY)]
        kill(primary)
        standby.start()
        standby.promote()
        late = write("cage", 1, PAID_IN, request="r2")
        missed = Unavailable("2 entries were there, and 1 are left")
        assert other.append([late]) == [missed]
        anew = kept.enter_context(closing(opened(address)))
        keys.unlock(anew)
        assert anew.append([late]) == [Written((2,))]


def again() -> Write:
    return write("cage", 1, PAID_IN, request="r1")


def in_trouble(
    primary: Server, store: PostgresStore, trouble: Callable[[Server, int], None]
) -> Outcome:
    with ThreadPoolExecutor(1) as one:
        appending = one.submit(store.append, [again()])
        trouble(primary, process_waiting(primary))
        [outcome] = appending.result(20)
    return outcome
