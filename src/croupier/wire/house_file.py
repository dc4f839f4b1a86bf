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
from croupier.wire.house_sections import (
    FOR_EVER,
    BackupIn,
    CareIn,
    ChecksIn,
    KeepingIn,
    KeysIn,
    NodesIn,
    PeopleIn,
    RotationIn,
    ServeIn,
    ShoesIn,
    WalletIn,
    WatchIn,
    WebhookIn,
    WitnessIn,
)
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
MOST_DAYS = 36_500
LEAST_BETTING = 5
"""Seconds to bet that players are given, unless a house says expressly that fewer will do."""
LOG_LEVELS = ("debug", "info", "warning", "error")
MOST_PORTS = 65535
ADDRESS = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:]+)):(\d{1,5})")


class JackpotIn(Strict, frozen=True):
    bet: str
    """The prescribed bet."""
    seed: str
    """Where the meter starts, and starts again."""
    contribution: str
    """The part of each bet that the meter grows by, like "1/5"."""
    cap: str | None = None
    """More than this is never displayed: what comes in beyond goes to the reserve."""
    reserve: str = "0"
    """The hidden part of each bet, put aside for the next seeds."""
    attendant_from: str | None = None
    """From this amount on an award is paid by hand, by two people."""


class TableIn(Strict, frozen=True, kw_only=True):
    limits: dict[str, tuple[str, str]]
    """The minimum and maximum of each bet."""
    game: str | None = None
    """Else the game that has the table's name."""
    boxes: int | None = None
    """Betting boxes; in baccarat there are none."""
    decks: int = 1
    """As many as the document allows."""
    dealer: str = AUTOMATIC
    """"automatic", or "person", who types the cards."""
    device: str = Device.MANUAL.value
    """"manual" or "automated": how the document has the cards dealt."""
    shoe: str | None = None
    """HOST:PORT, where an electronic shoe is listened for."""
    shoe_secret: str | None = None
    """The file of the key that the shoe's lines are signed with."""
    camera: str | None = None
    """Where a picture of the real table is, which a person deals at."""
    camera_kind: str = STILLS
    """"stills", which the house fetches, or "mjpeg", "video", which browsers fetch."""
    jackpot: JackpotIn | None = None
    """Where the game has one."""
    interpretations: dict[str, str] = msgspec.field(default_factory=dict)
    """Readings other than the default, by name."""


class HouseIn(Strict, frozen=True, kw_only=True):
    currency: str
    """Three letters, divided into hundredths; decided at the first opening, for good."""
    chip: str
    """The smallest chip."""
    betting_seconds: int
    """For bets, decisions and options."""
    tables: dict[str, TableIn]
    looking_seconds: int = 20
    """To look at a hand before it is opened, where the dealer waits for it."""
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
    """Guests with play credits; decided at the first opening, for good."""
    lab: str = EVERYBODY
    """Who may ask for odds and best play: "everybody", "staff" or "off"."""
    name: str = ""
    """What the house calls itself."""
    locale: str = "en-SG"
    """Of its words, amounts and dates: en or zh, and the country."""
    gaming_day: str = "00:00"
    """When a day of the house begins, by the clock of its time zone."""
    time_zone: str = "UTC"
    """By whose clock moments are written, like Asia/Singapore."""
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
