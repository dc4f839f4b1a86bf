"""The ledger: accounts of a house, and the postings of each event.

A settlement is provisional until the table's next round opens: winnings lie on an account of their
own, from which a ruling in the gap can take them back. What a correction cannot take is owed.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

from croupier.server.journal.store import Posting
from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table.postings import HOUSE, METER, STAKES, postings
from croupier.table.postings import player as player_account

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.table.events import AnyEvent
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.state import Table

CAGE, TICKETS, CORRECTIONS, WALLET = "cage", "tickets", "corrections", "wallet"
"""Money from outside; tickets not yet redeemed; what staff have put right; another system's."""
ASIDE = "provisional:"

__all__ = [
    "CAGE",
    "CORRECTIONS",
    "TICKETS",
    "WALLET",
    "Balances",
    "for_meter",
    "for_table",
    "owed",
    "person_of",
    "player_account",
    "provisional",
    "taken_from",
]


class Balances(dict[str, int]):
    """What every account holds; all who move money share it."""

    def __init__(self, held: Mapping[str, int]) -> None:
        super().__init__(held)
        self.touched: set[str] = set()
        """Accounts moved since somebody last looked."""
        self.aside: dict[str, set[str]] = {}
        """The tables at which something is put aside for each player."""
        self.elsewhere: dict[str, int] = {}
        """What each player has in a wallet, as it was last told."""
        for account in held:
            self.note_aside(account)

    def move(self, postings: Iterable[tuple[str, int]]) -> None:
        for account, cents in postings:
            self[account] = self.get(account, 0) + cents
            self.touched.add(account)
            self.note_aside(account)

    def has(self, player: str) -> int:
        """What a player can stake, wherever it lies."""
        return self.get(player_account(player), 0) + self.elsewhere.get(player, 0)

    def note_aside(self, account: str) -> None:
        if not account.startswith(ASIDE):
            return
        table, player = account.removeprefix(ASIDE).split(":", 1)
        if self[account]:
            self.aside.setdefault(player, set()).add(table)
        elif player in self.aside:
            self.aside[player].discard(table)
            if not self.aside[player]:
                del self.aside[player]


def person_of(account: str) -> str:
    """Whose money an account holds; of other accounts, what stands after the first colon."""
    kind, _, rest = account.partition(":")
    return rest.partition(":")[2] if f"{kind}:" == ASIDE else rest


def provisional(table: str, player: str) -> str:
    return f"{ASIDE}{table}:{player}"


def owed(player: str) -> str:
    return f"owed:{player}"


WAGERS = happened.WagerPlaced | happened.WagerFound | happened.WagerWithdrawn
"""What moves a stake and nothing else."""


@cache
def accounts_of(table: str, meter: str) -> dict[str, str]:
    return {STAKES: f"stakes:{table}", HOUSE: f"house:{table}", METER: f"meter:{meter}"}


def for_table(
    table: Table, event: AnyEvent, meter: str, balances: Mapping[str, int]
) -> tuple[Posting, ...]:
    """The postings of an event at a table, as it stood before."""
    found, names = postings(event), accounts_of(table.name, meter)
    if isinstance(event, WAGERS):
        return tuple([Posting(names.get(account, account), cents) for account, cents in found])
    moved: dict[str, int] = defaultdict(int)
    for account, cents in found:
        moved[names.get(account, account)] += cents
    if isinstance(event, happened.RoundSettled):
        put_aside(table.name, moved)
    elif isinstance(event, happened.SettlementReversed):
        take_back(table.name, moved, balances)
    elif isinstance(event, happened.SettlementCorrected):
        collect(moved, balances)
    elif isinstance(event, happened.BettingOpened | happened.TableClosed):
        release(table, moved, balances)
    return tuple(Posting(account, cents) for account, cents in moved.items() if cents)


def put_aside(table: str, moved: dict[str, int]) -> None:
    for account in [name for name in moved if name.startswith(player_account(""))]:
        player = account.removeprefix(player_account(""))
        moved[provisional(table, player)] += moved.pop(account)


def take_back(table: str, moved: dict[str, int], balances: Mapping[str, int]) -> None:
    """First what is provisional, then what the player has; the rest is owed."""
    for account in [name for name in moved if name.startswith(player_account(""))]:
        player, cents = account.removeprefix(player_account("")), moved.pop(account)
        aside = provisional(table, player)
        for source, part in taken_from(-cents, (aside, account), owed(player), balances):
            moved[source] -= part


def collect(moved: dict[str, int], balances: Mapping[str, int]) -> None:
    """What a late correction takes comes from what the player has; the rest is owed."""
    for account in [name for name in moved if name.startswith(player_account(""))]:
        if (cents := moved[account]) >= 0:
            continue
        player = account.removeprefix(player_account(""))
        del moved[account]
        for source, part in taken_from(-cents, (account,), owed(player), balances):
            moved[source] -= part


def taken_from(
    cents: int, sources: tuple[str, ...], last: str, balances: Mapping[str, int]
) -> Iterable[tuple[str, int]]:
    """An amount out of accounts in turn, each as far as it goes, and the rest out of the last."""
    for source in sources:
        part = min(cents, max(0, balances.get(source, 0)))
        cents -= part
        yield source, part
    yield last, cents


def release(table: Table, moved: dict[str, int], balances: Mapping[str, int]) -> None:
    """What is provisional becomes the players' own, less what they owe."""
    for player in dict.fromkeys(line.player for line in table.round.lines):
        aside = provisional(table.name, player)
        cents = balances.get(aside, 0)
        debt = min(cents, max(0, -balances.get(owed(player), 0)))
        moved[aside] -= cents
        moved[owed(player)] += debt
        moved[player_account(player)] += cents - debt


def for_meter(
    event: AnyMeterEvent, seed_cents: int, meter: str, table: str, balances: Mapping[str, int]
) -> tuple[Posting, ...]:
    """What is paid beyond a settlement is as provisional as that is."""
    names = {METER: f"meter:{meter}", HOUSE: f"house:{table}"}
    moved: dict[str, int] = defaultdict(int)
    for account, cents in jackpots.postings(event, seed_cents):
        moved[names.get(account, account)] += cents
    if isinstance(event, jackpots.EarlierRoundOver):
        for one in event.raised:
            if not one.is_final:
                moved[player_account(one.player)] -= one.cents
                moved[provisional(one.table, one.player)] += one.cents
    elif isinstance(event, jackpots.MajorReversed) and event.raised_cents:
        aside = provisional(event.table, event.player)
        beside_award = balances.get(aside, 0) - event.cents  # which its settlement gives back
        part = min(event.raised_cents, max(0, beside_award))
        moved[player_account(event.player)] += event.raised_cents
        moved[aside] -= part
        moved[owed(event.player)] -= event.raised_cents - part
    return tuple(Posting(account, cents) for account, cents in moved.items() if cents)
