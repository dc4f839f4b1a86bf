"""Seeds of players: what the house, a player or both together cannot do to an order."""

from __future__ import annotations

import hmac
import json
from hashlib import sha256
from typing import TYPE_CHECKING, cast

import pytest

from croupier.cards import DECK, WRITTEN, Hand
from croupier.engine.refusals import Policy
from croupier.server.shoes.counts import counted, discarded, notices
from croupier.server.shoes.events import (
    SeedCommitted,
    SeedOpened,
    SeedsClosed,
    ShoeCommitted,
    decoder,
)
from croupier.server.shoes.fairness import verify
from croupier.server.shoes.sealed import OPENING_MS, SealedShoes
from croupier.server.shoes.seeds import Mix, Seed, order_of, player_commitment
from croupier.sim import dealer
from croupier.table import commands as asks
from croupier.table.state import Step
from croupier.table.views import view
from tests.support.said import declined
from tests.support.sealed_rounds import KEY, Played, seed_of

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.sqlite import SqliteStore


@pytest.fixture
def played(tmp_path: Path) -> Played:
    """A first shoe in use, and the house's commitment to the next."""
    played = Played(tmp_path / "house.db")
    played.rounds(1)
    return played


def events(played: Played) -> list[str]:
    stored = played.house.store.read("shoe:t1")
    return [json.loads(entry.body)["event"] for entry in stored]


def written_out(number: int, decks: int, seed: str, seeds: list[tuple[str, str]]) -> list[str]:
    """The order as a stranger works it out from the description alone."""

    def dense(*parts: object) -> bytes:
        return json.dumps(parts, separators=(",", ":")).encode()

    listed = sha256(dense("croupier/seed-list/1", seeds)).hexdigest()
    key = bytes.fromhex(seed)
    messages = (dense("croupier/order/1", "t1", number, listed, "", n) for n in range(10_000))
    blocks = (hmac.new(key, message, "sha256").digest() for message in messages)
    stream = (byte for block in blocks for byte in block)
    cards = [WRITTEN[card] for card in DECK] * decks
    for last in range(len(cards) - 1, 0, -1):
        size = 1 if last < 256 else 2
        bound = 256**size // (last + 1) * (last + 1)
        while True:
            drawn = int.from_bytes(bytes(next(stream) for _ in range(size)))
            if drawn < bound:
                break
        other = drawn % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


@pytest.mark.standard(37)
def test_a_stranger_works_the_order_out(played: Played) -> None:
    for player in ("p1", "p2"):
        assert played.give(player) is None
    played.next_shoe("p2", "p1")
    played.rounds(2)
    found = played.ended()
    assert verify(found) == []
    shoe, promise = found.shoes[1], found.promises[1]
    seeds = [(one.seed, one.salt) for one in promise.seeds]
    assert seeds == [(one.seed, one.salt) for one in map(seed_of, ("p1", "p2"))]
    assert shoe.order.split() == written_out(2, 8, shoe.seed, seeds)
    made = ["croupier/house-seed/1", "t1", 2, 8, shoe.seed, shoe.salt]
    dense = json.dumps(made, separators=(",", ":")).encode()
    assert sha256(dense).hexdigest() == shoe.commitment
    assert found.shoes[0].order.split() == written_out(1, 8, found.shoes[0].seed, [])


def test_the_house_commits_itself_before_any_seed_can_be_known(played: Played) -> None:
    assert events(played) == ["shoe-committed", "shoe-sealed", "shoe-committed"]
    played.give("p1")
    played.next_shoe("p1")
    told = ["seed-committed", "seeds-closed", "seed-opened", "shoe-revealed", "shoe-sealed"]
    assert events(played)[3:] == [*told, "shoe-committed"]


@pytest.mark.standard(32)
def test_a_house_that_knows_all_commitments_cannot_choose_its_seed(played: Played) -> None:
    """Its seed stands before the first of them: another one does not fit the commitment."""
    played.give("p1")
    before = played.coming.event
    played.next_shoe("p1")
    sealed = played.shoes.current("t1")
    assert sealed is not None
    assert (sealed.commitment, before.shoe) == (before.commitment, sealed.shoe)
    assert KEY.decrypted(before).seed == KEY.decrypted(sealed).seed


@pytest.mark.threat("T8")
def test_an_accomplice_cannot_answer_the_seeds_of_others(played: Played) -> None:
    """Neither by a seed that comes after them, nor by opening another than was committed to."""
    played.give("p1")
    played.give("p2")
    shoe = played.coming.event.shoe
    played.replace_shoe()
    assert played.shoes.ready(played.table, played.tick()) is None
    assert played.open("p1") is None
    late = declined(Policy.NOTHING_WAITS, f"shoe {shoe} takes no seeds now")
    assert played.give("p3") == late
    wrong = declined(Policy.UNREADABLE, "seed and salt are not what you committed to")
    assert played.open("p2", "a better one") == wrong
    mine = seed_of("p1")
    assert played.shoes.open("t1", shoe, "p2", mine, played.tick()) == wrong
    none = declined(Policy.NOTHING_WAITS, f"no seed of yours waits for shoe {shoe}")
    assert played.open("p3") == none
    assert played.open("p1") == none, "a seed is opened once"
    assert played.shoes.is_waiting("t1")
    assert played.open("p2") is None
    assert played.shoes.ready(played.table, played.tick()) is None
    assert not played.shoes.is_waiting("t1")


