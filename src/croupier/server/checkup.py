"""What would stop a house from opening, and what endangers it; looked at, and nothing changed."""

from __future__ import annotations

import os
import shutil
import stat
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.problems import BadInput, own_words
from croupier.server import program, witnessing
from croupier.server.dealing import line_terms
from croupier.server.house_folder import LOCK, places_in
from croupier.server.housekeeping import now
from croupier.server.journal import backup, keyring, starting
from croupier.server.journal.durable import held
from croupier.server.journal.keychain import chain_of, key_acts
from croupier.server.journal.keys import (
    PEM,
    SHOES,
    SIGNING,
    Keys,
    Passphrase,
    check_published,
    read_secret,
)
from croupier.server.journal.log import FILE as CHECKPOINT
from croupier.server.journal.meta import CURRENCY, DEMONSTRATION, NO, YES
from croupier.server.journal.place import CONFIGURATION, JOURNAL, journal_in
from croupier.server.journal.store import Unreadable
from croupier.server.journal.stream import Stream
from croupier.server.journal.verify import public_key
from croupier.server.listening import bound
from croupier.server.nodes import checking
from croupier.server.people.accounts import Register
from croupier.server.people.keeping import PEOPLE
from croupier.server.people.rules import APPROVES
from croupier.server.play.clock import newest
from croupier.server.secret_files import secret_in
from croupier.server.shoes import bound as shoe_key
from croupier.server.wallet_opening import wallet_of
from croupier.server.webhook import tls_of
from croupier.table.authority import PERSON
from croupier.version import RELEASED_MS
from croupier.wire.house_file import LEAST_BETTING, STILLS
from croupier.wire.house_sections import MUST_MATCH
from croupier.wire.house_terms import EVERYBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from croupier.server.journal.keychain import KeyChain
    from croupier.server.journal.keys import KeyPlaces
    from croupier.server.journal.store import Store
    from croupier.wire.house import HousePlan
    from croupier.wire.house_sections import ServeIn

LITTLE_BYTES = 1 << 30
"""Of a disk: below it a busy house has days, not weeks."""
TWO = 2


def stops(folder: Path, plan: HousePlan) -> Iterator[str]:
    """Why it would not open; a house that is open already has its address and its files."""
    if not os.access(folder, os.W_OK):
        yield f"{folder}: cannot be written to"
    if is_open(folder):
        return
    yield from addresses_taken(plan)
    yield from line_faults(folder, plan)
    apart = list(checking.stops(folder, plan.file.nodes))
    yield from apart
    if not apart and has_journal(folder, plan):
        yield from key_faults(folder, plan)
        yield from journal_faults(folder, plan)


def has_journal(folder: Path, plan: HousePlan) -> bool:
    """Of a database: whether somebody has begun one there; keys are made with it."""
    if plan.file.nodes.database is None:
        return (folder / JOURNAL).exists()
    return places_in(folder, plan).public.exists()


def is_open(folder: Path) -> bool:
    try:
        lock = os.open(folder / LOCK, os.O_RDWR)
    except OSError:
        return False
    try:
        held(lock)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False


def addresses_taken(plan: HousePlan) -> Iterator[str]:
    for place, host, port in listens_at(plan):
        try:
            bound(host, port).close()
        except BadInput as wrong:
            yield str(wrong.at(*place))


def listens_at(plan: HousePlan) -> Iterator[tuple[tuple[str, ...], str, int]]:
    yield ("serve",), plan.serve.host, plan.serve.port
    for name, table in plan.tables.items():
        if table.shoe is not None:
            yield ("tables", name, "shoe"), *table.shoe


def line_faults(folder: Path, plan: HousePlan) -> Iterator[str]:
    """Of lines to other programs: what they are secured with, read as an opening reads it."""
    for read in line_files(folder, plan):
        try:
            read()
        except BadInput as wrong:
            yield str(wrong)


def line_files(folder: Path, plan: HousePlan) -> Iterator[Callable[[], object]]:
    webhook, wallet, is_one = plan.file.webhook, plan.file.wallet, plan.demonstration
    with_shoes = {name: table for name, table in plan.tables.items() if table.shoe is not None}
    for name, table in with_shoes.items():
        yield partial(line_terms.shoe_key, folder, name, table, demonstration=is_one)
    if with_shoes:
        yield partial(line_terms.line_tls, folder, plan)
    if webhook is not None:
        yield partial(secret_in, folder / webhook.secret)
        yield partial(tls_of, folder, webhook)
    if wallet is not None:
        yield partial(wallet_of, wallet, folder)
    yield from (partial(witnessing.key_of, one) for one in plan.file.witness)


