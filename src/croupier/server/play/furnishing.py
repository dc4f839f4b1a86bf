"""The tables of the configuration file added to a house; those in the journal stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.server.journal.meta import CURRENCY, DEMONSTRATION, NO, YES
from croupier.table.evolve import configured, jackpot_of
from croupier.table.meter import new_jackpot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.play.house import House
    from croupier.table.commands import Setup
    from croupier.table.pool import Terms
    from croupier.wire.house import HousePlan


def furnish(house: House, plan: HousePlan, at: int) -> list[str]:
    """Tables that are new are added; a line for each that is in the journal and not as planned."""
    check_currency(house, plan.currency)
    for name, table in plan.tables.items():
        if name not in house.tables:
            check_jackpot(house, name, table.setup)
            house.add_table(name, table.setup, "house", at)
    in_order(house, plan)
    return list(differences(house, plan))


def in_order(house: House, plan: HousePlan) -> None:
    """Tables as the file lists them, however the journal does; then the others, by name."""
    places = {name: place for place, name in enumerate(plan.tables)}
    listed = sorted(house.tables.items(), key=lambda one: (places.get(one[0], len(places)), one[0]))
    house.tables.clear()
    house.tables.update(listed)


def check_currency(house: House, meant: str) -> None:
    """Amounts in the journal say no currency: it is the house's, and stays."""
    said = house.store.meta().get(CURRENCY)
    if said is None:
        house.store.set_meta(CURRENCY, meant)
    elif said != meant:
        raise BadInput(f"the money of this house is {said}, and its file says {meant}", CURRENCY)


def check_jackpot(house: House, name: str, setup: Setup) -> None:
    for other, live in house.tables.items():
        theirs = live.table.setup
        if theirs.game == setup.game and prescribed(theirs) != prescribed(setup):
            what = f"tables of one game share its jackpot, and the terms of {other} are others"
            raise BadInput(what, "tables", name, "jackpot")


def differences(house: House, plan: HousePlan) -> Iterator[str]:
    meant, said = YES if plan.demonstration else NO, house.store.meta().get(DEMONSTRATION)
    if said is None:
        house.store.set_meta(DEMONSTRATION, meant)
    elif said != meant:
        is_one = "a demonstration" if said == YES else "no demonstration"
        yield f"this house was opened as {is_one} and stays one; its file says otherwise"
    for name, live in house.tables.items():
        if name not in plan.tables:
            yield f"{name}: is in the journal and not in the file; nobody deals there"
            continue
        found = list(different(live.table.setup, plan.tables[name].setup))
        found += other_jackpot(house, plan.tables[name].setup)
        if found:
            yield (
                f"{name}: is not as the file says, and stays as the pit has left it:"
                f" {'; '.join(found)}"
            )


def different(ours: Setup, planned: Setup) -> Iterator[str]:
    """What the journal has, and what the file would."""
    if ours.game != planned.game:
        yield f"game {ours.game}, not {planned.game}"
        return
    for name in (
        "dealer",
        "shoe",
        "boxes",
        "decks",
        "device",
        "betting_seconds",
        "looking_seconds",
    ):
        yield from unlike(name, getattr(ours, name), getattr(planned, name))
    yield from unlike("count_cards", ours.count_cards or "off", planned.count_cards or "off")
    yield from unlike("chip", format_amount(ours.chip_cents), format_amount(planned.chip_cents))
    for bet in ours.limits | planned.limits:
        yield from unlike(f"limits.{bet}", limit(ours, bet), limit(planned, bet))
    readings, wanted = (configured(setup)[0].readings for setup in (ours, planned))
    for name, value in readings.items():
        yield from unlike(f"interpretations.{name}", value, wanted[name])
    yield from unlike("jackpot.bet", prescribed(ours), prescribed(planned))


def unlike(name: str, ours: object, planned: object) -> Iterator[str]:
    if ours != planned:
        yield f"{name} {ours}, not {planned}"


def limit(setup: Setup, bet: str) -> str:
    both = setup.limits.get(bet)
    return " to ".join(map(format_amount, both)) if both else "none"


def prescribed(setup: Setup) -> str:
    return format_amount(setup.jackpot[0]) if setup.jackpot else "none"


def other_jackpot(house: House, planned: Setup) -> Iterator[str]:
    """Where the file says other terms than those by which the game's jackpot goes."""
    live, meant = house.meters.get(planned.game), jackpot_of(planned)
    if live is None or meant is None:
        return
    wanted, now, later = new_jackpot(meant).terms, live.jackpot.terms, live.jackpot.pool.later
    if wanted == now:
        return
    if wanted == later:
        yield f"jackpot {in_words(now)} until it is won, and then as the file says"
        return
    yield f"jackpot {in_words(now)}, not {in_words(wanted)}: two people arrange other terms"


def in_words(terms: Terms) -> str:
    said = f"from {format_amount(terms.seed_cents)} with {terms.contribution}"
    if terms.cap_cents is not None:
        said += f", at most {format_amount(terms.cap_cents)}"
    if terms.reserve != "0":
        said += f", {terms.reserve} put aside"
    if terms.attendant_cents is not None:
        said += f", by hand from {format_amount(terms.attendant_cents)}"
    return said
