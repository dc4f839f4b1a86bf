"""Whether a server of PostgreSQL keeps what it has acknowledged, as far as it says so itself."""

from __future__ import annotations

import time
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec
import psycopg

from croupier.problems import BadInput
from croupier.server.journal.postgres_line import opened, said

if TYPE_CHECKING:
    from croupier.server.journal.postgres_address import Address

ASKED = """SELECT current_setting('fsync'), current_setting('full_page_writes'),
    (SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit'),
    current_setting('synchronous_standby_names'), pg_is_in_recovery(),
    (1000 * extract(epoch FROM clock_timestamp()))::bigint"""


class Safety(msgspec.Struct, frozen=True, kw_only=True):
    fsync: str
    full_page_writes: str
    synchronous_commit: str
    """For whoever asks for nothing else, as a house does."""
    standbys: str
    is_copy: bool
    ahead_ms: int
    """Of this machine's clock."""
    host: str
    is_encrypted: bool
    is_verified: bool


def looked_at(address: Address) -> Safety:
    """Nothing is made there or changed; BadInput says in one line why there is no answer."""
    try:
        with closing(opened(address, writing=True)) as line:
            found = line.execute(ASKED).fetchone()
            assert found is not None
            fsync, full_page_writes, synchronous_commit, standbys, is_copy, at = found
            asked = line.info.get_parameters().get("sslmode", "")
            return Safety(
                fsync=fsync,
                full_page_writes=full_page_writes,
                synchronous_commit=synchronous_commit,
                standbys=standbys,
                is_copy=is_copy,
                ahead_ms=time.time_ns() // 1_000_000 - at,
                host=line.info.host,
                is_encrypted=bool(line.pgconn.ssl_in_use),
                is_verified=asked in {"verify-ca", "verify-full"},
            )
    except psycopg.Error as error:
        raise BadInput(said(error), address.shown) from None
