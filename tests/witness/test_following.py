"""A house that is watched: what a witness takes, and every way in which it finds a house out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.problems import BadInput
from croupier.server.journal.notes import Note, Submission
from croupier.witness import following
from croupier.witness.folder import Witness
from croupier.witness.following import HouseLog, Look, Reply
from croupier.witness.judging import Refusal
from tests.support.small_log import SmallLog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENTRIES = tuple(f"entry {number}" for number in range(12))


@pytest.fixture
def log() -> SmallLog:
    return SmallLog(*ENTRIES[:7])


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Witness]:
    one = Witness(tmp_path / "witness")
    yield one
    one.close()


def look(witness: Witness, log: SmallLog) -> Look:
    return following.looked(witness, witness.follow(log.key), log.house)


def kinds(witness: Witness, log: SmallLog) -> list[str]:
    return [one.name.partition("-")[0] for one in witness.logs[log.origin].evidence()]


def test_a_log_that_grows_is_cosigned(witness: Witness, log: SmallLog) -> None:
    for size in (7, 7, 9, 12):
        log.entries = list(ENTRIES[:size])
        assert look(witness, log) == Look(f"{size} entries, cosigned")
        held = witness.logs[log.origin].held
        assert held is not None
        assert held.text == Note.parse(log.checkpoint()).text
        assert held.signed_by(log.key, witness.key) == (log.key, witness.key)
    assert kinds(witness, log) == []


def test_a_tail_dropped_and_signed_again_is_found_out(witness: Witness, log: SmallLog) -> None:
    look(witness, log)
    log.entries = log.entries[:5]
    says = "the house says that it has 5 entries, and 7 were seen"
    assert look(witness, log) == Look(says, is_wrong=True)
    log.entries += ["other", "entries", "follow"]  # longer again
    assert look(witness, log).says == "no proof that 8 entries begin with the 7 seen before"
    assert kinds(witness, log) == ["rollback", "unproven"]


def test_an_entry_changed_and_the_tree_signed_again_is_found_out(
    witness: Witness, log: SmallLog
) -> None:
    look(witness, log)
    log.entries[2] = "777,000.00 bought in"
    says = "two checkpoints of 7 entries have different roots"
    assert look(witness, log) == Look(says, is_wrong=True)
    log.entries += ["more"]
    says = "no proof that 8 entries begin with the 7 seen before"
    assert look(witness, log) == Look(says, is_wrong=True)
    assert kinds(witness, log) == ["fork", "unproven"]
    [fork, _] = witness.logs[log.origin].evidence()
    told = fork.read_text()
    assert told.startswith("two roots for one size\n")
    assert told.count(f"\n{log.origin}\n7\n") == 2  # both, with the signatures


def test_what_was_held_stays_held(witness: Witness, log: SmallLog) -> None:
    look(witness, log)
    true, log.entries = list(log.entries), ["x"] * 9
    assert look(witness, log).is_wrong
    log.entries = true
    assert look(witness, log) == Look("7 entries, cosigned")
    assert kinds(witness, log) == ["unproven"]  # and stays evidence


def test_another_key_is_found_out(witness: Witness, log: SmallLog) -> None:
    look(witness, log)
    log.private = Ed25519PrivateKey.generate()
    says = "the checkpoint is not signed with the log's key"
    house = log.house
    assert following.looked(witness, witness.logs[log.origin], house) == Look(says, is_wrong=True)
    assert kinds(witness, log) == ["unsigned"]


def test_a_key_that_the_old_one_signed_is_followed(witness: Witness, log: SmallLog) -> None:
    look(witness, log)
    known = witness.logs[log.origin]
    log.rotate()
    log.rotate()
    log.entries += ["after the rotation"]
    assert following.looked(witness, known, log.house) == Look("8 entries, cosigned")
    assert known.key == log.key
    witness.close()
    again = Witness(witness.folder)
    assert again.logs[log.origin].key == log.key
    witness.alone = again.alone


def test_a_rotation_that_the_old_key_did_not_sign_is_not(witness: Witness, log: SmallLog) -> None:
    look(witness, log)
    log.rotate()
    for wrong in ("00" * 64, "x"):
        log.rotations[0]["signature"] = wrong
        assert following.looked(witness, witness.logs[log.origin], log.house).is_wrong
    assert kinds(witness, log) == ["unsigned"]


def test_a_false_proof_of_a_stranger_is_cleared_up(witness: Witness, log: SmallLog) -> None:
    look(witness, log)
    log.entries = list(ENTRIES)
    true = log.submission(7)
    false = Submission(7, (bytes(32),), true.note, true.head)
    says = "no proof that 12 entries begin with the 7 seen before"
    assert witness.add(false) == Refusal(422, says)
    assert kinds(witness, log) == ["unproven"]
    assert look(witness, log) == Look("12 entries, cosigned")
    assert kinds(witness, log) == []
    assert len(list((witness.logs[log.origin].folder / "settled").iterdir())) == 1


@pytest.mark.threat("T119")
def test_an_old_checkpoint_that_somebody_replays_is_cleared_up(
    witness: Witness, log: SmallLog
) -> None:
    """It is said at once and stays on record; the house that goes on as before is not condemned."""
    old = log.checkpoint()
    log.entries = list(ENTRIES[:9])
    look(witness, log)
    honest = log.ask

    def replayed(url: str) -> Reply:
        return Reply(200, old) if url.endswith("/checkpoint") else honest(url)

    known, says = witness.logs[log.origin], "the house says that it has 7 entries, and 9 were seen"
    seen = following.looked(witness, known, HouseLog("http://house.example", replayed))
    assert (seen, kinds(witness, log)) == (Look(says, is_wrong=True), ["rollback"])
    log.entries = list(ENTRIES)
    assert look(witness, log) == Look("12 entries, cosigned")
    assert kinds(witness, log) == []
    [record] = (known.folder / "settled").iterdir()
    assert record.read_text().startswith(says)


def test_a_checkpoint_of_no_key_is_cleared_up(witness: Witness, log: SmallLog) -> None:
    look(witness, log)
    stranger = SmallLog(*ENTRIES[:9])
    false = HouseLog("http://house.example", stranger.ask)
    assert following.looked(witness, witness.logs[log.origin], false).is_wrong
    assert kinds(witness, log) == ["unsigned"]
    assert look(witness, log) == Look("7 entries, cosigned")
    assert kinds(witness, log) == []


def test_a_rollback_to_another_story_is_not_cleared_up(witness: Witness, log: SmallLog) -> None:
    """A head with the key on it that stands under nothing shown since condemns for good."""
    look(witness, log)
    log.entries = ["another story", "of fewer entries"]
    assert look(witness, log).is_wrong
    log.entries = list(ENTRIES)
    assert look(witness, log) == Look("12 entries, cosigned")
    assert kinds(witness, log) == ["rollback"]


def test_a_log_is_believed_at_first_sight_and_never_again(witness: Witness, log: SmallLog) -> None:
    with pytest.raises(BadInput, match=r"its log is croupier\.example/house1, not other"):
        following.first_sight(witness, log.house, "other")
    assert witness.logs == {}
    first = log.key
    assert following.first_sight(witness, log.house).key == first
    log.private = Ed25519PrivateKey.generate()
    assert following.first_sight(witness, log.house).key == first


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (Reply(404, ""), "answers 404 to /api/log/checkpoint"),
        (Reply(200, "<html>"), "note: is a text, an empty line"),
        (Reply(200, "x\n\n— a AAAAAAAA\n"), "checkpoint: is three lines"),
    ],
)
def test_an_answer_that_is_none_is_told_and_is_no_evidence(
    witness: Witness, log: SmallLog, reply: Reply, says: str
) -> None:
    look(witness, log)
    house = HouseLog("http://house.example", lambda _: reply)
    with pytest.raises(BadInput, match=says):
        following.looked(witness, witness.logs[log.origin], house)
    assert kinds(witness, log) == []


def test_a_house_without_a_proof_now_is_asked_again(witness: Witness, log: SmallLog) -> None:
    look(witness, log)
    log.entries = list(ENTRIES)
    busy = following.HouseLog(
        "http://house.example",
        lambda url: Reply(503, "") if "consistency" in url else log.ask(url),
    )
    with pytest.raises(BadInput, match="answers 503 when asked for a proof"):
        following.looked(witness, witness.logs[log.origin], busy)
    assert kinds(witness, log) == []
    assert look(witness, log) == Look("12 entries, cosigned")


def test_only_web_addresses_are_asked() -> None:
    with pytest.raises(BadInput, match="is no address like https://"):
        following.asked("file:///etc/passwd")
    with pytest.raises(BadInput, match="cannot be asked"):
        following.asked("http://127.0.0.1:1/api/log/checkpoint")
