"""One connection to PostgreSQL: bounded in time, and what went wrong with it in our words."""

from __future__ import annotations

import logging
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.pq import TransactionStatus

from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from psycopg.errors import Diagnostic

    from croupier.server.journal.postgres_address import Address

logging.getLogger("psycopg").disabled = True
"""What is wrong is said by whoever asked."""

WRITING_SECONDS = 2.0
COPIED_SECONDS = 2.0
LOCK_MS = "1500"
READING_SECONDS = 60.0
"""Without any answer: sums over a long journal take their time."""
OLDEST = 15
"""That the house was tried with."""
NETWORK: dict[str, Any] = {
    "connect_timeout": 2,
    "keepalives_idle": 1,
    "keepalives_interval": 1,
    "keepalives_count": 1,
    "tcp_user_timeout": 2000,
    "application_name": "croupier",
}
SETTINGS = """SELECT set_config('search_path', %s, FALSE),
    set_config('lock_timeout', %s, FALSE),
    set_config('idle_in_transaction_session_timeout', %s, FALSE),
    set_config('statement_timeout', %s, FALSE),
    set_config('client_encoding', 'UTF8', FALSE),
    set_config('jit', 'off', FALSE),
    set_config('synchronous_commit', CASE
        WHEN current_setting('synchronous_commit') IN ('off', 'local') THEN 'on'
        ELSE current_setting('synchronous_commit') END, FALSE)"""
SAYS = {
    "23": "the database refuses what breaks its rules",
    "25006": "the database takes no writes: it is a copy of another",
    "25P03": "the database ended a commit that took too long",
    "28": "the database does not let this user in",
    "3D000": "there is no such database",
    "3F000": "its schema is gone",
    "42501": "the database does not let this user do that",
    "42P01": "a table of it is gone",
    "53100": "the database's disk is full",
    "53300": "the database has too many connections",
    "53": "the database is short of memory, disk or connections",
    "55P03": "another commit holds the journal",
    "57014": "the database took too long",
    "57P": "the database is shutting down or starting up",
    "58": "the database's disk fails",
    "XX": "the database is damaged",
}
"""By the longest beginning of PostgreSQL's code."""
AT_FIRST = {
    "password": "28",
    "no pg_hba.conf entry": "28",
    'role "': "28",
    'database "': "3D000",
    "starting up": "57P",
    "shutting down": "57P",
    "too many": "53300",
    "remaining connection slots": "53300",
}
"""What PostgreSQL says to a connection that it refuses comes without a code."""
BEFORE_IT = {
    "does not match host name": "its certificate is of another name",
    "certificate verify failed": (
        "its certificate cannot be trusted: sslrootcert did not sign it, or it has expired"
    ),
    "root certificate file": "the file that sslrootcert names is missing, or is no certificate",
    "server does not support SSL": "the database does not speak TLS",
    "no password supplied": "it asks for a password, and PGPASSFILE or .pgpass has none for it",
    "SSL error": "TLS with the database fails",
    "session is read-only": SAYS["25006"],
}
"""What the driver says of a connection that it does not make, the plainest first."""
LOST = "the database cannot be reached"
NO_COPY = "the database's copy on another machine does not answer"
GIVEN_UP_IN = "SyncRepWaitForLSN"
"""Of PostgreSQL: what waits for copies, and warns where it is told not to. The rest is in words."""
NO_ANSWER = psycopg.DatabaseError
"""Where a line ends while answers to several statements are waited for."""


class Silent(psycopg.OperationalError):
    """No answer came in time; what became of the question is not known."""


class Uncopied(psycopg.OperationalError):
    """It is written, and the wait for a copy of it was given up: it may be lost with its server."""


class Old(psycopg.OperationalError):
    """A server that the house cannot use."""


class Together(psycopg.Pipeline):
    """As psycopg's own, which sends something after the end that is no question.

    That stops the server's clock for idle transactions: one whose node was frozen would hold the
    journal for as long as it is.
    """

    def _exit_gen(self) -> Generator[Any, Any, None]:
        try:
            self._enqueue_sync()
            yield from self._communicate_gen()
        finally:
            yield from self._fetch_gen(flush=False)


