"""What a house that opens notices: each attack of whoever holds its database, and a crash."""

from __future__ import annotations

import gc
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from croupier.cli.main import run
from croupier.engine.irregularities import Role
from croupier.money import Posting
from croupier.problems import BadInput
from croupier.server.housekeeping import found_house
from croupier.server.journal import snapshots, starting
from croupier.server.journal.acts import HouseOpened, HouseRestored
from croupier.server.journal.keys import Keys
from croupier.server.journal.log import FILE
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import New, hashed
from croupier.server.opening import OpenHouse
from croupier.server.people.keeping import REGISTER
from tests.support.attacked_house import CUT, PLAN, edited, opened, unguarded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.journal.acts import AnyAct


def acts(folder: Path) -> list[AnyAct]:
    house = opened(folder)
    found = list(house.acts.last)
    house.close()
    return found


def chained_anew(folder: Path, stream: str, edit: Callable[[dict[str, object]], None]) -> None:
    """A stream rewritten: every event edited, each hash computed again, its end and money, too."""
    store = SqliteStore(folder / "house.db")
    with unguarded(store.connection):
        rewritten(store, stream, edit)
    store.close()


def rewritten(store: SqliteStore, stream: str, edit: Callable[[dict[str, object]], None]) -> None:
    previous, sums = bytes(32), dict[str, int]()
    for entry in list(store.read(stream)):
        event = json.loads(entry.body)
        edit(event)
        body = json.dumps(event, separators=(",", ":")).encode()
        cents = event.get("cents", 0)
        postings = tuple(
            Posting(one.account, cents if one.cents > 0 else -cents) for one in entry.postings
        )
        new = New(entry.at, body, postings)
        own = hashed(previous, stream, entry.version, new, entry.nonce)
        row = body, previous, own, entry.position
        store.connection.execute(
            "UPDATE entries SET body = ?, previous = ?, hash = ? WHERE position = ?", row
        )
        for line, (_, amount) in enumerate(postings):
            place = amount, entry.position, line
            store.connection.execute(
                "UPDATE postings SET cents = ? WHERE position = ? AND line = ?", place
            )
        previous = own
    store.connection.execute("UPDATE heads SET hash = ? WHERE stream = ?", (previous, stream))
    sums = store.posted()
    store.connection.executemany(
        "UPDATE accounts SET cents = ? WHERE account = ?",
        [(cents, account) for account, cents in sums.items()],
    )
    store.connection.execute("DELETE FROM snapshots WHERE stream = ?", (stream,))


def bought_in(folder: Path) -> None:
    def more(event: dict[str, object]) -> None:
        event["cents"] = 77_700_000

    chained_anew(folder, "cage", more)


def promoted(folder: Path) -> None:
    def higher(event: dict[str, object]) -> None:
        event["role"] = "shift-manager"

    chained_anew(folder, "people", higher)


def dropped(folder: Path) -> None:
    edited(folder, *CUT.format(end=200).split(";"), "DELETE FROM checkpoints WHERE size > 200")


def unsigned(folder: Path) -> None:
    edited(folder, "DELETE FROM checkpoints", "DELETE FROM nodes")


def unsigned_and_unfiled(folder: Path) -> None:
    unsigned(folder)
    (folder / FILE).unlink()


def last_unsigned(folder: Path) -> None:
    edited(folder, "DELETE FROM checkpoints WHERE size > 100")


def unfiled(folder: Path) -> None:
    (folder / FILE).unlink()


def flipped(folder: Path) -> None:
    edited(folder, "UPDATE meta SET value = 'no' WHERE name = 'demonstration'")


def richer(folder: Path) -> None:
    edited(folder, "UPDATE accounts SET cents = cents + 5 WHERE account = 'player:p1'")


def keyless(folder: Path) -> None:
    (folder / "signing.key").unlink()


def signed_by_another(folder: Path) -> None:
    for name in ("signing.key", "signing.pub"):
        (folder / name).unlink()
    public = Keys.create(folder / "signing.key").public
    (folder / "signing.pub").write_text(f"{public}\n")
    edited(folder, "DELETE FROM meta WHERE name = 'key'")


def emptied(folder: Path) -> None:
    for file in folder.glob("house.db*"):
        file.unlink()


def forgotten(folder: Path) -> None:
    edited(folder, "UPDATE beside SET salt = NULL, value = NULL WHERE field = 'password'")


