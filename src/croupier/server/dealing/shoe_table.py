"""A table whose cards come from an electronic shoe, each dealt as it is drawn.

Nothing but the journal knows how far a shoe has come: cards that were dealt say so in the table's
own events (`by` is `shoe s1 card 17`), cards that wait for the rest of their set, the beginning and
the end of a filling stand in a small stream of the line's own.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.server import logs
from croupier.server.journal.stream import Fold, Stream
from croupier.server.play.requests import Carried, Request
from croupier.server.shoes.line import ENDED, ShoeLine
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.commands import SHOE, Who
from croupier.table.dealing import UNREAD
from croupier.table.decide import decide
from croupier.table.state import Step, next_place, set_size

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.server.journal.store import Store
    from croupier.server.play.house import Happened, LiveTable
    from croupier.server.play.queue import CommandQueue
    from croupier.table.state import Table

BY = re.compile(rf"{SHOE}(\S+) card (\d+)")
A_FEW = 64


class LineEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    at: int
    shoe: str


class ShoeBegun(LineEvent, frozen=True, kw_only=True, tag="shoe-begun"):
    table_version: int
    """How long the table's journal was then."""


class CardHeld(LineEvent, frozen=True, kw_only=True, tag="card-held"):
    """Drawn, and to be dealt with the rest of its set."""

    number: int
    card: str
    round: int
    drawn: int
    """Cards of the round before the set."""


class ShoeEnded(LineEvent, frozen=True, kw_only=True, tag="shoe-ended"):
    number: int


AnyLineEvent = ShoeBegun | CardHeld | ShoeEnded
decoder: msgspec.json.Decoder[AnyLineEvent] = msgspec.json.Decoder(AnyLineEvent)
Filling = tuple[AnyLineEvent, ...]


def followed(filling: Filling, event: AnyLineEvent) -> Filling:
    """The last filling, from its beginning on."""
    return (event,) if isinstance(event, ShoeBegun) else (*filling, event)


LINE = Fold("line", decoder, followed)


class Dealt(msgspec.Struct, frozen=True):
    """All that is read of a table's event here."""

    event: str
    by: str = ""
    cards: str = ""


dealt_decoder = msgspec.json.Decoder(Dealt)


