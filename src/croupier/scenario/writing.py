"""A past round as a scenario file: each line is one that, played, gives the events on record."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.scenario.deriving import Found, actor, lines_for
from croupier.scenario.floor import FIRST, Floor
from croupier.scenario.playing import Answered, asked, cited, play, told_of
from croupier.scenario.reading import Line, Situation, act, script, scripts
from croupier.scenario.spelling import set_up
from croupier.scenario.words import NAME, STAFF, is_player
from croupier.table import events as happened
from croupier.table.commands import AUTOMATIC, CLOCK, SHOE
from croupier.table.postings import player as account_of
from croupier.table.postings import postings
from croupier.table.settling import settled_before
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

ROLES = [role for role in STAFF if role != "auditor"]
COMPARED = ("player", "box", "bet", "cents", "choice", "option", "to")
CARDS_SEEN_TO = (happened.CardsCounted, happened.CardsShuffled)
BETWEEN_ROUNDS = (
    happened.TableConfigured,
    happened.ChangeProposed,
    happened.TableOpened,
    happened.TableClosing,
    happened.TableClosed,
    happened.ShoeReplaced,
    *CARDS_SEEN_TO,
    happened.CardsConfirmed,
    happened.PlayerRestricted,
    happened.AreaRestricted,
    happened.PlayerSat,
    happened.PlayerStood,
    happened.JackpotRestored,
)
"""What happens after the end of a round is not part of it."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A round as its reader may see it."""

    opened: Table
    """Just after its betting opened."""
    events: tuple[AnyEvent, ...]
    """From the opening of its betting on."""
    claims: Mapping[str, int]
    """What each player has come to, in cents."""
    meter: str | None = None
    """What the meter stood at in cents, exactly, where the round has to do with it."""
    seen_by: str | None = None


class Unlike(Exception):  # noqa: N818 - a finding
    """No line gives what is on record there."""

    def __init__(self, event: AnyEvent, at: int) -> None:
        super().__init__(str(event.__struct_config__.tag))
        self.person, self.at = actor(event), at


def nets(events: Sequence[AnyEvent], players: Sequence[str]) -> dict[str, int]:
    moved = [one for event in events for one in postings(event)]
    return {
        name: sum(cents for account, cents in moved if account == account_of(name))
        for name in players
    }


def of_the_round(events: Sequence[AnyEvent]) -> tuple[AnyEvent, ...]:
    last = len(events)
    while last and is_between_rounds(events[:last]):
        last -= 1
    return tuple(events[:last])


def is_between_rounds(events: Sequence[AnyEvent]) -> bool:
    """Whether the last of them is; a change of the table may also be rejected."""
    if isinstance(events[-1], happened.ProposalRejected):
        return isinstance(events[-2], (happened.ChangeProposed, *CARDS_SEEN_TO))
    return isinstance(events[-1], BETWEEN_ROUNDS)


def write(record: Record) -> str:
    """The file; BadInput says why a round cannot be written.

    Each of the staff has the least role that gives what is on record. A player's file ends where
    the rest depends on cards that the player was not shown.
    """
    roles: dict[str, int] = {}
    first: dict[int, dict[str, int]] = {}
    while True:
        try:
            return checked(Writer(record, roles, len(record.events)).text())
        except Unlike as unlike:
            first.setdefault(unlike.at, dict(roles))
            level = roles.get(unlike.person)
            if level is not None and level + 1 < len(ROLES):
                roles[unlike.person] = level + 1
            elif record.seen_by is None or not unlike.at:
                raise not_written(record, str(unlike)) from None
            else:
                return checked(Writer(record, first[unlike.at], unlike.at).text())


def checked(text: str) -> str:
    [written] = scripts(text)
    failed = play(written).failed
    if failed is not None:
        raise BadInput(f"the round cannot be written so that it comes out the same: {failed}")
    return text


