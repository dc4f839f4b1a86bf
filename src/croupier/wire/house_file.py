"""What stands in a house's configuration file, field by field."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from croupier.engine.configuration import JackpotTerms
from croupier.engine.irregularities import Device, Role
from croupier.engine.limits import Limit
from croupier.money import format_amount, parse_amount, parse_part
from croupier.problems import BadInput
from croupier.wire.decoding import Strict
from croupier.wire.house_terms import EVERYBODY

if TYPE_CHECKING:
    from collections.abc import Mapping

AUTOMATIC, PERSON = "automatic", "person"
DEALERS = (AUTOMATIC, PERSON)
COUNT_CARDS: tuple[Literal["off", "each-day", "each-shoe"], ...] = ("off", "each-day", "each-shoe")
SECOND_FACTOR = ("off", "managers", "staff")
STILLS, MJPEG, VIDEO = "stills", "mjpeg", "video"
CAMERA_KINDS = (STILLS, MJPEG, VIDEO)
MoneyAlone = dict[str, dict[Role, int]]
ALONE: MoneyAlone = {
    "buy_in": {
        Role.DEALER: 1_000_000,
        Role.PIT_SUPERVISOR: 5_000_000,
        Role.PIT_MANAGER: 20_000_000,
        Role.SHIFT_MANAGER: 100_000_000,
        Role.CASHIER: 1_000_000,
    },
    "redeem": {
        Role.DEALER: 1_000_000,
        Role.PIT_SUPERVISOR: 5_000_000,
        Role.PIT_MANAGER: 20_000_000,
        Role.SHIFT_MANAGER: 100_000_000,
        Role.CASHIER: 300_000,
    },
    "cash_out": {Role.CASHIER: 1_000_000},
    "difference": {Role.CASHIER: 1_000},
    "correction": {Role.PIT_MANAGER: 1_000_000, Role.SHIFT_MANAGER: 1_000_000_000},
}
"""Cents that a role takes in or pays out alone, a difference with which it closes a drawer, and
corrections that it approves as the second."""
CARE_AMOUNTS = (
    "loss-day",
    "loss-week",
    "loss-month",
    "staked-day",
    "deposit-day",
    "single-bet",
)
FOR_EVER = "for ever"
MOST_DAYS = 36_500
MUST_MATCH, TOLD = "must-match", "told"
PROGRAM = (MUST_MATCH, TOLD)
WATCHED = ("shift", "day", "life")
LEAST_BETTING = 5
"""Seconds to bet that players are given, unless a house says expressly that fewer will do."""
LOG_LEVELS = ("debug", "info", "warning", "error")
MOST_PORTS = 65535
ADDRESS = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:]+)):(\d{1,5})")


class JackpotIn(Strict, frozen=True):
    bet: str
    seed: str
    contribution: str
    cap: str | None = None
    """More than this is never displayed: what comes in beyond goes to the reserve."""
    reserve: str = "0"
    """The hidden part of each bet, put aside for the next seeds."""
    attendant_from: str | None = None
    """From this amount on an award is paid by hand, by two people."""


class TableIn(Strict, frozen=True, kw_only=True):
    limits: dict[str, tuple[str, str]]
    game: str | None = None
    boxes: int | None = None
    decks: int = 1
    dealer: str = AUTOMATIC
    device: str = Device.MANUAL.value
    shoe: str | None = None
    shoe_secret: str | None = None
    """The file of the key that the shoe's lines are signed with."""
    camera: str | None = None
    """Where a picture of the real table is, which a person deals at."""
    camera_kind: str = STILLS
    jackpot: JackpotIn | None = None
    interpretations: dict[str, str] = msgspec.field(default_factory=dict)


