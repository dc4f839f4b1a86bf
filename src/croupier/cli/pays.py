"""What `--pays` is given: changes of single pays, and files with a variant."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.cli.reading import read
from croupier.problems import BadInput
from croupier.wire.variants import variant_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.lab.paytables import Change

VARIANT = ".toml"


def pays_of(given: Iterable[str] | None) -> tuple[Change, ...]:
    return tuple(variant(one) if one.lower().endswith(VARIANT) else one for one in given or ())


def variant(file: str) -> Change:
    try:
        return replace(variant_of(read(file)), source=file)
    except BadInput as wrong:
        raise (wrong if file in wrong.place else wrong.at(file)) from None
