"""What a house calls itself and counts by: its name, money, language, and when its day begins."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from croupier.games import game as game_named
from croupier.problems import BadInput

if TYPE_CHECKING:
    from datetime import tzinfo

MOST_NAME, MOST_TABLES = 60, 200
CURRENCY = re.compile(r"[A-Z]{3}")
LOCALE = re.compile(r"(en|zh)(-[A-Z][a-z]{3})?(-[A-Z]{2})?")
TIME = re.compile(r"([01][0-9]|2[0-3]):(00|15|30|45)")
UTC = "UTC"
EVERYBODY, STAFF, OFF = "everybody", "staff", "off"
LAB = (EVERYBODY, STAFF, OFF)
"""Who may ask for odds and best play."""
WITHOUT_CENTS = re.compile(
    "BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF"
    "|BHD|IQD|JOD|KWD|LYD|OMR|TND"
)
"""Currencies that ISO 4217 does not divide into hundredths, as all money here is."""


class HouseTerms(msgspec.Struct, frozen=True, kw_only=True):
    """As everybody may know them: terminals write amounts and moments by them."""

    name: str = ""
    currency: str = "SGD"
    locale: str = "en-SG"
    gaming_day: str = "00:00"
    """When a day of the house begins, by the clock of its time zone."""
    time_zone: str = "UTC"
    lab: str = EVERYBODY
    """Who may ask for odds and best play: everybody, staff, or nobody while it is off."""


def check_name(name: str) -> None:
    """Of the house; nothing at all is no name yet, and says nothing wrong."""
    if name != name.strip() or len(name) > MOST_NAME or not name.isprintable():
        raise BadInput(f"one line of at most {MOST_NAME} printable signs")


def check_currency(currency: str) -> None:
    if not CURRENCY.fullmatch(currency):
        raise BadInput("three capital letters, like SGD")
    if WITHOUT_CENTS.fullmatch(currency):
        raise BadInput(f"{currency} is not divided into hundredths, and amounts here are")


def check_locale(locale: str) -> None:
    if not LOCALE.fullmatch(locale):
        raise BadInput(f"{locale[:20]!r} is no locale in English or Chinese, like en-SG or zh-SG")


def check_gaming_day(begins: str) -> None:
    if not TIME.fullmatch(begins):
        raise BadInput(f"{begins[:20]!r} is no quarter of an hour from 00:00 to 23:45, like 06:00")


def check_time_zone(name: str) -> None:
    zone_named(name)


def check_lab(given: str) -> None:
    if given not in LAB:
        raise BadInput(not_one_of(given, LAB))


def not_one_of(given: str, allowed: tuple[str, ...]) -> str:
    return f"{given[:20]!r} is not one of {', '.join(allowed)}"


def zone_named(name: str) -> tzinfo:
    """By the machine's own list of zones; UTC needs none."""
    if name == UTC:
        return dt.UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        says = f"{name[:40]!r} is no time zone that this machine knows, like Asia/Singapore"
        raise BadInput(says) from None


def games_in(text: str) -> tuple[str, ...]:
    """Games with commas between; one that is named twice has two tables."""
    games = tuple(one.strip() for one in text.split(",") if one.strip())
    if not 1 <= len(games) <= MOST_TABLES:
        raise BadInput(f"a house has 1 to {MOST_TABLES} tables: their games, with commas between")
    for one in games:
        game_named(one)
    return games