class ServeIn(Strict, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: int = 8000
    pace: float = 1.0
    patience: float = 45.0
    certificate: str | None = None
    key: str | None = None
    log_level: str = "info"
    log_file: str | None = None
    names: tuple[str, ...] = ()
    """By which the house is called, besides its own address and this machine's own names."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks whose word on a client's address and scheme is believed."""
    metrics: tuple[str, ...] = ("127.0.0.0/8", "::1")
    """Addresses and networks that read the house's figures without a session."""
    sockets: int = 5_000
    sockets_per_address: int = 500
    guests_per_hour: int = 2_000
    school: bool = False
    """Whether dealers are trained here, beside the house."""


class KeysIn(Strict, frozen=True):
    """Files that hold the house's keys, where they do not lie in its folder."""

    signing: str | None = None
    shoes: str | None = None


class WitnessIn(Strict, frozen=True):
    """Who countersigns the house's checkpoints, and the key by which that is known."""

    url: str
    key: str


class ShoesIn(Strict, frozen=True):
    """With which every line of an electronic shoe is encrypted."""

    certificate: str | None = None
    key: str | None = None


class WebhookIn(Strict, frozen=True, kw_only=True):
    """Where what is written to the journal is posted to, in order."""

    url: str
    secret: str
    """The file of the key that each post is signed with."""
    streams: tuple[str, ...] = ()
    """Streams, as table:t1, or kinds of them, as table; none: all that do not tell of people."""
    authority: str | None = None
    """The file of a certificate authority, where the system does not know the receiver's."""


class WalletIn(Strict, frozen=True, kw_only=True):
    """The system that keeps players' money, where it is not this house."""

    url: str
    secret: str
    """A file with the secret that both share."""
    patience: float = 2.0
    """Seconds until an answer is no longer waited for."""


class PeopleIn(Strict, frozen=True, kw_only=True):
    second_factor: str = "off"
    buy_in: dict[str, str] = msgspec.field(default_factory=dict)
    redeem: dict[str, str] = msgspec.field(default_factory=dict)
    cash_out: dict[str, str] = msgspec.field(default_factory=dict)
    difference: dict[str, str] = msgspec.field(default_factory=dict)
    correction: dict[str, str] = msgspec.field(default_factory=dict)


class CareIn(Strict, frozen=True, kw_only=True):
    """Of the players' own play."""

    helpline: str = ""
    """Shown as it stands here; nothing, where nothing is configured."""
    reminder_minutes: int = 60
    time_minutes: int | None = None
    """That one person plays in a day."""
    most: dict[str, str] = msgspec.field(default_factory=dict)
    """The house's own maximums, beside each player's own limits."""


class KeepingIn(Strict, frozen=True, kw_only=True):
    """For how many days the house keeps what it has, or for ever."""

    journal: int | str = FOR_EVER
    """Entries of rounds in the database; then they lie in the archive."""
    personal: int | str = FOR_EVER
    """Private values of players who have not come since."""


class ChecksIn(Strict, frozen=True, kw_only=True):
    """What the house checks of itself while it runs, and what it makes of it."""

    journal_hours: int = 24
    """In which the whole journal is read again."""
    program: str = MUST_MATCH
    """Whether a house opens with another program than the one that was accepted."""
    maker: str | None = None
    """The public key of whoever makes the program: only what it signed is accepted."""
    clock_seconds: float = 1.0
    """By which the machine's clock may be off."""
    clock_servers: tuple[str, ...] = ()
    """Time servers that it is compared with, beside what the machine says itself."""
    backup_hours: int = 26
    """For how long a proven backup of a real house is enough; 0: nobody asks."""


class BackupIn(Strict, frozen=True):
    """Where backups of the house lie that it shows, and makes when somebody asks."""

    folder: str | None = None


class RotationIn(Strict, frozen=True, kw_only=True):
    """Minutes that a dealer deals at a table, and then rests."""

    table: int = 60
    rest: int = 20

    @property
    def minutes(self) -> tuple[int, int]:
        return self.table, self.rest


class WatchIn(Strict, frozen=True, kw_only=True):
    """Over results against what the rules give."""

    notice: float = 3.5
    alarm: float = 4.5
    """Standard deviations at which somebody is told, and at which it is investigated."""
    rounds: int = 200
    """Of a table, dealer or player, or wagers of a bet, before which nothing is told."""
    spans: tuple[str, ...] = WATCHED
    """Over which: of the shift, of the gaming day, of all there is."""


class NodesIn(Strict, frozen=True, kw_only=True):
    """A house on several machines: what they share."""

    database: str | None = None
    """Where the journal is, if not in a file of the house's folder."""
    messages: str | None = None
    node: str | None = None
    """What this machine is called among them; else as it is called anyway."""
    address: str | None = None
    """At which the others' terminals reach its pages."""
    authority: str | None = None
    certificate: str | None = None
    key: str | None = None
    credentials: str | None = None
    """Files for the line of messages."""


class HouseIn(Strict, frozen=True, kw_only=True):
    currency: str
    chip: str
    betting_seconds: int
    tables: dict[str, TableIn]
    looking_seconds: int = 20
    count_cards: str = "off"
    """When two people count the cards that a person deals; shuffles are then recorded."""
    least_betting_seconds: int = LEAST_BETTING
    """Less time to bet no table has."""
    rounds_an_hour: int | None = None
    """At most, at each table."""
    release_seconds: int = 120
    """After which winnings are the players' own where no further round opens."""
    disputes_hold: bool = False
    """A dispute of a table's last round holds the table by itself."""
    demonstration: bool = False
    lab: str = EVERYBODY
    name: str = ""
    locale: str = "en-SG"
    gaming_day: str = "00:00"
    """When a day of the house begins, by the clock of its time zone."""
    time_zone: str = "UTC"
    serve: ServeIn = ServeIn()
    keys: KeysIn = KeysIn()
    witness: tuple[WitnessIn, ...] = ()
    shoes: ShoesIn = ShoesIn()
    webhook: WebhookIn | None = None
    wallet: WalletIn | None = None
    nodes: NodesIn = NodesIn()
    people: PeopleIn = PeopleIn()
    care: CareIn = CareIn()
    keeping: KeepingIn = KeepingIn()
    rotation: RotationIn = RotationIn()
    checks: ChecksIn = ChecksIn()
    watch: WatchIn = WatchIn()
    backup: BackupIn = BackupIn()


class Address(NamedTuple):
    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def address(text: str) -> Address:
    said = ADDRESS.fullmatch(text)
    if said is None or int(said[3]) > MOST_PORTS:
        raise BadInput(f"{text[:60]!r} is no address like 127.0.0.1:9101", "shoe")
    return Address(said[1] or said[2], int(said[3]))


def limits(given: Mapping[str, tuple[str, str]]) -> dict[str, Limit]:
    found = {}
    for bet, both in given.items():
        try:
            found[bet] = Limit(parse_amount(both[0]), parse_amount(both[1]))
        except BadInput as wrong:
            raise wrong.at("limits", bet) from None
    return found


def alone(given: PeopleIn) -> MoneyAlone:
    """What each role does alone, by default or as the file says."""
    found = {}
    for kind in ALONE:
        amounts: dict[str, str] = getattr(given, kind)
        most = dict(ALONE[kind])
        for role, amount in amounts.items():
            if role not in most:
                what = f"{role[:20]!r} is not one of {', '.join(most)}"
                raise BadInput(what, kind)
            try:
                most[Role(role)] = parse_amount(amount)
            except BadInput as wrong:
                raise wrong.at(kind, role) from None
        found[kind] = most
    return found


def controls(given: PeopleIn, watch: WatchIn) -> dict[str, str]:
    """The same in words, and what is watched, for whoever compares them."""
    money = {
        f"{kind}.{role}": format_amount(most)
        for kind, roles in alone(given).items()
        for role, most in roles.items()
    }
    watched = {
        "watch.notice": str(watch.notice),
        "watch.alarm": str(watch.alarm),
        "watch.rounds": str(watch.rounds),
        "watch.spans": " ".join(watch.spans),
    }
    return {"second_factor": given.second_factor, **money, **watched}


def care_limits(given: CareIn) -> dict[str, int]:
    """The house's maximums: cents, and minutes of the last two."""
    found = {}
    for kind, amount in given.most.items():
        if kind not in CARE_AMOUNTS:
            raise BadInput(f"{kind[:20]!r} is not one of {', '.join(CARE_AMOUNTS)}", "most")
        try:
            found[kind] = parse_amount(amount)
        except BadInput as wrong:
            raise wrong.at("most", kind) from None
    if given.time_minutes is not None:
        found["time-day"] = given.time_minutes
    return found | {"reminder": given.reminder_minutes}


def days_kept(given: int | str, field: str) -> int | None:
    """None: for ever."""
    if given == FOR_EVER:
        return None
    if isinstance(given, str) or not 1 <= given <= MOST_DAYS:
        raise BadInput(f'a number of days from 1 to {MOST_DAYS:,}, or "{FOR_EVER}"', field)
    return given


def jackpot_terms(given: JackpotIn | None) -> JackpotTerms | None:
    if given is None:
        return None
    try:
        return JackpotTerms(
            parse_amount(given.bet),
            parse_amount(given.seed),
            parse_part(given.contribution),
            parse_amount(given.cap) if given.cap is not None else None,
            parse_part(given.reserve),
            parse_amount(given.attendant_from) if given.attendant_from is not None else None,
        )
    except BadInput as wrong:
        raise wrong.at("jackpot") from None
