"""Write the digests of approved wording into the registers.

    python -m tools.register TEXT…

TEXT is the approved text of a document, named GAME.txt, or a folder of such texts; the registers
of the other games are left alone. The gists are written by hand: where register and text have not
the same clauses, they are named and nothing is written.
"""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.rulebook.register import REGISTERS, parse_register
from croupier.rulebook.wording import digest, parse_wording

NUMBER_KIND_GIST = 3


def with_digests(register: str, text: str) -> str:
    head, body = register.split("\n\n", 1)
    rows = [whole(line.split("\t")) for line in body.splitlines()]
    document = parse_register(f"{head}\n\n" + "\n".join("\t".join(row) for row in rows))
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


def whole(row: list[str]) -> list[str]:
    """As a register has it; written by hand it has no digest yet."""
    if len(row) not in {NUMBER_KIND_GIST, NUMBER_KIND_GIST + 1}:
        sys.exit(f"{'  '.join(row)!r} is not number, kind and gist")
    return row if len(row) > NUMBER_KIND_GIST else [*row[:-1], "", row[-1]]


def texts_in(place: Path, registers: Path) -> list[Path]:
    """A text, or those of a folder that are named after a register."""
    if not place.is_dir():
        return [place]
    texts = [place / f"{register.stem}.txt" for register in sorted(registers.glob("*.tsv"))]
    return [text for text in texts if text.is_file()] or sys.exit(
        f"{place}: no text here is named after a register in {registers}"
    )


def written(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}")


def main(places: list[str], registers: Path = REGISTERS) -> None:
    if not places:
        sys.exit("which texts? python -m tools.register FOLDER, or GAME.txt")
    for text in [text for place in places for text in texts_in(Path(place), registers)]:
        register = registers / f"{text.stem}.tsv"
        register.write_text(with_digests(written(register), written(text)), encoding="utf-8")
        print(register.name)


if __name__ == "__main__":
    main(sys.argv[1:])
