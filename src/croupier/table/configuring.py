"""The table's configuration, its shoe, its restrictions: changed between rounds, on record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from croupier.engine.configuration import check_device
from croupier.engine.deal import Packs
from croupier.engine.game import Sharing
from croupier.engine.irregularities import LastWord, Role
from croupier.engine.play_readings import SHOE_REPLACED_BY, ShoeReplacedBy
from croupier.engine.steps import Refusal, Restricting
from croupier.money import parse_part
from croupier.problems import BadInput
from croupier.rulebook.marks import carries, field_of
from croupier.said import Sentence
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.authority import other_cards
from croupier.table.betting import shoe_has_ended
from croupier.table.commands import JackpotBeyond
from croupier.table.evolve import fold
from croupier.table.setups import configured
from croupier.table.state import CONCLUDED

if TYPE_CHECKING:
    from croupier.engine.refusals import Refused
    from croupier.table.answers import Asked
    from croupier.table.commands import AnyCommand, Setup
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

THIS_IS_CHANGED_BETWEEN_ROUNDS_ONLY = Sentence(
    "this-is-changed-between-rounds-only", "this is changed between rounds only"
)
SHIFT_MANAGER_DECIDES_READINGS = Sentence(
    "shift-manager-decides-readings", "the shift manager decides how the rules are read"
)
ANOTHER_REPLACES_A_SHOE_IN_USE = Sentence(
    "another-replaces-a-shoe-in-use",
    "a pit supervisor who does not deal replaces a shoe that has not ended",
)
THIS_GAME_KNOWS_NO_SUCH_RESTRICTION = Sentence(
    "this-game-knows-no-such-restriction", "this game knows no such restriction"
)
SAY_WHY_THE_TABLE_CLOSES = Sentence("say-why-the-table-closes", "say why the table closes")
FEWER_THAN_WAGERS_AN_AREA = Sentence(
    "fewer-than-wagers-an-area", "fewer than {most} wagers an area, and at least one"
)

MOST_SECONDS = 3600
MOST_CENTS = 10**15
"""As far as the configuration file can write an amount."""


@carries(Refusal.NOT_NOW)
def between_rounds(asked: Asked) -> Refused | None:
    if asked.table.step is CONCLUDED:
        return None
    return asked.no(Refusal.NOT_NOW, THIS_IS_CHANGED_BETWEEN_ROUNDS_ONLY())


@carries(LastWord, Refusal.NOT_PERMITTED)
def configure(asked: Asked, command: asks.Configure) -> list[AnyEvent] | Refused:
    """Proposed by one person, in force when a second one has approved."""
    table = asked.table
    if refused := between_rounds(asked):
        return refused
    command = replace(command, setup=complete(command.setup, table.setup))
    if command.setup.interpretations != table.setup.interpretations and not asked.who.holds(
        Role.SHIFT_MANAGER
    ):
        what = SHIFT_MANAGER_DECIDES_READINGS()
        return asked.no(Refusal.NOT_PERMITTED, what, table.game.last_word.cite.numbers)
    try:
        check(command.setup)
    except BadInput as wrong:
        return asked.no(Refusal.NO_SUCH_SETUP, wrong.said)
    return [
        happened.ChangeProposed(
            by=asked.by,
            at=asked.at,
            setup=command.setup,
            clauses=table.game.last_word.cite.numbers,
        )
    ]


def complete(setup: Setup, before: Setup) -> Setup:
    """What a change does not say about who deals, and how cards are seen to, stays as it was."""
    return replace(
        setup,
        dealer=setup.dealer or before.dealer,
        shoe=before.shoe if setup.shoe is None else setup.shoe,
        count_cards=setup.count_cards or before.count_cards,
    )


@carries(LastWord, Packs)
def in_force(asked: Asked, proposed_by: str, setup: Setup) -> list[AnyEvent]:
    """Approved: the table as it is from now on, with a new shoe where cards come from elsewhere."""
    table, clauses = asked.table, asked.table.game.last_word.cite.numbers
    configured = happened.TableConfigured(
        by=proposed_by,
        at=asked.at,
        setup=setup,
        version=table.game.version,
        approved_by=asked.by,
        clauses=clauses,
    )
    if not (table.game.shoe_lasts and other_cards(table.setup, setup)):
        return [configured]
    cite = table.game.packs.cite.numbers
    return [configured, happened.ShoeReplaced(by=proposed_by, at=asked.at, clauses=cite)]


def check(setup: Setup) -> None:
    if setup.chip_cents < 1 or min(setup.betting_seconds, setup.looking_seconds) < 1:
        raise BadInput("the smallest chip and the time to bet and to look are more than 0")
    if max(setup.betting_seconds, setup.looking_seconds) > MOST_SECONDS:
        raise BadInput(f"players have at most {MOST_SECONDS} seconds to bet and to look")
    amounts = [setup.chip_cents, *(cents for both in setup.limits.values() for cents in both)]
    if setup.jackpot is not None:
        amounts += setup.jackpot[:2]
        beyond = setup.jackpot_beyond or JackpotBeyond()
        amounts += [beyond.cap_cents or 0, beyond.attendant_cents or 0]
        try:
            parse_part(setup.jackpot[2])
            parse_part(beyond.reserve)
        except BadInput as wrong:
            raise wrong.at("jackpot") from None
    if max(map(abs, amounts)) > MOST_CENTS:
        raise BadInput("an amount is more than any house has")
    game, _ = configured(setup)
    check_device(game, setup.device)


@carries(Packs)
def replace_shoe(asked: Asked, _command: asks.ReplaceShoe) -> list[AnyEvent] | Refused:
    """One that has ended; another only by a supervisor who does not deal from it himself."""
    table = asked.table
    if refused := between_rounds(asked):
        return refused
    by_dealer = table.game.reads(SHOE_REPLACED_BY, otherwise=ShoeReplacedBy.DEALER)
    in_use = not (shoe_has_ended(table) or table.fresh_shoe or asked.who.role is None)
    if in_use and by_dealer is ShoeReplacedBy.WITH_SUPERVISOR:
        deals = not all(asked.who.pairs_with(one) for one in table.round.dealt_by)
        if deals or not asked.who.holds(Role.PIT_SUPERVISOR):
            [cite] = [one.cite for one in table.game.interpretations if one.of is SHOE_REPLACED_BY]
            what = ANOTHER_REPLACES_A_SHOE_IN_USE()
            return asked.no(Refusal.SECOND_PERSON, what, cite.numbers)
    clauses = table.game.packs.cite.numbers
    return [happened.ShoeReplaced(by=asked.by, at=asked.at, clauses=clauses)]


def open_table(asked: Asked, _command: asks.OpenTable) -> list[AnyEvent] | Refused:
    """A table that was to close after its round stays open."""
    table = asked.table
    if table.closing is not None:
        return [happened.TableClosing(by=asked.by, at=asked.at, lifted=True)]
    if refused := between_rounds(asked):
        return refused
    events: list[AnyEvent] = []
    if not table.is_open:
        events.append(happened.TableOpened(by=asked.by, at=asked.at))
    if table.no_jackpot_bets or table.closed_boxes:
        events.append(happened.JackpotRestored(by=asked.by, at=asked.at))
    return events


def close_table(asked: Asked, command: asks.CloseTable) -> list[AnyEvent] | Refused:
    """In a round, or while one is ruled on, it is remembered: that comes to its end first."""
    table, reason = asked.table, command.reason.strip()
    if not table.is_open or table.closing is not None:
        return []
    if is_over(table):
        why = reason or UNSET
        return [happened.TableClosed(by=asked.by, at=asked.at, reason=why)]
    if not reason:
        return asked.no(Refusal.FACTS_MISSING, SAY_WHY_THE_TABLE_CLOSES())
    return [happened.TableClosing(by=asked.by, at=asked.at, reason=reason)]


def is_remembered(table: Table, command: AnyCommand) -> bool:
    """Whether it only says what follows the round, and waits for nothing that the round does."""
    if isinstance(command, asks.OpenTable):
        return table.closing is not None
    return isinstance(command, asks.CloseTable) and not is_over(table)


def is_over(table: Table) -> bool:
    """Whether the last round is, with all that waits for people."""
    return table.step is CONCLUDED and table.awaiting is None


def with_closing(table: Table, events: list[AnyEvent], at: int) -> list[AnyEvent]:
    """And the table closes, where it was to close after the round that these end."""
    if table.closing is None:
        return events
    after = fold(table, events)
    closing = after.closing
    if closing is None or not is_over(after):
        return events
    return [*events, happened.TableClosed(by=closing.by, at=at, reason=closing.reason)]


@carries(
    field_of(Restricting, "boxes"), field_of(Restricting, "wagers"), Sharing, Refusal.NOT_PERMITTED
)
def restrict(asked: Asked, command: asks.Restrict) -> list[AnyEvent] | Refused:
    table = asked.table
    rule = table.game.procedure.restricting
    if rule is None:
        return asked.no(Refusal.NOT_PERMITTED, THIS_GAME_KNOWS_NO_SUCH_RESTRICTION())
    if command.player is not None:
        return [
            happened.PlayerRestricted(
                by=asked.by,
                at=asked.at,
                player=command.player,
                lifted=command.lift,
                clauses=rule.boxes.numbers,
            )
        ]
    most = table.game.sharing.wagers_an_area or 0
    wagers = None if command.lift else command.wagers_an_area
    if not command.lift and not (wagers and 1 <= wagers < most):
        what = FEWER_THAN_WAGERS_AN_AREA(most=most)
        return asked.no(Refusal.FACTS_MISSING, what, rule.wagers.numbers)
    return [
        happened.AreaRestricted(
            by=asked.by, at=asked.at, wagers=wagers, clauses=rule.wagers.numbers
        )
    ]
