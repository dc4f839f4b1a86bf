"""`croupier house init`: what is asked at a terminal or said by flags, and what is printed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.problems import BadInput
from croupier.server import housekeeping
from croupier.server.journal.keys import key_places
from croupier.server.journal.place import CONFIGURATION, JOURNAL
from croupier.server.people.keeping import FIRST_MANAGERS
from croupier.server.people.rules import BAD_NAME, NAME
from croupier.wire import house_terms
from croupier.wire.house import default_file
from croupier.wire.house_file import AUTOMATIC, DEALERS
from croupier.wire.house_founding import Founding, default_games, founding_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.server.people.keeping import FirstAccount

DEMONSTRATION, REAL = "demonstration", "real"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""The screen, and what was scrolled out of it."""
NEXT_SHEET = "\f"


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """By flags; none where none was given."""

    demonstration: bool = False
    real: bool = False
    name: str | None = None
    currency: str | None = None
    locale: str | None = None
    gaming_day: str | None = None
    time_zone: str | None = None
    tables: str | None = None
    dealer: str | None = None
    managers: tuple[str, ...] = ()


class Question(NamedTuple):
    flag: str
    asks: str
    check: Callable[[str], object]
    default: str | None


def init(folder: Path, given: Given) -> None:
    if given.demonstration and given.real:
        raise BadInput("it is either --demonstration or --real")
    housekeeping.check_is_new(folder)
    founding = answered(given)
    if founding.demonstration:
        if given.managers:
            raise BadInput("only a real house is founded with managers", "--manager")
        print_founded(folder, housekeeping.found_house(folder, founding_file(founding)))
        return
    managers = managers_of(given)
    made = housekeeping.found_real_house(folder, founding_file(founding), managers)
    print_founded(folder, made.public)
    hand_over(made.managers, founding.name)


def is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def answered(given: Given) -> Founding:
    kinds = [kind for kind in (DEMONSTRATION, REAL) if getattr(given, kind)]
    kind = answer(kinds[0] if kinds else None, KIND)
    usual = default_file()
    name = usual.name if kind == DEMONSTRATION else None
    return Founding(
        demonstration=kind == DEMONSTRATION,
        name=answer(given.name, Question("--name", "Name of the house", check_named, name)),
        currency=answer(given.currency, CURRENCY._replace(default=usual.currency)),
        locale=answer(given.locale, LOCALE._replace(default=usual.locale)),
        gaming_day=answer(given.gaming_day, GAMING_DAY._replace(default=usual.gaming_day)),
        time_zone=answer(given.time_zone, TIME_ZONE._replace(default=usual.time_zone)),
        games=house_terms.games_in(
            answer(given.tables, TABLES._replace(default=", ".join(default_games())))
        ),
        dealer=dealer_of(given, kind),
    )


def dealer_of(given: Given, kind: str) -> str:
    """A demonstration deals by itself unless a flag says otherwise; a real house is asked."""
    if given.dealer is None and kind == DEMONSTRATION:
        return AUTOMATIC
    return answer(given.dealer, DEALER)


def managers_of(given: Given) -> tuple[str, ...]:
    """As flags name them all; else they are asked for, or have the usual names."""
    if given.managers:
        return given.managers
    names: list[str] = []
    for usual in FIRST_MANAGERS:

        def another(name: str) -> None:
            check_account(name)
            if name in names:
                raise BadInput(f"{name} is one of the three already")

        names.append(answer(None, MANAGER._replace(check=another, default=usual)))
    return tuple(names)


def answer(given: str | None, question: Question) -> str:
    if given is not None:
        return checked(given, question)
    if is_terminal():
        return asked(question)
    if question.default is None:
        raise BadInput("is needed, where there is no terminal to ask at", question.flag)
    return question.default


def checked(text: str, question: Question) -> str:
    try:
        question.check(text)
    except BadInput as wrong:
        raise wrong.at(question.flag) from None
    return text


def asked(question: Question) -> str:
    """Until the answer can be used; on standard error, so that sheets can be printed."""
    shown = f" [{question.default}]" if question.default is not None else ""
    while True:
        print(f"{question.asks}{shown}: ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise BadInput("no answer, and nothing was founded", question.flag)
        text = line.strip() or question.default or ""
        try:
            question.check(text)
        except BadInput as wrong:
            print(wrong, file=sys.stderr)
        else:
            return text


def check_kind(text: str) -> None:
    if text not in {DEMONSTRATION, REAL}:
        raise BadInput(f"either {DEMONSTRATION} (play credits) or {REAL} (money), for good")


def check_dealer(text: str) -> None:
    if text not in DEALERS:
        raise BadInput(house_terms.not_one_of(text, DEALERS))


def check_named(name: str) -> None:
    house_terms.check_name(name)
    if not name:
        raise BadInput("a house has a name: it stands on reports and receipts")


def check_account(name: str) -> None:
    if not NAME.fullmatch(name):
        raise BadInput(BAD_NAME.says)


KIND = Question("--demonstration or --real", "Demonstration or real", check_kind, None)
CURRENCY = Question("--currency", "Currency", house_terms.check_currency, None)
LOCALE = Question("--locale", "Locale", house_terms.check_locale, None)
GAMING_DAY = Question("--day", "Gaming day begins at", house_terms.check_gaming_day, None)
TIME_ZONE = Question("--zone", "Time zone", house_terms.check_time_zone, None)
TABLES = Question("--tables", "Tables, by their games", house_terms.games_in, None)
DEALER = Question("--dealer", "Dealer, automatic or person", check_dealer, AUTOMATIC)
MANAGER = Question("--manager", "Account of a manager", check_account, None)


def print_founded(folder: Path, public: str) -> None:
    places = key_places(folder)
    signing, shoes = (beside(path, folder) for path in (places.signing, places.shoes))
    print(f"{folder}: {CONFIGURATION} to be read and changed, a new journal")
    print(f"{JOURNAL}, the signing key {signing}, the key for shoes {shoes}")
    print(f"and the public key {places.public.name}, to be kept elsewhere as well:")
    print(public, flush=True)


def beside(path: Path, folder: Path) -> Path:
    return path.relative_to(folder) if path.is_relative_to(folder) else path


def hand_over(managers: list[FirstAccount], name: str) -> None:
    """Each to its owner alone: screen by screen at a terminal, else each on a sheet of its own."""
    if not (is_terminal() and sys.stdout.isatty()):
        print(sheets(managers, name), flush=True)
        return
    for one in managers:
        wait(f"Have {one.name} come to the screen, alone; then Enter.")
        print(sheet(one, name), flush=True)
        wait("Once it is written down: Enter, and it is gone from the screen.")
        print(CLEAR, end="", flush=True)


def wait(says: str) -> None:
    print(says, file=sys.stderr, flush=True)
    sys.stdin.readline()


def sheets(managers: list[FirstAccount], name: str) -> str:
    """A printer puts each on paper of its own, also what was printed before and comes after."""
    return "".join(f"{NEXT_SHEET}{sheet(one, name)}\n" for one in managers) + NEXT_SHEET


def sheet(one: FirstAccount, name: str) -> str:
    return f"""{name}
account             {one.name}, {one.role}
one-time password   {one.password}
It sets a password of your own at sign-in, within 24 hours, and does nothing else.
Lost or too late: croupier house password FOLDER {one.name}"""
