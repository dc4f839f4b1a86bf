"""The script for fish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.completing import BY_GAME, BY_IRREGULARITY, FIXED, by_first, facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.cli.completing import Option, Tree, Verb

AT = """\
# croupier: verbs, options, games and clauses at a press of the Tab key.
# Written by `croupier completion fish`; to be written again after an upgrade.
function __croupier_at
    # Whether the verb is this one, so many words follow it, and those are the last of them.
    set -l words (commandline -opc)
    set -l verb
    set -l rest
    set -l skip no
    for word in $words[2..-1]
        if test $skip = yes
            set skip no
            continue
        end
        switch $word
            case '-*'
                contains -- "$verb $word" $__croupier_takes; and set skip yes
            case '*'
                if contains -- "$verb" $__croupier_groups
                    set verb (string trim -- "$verb $word")
                else
                    set -a rest $word
                end
        end
    end
    test "$verb" = "$argv[1]"; or return 1
    test (count $argv) -lt 2; and return 0
    test "$argv[2]" = '*' -o "$argv[2]" = (count $rest); or return 1
    test (count $argv) -lt 4; and return 0
    test "$rest[$argv[3]]" = "$argv[4]"
end
"""


def script(of: Tree) -> str:
    takes = [f"{verb.name} {one.name}" for verb in of.verbs for one in verb.options if one.takes]
    lines = [
        f"set -g __croupier_takes {' '.join(map(quoted, takes))}",
        f"set -g __croupier_groups {' '.join(map(quoted, of.begins))}",
        AT.rstrip(),
        "complete -c croupier -f",
        *beginnings(of),
        *(line for verb in of.verbs for line in (*arguments(verb), *options(verb))),
    ]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def offered(when: str, names: Iterable[str], says: str = "") -> str:
    about = f" -d {quoted(says)}" if says else ""
    return f"complete -c croupier -n {quoted(when)} -a {quoted(' '.join(names))}{about}"


def beginnings(of: Tree) -> Iterator[str]:
    for group, below in of.begins.items():
        for name, says in below.items():
            yield offered(f"__croupier_at {quoted(group)} 0", [name], says)


def arguments(verb: Verb) -> Iterator[str]:
    for number, kind in enumerate(verb.arguments):
        at = f"__croupier_at {quoted(verb.name)} {number}"
        if kind in FIXED:
            yield offered(at, FIXED[kind])
        elif kind == BY_IRREGULARITY:
            anywhere = f"__croupier_at {quoted(verb.name)} '*' 2"
            yield from (offered(f"{anywhere} {name}", some) for name, some in facts())
        else:
            if kind in BY_GAME:
                yield from by_game(f"{at} 1", kind)
            yield f"complete -c croupier -n {quoted(at)} -F"


def by_game(at: str, kind: str, option: str = "") -> Iterator[str]:
    for first, values in by_first(kind):
        yield offered(f"{at} {first}", values) + option


def options(verb: Verb) -> Iterator[str]:
    for one in verb.options:
        at = f"complete -c croupier -n {quoted(f'__croupier_at {quoted(verb.name)}')}"
        yield f"{at} -l {one.name.removeprefix('--')}{takes(one)} -d {quoted(one.says)}"
        if one.kind in BY_GAME:
            name = one.name.removeprefix("--")
            yield from by_game(f"__croupier_at {quoted(verb.name)} '*' 1", one.kind, f" -xl {name}")


def takes(option: Option) -> str:
    if not option.takes:
        return ""
    return f" -xa {quoted(' '.join(FIXED[option.kind]))}" if option.kind in FIXED else " -rF"