def test_no_seed_is_opened_while_another_can_be_added(played: Played) -> None:
    played.give("p1")
    shoe = played.coming.event.shoe
    early = declined(Policy.NOTHING_WAITS, f"no seed of shoe {shoe} is opened now")
    assert played.open("p1") == early


def test_one_seed_of_each_player_and_none_of_the_shoe_in_use(played: Played) -> None:
    assert played.give("p1") is None
    shoe = played.coming.event.shoe
    again = declined(Policy.ALREADY_SO, f"your seed for shoe {shoe} is there already")
    assert played.give("p1", "another") == again
    copied = player_commitment(shoe, *seeds_pair("p1"))
    no = played.shoes.give("t1", committing(shoe, "p2", copied))
    assert no == declined(Policy.ALREADY_SO, "that is another player's commitment")
    for other in ("t1-1", "t1-3", "t2-2"):
        no = played.shoes.give("t1", committing(other, "p3", "00" * 32))
        assert no == declined(Policy.NOTHING_WAITS, f"shoe {other} takes no seeds now")


def committing(shoe: str, player: str, commitment: str) -> SeedCommitted:
    return SeedCommitted(at=1, shoe=shoe, player=player, commitment=commitment)


def seeds_pair(words: str) -> tuple[str, str]:
    seed = seed_of(words)
    return seed.seed, seed.salt


def test_a_crowd_does_not_fill_the_journal(played: Played) -> None:
    for number in range(64):
        assert played.give(f"g{number}") is None
    before = len(events(played))
    full = declined(Policy.NOTHING_WAITS, "shoe t1-2 has 64 seeds already")
    assert played.give("p1") == full
    assert len(events(played)) == before


@pytest.mark.threat("T9")
def test_seeds_that_stay_shut_are_left_out_and_counted(played: Played) -> None:
    for player in ("p1", "p2", "p3"):
        played.give(player)
    played.replace_shoe()
    closed_at = played.tick()
    assert played.shoes.ready(played.table, closed_at) is None
    assert played.open("p2") is None
    for wait in (0, OPENING_MS - 1):
        assert played.shoes.ready(played.table, closed_at + wait) is None
        assert played.shoes.is_waiting("t1")
        assert played.shoes.take(played.table, 1) == [], "nothing is dealt while seeds may open"
    assert played.shoes.ready(played.table, closed_at + OPENING_MS) is None
    played.at = closed_at + OPENING_MS
    sealed = played.shoes.current("t1")
    assert sealed is not None
    assert len(sealed.seeds) == 1
    played.rounds(1)
    found = played.ended()
    assert verify(found) == []
    counts = counted(found)
    assert (counts.seeds, counts.seeds_unopened, counts.without_seeds) == (1, 2, 1)
    assert list(notices(found)) == ["shoe t1-2: 2 of 3 seeds were not opened"]


def test_nobody_waits_where_nobody_gave_a_seed(played: Played) -> None:
    played.replace_shoe()
    assert played.shoes.ready(played.table, played.tick()) is None
    sealed = played.shoes.current("t1")
    assert sealed is not None
    assert (sealed.shoe, sealed.seeds) == ("t1-2", ())


def test_a_restart_loses_no_seed(played: Played) -> None:
    """Whoever committed can open afterwards, within the time that begins anew."""
    played.give("p1")
    played.replace_shoe()
    assert played.shoes.ready(played.table, played.tick()) is None
    played.shoes = SealedShoes(played.house.store, KEY)
    later = played.tick(100 * OPENING_MS)
    assert played.shoes.ready(played.table, later) is None
    assert played.shoes.is_waiting("t1")
    assert played.open("p1") is None
    assert played.shoes.ready(played.table, played.tick()) is None
    played.rounds(1)
    found = played.ended()
    assert (verify(found), counted(found).seeds) == ([], 1)


@pytest.mark.threat("T85")
def test_a_house_that_gives_shoes_up_until_one_suits_it_is_counted(played: Played) -> None:
    """Whoever holds the key could know an order before its first card."""
    played.give("p1")
    played.next_shoe("p1")
    for _ in range(2):
        played.next_shoe()
    played.rounds(1)
    found = played.ended()
    assert [one.shoe for one in discarded(found)] == ["t1-2", "t1-3"]
    assert counted(found).discarded == 2
    assert "shoe t1-2: discarded unused, it was put away before its first card" in notices(found)


