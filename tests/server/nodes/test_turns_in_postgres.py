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
    from tests.support.postgres_server import Server


def test_a_turn_is_had_once_the_journal_is_free_again(postgres: Server) -> None:
    url = postgres.fresh()
    lock = b"SELECT size FROM %b.log FOR UPDATE" % url.partition("schema=")[2].encode()
    with closing(open_shared(url, Sharing("n1", "run"))) as store:
        with psycopg.connect(postgres.address()) as frozen:
            frozen.execute(lock)
            with pytest.raises(Unreadable, match="another commit holds the journal"):
                store.take_turn()
        assert store.take_turn() == []
        store.end_turn()
        assert store.probe() is None


def test_a_turn_whose_node_is_frozen_ends(postgres: Server) -> None:
    """By the server's clock, two seconds after it was last heard of."""
    url = postgres.fresh()
    frozen, goes_on = (open_shared(url, Sharing(one, "run")) for one in ("n1", "n2"))
    with closing(frozen), closing(goes_on):
        frozen.take_turn()
        with pytest.raises(Unreadable, match="another commit holds the journal"):
            goes_on.take_turn()
        assert goes_on.take_turn() == []
        goes_on.end_turn()
