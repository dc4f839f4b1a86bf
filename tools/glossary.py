"""Words of the program, beside those of the documents: what each means, and where it lives."""

from __future__ import annotations

from typing import NamedTuple


class Word(NamedTuple):
    word: str
    means: str
    lives: str
    """A file of the package, and a name in it."""


WORDS = (
    Word(
        "cage",
        "Where players' money comes in and goes out; corrections need two people.",
        "server/money/cage.py:Cage",
    ),
    Word(
        "case",
        "What a document orders when an irregularity is reported with certain facts; the first "
        "case of a game that holds is the ruling.",
        "engine/irregularities.py:Case",
    ),
    Word(
        "checkpoint",
        "How many entries there are and the root of the tree over them, signed at a round's end.",
        "server/journal/store.py:Checkpoint",
    ),
    Word(
        "command",
        "What a person or the clock asks of a table; decided into events or a refusal.",
        "table/commands.py:Command",
    ),
    Word(
        "commitment",
        "A hash of a shoe's order, published before bets open and checked when it is revealed.",
        "server/shoes/sealed.py:commitment",
    ),
    Word(
        "entry",
        "An event in the journal, with the money that it moves, chained to the entry before it.",
        "server/journal/store.py:Entry",
    ),
    Word(
        "event",
        "Something that has happened: complete, in the past tense, never edited.",
        "table/event_parts.py:Event",
    ),
    Word(
        "floor",
        "Who watches which table, and what each is sent.",
        "server/floor/floor.py:Floor",
    ),
    Word(
        "fold",
        "How the events of one kind of stream are read, and what each makes of the state.",
        "server/journal/stream.py:Fold",
    ),
    Word(
        "frame",
        "An encoded message, made once for all who watch.",
        "server/floor/frames.py:frame",
    ),
    Word(
        "house",
        "All tables and jackpots as their journals have left them, and the way in for commands.",
        "server/play/house.py:House",
    ),
    Word(
        "interpretation",
        "A point that a document leaves open, as a named choice of the table's configuration.",
        "engine/interpretations.py:Interpretation",
    ),
    Word(
        "journal",
        "Everything that a house keeps for good: streams of entries, snapshots, checkpoints.",
        "server/journal/store.py:Store",
    ),
    Word(
        "kernel",
        "A compiled loop of the lab that counts deals from what a game was asked once.",
        "lab/weighing.py:lines_of_shoe",
    ),
    Word(
        "line (of a bet)",
        "A condition, what it pays, and its clauses; the first that holds settles the bet.",
        "engine/bets.py:Bet.settle",
    ),
    Word(
        "line (of a shoe)",
        "The connection over which an electronic shoe sends each card as it is drawn.",
        "server/shoes/line.py:ShoeLine",
    ),
    Word(
        "operation",
        "A plain request of the HTTP API as data: method, path, who may, what goes in and out.",
        "server/http/operation.py:Operation",
    ),
    Word(
        "own part",
        "What of a view is one person's alone: wagers at a terminal, the hand they look at, "
        "options, next commands.",
        "table/showing.py:OwnPart",
    ),
    Word(
        "policy",
        "A reason for which the house itself refuses; it has no clause.",
        "engine/refusals.py:Policy",
    ),
    Word(
        "posting",
        "An amount moved to or from an account; those of an event add up to nothing.",
        "money.py:Posting",
    ),
    Word(
        "provisional",
        "Winnings that a ruling can still correct, until the next round opens or the clock says.",
        "server/money/ledger.py:provisional",
    ),
    Word(
        "queue",
        "Commands from everywhere in one order; those that arrive during a commit share the next.",
        "server/play/queue.py:CommandQueue",
    ),
    Word(
        "rate limit",
        "How often one address may send requests of some kinds.",
        "server/limits.py:RateLimit",
    ),
    Word(
        "reading",
        "One value of an interpretation, as it is in force at a table.",
        "engine/interpretations.py:Reading",
    ),
    Word(
        "recall",
        "A player's last rounds, as that player had them.",
        "server/past/recall.py:last_rounds",
    ),
    Word(
        "refusal",
        "The answer that is no: why (from a closed, ordered list), clauses, one sentence.",
        "engine/refusals.py:Refused",
    ),
    Word(
        "register",
        "A table with a row for every member of a closed list, without a default: of events, "
        "commands, remedies. Also a document's clauses, a line each.",
        "table/evolve.py:EVOLVES",
    ),
    Word(
        "remedy",
        "One thing that a ruling orders; a register says what each needs and what carries it out.",
        "table/remedies/register.py:CARRIES",
    ),
    Word(
        "reason",
        "Why a settled line is as it is: the cards and points that decided, what was needed, what "
        "it pays.",
        "engine/reasons.py:reason",
    ),
    Word(
        "replay",
        "A round of the journal event by event, with words, cards, money and clauses.",
        "server/past/replay.py:replay",
    ),
    Word(
        "room",
        "A folder of the server with one concern; rooms are layers, and imports go down.",
        "server/__init__.py",
    ),
    Word(
        "sealed shoe",
        "A shuffled order kept encrypted until it has been dealt, behind its commitment.",
        "server/shoes/sealed.py:SealedShoes",
    ),
    Word(
        "secrecy",
        "For every field of every event, who may see it.",
        "table/secrecy.py:SECRECY",
    ),
    Word(
        "session",
        "Somebody signed in at one device: a token, whose it is, and until when it holds.",
        "server/people/people.py:Session",
    ),
    Word(
        "setup",
        "What a house chooses for a table: game, limits, boxes, decks, readings, jackpot.",
        "table/commands.py:Setup",
    ),
    Word(
        "showing",
        "One state of a table, made once into what everybody sees and what is each person's own.",
        "table/showing.py:Showing",
    ),
    Word(
        "snapshot",
        "A state kept beside its stream, to shorten a start; trusted only where it fits the chain.",
        "server/journal/snapshots.py:trusted",
    ),
    Word(
        "spot",
        "Where a bet lies on a box or a terminal; part of the game, drawn by the pages.",
        "engine/bets.py:Spot",
    ),
    Word(
        "store",
        "The whole border to a database; a second kind of store implements this alone.",
        "server/journal/store.py:Store",
    ),
    Word(
        "stream",
        "The events of one thing (a table, a jackpot, the cage) in order, and their state.",
        "server/journal/stream.py:Stream",
    ),
    Word(
        "tableau",
        "The table of play that says whether a third card is drawn.",
        "engine/deal.py:Tableau",
    ),
    Word(
        "trace",
        "For every clause, the code that carries it out and the tests that show it.",
        "tracing/rows.py:trace",
    ),
    Word(
        "view",
        "What one person may see of a table, and the commands that would be carried out.",
        "table/views.py:view",
    ),
    Word(
        "watcher",
        "One connection, the tables that it watches, and what it was last sent.",
        "server/floor/watcher.py:Watcher",
    ),
    Word(
        "write lock",
        "Held while a batch or another write is on its way to the disk, so money has one order.",
        "server/play/queue.py:CommandQueue",
    ),
)
