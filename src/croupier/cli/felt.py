"""A table drawn on a terminal: cards, boxes, wagers, results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from croupier.cards import parse_card, parse_cards
from croupier.cli.show import COLOURS, in_points, signed
from croupier.engine.decisions import Choice
from croupier.money import format_amount
from croupier.sim.evening import YOU
from croupier.table.commands import Look
from croupier.table.dealing import UNREAD
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import JustifyMethod

    from croupier.engine.game import Game
    from croupier.sim.evening import Sitting
    from croupier.table.events import SettledLine
    from croupier.table.views import BoxView, View

BOXED = 72
"""The least width for cards in boxes; on a narrower terminal they stand in a line."""
WIDE = 78
"""The least width for a reason beside its result."""
PANEL = 26
"""Three of them stand side by side on a terminal of 80 columns."""
BACK, BACK_ASCII = "░", "#"
BACK_STYLE = "blue"
DECIDED = {Choice.PLAY: "plays", Choice.FOLD: "folds"}
LEFT: JustifyMethod = "left"
RIGHT: JustifyMethod = "right"


def table(sitting: Sitting, console: Console) -> Group:
    """The dealer's hand beside the player's boxes, and the other players in lines."""
    view, game = sitting.view, sitting.table.game
    if sitting.table.game.drawn_by_tableau:
        hands = ("Player", view.player_hand), ("Banker", view.dealer)
        panels = [hand_panel(game, name, cards, console) for name, cards in hands]
        below = wagers_at_terminals(view)
    else:
        mine = [box for box in view.boxes if is_mine(box)]
        panels = [
            hand_panel(game, "Dealer", view.dealer, console),
            *(box_panel(sitting, box, console) for box in mine),
        ]
        others = [box for box in view.boxes if box.wagers and not is_mine(box)]
        below = other_boxes(others, console)
    return Group(heading(sitting), Columns(panels), below)


def heading(sitting: Sitting) -> RenderableType:
    meter, bankroll = sitting.meter_cents, format_amount(sitting.bankroll_cents)
    jackpot = "" if meter is None else f"jackpot {format_amount(meter)}, "
    told = f"Round {sitting.view.round}: {jackpot}bankroll {bankroll}"
    return Group("", Rule(Text(told, "bold"), align="left"))


def is_mine(box: BoxView) -> bool:
    return any(one.player == YOU.name for one in box.wagers)


def hand_panel(game: Game, name: str, cards: str, console: Console) -> Panel:
    state = named(game, cards)
    if state and game.qualifies is not None:
        qualifies = game.qualifies.when(parse_cards(cards))
        state += ", qualifies" if qualifies else ", does not qualify"
    lying = drawn(cards, console) if cards else Text("no cards")
    return panel([lying, Text(state, "italic")], name, console)


def panel(parts: list[RenderableType], title: str, console: Console, style: str = "none") -> Panel:
    return Panel(
        Group(*parts),
        title=Text(title, "bold"),
        title_align="left",
        border_style=style,
        width=PANEL if console.width >= BOXED else None,
        expand=console.width >= BOXED,
    )


def named(game: Game, cards: str) -> str:
    """What the document calls a hand that lies open, or its points."""
    if not cards or UNREAD in cards:
        return ""
    found = parse_cards(cards)
    points = game.points_of(found)
    return game.name_of(found) or ("" if points is None else in_points(points))


def drawn(cards: str, console: Console) -> Text:
    """Cards side by side in boxes, or in a line where there is little room."""
    each = cards.split()
    if console.width < BOXED or console.options.ascii_only:
        return in_a_line(each, console)
    rows: list[Text] = [Text() for _ in range(5)]
    for card in each:
        for row, part in zip(rows, boxed(card), strict=True):
            row.append_text(part)
    return Text("\n").join(rows)


def boxed(card: str) -> tuple[Text, ...]:
    if card == UNREAD:
        middle, style = (BACK * 3,) * 3, BACK_STYLE
    else:
        face = parse_card(card)
        rank, suit = face.symbol[:-1], face.symbol[-1]
        middle = (f"{rank:<3}", f" {suit} ", f"{rank:>3}")
        style = colour(card)
    frame = BACK_STYLE if card == UNREAD else ""
    sides = [Text("│", frame).append(part, style).append("│", frame) for part in middle]
    return (Text("╭───╮", frame), *sides, Text("╰───╯", frame))


def in_a_line(cards: Sequence[str], console: Console) -> Text:
    plain = console.options.ascii_only
    back = (BACK_ASCII if plain else BACK) * 2
    line = Text()
    for number, card in enumerate(cards):
        line.append(" " if number else "")
        if card == UNREAD:
            line.append(back, BACK_STYLE)
        else:
            line.append(card if plain else parse_card(card).symbol, colour(card))
    return line


def colour(card: str) -> str:
    return "bold red" if parse_card(card).suit in "dh" else "bold"


def box_panel(sitting: Sitting, box: BoxView, console: Console) -> Panel:
    state = Text(state_of(sitting.view, box, sitting.table.game), "italic")
    wagers = Table.grid(padding=(0, 2, 0, 0))
    wagers.add_column()
    wagers.add_column(justify=RIGHT)
    for one in box.wagers:
        whose = "" if one.player == YOU.name else f"{one.player} "
        wagers.add_row(f"{whose}{one.bet}", format_amount(one.cents))
    colour = result_colour(sitting, box.box)
    whose = f"Box {box.box}, yours" if box.seated == YOU.name else f"Box {box.box}"
    return panel([drawn(box.cards, console), state, wagers], whose, console, colour)


def result_colour(sitting: Sitting, box: int) -> str:
    """How the box has come out for the player."""
    lines = [line for line in sitting.lines if line.box == box]
    if not lines or sitting.view.step is not Step.CONCLUDED:
        return "none"
    won = sum(line.back_cents - line.stake_cents for line in lines)
    return COLOURS["win" if won > 0 else "lose" if won < 0 else "push"]


def state_of(view: View, box: BoxView, game: Game) -> str:
    """The hand's name, whether it may be looked at, and what was decided."""
    chosen = DECIDED[Choice(box.decision)] if box.decision else ""
    name = named(game, box.cards)
    if name or not box.cards:
        return ", ".join(part for part in (name, chosen) if part)
    looks = any(isinstance(one.command, Look) and one.command.box == box.box for one in view.next)
    seen = "yours to look at" if looks else f"{whose_look(box)}"
    return ", ".join(part for part in (seen, chosen) if part)


