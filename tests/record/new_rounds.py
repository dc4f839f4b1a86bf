"""Make new evenings of commands from a seed: sensible play, mistakes, irregularities, nonsense.

Needed only when new commands are to be recorded (`python -m tests.record commands`). Everything
here is chosen from what views list as possible and from the JSON of commands, so that this module
names nothing of the program.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tests.record import core
from tests.record.new_cards import DECK, Shoe
from tests.record.rounds import Evening, Line, Round, compact, play, write_evenings

ROUNDS, EVENINGS, PATIENCE = 12, 25, 40
CALM, TROUBLED = (5, 1, 1, 0.3, 93), (5, 9, 5, 1, 80)
"""How often somebody sends nonsense, reports, orders, interrupts, or does the sensible thing."""
PLAYERS = tuple(f"p{number} player" for number in range(1, 6))
DEALER, SECOND_DEALER = "d1 dealer", "d2 dealer"
STAFF = (DEALER, SECOND_DEALER, "s1 pit-supervisor", "m1 pit-manager", "f1 shift-manager")
AUTOMATIC = "automatic dealer dealer"
OTHERS = ("a1 auditor", "c1 cashier", "clock")
EVERYONE = (*PLAYERS, *STAFF, AUTOMATIC, *OTHERS)
MORE = (("box", "player", "cents"), ("lies", "cards"), ("cards", "player"), ("box", "moves"))
"""What a report carries besides, at the first try."""
RULINGS = ("play-on", "void-round", "no-effect")
DEALERS_WORK = (
    "close-betting",
    "deal",
    "return-hand",
    "expose-dealer",
    "count-cards",
    "shuffle-cards",
    "settle",
)


class Play:
    """An evening while it is made."""

    def __init__(self, seed: str, number: int, setups: dict[str, Any]) -> None:
        self.rng = Random(seed)
        self.evening = Evening(number, setups, [Round(in_full=False, commands=[])])
        self.tables = core.Tables(setups)
        self.at = 1_000
        decks = next(iter(setups.values()))["decks"]
        self.shoes = {name: Shoe(self.rng, decks) for name in setups}
        self.ordered: dict[str, list[str]] = {name: [] for name in setups}
        self.first = next(iter(setups))
        self.lying: dict[tuple[str, int], list[str]] = {}
        """By table and place, the cards that truly lie there."""
        self.idle = 0
        self.facts = core.facts()

    def make(self) -> Evening:
        while len(self.evening.rounds) <= ROUNDS:
            for name in self.evening.setups:
                self.step(name)
            if self.idle > PATIENCE:
                break
        return self.evening

    def send(self, table: str, sender: str, command: dict[str, Any]) -> bool:
        """Send a command, keep it as a line of the evening, and say whether it did something."""
        number = self.tables.round_number(table)
        encoded = compact(command).encode()
        try:
            outcome = self.tables.send(self.at, table, sender, encoded)
        except (ValueError, TypeError):  # no such command on the wire
            return False
        if table == self.first and self.tables.round_number(table) != number:
            self.evening.rounds.append(Round(in_full=False, commands=[]))
        self.evening.rounds[-1].commands.append(Line(self.at, table, sender, command))
        for change in outcome.changes:
            event = json.loads(change.stored)
            if event["event"] == "betting-opened":
                self.lying = {key: cards for key, cards in self.lying.items() if key[0] != table}
            if event["event"] == "next-cards-ordered":
                self.ordered[table] = [one for one in event["cards"].split() if one != "??"]
        self.idle = 0 if outcome.changes else self.idle + 1
        return bool(outcome.changes)

    def view(self, table: str, viewer: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.tables.view(table, viewer))
        return found

    def step(self, table: str) -> None:
        rng = self.rng
        self.at += rng.choice((200, 400, 900, 2_500)) if rng.random() < 0.97 else 31_000
        odds = TROUBLED if self.evening.number % 3 == 0 else CALM
        command = rng.choices(("nonsense", "report", "staff", "interrupt", "sensible"), odds)[0]
        if command == "nonsense":
            self.send(table, rng.choice(EVERYONE), self.nonsense(table))
        elif command == "report":
            self.report(table, rng.choice(STAFF))
        elif command == "staff":
            self.send(table, rng.choice((*STAFF, "clock")), self.staffs_choice(table))
        elif command == "interrupt":
            self.send(table, "clock", {"command": "interrupt"})
        else:
            self.sensible(table)

    def sensible(self, table: str) -> None:
        seen = self.view(table, self.dealing(table))
        if seen["interrupted"] or seen["held"] or seen["awaiting"] or not seen["is_open"]:
            self.go_on_after(table, seen)
        elif seen["step"] == "betting" and self.rng.random() < 0.8:
            self.player_acts(table, self.rng.choice(PLAYERS[:4]))
        elif seen["step"] != "playing" or not any(
            self.player_acts(table, one) for one in self.rng.sample(PLAYERS, 2)
        ):
            self.dealer_acts(table, seen)

    def player_acts(self, table: str, player: str) -> bool:
        own = [one["command"] for one in self.view(table, player)["next"]]
        name = player.split(maxsplit=1)[0]
        betting = [one for one in own if one["command"] in {"place", "sit"}]
        acting = [one for one in own if one["command"] not in {"place", "sit", "stand-up"}]
        rare = self.rng.random() < 0.04
        if rare:
            acting = [one for one in own if one["command"] in {"stand-up", "withdraw", "decline"}]
            acting.append({"command": "walk-away", "player": name})
        elif betting:
            acting = [one for one in betting if one.get("box", 0) in self.home(player)] or betting
        else:
            acting = [one for one in acting if one["command"] not in {"withdraw", "decline"}]
        if not acting:
            return False
        jackpot = [one for one in acting if one.get("bet") == "progressive"]
        command = self.rng.choice(jackpot if jackpot and self.rng.random() < 0.4 else acting)
        limits = self.evening.setups[table]["limits"]
        limited = command["command"] == "place" and command["bet"] in limits
        if limited and self.rng.random() < 0.5:
            command = command | {"cents": command["cents"] * self.rng.choice((2, 3, 7, 10, 300))}
        return self.send(table, player, command)

    def home(self, player: str) -> tuple[int, ...]:
        """Return the boxes where a player mostly bets: one of their own, and a shared one."""
        number = int(player[1])
        return (0, number, number + 1) if number % 2 else (0, number)

    def dealer_acts(self, table: str, seen: dict[str, Any]) -> None:
        offered = [one["command"] for one in seen["next"]]
        kinds = [one["command"] for one in offered]
        if seen["step"] == "concluded" and self.rng.random() < 0.1:
            self.at += 600_000
            sender = self.rng.choice((*STAFF, "clock", "clock"))
            self.send(table, sender, self.staffs_choice(table))
            return
        if seen["step"] == "concluded" and not {"count-cards", "shuffle-cards"} & {*kinds}:
            begin = "open-betting" if "open-betting" in kinds else "replace-shoe"
            if begin == "replace-shoe" or seen["decks"] == 1 or not self.shoes[table].cards:
                self.shoes[table].shuffle()
            if self.send(table, self.dealing(table), {"command": begin}):
                return
        for kind in DEALERS_WORK:
            if kind in kinds:
                command = dict(self.rng.choice([o for o in offered if o["command"] == kind]))
                if self.send(table, self.dealing(table), self.with_cards(table, command, seen)):
                    return
        self.read_hands(table, seen)
        self.at += 26_000
        self.send(table, "clock", {"command": "time-up"})

    def dealing(self, table: str) -> str:
        """Return who deals: now and then somebody else takes over."""
        if self.evening.setups[table]["dealer"] == "automatic":
            return AUTOMATIC
        return SECOND_DEALER if len(self.evening.rounds) % 7 == 5 else DEALER

    def with_cards(
        self, table: str, command: dict[str, Any], seen: dict[str, Any]
    ) -> dict[str, Any]:
        if command["command"] == "deal":
            cards = self.shoes[table].take(command["cards"], command["to"], self.ordered[table])
            self.lying.setdefault((table, command["to"]), []).extend(cards.split())
            unread = " ".join("??" for _ in cards.split())
            return command | {"cards": unread if self.rng.random() < 0.01 else cards}
        if command["command"] == "settle" and seen["jackpot_bet_cents"]:
            return {"command": "settle", "meter_cents": 2_000_000}
        return command

    def read_hands(self, table: str, seen: dict[str, Any]) -> None:
        """Name the cards of hands that nobody has read."""
        hands = {box["box"]: box["cards"] for box in seen["boxes"]}
        if seen["player_hand"]:
            hands[1] = seen["player_hand"]
        for box, cards in hands.items():
            if "??" in cards:
                command = {
                    "command": "return-hand",
                    "box": box,
                    "cards": self.named(table, box, cards),
                }
                self.send(table, self.dealing(table), command)
        if "??" in seen["dealer"]:
            cards = self.named(table, 0, seen["dealer"])
            if not self.send(
                table, self.dealing(table), {"command": "expose-dealer", "cards": cards}
            ):
                command = {"command": "return-hand", "box": 0, "cards": cards}
                self.send(table, self.dealing(table), command)

    def named(self, table: str, place: int, cards: str) -> str:
        """Return the cards of a hand as they truly lie."""
        true = self.lying.get((table, place), [])
        return " ".join(true) if len(true) == len(cards.split()) else cards

    def go_on_after(self, table: str, seen: dict[str, Any]) -> None:
        """Decide what waits, answer options, resume, reopen: whoever may, in any order."""
        rng = self.rng
        for player in PLAYERS if rng.random() < 0.7 else ():
            options = self.view(table, player)["offers"]
            if options:
                offer = rng.choice(options)
                choice = {"option": rng.choice(offer["options"]), "box": offer["box"]}
                command = {"command": "choose", "player": offer["player"]}
                self.send(table, player, command | choice)
        if seen["interrupted"] and rng.random() < 0.5:
            self.read_hands(table, seen)
        sender = rng.choice(STAFF[1:])
        offered = [one["command"] for one in self.view(table, sender)["next"]]
        command = rng.choice([*offered, *self.rulings(table)])
        self.send(table, sender, command)
        if rng.random() < 0.3:
            self.at += 31_000
            self.send(table, "clock", {"command": rng.choice(("time-up", "resume"))})

    def rulings(self, _table: str) -> list[dict[str, Any]]:
        rng = self.rng
        rule: dict[str, Any] = {"command": "rule", "reason": "seen and decided"}
        if rng.random() < 0.5:
            rule["remedies"] = [rng.choice(RULINGS)]
        if rng.random() < 0.2:
            rule["jackpot"] = rng.choice(("close-table", "close-box", "no-jackpot-bets"))
        return [
            rule,
            {"command": "approve"},
            {"command": "approve"},
            {"command": "resume"},
            {"command": "open-table"},
            rng.choice(({"command": "reject", "reason": "not so"}, {"command": "withdraw-report"})),
        ]

    def staffs_choice(self, table: str) -> dict[str, Any]:
        rng = self.rng
        setup = self.evening.setups[table]
        return rng.choice(
            (
                {"command": "begin-report"},
                {"command": "close-table", "reason": "end of the day"},
                {"command": "configure", "setup": setup | {"betting_seconds": 40}},
                {"command": "restrict", "player": "p2"},
                {"command": "restrict", "player": "p2", "lift": True},
                {"command": "restrict", "wagers_an_area": 2},
                {"command": "type-cards", "reason": "the reader is dark"},
                {"command": "deal-face-down"},
                {"command": "replace-shoe"},
                {"command": "count-cards", "found": rng.choice((52, 51, 416))},
                {"command": "shuffle-cards", "how": "by-hand", "cut": rng.random() < 0.5},
                {"command": "release-winnings"},
                {"command": "release-winnings"},
            )
        )

    def nonsense(self, table: str) -> dict[str, Any]:
        rng = self.rng
        player, box = rng.choice(("p1", "p2", "p3", "p9")), rng.randrange(-2, 9)
        bets = [*self.evening.setups[table]["limits"], "roulette"]
        cents = rng.choice((-100, 0, 1, 50, 100, 2_500, 500_000, 10**9))
        own = {"player": player, "box": box}
        return rng.choice(
            (
                {"command": "sit"} | own,
                {"command": "stand-up", "player": player},
                {"command": "open-betting"},
                {"command": "close-betting"},
                {"command": "place", "bet": rng.choice(bets), "cents": cents} | own,
                {"command": "withdraw", "bet": rng.choice(bets)} | own,
                {"command": "deal", "cards": " ".join(rng.sample(DECK, rng.randrange(4))) or "1x"},
                {"command": "look"} | own,
                {"command": "decline"} | own,
                {"command": "decide", "choice": rng.choice(("play", "fold"))} | own,
                {"command": "return-hand", "box": box, "cards": rng.choice(("", "Kc Kd Ks"))},
                {"command": "expose-dealer", "cards": rng.choice(("", "2c 3d 5h"))},
                {"command": "settle"},
                {"command": "time-up", "round": rng.randrange(9)},
                {"command": "approve"},
                {"command": "reject", "reason": "no"},
                {"command": "permit-withdrawal"} | own,
                {"command": "choose", "option": rng.choice(("withdraw", "maybe"))} | own,
            )
        )

    def report(self, table: str, sender: str) -> None:
        """Report an irregularity with random facts, and with more and more of where it lies."""
        rng = self.rng
        name = rng.choice(sorted(self.facts))
        facts = {
            fact: rng.choice(values[:3])
            for fact, values in self.facts[name].items()
            if rng.random() < 0.5
        }
        command: dict[str, Any] = {"command": "report", "irregularity": name, "facts": facts}
        details = self.details(table)
        for keys in (
            rng.choice(MORE),
            (),
            ("box",),
            ("box", "player"),
            ("cards",),
            ("lies",),
            ("moves",),
            ("box", "player", "bet"),
            ("box", "player", "bet", "cents"),
            ("box", "cards"),
        ):
            more = {key: details[key] for key in keys if key in details}
            if self.send(table, sender, command | more):
                return

    def details(self, table: str) -> dict[str, Any]:
        """Return what a report may carry, true or nearly true."""
        rng = self.rng
        seen = self.view(table, "f1 shift-manager")
        hands = {place: cards for (where, place), cards in self.lying.items() if where == table}
        cards = rng.choice((DECK, *(one for one in hands.values() if len(one) > 1)))
        found: dict[str, Any] = {
            "cents": rng.choice((100, 2_500)),
            "cards": " ".join(rng.sample(cards, rng.randrange(1, 3))),
        }
        wagers = [(box["box"], one) for box in seen["boxes"] for one in box["wagers"]]
        if wagers:
            box, wager = rng.choice(wagers)
            found |= {"box": box, "player": wager["player"], "bet": wager["bet"]}
        places = sorted(place for place in hands if place >= 0)
        if len(places) > 1:
            one, other = rng.sample(places, 2)
            mine, theirs = hands[one], hands[other]
            swapped = {one: [*mine[:-1], theirs[-1]], other: [*theirs[:-1], mine[-1]]}
            found["lies"] = {str(place): " ".join(cards) for place, cards in swapped.items()}
            found["moves"] = dict(zip(map(str, places), [*places[1:], places[0]], strict=True))
        return found


def new_evenings(game: str, seed: int) -> list[Evening]:
    """Return evenings with every device, dealer and reading that the game's document allows."""
    made = []
    for number in range(1, EVENINGS + 1):
        rng = Random(f"{game} {seed} {number}")
        setup = rng.choice(core.setups(game)) | {
            "dealer": rng.choice(("", "person", "person", "automatic")),
            "interpretations": some_readings(game, rng, number),
        }
        if rng.random() < 0.2 and setup["dealer"] == "person":
            setup["count_cards"] = "each-shoe"
        if setup["jackpot"] and number % 2 == 0:
            beyond = {"cap_cents": 2_100_000, "reserve": "1/10", "attendant_cents": 1_000_000}
            setup["jackpot_beyond"] = beyond
        names = ("t1", "t2") if setup["jackpot"] and number % 4 == 3 else ("t1",)
        made.append(Play(f"{game} {seed} {number}", number, dict.fromkeys(names, setup)).make())
    return made


