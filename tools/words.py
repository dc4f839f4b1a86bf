"""Writes ui/src/text/en/events.json, house.json and names.json: what the house says and names.

And ui/src/text/players.json: of sentences and names those that a player's terminal fetches at once.

python -m tools.words

A language is one file of each with the same codes and slots.

Beside it lies a golden file of events as both sides put them into words. A new event gets a sample
there, by hand; its words are written by this. Others list the irregularities and the rules that
games teach, for each of which the pages have words of their own.
"""

from __future__ import annotations

import ast
import json
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import msgspec

import croupier
from croupier.engine.irregularities import IRREGULARITIES
from croupier.games import GAMES
from croupier.said import PLACES, SENTENCES, written
from croupier.table.events import AnyEvent
from croupier.table.evolve import new_table
from croupier.table.meter import AnyMeterEvent
from croupier.table.words import ROWS, WORDS, in_short, in_words
from croupier.wire.house import setup_of
from tools.markdown import ROOT
from tools.names import at_tables, everything, names

FOLDER = ROOT / "ui" / "src" / "text"
EVENTS, GOLDEN = FOLDER / "en" / "events.json", FOLDER / "en" / "events.golden.json"
HOUSE, SAID = FOLDER / "en" / "house.json", FOLDER / "en" / "house.golden.json"
NAMES = FOLDER / "en" / "names.json"
CODES = FOLDER / "irregularities.golden.json"
PLAYERS = FOLDER / "players.json"
LESSONS = FOLDER / "lessons.golden.json"
SOURCE = Path(croupier.__file__).parent
RULED = ("_section_5", *(one.name.replace("-", "_") for one in GAMES))
"""Where games say what is done when something went wrong."""
STAFF = (
    "cards.py",
    "cli/",
    "engine/interpretations.py",
    "engine/irregularities.py",
    "engine/play_readings.py",
    "engine/readings.py",
    "engine/rulings.py",
    "engine/situations.py",
    "engine/steps.py",
    *(f"games/{name}.py" for name in RULED),
    "lab/",
    "scenario/",
    "school/",
    "server/app.py",
    "server/http/",
    "server/measuring.py",
    "server/readiness.py",
    "server/journal/",
    "server/money/",
    "server/nodes/",
    "server/own_play/wishes.py",
    "server/past/",
    "server/people/",
    "server/shoes/",
    "table/applying.py",
    "table/authority.py",
    "table/configuring.py",
    "table/console.py",
    "table/established.py",
    "table/grounds.py",
    "table/reading_in.py",
    "table/record.py",
    "table/remedies/",
    "table/reported.py",
    "table/rulings.py",
    "wire/",
)
"""Where sentences are declared that staff hear, or that answer a request, which waits for them."""
TABLES = {
    True: new_table("t1", setup_of("baccarat")),
    False: new_table("t1", setup_of("three-pictures")),
}
"""With a table of play, and with boxes."""


def events() -> dict[str, Any]:
    said = {
        kind.__struct_config__.tag: {
            name: template for name, template in words._asdict().items() if template is not None
        }
        for kind, words in WORDS.items()
    }
    return {"events": said, "rows": ROWS, "places": PLACES}


def retold(sample: dict[str, Any]) -> dict[str, Any]:
    event = msgspec.convert(sample["event"], AnyEvent | AnyMeterEvent, str_keys=True)
    table = TABLES[sample["tableau"]]
    return sample | {"says": in_words(event, table), "short": in_short(event, table)}


def house() -> str:
    """Every sentence that travels as a code, once all that say one are imported."""
    for module in walk_packages(croupier.__path__, "croupier."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    said = {code: SENTENCES[code].english for code in sorted(SENTENCES)}
    return json.dumps(said, indent=1, ensure_ascii=False) + "\n"


def players() -> str:
    """Codes of all sentences but those that such a file alone declares, and names at tables."""
    staff, others = set[object](), set[object](names(at_tables()))
    for path in SOURCE.rglob("*.py"):
        told = staff if path.relative_to(SOURCE).as_posix().startswith(STAFF) else others
        tree = ast.walk(ast.parse(path.read_text("utf-8")))
        told |= {one.value for one in tree if isinstance(one, ast.Constant)}
    codes = [one for one in sorted(SENTENCES) if SENTENCES[one].english not in staff - others]
    parts = {"events.json": ["places", "rows"], "house.json": codes}
    return json.dumps(parts | {"names.json": names(at_tables())}, indent=1) + "\n"


def said() -> str:
    """Samples of facts, as both sides put them into words."""
    samples = json.loads(SAID.read_text("utf-8"))
    told = (one | {"says": written(one["said"])} for one in samples)
    lines = (json.dumps(one, ensure_ascii=False) for one in told)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def named() -> str:
    """What the house names in English."""
    return json.dumps(names(everything()), indent=1, ensure_ascii=False) + "\n"


def irregularities() -> str:
    return json.dumps([*IRREGULARITIES], indent=1) + "\n"


def lessons() -> str:
    taught = [one.lesson for one in GAMES if one.lesson]
    steps = {rule.code for one in taught for rule in (one.aim, one.cards, one.hand)}
    rules = {rule.code for one in taught for rule in one.wins.values()}
    return json.dumps({"steps": sorted(steps), "rules": sorted(rules)}, indent=1) + "\n"


def golden() -> str:
    """A sample to a line."""
    samples = json.loads(GOLDEN.read_text("utf-8"))
    lines = (json.dumps(retold(one), ensure_ascii=False) for one in samples)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def text() -> str:
    return json.dumps(events(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    EVENTS.write_text(text(), "utf-8")
    GOLDEN.write_text(golden(), "utf-8")
    CODES.write_text(irregularities(), "utf-8")
    HOUSE.write_text(house(), "utf-8")
    PLAYERS.write_text(players(), "utf-8")
    SAID.write_text(said(), "utf-8")
    LESSONS.write_text(lessons(), "utf-8")
    NAMES.write_text(named(), "utf-8")
