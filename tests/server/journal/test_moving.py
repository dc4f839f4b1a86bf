"""`croupier house move`: a journal from a file to PostgreSQL and back, all of it."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from croupier.server.journal import open_store
from croupier.server.journal.contents import contents
from croupier.server.journal.postgres_address import Address
from croupier.server.journal.shared_postgres import SharedPostgres
from croupier.server.journal.sharing import Sharing
from tests.support.attacked_house import edited, opened
from tests.support.configured_house import written

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.played_rounds import Asked
    from tests.support.postgres_server import Server


def told(where: Path | str) -> list[tuple[str, list[tuple[object, ...]]]]:
    with closing(open_store(where)) as store:
        return [(one.table, list(one.rows)) for one in contents(store)]


def test_there_and_back_again(ask: Callable[..., Asked], folder: Path, postgres: Server) -> None:
    address, key = postgres.fresh(), str(folder / "signing.pub")
    shown = Address.of(address).shown
    before = told(folder / "house.db")
    status, out, _ = ask("house", "move", folder, address)
    entries = len(dict(before)["entries"])
    assert status == 0
    assert out.startswith(f"{shown}: {entries:,} entries, the last checkpoint of {entries:,}, root")
    assert out.endswith(f"{folder}/house.db is left as it is: open one of them only.\n")
    assert "secret" not in out
    assert told(address) == before
    (folder / "house.db").rename(folder / "before.db")
    back = ask("house", "move", address, folder)
    assert (back.status, back.err) == (0, "")
    assert told(folder / "house.db") == before
    answers = [ask("audit", "verify", one, "--key", key) for one in (folder, address)]
    assert answers[0] == answers[1]
    assert answers[0].status == 0
    opened(folder).close()


def test_a_house_in_postgresql_is_asked_like_any_other(
    ask: Callable[..., Asked], folder: Path, postgres: Server
) -> None:
    address = postgres.fresh()
    ask("house", "move", folder, address)
    for verb, given in (
        (("house", "status"), ()),
        (("audit", "export"), ()),
        (("audit", "replay"), ("baccarat", 3)),
        (("audit", "recall"), ("p1",)),
    ):
        there, here = (ask(*verb, one, *given) for one in (address, folder / "house.db"))
        assert (there.status, there) == (0, here)
    ours, theirs = (ask("report", one).out for one in (address, folder / "house.db"))
    assert ours.splitlines()[1:] == theirs.splitlines()[1:]  # the first says when it was made


def test_only_into_an_empty_place(
    ask: Callable[..., Asked], folder: Path, postgres: Server
) -> None:
    address = postgres.fresh()
    shown = Address.of(address).shown
    none = ask("house", "move", address, folder)
    assert (none.status, none.err) == (2, f"{shown}: is no house's journal\n")
    assert ask("house", "move", folder, address).status == 0
    again = ask("house", "move", folder, address)
    assert (again.status, again.err) == (2, f"{shown}: holds a journal already\n")
    back = ask("house", "move", address, folder)
    assert (back.status, back.err) == (2, f"{folder}/house.db: is there already\n")


def test_what_was_changed_is_not_moved(
    ask: Callable[..., Asked], folder: Path, postgres: Server
) -> None:
    edited(folder, "UPDATE entries SET at = at + 1 WHERE position = 7")
    address = postgres.fresh()
    status, _, err = ask("house", "move", folder, address)
    assert (status, err.count("\n")) == (2, 1)
    assert "(position 7): was changed after it was written" in err


def test_an_open_house_is_not_moved(
    ask: Callable[..., Asked], folder: Path, postgres: Server
) -> None:
    house = opened(folder)
    assert "this house is open already" in ask("house", "move", folder, postgres.fresh()).err
    house.close()


def test_places_that_are_none(
    ask: Callable[..., Asked], folder: Path, postgres: Server, tmp_path: Path
) -> None:
    for source, target in (
        (tmp_path / "nowhere", postgres.fresh()),
        (folder / "house.toml", postgres.fresh()),
        (folder, tmp_path / "nowhere" / "house.db"),
        (folder, "postgresql://u:secret@127.0.0.1:1/db"),
        (folder, "postgresql://u:secret@127.0.0.1/db?schema=No"),
        ("postgresql://u:secret@127.0.0.1:1/db", tmp_path / "new.db"),
    ):
        status, out, err = ask("house", "move", source, target)
        assert (status, out, err.count("\n")) == (2, "", 1), (source, target)
        assert "secret" not in err
    assert not list(tmp_path.glob("new.db*"))


def test_an_address_in_place_of_a_file_shows_no_password(ask: Callable[..., Asked]) -> None:
    for url in (
        "postgresql://u:secret@127.0.0.1:1/db",
        "postgresql://:secret@127.0.0.1:1/db",
        "postgresql://u@127.0.0.1:1/db?password=secret&connect_timeout=2",
    ):
        for verb in (("settle",), ("house", "check"), ("audit", "receipt"), ("house", "keys")):
            status, out, err = ask(*verb, url)
            assert (status, out, err.count("\n"), "secret" in err) == (2, "", 1, False), (verb, err)


def test_a_folder_whose_file_names_a_database(
    ask: Callable[..., Asked], folder: Path, tmp_path: Path, postgres: Server
) -> None:
    address = postgres.fresh()
    assert ask("house", "move", folder, address).status == 0
    (folder / "house.db").unlink()
    (folder / "house.toml").write_text(f'{written("baccarat")}\n[nodes]\ndatabase = "{address}"\n')
    verified = ask("audit", "verify", folder)
    assert verified.status == 0, verified
    assert ask("house", "keys", folder, "--rotate").status == 0
    assert ask("house", "people", folder).status == 0
    copy, restored = tmp_path / "whole", tmp_path / "restored"
    assert ask("backup", folder, tmp_path / "journal.db").status == 0
    assert ask("house", "backup", folder, copy).status == 0
    told = ask("house", "restore", copy, restored)
    assert (told.status, f"`croupier house move {restored} URL`" in told.out) == (0, True)
    assert ask("audit", "verify", restored / "house.db").status == 0
    assert ask("house", "people", restored).err.startswith(f"{restored}: holds house.db beside")
    with closing(SharedPostgres(Address.of(address), Sharing("n1", "r1"))) as node:
        node.here("http://n1", "1", leaving=False)
    refused = ask("house", "keys", folder, "--rotate")
    assert refused == (2, "", f"{folder}: this house is open at n1, or was a moment ago\n")
