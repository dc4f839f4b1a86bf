"""What a line of a scenario file asks of a table: its setup, and the verbs of its play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Remedy
from croupier.table import commands as asks
from croupier.table.commands import BURNT, DEALER, PLAYER_HAND
from croupier.table.state import next_place, set_size
from tests.support.live_floor import cents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.table.commands import AnyCommand, Setup
    from tests.support.live_floor import Floor

PLACES = {"dealer": DEALER, "banker": DEALER, "player": PLAYER_HAND, "burnt": BURNT}


def configured(setup: Setup, words: str) -> Setup | None:
    """A line of setup, before the play."""
    verb, *rest = words.split()
    if verb == "limits":
        low, high = rest[1].split("..")
        return replace(setup, limits=setup.limits | {rest[0]: (cents(low), cents(high))})
    if verb == "reading":
        return replace(setup, interpretations=setup.interpretations | {rest[0]: rest[1]})
    if verb in {"boxes", "decks"}:
        return replace(setup, **{verb: int(rest[0])})
    changes: dict[str, Callable[[], dict[str, Any]]] = {
        "device": lambda: {"device": rest[0]},
        "chip": lambda: {"chip_cents": cents(rest[0])},
        "jackpot": lambda: {"jackpot": (cents(rest[0]), cents(rest[1]), rest[2])},
    }
    return replace(setup, **changes[verb]()) if verb in changes else None


def one(command: type[Any]) -> Callable[[Floor, str, list[str]], Iterable[AnyCommand]]:
    return lambda _floor, _asker, _rest: [command()]


def sits(_floor: Floor, asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    name = rest[2] if "for" in rest else asker
    return [asks.Sit(name, int(rest[0]))]


def for_player(asker: str, rest: list[str]) -> tuple[str, int, list[str]]:
    """`[BOX] …  [for pN]`: the player, the box and the rest."""
    name = asker
    if "for" in rest:
        name = rest[rest.index("for") + 1]
        rest = rest[: rest.index("for")]
    if rest and rest[0].isdigit():
        return name, int(rest[0]), rest[1:]
    return name, asks.TERMINALS, rest


def places(_floor: Floor, asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    name, box, (bet, amount) = for_player(asker, rest)
    return [asks.Place(name, bet, cents(amount), box)]


def withdraws(_floor: Floor, asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    name, box, (bet, *amount) = for_player(asker, rest)
    return [asks.Withdraw(name, bet, box, cents(amount[0]) if amount else None)]


def deals(floor: Floor, _asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    """Card by card, or in the sets that the device deals."""
    left = list(rest)
    while left:
        place = next_place(floor.table)
        size = 1 if place is None else set_size(floor.table, place)
        cards, left = left[:size], left[size:]
        yield asks.Deal(" ".join(cards))


def deals_to(_floor: Floor, _asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    return [asks.Deal(" ".join(rest[1:]), place_of(rest[0]))]


def rounds(floor: Floor, _asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    """Rounds without bets, divided by `/`, each of which takes exactly these cards."""
    for cards in " ".join(rest).split("/"):
        yield from (asks.OpenBetting(), asks.CloseBetting())
        for card in cards.split():
            assert floor.table.step == "dealing", f"{cards}: {card} is one too many"
            yield asks.Deal(card)
        assert floor.table.step == "exposed", f"{cards}: another card is to be drawn"
        yield asks.Settle()


def place_of(word: str) -> int:
    return PLACES[word] if word in PLACES else int(word)


def looks(_floor: Floor, asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    return [asks.Look(rest[2] if "for" in rest else asker, int(rest[0]))]


def returns(_floor: Floor, _asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    return [asks.ReturnHand(place_of(rest[0]), " ".join(rest[1:]))]


def decides(choice: Choice) -> Callable[[Floor, str, list[str]], Iterable[AnyCommand]]:
    def chosen(_floor: Floor, asker: str, rest: list[str]) -> Iterable[AnyCommand]:
        return [asks.Decide(rest[2] if "for" in rest else asker, int(rest[0]), choice)]

    return chosen


def exposes(_floor: Floor, _asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    return [asks.ExposeDealer(" ".join(rest))]


def settles(floor: Floor, _asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    if rest:
        return [asks.Settle(cents(rest[0]))]
    return [asks.Settle(floor.major_award() if floor.jackpot else None)]


def restricts(_floor: Floor, _asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    lift = rest[-1] == "lifted"
    if rest[0] == "area":
        return [asks.Restrict(wagers_an_area=None if lift else int(rest[1]), lift=lift)]
    return [asks.Restrict(player=rest[0], lift=lift)]


def configures(floor: Floor, _asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    changed = configured(floor.table.setup, " ".join(rest))
    assert changed is not None
    return [asks.Configure(changed)]


def reports(_floor: Floor, _asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    """`reports NAME [box=1] [player=p1] [bet=tie] [cents=25.00] [cards=…] [lies.1=…] [FACT=…]`."""
    irregularity, *given = rest
    named: dict[str, Any] = {"facts": {}}
    for word in given:
        name, _, value = word.partition("=")
        if name == "box":
            named["box"] = int(value)
        elif name == "cents":
            named["cents"] = cents(value)
        elif name in {"player", "bet", "drawn"} or (name == "cards" and not value.isdigit()):
            named[name] = value
        elif name.startswith("lies."):
            named.setdefault("lies", {})[place_of(name[5:])] = value
        elif name.startswith("moves."):
            named.setdefault("moves", {})[place_of(name[6:])] = place_of(value)
        else:
            named["facts"][name] = {"true": True, "false": False}.get(value, value)
    return [asks.Report(irregularity=irregularity, **named)]


def rules(_floor: Floor, _asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    """`rules REASON [remedies=a,b] [order=…] [shoe=new] [jackpot=…] [FACT=…]`."""
    reason, *given = rest
    named: dict[str, Any] = {}
    for word in given:
        name, _, value = word.partition("=")
        if name == "remedies":
            named[name] = tuple(map(Remedy, value.split(",")))
        elif name == "shoe":
            named["replace_shoe"] = value == "new"
        elif name in {"order", "jackpot"}:
            named[name] = value
        else:
            named.setdefault("facts", {})[name] = {"true": True, "false": False}.get(value, value)
    return [asks.Rule(reason, **named)]


def rejects(_floor: Floor, _asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    return [asks.Reject(" ".join(rest))]


def permits(_floor: Floor, _asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    return [asks.PermitWithdrawal(rest[0], int(rest[1]))]


def chooses(_floor: Floor, asker: str, rest: list[str]) -> Iterable[AnyCommand]:
    name, box, (option,) = for_player(asker, rest)
    return [asks.Choose(name, option, box)]


def player_only(command: type[Any]) -> Callable[[Floor, str, list[str]], Iterable[AnyCommand]]:
    return lambda _floor, asker, rest: [command(rest[1] if "for" in rest else asker)]


VERBS: dict[str, Callable[[Floor, str, list[str]], Iterable[AnyCommand]]] = {
    "sits": sits,
    "stands-up": player_only(asks.StandUp),
    "walks-away": player_only(asks.WalkAway),
    "opens": one(asks.OpenBetting),
    "places": places,
    "withdraws": withdraws,
    "closes": one(asks.CloseBetting),
    "deals": deals,
    "deals-to": deals_to,
    "deals-rounds": rounds,
    "looks": looks,
    "returns": returns,
    "plays": decides(Choice.PLAY),
    "folds": decides(Choice.FOLD),
    "exposes": exposes,
    "settles": settles,
    "time-up": one(asks.TimeUp),
    "replaces-shoe": one(asks.ReplaceShoe),
    "opens-table": one(asks.OpenTable),
    "closes-table": one(asks.CloseTable),
    "configures": configures,
    "restricts": restricts,
    "reports": reports,
    "rules": rules,
    "approves": one(asks.Approve),
    "rejects": rejects,
    "permits": permits,
    "chooses": chooses,
    "interrupts": one(asks.Interrupt),
    "resumes": one(asks.Resume),
}
