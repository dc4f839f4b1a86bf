"""Signed notes against the format's published example, and everything malformed."""

from __future__ import annotations

from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.problems import BadInput
from croupier.server.journal.notes import (
    Kind,
    Note,
    OfflineProof,
    Signature,
    TreeHead,
    VerifierKey,
    cosign,
    decoded,
    read_checkpoint,
    sign,
    signed,
)

TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
LINE = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXg"
    "KvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PRIVATE = decoded("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz", "key")[1:]
"""The example of the format's first implementation."""

ORIGIN, ROOT = "croupier.example/house1", bytes(range(32))
HOUSE, WITNESS = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2))
HOUSE_KEY = VerifierKey.of(ORIGIN, HOUSE)
WITNESS_KEY = VerifierKey.of("w1.example", WITNESS, Kind.COSIGNATURE)
HEAD = TreeHead(ORIGIN, 7, ROOT)
NOTE = signed(str(HEAD), ORIGIN, HOUSE)
BOTH = NOTE.with_signatures(cosign(NOTE.text, "w1.example", WITNESS, 1_800_000_000))
ROOT64 = b64encode(ROOT).decode()


def test_the_published_example_is_read_and_written() -> None:
    key = VerifierKey.parse(PETER)
    assert (str(key), key.id.hex(), key.kind) == (PETER, "c74f20a3", Kind.NOTE)
    note = Note.parse(f"{TEXT}\n{LINE}")
    assert note.signed_by(key) == (key,)
    made = signed(TEXT, "PeterNeumann", Ed25519PrivateKey.from_private_bytes(PRIVATE))
    assert str(made) == str(note) == f"{TEXT}\n{LINE}"


def test_a_checkpoint_has_three_lines_and_is_read_back() -> None:
    assert NOTE.text == f"{ORIGIN}\n7\n{ROOT64}\n"
    assert read_checkpoint(str(BOTH), HOUSE_KEY) == HEAD
    assert TreeHead.parse(f"{NOTE.text}more\n").more == ("more",)


def test_a_cosignature_signs_the_time_with_the_text() -> None:
    [signature] = (one for one in BOTH.signatures if one.is_of(WITNESS_KEY))
    assert signature.seconds == 1_800_000_000
    said = f"cosignature/v1\ntime 1800000000\n{NOTE.text}".encode()
    WITNESS.public_key().verify(signature.blob[8:], said)
    assert Note.parse(str(BOTH)).signed_by(HOUSE_KEY, WITNESS_KEY) == (HOUSE_KEY, WITNESS_KEY)
    later = (1_800_000_001).to_bytes(8) + signature.blob[8:]
    assert not WITNESS_KEY.verifies(NOTE.text, later)


def test_a_cosignature_does_not_pass_for_a_signature_of_the_log() -> None:
    same_key = VerifierKey("w1.example", Kind.NOTE, WITNESS_KEY.public)
    with pytest.raises(BadInput, match=r"note: is not signed by w1\.example"):
        BOTH.signed_by(same_key)


def test_unknown_keys_are_passed_over_also_with_a_known_name_or_id() -> None:
    own = NOTE.signatures[0]
    strangers = (
        Signature("stranger", own.id, own.blob),
        Signature(ORIGIN, b"\0\0\0\0", own.blob),
        *(Signature(f"s{number}", b"1234", b"x") for number in range(16)),
    )
    assert Note(NOTE.text, (*strangers, own)).signed_by(HOUSE_KEY) == (HOUSE_KEY,)
    with pytest.raises(BadInput, match="is not signed by"):
        Note(NOTE.text, strangers).signed_by(HOUSE_KEY)


def test_one_false_signature_of_a_known_key_rejects_the_note() -> None:
    own = NOTE.signatures[0]
    for blob in (bytes(64), b"x", own.blob + b"x"):
        false = Signature(ORIGIN, own.id, blob)
        with pytest.raises(BadInput, match=f"note: the signature of {ORIGIN} is false"):
            Note(NOTE.text, (own, false)).signed_by(HOUSE_KEY)
    witness = Signature("w1.example", WITNESS_KEY.id, bytes(72))
    with pytest.raises(BadInput, match=r"the signature of w1\.example is false"):
        Note(NOTE.text, (own, witness)).signed_by(HOUSE_KEY, WITNESS_KEY)


def test_another_text_is_not_signed() -> None:
    other = Note(str(TreeHead(ORIGIN, 8, ROOT)), NOTE.signatures)
    with pytest.raises(BadInput, match="is false"):
        other.signed_by(HOUSE_KEY)


def test_a_new_signature_of_a_key_takes_the_place_of_its_old_one() -> None:
    again = cosign(NOTE.text, "w1.example", WITNESS, 1_800_000_009)
    assert BOTH.with_signatures(again).signatures == (*NOTE.signatures, again)


