"""`croupier completion`: the script that asks the program what the Tab key offers."""

from __future__ import annotations

from typing import Annotated

import typer
from typer.completion import (  # type: ignore[attr-defined] # as its own --show-completion
    get_completion_script,
)

from croupier.cli.completions import ASKED_BY_SHELL, SHELLS, shells
from croupier.cli.verb import declared
from croupier.problems import BadInput, among

app = declared()


@app.command()
def run(
    shell: Annotated[
        str, typer.Argument(metavar="SHELL", help="bash, zsh or fish", autocompletion=shells)
    ],
) -> None:
    """Write a script that completes verbs, options, games and clauses in a shell.

    bash: croupier completion bash >> ~/.bash_completion

    zsh: croupier completion zsh > FOLDER/_croupier, a folder of $fpath

    fish: croupier completion fish > ~/.config/fish/completions/croupier.fish
    """
    if shell not in SHELLS:
        raise BadInput(f"{shell[:20]!r} is no shell known here; {among(shell, SHELLS)}")
    print(get_completion_script(prog_name="croupier", complete_var=ASKED_BY_SHELL, shell=shell))
