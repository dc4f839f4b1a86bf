"""A summary of each game for terminals and the rulebook: bets, pays, how it is played.

Everything is read off the game's value and its register; no chances stand on it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, combinations, groupby
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK, Hand
from croupier.engine.bets import Awards, Pays, Spot
from croupier.engine.deal import Tableau
from croupier.engine.decisions import Choice
from croupier.engine.game import Shown
from croupier.engine.lesson import TaughtRule  # noqa: TC001 - msgspec reads it
from croupier.engine.steps import Refusal
from croupier.guide.felt import FeltRule, felt_of
from croupier.guide.lessons import Example, LessonCard, example, lesson_card
from croupier.problems import BadInput
from croupier.rulebook import Kind
from croupier.rulebook.marks import carries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.engine.bets import Bet, Line
    from croupier.engine.decisions import Decision
    from croupier.engine.game import Game
    from croupier.engine.jackpot import Jackpot
    from croupier.rulebook import Cite

UNTOLD = {Kind.DEFINITION, Kind.LAYOUT}
"""Clauses that say what words mean and what the table looks like, not how to play."""
Clauses = tuple[str, ...]
Numbers = tuple[int, ...]


class PayLine(msgspec.Struct, frozen=True):
    event: str
    result: str
    """Win, push or lose."""
    odds: str | None
    award: str | None
    """An amount, or the whole meter."""
    envy: str | None
    """What each other box in the jackpot gets."""
    clauses: Clauses


class BetCard(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    title: str
    where: str
    """`box` or `terminal`."""
    spot: Spot | None
    """Where it lies on a box or terminal; null for a bonus, for which nothing is staked."""
    needs: str | None
    """The bet that has to lie on the box."""
    bonus_on: str | None
    """A bonus is paid on this bet and has no stake of its own."""
    lines: tuple[PayLine, ...]
    clauses: Clauses
    wins: TaughtRule | None
    """When it wins, in a sentence."""
    example: Example | None
    """One hand on which it wins; null where nothing is taught of the game."""


class Sentence(msgspec.Struct, frozen=True):
    says: str
    clause: str


class Phase(msgspec.Struct, frozen=True):
    phase: str
    """`bet`, `deal`, `look`, `decide`, `draw`, `compare` or `settle`."""
    says: tuple[Sentence, ...]


class RankingCard(msgspec.Struct, frozen=True):
    hands: tuple[str, ...]
    """From the best to the worst."""
    says: tuple[Sentence, ...]


class BankerRow(msgspec.Struct, frozen=True):
    total: int
    draws_on: Numbers
    """Values of the Player Hand's third card."""
    stands_on: Numbers


class TableauCard(msgspec.Struct, frozen=True):
    """The table of play, to be drawn."""

    natural: Numbers
    """Totals of two cards after which nobody draws."""
    player_draws_on: Numbers
    banker_draws_on: Numbers
    """When the Player Hand stands."""
    banker: tuple[BankerRow, ...]
    """When the Player Hand has drawn."""
    clauses: Clauses
    counts: dict[str, int]
    """What a card of each rank counts."""


class DecisionCard(msgspec.Struct, frozen=True):
    """What a player decides on a hand looked at; the first choice places the bet."""

    bet: str
    entry: str
    """The bet that has to lie on the box, of the same amount."""
    choices: tuple[Choice, ...]
    clauses: Clauses


class JackpotCard(msgspec.Struct, frozen=True):
    bet: str
    entry: str
    """The bet that has to lie on the box for a hand to count."""
    clauses: Clauses
    stopped: tuple[str, ...]
    """By which no jackpot bets are taken while the meter stands still."""


class GameInfo(msgspec.Struct, frozen=True):
    game: str
    title: str
    operator: str
    version: int
    effective: str
    bets: tuple[str, ...]


