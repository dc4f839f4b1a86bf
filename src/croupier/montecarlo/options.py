"""A simulation as the library and the command line ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from croupier.argument_checks import check_options
from croupier.games import game
from croupier.lab.paytables import Change, with_pays
from croupier.montecarlo.asking import CPU, Asked, whole_number
from croupier.montecarlo.policies import BEST, policy_of
from croupier.wire.house import default_house

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Unpack

    from croupier.cards import Hand

ROUNDS = 10**7


class Options(TypedDict, total=False):
    """Left out: ten million fresh rounds of one box, at best play, the meter at its seed."""

    rounds: int | str
    """Also as people write large numbers: "1e9"."""
    seed: int
    workers: int
    decks: int | None
    boxes: int
    interpretations: Mapping[str, str]
    pays: Sequence[Change]
    strategy: str | Callable[[Hand], bool]
    """A name, the weakest hand played, or a function that says whether a hand is folded."""
    cut_card: bool
    meter_cents: int | None
    grows: bool
    tables: int
    envy: bool
    device: str
    """Or "cuda"."""
    cluster: str | None
    """The address of a Dask scheduler."""


def asked_of(game_name: str, **options: Unpack[Options]) -> Asked:
    check_options(options, Options)
    of = with_pays(
        game(game_name).under(dict(options.get("interpretations", {}))), options.get("pays", ())
    )
    rounds = options.get("rounds", ROUNDS)
    asked = Asked(
        game=of,
        rounds=whole_number(rounds, "rounds") if isinstance(rounds, str) else rounds,
        seed=options.get("seed", 1),
        workers=options.get("workers", 1),
        decks=options.get("decks"),
        policy=policy_of(of, options.get("strategy", BEST)),
        boxes=options.get("boxes", 1),
        cut_card=options.get("cut_card", False),
        jackpot=default_house()[game_name].jackpot,
        meter_cents=options.get("meter_cents"),
        grows=options.get("grows", False),
        tables=options.get("tables", 1),
        envy=options.get("envy", False),
        device=options.get("device", CPU),
        cluster=options.get("cluster"),
    )
    asked.check()
    return asked
