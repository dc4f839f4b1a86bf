"""Tables whose cards come from an electronic shoe, over real sockets and a real journal."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

import pytest

from croupier.cards import DECK, parse_cards
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.play.requests import Carried, Request
from croupier.server.shoes.line import ENDED, NotTaken, SimulatedShoe
from croupier.server.streams import faults
from croupier.table import commands as asks
from croupier.table.commands import DEALER, Who
from croupier.table.events import CardsDealt, RoundSettled, RoundVoided, ShoeReplaced
from croupier.table.events import decoder as event_decoder
from croupier.table.state import Step
from tests.support.configured_house import hurried, opened, written

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path

    from croupier.server.opening import OpenHouse
    from croupier.server.play.house import Happened
    from croupier.server.play.requests import Reply
    from croupier.table.commands import AnyCommand
    from croupier.table.events import AnyEvent

D1, P1 = Who("d1", Role.DEALER), Who("p1", Role.PLAYER)
LISTENS = 'shoe = "127.0.0.1:0"'
SECONDS = 60


def shuffled(seed: int, decks: int = 8) -> list[str]:
    cards = [str(card) for card in DECK] * decks
    Random(seed).shuffle(cards)
    return cards


def events_of(folder: Path, table: str) -> list[AnyEvent]:
    store = SqliteStore(folder / "house.db")
    found = [event_decoder.decode(entry.body) for entry in store.read(f"table:{table}")]
    assert list(faults(store, store.meta()["key"])) == []
    store.close()
    return found


def dealt(folder: Path, table: str) -> list[tuple[str, str]]:
    """Cards in the order in which they were dealt, and by whom."""
    return [(one.cards, one.by) for one in events_of(folder, table) if isinstance(one, CardsDealt)]


class Shoe:
    """One connection, line by line."""

    def __init__(self, house: OpenHouse, table: str) -> None:
        self.house, self.table = house, table

    async def says(self, *lines: str) -> list[str]:
        reader, writer = await asyncio.open_connection(*self.house.listening()[self.table])
        answers = []
        for line in lines:
            writer.write(f"{line}\n".encode())
            answers.append((await reader.readline()).decode().rstrip())
        writer.close()
        return answers


async def ask(house: OpenHouse, table: str, command: AnyCommand, who: Who = D1) -> Reply:
    return await house.queue.ask(Request(table, who, command, house.clock()))


async def carried(house: OpenHouse, table: str, *commands: AnyCommand, who: Who = D1) -> None:
    for command in commands:
        reply = await ask(house, table, command, who)
        assert isinstance(reply, Carried), (command, reply)


async def bet_and_closed(house: OpenHouse, game: str) -> None:
    main = house.play.tables[game].table.main_bet
    await carried(house, game, asks.OpenBetting())
    await carried(house, game, asks.Place("p1", main, 2500, 2), who=P1)
    await carried(house, game, asks.CloseBetting())


def running(house: OpenHouse, test: Coroutine[None, None, None]) -> None:
    async def run() -> None:
        async with asyncio.timeout(SECONDS), house.in_motion():
            await test

    asyncio.run(run())


def test_whole_rounds_of_baccarat(tmp_path: Path) -> None:
    """The line is lost after every seventh card, before it is acknowledged."""
    text = written("baccarat", more=LISTENS, betting_seconds=1)
    house = opened(tmp_path, text, clock=hurried(20))
    cards = shuffled(1)[:30]
    lost = []

    def lose(happened: Happened) -> None:
        for event in happened.events:
            number = event.by.rpartition(" ")[2]
            if isinstance(event, CardsDealt) and int(number) % 7 == 0:
                line = house.lines["baccarat"][0].line
                writer = line.fillings["s1"].writer
                assert writer is not None
                writer.transport.abort()
                lost.append(number)

    async def test() -> None:
        house.queue.listeners.append(lose)
        shoe = SimulatedShoe("s1", parse_cards(" ".join(cards)), tries=9, patience_seconds=0.01)
        assert await shoe.send(*house.listening()["baccarat"]) == 5

    running(house, test())
    assert lost == ["7", "14", "21", "28"]
    assert dealt(tmp_path, "baccarat") == [
        (card, f"shoe s1 card {number}") for number, card in enumerate(cards, 1)
    ]
    settled = [one for one in events_of(tmp_path, "baccarat") if isinstance(one, RoundSettled)]
    assert len(settled) >= 5


def test_a_card_that_is_not_due_is_not_lost(tmp_path: Path) -> None:
    house = opened(tmp_path, written("baccarat", more=f'{LISTENS}\ndealer = "person"'))

    async def test() -> None:
        shoe, table = Shoe(house, "baccarat"), "baccarat"
        assert await shoe.says("HELLO s1", "CARD 1 Kh") == ["OK 0", "NO 1 no cards are dealt now"]
        await carried(house, table, asks.OpenBetting(), asks.CloseBetting())
        lines = ("HELLO s1", "CARD 1 Kh", "CARD 1 Kh", "CARD 1 9s", "CARD 2 5d", "CARD 3 2c")
        assert await shoe.says(*lines, "CARD 4 As", "CARD 5 4h", "CARD 6 8c") == [
            "OK 0",
            "OK 1",
            "OK 1",
            "NO 1 number 2 comes next",
            "OK 2",
            "OK 3",
            "OK 4",
            "OK 5",
            "NO 6 neither hand draws another card",
        ]
        await carried(house, table, asks.Settle(), asks.OpenBetting(), asks.CloseBetting())
        assert await shoe.says("HELLO s1", "CARD 6 8c") == ["OK 5", "OK 6"]

    running(house, test())
    assert [card for card, _ in dealt(tmp_path, "baccarat")] == [
        "Kh",
        "5d",
        "2c",
        "As",
        "4h",
        "8c",
    ]


@pytest.mark.parametrize("number", [1, 3])
def test_a_house_opened_again_knows_what_it_took(tmp_path: Path, number: int) -> None:
    """One card establishes nothing and its round is void; after three it goes on (5.1)."""
    text = written("baccarat", more=f'{LISTENS}\ndealer = "person"')
    first = opened(tmp_path, text)

    cards = ["Kh", "5d", "10c"][-number:]
    lines = [f"CARD {place} {card}" for place, card in enumerate(cards, 1)]

    async def until_then() -> None:
        await carried(first, "baccarat", asks.OpenBetting(), asks.CloseBetting())
        told = await Shoe(first, "baccarat").says("HELLO s1", *lines)
        assert told == [f"OK {place}" for place in range(number + 1)]

    running(first, until_then())
    again = opened(tmp_path, text)

    async def go_on() -> None:
        shoe, comes = Shoe(again, "baccarat"), number + 1
        assert await shoe.says("HELLO s1", f"CARD {number} Tc", f"CARD {number} 9c") == [
            f"OK {number}",
            f"OK {number}",
            f"NO {number} number {comes} comes next",
        ]
        if again.play.tables["baccarat"].table.step is Step.CONCLUDED:
            told = await shoe.says("HELLO s1", f"CARD {comes} 9s")
            assert told == [f"OK {number}", f"NO {comes} no cards are dealt now"]
            await carried(again, "baccarat", asks.OpenBetting(), asks.CloseBetting())
        assert await shoe.says("HELLO s1", f"CARD {comes} 9s") == [f"OK {number}", f"OK {comes}"]

    running(again, go_on())
    events = events_of(tmp_path, "baccarat")
    assert sum(isinstance(one, RoundVoided) for one in events) == (number == 1)
    assert [one.cards for one in events if isinstance(one, CardsDealt)] == [
        *["Kh", "5d", "Tc"][-number:],
        "9s",
    ]


def test_what_was_dealt_and_not_acknowledged_is_not_dealt_again(tmp_path: Path) -> None:
    """The house fails after the commit and before its answer, and is asked again."""
    house = opened(tmp_path, written("baccarat", more=f'{LISTENS}\ndealer = "person"'))
    failing = ["committed"]

    def fail(step: str) -> None:
        if step in failing:
            failing.clear()
            raise RuntimeError(step)

    async def test() -> None:
        await carried(house, "baccarat", asks.OpenBetting(), asks.CloseBetting())
        shoe = Shoe(house, "baccarat")
        assert await shoe.says("HELLO s1") == ["OK 0"]
        house.store.on_step = fail
        assert await shoe.says("HELLO s1", "CARD 1 Kh", "CARD 1 Kh") == [
            "OK 0",
            "NO 1 the house cannot take it now (RuntimeError)",
            "OK 1",
        ]

    running(house, test())
    assert dealt(tmp_path, "baccarat") == [("Kh", "shoe s1 card 1")]


def test_a_new_filling(tmp_path: Path) -> None:
    text = written("baccarat", more=f'{LISTENS}\ndealer = "person"')
    house = opened(tmp_path, text)

    async def test() -> None:
        shoe, table = Shoe(house, "baccarat"), "baccarat"
        await carried(house, table, asks.OpenBetting(), asks.CloseBetting())
        lines = ("CARD 1 Kh", "CARD 2 5d", "CARD 3 9c", "CARD 4 3s")
        assert await shoe.says("HELLO s1", *lines) == ["OK 0", "OK 1", "OK 2", "OK 3", "OK 4"]
        assert await shoe.says("HELLO s2") == [
            "NO 0 shoe s1 is in use: it says END, or the dealer replaces it"
        ]
        assert await shoe.says("HELLO s1", "END 5", "HELLO s2") == [
            "OK 4",
            "OK 5",
            "NO 0 lines are HELLO shoe-id, CARD n card and END n",
        ]
        assert await shoe.says("HELLO s2") == ["NO 0 a round is in play"]
        await carried(house, table, asks.Settle())
        assert await shoe.says("HELLO s2") == ["OK 0"]
        assert await shoe.says("HELLO s1") == [
            "NO 0 shoe s2 is in use: it says END, or the dealer replaces it"
        ]
        await carried(house, table, asks.ReplaceShoe())
        assert await shoe.says("HELLO s2", "CARD 1 Kh") == ["OK 0", f"NO 1 {ENDED}"]
        assert await shoe.says("HELLO s3") == ["OK 0"]

    running(house, test())
    replaced = [one.by for one in events_of(tmp_path, "baccarat") if isinstance(one, ShoeReplaced)]
    assert replaced == ["shoe s2", "d1"]
    again = opened(tmp_path, text)
    running(again, only_the_last_filling_goes_on(Shoe(again, "baccarat")))


async def only_the_last_filling_goes_on(shoe: Shoe) -> None:
    assert await shoe.says("HELLO s3", "END 1") == ["OK 0", "OK 1"]
    assert [await shoe.says(f"HELLO s{number}") for number in (1, 2, 3, 4)] == [
        [f"NO 0 {ENDED}"],
        [f"NO 0 {ENDED}"],
        ["OK 1"],
        ["OK 0"],
    ]


def test_a_shoe_that_ends_is_replaced_by_the_automatic_dealer(tmp_path: Path) -> None:
    """Baccarat 4 decks, cut card a little into the shoe: the next filling serves the next round."""
    more = f'{LISTENS}\ninterpretations.baccarat-cut-card = "190"'
    text = written("baccarat", more=more, betting_seconds=1).replace("decks = 8", "decks = 4")
    house = opened(tmp_path, text, clock=hurried(20))
    cards = shuffled(2, decks=4)

    async def test() -> None:
        where = house.listening()["baccarat"]
        for name in ("s1", "s2"):
            shoe = SimulatedShoe(name, parse_cards(" ".join(cards)), patience_seconds=0.01)
            with pytest.raises(NotTaken, match=ENDED):
                await shoe.send(*where)

    running(house, test())
    told = dealt(tmp_path, "baccarat")
    for name in ("s1", "s2"):
        of = [card for card, by in told if by.startswith(f"shoe {name} ")]
        assert len(of) >= 18
        assert of == cards[: len(of)]


def test_cards_that_are_drawn_as_a_set(tmp_path: Path) -> None:
    """3 Card Poker from an automated shuffler: hands of three, each card acknowledged."""
    game = "three-card-poker"
    more = f'{LISTENS}\ndealer = "person"\ndevice = "automated"'
    house = opened(tmp_path, written(game, more=more))
    house.cage.buy_in("p1", 100_000, "c1", house.clock())

    async def test() -> None:
        shoe = Shoe(house, game)
        await bet_and_closed(house, game)
        lines = ("CARD 1 Kh", "CARD 2 Kh", "CARD 2 5d", "CARD 2 5d", "CARD 3 5d", "CARD 3 9c")
        assert await shoe.says("HELLO s1", *lines) == [
            "OK 0",
            "OK 1",
            "NO 2 Kh is out of the shoe already",
            "OK 2",
            "OK 2",
            "NO 3 5d is out of the shoe already",
            "OK 3",
        ]
        more = ("CARD 4 2s", "CARD 5 9c", "CARD 5 3s", "CARD 6 4s", "CARD 7 8h")
        assert await shoe.says("HELLO s1", *more) == [
            "OK 3",
            "OK 4",
            "NO 5 9c is out of the shoe already",
            "OK 5",
            "OK 6",
            "NO 7 no cards are dealt now",
        ]
        table = house.play.tables[game].table
        assert (table.cards_of(2), table.cards_of(DEALER)) == (
            tuple(parse_cards("Kh 5d 9c")),
            tuple(parse_cards("2s 3s 4s")),
        )

    running(house, test())
    assert dealt(tmp_path, game) == [
        ("Kh 5d 9c", "shoe s1 card 3"),
        ("2s 3s 4s", "shoe s1 card 6"),
    ]


def test_a_set_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Royal 5.13.1: the round goes on, and so does the hand that was being drawn."""
    game = "royal-three-pictures"
    more = f'{LISTENS}\ndealer = "person"\ndevice = "automated"'
    first = opened(tmp_path, written(game, more=more))
    first.cage.buy_in("p1", 100_000, "c1", first.clock())

    async def half_a_hand() -> None:
        await bet_and_closed(first, game)
        lines = ("HELLO s1", "CARD 1 Kh", "CARD 2 5d")
        assert await Shoe(first, game).says(*lines) == ["OK 0", "OK 1", "OK 2"]

    running(first, half_a_hand())
    again = opened(tmp_path, written(game, more=more))

    async def the_rest() -> None:
        shoe = Shoe(again, game)
        assert await shoe.says("HELLO s1", "CARD 2 5d", "CARD 3 9c") == [
            "OK 2",
            "OK 2",
            "NO 3 the players' options are open",
        ]
        await carried(again, game, asks.Choose("p1", "continue"), who=P1)
        assert await shoe.says("HELLO s1", "CARD 3 9c") == ["OK 2", "OK 3"]
        assert isinstance(await ask(again, game, asks.Deal("Kh 2d 3d")), Refused)

    running(again, the_rest())
    assert dealt(tmp_path, game) == [("Kh 5d 9c", "shoe s1 card 3")]


def test_a_set_of_a_round_that_is_void_stays_behind(tmp_path: Path) -> None:
    """3 Card Poker 5.7: nothing was established when the power failed."""
    game = "three-card-poker"
    more = f'{LISTENS}\ndealer = "person"\ndevice = "automated"'
    first = opened(tmp_path, written(game, more=more))
    first.cage.buy_in("p1", 100_000, "c1", first.clock())

    async def half_a_hand() -> None:
        await bet_and_closed(first, game)
        lines = ("HELLO s1", "CARD 1 Kh", "CARD 2 5d")
        assert await Shoe(first, game).says(*lines) == ["OK 0", "OK 1", "OK 2"]

    running(first, half_a_hand())
    again = opened(tmp_path, written(game, more=more))

    async def next_round() -> None:
        await bet_and_closed(again, game)
        lines = ("HELLO s1", "CARD 3 9c", "CARD 4 2s", "CARD 5 3s")
        assert await Shoe(again, game).says(*lines) == ["OK 2", "OK 3", "OK 4", "OK 5"]

    running(again, next_round())
    assert dealt(tmp_path, game) == [("9c 2s 3s", "shoe s1 card 5")]
