"""A variant of a game: lines and side bets that its document lacks, in the game's own words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from croupier.engine.bets import METER, Awards, Bet, Loses, Pays, Returns
from croupier.engine.irregularities import value_text
from croupier.engine.outcome import always
from croupier.engine.vocabulary import Holds, vocabulary
from croupier.money import parse_amount
from croupier.problems import BadInput, among
from croupier.rulebook import Cite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.engine.bets import Line
    from croupier.engine.game import Game
    from croupier.engine.vocabulary import Value, Word

ODDS = re.compile(r"[1-9][0-9]{0,5}:[1-9][0-9]{0,5}")
TITLE = re.compile(r"[A-Za-z0-9]+(?: [A-Za-z0-9]+)*")
MOST_LETTERS, MOST_LINES = 40, 100
PUSH, LOSE = "push", "lose"
NOTHING_ELSE = "Anything else"


@dataclass(frozen=True)
class NewLine:
    """A line for a bet: what it is called, when it settles the bet, and what it pays."""

    bet: str
    event: str
    when: Mapping[str, tuple[Value, ...]]
    pays: str

    def __str__(self) -> str:
        asked = ", ".join(
            f"{word} {' or '.join(map(value_text, of))}" for word, of in self.when.items()
        )
        return f"{self.bet}: {self.event} ({asked}) {self.pays}"


@dataclass(frozen=True)
class Variant:
    game: str
    lines: tuple[NewLine, ...]
    side_bets: tuple[str, ...] = ()
    """Titles of bets that the game does not have; they lose but for their lines."""
    source: str = ""
    """The file that it is from, for what is wrong with it."""

    def __str__(self) -> str:
        return "; ".join(map(str, self.lines))


def with_variant(game: Game, variant: Variant) -> Game:
    """The game to be reckoned with; everything that its words cannot say is refused."""
    try:
        return replace(game, bets=tuple(bets_of(game, variant)), is_variant=True)
    except BadInput as wrong:
        raise (wrong.at(variant.source) if variant.source else wrong) from None


def bets_of(game: Game, variant: Variant) -> Iterator[Bet]:
    if variant.game != game.name:
        raise BadInput(f"is of {variant.game[:40]!r}, not of {game.name}", "game")
    if not 1 <= len(variant.lines) <= MOST_LINES:
        raise BadInput(f"a variant has 1 to {MOST_LINES} lines", "line")
    bets = {bet.name: bet for bet in game.bets}
    for title in variant.side_bets:
        new = side_bet(game, title)
        if new.name in bets:
            raise BadInput(f"there is a bet {new.name} already", "side-bets")
        bets[new.name] = new
    added: dict[str, list[Line]] = {name: [] for name in bets}
    for number, one in enumerate(variant.lines, start=1):
        try:
            added[one.bet if one.bet in bets else unknown(one.bet, bets)] += [line(game, bets, one)]
        except BadInput as wrong:
            raise wrong.at(f"line {number}") from None
    idle = [name for name in bets if name not in game.bet and not added[name]]
    if idle:
        raise BadInput(f"nothing is ever paid on {idle[0]}", "side-bets")
    yield from (with_lines(bet, added[name]) for name, bet in bets.items())


def unknown(bet: str, bets: Mapping[str, Bet]) -> str:
    raise BadInput(f"no bet is called {bet[:40]!r}; {among(bet, bets)}", "bet")


def uncited(game: Game) -> Cite:
    """No clause of the document says it."""
    return Cite(game.document, (), "variant")


def side_bet(game: Game, title: str) -> Bet:
    if len(title) > MOST_LETTERS or not TITLE.fullmatch(title):
        what = f"{title[:40]!r} is no title of letters, digits and single spaces"
        raise BadInput(f"{what}, at most {MOST_LETTERS}", "side-bets")
    nothing = uncited(game)
    return Bet(title, Loses(NOTHING_ELSE, nothing), placed=nothing, spot=None)


def with_lines(bet: Bet, added: list[Line]) -> Bet:
    """An exception stands above the rule it narrows; a folded hand and the meter above both."""
    first = next(place for place, one in enumerate(bet.lines) if not stands_above(one))
    return bet.with_lines(*bet.lines[:first], *added, *bet.lines[first:])


def stands_above(line: Line) -> bool:
    lost = isinstance(line, Loses) and line.when is not always
    return lost or (isinstance(line, Awards) and line.amount == METER)


def line(game: Game, bets: Mapping[str, Bet], given: NewLine) -> Line:
    event, bet = given.event, bets[given.bet]
    if not 1 <= len(event) <= MOST_LETTERS or not event.isprintable() or event != event.strip():
        raise BadInput(f"a name of 1 to {MOST_LETTERS} printable letters is needed", "event")
    when, nothing = condition(game, bet, given.when), uncited(game)
    if given.pays == PUSH:
        return Returns(event, when, nothing)
    if given.pays == LOSE:
        return Loses(event, nothing, when)
    if game.jackpot and bet.name == game.jackpot.bet:
        try:
            parse_amount(given.pays)
        except BadInput as wrong:
            raise wrong.at("pays") from None
        return Awards(event, given.pays, when, nothing)
    if not ODDS.fullmatch(given.pays):
        what = f"{given.pays[:20]!r} is not odds like 40:1, {PUSH!r} or {LOSE!r}"
        raise BadInput(what, "pays")
    return Pays(event, given.pays, when, nothing)


def condition(game: Game, bet: Bet, when: Mapping[str, tuple[Value, ...]]) -> Holds:
    if not when:
        raise BadInput("says nothing: a line needs a condition", "when")
    words = {name: word_of(game, bet, name) for name in when}
    return Holds(
        tuple((words[name], allowed(words[name], wanted)) for name, wanted in when.items())
    )


def sees_own_hand(game: Game, bet: Bet) -> bool:
    """Of a game with a decision, bets beside the entry bet's are settled on the own hand alone."""
    decision = game.decision
    if decision is None:
        return False
    return bet.bonus_on is None and bet.name not in {decision.entry, decision.play}


def word_of(game: Game, bet: Bet, name: str) -> Word:
    words = vocabulary(game)
    if name not in words:
        what = f"{game.name} has no word {name[:40]!r}"
        raise BadInput(f"{what}; it has {', '.join(words)}", "when")
    if sees_own_hand(game, bet) and not words[name].own:
        there = ", ".join(word.name for word in words.values() if word.own)
        what = f"{bet.name} is on the own hand alone, of which there are {there}"
        raise BadInput(what, "when", name)
    return words[name]


def allowed(word: Word, wanted: tuple[Value, ...]) -> tuple[Value, ...]:
    for value in wanted:
        if value not in word.values or isinstance(value, bool) != isinstance(word.values[0], bool):
            listed = ", ".join(map(value_text, word.values))
            raise BadInput(f"{value_text(value)[:40]!r} is none of {listed}", "when", word.name)
    if not wanted:
        raise BadInput("says nothing: give a value, or a list of some", "when", word.name)
    return wanted