def not_written(record: Record, tag: str) -> BadInput:
    whose = f" as {record.seen_by} saw it" if record.seen_by else ""
    return BadInput(
        f"round {record.opened.round.number} cannot be written{whose}:"
        f" its {tag} does not follow from the round alone"
    )


class Writer:
    """Finds the lines one after the other, on a floor that follows them."""

    def __init__(self, record: Record, roles: dict[str, int], until: int) -> None:
        self.record, self.roles, self.until = record, roles, until
        self.players = players_of(record)
        self.events = [renamed(event, self.players) for event in record.events]
        self.head = [*header(record), *beginning(record, self.players)]
        head = tuple(Line(number, words, ()) for number, words in enumerate(self.head))
        game = record.opened.setup.game
        self.floor = Floor(script(Situation(game, "", (), head)).start)
        self.lines: list[str] = []

    def text(self) -> str:
        for line in before(self.record, self.players):
            asker, _, rest = line.partition(" ")
            if self.tried(self.floor, asker, rest).refused is not None:
                raise Unlike(self.events[0], 0)
            self.lines.append(line)
        done = 0
        while done < self.until:
            done += self.next_line(self.events[done:], done)
        table = self.record.opened
        head = [remark(self.record), f"game {table.setup.game}", ""]
        title = f"== Round {table.round.number} at {table.name}"
        return "\n".join([*head, title, *self.head, *merged(self.lines), *self.ending(), ""])

    def ending(self) -> list[str]:
        """What each has in the end; where the file ends before, it is said and not claimed."""
        has = [
            f"{self.players[player]} has {signed(cents)}"
            for player, cents in self.record.claims.items()
        ]
        if self.until == len(self.events):
            return [f"= {one}" for one in has]
        in_the_end = f"; in the end {' and '.join(has)}" if has else ""
        return [f"# What follows depends on what {self.record.seen_by} did not see{in_the_end}."]

    def next_line(self, left: list[AnyEvent], at: int) -> int:
        """Appends the line that gives the next events, and says how many these are."""
        found = Found(left, self.floor.table)
        asker = self.name(actor(left[0]))
        for line in lines_for(found):
            for seconds in self.waits(left[0]):
                floor = self.floor.copy()
                floor.at += 1000 * seconds
                answer = self.tried(floor, asker, line)
                if not answer.events or answer.refused or not self.alike(answer, left):
                    continue
                self.floor = floor
                self.lines += [f"after {seconds}"] if seconds else []
                self.lines.append(told(f"{asker} {line}", answer))
                return len(answer.events)
        raise Unlike(left[0], at)

    @staticmethod
    def tried(floor: Floor, asker: str, line: str) -> Answered:
        words = f"{asker} {line}"
        return asked(floor, act(Line(0, words, ()), FIRST, words))

    def waits(self, event: AnyEvent) -> list[int]:
        """No wait at all; else as long as it was."""
        passed = event.at - self.record.events[0].at
        behind = ceil((passed - self.floor.at) / 1000)
        return [0, behind] if behind > 0 else [0]

    def alike(self, answer: Answered, left: list[AnyEvent]) -> bool:
        if len(answer.events) > len(left):
            return False
        pairs = zip(answer.events, left, strict=False)
        return all(self.compared(one) == self.compared(other) for one, other in pairs)

    def compared(self, event: AnyEvent) -> tuple[object, ...]:
        """The clauses of a settlement are also those of wagers that a player is not told of."""
        own = self.record.seen_by is not None and isinstance(event, happened.RoundSettled)
        fields = (getattr(event, name, None) for name in COMPARED)
        return (type(event), () if own else event.clauses, *fields)

    def name(self, person: str) -> str:
        """Of a player, or of one of the staff by the least role that could do all of it."""
        if person == CLOCK.name or person in self.players.values():
            return person
        if person == AUTOMATIC.name or person.startswith(SHOE):
            return "house" if person == AUTOMATIC.name else "shoe"
        level = self.roles.setdefault(person, 0)
        same = [one for one, role in self.roles.items() if role == level]
        number = same.index(person) + 1
        return ROLES[level] if number == 1 else f"{ROLES[level]}{number}"