class ShoeTable:
    def __init__(self, queue: CommandQueue, name: str) -> None:
        self.queue, self.name = queue, name
        self.stream = self.last_filling()
        self.line = ShoeLine(self.take, self.begin)
        self.begun: ShoeBegun | None = None
        """The filling in use, or the last one."""
        self.held: list[CardHeld] = []
        self.beginning = asyncio.Lock()
        self.load()
        queue.at_table[name].append(self.heard)

    @property
    def store(self) -> Store:
        return self.queue.play.store

    @property
    def at_table(self) -> LiveTable:
        return self.queue.play.tables[self.name]

    @property
    def table(self) -> Table:
        return self.at_table.table

    # What the journal has

    def load(self) -> None:
        """The last filling, as far as it was taken; also by another node."""
        self.held = []
        taken, ended, begun = {0: ""}, False, None
        for one in self.stream.state:
            if isinstance(one, ShoeBegun):
                begun = one
                continue
            taken[one.number] = one.card if isinstance(one, CardHeld) else ""
            if isinstance(one, CardHeld):
                self.held.append(one)
            else:
                ended = True
        if begun is None:
            return
        self.begun = begun
        for entry in self.store.read(f"table:{self.name}", begun.table_version):
            said = dealt_decoder.decode(entry.body)
            by = BY.fullmatch(said.by)
            if by is not None and by[1] == begun.shoe:
                taken[int(by[2])] = said.cards.split()[-1]
            ended |= said.event == happened.tag_of(happened.ShoeReplaced)
        last = max(taken)
        self.line.register(begun.shoe, last, taken[last], ended=ended)

    def last_filling(self) -> Stream[AnyLineEvent, Filling]:
        """Followed from the end of the stream, as far back as the filling began."""
        version, _ = self.store.head(LINE.name(self.name))
        few = A_FEW
        while True:
            start = max(0, version - few)
            stream = Stream(self.store, LINE, (), of=self.name, after=start)
            if not start or any(isinstance(one, ShoeBegun) for one in stream.state):
                return stream
            few *= 2

    async def write(self, event: AnyLineEvent, request: str | None = None) -> str | None:
        """Why it was not written, if it was not."""

        def append() -> AnyLineEvent | Refused | None:
            if request is not None and self.store.answer_to(request) is not None:
                return None
            return self.stream.append(event, request=request)

        written = await self.queue.on_disk(append)
        if written is None:
            return ENDED  # it was begun before the one in use
        return "the house cannot write now" if isinstance(written, Refused) else None

    # What the line brings

    def heard(self, what: Happened) -> None:
        replaced = any(isinstance(event, happened.ShoeReplaced) for event in what.events)
        if replaced and self.begun is not None:
            filling = self.line.fillings[self.begun.shoe]
            if not filling.ended:
                filling.ended = True
                logs.tell(
                    "shoe replaced", table=self.name, shoe=self.begun.shoe, cards=filling.last
                )

    async def begin(self, shoe: str) -> str | None:
        async with self.beginning:
            return None if shoe in self.line.fillings else await self.begins(shoe)

    async def begins(self, shoe: str) -> str | None:
        """A new filling, when the one before has ended and no round is dealt from it."""
        if self.begun is not None and not self.line.fillings[self.begun.shoe].ended:
            return f"shoe {self.begun.shoe} is in use: it says END, or the dealer replaces it"
        if not self.table.fresh_shoe:
            if self.table.step is not Step.CONCLUDED:
                return "a round is in play"
            if self.table.game.shoe_lasts and (no := await self.replaced(shoe)):
                return no
        at, version = self.queue.clock(), self.at_table.version
        begun = ShoeBegun(at=at, shoe=shoe, table_version=version)
        if no := await self.write(begun, f":line:{self.name}:{shoe}"):
            return no
        if self.begun is not None:
            del self.line.fillings[self.begun.shoe]
        self.begun, self.held = begun, []
        self.line.register(shoe)
        logs.tell("shoe begun", table=self.name, shoe=shoe)
        return None

    async def replaced(self, shoe: str) -> str | None:
        who = Who(f"{SHOE}{shoe}", None)  # the device itself, no person's word
        request = Request(self.name, who, asks.ReplaceShoe(), self.queue.clock())
        reply = await self.queue.ask(request)
        return None if isinstance(reply, Carried) else reply.says

    async def take(self, shoe: str, number: int, card: Card | None) -> str | None:
        """A card goes to the table, or waits for its set; None is the end of the shoe."""
        at, table = self.queue.clock(), self.table
        if card is None:
            no = await self.write(ShoeEnded(at=at, shoe=shoe, number=number))
            if no is None:
                logs.tell("shoe ended", table=self.name, shoe=shoe, cards=number - 1)
            return no
        waiting = self.set_so_far(table)
        cards = " ".join([*(one.card for one in waiting), str(card)])
        place = next_place(table) if table.step is Step.DEALING else None
        missing = 0 if place is None else set_size(table, place) - len(waiting) - 1
        who = Who(f"{SHOE}{shoe} card {number}", Role.DEALER)
        if missing <= 0:
            name = f":card:{self.name}:{shoe}:{number}"
            says = str(card).encode()  # dealt alone or with its set, it is the same card
            return await self.dealt(Request(self.name, who, asks.Deal(cards), at, name, says))
        answer = decide(table, asks.Deal(" ".join([cards, *[UNREAD] * missing])), who, at)
        if isinstance(answer, Refused):
            return answer.says
        held = CardHeld(
            at=at,
            shoe=shoe,
            number=number,
            card=str(card),
            round=table.round.number,
            drawn=len(table.round.drawn),
        )
        if no := await self.write(held):
            return no
        self.held = [*waiting, held]
        return None

    async def dealt(self, request: Request) -> str | None:
        """Under an id of its own: what was dealt, and is asked again, is not dealt again."""
        reply = await self.queue.ask(request)
        if not isinstance(reply, Carried):
            return reply.says
        self.held = []
        return None

    def set_so_far(self, table: Table) -> list[CardHeld]:
        """Cards of the set that is being dealt; others stayed behind with their round."""
        now = (table.round.number, len(table.round.drawn))
        return [one for one in self.held if (one.round, one.drawn) == now]