ATTACKS: dict[Callable[[Path], None], str] = {
    bought_in: "is not the one that was signed",
    promoted: "is not the one that was signed",
    dropped: "entries are missing. If a backup was put back",
    unsigned: "entries without a checkpoint: checkpoints were removed",
    unsigned_and_unfiled: "entries without a checkpoint: checkpoints were removed",
    last_unsigned: "which its file has, is not in its journal",
    unfiled: "its file checkpoint is missing: put it back",
    flipped: "its journal says that it is a demonstration, and its database says otherwise",
    richer: "player:p1: holds 86255, its postings say 86250",
    keyless: "the signing key is missing",
    signed_by_another: "is not the key in force",
    forgotten: "its password was erased, and no act of the house says so",
    emptied: "the journal has 0 entries and a checkpoint tells of",
}


@pytest.mark.threat("T63", "T66")
@pytest.mark.standard(17, 60)
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda one: one.__name__)
def test_an_attack_on_the_database_is_noticed(attack: Callable[[Path], None], folder: Path) -> None:
    attack(folder)
    with pytest.raises(BadInput) as refused:
        opened(folder)
    assert ATTACKS[attack] in str(refused.value)
    assert "\n" not in str(refused.value)


NOT_IN_THE_DATABASE = (unfiled, keyless, emptied)
IN_THE_AUDIT: dict[Callable[[Path], None], str] = {
    bought_in: "is not of the entries that are there",
    promoted: "is not of the entries that are there",
    dropped: "is known and 200 are there: entries are missing",
    unsigned: "has entries and no checkpoint: the checkpoints were removed",
    unsigned_and_unfiled: "has entries and no checkpoint: the checkpoints were removed",
    signed_by_another: "signed with another key than the one given",
}