def silent() -> Passphrase:
    """Nobody is asked for one; a protected key is then taken to be right."""
    return Passphrase(ask=lambda _: None)


def is_shut(path: Path) -> bool:
    return is_protected(path) and silent().given() is None


def key_faults(folder: Path, plan: HousePlan) -> Iterator[str]:
    places = places_in(folder, plan)
    for path, what in ((places.signing, Keys.WHAT), (places.shoes, keyring.SHOE_KEY)):
        if is_shut(path):
            continue
        try:
            read_secret(path, what, silent())
            if path == places.signing:
                check_published(places.public, Keys.at(path, silent()).public)
        except BadInput as wrong:
            yield str(wrong)


def journal_faults(folder: Path, plan: HousePlan) -> Iterator[str]:
    places = places_in(folder, plan)
    try:
        with backup.journal(journal_in(folder)) as store:
            told = key_acts(store)
            chain = chain_of(told, public_key(places.public.read_text("ascii")))
            starting.check(store, chain, folder / CHECKPOINT)
            if places.shoes.is_file() and not is_shut(places.shoes):
                secret = read_secret(places.shoes, keyring.SHOE_KEY, silent())
                shoe_key.check_key(store, secret, places.shoes)
            yield from said_otherwise(store, plan)
            yield from other_program(folder, store, chain, plan)
    except (BadInput, Unreadable) as wrong:
        shared = plan.file.nodes.database is not None
        yield f"{'nodes, database' if shared else folder / JOURNAL}: {wrong}"
    except (OSError, UnicodeDecodeError):
        yield f"{places.public}: the public key cannot be read"


def said_otherwise(store: Store, plan: HousePlan) -> Iterator[str]:
    meta = store.meta()
    if meta.get(CURRENCY, plan.currency) != plan.currency:
        yield f"currency: the money of this house is {meta[CURRENCY]}, not {plan.currency}"


def other_program(folder: Path, store: Store, chain: KeyChain, plan: HousePlan) -> Iterator[str]:
    """Than the one that was accepted, where only that one opens the house."""
    accepted = program.all_accepted(store)
    if accepted and plan.file.checks.program == MUST_MATCH:
        try:
            program.refuse_other(program.verified(folder, accepted, chain), folder)
        except BadInput as wrong:
            yield wrong.what


def dangers(folder: Path, plan: HousePlan) -> Iterator[str]:
    """What it would open with, and should not."""
    places = places_in(folder, plan)
    for path in (places.signing, places.shoes, folder / JOURNAL):
        yield from read_by_others(path)
    free = shutil.disk_usage(folder).free
    if free < LITTLE_BYTES:
        yield f"{folder}: {free // (1 << 20)} MB are free on its disk"
    yield from overheard(plan.serve)
    yield from unseen(plan)
    yield from where_backups_lie(folder, plan)
    yield from checking.dangers(folder, plan.file.nodes, folder / CONFIGURATION)
    if not plan.demonstration:
        yield from careless(plan, places)
    if has_journal(folder, plan):
        try:
            with backup.journal(journal_in(folder)) as store:
                yield from in_journal(store, plan)
        except (BadInput, Unreadable):
            return  # told as what stops it


def where_backups_lie(folder: Path, plan: HousePlan) -> Iterator[str]:
    told = plan.file.backup.folder
    if told is None:
        return
    to = folder / told
    if not to.is_dir():
        yield f"backup, folder: there is no folder {to}"
    elif not os.access(to, os.W_OK | os.X_OK):
        yield f"backup, folder: {to} cannot be written to"
    elif not plan.demonstration and disk_of(to) == disk_of(folder):
        yield f"backup, folder: {to} is on the disk of the journal, and is lost with it"


def disk_of(path: Path) -> int:
    return path.stat().st_dev


def read_by_others(path: Path) -> Iterator[str]:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return
    except OSError as error:
        yield f"{path}: cannot be looked at: {own_words(error)}"
        return
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield f"{path}: others than its owner may read or write it ({mode:o}, not 600)"


