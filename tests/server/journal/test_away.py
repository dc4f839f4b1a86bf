"""A journal judged away from its house: an export, a capture, a checkpoint kept elsewhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

from croupier.money import Posting
from croupier.server.journal.keys import Keys
from croupier.server.journal.log_check import OTHER_KEY
from croupier.server.journal.store import New, hashed
from croupier.server.past.capture import Dispute, Proof, capture_round, dispute_decoder
from tests.support.played_house import KEYS
from tests.support.played_rounds import Asked, some_rounds

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Lines = list[dict[str, object]]


@pytest.fixture
def export(tmp_path: Path, ask: Callable[..., Asked]) -> Path:
    some_rounds(tmp_path / "house.db").house.store.close()
    out = tmp_path / "all.jsonl"
    assert ask("audit", "export", tmp_path / "house.db", "--out", out).status == 0
    return out


def rewritten(file: Path, edit: Callable[[Lines], Lines]) -> None:
    lines = edit([json.loads(line) for line in file.read_text().splitlines()])
    texts = (json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in lines)
    file.write_text("".join(f"{text}\n" for text in texts))


@pytest.mark.threat("T62")
def test_an_export_is_verified_away_from_the_house(export: Path, ask: Callable[..., Asked]) -> None:
    lines = [json.loads(line) for line in export.read_text().splitlines()]
    signed = sum("checkpoint" in line for line in lines)
    whole = f"The export is whole: {len(lines)} entries under {signed} checkpoints"
    assert ask("audit", "verify", export, "--key", KEYS.public) == (
        0,
        f"{whole} (each with the house's key).\n",
        "",
    )
    assert ask("audit", "verify", export).out == f"{whole} (signatures unchecked: no --key).\n"


def changed(lines: Lines) -> Lines:
    event = lines[5]["event"]
    assert isinstance(event, dict)
    event["at"] = 7
    return lines


def unsigned(lines: Lines) -> Lines:
    return [{key: line[key] for key in line if key != "checkpoint"} for line in lines]


def withheld(lines: Lines, event: str | None, stream: str = "table:t1") -> Lines:
    """A line that nobody is to look at, with what somebody would like it to say."""
    one = [line for line in lines if line["stream"] == stream][-1]
    one |= {"event": event, "withheld": "it holds the hash of a password", "nonce": None}
    return lines


def made_up_after_the_first(lines: Lines) -> Lines:
    """All checkpoints but the first are gone, and what came after it is another story."""
    first = next(place for place, line in enumerate(lines, 1) if "checkpoint" in line)
    told = unsigned(lines[first:])
    heads = {str(line["stream"]): str(line["hash"]) for line in lines[:first]}
    for line in told:
        event, stream = line["event"], str(line["stream"])
        assert isinstance(event, dict)
        event["at"] = line["at"] = 7
        line["previous"] = heads.get(stream, bytes(32).hex())
        body = json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode()
        [version, postings] = line["version"], line["postings"]
        assert isinstance(version, int)
        assert isinstance(postings, list)
        new = New(7, body, tuple(Posting(*one) for one in postings))
        previous, nonce = bytes.fromhex(str(line["previous"])), bytes.fromhex(str(line["nonce"]))
        line["hash"] = heads[stream] = hashed(previous, stream, version, new, nonce).hex()
    return [*lines[:first], *told]


ATTACKS: dict[Callable[[Lines], Lines], str] = {
    changed: "table:t1 entry 2 (position 6): was changed after it was written",
    lambda lines: [
        *lines[:3],
        *lines[4:],
    ]: "it is a part of a journal, 50 entries",
    lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]]: "position 4 should come here",
    unsigned: "no checkpoint is in it, so that nothing shows what is missing",
    lambda lines: [*lines, {"no": "entry"}]: "line 52 is no entry of a journal",
    lambda lines: withheld(lines, "a story"): "is withheld, and is not of what ever is",
    lambda lines: withheld(lines, None, stream="cage"): "is withheld, and is not of what ever is",
    made_up_after_the_first: "entries come after its last checkpoint: nothing shows that they",
}


@pytest.mark.threat("T61")
@pytest.mark.parametrize("attack", ATTACKS)
def test_an_export_that_was_changed_says_so(
    attack: Callable[[Lines], Lines], export: Path, ask: Callable[..., Asked]
) -> None:
    rewritten(export, lambda lines: lines)
    assert ask("audit", "verify", export, "--key", KEYS.public).status == 0
    rewritten(export, attack)
    status, out, _ = ask("audit", "verify", export, "--key", KEYS.public)
    assert status == 1
    assert ATTACKS[attack] in out


def test_an_export_signed_by_another_key(export: Path, ask: Callable[..., Asked]) -> None:
    status, out, _ = ask("audit", "verify", export, "--key", Keys.new().public)
    assert (status, out) == (1, f"{OTHER_KEY}\n")


def test_a_shorter_export_is_shown_by_a_checkpoint_kept_elsewhere(
    export: Path, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    """What a witness, a player or a sheet of paper has kept; without it the end may be missing."""
    kept = tmp_path / "kept"
    last = json.loads(export.read_text().splitlines()[-1])
    kept.write_text(last["checkpoint"])
    verify = ("audit", "verify", export, "--key", KEYS.public)
    assert ask(*verify, "--checkpoint", kept).status == 0
    assert ask("audit", "verify", tmp_path / "house.db", "--checkpoint", kept).status == 0
    rewritten(export, lambda lines: lines[:30])
    assert "entries come after its last checkpoint" in ask(*verify).out
    status, out, _ = ask(*verify, "--checkpoint", kept)
    missing = "is known and 30 are there: entries are missing"
    assert status == 1
    assert out.splitlines()[0] == f"a checkpoint of {last['position']} entries {missing}"
    kept.write_text("somebody\n")
    assert ask(*verify, "--checkpoint", kept).err.startswith(f"{kept}: holds no checkpoint")


def test_a_captured_round_is_verified_away_from_the_house(
    tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    file, kept = tmp_path / "dispute.json", tmp_path / "kept"
    store = some_rounds(tmp_path / "house.db", "three-card-poker", 1).house.store
    ask("audit", "replay", tmp_path / "house.db", "t1", 1, "--capture", file)
    captured = dispute_decoder.decode(file.read_bytes())
    entries = len(captured.entries) + len(captured.meter)
    verify = ("audit", "verify", file, "--key", KEYS.public)
    assert ask(*verify).out == (
        f"The captured round 1 of t1 is whole: {entries} entries under 1 checkpoints"
        " (each with the house's key).\n"
    )
    assert file.stat().st_mode & 0o777 == 0o600
    downloaded = tmp_path / "downloaded.json"
    downloaded.write_bytes(
        b'{"dispute":{"number":1},"captured":%b,"faults":[]}' % file.read_bytes()
    )
    assert ask("audit", "verify", downloaded, "--key", KEYS.public).out == ask(*verify).out
    kept.write_text(captured.checkpoint)
    assert ask(*verify, "--checkpoint", kept).status == 0
    first = store.checkpoint_at_least(0)
    assert first
    kept.write_text(first.note)
    assert "only the journal or an export of it shows" in ask(*verify, "--checkpoint", kept).err
    forged = replace(captured, proofs=captured.proofs[:1])
    file.write_bytes(msgspec.json.encode(forged))
    status, out, _ = ask(*verify)
    assert (status, out) == (
        1,
        "meter:three-card-poker entry 1: is not shown to stand in the house's log\n",
    )


def unsigned_and_richer(captured: Dispute) -> Dispute:
    """Another story, which agrees with itself."""
    previous, told = bytes(32), list[Proof]()
    for one in captured.entries:
        body = one.body.replace('"cents":2500', '"cents":9900000').encode()
        now = hashed(previous, one.stream, one.version, New(one.at, body, one.postings), b"")
        texts = {"body": body.decode(), "previous": previous.hex(), "hash": now.hex(), "nonce": ""}
        told.append(replace(one, **texts))
        previous = now
    return replace(captured, entries=tuple(told), meter=(), checkpoint="", proofs=())


CAPTURES: dict[Callable[[Dispute], Dispute], str] = {
    unsigned_and_richer: "no checkpoint of the house covers the round",
    lambda one: replace(unsigned_and_richer(one), configured=None): "no checkpoint of the house",
    lambda one: replace(one, table="t9"): "is not of table:t9",
    lambda one: replace(one, round=777): "it does not begin with the opening of round 777",
    lambda one: replace(one, entries=one.entries[-2:]): "it does not begin with the opening of",
    lambda one: replace(one, entries=(), meter=()): "it does not begin with the opening of",
    lambda one: replace(one, version=99): "its setup, game or version is not that of entry 1",
    lambda one: replace(one, game="three-pictures"): "its setup, game or version is not",
    lambda one: replace(one, setup=replace(one.setup, chip_cents=1)): "its setup, game or version",
    lambda one: replace(one, configured=one.entries[1]): "does not set the table up",
}


@pytest.mark.threat("T60")
@pytest.mark.parametrize("forged", CAPTURES)
def test_a_forged_capture(
    forged: Callable[[Dispute], Dispute],
    captured: Dispute,
    tmp_path: Path,
    ask: Callable[..., Asked],
) -> None:
    file = tmp_path / "forged.json"
    verify = ("audit", "verify", file, "--key", KEYS.public)
    file.write_bytes(msgspec.json.encode(captured))
    assert ask(*verify).status == 0
    file.write_bytes(msgspec.json.encode(forged(captured)))
    status, out, _ = ask(*verify)
    assert status == 1
    assert CAPTURES[forged] in out


def test_a_capture_says_what_it_does_not_prove(
    captured: Dispute, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    file = tmp_path / "bare.json"
    file.write_bytes(msgspec.json.encode(replace(captured, configured=None)))
    asked = ask("audit", "verify", file, "--key", KEYS.public)
    assert asked.status == 0
    assert asked.out.endswith("are as it says: no entry in it proves them.\n")


@pytest.fixture(scope="module")
def captured(tmp_path_factory: pytest.TempPathFactory) -> Dispute:
    store = some_rounds(tmp_path_factory.mktemp("captured") / "house.db", rounds=2).house.store
    return capture_round(store, "t1", 2, 9)