class GameCard(msgspec.Struct, frozen=True, kw_only=True):
    about: GameInfo
    decks: tuple[int, int]
    """The fewest and the most."""
    hand_cards: int
    """How many cards a hand is dealt."""
    bets: tuple[BetCard, ...]
    decision: DecisionCard | None
    jackpot: JackpotCard | None
    ranking: RankingCard
    tableau: TableauCard | None
    phases: tuple[Phase, ...]
    felt: tuple[FeltRule, ...]
    """The rules that stand on the felt: they decide money on every round."""
    clauses: dict[str, str]
    """What each clause of the document says, in our words."""
    lesson: LessonCard | None
    """What a newcomer is taught."""


def info_of(game: Game) -> GameInfo:
    document = game.document
    return GameInfo(
        game.name,
        game.title,
        document.operator,
        game.version,
        document.effective,
        tuple(bet.name for bet in game.bets),
    )


@lru_cache(maxsize=32)
def card_of(game: Game) -> GameCard:
    deal = game.deal
    return GameCard(
        about=info_of(game),
        decks=(game.packs.fewest, game.packs.most),
        hand_cards=game.ranked_sizes[0],
        bets=tuple(bet_card(game, bet) for bet in game.bets),
        decision=decision_card(game, game.decision) if game.decision else None,
        jackpot=jackpot_card(game, game.jackpot) if game.jackpot else None,
        ranking=RankingCard(hands_of(game), sentences(game, (by.cite for by in game.ranking.keys))),
        tableau=tableau_card(deal) if isinstance(deal, Tableau) else None,
        phases=tuple(phases_of(game)),
        felt=felt_of(game),
        clauses=gists(game),
        lesson=lesson_card(game),
    )


def gists(game: Game) -> dict[str, str]:
    return {number: clause.gist for number, clause in game.document.clauses.items()}


def gist(game: Game, clause: str) -> str:
    found = game.document.clauses.get(clause)
    if found is None:
        raise BadInput(f"{game.title} has no clause {clause[:20]!r}")
    return found.gist


@carries(Shown)
def bet_card(game: Game, bet: Bet) -> BetCard:
    lesson = game.lesson
    return BetCard(
        name=bet.name,
        title=bet.title,
        where="terminal" if game.boxes is None else "box",
        spot=bet.spot,
        needs=bet.needs.bet if bet.needs else None,
        bonus_on=bet.bonus_on,
        lines=tuple(pay_lines(bet.lines)),
        clauses=in_order(game, (bet.placed, *([bet.needs.cite] if bet.needs else []))),
        wins=lesson.wins[bet.name] if lesson else None,
        example=example(game, bet.name, lesson.shows.get(bet.name)) if lesson else None,
    )


def decision_card(game: Game, decision: Decision) -> DecisionCard:
    cites = (decision.cite, decision.fold, decision.place)
    return DecisionCard(decision.play, decision.entry, tuple(Choice), in_order(game, cites))


def jackpot_card(game: Game, jackpot: Jackpot) -> JackpotCard:
    cites = (jackpot.prescribed, jackpot.grows.cite, jackpot.order.cite)
    stopped = game.procedure.refused[Refusal.NO_JACKPOT_BETS]
    return JackpotCard(jackpot.bet, jackpot.entry, in_order(game, cites), stopped)


def pay_lines(lines: Iterable[Line]) -> Iterator[PayLine]:
    """As the pay table has them: what is paid alike under one name is one line of it."""
    for _, same in groupby(map(pay_line, lines), key=lambda one: replace(one, clauses=())):
        alike = list(same)
        clauses = dict.fromkeys(number for one in alike for number in one.clauses)
        yield replace(alike[0], clauses=tuple(clauses))


def pay_line(line: Line) -> PayLine:
    odds = str(line.odds) if isinstance(line, Pays) else None
    amount = line.amount if isinstance(line, Awards) else None
    envy = line.envy if isinstance(line, Awards) else None
    return PayLine(line.event, line.result.value, odds, amount, envy, line.cite.numbers)


