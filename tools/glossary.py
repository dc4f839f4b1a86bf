"""Words of the program, beside those of the documents: what each means, and where it lives."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import croupier
from croupier import server
from croupier.engine.bets import Bet, Spot
from croupier.engine.deal import Tableau
from croupier.engine.interpretations import Interpretation, Reading
from croupier.engine.irregularities import Case
from croupier.engine.reasons import reason
from croupier.engine.refusals import Policy, Refused
from croupier.lab.weighing import lines_of_shoe
from croupier.money import Posting
from croupier.server.floor.floor import Floor
from croupier.server.floor.frames import frame
from croupier.server.floor.watcher import Watcher
from croupier.server.http.operation import Operation
from croupier.server.journal.snapshots import trusted
from croupier.server.journal.store import Checkpoint, Entry, Store
from croupier.server.journal.stream import Fold, Stream
from croupier.server.limits import RateLimit
from croupier.server.money.cage import Cage
from croupier.server.money.ledger import provisional
from croupier.server.past.recall import last_rounds
from croupier.server.past.replay import replay
from croupier.server.people.people import Session
from croupier.server.play.house import House
from croupier.server.play.queue import CommandQueue
from croupier.server.shoes.line import ShoeLine
from croupier.server.shoes.sealed import SealedShoes
from croupier.server.shoes.seeds import house_commitment
from croupier.table import evolve, secrecy
from croupier.table.commands import Command, Setup
from croupier.table.event_parts import Event
from croupier.table.remedies import register
from croupier.table.showing import OwnPart, Showing
from croupier.table.views import view
from croupier.tracing.rows import trace

PACKAGE = Path(croupier.__file__).parent


class In(NamedTuple):
    """A value of a module that does not know its own name."""

    module: ModuleType
    name: str


class Word(NamedTuple):
    word: str
    means: str
    thing: object
    """The class, function, value or package that it is."""

    @property
    def lives(self) -> str:
        """A file of the package, and a name in it."""
        if isinstance(self.thing, In):
            getattr(self.thing.module, self.thing.name)
            return f"{file_of(self.thing.module.__name__)}:{self.thing.name}"
        if isinstance(self.thing, ModuleType):
            return file_of(self.thing.__name__)
        named = self.thing
        return f"{file_of(named.__module__)}:{named.__qualname__}"  # type: ignore[attr-defined]


def file_of(module: str) -> str:
    path = PACKAGE.joinpath(*module.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file.relative_to(PACKAGE).as_posix()


WORDS = (
    Word(
        "cage",
        "Where players' money comes in and goes out; corrections need two people.",
        Cage,
    ),
    Word(
        "case",
        "What a document orders when an irregularity is reported with certain facts; the first "
        "case of a game that holds is the ruling.",
        Case,
    ),
    Word(
        "checkpoint",
        "How many entries there are and the root of the tree over them, signed at a round's end.",
        Checkpoint,
    ),
    Word(
        "command",
        "What a person or the clock asks of a table; decided into events or a refusal.",
        Command,
    ),
    Word(
        "commitment",
        "A hash of the house's seed for a shoe, published before bets open and checked at its end.",
        house_commitment,
    ),
    Word(
        "entry",
        "An event in the journal, with the money that it moves, chained to the entry before it.",
        Entry,
    ),
    Word(
        "event",
        "Something that has happened: complete, in the past tense, never edited.",
        Event,
    ),
    Word(
        "floor",
        "Who watches which table, and what each is sent.",
        Floor,
    ),
    Word(
        "fold",
        "How the events of one kind of stream are read, and what each makes of the state.",
        Fold,
    ),
    Word(
        "frame",
        "An encoded message, made once for all who watch.",
        frame,
    ),
    Word(
        "house",
        "All tables and jackpots as their journals have left them, and the way in for commands.",
        House,
    ),
    Word(
        "interpretation",
        "A point that a document leaves open, as a named choice of the table's configuration.",
        Interpretation,
    ),
    Word(
        "journal",
        "Everything that a house keeps for good: streams of entries, snapshots, checkpoints.",
        Store,
    ),
    Word(
        "kernel",
        "A compiled loop of the lab that counts deals from what a game was asked once.",
        lines_of_shoe,
    ),
    Word(
        "line (of a bet)",
        "A condition, what it pays, and its clauses; the first that holds settles the bet.",
        Bet.settle,
    ),
    Word(
        "line (of a shoe)",
        "The connection over which an electronic shoe sends each card as it is drawn.",
        ShoeLine,
    ),
    Word(
        "operation",
        "A plain request of the HTTP API as data: method, path, who may, what goes in and out.",
        Operation,
    ),
    Word(
        "own part",
        "What of a view is one person's alone: wagers at a terminal, the hand they look at, "
        "options, next commands.",
        OwnPart,
    ),
    Word(
        "policy",
        "A reason for which the house itself refuses; it has no clause.",
        Policy,
    ),
    Word(
        "posting",
        "An amount moved to or from an account; those of an event add up to nothing.",
        Posting,
    ),
    Word(
        "provisional",
        "Winnings that a ruling can still correct, until the next round opens or the clock says.",
        provisional,
    ),
    Word(
        "queue",
        "Commands from everywhere in one order; those that arrive during a commit share the next.",
        CommandQueue,
    ),
    Word(
        "rate limit",
        "How often one address may send requests of some kinds.",
        RateLimit,
    ),
    Word(
        "reading",
        "One value of an interpretation, as it is in force at a table.",
        Reading,
    ),
    Word(
        "recall",
        "A player's last rounds, as that player had them.",
        last_rounds,
    ),
    Word(
        "refusal",
        "The answer that is no: why (from a closed, ordered list), clauses, one sentence.",
        Refused,
    ),
    Word(
        "register",
        "A table with a row for every member of a closed list, without a default: of events, "
        "commands, remedies. Also a document's clauses, a line each.",
        In(evolve, "EVOLVES"),
    ),
    Word(
        "remedy",
        "One thing that a ruling orders; a register says what each needs and what carries it out.",
        In(register, "CARRIES"),
    ),
    Word(
        "reason",
        "Why a settled line is as it is: the cards and points that decided, what was needed, what "
        "it pays.",
        reason,
    ),
    Word(
        "replay",
        "A round of the journal event by event, with words, cards, money and clauses.",
        replay,
    ),
    Word(
        "room",
        "A folder of the server with one concern; rooms are layers, and imports go down.",
        server,
    ),
    Word(
        "sealed shoe",
        "A shuffled order kept encrypted until it has been dealt, behind its commitment.",
        SealedShoes,
    ),
    Word(
        "secrecy",
        "For every field of every event, who may see it.",
        In(secrecy, "SECRECY"),
    ),
    Word(
        "session",
        "Somebody signed in at one device: a token, whose it is, and until when it holds.",
        Session,
    ),
    Word(
        "setup",
        "What a house chooses for a table: game, limits, boxes, decks, readings, jackpot.",
        Setup,
    ),
    Word(
        "showing",
        "One state of a table, made once into what everybody sees and what is each person's own.",
        Showing,
    ),
    Word(
        "snapshot",
        "A state kept beside its stream, to shorten a start; trusted only where it fits the chain.",
        trusted,
    ),
    Word(
        "spot",
        "Where a bet lies on a box or a terminal; part of the game, drawn by the pages.",
        Spot,
    ),
    Word(
        "store",
        "The whole border to a database; a second kind of store implements this alone.",
        Store,
    ),
    Word(
        "stream",
        "The events of one thing (a table, a jackpot, the cage) in order, and their state.",
        Stream,
    ),
    Word(
        "tableau",
        "The table of play that says whether a third card is drawn.",
        Tableau,
    ),
    Word(
        "trace",
        "For every clause, the code that carries it out and the tests that show it.",
        trace,
    ),
    Word(
        "view",
        "What one person may see of a table, and the commands that would be carried out.",
        view,
    ),
    Word(
        "watcher",
        "One connection, the tables that it watches, and what it was last sent.",
        Watcher,
    ),
    Word(
        "write lock",
        "Held while a batch or another write is on its way to the disk, so money has one order.",
        CommandQueue,
    ),
)