def renamed(event: AnyEvent, names: Mapping[str, str]) -> AnyEvent:
    """With players by the names that they have in the file."""
    changed: dict[str, Any] = {
        field: names.get(value, value)
        for field in ("by", "player")
        if (value := getattr(event, field, None)) is not None
    }
    if isinstance(event, happened.HandRemoved):
        changed["returned"] = tuple(
            replace(one, player=names.get(one.player, one.player)) for one in event.returned
        )
    if isinstance(event, happened.IrregularityReported):
        report = event.ruling.report
        about = replace(report, player=names.get(report.player or "", report.player))
        changed["ruling"] = replace(event.ruling, report=about)
    return replace(event, **changed)


def players_of(record: Record) -> dict[str, str]:
    """Their names in the file: their own, where a line can hold these."""
    names = [getattr(event, "player", None) for event in record.events]
    seated = record.opened.seats.values()
    found = dict.fromkeys([*seated, *(name for name in names if name), *record.claims])
    free = (f"p{number}" for number in range(1, 1000) if f"p{number}" not in found)
    return {
        name: name if NAME.fullmatch(name) and is_player(name) else next(free) for name in found
    }


def remark(record: Record) -> str:
    table = record.opened
    whose = f", as {record.seen_by} saw it" if record.seen_by else ""
    return f"# {table.game.title}, version {table.game.version}: as the journal has it{whose}."


def header(record: Record) -> list[str]:
    """The table's configuration, and what the default one has beyond it."""
    setup = record.opened.setup
    more = [bet for bet in setup_of(setup.game).limits if bet not in setup.limits]
    return [*set_up(setup), *(f"limits {bet} none" for bet in more)]


def beginning(record: Record, names: Mapping[str, str]) -> list[str]:
    """What came before, as far as it matters to the round."""
    table, lines = record.opened, list[str]()
    if table.round.number > 1:
        lines.append(f"round {table.round.number}")
    if table.out_count:
        lines.append(f"gone {table.out_count}")
    if table.next_cards:
        lines.append(f"coming {' '.join(map(str, table.next_cards))}")
    short = sorted(settled_before(table, record.events[0].at) & names.keys())
    if short:
        lines.append(f"settled-short {' '.join(names[one] for one in short)}")
    lines += [f"closed-box {box}" for box in sorted(table.closed_boxes)]
    if table.no_jackpot_bets:
        lines.append("no-jackpot-bets")
    if record.meter is not None:
        lines.append(f"meter {record.meter}")
    return lines


def before(record: Record, names: Mapping[str, str]) -> list[str]:
    """Who sat where, and to what players and areas were kept."""
    table = record.opened
    lines = [f"{names[player]} sits {box}" for box, player in table.seats.items()]
    kept = sorted(table.one_box_only & names.keys())
    lines += [f"manager restricts {names[player]}" for player in kept]
    if table.wagers_an_area is not None:
        lines.append(f"manager restricts area {table.wagers_an_area}")
    return lines


def told(line: str, answer: Answered) -> str:
    clauses = cited(answer)
    cites = f" | {' '.join(clauses)}" if clauses else ""
    return f"{line} -> {told_of(answer)}{cites}"


def merged(lines: list[str]) -> list[str]:
    """Cards dealt one after the other in one line."""
    found: list[str] = []
    for line in lines:
        said, _, came = line.partition(" -> ")
        words = said.split()
        plain = words[1:2] == ["deals"] and came.split(" | ")[0] == "cards-dealt"
        if not plain:
            found.append(line)
        elif found and found[-1].split()[:2] == words[:2] and " -> " not in found[-1]:
            found[-1] = " ".join([found[-1], *words[2:]])
        else:
            found.append(said)
    return found


def signed(cents: int) -> str:
    return f"+{format_amount(cents)}" if cents > 0 else format_amount(cents)
