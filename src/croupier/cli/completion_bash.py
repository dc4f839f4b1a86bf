"""The scripts for bash and zsh: one function in the words that both know, and how each calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.completing import BY_GAME, BY_IRREGULARITY, FIXED, by_first, facts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.cli.completing import Tree, Verb

FIND = """\
# croupier: verbs, options, games and clauses at a press of the Tab key.
# Written by `croupier completion {shell}`; to be written again after an upgrade.
__croupier_find() {{
    # Given the words before the one that is typed, what may follow: names and flags.
    local word
    verb= first= second= count=0 asked= names= flags=
    while [ $# -gt 0 ]; do
        word="$1"
        shift
        case "$word" in
            '=') [ $# -gt 0 ] && shift ;;
            -*)
                case "$verb $word" in
{takes}
                        if [ $# -gt 0 ]; then shift; else asked="$word"; fi ;;
                esac ;;
            *)
                case "$verb" in
                    {groups}) verb="${{verb:+$verb }}$word" ;;
                    *)
                        count=$((count + 1))
                        case "$count" in
                            1) first="$word" ;;
                            2) second="$word" ;;
                        esac ;;
                esac ;;
        esac
    done
    if [ -n "$asked" ]; then
        case "$verb $asked" in
{values}
        esac
        return
    fi
    case "$verb:$count" in
{arguments}
    esac
    case "$verb" in
{flags}
    esac
}}
__croupier_by_game() {{
    case "$1:$first" in
{by_game}
    esac
}}
__croupier_facts() {{
    case "$second" in
{facts}
    esac
}}
"""
BASH = """
_croupier() {
    local cur="${COMP_WORDS[COMP_CWORD]}" verb first second count asked names flags
    [ "$cur" = '=' ] && cur=
    __croupier_find "${COMP_WORDS[@]:1:COMP_CWORD-1}"
    case "$cur" in
        -*) [ -z "$asked" ] && names="$flags" ;;
    esac
    COMPREPLY=($(compgen -W "$names" -- "$cur"))
    case "${COMPREPLY[0]}" in
        *=) compopt -o nospace ;;
    esac
}
complete -o bashdefault -o default -F _croupier croupier
"""
ZSH = """
_croupier() {
    local verb first second count asked names flags
    __croupier_find "${(@)words[2,CURRENT-1]}"
    case "${words[CURRENT]}" in
        -*) [ -z "$asked" ] && names="$flags" ;;
    esac
    if [ -n "$names" ]; then
        case "$names" in
            *=) compadd -S '' -- ${=names} ;;
            *) compadd -- ${=names} ;;
        esac
    else
        _files
    fi
}
if [ "$funcstack[1]" = _croupier ]; then
    _croupier "$@"
else
    compdef _croupier croupier
fi
"""


def bash(of: Tree) -> str:
    return find(of, "bash") + BASH


def zsh(of: Tree) -> str:
    return "#compdef croupier\n" + find(of, "zsh") + ZSH


def find(of: Tree, shell: str) -> str:
    return FIND.format(
        shell=shell,
        takes=taking(of),
        groups="|".join(f"'{group}'" for group in of.begins),
        values=cases(option_values(of), 8),
        arguments=cases(argument_values(of), 8),
        flags=cases(flags(of), 8),
        by_game=cases(by_game(), 8),
        facts=cases(((name, named(some)) for name, some in facts()), 8),
    )


def taking(of: Tree) -> str:
    """The options that a value follows, as one pattern."""
    found = [f"'{verb.name} {one.name}'" for verb in of.verbs for one in verb.options if one.takes]
    return " " * 20 + " | \\\n                    ".join(found) + ")"


def cases(rows: Iterable[tuple[str, str]], indent: int) -> str:
    return "\n".join(f"{' ' * indent}'{pattern}') {does} ;;" for pattern, does in rows)


def named(names: Iterable[str]) -> str:
    return f"names='{' '.join(names)}'"


def meant(kind: str) -> str | None:
    if kind in FIXED:
        return named(FIXED[kind])
    if kind in BY_GAME:
        return f"__croupier_by_game '{kind}'"
    return "__croupier_facts" if kind == BY_IRREGULARITY else None


def option_values(of: Tree) -> Iterator[tuple[str, str]]:
    for verb in of.verbs:
        for one in verb.options:
            does = meant(one.kind)
            if one.takes and does is not None:
                yield f"{verb.name} {one.name}", does


def argument_values(of: Tree) -> Iterator[tuple[str, str]]:
    for group, below in of.begins.items():
        yield f"{group}:0", named(below)
    for verb in of.verbs:
        yield from arguments_of(verb)


def arguments_of(verb: Verb) -> Iterator[tuple[str, str]]:
    for number, kind in enumerate(verb.arguments):
        does = meant(kind)
        if does is not None:
            places = "'*'" if kind == BY_IRREGULARITY else number
            yield f"{verb.name}:{places}", does


def flags(of: Tree) -> Iterator[tuple[str, str]]:
    for group in of.begins:
        yield group, f"flags='{'--help' if group else '--version --help'}'"
    for verb in of.verbs:
        yield verb.name, f"flags='{' '.join(one.name for one in verb.options)}'"


def by_game() -> Iterator[tuple[str, str]]:
    for kind in BY_GAME:
        for first, values in by_first(kind):
            yield f"{kind}:{first}", named(values)


SCRIPTS: dict[str, Callable[[Tree], str]] = {"bash": bash, "zsh": zsh}
