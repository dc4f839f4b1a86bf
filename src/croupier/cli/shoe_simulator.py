"""`croupier shoe-simulator`."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated

import typer

from croupier.cards import DECK
from croupier.cli.verb import declared
from croupier.problems import BadInput
from croupier.server.secret_files import secret_in
from croupier.server.shoes.line import ENDED, NotTaken, SimulatedShoe
from croupier.wire.house_file import Address
from croupier.wire.house_file import address as address_of

MOST_DECKS = 8
AGAIN_AFTER = 0.2
"""Seconds, where a card was not taken."""
MOST_FILLINGS = 10_000


app = declared()


@app.command()
def run(
    address: Annotated[str, typer.Argument(metavar="HOST:PORT", help="where a table listens")],
    *,
    shoe: Annotated[str, typer.Option(help="its name; fillings are NAME-1, NAME-2")] = "s1",
    decks: Annotated[int, typer.Option(help="of each filling")] = 8,
    fillings: Annotated[int, typer.Option(help="so many, one after the other")] = 1,
    seed: Annotated[int | None, typer.Option(help="for a repeatable order")] = None,
    secret: Annotated[str | None, typer.Option(help="the file of the table's key")] = None,
    authority: Annotated[str | None, typer.Option(help="for TLS: who vouches for it")] = None,
) -> None:
    """Send shuffled cards to a table, each again until it is taken."""
    if not 1 <= decks <= MOST_DECKS:
        raise BadInput(f"1 to {MOST_DECKS} decks", "decks")
    if not 1 <= fillings <= MOST_FILLINGS:
        raise BadInput(f"1 to {MOST_FILLINGS}", "fillings")
    rng = SystemRandom() if seed is None else Random(seed)  # noqa: S311 - asked for as repeatable
    to = address_of(address)
    key = secret_in(Path(secret)) if secret else None
    for number in range(1, fillings + 1):
        cards = list(DECK) * decks
        rng.shuffle(cards)
        name = f"{shoe}-{number}"
        print(f"{name}: {len(cards)} cards", flush=True)
        made = SimulatedShoe(name, cards, patience_seconds=AGAIN_AFTER)
        made.key, made.tls = key, trusting(authority)
        print(f"{name}: {asyncio.run(sent(made, to))}", flush=True)


def trusting(authority: str | None) -> ssl.SSLContext | None:
    if authority is None:
        return None
    try:
        return ssl.create_default_context(cafile=authority)
    except (OSError, ssl.SSLError):
        raise BadInput("is no certificate", authority) from None


async def sent(shoe: SimulatedShoe, to: Address) -> str:
    try:
        await shoe.send(to.host, to.port)
    except NotTaken as no:
        return no.reason if no.reason == ENDED else f"card {no.number} was not taken: {no.reason}"
    except OSError as error:
        raise BadInput(str(error)) from None
    return "every card is taken"