def whose_look(box: BoxView) -> str:
    return "blind" if box.viewer in {None, YOU.name} else f"{box.viewer} looks at it"


def other_boxes(boxes: Sequence[BoxView], console: Console) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column()
    for box in boxes:
        chosen = f", {DECIDED[Choice(box.decision)]}" if box.decision else ""
        whose = ", ".join(dict.fromkeys(one.player for one in box.wagers))
        bets = ", ".join(f"{one.bet} {format_amount(one.cents)}" for one in box.wagers)
        cards = in_a_line(box.cards.split(), console)
        name = f", {box.hand}" if box.hand and box.cards else ""
        grid.add_row(f" Box {box.box} {whose}", cards, Text(f"{bets}{name}{chosen}", "dim"))
    return grid


def wagers_at_terminals(view: View) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    [place] = view.boxes
    players = dict.fromkeys([YOU.name, *(one.player for one in place.wagers)])
    for player in players:
        bets = [one for one in place.wagers if one.player == player]
        told = ", ".join(f"{one.bet} {format_amount(one.cents)}" for one in bets)
        who = "you" if player == YOU.name else player
        style = "" if player == YOU.name else "dim"
        grid.add_row(Text(f" {who}", style), Text(told or "no bets", style))
    return grid


def concluded(sitting: Sitting, console: Console) -> None:
    """A round at its end: the table, the player's results, and what the round brought."""
    console.print(table(sitting, console))
    console.print()
    if sitting.lines:
        console.print(results(sitting, console))
    for line in sitting.view.lines:
        if line.from_meter:
            who = "You win" if line.player == YOU.name else f"{line.player} wins"
            won = f" {who} the jackpot: {format_amount(line.award_cents or 0)}!"
            console.print(won, style="bold yellow")
    nets: dict[str, int] = {}
    for line in sitting.view.lines:
        nets[line.player] = nets.get(line.player, 0) + line.back_cents - line.stake_cents
    mine = nets.pop(YOU.name, 0)
    net = Text(f" Net {signed(mine)}", "bold green" if mine > 0 else "bold red" if mine else "bold")
    net.append(f"   bankroll {format_amount(sitting.bankroll_cents)}", "bold not green not red")
    for player, cents in nets.items():
        net.append(f"   {player} {signed(cents)}", "dim")
    console.print(net)


def results(sitting: Sitting, console: Console) -> Group:
    """Each of the player's results with its odds, amount, reason and what the clauses say."""
    lines = sitting.lines
    wide = console.width >= WIDE
    grid = Table.grid(padding=(0, 2, 0, 0))
    for justify in (LEFT, LEFT, RIGHT, LEFT, RIGHT, RIGHT):
        grid.add_column(justify=justify, no_wrap=True)
    grid.add_column()
    parts: list[RenderableType] = []
    before = None
    for line in lines:
        where = f" Box {line.box}" if line.box and line.box != before else ""
        before = line.box
        row = (where, line.bet, *figures(line))
        grid.add_row(*row, reason(line) if wide else "")
    parts.append(grid)
    if not wide:
        several = len({line.box for line in lines}) > 1
        parts += [
            Text(f" {f'box {line.box}, ' if several else ''}{line.bet}: {reason(line)}")
            for line in lines
        ]
    parts.append(gists(sitting.table.game, (one for line in lines for one in line.clauses)))
    return Group(*parts)


def figures(line: SettledLine) -> tuple[str | Text, ...]:
    odds = (line.odds or "").replace(":", " to ")
    return (
        format_amount(line.stake_cents),
        Text(line.result, COLOURS[line.result]),
        odds or ("" if line.award_cents is None else format_amount(line.award_cents)),
        Text(signed(line.back_cents - line.stake_cents), COLOURS[line.result]),
    )


def reason(line: SettledLine) -> str:
    counted = line.counted_cents not in (0, line.stake_cents)
    part = f", {format_amount(line.counted_cents)} of it plays" if counted else ""
    rounded = "" if line.rounded_off == "0" else f", {line.rounded_off} rounded off"
    return f"{line.event}{part}{rounded} ({', '.join(line.clauses)})"


def gists(game: Game, numbers: Iterable[str]) -> RenderableType:
    """What clauses say, in our words, each once and in the document's order."""
    cited = set(numbers)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify=RIGHT, no_wrap=True, min_width=8, style="dim")
    grid.add_column(style="dim")
    for number, clause in game.document.clauses.items():
        if number in cited:
            grid.add_row(number, clause.gist)
    return grid
