"""Players as the cage sees them: name and card, what is theirs, and receipts of what moved."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.refusals import NO_PLAYER, Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.http.api.corrections import players_of
from croupier.server.http.api.sessions import ledger_of
from croupier.server.http.operation import (
    CASHIER,
    OfName,
    Operation,
    Says,
    Strict,
    not_found,
)
from croupier.server.journal.store import Unreadable
from croupier.server.money import ledger
from croupier.server.money.books import STREAM
from croupier.server.money.drawer_events import CardGiven
from croupier.table.commands import UNSEEN
from croupier.table.state import Step

if TYPE_CHECKING:
    from croupier.server.http.operation import AnyCall, Call
    from croupier.server.journal.store import Store
    from croupier.server.money.books import AnyCageEvent
    from croupier.server.money.drawers import Card

CARD_IS_ANOTHERS = Sentence("card-is-anothers", "this card is the card of {player}")
NAME_AND_CARD_ARE_KEPT = Sentence("name-and-card-are-kept", "name and card of {player} are kept")

MOST_FOUND, MOST_MOVES = 20, 8
LAST = 2**53
MOST_BACK = 500
CardNumber = Annotated[str, msgspec.Meta(pattern="^[0-9]{8,19}$(?!\n)")]


class Looked(Strict, frozen=True):
    search: Annotated[str, msgspec.Meta(max_length=40)] = ""


class NewCard(Strict, frozen=True):
    full_name: Annotated[
        str, msgspec.Meta(min_length=1, max_length=80, pattern=rf"^(?! )[^{UNSEEN}]+(?<! )$(?!\n)")
    ]
    card: CardNumber


class Found(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    full_name: str
    card: str
    """Its last four digits."""


class Held(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    cents: int
    lies: bool
    """As wagers of a round; else won there, and not yet released."""
    round: int


class AccountMove(msgspec.Struct, frozen=True, kw_only=True):
    entry: int
    event: str
    stream: str
    at: int
    cents: int
    after_cents: int


class CageAccount(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    full_name: str
    card: str
    since: int | None
    """Since when the card is known."""
    available_cents: int
    on_tables_cents: int
    held_cents: int
    """Won, and not yet released."""
    owed_cents: int
    """By the player."""
    held: tuple[Held, ...]
    moves: tuple[AccountMove, ...]


class CageReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """Of something that is in the journal."""

    event: str
    entry: int
    at: int
    window: str
    by: str
    cents: int
    player: str | None = None
    card: str = ""
    ticket: str | None = None
    """In full where it was issued; else its last four signs."""
    paid_as: str | None = None
    approved_by: str | None = None
    available_cents: int = 0
    held_cents: int = 0
    owed_cents: int = 0
    checkpoint_size: int = 0
    checkpoint_root: str = ""


class Kind(msgspec.Struct, frozen=True):
    event: str
    at: int


kinds = msgspec.json.Decoder(Kind)


def card_of(call: AnyCall, player: str) -> Card | None:
    return call.house.cage.books.cage.cards.get(player)


def last_four(card: Card | None) -> str:
    return card.number[-4:] if card else ""


def receipt(call: AnyCall, event: AnyCageEvent, account: str) -> CageReceipt:
    """Asked where nothing else is written meanwhile: the last that moved the account is it."""
    store, told = call.house.store, msgspec.to_builtins(event)
    player = told.get("player")
    available, held, owed = ledger_of(call.house.play, player) if player else (0, 0, 0)
    entry = entry_of(store, account, told["event"], event.at)
    signed = store.last_checkpoint()
    issued = call.house.cage.issued.get(told.get("ticket", ""))
    return CageReceipt(
        event=told["event"],
        entry=entry,
        at=event.at,
        window=told.get("window") or "",
        by=event.by,
        cents=told.get("cents", 0),
        player=player,
        card=last_four(card_of(call, player)) if player else "",
        ticket=issued.shown if issued else None,
        paid_as=told.get("paid_as"),
        approved_by=told.get("approved_by"),
        available_cents=available,
        held_cents=held,
        owed_cents=owed,
        checkpoint_size=signed.size if signed else 0,
        checkpoint_root=signed.root.hex() if signed else "",
    )


def entry_of(store: Store, account: str, event: str, at: int) -> int:
    """Where it stands in the journal; the last that moved the account, unless it is told again."""
    for position, stream, _ in islice(store.moved_last(account), MOST_BACK):
        if stream == STREAM and kinds.decode(store.plain(position)[2]) == Kind(event, at):
            return position
    return 0


async def find(call: Call[None, Looked, None]) -> list[Found]:
    """By letters of the account's name or of the person's, or by a whole card."""
    asked = call.query.search.strip().lower()
    digits = asked.replace(" ", "")
    cards = call.house.cage.books.cage.cards
    found = []
    for player in players_of(call):
        card = cards.get(player)
        named = card is not None and asked in card.full_name.lower()
        if asked in player or named or is_card(card, digits):
            name = card.full_name if card else ""
            found.append(Found(player=player, full_name=name, card=last_four(card)))
    exact = [one for one in found if asked == one.player or is_card(cards.get(one.player), digits)]
    return (exact or found)[:MOST_FOUND]


def is_card(card: Card | None, digits: str) -> bool:
    return card is not None and card.number == digits


async def account(call: Call[None, None, OfName]) -> CageAccount | Refused:
    player = call.place.name
    if player not in players_of(call):
        return not_found(NO_PLAYER(name=player))
    card, held = card_of(call, player), held_of(call, player)
    available, provisional, owed = ledger_of(call.house.play, player)
    moves = await call.read(lambda store: last_moves(store, player, available))
    return CageAccount(
        player=player,
        full_name=card.full_name if card else "",
        card=last_four(card),
        since=card.at if card else None,
        available_cents=available,
        on_tables_cents=sum(one.cents for one in held if one.lies),
        held_cents=provisional,
        owed_cents=owed,
        held=held,
        moves=moves,
    )


def held_of(call: AnyCall, player: str) -> tuple[Held, ...]:
    found = []
    balances = call.house.play.balances
    for name, live in call.house.play.tables.items():
        round_ = live.table.round
        lying = sum(one.cents for one in round_.wagers.values() if one.player == player)
        if lying and live.table.step is not Step.CONCLUDED:
            found.append(Held(table=name, cents=lying, lies=True, round=round_.number))
        if aside := balances.get(ledger.provisional(name, player), 0):
            found.append(Held(table=name, cents=aside, lies=False, round=round_.number))
    return tuple(found)


def last_moves(store: Store, player: str, available: int) -> tuple[AccountMove, ...]:
    found, after = [], available
    back = store.moves_back(ledger.player_account(player), LAST)
    for position, cents in islice(back, MOST_MOVES):
        try:
            stream, _, body = store.plain(position)
            kind = kinds.decode(body)
        except (Unreadable, msgspec.MsgspecError):
            break  # damaged
        move = AccountMove(
            entry=position,
            event=kind.event,
            stream=stream,
            at=kind.at,
            cents=cents,
            after_cents=after,
        )
        found.append(move)
        after -= cents
    return tuple(found)


async def give_card(call: Call[NewCard, None, OfName]) -> Says | Refused:
    player, given, at = call.place.name, call.given, call.desk.now()
    if player not in players_of(call):
        return not_found(NO_PLAYER(name=player))
    cage = call.house.cage

    def write() -> AnyCageEvent | Refused:
        for other, card in cage.books.cage.cards.items():
            if other != player and card.number == given.card:
                return declined(Policy.ALREADY_SO, CARD_IS_ANOTHERS(player=other))
        event = CardGiven(
            by=call.who.name,
            at=at,
            player=player,
            full_name=given.full_name,
            card=given.card,
        )
        return cage.write(event, ())

    made = await call.desk.write(write)
    return made if isinstance(made, Refused) else Says.of(NAME_AND_CARD_ARE_KEPT(player=player))


OPERATIONS = (
    Operation(
        "GET",
        "/api/cage/players",
        f"Players by letters of a name, or by a whole card, at most {MOST_FOUND}.",
        find,
        list[Found],
        may=CASHIER,
        query=Looked,
    ),
    Operation(
        "GET",
        "/api/cage/players/{name}",
        "A player's money, what of it is held, and what moved it last.",
        account,
        CageAccount,
        may=CASHIER,
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/cage/players/{name}/card",
        "The person's name and card, which are private and can be erased.",
        give_card,
        Says,
        may=CASHIER,
        takes=NewCard,
        place=OfName,
    ),
)
