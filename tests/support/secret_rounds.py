"""Rounds at the tables of a watched house, each stopped at some moment, told step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import IRREGULARITIES, Role
from croupier.engine.reports import Carried as Carried_
from croupier.server.play.requests import Carried, Request
from croupier.sim import dealer
from croupier.table import commands as asks
from croupier.table.clocks import until
from croupier.table.commands import Who
from croupier.table.dealing import UNREAD, cards_text
from croupier.table.state import Step, next_place, set_size
from tests.support.configured_house import SIDE_BETS, TABLES
from tests.support.rigged_cards import rig

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from croupier.engine.game import Game
    from croupier.table.state import Table
    from tests.support.rigged_cards import Order
    from tests.support.watched_house import WatchedHouse

STAFF = {
    "d1": Role.DEALER,
    "d2": Role.DEALER,
    "s1": Role.PIT_SUPERVISOR,
    "m1": Role.PIT_MANAGER,
    "f1": Role.SHIFT_MANAGER,
    "a1": Role.AUDITOR,
}
PLAYERS = ("p1", "p2", "p3", "p4")
"""Two who look at their hand, one who does not, one who is at no table."""
PEOPLE = STAFF | dict.fromkeys(PLAYERS, Role.PLAYER)
D1 = Who("d1", Role.DEALER)
"""Who types the cards at tables that a person deals, and may therefore know them."""
BY_ITSELF, PERSON, LINE = "automatic", "person", "line"
MODES = {
    BY_ITSELF: 'dealer = "automatic"',
    PERSON: 'dealer = "person"',
    LINE: 'dealer = "person"\nshoe = "127.0.0.1:0"\nshoe_secret = "{table}.secret"',
}
MOST_STEPS = 60
MOST_DEALT = 13
"""Cards to three boxes and the dealer, and one that is burnt."""
AGAIN = (("again",),)
AT_BOXES = (
    ("open",),
    ("bet",),
    ("close",),
    ("deal",),
    ("deal",),
    ("dealt",),
    ("look", "p1"),
    ("look", "p2"),
)
DECIDED = (("decide", "p1", "play"), ("decide", "p2", "fold"), ("decide", "p3", "play"))
RETURNED = (("return", "p1"), ("return", "p2"))
AT_THE_END = (("expose",), ("settle",))
DRAWN = (("open",), ("bet",), ("close",), *[("deal",)] * 4, ("dealt",), ("settle",))
ENDINGS: tuple[tuple[tuple[str, ...], ...], ...] = (
    (),
    (),
    (("interrupt",),),
    (("interrupt",), ("resume",)),
    (("report",),),
    (("report",), ("rule",)),
)
"""What comes after the moment at which a round is stopped."""


class Script(msgspec.Struct):
    """What happens at one table; what was chosen in the first house is said again in the others."""

    table: str
    mode: str
    order: Order
    steps: tuple[tuple[str, ...], ...]
    unread: frozenset[int] = frozenset()
    """Which cards nobody reads as they are dealt, where a person deals."""
    reported: asks.Report | None = None

    def __str__(self) -> str:
        what = " ".join("-".join(step) for step in self.steps)
        reported = f" ({self.reported.irregularity})" if self.reported else ""
        return f"{self.table}: {what}{reported}"


def steps_of(game: Game) -> tuple[tuple[str, ...], ...]:
    if game.drawn_by_tableau:
        return DRAWN
    exposing = game.procedure.exposing
    returned = exposing is not None and exposing.returned is not None
    ends = DECIDED if game.decision else RETURNED if returned else ()
    return (*AT_BOXES, *ends, *AT_THE_END)


def a_script(game: Game, mode: str, order: Order, rng: Random) -> Script:
    """A round that is stopped somewhere, perhaps by something that went wrong."""
    steps = steps_of(game)
    stop = rng.randint(1, len(steps) + 1)
    if stop > len(steps):
        ended = AGAIN if mode != BY_ITSELF else ()
        return Script(name_of(game.name, mode), mode, order, steps + ended)
    script = Script(name_of(game.name, mode), mode, order, steps[:stop] + rng.choice(ENDINGS))
    if mode == PERSON and not game.cards_open and ("expose",) not in script.steps:
        script.unread = frozenset(rng.sample(range(MOST_DEALT), rng.choice((0, 0, 3, 9))))
    return script


def name_of(game: str, mode: str) -> str:
    return f"{game}-{mode}"


def file_of(games: Iterable[str]) -> str:
    """A table of each game for each way in which cards come."""
    tables = "\n".join(
        f'[tables.{name_of(game, mode)}]\ngame = "{game}"\n{TABLES[game]}\n'
        f"{SIDE_BETS[game]}\n{dealt.format(table=name_of(game, mode))}"
        for game in games
        for mode, dealt in MODES.items()
    )
    head = (
        'currency = "SGD"\nchip = "1.00"\nbetting_seconds = 2\n'
        "least_betting_seconds = 1\nlooking_seconds = 1\n"
    )
    return f"{head}demonstration = false\n{tables}\n"


class Pack(NamedTuple):
    """What a person's hand draws from."""

    order: Order
    unread: frozenset[int] = frozenset()

    def take(self, table: Table, number: int) -> list[Any]:
        drawn = len(table.round.drawn)
        coming = range(drawn, drawn + number)
        return [UNREAD if place in self.unread else self.order[place] for place in coming]

    def shuffle(self) -> None:
        """A new round has the same pack; none of these tables comes to one."""


