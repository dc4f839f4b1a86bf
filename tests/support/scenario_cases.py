"""Situations of scenario files as cases of a test, each evidence for the clauses it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable


class Said(Protocol):
    @property
    def file(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def shows(self) -> tuple[str, ...]: ...


def cases(found: Iterable[Said]) -> list[Any]:
    return [
        pytest.param(
            said,
            id=str(said),
            marks=pytest.mark.clause(said.game, *said.shows, at=f"{said.file}: {said.says}"),
        )
        for said in found
    ]
