"""Rows as data frames of pandas or polars, where one of them is installed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from croupier.extras import explained
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    import pandas as pd
    import polars as pl

Row = dict[str, Any]


class HasRows(Protocol):
    def rows(self) -> list[Row]: ...


class Framed:
    """What has rows becomes a frame."""

    __slots__ = ()

    def rows(self) -> list[Row]:
        raise NotImplementedError

    def to_pandas(self) -> pd.DataFrame:
        return to_pandas(self)

    def to_polars(self) -> pl.DataFrame:
        return to_polars(self)


def to_pandas(of: HasRows | Iterable[HasRows]) -> pd.DataFrame:
    """A frame of the rows of one value, or of several one after another."""
    frame: pd.DataFrame = installed("pandas").DataFrame(rows_of(of))
    return frame


def to_polars(of: HasRows | Iterable[HasRows]) -> pl.DataFrame:
    """The same for polars."""
    frame: pl.DataFrame = installed("polars").DataFrame(rows_of(of), infer_schema_length=None)
    return frame


def rows_of(of: HasRows | Iterable[HasRows]) -> list[Row]:
    several = [of] if hasattr(of, "rows") else of
    try:
        return [row for one in several for row in one.rows()]
    except (TypeError, AttributeError):
        raise BadInput(f"{type(of).__name__} has no rows, and holds none that have") from None


def installed(name: str) -> ModuleType:
    with explained(name):
        return import_module(name)
