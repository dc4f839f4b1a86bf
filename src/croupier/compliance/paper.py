"""What a paper says, whatever it is written as; as Markdown and as a page that stands alone."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from croupier.par.sheet import SIGN_OFF, SIGNED

if TYPE_CHECKING:
    from collections.abc import Iterator

Rows = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """What each thing is, one below the other."""

    rows: Rows


@dataclass(frozen=True, slots=True)
class Grid:
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = str | Pairs | Grid


@dataclass(frozen=True, slots=True)
class Part:
    title: str
    blocks: tuple[Block, ...]
    below: bool = False
    """Of the part before it, and not beside it."""


@dataclass(frozen=True, slots=True)
class Paper:
    title: str
    head: Rows
    parts: tuple[Part, ...]
    signed: bool = False
    """With room for those who answer for it."""


def markdown(paper: Paper) -> list[str]:
    """Everything below the title."""
    said = [_markdown_block(Pairs(paper.head))]
    for part in paper.parts:
        said.append(f"{'###' if part.below else '##'} {part.title}")
        said += [_markdown_block(block) for block in part.blocks]
    return said


def _markdown_block(block: Block) -> str:
    if isinstance(block, str):
        return block
    if isinstance(block, Pairs):
        return "\n".join(f"- **{name}**: {text}" for name, text in block.rows)
    lines = [block.headings, tuple("---" for _ in block.headings), *block.rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in lines)


STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 0.5rem 0; width: 100%; }
th, td { border: 1px solid #ccc; padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
dl { display: grid; grid-template-columns: 11rem 1fr; gap: 0.1rem 1rem; }
dt { color: #595959; } dd { margin: 0; overflow-wrap: anywhere; }
h3 { margin-bottom: 0; } h3 + dl { margin-top: 0.2rem; }
.signing td { height: 2.2rem; min-width: 8rem; }
@media print { h2, h3 { break-after: avoid; } section, dl { break-inside: avoid; } }
"""


def html(paper: Paper) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(paper.title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
        f"<h1>{escape(paper.title)}</h1>{''.join(_html(paper))}</html>\n"
    )


def _html(paper: Paper) -> Iterator[str]:
    yield _html_block(Pairs(paper.head))
    for part in paper.parts:
        level = "h3" if part.below else "h2"
        yield f"<{level}>{escape(part.title)}</{level}>"
        yield from map(_html_block, part.blocks)
    if paper.signed:
        empty = tuple((role, *[""] * len(SIGNED)) for role in SIGN_OFF)
        signing = _html_block(Grid(("", *SIGNED), empty))
        yield f'<section class="signing"><h2>Sign-off</h2>{signing}</section>'


def _html_block(block: Block) -> str:
    if isinstance(block, str):
        return f"<p>{escape(block)}</p>"
    if isinstance(block, Pairs):
        rows = "".join(
            f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in block.rows
        )
        return f"<dl>{rows}</dl>"
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in block.headings)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in block.rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
