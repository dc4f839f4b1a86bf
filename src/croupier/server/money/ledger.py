"""The ledger: accounts of a house, and the postings of each event.

A settlement is provisional until the table's next round opens, or none has for a while: winnings
lie on an account of their own, from which a ruling in the gap can take them back, and where a
dispute keeps what it is about. What a correction cannot take is owed.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from croupier.money import Posting
from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table.awards import awarded
from croupier.table.meter_postings import postings as of_meter
from croupier.table.postings import HELD, HOUSE, METER, RESERVE, STAKES, attendant, postings
from croupier.table.postings import player as player_account

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from croupier.server.journal.store import Store
    from croupier.table.events import AnyEvent, SettledLine
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.state import Table

CAGE, TICKETS, CORRECTIONS, WALLET = "cage", "tickets", "corrections", "wallet"
"""Money from outside; tickets not yet redeemed; what staff have put right; another system's."""
DIFFERENCES = "differences"
"""What drawers had more or less than they should, when two people counted them."""
ASIDE = "provisional:"
WAITS = (ASIDE, HELD)

__all__ = [
    "CAGE",
    "CORRECTIONS",
    "DIFFERENCES",
    "RELEASES",
    "TICKETS",
    "WALLET",
    "Aside",
    "Balances",
    "attendant",
    "for_meter",
    "for_table",
    "held_accounts",
    "held_for",
    "owed",
    "person_of",
    "player_account",
    "provisional",
    "steady_balances",
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
        self.held: dict[str, set[str]] = {}
        """The accounts with awards that an attendant has yet to pay each player."""
        self.aside_at: dict[str, set[str]] = {}
        """The players for whom something is put aside at each table."""
        self.elsewhere: dict[str, int] = {}
        """What each player has in a wallet, as it was last told."""
        for account in held:
            self.note_aside(account)

    def move(self, postings: Iterable[tuple[str, int]]) -> None:
        touched = self.touched
        for account, cents in postings:
            self[account] = self.get(account, 0) + cents
            touched.add(account)
            if account.startswith(WAITS):
                self.note_aside(account)

    def has(self, player: str) -> int:
        """What a player can stake, wherever it lies."""
        return self.get(player_account(player), 0) + self.elsewhere.get(player, 0)

    def note_aside(self, account: str) -> None:
        if account.startswith(HELD):
            some = self.held.setdefault(person_of(account), set())
            (some.add if self[account] else some.discard)(account)
        if not account.startswith(ASIDE):
            return
        table, player = account.removeprefix(ASIDE).split(":", 1)
        for index, key, one in ((self.aside, player, table), (self.aside_at, table, player)):
            if self[account]:
                index.setdefault(key, set()).add(one)
            elif key in index:
                index[key].discard(one)
                if not index[key]:
                    del index[key]


class Aside(NamedTuple):
    """What lies aside at a table, from its last round or one before."""

    players: Collection[str] = ()
    kept: Mapping[str, int] = {}
    """Cents that disputes keep there, by player."""


def person_of(account: str) -> str:
    """Whose money an account holds; of other accounts, what stands after the first colon."""
    kind, _, rest = account.partition(":")
    before = {ASIDE: 1, HELD: 2}.get(f"{kind}:", 0)
    return rest.split(":", before)[-1]


def held_accounts(balances: Iterable[str], player: str) -> list[str]:
    """On which awards of a player wait, or waited, for an attendant."""
    return [one for one in balances if one.startswith(HELD) and person_of(one) == player]


def held_for(balances: Balances, player: str) -> int:
    """What a player has won and an attendant has yet to pay."""
    return sum(balances[account] for account in balances.held.get(player, ()))


def provisional(table: str, player: str) -> str:
    return f"{ASIDE}{table}:{player}"


def owed(player: str) -> str:
    return f"owed:{player}"


WAGERS = {happened.WagerPlaced, happened.WagerFound, happened.WagerWithdrawn}
"""What moves a stake and nothing else."""
RELEASES = (happened.BettingOpened, happened.TableClosed, happened.WinningsReleased)
"""What makes winnings the players' own."""


@cache
def accounts_of(table: str, meter: str) -> dict[str, str]:
    return {STAKES: f"stakes:{table}", HOUSE: f"house:{table}", METER: f"meter:{meter}"}


def for_table(
    table: Table,
    event: AnyEvent,
    meter: str,
    balances: Mapping[str, int],
    aside: Callable[[str], Aside],
) -> tuple[Posting, ...]:
    """The postings of an event at a table, as it stood before."""
    found, names = postings(event), accounts_of(table.name, meter)
    if type(event) in WAGERS:
        first, last = found
        if first[0] == STAKES:
            return Posting(names[STAKES], first[1]), last
        return first, Posting(names[STAKES], last[1])
    moved: dict[str, int] = defaultdict(int)
    for account, cents in found:
        moved[names.get(account, account)] += cents
    if isinstance(event, happened.RoundSettled):
        put_aside(table.name, moved)
    elif isinstance(event, happened.SettlementReversed):
        held_back(table, table.round.number, (event.lines, ()), moved, balances)
        take_back(table.name, moved, balances)
    elif isinstance(event, happened.SettlementCorrected):
        held_back(table, event.round, (event.before, event.lines), moved, balances)
        collect(moved, balances)
    elif isinstance(event, RELEASES):
        release(table, moved, balances, aside(table.name))
    return tuple(Posting(account, cents) for account, cents in moved.items() if cents)


def put_aside(table: str, moved: dict[str, int]) -> None:
    for account in [name for name in moved if name.startswith(player_account(""))]:
        player = account.removeprefix(player_account(""))
        moved[provisional(table, player)] += moved.pop(account)


def held_back(
    table: Table,
    number: int,
    lines: tuple[tuple[SettledLine, ...], tuple[SettledLine, ...]],
    moved: dict[str, int],
    balances: Mapping[str, int],
) -> None:
    """An award that is less than it was comes out of what waits for an attendant, if it does."""
    bet = table.game.jackpot.bet if table.game.jackpot else ""
    for player in dict.fromkeys(line.player for line in lines[0]):
        waits = attendant(table.name, number, player)
        less = awarded(bet, player, lines[0]) - awarded(bet, player, lines[1])
        part = min(max(0, less), balances.get(waits, 0))
        moved[waits] -= part
        moved[player_account(player)] += part


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


def release(table: Table, moved: dict[str, int], balances: Mapping[str, int], aside: Aside) -> None:
    """What is provisional is the players' own, less what they owe and what disputes keep."""
    paid = [line.player for line in table.round.lines]
    for player in dict.fromkeys([*paid, *sorted(aside.players)]):
        account = provisional(table.name, player)
        cents = max(0, balances.get(account, 0) - aside.kept.get(player, 0))
        debt = min(cents, max(0, -balances.get(owed(player), 0)))
        moved[account] -= cents
        moved[owed(player)] += debt
        moved[player_account(player)] += cents - debt


def for_meter(
    event: AnyMeterEvent, meter: str, table: str, balances: Mapping[str, int]
) -> tuple[Posting, ...]:
    """What is paid beyond a settlement is as provisional as that is."""
    names = {METER: f"meter:{meter}", RESERVE: f"reserve:{meter}", HOUSE: f"house:{table}"}
    moved: dict[str, int] = defaultdict(int)
    for account, cents in of_meter(event):
        moved[names.get(account, account)] += cents
    if isinstance(event, jackpots.EarlierRoundOver):
        for one in event.raised:
            if not one.is_final:
                moved[player_account(one.player)] -= one.cents
                moved[provisional(one.table, one.player)] += one.cents
    elif isinstance(event, jackpots.AwardHeld) and not event.is_final:
        moved[player_account(event.player)] += event.cents
        moved[provisional(event.table, event.player)] -= event.cents
    elif isinstance(event, jackpots.MajorReversed) and event.raised_cents:
        moved[player_account(event.player)] += event.raised_cents
        left, award = event.raised_cents, event.cents  # which its settlement gives back
        held = attendant(event.table, event.round, event.player)
        for account in (held, provisional(event.table, event.player)):
            there = balances.get(account, 0)
            part = min(left, max(0, there - award))
            award = max(0, award - there)
            moved[account] -= part
            left -= part
        moved[owed(event.player)] -= left
    return tuple(Posting(account, cents) for account, cents in moved.items() if cents)


def steady_balances(store: Store) -> tuple[int, dict[str, int]]:
    """All balances, and the position of the journal that they are of; 0 where nobody else writes.

    What comes after it is followed, and moves them once.
    """
    if store.sharing is None:
        return 0, store.balances()
    with closing(store.reader()) as steady:
        return steady.tree_size(), steady.balances()
