"""The tables of the house over HTTP."""

from __future__ import annotations

from tests.support.http_callers import TABLES, Caller, Server, refused


def test_anybody_lists_the_tables(server: Server) -> None:
    status, tables = Caller(server).get("/api/tables")
    assert status == 200
    assert {table["name"]: table["game"] for table in tables} == TABLES


def test_a_table_that_does_not_exist_is_refused(server: Server) -> None:
    dealer = server.as_("d1")
    answer = refused("no-such-thing", "there is no such table")
    assert dealer.get("/api/tables/t9/irregularities") == (404, answer)
