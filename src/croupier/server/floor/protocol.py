"""The messages of the socket, in both directions, as structs."""

from __future__ import annotations

from typing import Annotated

import msgspec

from croupier.engine.refusals import Policy, Why
from croupier.said import Said
from croupier.server.play.requests import Taken
from croupier.table.commands import AnyCommand, Who
from croupier.table.events import AnyEvent
from croupier.table.past import Past
from croupier.table.roads import Drawn
from croupier.table.showing import OwnPart
from croupier.table.tally import Tally
from croupier.table.views import View
from croupier.wire.house_terms import HouseTerms


class ToServer(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Watch(ToServer, frozen=True, tag="watch"):
    """Send the table's views from now on, and what happened since an entry already seen."""

    table: str
    since: int | None = None


class Unwatch(ToServer, frozen=True, tag="unwatch"):
    """Send nothing more of the table."""

    table: str


class Lobby(ToServer, frozen=True, tag="lobby"):
    """Send the list of tables now and whenever it has changed, or no longer."""

    on: bool = True


class Ask(ToServer, frozen=True, tag="ask"):
    """A command; the same id again is the same request again, and of another one is refused."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    table: str
    command: AnyCommand


class Ping(ToServer, frozen=True, tag="ping"):
    """Answered with `pong`, to show that the connection is alive."""


AnyToServer = Watch | Unwatch | Lobby | Ask | Ping


class ToClient(msgspec.Struct, frozen=True, tag_field="type"):
    pass


class Picture(msgspec.Struct, frozen=True):
    """Of the real table, where a person deals."""

    kind: str
    """`stills`, which the house gives itself, or `mjpeg` or `video`, which are fetched."""
    url: str | None
    """From where, unless the house gives them."""


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the list of tables."""

    name: str
    game: str
    title: str
    step: str
    round: int
    is_open: bool
    boxes: int | None
    players: int
    limits: dict[str, tuple[int, int]]
    meter_cents: int | None
    until: int | None
    """When the time for bets, decisions or options is over, by the house's clock."""
    last: tuple[str, ...]
    """The last results in a word or two, the newest last."""
    dealer: str
    """Who deals: a person, or the house by itself."""
    shoe: bool
    """Whether an electronic shoe reads the cards."""
    attended: bool
    """Whether there is somebody to deal."""
    betting_seconds: int
    round_seconds: int | None
    """From one round to the next of late."""
    no_jackpot_bets: bool
    decks: int
    """Of 52 cards each, from which it is dealt."""
    picture: Picture | None


class Welcome(ToClient, frozen=True, tag="welcome"):
    """The first message of a connection."""

    who: Who | None
    """None: nobody is signed in, who may watch and no more."""
    now: int
    tables: tuple[TableInfo, ...]
    house: HouseTerms


class NextShoe(msgspec.Struct, frozen=True):
    """The shoe to come: players add seeds to it until the shoe in use has ended."""

    shoe: str
    commitment: str
    """To the house's own seed."""
    closed: bool
    """No seed is added any more; whoever committed to one opens it now."""


class Seen(ToClient, frozen=True, tag="seen", kw_only=True):
    """A table as everybody may see it, and what led to it: the same message for all who watch."""

    table: str
    version: int
    since: int
    """The entry after which `events` begins."""
    now: int
    view: View
    events: tuple[AnyEvent, ...]
    meter_cents: int | None
    until: int | None
    """When the time for bets, decisions or options is over, by the house's clock."""
    shoe: str | None = None
    commitment: str | None = None
    """Made before betting opens, to what gives the order of its cards."""
    seeds: int | msgspec.UnsetType = msgspec.UNSET
    """Of players, in a sealed shoe in use; with none, the house could have chosen its order."""
    next_shoe: NextShoe | msgspec.UnsetType = msgspec.UNSET
    """Sent where cards come from sealed shoes."""
    no_jackpot_bets: bool | msgspec.UnsetType = msgspec.UNSET
    """Sent where none are taken or paid."""
    seconds: int | msgspec.UnsetType = msgspec.UNSET
    """How long the time that is over at `until` or `look_until` was from its beginning."""
    look_until: int | msgspec.UnsetType = msgspec.UNSET
    """Until when an automatic dealer leaves closed hands to who may look."""
    opens: int | msgspec.UnsetType = msgspec.UNSET
    """When the next round opens: by an automatic dealer, or no sooner by the house's own rules."""
    held: bool | msgspec.UnsetType = msgspec.UNSET
    """Sent while a dispute holds the table: no further round opens."""
    no_dealer: bool | msgspec.UnsetType = msgspec.UNSET
    """Sent while nobody deals: a person does at this table, and none is at its console."""


class Results(ToClient, frozen=True, tag="results"):
    """The last rounds of a table: the same message for all who watch, when they have changed."""

    table: str
    past: tuple[Past, ...]
    roads: Drawn | None
    """Of a table of play: the cells of its five roads."""
    today: Tally


class Tables(ToClient, frozen=True, tag="tables"):
    """The list of tables, for those in the lobby."""

    now: int
    tables: tuple[TableInfo, ...]


class Own(ToClient, frozen=True, tag="own"):
    """What is one person's own at a table; sent when it has changed."""

    table: str
    part: OwnPart
    provisional_cents: int
    """Won, and not yet to be staked or cashed."""
    events: tuple[AnyEvent, ...] = ()
    """Of this person alone, at a terminal."""


class Purse(ToClient, frozen=True, tag="purse"):
    """A player's money; sent when it has changed."""

    balance_cents: int
    owed_cents: int
    pending: dict[str, int] = {}
    """Cents won at each table whose next round has not opened: not yet to be staked or cashed."""
    attendant_cents: int = 0
    """Won, and an attendant brings it."""


class Corrected(ToClient, frozen=True, tag="corrected"):
    """A round was put right: to its players, wherever they are, and to those who watch its table.

    `GET /api/rounds` says what it was and is now for whoever staked in it.
    """

    table: str
    round: int


class Session(ToClient, frozen=True, tag="session"):
    """The session of this connection is locked, or open again (`why` is null), or it has ended.

    While it is locked, nothing personal is sent and no command is taken; public messages go on.
    When it has ended the connection is closed, with code 4401.
    """

    why: Why | None
    says: str
    said: Said | None = None


class Notice(ToClient, frozen=True, tag="notice"):
    """Of the whole house: why it pauses, or that it goes on."""

    paused: str | None
    no_bets: Said | None = None
    """Why no bets are taken, while rounds in play go on."""


class Acknowledged(ToClient, frozen=True, tag="acknowledged"):
    """A command was carried out, and what it led to is on disk."""

    id: str
    version: int
    """Of the table after it."""
    taken: Taken | msgspec.UnsetType = msgspec.UNSET
    """Sent where a wager was taken in part."""


class Refusal(ToClient, frozen=True, tag="refused"):
    """A command was not carried out: by which clauses, or by none where the house refuses."""

    id: str
    why: Why
    clauses: tuple[str, ...]
    says: str
    said: Said | None = None


class Pause(ToClient, frozen=True, tag="paused"):
    """A command was not carried out and nothing is lost: the same id can be sent again."""

    id: str
    says: str
    why: Why = Policy.PAUSED
    said: Said | None = None


class Bad(ToClient, frozen=True, tag="bad"):
    """What was sent is no request that could be answered by its id."""

    says: str
    why: Why
    said: Said | None = None


class Pong(ToClient, frozen=True, tag="pong"):
    """The answer to `ping`."""

    now: int


AnyToClient = (
    Welcome
    | Seen
    | Results
    | Tables
    | Own
    | Purse
    | Corrected
    | Session
    | Notice
    | Acknowledged
    | Refusal
    | Pause
    | Bad
    | Pong
)
decoder: msgspec.json.Decoder[AnyToServer] = msgspec.json.Decoder(AnyToServer)
encode = msgspec.json.Encoder().encode
