"""Everything that is wrong with a house's configuration file, each with its place."""

from __future__ import annotations

import re
from functools import partial
from ipaddress import ip_network
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.engine.configuration import (
    check_boxes,
    check_decks,
    check_device,
    check_jackpot,
    check_limits,
)
from croupier.games import game as game_named
from croupier.money import parse_amount
from croupier.problems import BadInput
from croupier.table.evolving.betting import MOST_AN_HOUR
from croupier.wire import house_terms
from croupier.wire.decoding import BYTE_ORDER_MARK
from croupier.wire.house_fields import wrong_fields
from croupier.wire.house_file import (
    COUNT_CARDS,
    DEALERS,
    LOG_LEVELS,
    MOST_PORTS,
    SECOND_FACTOR,
    HouseIn,
    TableIn,
    address,
    alone,
    care_limits,
    days_kept,
    jackpot_terms,
    limits,
)
from croupier.wire.house_integration import wrong_integration
from croupier.wire.house_sections import (
    WATCHED,
    CareIn,
    PeopleIn,
    RotationIn,
    ServeIn,
    WalletIn,
    WatchIn,
    WitnessIn,
)
from croupier.wire.house_self_checks import wrong_checks
from croupier.wire.house_terms import not_one_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

SLOWEST, MOST_PATIENCE, MOST_SECONDS = 10, 3600, 3600
MOST_BYTES, MOST_COUNTED = 1 << 20, 100_000
WHERE = re.compile(r"\(at (.*)\)")
LEAST_PATIENCE, MOST_WAITED = 0.1, 10
MOST_HELPLINE, MOST_REMINDER, A_DAY = 200, 180, 1440
HOST = re.compile(r"(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9A-Fa-f:]+")
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
URL = re.compile(r"https?://[^\s/]+(/\S*)?")
VERIFIER = re.compile(r"[^\s+]+\+[0-9a-f]{8}\+[0-9A-Za-z+/=]+")


def check_count_cards(when: str) -> None:
    if when not in COUNT_CARDS:
        raise BadInput(not_one_of(when, COUNT_CARDS))


TERMS: dict[str, Callable[[str], None]] = {
    "name": house_terms.check_name,
    "currency": house_terms.check_currency,
    "locale": house_terms.check_locale,
    "gaming_day": house_terms.check_gaming_day,
    "time_zone": house_terms.check_time_zone,
    "count_cards": check_count_cards,
    "lab": house_terms.check_lab,
}
"""How a house calls itself and counts, whom it tells odds, each held against its own rule."""
LEAST_RELEASE, MOST_RELEASE = 5, 86_400
LEAST_ROTATION, MOST_ROTATION = 5, 480
LEAST_OFF, MOST_OFF, LEAST_ROUNDS, MOST_ROUNDS = 3, 10, 50, 1_000_000


def wrong_with(data: bytes) -> Iterator[BadInput]:
    """Everything in a configuration file that the house or a document does not allow."""
    if len(data) > MOST_BYTES:
        yield BadInput(f"a configuration has at most {MOST_BYTES:,} bytes")
        return
    try:
        given = msgspec.toml.decode(data.removeprefix(BYTE_ORDER_MARK))
    except RecursionError:
        yield BadInput("not TOML: it is nested too deeply")
        return
    except UnicodeDecodeError:
        yield BadInput("not TOML: it is no text in UTF-8")
        return
    except ValueError as error:
        at = WHERE.search(str(error))
        yield BadInput(f"not TOML: it cannot be read{f' at {at[1]}' if at else ''}")
        return
    misread = list(wrong_fields(HouseIn, given))
    yield from misread
    if given.get("tables") == {}:
        yield BadInput("a house has at least one", "tables")
    yield from wrong_house(sound(given, {wrong.place for wrong in misread}))


def sound(given: Mapping[str, object], misread: set[tuple[str, ...]]) -> HouseIn:
    """The house without what could not be read: the rest is held against the documents."""
    unread = {place[:1] for place in misread}
    fields = {
        one.name: msgspec.convert(given[one.name], one.type)
        for one in msgspec.structs.fields(HouseIn)
        if one.name != "tables" and one.name in given and (one.name,) not in unread
    }
    tables = given.get("tables")
    bad = {place[1] for place in misread if place[:1] == ("tables",) and len(place) > 1}
    read = {
        name: msgspec.convert(one, TableIn)
        for name, one in (tables.items() if isinstance(tables, dict) else ())
        if name not in bad
    }
    return replace(
        HouseIn(currency="SGD", chip="1.00", betting_seconds=MOST_SECONDS, tables={}),
        tables=read,
        **fields,
    )


