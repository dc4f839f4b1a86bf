"""Everything that a viewer can ask of a house, over HTTP and over the socket, and learns from."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from croupier.cards import DECK
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import IRREGULARITIES
from croupier.engine.reports import Carried
from croupier.server.app import OPERATIONS
from croupier.server.http.operation import ANYBODY
from croupier.table import commands as asks
from croupier.table.commands import DEALER
from tests.support.secret_rounds import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from croupier.cards import Card
    from croupier.engine.irregularities import Role
    from croupier.server.http.operation import AnyOperation
    from croupier.table.state import Table
    from tests.support.secret_rounds import Script

Body = object
NO_CARDS = frozenset(
    (
        "GET /api/rules",
        "GET /api/rules/{game}",
        "GET /api/rules/{game}/{clause}",
        "GET /api/rulebook",
        "GET /api/rulebook/beside",
        "GET /api/odds/{game}",
        "GET /api/games",
        "GET /api/games/{game}",
        "GET /api/games/{game}/troubles",
        "GET /api/lab",
        "GET /api/lab/odds",
        "GET /api/lab/odds/{game}",
        "GET /api/lab/readings/{game}",
        "GET /api/lab/strategy/{game}",
        "GET /api/lab/shoe",
        "GET /api/lab/jackpot/{game}",
        "GET /api/lab/session/{game}",
        "GET /api/lab/par/{kind}",
        "GET /api/lab/par/{game}/{kind}",
        "GET /openapi.json",
    )
)
"""Operations that answer from the documents and know no table."""
OF_ACCOUNTS = frozenset(
    (
        "POST /api/guest",
        "POST /api/sign-in",
        "POST /api/sign-out",
        "POST /api/lock",
        "POST /api/unlock",
        "POST /api/password",
        "DELETE /api/sessions/{id}",
        "POST /api/people/{name}/lock",
        "POST /api/people/{name}/unlock",
        "POST /api/people/{name}/reset-password",
    )
)
"""Operations on accounts, which would only show a viewer out: asked with nonsense, or not."""
QUERIES = {
    "GET /api/rounds": ("", *(f"?player={name}" for name in PLAYERS)),
    "GET /api/history": ("", *(f"?player={name}" for name in PLAYERS)),
    "GET /api/history/totals": ("", *(f"?player={name}" for name in PLAYERS)),
    "GET /api/history.csv": ("", *(f"?player={name}" for name in PLAYERS)),
    "GET /api/tables/{table}/rounds/{number}": (
        "",
        "?cards=all",
        "?as=p1",
        "?as=p2",
        "?as=p3",
        "?as=p1&cards=all",
    ),
    "GET /api/journal": (
        "?limit=500",
        "?before=100000&limit=60",
        "?event=cards-dealt",
        "?person=p1",
    ),
    "GET /api/events": ("?follow=false", "?follow=false&withheld=pass&stream=table:{table}"),
    "GET /api/journal.jsonl": ("", "?stream=table:{table}"),
    "GET /api/journal.csv": ("", "?stream=line:{table}", "?stream=shoe:{table}"),
    "GET /api/log/checkpoint": ("", "?covers=60"),
    "GET /api/log/consistency": ("?from=40&to=120", "?from=100&to=101"),
    "GET /api/log/proof": tuple(f"?position={number}" for number in range(80, 140, 9)),
    "GET /api/players": ("?letters=p", ""),
    "GET /api/shoes": ("?table={table}",),
    "GET /api/tables/{table}/check": ("?cards={card}", "?cards={pair}", "?cards={hand}"),
}
PLACES = {
    "number": ("1", "2"),
    "name": PLAYERS,
    "ticket": ("T-1",),
    "shoe": ("{table}-1",),
    "window": ("1",),
    "alert": ("0123456789abcdef",),
    "game": ("three-card-poker",),
}
NOTHING: dict[str, str] = {}


class Probe(NamedTuple):
    """One request of one viewer: over HTTP, or a command at a table."""

    method: str
    path: str
    body: Body = None
    command: asks.AnyCommand | None = None
    table: str = ""


class Guesses(NamedTuple):
    """Cards that a viewer may try: those that lie hidden here or there, and any."""

    table: Table
    other: Table
    rng: Random

    def card(self) -> Card:
        mine, theirs = self.hidden(self.table), self.hidden(self.other)
        return self.rng.choice([self.rng.choice(mine), self.rng.choice(theirs), *DECK[:2]])

    def hidden(self, table: Table) -> list[Card]:
        return [card for card in table.round.drawn if card] or list(DECK)

    def hand(self, place: int) -> str:
        """As it lies in one of the two houses, perhaps with another card in it."""
        lies = self.rng.choice([self.table, self.other]).cards_of(place)
        cards = [str(card or self.card()) for card in lies] or [str(self.card())]
        if self.rng.random() < 0.4:
            cards[self.rng.randrange(len(cards))] = str(self.card())
        return " ".join(cards)

    def cards(self, number: int) -> str:
        return " ".join(str(self.card()) for _ in range(number))

    def place(self) -> int:
        return self.rng.choice([DEALER, 1, 2, 3])


def undescribed() -> set[str]:
    """Operations with a place or a query for which nothing stands here."""
    known = {*PLACES, "table"}
    return {
        one.name
        for one in OPERATIONS
        if one.name not in NO_CARDS
        and not fields_of(one.path) <= (known if one.method == "GET" else {*known, "id"})
    }


def fields_of(path: str) -> set[str]:
    return {part[1:-1] for part in path.split("/") if part.startswith("{")}


def may_call(operation: AnyOperation, role: Role | None) -> bool:
    return operation.may is ANYBODY or role in operation.may


def requests(role: Role | None, scripts: list[Script], guess: dict[str, Guesses]) -> list[Probe]:
    """Every operation that knows tables, with every place and query that makes sense."""
    found: list[Probe] = []
    for one in OPERATIONS:
        if one.name in NO_CARDS or not may_call(one, role):
            continue
        if one.name in OF_ACCOUNTS:
            if one.takes is not None:
                path = one.path.format(name="p1", id="0")
                found.append(Probe(one.method, path, {"nonsense": 1}))
        elif one.method == "GET":
            found += gets(one, scripts, guess)
        else:
            found += posts(one, scripts, guess)
    return found


def gets(one: AnyOperation, scripts: list[Script], guess: dict[str, Guesses]) -> Iterator[Probe]:
    names = sorted(fields_of(one.path) - {"table"})
    for query in QUERIES.get(one.name, ("",)):
        address = one.path + query
        per_table = "{table}" in address or "shoe" in names
        for script in scripts if per_table else scripts[:1]:
            for given in product(*(PLACES[name] for name in names)):
                filled = address
                for name, value in zip(names, given, strict=True):
                    filled = filled.replace(f"{{{name}}}", value)
                for name, number in (("card", 1), ("pair", 2), ("hand", 3)):
                    cards = guess[script.table].cards(number).replace(" ", "%20")
                    filled = filled.replace(f"{{{name}}}", cards)
                filled = filled.replace("{table}", script.table)
                yield Probe("GET", filled, table=script.table if per_table else "")


def posts(one: AnyOperation, scripts: list[Script], guess: dict[str, Guesses]) -> Iterator[Probe]:
    path, tables = one.path, scripts if "{table}" in one.path else scripts[:1]
    for script in tables:
        filled = path.format(
            table=script.table,
            number="1",
            name="p1",
            ticket="T-1",
            game="three-card-poker",
            id="0",
            window="1",
            alert="0123456789abcdef",
        )
        if one.path.endswith("/ruling"):
            for report in reports(guess[script.table]):
                yield Probe("POST", filled, {"report": report}, None, script.table)
        elif one.path.endswith("/dispute"):
            yield Probe("POST", filled, {"reason": "I saw other cards"}, None, script.table)
        else:
            about = script.table if "{table}" in path else ""
            yield Probe(one.method, filled, {"nonsense": 1}, table=about)


def reports(guess: Guesses) -> Iterator[asks.Report]:
    """Of every irregularity, with cards and hands tried where such a report may carry them."""
    game, rng = guess.table.game, guess.rng
    for name, facts in IRREGULARITIES.items():
        may = game.reports[name]
        said = {fact.name: rng.choice(fact.values[:4]) for fact in facts if rng.random() < 0.5}
        box = guess.place() if Carried.BOX in may else None
        where = guess.place()
        for _ in range(2 if may & {Carried.CARDS, Carried.LIES} else 1):
            yield asks.Report(
                irregularity=name,
                facts=said,
                box=box,
                cards=guess.cards(rng.randint(1, 3)) if Carried.CARDS in may else "",
                lies={where: guess.hand(where)} if Carried.LIES in may else None,
                drawn=drawn(guess) if Carried.DRAWN in may and rng.random() < 0.3 else "",
            )


def drawn(guess: Guesses) -> str:
    return " ".join(str(card or "??") for card in guess.other.round.drawn)


def commands(name: str, guess: Guesses) -> Iterator[asks.AnyCommand]:
    """What somebody may try at a table; those that would be carried out are not sent."""
    box, rng = rng_box(guess), guess.rng
    yield asks.Deal(guess.cards(1))
    yield asks.Deal(guess.cards(3))
    yield asks.Deal("??")
    yield asks.ReturnHand(box)
    for place in (1, 2, 3):
        yield asks.ReturnHand(place, guess.hand(place))
    yield asks.ExposeDealer()
    yield asks.ExposeDealer(guess.hand(DEALER))
    yield asks.Settle(rng.choice([None, 1, 2_000_000]))
    yield asks.Look(name, box)
    yield asks.Decline(name, box)
    yield asks.Decide(name, box, rng.choice(list(Choice)))
    yield from (asks.OpenBetting(), asks.CloseBetting(), asks.ReplaceShoe(), asks.TimeUp())
    yield from (asks.Interrupt(), asks.Resume(), asks.Approve(), asks.Reject("no"))
    yield from (asks.WithdrawReport(), asks.PermitWithdrawal("p2", 2), asks.Choose(name, "stay"))
    yield asks.Rule("so", order=guess.cards(2))
    yield asks.Place(name, guess.table.main_bet, 2_500, box)
    yield asks.Withdraw(name, guess.table.main_bet, box)
    yield from reports(guess)


def rng_box(guess: Guesses) -> int:
    return guess.rng.choice([1, 2, 3])
