"""PAR sheets: a game's exact figures as a document to print, read and calculate with.

The package itself can be called, as the library's `croupier.par("baccarat")`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.par.sheet import ParSheet


class Sheets(ModuleType):
    def __call__(self, game_name: str, **asked: Any) -> ParSheet:  # noqa: ANN401 - as `par` has them
        from croupier.par.asked import par  # noqa: PLC0415 - a part of this package

        return par(game_name, **asked)


sys.modules[__name__].__class__ = Sheets
