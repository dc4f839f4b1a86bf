"""Casino tables run exactly by their approved rules.

>>> import croupier
>>> croupier.game("royal-three-pictures").title
'Royal Three Pictures'
"""

from __future__ import annotations

from croupier.version import __version__

TYPE_CHECKING = False  # typing itself would cost more than the rest of this import
if TYPE_CHECKING:
    from typing import Any

    from croupier.api import (
        GAMES,
        amended,
        answer,
        audit,
        backup,
        bench,
        drills,
        established,
        game,
        hand,
        hand_name,
        odds,
        par,
        play,
        played,
        players,
        recall,
        replay,
        report,
        restore,
        roads,
        rules,
        ruling,
        scenario_of,
        scenarios,
        session,
        settle,
        settle_columns,
        shoe_moves,
        shoe_odds,
        simulate,
        strategy,
        to_pandas,
        to_polars,
        trace,
        two_boxes,
        variant,
    )
    from croupier.problems import BadInput

__all__ = [
    "GAMES",
    "BadInput",
    "__version__",
    "amended",
    "answer",
    "audit",
    "backup",
    "bench",
    "drills",
    "established",
    "game",
    "hand",
    "hand_name",
    "odds",
    "par",
    "play",
    "played",
    "players",
    "recall",
    "replay",
    "report",
    "restore",
    "roads",
    "rules",
    "ruling",
    "scenario_of",
    "scenarios",
    "session",
    "settle",
    "settle_columns",
    "shoe_moves",
    "shoe_odds",
    "simulate",
    "strategy",
    "to_pandas",
    "to_polars",
    "trace",
    "two_boxes",
    "variant",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the library call of that name is
    """Import what is asked for, when it is asked for: `import croupier` alone costs nothing."""
    if name in __all__:
        from croupier import api  # noqa: PLC0415 - see above

        return getattr(api, name)
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
