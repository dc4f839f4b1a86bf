"""What a player is told at the table: the prompt, his bets, what may be typed, what bets pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.cli import felt
from croupier.cli.show import COLOURS
from croupier.engine.bets import Awards, Pays
from croupier.engine.decisions import Choice
from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.rulebook import Kind
from croupier.sim.evening import YOU
from croupier.table import commands as asks
from croupier.table.commands import TERMINALS
from croupier.table.dealing import UNREAD
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.bets import Bet
    from croupier.engine.game import Game
    from croupier.sim.evening import Sitting
    from croupier.table.commands import Command
    from croupier.table.views import View, WagerView

C = TypeVar("C", bound="Command")


def listed(sitting: Sitting, kind: type[C]) -> list[C]:
    """The commands of a kind that would be carried out now."""
    return [one.command for one in sitting.view.next if isinstance(one.command, kind)]


def awaits_the_player(sitting: Sitting) -> bool:
    return bool(listed(sitting, asks.Look) or listed(sitting, asks.Decide))


def own_box(sitting: Sitting) -> int:
    """Where the player sits, or else the first; a terminal has but one place."""
    boxes = sitting.view.boxes
    return next((box.box for box in boxes if box.seated == YOU.name), boxes[0].box)


def own_wagers(sitting: Sitting) -> list[tuple[int, WagerView]]:
    return [
        (box.box, one) for box in sitting.view.boxes for one in box.wagers if one.player == YOU.name
    ]


def placeable(game: Game) -> list[str]:
    """The bets that are placed before the cards."""
    play = game.decision.play if game.decision else None
    return [bet.name for bet in game.bets if not bet.bonus_on and bet.name != play]


def least(sitting: Sitting, bet: str, box: int) -> int:
    """The least wager there; where none is possible, one that will be refused with its clause."""
    found = (one for one in listed(sitting, asks.Place) if (one.box, one.bet) == (box, bet))
    return next((one.cents for one in found), sitting.table.setup.chip_cents)


def box_to_decide(sitting: Sitting) -> int:
    """The hand looked at comes first, then the blind ones."""
    boxes = [one.box for one in listed(sitting, asks.Decide)]
    seen = [box.box for box in sitting.view.boxes if box.cards and UNREAD not in box.cards]
    return next((box for box in [*seen, *boxes] if box in boxes), own_box(sitting))


def default(sitting: Sitting) -> str:
    """What the Enter key alone does; nothing where money would be staked."""
    if sitting.view.step is Step.BETTING:
        return "deal" if own_wagers(sitting) else ""
    if listed(sitting, asks.Look):
        return "look"
    return "" if listed(sitting, asks.Decide) else "turn"


def prompt(sitting: Sitting, *, may_repeat: bool) -> str:
    return f"{choices(sitting, may_repeat=may_repeat)} > "


def choices(sitting: Sitting, *, may_repeat: bool) -> str:
    """What can be done now, the most obvious first."""
    if sitting.view.step is Step.BETTING:
        if own_wagers(sitting):
            return "Enter deals; or bet more, clear, ?"
        again = "again, " if may_repeat else ""
        return f'Bet, like "{example(sitting)}"; or {again}rules, ?, quit'
    looks = listed(sitting, asks.Look)
    if not listed(sitting, asks.Decide):
        look = f"Enter looks at box {looks[0].box}; or turn, ?" if looks else ""
        return look or "Enter turns the hands over; or ?"
    box = box_to_decide(sitting)
    choice = f"play ({price(sitting, box)} more) or fold, ?"
    if looks:
        return f"Box {box}: Enter looks; or {choice}"
    unseen = ", unseen" if UNREAD in cards_on(sitting, box) else ""
    return f"Box {box}{unseen}: {choice}"


def hint(sitting: Sitting) -> str:
    """For a line that does not fit here."""
    if sitting.view.step is Step.BETTING:
        return f'place a bet first, like "{example(sitting)}"'
    return f"box {box_to_decide(sitting)} waits for you: play or fold"


def example(sitting: Sitting) -> str:
    """The game's first bet, at its least."""
    first = listed(sitting, asks.Place)[0]
    return f"{first.bet} {format_amount(first.cents).removesuffix('.00')}"


def price(sitting: Sitting, box: int) -> str:
    return format_amount(sitting.cost(asks.Decide(YOU.name, box, Choice.PLAY)))


def cards_on(sitting: Sitting, number: int) -> str:
    return next(box.cards for box in sitting.view.boxes if box.box == number)


def bets_lying(sitting: Sitting) -> Text:
    """The player's bets as they lie, and what he has left."""
    text = Text()
    before = None
    for box, one in own_wagers(sitting):
        if box != before:
            text.append(" " if before is None else "; ")
            text.append(f"Box {box}: " if box != TERMINALS else "")
        else:
            text.append(", ")
        before = box
        text.append(f"{one.bet} {format_amount(one.cents)}", "bold")
    text.append(" No bets" if before is None else "")
    text.append(f"; {format_amount(sitting.bankroll_cents)} left.")
    return text.append(too_little_to_play(sitting), "yellow")


def too_little_to_play(sitting: Sitting) -> str:
    """Before the cards: a hand that cannot be paid for later can only be folded."""
    decision = sitting.table.game.decision
    entry = decision.entry if decision else ""
    entered = sum(one.cents for _, one in own_wagers(sitting) if one.bet == entry)
    if entered <= sitting.bankroll_cents:
        return ""
    return f" To play every hand takes {format_amount(entered)} more."