def wrong_house(house: HouseIn) -> Iterator[BadInput]:
    for field, check in TERMS.items():
        yield from (wrong.at(field) for wrong in problems_found(check, getattr(house, field)))
    try:
        if not parse_amount(house.chip):
            yield BadInput("the smallest is worth more than 0.00", "chip")
    except BadInput as wrong:
        yield wrong.at("chip")
    yield from wrong_rounds(house)
    yield from (wrong.at("serve") for wrong in wrong_serve(house.serve))
    for one in house.witness:
        yield from (wrong.at("witness") for wrong in wrong_witness(one))
    yield from wrong_integration(house)
    if house.wallet is not None:
        both = house.wallet, house.demonstration
        yield from (wrong.at("wallet") for wrong in wrong_wallet(*both))
    yield from (wrong.at("people") for wrong in wrong_people(house.people))
    yield from (wrong.at("care") for wrong in wrong_care(house.care))
    personal = partial(days_kept, house.keeping.personal, "personal")
    yield from (wrong.at("keeping") for wrong in problems_found(personal))
    yield from wrong_rotation(house.rotation)
    yield from (wrong.at("checks") for wrong in wrong_checks(house.checks))
    yield from (wrong.at("watch") for wrong in wrong_watch(house.watch))
    for name, table in house.tables.items():
        yield from (wrong.at("tables", name) for wrong in wrong_table(name, table))
    yield from wrong_together(house.tables)


def wrong_rounds(house: HouseIn) -> Iterator[BadInput]:
    """Times of a round, and how many there are."""
    least, most = house.least_betting_seconds, house.rounds_an_hour
    if not 1 <= least <= MOST_SECONDS:
        yield BadInput(f"1 to {MOST_SECONDS} seconds", "least_betting_seconds")
    elif not least <= house.betting_seconds <= MOST_SECONDS:
        says = f"players have {least} to {MOST_SECONDS} seconds to bet"
        yield BadInput(f"{says}; least_betting_seconds says how few will do", "betting_seconds")
    if not 1 <= house.looking_seconds <= MOST_SECONDS:
        yield BadInput(f"players have 1 to {MOST_SECONDS} seconds to look", "looking_seconds")
    if most is not None and not 1 <= most <= MOST_AN_HOUR:
        yield BadInput(f"1 to {MOST_AN_HOUR} rounds an hour", "rounds_an_hour")
    if not LEAST_RELEASE <= house.release_seconds <= MOST_RELEASE:
        yield BadInput(f"{LEAST_RELEASE} to {MOST_RELEASE:,} seconds", "release_seconds")


def wrong_rotation(given: RotationIn) -> Iterator[BadInput]:
    for minutes, field in ((given.table, "table"), (given.rest, "rest")):
        if not LEAST_ROTATION <= minutes <= MOST_ROTATION:
            yield BadInput(f"{LEAST_ROTATION} to {MOST_ROTATION} minutes", "rotation", field)


def wrong_watch(given: WatchIn) -> Iterator[BadInput]:
    for off, field in ((given.notice, "notice"), (given.alarm, "alarm")):
        if not LEAST_OFF <= off <= MOST_OFF:
            yield BadInput(f"{LEAST_OFF} to {MOST_OFF} standard deviations", field)
    if given.alarm < given.notice:
        yield BadInput("an alarm comes after the notice", "alarm")
    if not LEAST_ROUNDS <= given.rounds <= MOST_ROUNDS:
        yield BadInput(f"{LEAST_ROUNDS} to {MOST_ROUNDS:,} rounds", "rounds")
    if len(set(given.spans)) < len(given.spans):
        yield BadInput("one is named twice", "spans")
    for one in given.spans:
        if one not in WATCHED:
            yield BadInput(not_one_of(one, WATCHED), "spans")


def wrong_serve(serve: ServeIn) -> Iterator[BadInput]:
    if not 0 <= serve.port <= MOST_PORTS:
        yield BadInput(f"a port is a number from 0 to {MOST_PORTS}", "port")
    if not 0 <= serve.pace <= SLOWEST:
        yield BadInput(f"a pace is a number from 0 to {SLOWEST}", "pace")
    if not 0 <= serve.patience <= MOST_PATIENCE:
        yield BadInput(f"patience is a number of seconds from 0 to {MOST_PATIENCE}", "patience")
    if serve.log_level not in LOG_LEVELS:
        yield BadInput(not_one_of(serve.log_level, LOG_LEVELS), "log_level")
    yield from wrong_neighbours(serve)
    if (serve.certificate is None) != (serve.key is None):
        yield BadInput("a certificate and its key go together")