class Played:
    """One script in one house."""

    def __init__(self, house: WatchedHouse, script: Script, order: Order) -> None:
        self.house, self.script, self.name = house, script, script.table
        self.order, self.taken = order, 0
        self.ended: Table | None = None
        """The round before, where another has been opened."""
        self.before: list[Table] = []
        """As it lay before what shows something of hidden cards: a settlement, a resumption."""

    @property
    def table(self) -> Table:
        return self.house.table(self.name)

    async def play(self) -> None:
        if self.script.mode == BY_ITSELF:
            rig(self.house.house.shoes, self.order)
        if self.script.mode == LINE:
            shoe, _ = self.house.house.lines[self.name]
            assert await shoe.begin(self.shoe) is None
        for step in self.script.steps:
            if step == ("close",) and not self.table.round.wagers:
                return  # their stakes are held at another table of the game
            await getattr(self, step[0])(*step[1:])

    @property
    def shoe(self) -> str:
        return f"shoe-{self.name}"

    # The dealer

    async def dealer_acts(self) -> None:
        """One thing that is the dealer's, or the clock's, to do; time passes if need be."""
        if self.script.mode == LINE and (size := self.due()):
            await self.drawn(size)
            return
        pack = Pack(self.order, self.script.unread)
        command = dealer.next_command(self.table, D1, pack)
        if command is not None and self.script.mode != BY_ITSELF:
            await self.house.ask("d1", self.name, command)
        elif not await self.house.act(self.name):
            self.house.now = max(self.house.now, until(self.table) or 0) + 1000
            await self.house.act(self.name)

    def due(self) -> int:
        """How many cards are drawn together next."""
        place = next_place(self.table) if self.table.step is Step.DEALING else None
        return 0 if place is None or self.held else set_size(self.table, place)

    async def drawn(self, number: int) -> None:
        self.house.moves()
        shoe, _ = self.house.house.lines[self.name]
        for _ in range(number):
            card = self.order[self.taken]
            self.taken += 1
            no = await shoe.take(self.shoe, self.taken, card)
            assert no is None, (self.script, no)
        await self.house.settled()

    async def reach(self, *steps: Step) -> None:
        for _ in range(MOST_STEPS):
            if self.table.step in steps or self.held:
                return
            await self.dealer_acts()
        raise AssertionError(f"{self.script}: stays in {self.table.step}")

    @property
    def held(self) -> bool:
        return self.table.awaiting is not None or self.table.interrupted

    async def open(self) -> None:
        await self.reach(Step.BETTING)

    async def close(self) -> None:
        self.house.now = max(self.house.now, until(self.table) or 0)
        await self.reach(Step.DEALING, Step.PLAYING)

    async def deal(self) -> None:
        if self.table.step is Step.DEALING:
            await self.dealer_acts()

    async def dealt(self) -> None:
        await self.reach(Step.PLAYING, Step.EXPOSED)

    async def expose(self) -> None:
        await self.reach(Step.EXPOSED, Step.CONCLUDED)

    async def settle(self) -> None:
        self.before.append(self.table)
        await self.reach(Step.CONCLUDED)

    async def again(self) -> None:
        self.ended = self.table
        await self.reach(Step.BETTING)

    # Players

    async def bet(self) -> None:
        table = self.table
        for box, name in enumerate(PLAYERS[:3], 1):
            if table.setup.boxes is not None:
                await self.house.ask(name, self.name, asks.Sit(name, box))
            for bet, cents in wagers(table, name):
                command = asks.Place(name, bet, cents, box if table.setup.boxes else 0)
                await self.house.ask(name, self.name, command)

    async def look(self, name: str) -> None:
        await self.house.ask(name, self.name, asks.Look(name, PLAYERS.index(name) + 1))

    async def decide(self, name: str, choice: str) -> None:
        box = PLAYERS.index(name) + 1
        await self.house.ask(name, self.name, asks.Decide(name, box, Choice(choice)))

    async def returns(self, name: str) -> None:
        await self.house.ask(name, self.name, asks.ReturnHand(PLAYERS.index(name) + 1))

    # What goes wrong

    async def interrupt(self) -> None:
        await self.house.ask("s1", self.name, asks.Interrupt())

    async def resume(self) -> None:
        self.before.append(self.table)
        await self.house.ask("d1", self.name, asks.Resume())

    async def report(self) -> None:
        if self.script.reported is None:
            self.script.reported = self.reportable()
        await self.house.ask("s1", self.name, self.script.reported)

    def reportable(self) -> asks.Report:
        """The first that the supervisor may report now, beginning somewhere."""
        names = list(IRREGULARITIES)
        start = sum(map(ord, str(self.order[:3]))) % len(names)
        who = Who("s1", Role.PIT_SUPERVISOR)
        for name in (*names[start:], *names[:start]):
            bare = asks.Report(irregularity=name)
            for one in (
                (bare,) if ("rule",) in self.script.steps else (self.about_a_box(name), bare)
            ):
                request = Request(self.name, who, one, self.house.now)
                [tried] = self.house.house.play.decide_all([request])
                if isinstance(tried.reply, Carried):
                    return one
        return asks.Report(irregularity="uncovered")

    def about_a_box(self, name: str) -> asks.Report:
        """With all that it may carry; its cards, as the first house has them, are a guess."""
        table = self.table
        drawn = [str(card) for card in table.round.drawn if card] or ["As"]
        lies = {box: cards_text(table.cards_of(3 - box)) for box in (1, 2)}
        given: dict[Carried_, object] = {
            Carried_.BOX: 1,
            Carried_.PLAYER: "p1",
            Carried_.BET: table.main_bet,
            Carried_.CENTS: 100,
            Carried_.CARDS: drawn[-1],
            Carried_.LIES: lies if table.cards_of(1) and table.cards_of(2) else None,
        }
        said = {str(one): it for one, it in given.items() if one in table.game.reports[name]}
        return msgspec.convert({"command": "report", "irregularity": name, **said}, asks.Report)

    async def rule(self) -> None:
        self.before.append(self.table)
        await self.house.ask("f1", self.name, asks.Rule("as it lies"))


setattr(Played, "return", Played.returns)


def wagers(table: Table, name: str) -> list[tuple[str, int]]:
    """The least on every bet; of one player on the main bet alone, at terminals on one bet each."""
    game, terms = table.game, table.setup.jackpot
    placed = [
        (bet.name, table.limits[bet.name].minimum_cents)
        for bet in game.bets
        if bet.name in table.limits and not (game.decision and bet.name == game.decision.play)
    ]
    if table.setup.boxes is None:
        return [placed[PLAYERS.index(name)]]
    if name == "p3":
        return placed[:1]
    return placed + ([(game.jackpot.bet, terms[0])] if game.jackpot and terms else [])
