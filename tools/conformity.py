"""Write docs/conformity: a statement for each approved document, and the page that lists them.

python -m tools.conformity
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.compliance.conformity import statement
from croupier.compliance.conformity_paper import paper
from croupier.compliance.paper import markdown
from croupier.games import GAMES
from tools.markdown import DOCS, page, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.game import Game

FOLDER = DOCS / "conformity"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "README.md").write_text(index_page(), "utf-8")
    for game in GAMES:
        (FOLDER / f"{game.name}.md").write_text(statement_page(game), "utf-8")


def statement_page(game: Game) -> str:
    told = paper(statement(game))
    return page(told.title, *markdown(told))


def index_page() -> str:
    return page(
        "Statements of conformity",
        "For each approved document every clause: how the program carries it out and where, a "
        "situation that shows it, what became of it broken on purpose, the reading in force, and "
        "a remark written for it. `croupier rules conformity GAME --report FILE.pdf` prints one "
        "with the digest of the program and room for signatures.",
        table(["document", "version", "clauses", "code", "console", "definition"], rows()),
    )


def rows() -> Iterator[list[str]]:
    for game in GAMES:
        hows = [one.how for one in statement(game).clauses]
        counts = [str(hows.count(how)) for how in ("code", "console", "definition")]
        document = game.document
        called = f"[{document.title}]({game.name}.md) ({document.operator})"
        yield [called, str(document.version), str(len(hows)), *counts]


if __name__ == "__main__":
    main()