def test_a_proof_is_read_back() -> None:
    for extra in (None, b"more"):
        proof = OfflineProof(3, (ROOT, bytes(32)), str(BOTH), extra)
        assert OfflineProof.parse(str(proof)) == proof
    zeros = "A" * 43 + "="
    first = f"c2sp.org/tlog-proof@v1\nindex 3\n{ROOT64}\n{zeros}\n\n{ORIGIN}\n7\n"
    assert str(OfflineProof(3, (ROOT, bytes(32)), str(BOTH))).startswith(first)
    alone = OfflineProof(0, (), str(NOTE))
    assert OfflineProof.parse(str(alone)) == alone


@pytest.mark.parametrize(
    "written",
    [
        "",
        TEXT,
        f"{TEXT}\n",
        f"{TEXT}{LINE}",
        f"{TEXT}\n{LINE}".removesuffix("\n"),
        f"{TEXT}\n{LINE}\n",
        f"{TEXT}\n{LINE}x\n",
        f"{TEXT}\n{LINE.replace('—', '-')}",
        f"{TEXT}\n{LINE.replace(' x08', '  x08')}",
        f"{TEXT}\n{LINE.replace('PeterNeumann', 'Peter+Neumann')}",
        f"{TEXT}\n{LINE.replace('=', '')}",
        f"{TEXT}\n{LINE.replace('M=', 'N=')}",
        f"{TEXT}\n— PeterNeumann x08gow==\n",
        f"{TEXT}\r\n\n{LINE}",
        f"{TEXT}\0\n\n{LINE}",
        f"{TEXT}\ud800\n\n{LINE}",
        f"{TEXT}\n{LINE * 101}",
        f"{'x' * 1_000_001}\n\n{LINE}",
    ],
)
def test_a_malformed_note_is_one_line(written: str) -> None:
    with pytest.raises(BadInput) as told:
        Note.parse(written)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "three lines"),
        (f"{ORIGIN}\n7\n", "three lines"),
        (f"\n7\n{ROOT64}\n", "three lines"),
        (f"{ORIGIN}\n7\n{ROOT64}", "three lines"),
        (f"{ORIGIN}\n7\n{ROOT64}\n\n", "three lines"),
        (f"{ORIGIN}\n7\n{ROOT64}\n\nmore\n", "three lines"),
        (f"{ORIGIN}\n07\n{ROOT64}\n", "size: is a number"),
        (f"{ORIGIN}\n-7\n{ROOT64}\n", "size: is a number"),
        (f"{ORIGIN}\n+7\n{ROOT64}\n", "size: is a number"),
        (f"{ORIGIN}\n7 \n{ROOT64}\n", "size: is a number"),
        (f"{ORIGIN}\n\N{ARABIC-INDIC DIGIT SEVEN}\n{ROOT64}\n", "size: is a number"),
        (f"{ORIGIN}\n{2**63}\n{ROOT64}\n", "size: is a number"),
        (f"{ORIGIN}\n{'9' * 5000}\n{ROOT64}\n", "size: is a number"),
        (f"{ORIGIN}\n7\n{ROOT64}=\n", "root: is not base64"),
        (f"{ORIGIN}\n7\n!\n", "root: is not base64"),
        (f"{ORIGIN}\n7\nAAAA\n", "root: is not 32 bytes"),
    ],
)
def test_a_malformed_checkpoint_is_one_line(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        TreeHead.parse(text)


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("", "a key's name"),
        ("PeterNeumann", "a verifier key is"),
        ("Peter Neumann+c74f20a3+AR", "a key's name"),
        (PETER.replace("c74f20a3", "C74F20A3"), "a verifier key is"),
        (PETER.replace("c74f20a3", "c74f20a4"), "this key's id is c74f20a3"),
        (PETER.replace("+AR", "+AB"), "is neither"),
        (PETER.replace("+AR", "+BB"), "this key's id is"),
        (PETER.replace("+AR", "+BhR"), "is not base64"),
        (f"{PETER}AA", "is not base64"),
        ("a+c74f20a3+AQ==", "is neither"),
    ],
)
def test_a_malformed_key_is_one_line(key: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        VerifierKey.parse(key)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("c2sp.org/tlog-proof@v1", "c2sp.org/tlog-proof@v2"),
        ("index 3", "index 03"),
        ("index 3\n", ""),
        (ROOT64, "AAAA"),
        ("\n\n", "\n"),
        ("—", "-"),
    ],
)
def test_a_malformed_proof_is_one_line(old: str, new: str) -> None:
    written = str(OfflineProof(3, (ROOT,), str(NOTE)))
    OfflineProof.parse(written)
    with pytest.raises(BadInput):
        OfflineProof.parse(written.replace(old, new))


def test_what_cannot_be_read_back_is_not_signed() -> None:
    for text, name in (("no end", "a"), ("text\r\n", "a"), ("text\n", "a b"), ("text\n", "")):
        with pytest.raises(BadInput):
            sign(text, name, HOUSE)
