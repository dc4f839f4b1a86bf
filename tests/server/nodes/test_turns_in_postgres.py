"""A turn that cannot be had: another node holds the journal for longer than anybody waits."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import psycopg
import pytest

from croupier.server.journal import open_shared
from croupier.server.journal.sharing import Sharing
from croupier.server.journal.store import Unreadable

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.postgres_server import Server


def test_a_turn_is_had_once_the_journal_is_free_again(postgres: Server, tmp_path: Path) -> None:
    url = postgres.fresh()
    schema = url.partition("schema=")[2]
    with closing(open_shared(url, Sharing("n1", "run"), tmp_path)) as store:
        with psycopg.connect(postgres.address()) as frozen:
            frozen.execute(f"SELECT size FROM {schema}.log FOR UPDATE".encode())
            with pytest.raises(Unreadable, match="another commit holds the journal"):
                store.take_turn()
        assert store.take_turn() == []
        store.end_turn()
        assert store.probe() is None
