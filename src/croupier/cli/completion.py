"""`croupier completion`: what a shell needs for its Tab key, as a script that starts nothing."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.verb import declared
from croupier.problems import BadInput, among

SHELLS = ("bash", "zsh", "fish")

app = declared()


@app.command()
def run(shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish")]) -> None:
    """Write a script that completes verbs, options, games and clauses in a shell.

    bash: croupier completion bash >> ~/.bash_completion

    zsh: croupier completion zsh > FOLDER/_croupier, a folder of $fpath

    fish: croupier completion fish > ~/.config/fish/completions/croupier.fish
    """
    if shell not in SHELLS:
        raise BadInput(f"{shell[:20]!r} is no shell known here; {among(shell, SHELLS)}")
    from croupier.cli.completing import tree
    from croupier.cli.main import VERBS, verb

    found = tree({name: verb(name) for name in VERBS})
    if shell == "fish":
        from croupier.cli.completion_fish import script

        print(script(found), end="")
        return
    from croupier.cli.completion_bash import SCRIPTS

    print(SCRIPTS[shell](found), end="")