def some_readings(game: str, rng: Random, number: int) -> dict[str, str]:
    """Choose the readings of a house: by default in the first evenings, then more and more."""
    if number <= 5:
        return {}
    chosen = {name: rng.choice(values) for name, values in core.readings(game).items()}
    return {name: value for name, value in chosen.items() if rng.random() < 0.4}


def choose(evenings: list[Evening]) -> list[Evening]:
    """Mark rounds that together show everything that happens, the most for their length first."""
    shown: dict[tuple[int, int], set[str]] = {}
    length: dict[tuple[int, int], int] = {}
    for at, evening in enumerate(evenings):
        tables = core.Tables(evening.setups)
        for number, one in enumerate(evening.rounds):
            text = play(tables, one.commands)
            shown[at, number] = text.kinds
            length[at, number] = sum(map(len, text.lines)) + 1
    while wanted := set().union(*shown.values()):
        best = max(shown, key=lambda key: len(shown[key]) / length[key])
        chosen = evenings[best[0]].rounds
        chosen[best[1]] = chosen[best[1]]._replace(in_full=True)
        wanted = shown.pop(best)
        shown = {key: kinds - wanted for key, kinds in shown.items()}
    return evenings


def write(seed: int) -> None:
    for game in core.GAME_NAMES:
        write_evenings(game, choose(new_evenings(game, seed)))