def test_a_commitment_that_is_not_used_is_revealed_and_counted(played: Played) -> None:
    played.give("p1")
    assert played.shoes.seal("t1", 6, played.tick()) is None
    found = played.record()
    assert [one.shoe for one in found.shoes] == ["t1-1", "t1-3"]
    assert [(one.shoe, one.why) for one in discarded(found)] == [
        ("t1-2", "the table has another number of packs")
    ]
    assert verify(found) == []
    assert (found.promises[1].seed, found.promises[1].salt) != ("", "")


def test_an_idle_round_uses_no_shoe(tmp_path: Path) -> None:
    """Nobody bets: nothing is drawn, journalled or revealed for it."""
    played = Played(tmp_path / "house.db", "three-pictures")
    assert played.shoes.ready(played.table, played.tick()) is None
    before = events(played)
    for _ in range(3):
        played.carried(asks.OpenBetting())
        played.carried(asks.CloseBetting())
        assert played.table.step is Step.CONCLUDED
        assert played.shoes.ready(played.table, played.tick()) is None
    assert events(played) == before
    played.rounds(1)
    assert len(played.ended().shoes) == 1
    assert verify(played.record()) == []


@pytest.mark.threat("T87")
def test_other_cards_than_the_shoe_s_are_found(played: Played) -> None:
    """An insider deals what he likes."""
    while played.table.step is not Step.DEALING:
        played.act()
    size = len(played.table.round.drawn)
    right = str(played.shoes.take(played.table, 1)[0])
    other = next(WRITTEN[card] for card in DECK if WRITTEN[card] != right)
    played.carried(asks.Deal(other, first_place(played)))
    assert len(played.table.round.drawn) == size + 1
    played.rounds(1)
    found = verify(played.ended())
    assert found[0] == f"round 2: {other} came from shoe t1-1, where {right} came next"


def first_place(played: Played) -> int | None:
    deals = [
        one.command
        for one in view(played.table, dealer.NAME).next
        if isinstance(one.command, asks.Deal)
    ]
    return deals[0].to


@pytest.mark.threat("T71")
def test_the_house_s_seed_is_not_in_the_file_before_the_shoe_ends(
    played: Played, tmp_path: Path
) -> None:
    played.give("p1")
    connection = cast("SqliteStore", played.house.store).connection

    def on_disk() -> bytes:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return b"".join(file.read_bytes() for file in tmp_path.iterdir())

    before_opening = on_disk()
    mine = seed_of("p1")
    assert mine.seed.encode() not in before_opening
    assert mine.salt.encode() not in before_opening
    played.next_shoe("p1")
    played.rounds(1)
    before = on_disk()
    assert mine.seed.encode() in before
    shoe = played.ended().shoes[1]
    for secret in (shoe.seed, shoe.salt, shoe.order):
        assert secret.encode() not in before
    assert shoe.seed.encode() in on_disk()


def test_the_public_record_names_no_player(played: Played) -> None:
    played.give("somebody")
    played.next_shoe("somebody")
    assert "somebody" not in str(played.ended())


def test_an_order_can_be_handed_in(tmp_path: Path) -> None:
    """A test that wants certain cards says so in one place."""
    played = Played(tmp_path / "house.db")
    stacked = Hand(list(DECK) * 8)
    played.shoes = SealedShoes(played.house.store, KEY, order=lambda _: stacked)
    played.act()
    assert played.shoes.take(played.table, 3) == list(stacked[:3])


MIX = Mix("t1", 2, 1, "11" * 32, (Seed("22" * 32, "33" * 32), Seed("44" * 32, "55" * 32)))
CHANGED = {
    "the table": Mix("t2", MIX.number, 1, MIX.seed, MIX.seeds),
    "the shoe": Mix("t1", 3, 1, MIX.seed, MIX.seeds),
    "the house's seed": Mix("t1", 2, 1, "12" * 32, MIX.seeds),
    "a player's seed": Mix("t1", 2, 1, MIX.seed, (Seed("23" * 32, "33" * 32), MIX.seeds[1])),
    "a player's salt": Mix("t1", 2, 1, MIX.seed, (Seed("22" * 32, "34" * 32), MIX.seeds[1])),
    "the order of seeds": Mix("t1", 2, 1, MIX.seed, MIX.seeds[::-1]),
    "a seed left out": Mix("t1", 2, 1, MIX.seed, MIX.seeds[:1]),
    "a seed twice": Mix("t1", 2, 1, MIX.seed, (*MIX.seeds, MIX.seeds[0])),
    "no seed": Mix("t1", 2, 1, MIX.seed),
}


@pytest.mark.parametrize("what", CHANGED)
def test_everything_counts(what: str) -> None:
    assert order_of(CHANGED[what]) != order_of(MIX)
    assert sorted(map(str, order_of(CHANGED[what]))) == sorted(map(str, DECK))


def test_the_journal_is_read_back_from_the_shoe_in_use(played: Played) -> None:
    played.give("p1")
    again = SealedShoes(played.house.store, KEY)
    assert again.rack("t1") == played.shoes.rack("t1")
    kinds = {type(decoder.decode(entry.body)) for entry in played.house.store.read("shoe:t1")}
    assert ShoeCommitted in kinds
    assert not kinds & {SeedsClosed, SeedOpened}
