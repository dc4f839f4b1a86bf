"""The house's own rules around rounds, beside those of the games.

How short betting may be, how many rounds an hour has, when winnings are the players' own, and what
comes to its end before something else begins. A refusal here is the house's, and cites no clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.money.ledger import Aside, provisional
from croupier.server.play.holds import DisputeHolds, HeldStakes
from croupier.table import events as happened
from croupier.table.clocks import stands
from croupier.table.evolving.betting import HOUR
from croupier.table.state import CONCLUDED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.server.money.ledger import Balances
    from croupier.table.commands import Setup
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

STAKE_IS_HELD_AT = Sentence(
    "stake-is-held-at",
    "a stake of {player} is held at table {table}: that round comes to its end before another of"
    " this game begins",
)
DISPUTE_HOLDS_THE_TABLE = Sentence(
    "dispute-holds-the-table",
    "a dispute is being looked at: the next round opens when that has come to its end",
)
ROUNDS_OF_THIS_HOUR = Sentence(
    "rounds-of-this-hour",
    "the table has had its {rounds} rounds of an hour: the next one opens at {at:moment}, in"
    " {seconds} s",
)
LEAST_TIME_TO_BET = Sentence(
    "least-time-to-bet", "players of this house have at least {least} seconds to bet"
)
WINNINGS_STAY_ASIDE = Sentence("winnings-stay-aside", "what was won there stays aside for now")

CHANGES = (happened.ChangeProposed, happened.TableConfigured)
RULED = {
    happened.WagerPlaced,
    happened.BettingOpened,
    happened.WinningsReleased,
    *CHANGES,
}
"""Events that the house has rules for; most are not."""


class RoundTerms(msgspec.Struct, frozen=True, kw_only=True):
    """As the house's file has them."""

    least_betting_seconds: int = 1
    rounds_an_hour: int | None = None
    release_seconds: int = 120
    disputes_hold: bool = False
    """Whether a dispute of a table's last round holds the table by itself."""

    @property
    def in_words(self) -> dict[str, str]:
        """For whoever compares them; nothing: there is no such limit."""
        told = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: "" if one is None else str(one).lower() for name, one in told.items()}


class RoundRules:
    def __init__(self, balances: Balances) -> None:
        self.balances, self.terms = balances, RoundTerms()
        self.stakes, self.disputes = HeldStakes(), DisputeHolds()

    def refuses(
        self, table: Table, events: Iterable[AnyEvent], stakes: HeldStakes, at: int
    ) -> Refused | None:
        """Why the house does not have these happen; the table is as it stood before."""
        for event in events:
            no = None
            if type(event) not in RULED:
                continue
            if isinstance(event, happened.WagerPlaced):
                no = ends_first(table, event.player, stakes)
            elif isinstance(event, happened.BettingOpened):
                no = self.may_open(table, at)
            elif isinstance(event, happened.WinningsReleased):
                no = self.may_release(table, at)
            elif isinstance(event, CHANGES):
                no = self.time_to_bet(event.setup)
            if no is not None:
                return no
        return None

    def may_open(self, table: Table, at: int) -> Refused | None:
        if table.name in self.disputes.tables:
            return declined(Policy.TABLE_HELD, DISPUTE_HOLDS_THE_TABLE())
        most, opens = self.terms.rounds_an_hour, self.opens_at(table)
        if most is None or at >= opens:
            return None
        seconds = -((at - opens) // 1000)
        said = ROUNDS_OF_THIS_HOUR(rounds=most, at=opens, seconds=seconds)
        return declined(Policy.TOO_MANY_ROUNDS, said)

    def opens_at(self, table: Table) -> int:
        """Not before this moment, by the rounds of an hour; 0: whenever it likes."""
        most = self.terms.rounds_an_hour
        if most is None or len(table.openings) < most:
            return 0
        return table.openings[-most] + HOUR

    def time_to_bet(self, setup: Setup) -> Refused | None:
        least = self.terms.least_betting_seconds
        if setup.betting_seconds >= least:
            return None
        return declined(Policy.BETTING_TOO_SHORT, LEAST_TIME_TO_BET(least=least))

    def may_release(self, table: Table, at: int) -> Refused | None:
        due = self.releases_at(table)
        if due is not None and at >= due:
            return None
        return declined(Policy.NOTHING_WAITS, WINNINGS_STAY_ASIDE())

    def releases_at(self, table: Table) -> int | None:
        """When winnings that nothing keeps aside become the players' own by themselves."""
        players = self.balances.aside_at.get(table.name)
        if not players or table.step is not CONCLUDED or stands(table):
            return None
        if (table.name, table.round.number) in self.disputes.rounds:
            return None
        kept = self.disputes.kept.get(table.name, {})
        if not any(self.lies(table.name, one) > kept.get(one, 0) for one in players):
            return None
        return table.since + 1000 * self.terms.release_seconds

    def lies(self, table: str, player: str) -> int:
        return self.balances.get(provisional(table, player), 0)

    def aside(self, table: str) -> Aside:
        """For what releases winnings."""
        kept: Mapping[str, int] = self.disputes.kept.get(table, {})
        return Aside(self.balances.aside_at.get(table, ()), kept)

    def holds_by_itself(self, table: Table, number: int) -> bool:
        """Whether a dispute of a round holds its table: by the house's terms, of the last one."""
        last = table.round.number - (table.step is not CONCLUDED)
        return self.terms.disputes_hold and number == last

    def would_keep(self, table: Table, number: int, player: str) -> int:
        """Cents of a player's winnings from this round that still lie aside, whoever disputes."""
        if table.step is not CONCLUDED or table.round.number != number:
            return 0
        kept = self.disputes.kept.get(table.name, {}).get(player, 0)
        kept -= self.disputes.of_rounds.get((table.name, player, number), 0)
        return max(0, self.lies(table.name, player) - kept)


def ends_first(table: Table, player: str, stakes: HeldStakes) -> Refused | None:
    """Who has a stake in a round that stands still begins no other of that game meanwhile."""
    elsewhere = stakes.elsewhere(table, player) if player in stakes.tables_of else ()
    if not elsewhere or any(one.player == player for one in table.round.wagers.values()):
        return None
    said = STAKE_IS_HELD_AT(player=player, table=elsewhere[0])
    return declined(Policy.HELD_ELSEWHERE, said)
