"""What people have done alone with money of late: by each of them, and for each player."""

from __future__ import annotations

import msgspec

HOUR = 3_600_000
HOURS = 12
"""What was done so long ago, by the full hour, counts no more."""

Hours = dict[int, int]
"""Cents by the hour in which they were moved."""


class Used(msgspec.Struct):
    """Each amount counts twice, for the person and for the player; older hours are forgotten."""

    persons: dict[str, Hours] = {}
    players: dict[str, Hours] = {}
    hour: int = 0

    def add(self, kind: str, person: str, player: str, cents: int, at: int) -> None:
        self.forget(at // HOUR)
        for names, name in ((self.persons, person), (self.players, player)):
            hours = names.setdefault(f"{kind} {name}", {})
            hours[self.hour] = hours.get(self.hour, 0) + abs(cents)

    def forget(self, hour: int) -> None:
        if hour <= self.hour:
            return
        self.hour = hour
        for names in (self.persons, self.players):
            for name, hours in list(names.items()):
                names[name] = {one: cents for one, cents in hours.items() if one >= hour - HOURS}
                if not names[name]:
                    del names[name]

    def by(self, kind: str, person: str, at: int) -> int:
        return total(self.persons.get(f"{kind} {person}", {}), at)

    def for_player(self, kind: str, player: str, at: int) -> int:
        return total(self.players.get(f"{kind} {player}", {}), at)


def total(hours: Hours, at: int) -> int:
    return sum(cents for one, cents in hours.items() if one >= at // HOUR - HOURS)