def others_bets(sitting: Sitting) -> str:
    told = []
    for box in sitting.view.boxes:
        for name in dict.fromkeys(one.player for one in box.wagers if one.player != YOU.name):
            bets = [one for one in box.wagers if one.player == name]
            where = "" if box.box == TERMINALS else f" on box {box.box}"
            said = ", ".join(f"{one.bet} {format_amount(one.cents)}" for one in bets)
            told.append(f"{name}{where}: {said}")
    return "; ".join(told)


def welcome(sitting: Sitting) -> RenderableType:
    game = sitting.table.game
    title = f"{game.title} ({game.document.operator}), version {game.version}"
    bankroll = format_amount(sitting.bankroll_cents)
    seat = f" at box {own_box(sitting)}" if own_box(sitting) != TERMINALS else ""
    return Group(
        Text(title, "bold"),
        Text(f"You sit{seat} with {bankroll}. ? helps at any time, quit leaves."),
        bets_offered(sitting),
    )


def bets_offered(sitting: Sitting) -> RenderableType:
    """Each bet with its limits and what it pays."""
    view, game = sitting.view, sitting.table.game
    grid = Table(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column("bet", no_wrap=True)
    grid.add_column("limits", no_wrap=True)
    grid.add_column("pays")
    for name in placeable(game):
        grid.add_row(name, limits(view, name), ", ".join(pays(game.bet[name])))
    return grid


def limits(view: View, bet: str) -> str:
    limit = view.limits.get(bet)
    if limit is None:
        return format_amount(view.jackpot_bet_cents or 0)
    return f"{format_amount(limit.minimum_cents)} to {format_amount(limit.maximum_cents)}"


def pays(bet: Bet) -> list[str]:
    """Its winning lines, each told once."""
    told = []
    for line in bet.lines:
        if isinstance(line, Pays):
            told.append(f"{line.event} {line.pays}")
        elif isinstance(line, Awards):
            told.append(f"{line.event} {line.amount}")
    return list(dict.fromkeys(told))


def help_(sitting: Sitting) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for typed, does in typing(sitting):
        grid.add_row(f" {typed}", does)
    return Group(grid, bets_offered(sitting))


def typing(sitting: Sitting) -> Iterator[tuple[str, str]]:
    game = sitting.table.game
    main, *sides = placeable(game)
    boxes = sitting.table.setup.boxes
    yield f"{main} 100", "bet 100.00; without an amount it is the minimum, and again it is raised"
    if boxes is not None:
        yield f"2 {main} 100", f"the same on box 2, of {boxes}"
    yield f"clear, clear {sides[0]}", "take bets back before the cards are dealt"
    yield "again", "the bets of the last round once more"
    yield "deal", "close the betting and deal; the Enter key does it too"
    if game.procedure.looking is not None:
        yield "look, 2 look", "look at a hand of yours: one hand, the others are played unseen"
    if game.decision is not None:
        yield "play, fold, 2 fold", "decide on the hand"
    elif boxes is not None:
        yield "turn", "lay the hands open"
    if boxes is not None:
        yield "sit 2", "take the seat at another box"
    yield f"? {sides[0]}, ? 4.1, ? dealer", "what a bet pays, what a clause or a word means"
    yield "rules", "how a round goes, and the sections of the rules"
    yield "quit", "leave; so does the end of the input"


def about(sitting: Sitting, what: str) -> RenderableType:
    """A bet, a clause, a section, or a word of the document."""
    game = sitting.table.game
    clauses = game.document.clauses
    name = what.replace(" ", "-")
    if name in game.bet:
        return about_bet(sitting, game.bet[name])
    number = next((one for one in clauses if one.lower() == what), None)
    inside = [one for one in clauses if one.lower().startswith(f"{what}.") or one == number]
    if inside:
        return felt.gists(game, inside)
    meant = [one for one in game.terms if what in {one.word.lower(), one.shown.lower()}]
    if meant:
        return felt.gists(game, (number for one in meant for number in one.cite.numbers))
    raise BadInput(f"no bet, clause or word {what[:40]!r} is known here; rules shows the sections")


def about_bet(sitting: Sitting, bet: Bet) -> RenderableType:
    """Every way in which it is decided, its bonus, and the clauses for it."""
    game = sitting.table.game
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(3):
        grid.add_column(no_wrap=True)
    cited, told = set(bet.placed.numbers), {}
    for each in [bet, *([game.bonus[bet.name]] if bet.name in game.bonus else [])]:
        bonus = "" if each is bet else f"{each.title}: "
        for line in each.lines:
            how = getattr(line, "pays", getattr(line, "amount", ""))
            told[f" {bonus}{line.event}", how.replace(":", " to ")] = line.result
            cited |= set(line.cite.numbers)
    for (event, how), result in told.items():
        grid.add_row(event, Text(result, COLOURS[result]), how)
    placed = f", {limits(sitting.view, bet.name)}" if bet.name in placeable(game) else ""
    return Group(Text(f"{bet.title}{placed}", "bold"), grid, felt.gists(game, cited))


def rules(game: Game) -> RenderableType:
    """How a round goes, and where the rest is."""
    clauses = game.document.clauses
    goes = [number for number, one in clauses.items() if one.kind is Kind.PROCEDURE]
    sections = dict.fromkeys(number.split(".")[0] for number in clauses)
    told = Table.grid(padding=(0, 2, 0, 0))
    told.add_column(justify="right", no_wrap=True, min_width=8)
    told.add_column()
    told.add_column(justify="right")
    for section in sections:
        inside = [one for number, one in clauses.items() if number.split(".")[0] == section]
        kinds = ", ".join(dict.fromkeys(one.kind for one in inside))
        told.add_row(section, kinds, str(len(inside)))
    return Group(
        Text("How a round goes", "bold"),
        felt.gists(game, goes),
        Text("Sections; ? 3 shows one, ? 3.1 a clause of it", "bold"),
        told,
    )