def hands_of(game: Game) -> tuple[str, ...]:
    """Every name that a hand can have, by the best hand of that name."""
    best: dict[str, Any] = {}
    for cards in combinations(DECK, game.ranked_sizes[0]):
        hand = Hand(cards)
        name = game.name_of(hand) or in_points(game.points_of(hand))
        rank = game.ranking.rank(hand)
        if name not in best or rank > best[name]:
            best[name] = rank
    return tuple(sorted(best, key=lambda name: best[name], reverse=True))


def in_points(points: int | None) -> str:
    return f"{points} point{'s'[: points != 1]}"


def tableau_card(deal: Tableau) -> TableauCard:
    thirds = range(10)
    cites = [deal.initial, deal.natural.cite, deal.player.cite, deal.banker_when_player_stands.cite]
    cites += [row.cite for row in deal.banker.values()]
    return TableauCard(
        tuple(sorted(deal.natural.on)),
        tuple(sorted(deal.player.on)),
        tuple(sorted(deal.banker_when_player_stands.on)),
        tuple(
            BankerRow(
                total,
                tuple(third for third in thirds if third in row.on),
                tuple(third for third in thirds if third not in row.on),
            )
            for total, row in sorted(deal.banker.items())
        ),
        tuple(dict.fromkeys(number for cite in cites for number in cite.numbers)),
        {card.rank: deal.points(Hand((card,))) for card in DECK},
    )


def phases_of(game: Game) -> Iterator[Phase]:
    """A round in its order; each clause is told once, where it comes in first."""
    so_far: set[str] = set()
    for phase, cites in cites_of(game).items():
        says = tuple(one for one in sentences(game, cites) if one.clause not in so_far)
        so_far |= {one.clause for one in says}
        if says:
            yield Phase(phase, says)


def cites_of(game: Game) -> dict[str, list[Cite]]:
    """What the game's value cites for each phase of a round."""
    procedure, deal, decision, jackpot = game.procedure, game.deal, game.decision, game.jackpot
    looking, exposing = procedure.looking, procedure.exposing
    later = decision.play if decision else None
    first = [bet for bet in game.bets if bet.name != later]
    placing = [bet.placed for bet in first]
    placing += [bet.needs.cite for bet in first if bet.needs]
    dealing = [one.cite for one in procedure.deals.values()]
    drawing: list[Cite] = []
    if isinstance(deal, Tableau):
        dealing.append(deal.initial)
        drawing = [deal.player.cite, deal.banker_when_player_stands.cite, deal.natural.cite]
    looks = [looking.cite, looking.one_hand, looking.unseen] if looking else []
    opens = [exposing.returned, exposing.opened, exposing.cite] if exposing else []
    compares = [*opens, game.qualifies.cite if game.qualifies else None]
    if not any(compares):
        compares = [by.cite for by in game.ranking.keys]
    chooses = [decision.cite, decision.fold, decision.place] if decision else []
    settles = [line.cite for bet in game.bets for line in bet.lines]
    if jackpot:
        settles += [jackpot.envy.cite, jackpot.not_envied.cite, jackpot.order.cite]
    return {
        "bet": [procedure.opens.cite, *placing, game.sharing.cite, procedure.closes.cite],
        "deal": dealing,
        "look": [one for one in looks if one],
        "decide": chooses,
        "draw": drawing,
        "compare": [one for one in compares if one],
        "settle": settles,
    }


def sentences(game: Game, cites: Iterable[Cite]) -> tuple[Sentence, ...]:
    """What clauses say, in the order of the document."""
    numbers = in_order(game, cites)
    clauses = [game.document.clauses[number] for number in numbers]
    return tuple(Sentence(one.gist, one.number) for one in clauses if one.kind not in UNTOLD)


def in_order(game: Game, cites: Iterable[Cite]) -> Clauses:
    cited = set(chain.from_iterable(cite.numbers for cite in cites))
    return tuple(number for number in game.document.clauses if number in cited)
