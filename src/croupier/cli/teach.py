"""Help during `croupier play`: what may be typed, what bets pay, what clauses say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.cli import felt
from croupier.cli.show import COLOURS, title
from croupier.cli.sitting import own_box
from croupier.engine.bets import Awards, Pays
from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.rulebook import Kind
from croupier.table.commands import TERMINALS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.bets import Bet
    from croupier.engine.game import Game
    from croupier.sim.evening import Sitting
    from croupier.table.views import View


def welcome(sitting: Sitting) -> RenderableType:
    game = sitting.table.game
    bankroll = format_amount(sitting.bankroll_cents)
    seat = f" at box {own_box(sitting)}" if own_box(sitting) != TERMINALS else ""
    return Group(
        Text(title(game), "bold"),
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
    for name in game.placeable:
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
    names = list(game.placeable)
    main, side = names[0], (names[1:] or names)[0]
    boxes = sitting.table.setup.boxes
    yield f"{main} 100", "bet 100.00; without an amount it is the minimum, and again it is raised"
    if boxes is not None:
        yield f"2 {main} 100", f"the same on box 2, of {boxes}"
    yield f"clear, clear {side}", "take bets back before the cards are dealt"
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
    yield f"? {side}, ? 4.1, ? dealer", "what a bet pays, what a clause or a word means"
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
    meant = game.meanings(what)
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
    placed = f", {limits(sitting.view, bet.name)}" if bet.name in game.placeable else ""
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
