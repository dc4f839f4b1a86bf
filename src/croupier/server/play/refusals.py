"""What staff asked in vain: gathered, so that it floods no journal, and noticed where it probes.

One record for each person, table, command and reason, at most once a minute. It names no card: what
was refused is told by the command's name, and cards in the words of a refusal are left out.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused
from croupier.engine.steps import Refusal
from croupier.said import Said
from croupier.server import logs
from croupier.server.journal.acts import CommandsRefused, ProbingNoticed
from croupier.table import commands as asks
from croupier.table.authority import names_cards
from croupier.table.commands import AUTOMATIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.server.journal.acts import Acts, AnyAct
    from croupier.server.play.queue import CommandQueue
    from croupier.server.play.requests import Request
    from croupier.table.commands import AnyCommand, Who

WRITTEN_EVERY = 60
"""Seconds."""
WINDOW = 60_000
"""Milliseconds in which refusals of one kind are a pattern; or the round, if that is longer."""
MOST_KEYS = 400
CARDS_NAMED, REPORTS, CLAIMS = "cards named", "reports", "claims that the record disproves"
PATTERNS = {CARDS_NAMED: 6, REPORTS: 12, CLAIMS: 3}
"""How many refusals of one person at one table are no mistake any more."""
DISPROVED = {Refusal.RECORD_SHOWS_OTHERWISE, Refusal.CARD_ALREADY_OUT}
A_CARD = re.compile(r"\b(?:10|[2-9TJQKA])[shdc]\b")
NO_FAULT = {Policy.PAUSED, Policy.BUSY, Policy.CHANGED_MEANWHILE, Policy.FAULT}
MORE = "anything else"


class Key(NamedTuple):
    by: str
    table: str | None
    asked: str
    why: str


class Gathered(msgspec.Struct):
    role: str
    says: str
    since: int
    count: int = 0
    said: Said | None = None


class Pattern(msgspec.Struct):
    since: int
    round: int
    count: int = 0
    told: bool = False


class Refusals:
    def __init__(self, acts: Acts, queue: CommandQueue) -> None:
        self.acts, self.queue = acts, queue
        self.gathered: dict[Key, Gathered] = {}
        self.patterns: dict[tuple[str, str | None, str], Pattern] = {}
        self.to_tell: list[AnyAct] = []
        self.telling: asyncio.Event = asyncio.Event()
        queue.refused.append(self.heard)

    def heard(self, request: Request, no: Refused) -> None:
        """Of a command at a table."""
        command = request.command
        tag = str(type(command).__struct_config__.tag)
        self.note(request.who, request.table, tag, no, kinds(command, no))

    def note(
        self, who: Who, table: str | None, asked: str, no: Refused, kinds: tuple[str, ...] = ()
    ) -> None:
        if not is_person(who) or no.why in NO_FAULT:
            return
        at = self.queue.clock()
        key = Key(who.name, table, asked[:60], str(no.why))
        if key not in self.gathered and len(self.gathered) >= MOST_KEYS:
            key = Key(MORE, None, MORE, MORE)
        one = self.gathered.setdefault(key, gathered(who, no, at))
        one.count += 1
        for kind in kinds:
            self.follow(who, table, kind, at)

    def follow(self, who: Who, table: str | None, kind: str, at: int) -> None:
        """A notice at once, and one for each pattern of a minute or round."""
        live = self.queue.play.tables.get(table or "")
        number = live.table.round.number if live else 0
        key = (who.name, table, kind)
        one = self.patterns.get(key)
        if one is None or (at - one.since > WINDOW and (one.round != number or not live)):
            if len(self.patterns) >= MOST_KEYS:
                self.patterns.clear()
            one = self.patterns[key] = Pattern(at, number)
        one.count += 1
        if one.count >= PATTERNS[kind] and not one.told:
            one.told = True
            noticed = ProbingNoticed(
                at=at, by=who.name, table=table, asked=kind, count=one.count, since=one.since
            )
            self.to_tell.append(noticed)
            self.telling.set()

    def waiting(self) -> list[CommandsRefused]:
        """What will be written within the minute."""
        at = self.queue.clock()
        return [
            CommandsRefused(
                at=at,
                by=key.by,
                role=one.role,
                table=key.table,
                asked=key.asked,
                why=key.why,
                says=one.says,
                said=one.said,
                count=one.count,
                since=one.since,
            )
            for key, one in self.gathered.items()
        ]

    async def run(self) -> None:
        """Notices at once, the rest once a minute."""
        loop = asyncio.get_running_loop()
        due = loop.time() + WRITTEN_EVERY
        while True:
            try:
                await asyncio.wait_for(self.telling.wait(), due - loop.time())
            except TimeoutError:
                await self.write()
                due = loop.time() + WRITTEN_EVERY
            else:
                await self.tell()

    async def tell(self) -> None:
        self.telling.clear()
        told, self.to_tell = self.to_tell, []
        if told and not await self.recorded(told):
            self.to_tell = told + self.to_tell

    async def write(self) -> None:
        await self.tell()
        written = self.waiting()
        if not written:
            return
        before, self.gathered = self.gathered, {}
        if not await self.recorded(written):
            for key, since in self.gathered.items():
                if key in before:
                    before[key].count += since.count
                else:
                    before[key] = since
            self.gathered = before

    async def recorded(self, acts: Sequence[AnyAct]) -> bool:
        """What a house that pauses cannot write is written later."""
        try:
            return (await self.queue.on_disk(lambda: self.acts.record(*acts))) is None
        except Exception as fault:  # noqa: BLE001 - whoever gathers goes on
            logs.bug("recording what was refused", fault)
            return False


def is_person(who: Who) -> bool:
    staff = who.is_staff or who.role in {Role.AUDITOR, Role.CASHIER}
    return staff and who != AUTOMATIC and not who.is_device


def kinds(command: AnyCommand, no: Refused) -> tuple[str, ...]:
    """Of which patterns a refusal may be a part."""
    if isinstance(command, asks.Rule | asks.Approve) and no.why in DISPROVED:
        return (CLAIMS,)
    found = (CARDS_NAMED,) if names_cards(command) else ()
    return (*found, REPORTS) if isinstance(command, asks.Report) else found


def gathered(who: Who, no: Refused, at: int) -> Gathered:
    said = Said(no.said.code, facts_without_cards(no.said.facts)) if no.said else None
    return Gathered(str(who.role), without_cards(no.says), at, said=said)


def without_cards(says: str) -> str:
    return A_CARD.sub("??", says)[:200]


def facts_without_cards(fact: Any) -> Any:  # noqa: ANN401 - of any fact
    """Whatever could name a card, wherever it stands among the facts."""
    match fact:
        case str():
            return without_cards(fact)
        case Said():
            return Said(fact.code, facts_without_cards(fact.facts))
        case dict():
            return {name: facts_without_cards(one) for name, one in fact.items()}
        case list() | tuple():
            return [facts_without_cards(one) for one in fact]
    return fact
