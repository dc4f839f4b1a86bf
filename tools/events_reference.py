"""The events of every stream of the journal as a page, read off what decodes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import inspect

from croupier.server.dealing.shoe_table import LINE
from croupier.server.journal.acts import ACTS
from croupier.server.money.books import CAGE
from croupier.server.money.jackpots import METERS
from croupier.server.money.wallet.books import WALLETS
from croupier.server.money.watch import WATCH
from croupier.server.own_play.state import OWN_PLAY
from croupier.server.past.disputes import DISPUTES
from croupier.server.people.keeping import PEOPLE
from croupier.server.people.services import SERVICES
from croupier.server.play.calls import CALLS
from croupier.server.play.house import TABLES
from croupier.server.play.rotation import RELIEFS
from croupier.server.shoes.events import SHOES
from tools import protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.stream import Fold


class Kind(NamedTuple):
    """Of stream: its name in the journal, and what it tells."""

    fold: Fold[Any, Any]
    name: str
    tells: str


KINDS = (
    Kind(TABLES, "table:NAME", "Everything that happens at one table."),
    Kind(METERS, "meter:GAME", "A jackpot's meter: what feeds it, what it pays."),
    Kind(SHOES, "shoe:TABLE", "Sealed shoes: committed, seeds, sealed, revealed."),
    Kind(LINE, "line:TABLE", "What an electronic shoe has read and is still to be dealt."),
    Kind(CAGE, "cage", "Money that comes in and goes out, tickets, corrections, drawers."),
    Kind(WALLETS, "wallet", "Money that lies in another system."),
    Kind(PEOPLE, "people", "Accounts, sessions, and what two people do about them."),
    Kind(SERVICES, "services", "Accounts of devices and programs."),
    Kind(OWN_PLAY, "own-play", "Players' own limits, breaks, exclusions."),
    Kind(DISPUTES, "disputes", "Rounds that a player disputes."),
    Kind(WATCH, "watch", "Results that are too far from what the rules give."),
    Kind(CALLS, "calls", "Dealers who call a supervisor."),
    Kind(RELIEFS, "rotation", "Dealers who are relieved."),
    Kind(ACTS, "house", "The house itself: opened, checked, backed up, refused."),
)
"""Every stream that a house writes; a test holds this to what it folds."""


def page() -> Iterator[str]:
    yield (
        "What a journal is made of. Every entry is one event, as JSON: `event` names it. All of "
        "them have `at`, when, in milliseconds by the house's clock, and nearly all `by`, whose "
        "doing it was; those of a table also `clauses`, by which. Amounts are cents. An event is "
        "never changed. A version with other events or fields has another journal format number "
        "([operator](operator.md#the-journals-format)). The same events come out of "
        "`GET /api/events` and the webhook ([integration](integration.md))."
    )
    known = [struct for kind in KINDS for struct in events_of(kind.fold)]
    for kind in KINDS:
        yield f"## `{kind.name}`"
        yield kind.tells
        rows = "\n".join(map(protocol.row, events_of(kind.fold)))
        yield f"| event | fields | |\n| --- | --- | --- |\n{rows}"
    yield "## Parts"
    yield from map(protocol.message, protocol.parts_of(known))


def events_of(fold: Fold[Any, Any]) -> list[inspect.StructType]:
    kind = fold.decoder.type
    info = inspect.type_info(kind)
    return [info] if isinstance(info, inspect.StructType) else protocol.structs(kind)
