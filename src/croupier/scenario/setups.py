"""Lines before the play: how the table is set up, how many share a jackpot, what came before."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.engine.configuration import PACK, check_device
from croupier.engine.limits import Occasion
from croupier.games import game as game_named
from croupier.money import PART
from croupier.problems import BadInput
from croupier.scenario.words import cents_of, name_of
from croupier.table.authority import HOUSE, PERSON
from croupier.table.commands import JackpotBeyond, Setup
from croupier.table.meter import new_jackpot, standing_at
from croupier.table.packs import EACH_DAY, EACH_SHOE
from croupier.table.setups import configured, jackpot_of, new_table
from croupier.table.state import Round, parsed

if TYPE_CHECKING:
    from croupier.scenario.words import Words
    from croupier.table.meter import Jackpot
    from croupier.table.state import Table

MOST_TABLES = 20
Change = Callable[[Setup], Setup]
"""What a line makes of a setup."""


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """What the lines of set-up say."""

    setup: Setup
    tables: int = 1
    round: int = 1
    """The number of the first round."""
    gone: int = 0
    """Cards of the shoe that earlier rounds used."""
    coming: str = ""
    """Cards that were kept for this round, or ordered to come next."""
    settled_short: tuple[str, ...] = ()
    """Players whose wager under the minimum was settled once already."""
    closed_boxes: frozenset[int] = frozenset()
    no_jackpot_bets: bool = False
    meter_cents: Fraction | None = None
    """What the meter shows, where that is not its seed."""

    def table(self, name: str) -> Table:
        now = Occasion("", "1", "0")
        return replace(
            new_table(name, self.setup),
            round=Round(number=self.round - 1),
            out_count=self.gone,
            fresh_shoe=not self.gone,
            next_cards=tuple(card for card in parsed(self.coming) if card is not None),
            settled_short=tuple(now._replace(player=player) for player in self.settled_short),
            closed_boxes=self.closed_boxes,
            no_jackpot_bets=self.no_jackpot_bets,
        )

    def jackpot(self) -> Jackpot | None:
        terms = jackpot_of(self.setup)
        if terms is None:
            return None
        first = new_jackpot(terms)
        if self.meter_cents is None:
            return first
        return standing_at(first, Fraction(self.meter_cents))


def changed(**fields: Any) -> Change:  # noqa: ANN401 - fields of a setup
    return lambda setup: replace(setup, **fields)


def limits(words: Words) -> Change:
    """`limits BET LOW..HIGH`, `limits BET none`."""
    bet, text = words.take("a bet"), words.take("LOW..HIGH")
    if text == "none":
        return lambda setup: replace(setup, limits=without(setup.limits, bet))
    low, separator, high = text.partition("..")
    if not separator:
        raise BadInput(f"{text[:40]!r} is not like 25.00..5000.00")
    both = cents_of(low), cents_of(high)
    return lambda setup: replace(setup, limits=setup.limits | {bet: both})


def without(limits: dict[str, tuple[int, int]], bet: str) -> dict[str, tuple[int, int]]:
    return {name: both for name, both in limits.items() if name != bet}


def reading(words: Words) -> Change:
    """`reading NAME VALUE`: an open point as the house reads it."""
    name, value = words.take("a reading"), words.take("its value")
    return lambda setup: replace(setup, interpretations=setup.interpretations | {name: value})


def boxes(words: Words) -> Change:
    return changed(boxes=words.number("number of boxes"))


def decks(words: Words) -> Change:
    return changed(decks=words.number("number of decks"))


def device(words: Words) -> Change:
    """`device manual`, `device automated`."""
    return changed(device=words.take("a device"))


def dealt_by(words: Words) -> Change:
    """`dealt-by automatic`, `dealt-by person`: whose the dealer's part is."""
    dealer = words.take("automatic or person")
    if dealer not in {HOUSE, PERSON}:
        raise BadInput(f"{dealer[:40]!r} is neither automatic nor person")
    return changed(dealer=dealer)


def cards_by(words: Words) -> Change:
    """`cards-by shoe`, `cards-by hand`: whether an electronic shoe reads the cards."""
    reads = words.take("shoe or hand")
    if reads not in {"shoe", "hand"}:
        raise BadInput(f"{reads[:40]!r} is neither shoe nor hand")
    return changed(shoe=reads == "shoe")


def count_cards(words: Words) -> Change:
    """`count-cards each-shoe`, `each-day` or `off`: when two people count a dealer's cards."""
    when = words.take("off, each-day or each-shoe")
    if when not in {"off", EACH_DAY, EACH_SHOE}:
        raise BadInput(f"{when[:40]!r} is none of off, each-day, each-shoe")
    return changed(count_cards=when)


def chip(words: Words) -> Change:
    """`chip AMOUNT`: the smallest chip."""
    return changed(chip_cents=words.cents())


def betting_seconds(words: Words) -> Change:
    """`betting-seconds N`: how long betting, deciding or choosing may take."""
    return changed(betting_seconds=words.number("number of seconds"))


def looking_seconds(words: Words) -> Change:
    """`looking-seconds N`: how long a hand waits for its player's look."""
    return changed(looking_seconds=words.number("number of seconds"))