def wrong_neighbours(serve: ServeIn) -> Iterator[BadInput]:
    """Who calls, by which name, and how many."""
    for name in serve.names:
        if not HOST.fullmatch(name):
            yield BadInput(f"{name[:60]!r} is no name like house.example, without a port", "names")
    yield from wrong_networks(serve.proxies, "proxies", "not everybody can be believed")
    yield from wrong_networks(serve.metrics, "metrics", "not everybody reads the figures")
    for field in ("sockets", "sockets_per_address", "guests_per_hour"):
        if not 1 <= getattr(serve, field) <= MOST_COUNTED:
            yield BadInput(f"a number from 1 to {MOST_COUNTED:,}", field)


def wrong_networks(given: Iterable[str], field: str, not_all: str) -> Iterator[BadInput]:
    for one in given:
        try:
            network = ip_network(one, strict=False)
        except ValueError:
            yield BadInput(f"{one[:60]!r} is no address or network like 10.0.0.0/8", field)
            continue
        if not network.prefixlen:
            yield BadInput(not_all, field)


def wrong_witness(witness: WitnessIn) -> Iterator[BadInput]:
    if not URL.fullmatch(witness.url):
        yield BadInput("an address begins with http:// or https://", "url")
    if not VERIFIER.fullmatch(witness.key):
        yield BadInput("a witness's key is name+8 hexadecimal digits+base64", "key")


def wrong_wallet(wallet: WalletIn, demonstration: bool) -> Iterator[BadInput]:  # noqa: FBT001
    if demonstration:
        yield BadInput("a demonstration house keeps its play money itself")
    if not URL.fullmatch(wallet.url) or "?" in wallet.url or "#" in wallet.url:
        yield BadInput("an address begins with http:// or https:// and has no ? or #", "url")
    if not wallet.secret:
        yield BadInput("a file with the secret that both share", "secret")
    if not LEAST_PATIENCE <= wallet.patience <= MOST_WAITED:
        yield BadInput(f"{LEAST_PATIENCE} to {MOST_WAITED} seconds", "patience")


def wrong_people(people: PeopleIn) -> Iterator[BadInput]:
    if people.second_factor not in SECOND_FACTOR:
        yield BadInput(not_one_of(people.second_factor, SECOND_FACTOR), "second_factor")
    yield from problems_found(lambda: alone(people))


def wrong_care(care: CareIn) -> Iterator[BadInput]:
    if len(care.helpline) > MOST_HELPLINE or not care.helpline.isprintable():
        yield BadInput(f"one line of {MOST_HELPLINE} letters at most", "helpline")
    if not 1 <= care.reminder_minutes <= MOST_REMINDER:
        yield BadInput(f"a reminder comes after 1 to {MOST_REMINDER} minutes", "reminder_minutes")
    if care.time_minutes is not None and not 1 <= care.time_minutes <= A_DAY:
        yield BadInput(f"a day has 1 to {A_DAY} minutes", "time_minutes")
    yield from problems_found(lambda: care_limits(care))


def wrong_table(name: str, table: TableIn) -> Iterator[BadInput]:
    if not NAME.fullmatch(name):
        yield BadInput("a table's name has 1 to 32 small letters, digits and dashes")
    if table.dealer not in DEALERS:
        yield BadInput(not_one_of(table.dealer, DEALERS), "dealer")
    if table.shoe is not None:
        yield from problems_found(lambda: address(table.shoe or ""))
    try:
        game = game_named(table.game or name)
    except BadInput as wrong:
        yield wrong
        return
    for reading, value in table.interpretations.items():
        yield from problems_found(lambda one=reading, as_=value: game.under({one: as_}))
    yield from problems_found(lambda: check_boxes(game, table.boxes))
    yield from problems_found(lambda: check_decks(game, table.decks))
    yield from problems_found(lambda: check_device(game, table.device))
    for bet, both in table.limits.items():
        yield from problems_found(lambda one=bet, two=both: check_limits(game, limits({one: two})))
    yield from problems_found(lambda: check_jackpot(game, jackpot_terms(table.jackpot)))


def problems_found(check: Callable[..., object], *about: object) -> Iterator[BadInput]:
    try:
        check(*about)
    except BadInput as wrong:
        yield wrong


def wrong_together(tables: dict[str, TableIn]) -> Iterator[BadInput]:
    """What each table may be, but not beside the others."""
    first: dict[str, str] = {}
    listening: dict[str, str] = {}
    for name, table in tables.items():
        other = first.setdefault(table.game or name, name)
        if table.jackpot != tables[other].jackpot:
            what = f"tables of one game share its jackpot, and the terms of {other} are others"
            yield BadInput(what, "tables", name, "jackpot")
        if table.shoe is not None and not table.shoe.endswith(":0"):
            other = listening.setdefault(table.shoe, name)
            if other != name:
                yield BadInput(f"{other} listens there", "tables", name, "shoe")