def overheard(serve: ServeIn) -> Iterator[str]:
    if serve.certificate is None and not serve.proxies and not is_own(serve.host):
        yield (
            f"serve: {serve.host} is reached from other machines without TLS:"
            " passwords and cards can be read on the way"
        )


def unseen(plan: HousePlan) -> Iterator[str]:
    """Pictures that no browser shows on a page that came by TLS."""
    for name, table in plan.tables.items():
        camera = table.camera
        plain = camera is not None and camera.url.startswith("http:") and camera.kind != STILLS
        if plain and plan.serve.certificate is not None:
            yield f"tables, {name}, camera: browsers show nothing of http:// on a page with TLS"


def is_own(host: str) -> bool:
    """Whether only this machine reaches it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def careless(plan: HousePlan, places: KeyPlaces) -> Iterator[str]:
    """Where money is real."""
    yield from (says for is_so, says in CARELESS if is_so(plan))
    for name, table in plan.file.tables.items():
        if table.jackpot is not None and table.jackpot.attendant_from is None:
            yield f"tables, {name}, jackpot: whatever its amount, settling alone credits an award"
    for path, name in ((places.signing, SIGNING), (places.shoes, SHOES)):
        if path == places.public.with_name(name) and path.is_file() and not is_protected(path):
            yield f"{path}: lies beside the journal without a passphrase: a copy of both is a house"


def by_people(plan: HousePlan) -> bool:
    return any(table.dealer == PERSON for table in plan.tables.values())


CARELESS: tuple[tuple[Callable[[HousePlan], bool], str], ...] = (
    (lambda plan: not plan.file.name, "name: the house has none, and its reports neither"),
    (
        lambda plan: plan.file.people.second_factor == "off",
        "people, second_factor: a manager's password alone lets anybody in who has it",
    ),
    (
        lambda plan: plan.file.count_cards == "off" and by_people(plan),
        "count_cards: nobody counts the cards of tables that a person deals",
    ),
    (
        lambda plan: not plan.file.witness,
        "witness: nobody else countersigns the journal, so whoever has the key can rewrite it",
    ),
    (
        lambda plan: plan.file.lab == EVERYBODY,
        "lab: players can ask this house for best play and the odds of the shoe in play",
    ),
    (
        lambda plan: not plan.file.care.helpline,
        "care, helpline: players are shown nobody to talk to",
    ),
    (
        lambda plan: plan.file.checks.program != MUST_MATCH,
        "checks, program: it also opens with another program than the accepted one",
    ),
    (
        lambda plan: not plan.file.watch.spans,
        "watch, spans: nobody is told of abnormal results unless somebody opens the report",
    ),
    (
        lambda plan: plan.file.least_betting_seconds < LEAST_BETTING,
        f"least_betting_seconds: players are to have {LEAST_BETTING} seconds to bet at least",
    ),
)


def is_protected(path: Path) -> bool:
    try:
        return path.read_bytes().startswith(PEM)
    except OSError:
        return False


def in_journal(store: Store, plan: HousePlan) -> Iterator[str]:
    said = store.meta().get(DEMONSTRATION)
    if said not in {None, YES if plan.demonstration else NO}:
        is_one = "a demonstration" if said == YES else "no demonstration"
        yield f"demonstration: this house is {is_one} for good, and its file says otherwise"
    ahead = newest(store) - now()
    if ahead > 0:
        yield f"the machine's clock is {ahead // 1000} s behind the newest entry of the journal"
    if now() < RELEASED_MS:
        yield "the machine's clock shows a time before this program was made"
    if said == NO and program.last_accepted(store) is None:
        yield f"no program was accepted for this house, so any opens it: {program.ACCEPT}"
    if said == NO:
        yield from few_managers(Stream(store, PEOPLE, Register()).state)


def few_managers(people: Register) -> Iterator[str]:
    """Who can sign in, and with whom."""
    for name in people.founders:
        over = now() >= (people.accounts[name].once_until or 0)
        renew = ", and the one-time one is over: croupier house password gives another"
        yield f"{name} has set no password yet{renew * over}"
    able = [
        one.role
        for one in people.accounts.values()
        if not one.locked and one.once_until is None and one.role in APPROVES
    ]
    managers = [role for role in able if role.may_act_as(Role.PIT_MANAGER)]
    if len(managers) < TWO or Role.SHIFT_MANAGER not in managers:
        yield (
            f"{len(managers)} can sign in of those who manage: accounts take two of them,"
            " one a shift manager"
        )
