"""What a house's file says of how it is run, as its rooms ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server.own_play.limits import LimitKind, Terms
from croupier.server.play.round_rules import RoundTerms
from croupier.wire.house_file import MoneyAlone, alone, care_limits
from croupier.wire.house_sections import PeopleIn, WatchIn

if TYPE_CHECKING:
    from croupier.wire.house import HousePlan


class Configured:
    plan: HousePlan | None
    """None: a house that was put together without a file, as by tests."""

    @property
    def asked(self) -> PeopleIn:
        """Of its people, by its file."""
        return self.plan.file.people if self.plan else PeopleIn()

    @property
    def watched(self) -> WatchIn:
        """Of results, by its file."""
        return self.plan.file.watch if self.plan else WatchIn()

    @property
    def alone(self) -> MoneyAlone:
        """What each role does alone with money."""
        return alone(self.asked)

    @property
    def terms(self) -> Terms:
        """For its players' own play."""
        if self.plan is None:
            return Terms()
        care = self.plan.file.care
        return Terms(
            {LimitKind(one): most for one, most in care_limits(care).items()},
            care.helpline,
            self.plan.file.time_zone,
            self.plan.file.gaming_day,
        )

    @property
    def round_terms(self) -> RoundTerms:
        """Of its own, around rounds."""
        names = RoundTerms.__struct_fields__
        told = {name: getattr(self.plan.file, name) for name in names} if self.plan else {}
        return RoundTerms(**told)