class Line(psycopg.Connection[tuple[Any, ...]]):
    patience = READING_SECONDS
    silent: Silent | None = None
    warned = False
    """A commit that is let go without its copy is a success with a warning."""

    def wait(self, gen: Generator[Any, Any, Any], *given: Any, **named: Any) -> Any:  # noqa: ANN401 - psycopg's own
        try:
            found = super().wait(bounded(gen, monotonic() + self.patience), *given, **named)
        except Silent as error:
            self.silent = error
            raise
        if self.warned:
            self.warned = False
            raise Uncopied(NO_COPY)
        return found

    def notice(self, told: Diagnostic) -> None:
        self.warned |= told.source_function == GIVEN_UP_IN

    def waited_for(self, sql: str) -> None:
        """As long as a commit is waited for; where no copy answers, the server waits no longer."""
        self.patience = COPIED_SECONDS
        try:
            self.execute(sql)
        except Silent:
            with suppress(psycopg.Error):
                self.cancel_safe(timeout=WRITING_SECONDS)
            raise Uncopied(NO_COPY) from None
        self.patience = READING_SECONDS

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is asked in it goes to the server together, and is answered together."""
        self._pipeline = Together(self)
        try:
            with self.pipeline():
                yield
        except psycopg.Error:
            if self.silent is not None:  # which leaving the pipeline would hide
                raise self.silent from None
            raise

    @property
    def is_lost(self) -> bool:
        return bool(self.closed or self.broken)

    def roll_back(self) -> None:
        """What cannot be rolled back is rolled back by the server, once the line is gone."""
        try:
            if (
                self.silent is not None
                or self.is_lost
                or self.info.transaction_status == TransactionStatus.ACTIVE
            ):
                self.close()
            elif self.info.transaction_status != TransactionStatus.IDLE:
                self.execute("ROLLBACK")
        except psycopg.Error:
            self.close()


def bounded(steps: Generator[Any, Any, Any], until: float) -> Generator[Any, Any, Any]:
    """A driver waits for ever for a server that is stopped and not gone."""
    ready = None
    while True:
        try:
            waits = steps.send(ready)
        except StopIteration as done:
            return done.value
        ready = yield waits
        if not ready and monotonic() > until:
            with suppress(psycopg.Error):
                steps.close()
            raise Silent("the database does not answer")


def opened(address: Address, *, writing: bool) -> Line:
    """Raises `psycopg.Error`."""
    try:
        line = Line.connect(address.url, autocommit=True, **NETWORK)
    except psycopg.ProgrammingError:
        raise BadInput("is no address of a database", address.shown) from None
    version = line.info.server_version // 10_000
    if version < OLDEST:
        line.close()
        raise Old(f"it is PostgreSQL {version}: {OLDEST} or newer is needed")
    line.add_notice_handler(line.notice)
    line.patience = WRITING_SECONDS + 0.5 if writing else READING_SECONDS
    bound = f"{WRITING_SECONDS * 1000:.0f}" if writing else "0"
    idle = bound if writing else "600000"
    line.execute(SETTINGS, (address.schema, LOCK_MS, idle, bound))
    return line


def said(error: Exception) -> str:
    """In one line of our own."""
    if isinstance(error, Silent | Uncopied | Old) or not isinstance(error, psycopg.Error):
        return str(error)
    code = error.sqlstate or refused(str(error))
    if not code and (isinstance(error, psycopg.OperationalError) or type(error) is NO_ANSWER):
        return unmade(str(error))
    for length in (5, 3, 2):
        if found := SAYS.get(code[:length]):
            return found
    return f"the database refuses a statement ({code or type(error).__name__})"


def refused(text: str) -> str:
    _, fatal, why = text.partition("FATAL:")
    return next((code for words, code in AT_FIRST.items() if fatal and words in why), "")


def unmade(text: str) -> str:
    return next((says for words, says in BEFORE_IT.items() if words in text), LOST)
