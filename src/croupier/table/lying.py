"""Wagers as they lie: box by box, found once for all states that have the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.table.state import Key, Placed

    Wagers = dict[Key, Placed]
    OnBoxes = dict[int, list[Placed]]

MOST = 64
"""A few tables' own, as a thousand people may bet at each."""
FOUND: dict[int, tuple[Wagers, OnBoxes]] = {}
"""No wagers are changed that are in a state: others take their place."""


def on_boxes(wagers: Wagers) -> OnBoxes:
    """The boxes in play from the dealer's left, each with its wagers as they were placed."""
    found = FOUND.get(id(wagers))
    if found is not None and found[0] is wagers:
        return found[1]
    lying: OnBoxes = {}
    for wager in wagers.values():
        if wager.box in lying:
            lying[wager.box].append(wager)
        else:
            lying[wager.box] = [wager]
    boxes = dict(sorted(lying.items()))
    if len(FOUND) >= MOST:
        FOUND.clear()
    FOUND[id(wagers)] = wagers, boxes
    return boxes
