"""What may be typed behind `croupier`, word by word: verbs, options, and the names they take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.engine.irregularities import IRREGULARITIES, Device
from croupier.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.engine.game import Game

GAME_NAMES = tuple(game.name for game in GAMES)
FIXED: Mapping[str, tuple[str, ...]] = {
    "GAME": GAME_NAMES,
    "GAME|trace|amended|conformity": (*GAME_NAMES, "trace", "amended", "conformity"),
    "IRREGULARITY": tuple(IRREGULARITIES),
    "SHELL": ("bash", "zsh", "fish"),
    "rules --game": GAME_NAMES,
    "play --device": tuple(Device),
    "simulate --device": ("cpu", "cuda"),
    "drill --kind": ("pay", "draws", "follows"),
}
"""By what an argument is called in the help, or by verb and option."""
CLAUSE = "CLAUSE|FILE|GAME"
BY_GAME = (CLAUSE, "drill --clause", "--bet", "--interpretation")
BY_IRREGULARITY = "FACT"


class Option(NamedTuple):
    name: str
    says: str
    takes: bool
    """Whether a value follows it."""
    kind: str


class Verb(NamedTuple):
    """`audit verify`: its line of help, its options, and the kinds of its arguments in order."""

    name: str
    says: str
    options: tuple[Option, ...]
    arguments: tuple[str, ...]


class Tree(NamedTuple):
    groups: dict[str, str]
    """Those that others stand below, with their lines of help."""
    verbs: list[Verb]

    @property
    def begins(self) -> dict[str, dict[str, str]]:
        """What may follow `croupier` and each group, with its line of help."""
        found: dict[str, dict[str, str]] = {group: {} for group in ("", *self.groups)}
        found[""] |= self.groups
        for verb in self.verbs:
            group, _, last = verb.name.rpartition(" ")
            found[group][last] = verb.says
        return found


def tree(commands: Mapping[str, Any]) -> Tree:
    """Of commands by their names, some of which are groups."""
    groups, verbs = {}, []
    for name, command in commands.items():
        below = getattr(command, "commands", None)
        if below is None:
            verbs.append(verb_of(name, command))
        else:
            groups[name] = first_line(command)
            verbs += [verb_of(f"{name} {one}", of) for one, of in below.items()]
    return Tree(groups, verbs)


def verb_of(name: str, command: Any) -> Verb:  # noqa: ANN401 - a command of typer's
    options = [one for one in command.params if one.param_type_name == "option"]
    return Verb(
        name,
        first_line(command),
        (*(option_of(name, one) for one in options), Option("--help", "what it does", False, "")),
        tuple(one.metavar or "" for one in command.params if one.param_type_name == "argument"),
    )


def option_of(verb: str, option: Any) -> Option:  # noqa: ANN401 - an option of typer's
    name = option.opts[0]
    own = f"{verb} {name}"
    kind = own if own in FIXED or own in BY_GAME else name
    return Option(name, option.help or "", not option.is_flag, kind)


def first_line(command: Any) -> str:  # noqa: ANN401 - a command of typer's
    return str(command.help or "").partition("\n")[0].strip()


def values_of(kind: str, game: Game) -> tuple[str, ...]:
    """Those that depend on the game."""
    if kind == "--interpretation":
        return tuple(f"{one.name}={value}" for one in game.interpretations for value in one.values)
    if kind == "--bet":
        return tuple(f"{name}=" for name in game.placeable)
    return tuple(game.document.clauses)


def by_first(kind: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What may follow each game, and which games have a statement of conformity."""
    yield from ((game.name, values_of(kind, game)) for game in GAMES)
    if kind == CLAUSE:
        yield "conformity", GAME_NAMES


def facts() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The facts of each irregularity that has some, ready for their values."""
    for name, known in IRREGULARITIES.items():
        if known:
            yield name, tuple(f"{fact.name}=" for fact in known)
