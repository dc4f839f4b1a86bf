"""What can be asked of a simulation, and what is wrong with it otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from croupier.engine.configuration import check_boxes, check_decks
from croupier.engine.deal import Tableau
from croupier.montecarlo.words import ALL_BITS, MOST_ROUNDS
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.engine.configuration import JackpotTerms
    from croupier.engine.game import Game
    from croupier.montecarlo.policies import Policy

CPU, CUDA = "cpu", "cuda"
MOST_WORKERS = 256
MOST_TABLES = 1000
MOST_DIGITS = 20


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Without more: one box, a fresh deck or shoe each round, the meter held, no envy."""

    game: Game
    rounds: int
    seed: int = 1
    workers: int = 1
    decks: int | None = None
    policy: Policy | None = None
    """How a hand is decided, where one has to be."""
    boxes: int = 1
    cut_card: bool = False
    """Shoes are dealt until the cut card comes out, not one for each round."""
    jackpot: JackpotTerms | None = None
    meter_cents: int | None = None
    grows: bool = False
    """The meter takes a part of each bet and begins anew when it is won."""
    tables: int = 1
    """That share the meter, in turn."""
    envy: bool = False
    device: str = CPU
    cluster: str | None = None
    """The address of a Dask scheduler, whose workers count."""

    @property
    def is_plain(self) -> bool:
        return self.boxes == 1 and not (self.cut_card or self.grows or self.envy)

    def check(self) -> None:
        game = self.game
        self.check_numbers()
        if not 1 <= self.rounds < MOST_ROUNDS:
            raise BadInput(f"from 1 to {MOST_ROUNDS - 1:,} rounds are simulated", "rounds")
        if not 0 <= self.seed <= ALL_BITS:
            raise BadInput("a seed is a whole number from 0 to 2^64 - 1", "seed")
        if self.decks is not None:
            check_decks(game, self.decks)
        if self.cut_card and not isinstance(game.deal, Tableau):
            raise BadInput(f"{game.name} has a whole deck for each round", "cut-card")
        if self.boxes != 1 and game.boxes is None:
            what = "all bets ride on the same hands and there are no boxes"
            raise BadInput(what, "boxes")
        if game.boxes is not None:
            check_boxes(game, self.boxes)
        self.check_who_counts()
        self.check_jackpot()

    def check_numbers(self) -> None:
        """A caller of the library may hand over anything."""
        needed = ("rounds", "seed", "workers", "boxes", "tables")
        given = [name for name in ("decks", "meter_cents") if getattr(self, name) is not None]
        for name in (*needed, *given):
            if type(value := getattr(self, name)) is not int:
                raise BadInput(f"{str(value)[:20]!r} is no whole number", name)

    def check_who_counts(self) -> None:
        if not 1 <= self.workers <= MOST_WORKERS:
            raise BadInput(f"1 to {MOST_WORKERS} workers count", "workers")
        if self.device not in {CPU, CUDA}:
            raise BadInput(f"{self.device[:20]!r} is neither {CPU} nor {CUDA}", "device")
        for option, asked in (("device", self.device == CUDA), ("cluster", self.cluster)):
            if asked and not self.is_plain:
                what = "deals one box, each round from a fresh deck or shoe"
                raise BadInput(f"{'a GPU' if option == 'device' else 'a cluster'} {what}", option)
        if self.cluster is not None and self.device == CUDA:
            raise BadInput("either a GPU counts or a cluster does", "cluster")

    def check_jackpot(self) -> None:
        asked = {
            "meter": self.meter_cents is not None,
            "grows": self.grows,
            "tables": self.tables != 1,
            "envy": self.envy,
        }
        for option, is_asked in asked.items():
            if is_asked and self.game.jackpot is None:
                raise BadInput(f"{self.game.name} has no jackpot", option)
        if self.meter_cents is not None and self.meter_cents < 0:
            raise BadInput("a meter holds no less than nothing", "meter")
        if not 1 <= self.tables <= MOST_TABLES:
            raise BadInput(f"1 to {MOST_TABLES:,} tables share a meter", "tables")
        if self.tables > 1 and not self.grows:
            raise BadInput("tables share a meter that grows: --grows", "tables")
        if self.envy and self.boxes == 1:
            raise BadInput("nobody is envied where one hand plays: --boxes 2 or more", "envy")


def whole_number(text: str, what: str) -> int:
    """As people write large numbers: 1000000, 1,000,000, 1_000_000, 1e6, 2.5e6."""
    try:
        number = Decimal(text.replace(",", "").replace("_", ""))
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        raise BadInput(f"{text[:20]!r} is no number like 1000000 or 1e6", what)
    if number.adjusted() >= MOST_DIGITS:
        return 10**MOST_DIGITS if number > 0 else -1
    if number != number.to_integral_value():
        raise BadInput(f"{text[:20]!r} is no whole number", what)
    return int(number)
