"""Write the digests of an approved document's wording into its register.

    python -m tools.register FOLDER

FOLDER holds the approved text of each document as GAME.txt. The gists are written by hand: where
register and text have not the same clauses, they are named and nothing is written.
"""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.rulebook.register import REGISTERS, parse_register
from croupier.rulebook.wording import digest, parse_wording

NUMBER_KIND_GIST = 3


def with_digests(register: str, text: str) -> str:
    head, body = register.split("\n\n", 1)
    rows = [line.split("\t") for line in body.splitlines()]
    if len(rows[0]) == NUMBER_KIND_GIST:
        rows = [[number, kind, "", gist] for number, kind, gist in rows]
    body = "\n".join("\t".join(row) for row in rows)
    document = parse_register(f"{head}\n\n{body}")
    wording = parse_wording(text, document)
    if missing := [number for number in wording.clauses if number not in document.clauses]:
        sys.exit(f"{document.title}: write the gist of {', '.join(missing)} first")
    if gone := [number for number in document.clauses if number not in wording.clauses]:
        sys.exit(f"{document.title}: the text lacks {', '.join(gone)}; take them out first")
    kept = [
        "\t".join([clause.number, clause.kind, digest(wording.clauses[clause.number]), clause.gist])
        for clause in document.clauses.values()
    ]
    return f"{head}\n\n" + "\n".join(kept) + "\n"


def main(folder: Path) -> None:
    for register in sorted(REGISTERS.glob("*.tsv")):
        text = (folder / f"{register.stem}.txt").read_text(encoding="utf-8")
        register.write_text(with_digests(register.read_text(encoding="utf-8"), text), "utf-8")
        print(register.name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
