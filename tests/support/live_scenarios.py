"""Scenario files of live rounds: who does what, what happens, what each may see, by which clause.

A file begins with `game NAME`. A line `== TITLE | CLAUSES` opens a situation; lines of setup, then
lines of play. A line of play is `WHO VERB …`, then what follows behind `->` (every event of the
answer by its tag, with the amount where there is one; or `refused WHY`), then behind `|` the
clauses of all these events together. A line that begins with `=` says what is so by then.

    == A wager above the maximum is cut down to it | 5.1
    limits initial 25.00..100.00
    dealer opens
    p1 places 1 initial 150.00 -> wager-placed 100.00, excess-rejected 50.00 | 1.7 5.1
    = p1 has -100.00
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Remedy, Role
from croupier.engine.jackpot import Winner
from croupier.engine.refusals import Refused
from croupier.money import format_amount, parse_amount
from croupier.table import commands as asks
from croupier.table import meter as jackpots
from croupier.table.commands import BURNT, CLOCK, DEALER, PLAYER_HAND, Setup, Who
from croupier.table.decide import decide
from croupier.table.events import RoundResumed
from croupier.table.evolve import evolve, jackpot_of, new_table
from croupier.table.feeding import follows
from croupier.table.invariants import broken, refusal_without_clause
from croupier.table.postings import METER, postings
from croupier.table.postings import player as account_of
from croupier.table.state import next_place, set_size
from croupier.table.views import View, view
from croupier.wire.house import setup_of
from tests.support.folders import LIVE_SCENARIOS, ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.table.commands import AnyCommand
    from croupier.table.events import AnyEvent

STAFF = {
    "dealer": Role.DEALER,
    "supervisor": Role.PIT_SUPERVISOR,
    "manager": Role.PIT_MANAGER,
    "shift": Role.SHIFT_MANAGER,
    "auditor": Role.AUDITOR,
}
PLACES = {"dealer": DEALER, "banker": DEALER, "player": PLAYER_HAND, "burnt": BURNT}


@dataclass
class Live:
    file: str
    game: str
    title: str
    also_shows: tuple[str, ...]
    lines: list[tuple[int, str, tuple[str, ...]]] = field(default_factory=list)

    @property
    def shows(self) -> tuple[str, ...]:
        said = [clause for _, _, clauses in self.lines for clause in clauses]
        return tuple(dict.fromkeys([*self.also_shows, *said]))

    @property
    def says(self) -> str:
        return self.title

    def __str__(self) -> str:
        return f"{self.game}: {self.says}"


def live_scenarios() -> list[Live]:
    found: list[Live] = []
    for path in sorted(LIVE_SCENARIOS.glob("*.txt")):
        game, file = "", path.relative_to(ROOT).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            said, _, cited = line.partition("|")
            words, clauses = said.strip(), tuple(cited.split())
            if not words or words.startswith("#"):
                continue
            if words.startswith("game "):
                game = words.split()[1]
            elif words.startswith("== "):
                found.append(Live(file, game, words[3:], clauses))
            else:
                found[-1].lines.append((number, words, clauses))
    return found


def who(name: str) -> Who:
    if name == "clock":
        return CLOCK
    return Who(name, STAFF.get(name.rstrip("0123456789"), Role.PLAYER))


class Floor:
    """A table in play, with its journal, its money and its meter."""

    def __init__(self, setup: Setup) -> None:
        self.first = self.table = new_table("t1", setup)
        self.journal: list[AnyEvent] = []
        self.balances: dict[str, int] = {}
        terms = jackpot_of(setup)
        self.jackpot = jackpots.new_jackpot(terms) if terms else None
        self.at = 0

    def ask(self, command: AnyCommand, asker: Who) -> list[AnyEvent] | Refused:
        self.at += 1
        answer = decide(self.table, command, asker, self.at)
        if isinstance(answer, Refused):
            assert list(refusal_without_clause(self.table, answer)) == []
            return answer
        for event in answer:
            self.record(event)
        return answer

    def record(self, event: AnyEvent) -> None:
        moved = list(postings(event))
        if self.jackpot is not None:
            for one in follows(self.table, event, self.jackpot):
                moved += jackpots.postings(one, self.jackpot.meter.seed_cents)
                self.jackpot = jackpots.evolve(self.jackpot, one)
        for account, cents in moved:
            self.balances[account] = self.balances.get(account, 0) + cents
        self.journal.append(event)
        self.table = evolve(self.table, event)
        assert list(broken(self.table, event, self.balances)) == []
        assert sum(self.balances.values()) == 0

    def major_award(self) -> int:
        """What the meter would pay a hand of this round."""
        assert self.jackpot is not None
        jackpot = self.table.game.jackpot
        wagers = self.table.round.wagers.values()
        bets = [wager.cents for wager in wagers if jackpot and wager.bet == jackpot.bet]
        winner = {"t1": Winner("any", "t1", 0, 0)}
        return jackpots.awards(self.jackpot, winner, self.table.game, {"t1": sum(bets)})["t1"]

    def replayed(self) -> bool:
        table = self.first
        for event in self.journal:
            table = evolve(table, event)
        return table == self.table


def play(live: Live) -> None:
    """Run a situation; an assertion says where it fails."""
    setup = setup_of(live.game)
    lines = list(live.lines)
    while lines and (changed := configured(setup, lines[0][1])) is not None:
        setup = changed
        lines.pop(0)
    floor = Floor(setup)
    for number, words, clauses in lines:
        where = f"line {number}: {words}"
        if words.startswith("="):
            holds(floor, words[1:].strip(), clauses, where)
        elif words.startswith("after "):
            floor.at += 1000 * int(words.split()[1])
        else:
            act(floor, words, clauses, where)
    assert floor.replayed(), "replaying the journal gives another table"


def configured(setup: Setup, words: str) -> Setup | None:
    """A line of setup, before the play."""
    from msgspec.structs import replace  # noqa: PLC0415

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


def cents(amount: str) -> int:
    sign = -1 if amount.startswith("-") else 1
    return sign * parse_amount(amount.lstrip("+-"))


def act(floor: Floor, words: str, clauses: tuple[str, ...], where: str) -> None:
    said, _, expected = words.partition(" -> ")
    asker, verb, *rest = shlex.split(said)
    answers = [floor.ask(one, who(asker)) for one in VERBS[verb](floor, asker, rest)]
    refused = next((one for one in answers if isinstance(one, Refused)), None)
    if refused is not None:
        told = f"refused {refused.why}"
        assert (told, refused.says) == (expected.strip(), refused.says), where
        assert not clauses or refused.clauses == clauses, (where, refused.clauses)
        return
    events = [event for one in answers if not isinstance(one, Refused) for event in one]
    if expected:
        assert ", ".join(map(told_of, events)) == expected.strip(), where
    elif not events:
        raise AssertionError(f"{where}: nothing happened")
    if clauses:
        cited = tuple(dict.fromkeys(clause for event in events for clause in event.clauses))
        assert cited == clauses, where


def told_of(event: AnyEvent) -> str:
    tag = event.__struct_config__.tag
    amount = getattr(event, "cents", None)
    return f"{tag} {format_amount(amount)}" if amount is not None else str(tag)


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


def holds(floor: Floor, words: str, clauses: tuple[str, ...], where: str) -> None:
    subject, *rest = shlex.split(words)
    if subject in SAID:
        SAID[subject](floor, rest, where)
    elif subject == "settled":
        settled(floor, rest, clauses, where)
    elif rest[0] == "has":
        account = subject if subject in {"house", "stakes"} else account_of(subject)
        assert floor.balances.get(account, 0) == cents(rest[1]), (where, floor.balances)
    elif rest[0] == "sees":
        assert seen(view(floor.table, who(subject)), rest[1]) == " ".join(rest[2:]), where
    else:
        assert rest[0] == "may", where
        may(floor, subject, rest[1:], where)


def step(floor: Floor, rest: list[str], where: str) -> None:
    assert floor.table.step == rest[0], where


def announces(floor: Floor, rest: list[str], where: str) -> None:
    assert view(floor.table, who("dealer")).announce == " ".join(rest), where


def notice(floor: Floor, rest: list[str], where: str) -> None:
    assert " ".join(rest) in view(floor.table, who("p1")).notices, where


def no_notice(floor: Floor, rest: list[str], where: str) -> None:
    assert " ".join(rest) not in view(floor.table, who("p1")).notices, where


def cards_left(floor: Floor, rest: list[str], where: str) -> None:
    """`= shoe 410`: so many cards are left in it."""
    assert floor.table.cards_left == int(rest[0]), (where, floor.table.cards_left)


def displays(floor: Floor, rest: list[str], where: str) -> None:
    """`= displays ante 25.00..5000.00`; `= displays progressive 5.00`, which is prescribed."""
    found, (bet, amount) = view(floor.table, who("p1")), rest
    if bet == "progressive":
        assert found.jackpot_bet_cents == cents(amount), where
        return
    low, high = amount.split("..")
    limits = found.limits[bet]
    assert (limits.minimum_cents, limits.maximum_cents) == (cents(low), cents(high)), where


def meter(floor: Floor, rest: list[str], where: str) -> None:
    """`= meter 20001.00`, what it displays; `= meter has 1.00`, what was put into its account."""
    assert floor.jackpot is not None
    if rest[0] == "has":
        assert floor.balances.get(METER, 0) == cents(rest[1]), (where, floor.balances)
    else:
        assert format_amount(floor.jackpot.displayed_cents) == rest[0], where


def unsettled(floor: Floor, rest: list[str], where: str) -> None:
    """`= unsettled 1 envy-bonus`: no such line is on that box."""
    box, bet = int(rest[0]), rest[1]
    lines = [line for line in floor.table.round.lines if (line.box, line.bet) == (box, bet)]
    assert floor.table.round.lines, where
    assert lines == [], where


def lies_on(floor: Floor, rest: list[str], where: str) -> None:
    """`= box 1 initial p1 100.00`; `= box 1 empty`."""
    box, *said = rest
    lying = [
        [wager.bet, wager.player, format_amount(wager.cents)]
        for wager in floor.table.on_box(int(box))
    ]
    if said == ["empty"]:
        assert lying == [], where
    else:
        assert said in lying, (where, lying)


def settled(floor: Floor, rest: list[str], clauses: tuple[str, ...], where: str) -> None:
    """`= settled 1 initial p1 win +100.00`; the box is left out in baccarat."""
    box, said = (int(rest[0]), rest[1:]) if rest[0].isdigit() else (0, rest)
    lines = [
        ([line.bet, line.player, line.result, line.back_cents - line.stake_cents], line.clauses)
        for line in floor.table.round.lines
        if line.box == box
    ]
    bet, player, result, won = said
    wanted = [bet, player, result, cents(won)]
    found = [cited for told, cited in lines if told == wanted]
    assert found, (where, lines)
    assert not clauses or clauses in found, (where, found)


def seen(found: View, place: str) -> str:
    if place in {"dealer", "banker"}:
        return found.dealer
    if place == "player":
        return found.player_hand
    return next(box.cards for box in found.boxes if box.box == int(place))


def named_hand(floor: Floor, rest: list[str], where: str) -> None:
    found = view(floor.table, who("p1"))
    assert named(found, rest[0]) == " ".join(rest[1:]), where


def named(found: View, place: str) -> str | None:
    """`= named 1 Three Pictures`: what the document calls a hand that lies open."""
    if place == "dealer":
        return found.dealer_hand
    return next(box.hand for box in found.boxes if box.box == int(place))


def established(floor: Floor, rest: list[str], where: str) -> None:
    """`= established 1 tie lose`, `= established nothing`: when play was last taken up again."""
    last = next(event for event in reversed(floor.journal) if isinstance(event, RoundResumed))
    found = [[str(one.box or 0), one.bet, one.outcome] for one in last.established]
    if rest == ["nothing"]:
        assert found == [], where
    else:
        assert (rest if rest[0].isdigit() else ["0", *rest]) in found, (where, found)


def may(floor: Floor, subject: str, rest: list[str], where: str) -> None:
    """`= p1 may look 1`, `= p1 may not place 2 tie`: by the commands that the view lists."""
    wanted = rest[0] != "not"
    verb, *details = rest if wanted else rest[1:]
    listed = [
        [
            next_.command.__struct_config__.tag,
            *(
                str(getattr(next_.command, name))
                for name in ("box", "bet", "choice", "option")
                if getattr(next_.command, name, None) is not None
            ),
        ]
        for next_ in view(floor.table, who(subject)).next
    ]
    found = any(one[0] == verb and one[1 : 1 + len(details)] == details for one in listed)
    assert found == wanted, (where, listed)


SAID: dict[str, Callable[[Floor, list[str], str], None]] = {
    "step": step,
    "announce": announces,
    "notice": notice,
    "no-notice": no_notice,
    "shoe": cards_left,
    "displays": displays,
    "meter": meter,
    "unsettled": unsettled,
    "box": lies_on,
    "named": named_hand,
    "established": established,
}