def jackpot(words: Words) -> Change:
    """`jackpot BET SEED RATE`: the prescribed bet, the seed, and the part of a bet that is fed."""
    bet, seed, rate = words.cents(), words.cents(), words.take("the part of a bet that is fed")
    part_of(rate)
    return changed(jackpot=(bet, seed, rate))


def jackpot_cap(words: Words) -> Change:
    """`jackpot-cap AMOUNT`: more is never displayed."""
    return beyond(cap_cents=words.cents())


def jackpot_reserve(words: Words) -> Change:
    """`jackpot-reserve PART`: of each bet, for the next seeds."""
    part_of(rate := words.take("the part of a bet that is put aside"))
    return beyond(reserve=rate)


def jackpot_by_hand(words: Words) -> Change:
    """`jackpot-by-hand AMOUNT`: from which on two people pay an award."""
    return beyond(attendant_cents=words.cents())


def beyond(**fields: Any) -> Change:  # noqa: ANN401 - fields of what a jackpot has beside its terms
    def change(setup: Setup) -> Setup:
        before = setup.jackpot_beyond or JackpotBeyond()
        return replace(setup, jackpot_beyond=replace(before, **fields))

    return change


def part_of(word: str) -> Fraction:
    if not PART.fullmatch(word):
        raise BadInput(f"{word[:40]!r} is no part like 1/5")
    return Fraction(word)


SETUPS: dict[str, Callable[[Words], Change]] = {
    "limits": limits,
    "reading": reading,
    "boxes": boxes,
    "decks": decks,
    "device": device,
    "dealt-by": dealt_by,
    "cards-by": cards_by,
    "count-cards": count_cards,
    "chip": chip,
    "betting-seconds": betting_seconds,
    "looking-seconds": looking_seconds,
    "jackpot": jackpot,
    "jackpot-cap": jackpot_cap,
    "jackpot-reserve": jackpot_reserve,
    "jackpot-by-hand": jackpot_by_hand,
}
"""What a table is set up with; `configures` takes the same."""


def tables(words: Words, start: Start) -> Start:
    """`tables N`: so many tables of one jackpot, `t1` and on."""
    number = words.number("number of tables")
    if not 1 <= number <= MOST_TABLES:
        raise BadInput(f"there are 1 to {MOST_TABLES} tables")
    return replace(start, tables=number)


def first_round(words: Words, start: Start) -> Start:
    """`round N`: the number of the first round."""
    number = words.number("number of a round")
    if not number:
        raise BadInput("rounds count from 1")
    return replace(start, round=number)


def gone(words: Words, start: Start) -> Start:
    """`gone N`: so many cards of the shoe were used by earlier rounds."""
    of_a_shoe(start)
    number = words.number("number of cards")
    if number >= PACK * start.setup.decks:
        raise BadInput(f"a shoe of {start.setup.decks} decks has fewer cards than that")
    return replace(start, gone=number)


def coming(words: Words, start: Start) -> Start:
    """`coming CARDS`: kept for this round, or ordered to come next."""
    of_a_shoe(start)
    return replace(start, coming=" ".join(map(str, parse_cards(words.some("cards")))))


def of_a_shoe(start: Start) -> None:
    if not game_named(start.setup.game).shoe_lasts:
        raise BadInput("every round of this game has a fresh pack")


def settled_short(words: Words, start: Start) -> Start:
    """`settled-short pN …`: whose wager under the minimum was settled once already."""
    names = tuple(map(name_of, words.some("players").split()))
    return replace(start, settled_short=start.settled_short + names)


def closed_box(words: Words, start: Start) -> Start:
    """`closed-box BOX`: closed after a fault of its jackpot."""
    box = words.number("box")
    if box not in start.table("").boxes:
        raise BadInput(f"there is no box {box}")
    return replace(start, closed_boxes=start.closed_boxes | {box})


def no_jackpot_bets(_words: Words, start: Start) -> Start:
    """`no-jackpot-bets`: none are taken after a fault."""
    return replace(start, no_jackpot_bets=True)


def meter(words: Words, start: Start) -> Start:
    """`meter AMOUNT [PART]`: what the jackpot shows, and the part of a cent that it carries."""
    cents = Fraction(words.cents()) + (part_of(words.take("a part")) if words else 0)
    if start.setup.jackpot is None:
        raise BadInput("the game has no jackpot")
    if cents < 0:
        raise BadInput("a meter shows 0.00 or more")
    return replace(start, meter_cents=cents)


STARTS: dict[str, Callable[[Words, Start], Start]] = {
    "tables": tables,
    "round": first_round,
    "gone": gone,
    "coming": coming,
    "settled-short": settled_short,
    "closed-box": closed_box,
    "no-jackpot-bets": no_jackpot_bets,
    "meter": meter,
}
"""What stands before the play beside the table's own set-up: what came before."""


def started(start: Start, verb: str, words: Words) -> Start | None:
    """With one more line of set-up; none where the line is no such line."""
    if verb in SETUPS:
        start = replace(start, setup=SETUPS[verb](words)(start.setup))
    elif verb in STARTS:
        start = STARTS[verb](words, start)
    else:
        return None
    words.end()
    check(start.setup)
    return start


def check(setup: Setup) -> None:
    game, _ = configured(setup)
    check_device(game, setup.device)
    if setup.chip_cents <= 0:
        raise BadInput("a chip is worth more than nothing")
