"""The commands that a player types in `croupier play`, one a line."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, NamedTuple

from croupier.cli import felt, prompts, sitting, teach
from croupier.cli.reading import typed_line
from croupier.cli.show import signed
from croupier.engine.decisions import Choice
from croupier.engine.refusals import Refused
from croupier.money import format_amount, read_amount
from croupier.problems import BadInput
from croupier.sim.evening import YOU, Evening, Short
from croupier.table import commands as asks
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from croupier.sim.evening import Answer, Asked, Opening
    from croupier.table.commands import AnyCommand
    from croupier.table.events import AnyEvent

WHOLE = re.compile(r"[0-9]{1,9}")
AMOUNT = re.compile(r"s?[$+.0-9-].*")
"""A last word that is meant as one."""
NEXT = re.compile(r",(?![0-9]{3}(?![0-9]))|(?<![0-9]),")
"""A comma begins the next thing to do, but for the comma of thousands."""
NUMBERS = re.compile(r"[0-9][0-9.]*+(?:,[0-9.]++)++(?!\s+[a-z])")
"""Numbers with commas between them, the last of which is no box."""
LONGEST = 200
MOST_IDLE = 200
"""Lines in a row by which nothing happens, until the player is taken to have left."""


class Said(NamedTuple):
    """`2 tie 25`: the box, the word, and what follows it."""

    box: int | None
    word: str
    rest: tuple[str, ...]


def understood(text: str) -> Said:
    words = text.lower().replace("?", " ? ").split()
    box = int(words.pop(0)) if words and WHOLE.fullmatch(words[0]) else None
    return Said(box, words[0] if words else "", tuple(words[1:]))


def parts_of(line: str) -> list[str]:
    """What is to be done, one after the other; numbers that are no amount are refused first."""
    for numbers in NUMBERS.findall(line):
        read_amount(numbers)
    return NEXT.split(line)


class Seat:
    """What is typed becomes commands; `decide` alone says what may be done."""

    def __init__(
        self, opening: Opening, console: Console, heard: Callable[[Asked], object]
    ) -> None:
        self.console = console
        self.heard = heard
        self.last: list[asks.Place] = []
        self.rounds = 0
        self.idle = 0
        self.leaving = False
        self.evening = Evening(opening, self.hear)
        self.game = self.evening.table.game

    def hear(self, asked: Asked, answer: Answer) -> None:
        """Keep the command; tell the player what the house does about his bets."""
        self.heard(asked)
        for event in answer if isinstance(answer, list) else ():
            if told := prompts.told_of(event):
                self.say(told, "yellow")

    def say(self, text: str, style: str = "") -> None:
        self.console.print(text, style=style)

    def play(self) -> None:
        self.console.print(teach.welcome(self.evening))
        self.open_betting()
        while not self.leaving:
            line, before = self.read(), self.evening.at
            if line is None or self.idle == MOST_IDLE:
                self.leave()
            else:
                self.carry_out(line)
            self.idle = 0 if self.evening.at != before else self.idle + 1

    def read(self) -> str | None:
        """The next line; None when no more comes."""
        prompt = prompts.prompt(self.evening, may_repeat=bool(self.last))
        try:
            if sys.stdin is not None and sys.stdin.isatty():
                return input(prompt)
            self.console.print(prompt, end="")
            line = typed_line()
        except (EOFError, KeyboardInterrupt, OSError):
            line = ""
        self.say("".join(letter for letter in line if letter.isprintable()))
        return line or None

    def carry_out(self, line: str) -> None:
        try:
            for part in parts_of(line[:LONGEST]):
                self.do(understood(part))
                if self.leaving:
                    return
        except BadInput as wrong:
            self.say(str(wrong), "yellow")

    def do(self, said: Said) -> None:
        word = said.word or (prompts.default(self.evening) if said.box is None else "")
        if word in set(Choice) and self.game.decision is not None:
            self.decide(said.box, Choice(word))
        elif word in VERBS:
            VERBS[word](self, said)
        elif word:
            self.bet(said)
        elif said.box is not None:
            raise BadInput(f"what on box {said.box}? ? helps")
        else:
            raise BadInput(prompts.hint(self.evening))

    def ask(self, command: AnyCommand) -> list[AnyEvent] | None:
        """What happened; a refusal is told in one line, and nothing has happened."""
        answer = self.evening.ask(command)
        if isinstance(answer, Short):
            needs, has = format_amount(answer.needs_cents), format_amount(answer.has_cents)
            self.say(f"That takes {needs} and you have {has}.", "yellow")
            return None
        if isinstance(answer, Refused):
            self.say(f"Refused: {answer.says} ({', '.join(answer.clauses)}).", "yellow")
            return None
        return answer

    def bet(self, said: Said) -> None:
        words = [said.word, *said.rest]
        amount = words.pop() if len(words) > 1 and AMOUNT.fullmatch(words[-1]) else None
        name = self.bet_named("-".join(words))
        box = sitting.own_box(self.evening) if said.box is None else said.box
        cents = sitting.least(self.evening, name, box) if amount is None else read_amount(amount)
        self.place([asks.Place(YOU.name, name, cents, box)])

    def bet_named(self, text: str) -> str:
        """A bet by its name, or by as much of it as no other begins with."""
        names = list(self.game.placeable)
        found = [name for name in names if name.startswith(text)]
        if text in names or len(found) == 1:
            return text if text in names else found[0]
        if found:
            raise BadInput(f"{text} could be {' or '.join(found)}")
        known = ", ".join(names)
        raise BadInput(f"nothing is called {text[:40]!r}; the bets are {known}, and ? helps")

    def place(self, wanted: list[asks.Place]) -> None:
        placed = [self.ask(command) for command in wanted]
        if any(placed):
            self.console.print(prompts.bets_lying(self.evening))

    def again(self, _said: Said) -> None:
        if not self.last:
            raise BadInput("there are no bets to repeat yet")
        self.place(self.last)

    def clear(self, said: Said) -> None:
        """Take back everything, or what lies on a box, or one bet; side bets go first."""
        name = self.bet_named("-".join(said.rest)) if said.rest else None
        mine = [
            (box.box, one.bet)
            for box in self.evening.view.boxes
            for one in box.wagers
            if one.player == YOU.name and name in {None, one.bet} and said.box in {None, box.box}
        ]
        if not mine:
            raise BadInput("you have no such bet")
        for box, bet in reversed(mine):
            if self.ask(asks.Withdraw(YOU.name, bet, box)) is None:
                return
        self.console.print(prompts.bets_lying(self.evening))

    def sit(self, said: Said) -> None:
        words = [str(said.box)] if said.box is not None else list(said.rest)
        if len(words) != 1 or not WHOLE.fullmatch(words[0]):
            raise BadInput("name the box, like sit 2")
        if self.ask(asks.Sit(YOU.name, int(words[0]))):
            self.say(f"You sit at box {words[0]}.")

    def deal(self, said: Said) -> None:
        """Betting closes and the cards go out; after that, they are turned over."""
        view = self.evening.view
        if view.step is not Step.BETTING:
            self.turn(said)
            return
        wagers = [(box.box, one) for box in view.boxes for one in box.wagers]
        if not wagers:
            raise BadInput(prompts.hint(self.evening))
        mine = [
            asks.Place(YOU.name, one.bet, one.cents, box)
            for box, one in wagers
            if one.player == YOU.name
        ]
        self.last = mine or self.last
        self.say(f"{self.game.procedure.closes.words}.", "dim")
        self.evening.deal()
        if sitting.awaits_the_player(self.evening):
            self.console.print(felt.table(self.evening, self.console))
        else:
            self.conclude()

    def look(self, said: Said) -> None:
        looks = sitting.listed(self.evening, asks.Look)
        box = said.box if said.box is not None else looks[0].box if looks else None
        if self.ask(asks.Look(YOU.name, sitting.own_box(self.evening) if box is None else box)):
            self.console.print(felt.table(self.evening, self.console))

    def decide(self, box: int | None, choice: Choice) -> None:
        place = box if box is not None else sitting.box_to_decide(self.evening)
        if not self.ask(asks.Decide(YOU.name, place, choice)):
            return
        self.say(f"Box {place} {felt.DECIDED[choice]}.")
        if not sitting.listed(self.evening, asks.Decide):
            self.conclude()

    def turn(self, _said: Said) -> None:
        if self.evening.view.step is not Step.PLAYING:
            raise BadInput(prompts.hint(self.evening))
        if sitting.listed(self.evening, asks.Decide):
            raise BadInput(prompts.hint(self.evening))
        for command in sitting.listed(self.evening, asks.ReturnHand):
            self.ask(command)
        self.conclude()

    def conclude(self) -> None:
        self.evening.conclude()
        self.rounds += 1
        felt.concluded(self.evening, self.console)
        self.open_betting()

    def open_betting(self) -> None:
        if self.leaving:
            return
        self.evening.open_betting()
        least = min((one.cents for one in sitting.listed(self.evening, asks.Place)), default=0)
        if least > self.evening.bankroll_cents:
            self.say("What is left is less than any bet here.", "yellow")
            self.leave()
            return
        self.say(f"\n{self.game.procedure.opens.words}.", "dim")
        if others := prompts.others_bets(self.evening):
            self.say(others, "dim")

    def help(self, said: Said) -> None:
        about = " ".join(said.rest)
        self.console.print(teach.about(self.evening, about) if about else teach.help_(self.evening))

    def rules(self, said: Said) -> None:
        if said.rest:
            self.help(said)
        else:
            self.console.print(teach.rules(self.game))

    def quit(self, _said: Said) -> None:
        self.leave()

    def leave(self) -> None:
        """Bets go back while that may be; cards in play are left to the clause for it."""
        self.leaving = True
        step = self.evening.view.step
        if step is Step.BETTING:
            for command in reversed(sitting.listed(self.evening, asks.Withdraw)):
                self.ask(command)
        elif step is Step.PLAYING and (left := self.ask(asks.WalkAway(YOU.name))):
            self.say("You walk away.")
            self.console.print(felt.gists(self.game, (one for ev in left for one in ev.clauses)))
            self.conclude()
        won = self.evening.bankroll_cents - self.evening.opening.bankroll_cents
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        left_with = format_amount(self.evening.bankroll_cents)
        self.say(f"You leave with {left_with}: {signed(won)} after {rounds}.", "bold")


VERBS: dict[str, Callable[[Seat, Said], None]] = {
    "again": Seat.again,
    "clear": Seat.clear,
    "deal": Seat.deal,
    "look": Seat.look,
    "turn": Seat.turn,
    "sit": Seat.sit,
    "?": Seat.help,
    "help": Seat.help,
    "rules": Seat.rules,
    "quit": Seat.quit,
}