@pytest.mark.threat("T66")
@pytest.mark.parametrize("gone", [(FILE,), (FILE, "signing.pub")])
def test_an_empty_journal_beside_keys_is_refused(
    gone: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    emptied(folder)
    for name in gone:
        (folder / name).unlink()
    for _ in range(2):
        assert run(["serve", "--folder", str(folder), "--port", "0"]) == 2
        said = capsys.readouterr().err
        assert "the journal is empty although the folder has the keys of a house" in said
        assert "croupier house restore" in said
        assert said.count("\n") == 1


def test_a_journal_of_nothing_is_not_begun_again(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    found_house(folder)
    emptied(folder)
    with pytest.raises(BadInput, match="is not in its journal"):
        opened(folder)


@pytest.mark.parametrize(
    "attack",
    [one for one in ATTACKS if one not in NOT_IN_THE_DATABASE],
    ids=lambda one: one.__name__,
)
def test_an_attack_on_the_database_shows_in_the_audit(
    attack: Callable[[Path], None], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    public = (folder / "signing.pub").read_text().strip()
    verify = ["audit", "verify", str(folder / "house.db"), "--key"]
    assert run([*verify, public]) == 0
    assert "(each with the house's key)" in capsys.readouterr().out
    attack(folder)
    known = (folder / "signing.pub").read_text().strip()
    assert run([*verify, known]) == 1
    assert IN_THE_AUDIT.get(attack, ATTACKS[attack]) in capsys.readouterr().out


def test_a_house_is_not_served_without_its_checkpoint(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unfiled(folder)
    assert run(["serve", "--folder", str(folder), "--port", "0"]) == 2
    says = "its file checkpoint is missing: put it back from where it is kept"
    assert capsys.readouterr().err == f"{folder}: {says}\n"


def test_a_house_that_nobody_touched_opens_and_says_so(folder: Path) -> None:
    entries = SqliteStore(folder / "house.db").tree_size()
    house = opened(folder)
    assert house.store.tree_size() == entries
    house.acts.record(house.opened())
    [*_, before, last] = house.acts.last
    assert isinstance(before, HouseOpened)
    assert isinstance(last, HouseOpened)
    assert (last.key, last.demonstration) == (house.keys.public, True)
    assert (last.configuration, last.program) == (PLAN.digest, before.program)
    house.close()


def test_a_crash_before_the_checkpoint_is_normal(folder: Path) -> None:
    """What came after the last checkpoint is chained, and signed at once."""
    house = opened(folder)
    house.cage.buy_in("p1", 500, "c1", house.clock())
    size, signed = house.store.tree_size(), house.store.last_checkpoint()
    house.close()
    assert signed
    assert signed.size < size
    again = opened(folder)
    last = again.store.last_checkpoint()
    again.close()
    assert last
    assert (last.size, last.note) == (size, (folder / FILE).read_text())


def test_a_crash_between_database_and_file_is_normal(folder: Path) -> None:
    before = (folder / FILE).read_text()
    house = opened(folder)
    house.cage.buy_in("p1", 500, "c1", house.clock())
    house.play.checkpoint(house.clock())
    house.close()
    (folder / FILE).write_text(before)
    opened(folder).close()
    assert (folder / FILE).read_text() != before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET at = at + 1 WHERE stream = 'cage' AND version = 3",
        "UPDATE entries SET previous = zeroblob(32) WHERE stream = 'cage' AND version = 3",
    ],
)
def test_a_tail_that_was_changed_is_not_signed(folder: Path, statement: str) -> None:
    house = opened(folder)
    house.cage.buy_in("p1", 500, "c1", house.clock())
    house.close()
    edited(folder, statement)
    with pytest.raises(BadInput, match=r"was changed after|does not follow"):
        opened(folder)


@pytest.mark.threat("T82")
def test_a_backup_put_back_is_a_recorded_act(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(folder / "house.db", folder.parent / "backup.db")
    house = opened(folder)
    before = house.store.tree_size()
    for _ in range(3):
        house.cage.buy_in("p1", 500, "c1", house.clock())
    house.play.checkpoint(house.clock())
    house.close()
    for file in folder.glob("house.db*"):
        file.unlink()
    shutil.copy(folder.parent / "backup.db", folder / "house.db")
    with pytest.raises(BadInput, match="entries are missing"):
        opened(folder)
    assert run(["audit", "accept", str(folder), "--by", "m1"]) == 0
    assert f"{before:,} entries of {before + 6:,} that were known" in capsys.readouterr().out
    [*_, act] = acts(folder)
    assert isinstance(act, HouseRestored)
    assert (act.by, act.entries, act.known) == ("m1", before, before + 6)


def test_a_cut_journal_is_no_backup(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edited(folder, *CUT.format(end=200).split(";"))
    assert run(["audit", "accept", str(folder), "--by", "m1"]) == 2
    assert "entries were removed from it" in capsys.readouterr().err


def test_a_snapshot_that_somebody_made_up_is_passed_over(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It agrees with itself and names the right entry, and only the house's secret is missing."""
    monkeypatch.setattr(snapshots, "EVERY", 1)
    house = opened(folder)
    house.people.guest(house.clock())
    people, version = house.people, house.people.version
    house.close()
    kept = SqliteStore(folder / "house.db")
    assert kept.snapshot("people")
    people.register.alter("d1", role=Role.SHIFT_MANAGER)
    forged = REGISTER.save(people.register)
    assert snapshots.keep(kept, "people", version, REGISTER.shape, forged)
    kept.close()
    again = opened(folder)
    assert again.people.accounts["d1"].role is Role.DEALER
    again.close()


def test_what_is_looked_at_does_not_grow_with_the_journal(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "STRETCH", 10)
    read: list[int] = []
    everything = SqliteStore.everything

    def counted(store: SqliteStore, after: int = 0) -> Iterator[object]:
        for entry in everything(store, after):
            read.append(entry.position)
            yield entry

    monkeypatch.setattr(SqliteStore, "everything", counted)
    house = opened(folder)
    size = house.store.tree_size()
    house.close()
    assert min(read) > size - 20


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="Linux tells what is open")
def test_an_opening_that_fails_holds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "house.db").write_bytes(b"no database, and long enough to be looked at" * 40)
    gc.collect()  # what tests before this one have left
    before = open_files()
    with pytest.raises(BadInput, match="it is no database"):
        opened(tmp_path)
    (tmp_path / "house.db").unlink()
    assert open_files() <= before
    opened(tmp_path).close()

    def fails(*_: object) -> NoReturn:
        raise BadInput("not today")

    monkeypatch.setattr(OpenHouse, "open_rooms", fails)
    gc.collect()
    before = open_files()
    with pytest.raises(BadInput, match="not today"):
        opened(tmp_path)
    assert open_files() <= before
