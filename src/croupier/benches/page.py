"""The figures as a page that stands by itself."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.benches.figures import Figure, Machine, Part, Report

STYLE = """body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; }
table { border-collapse: collapse; width: 100%; margin: 0 0 1.5rem; }
th, td { padding: .25rem .75rem .25rem 0; text-align: left; border-bottom: 1px solid #8884; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }"""
HEADINGS = ("measure", "figure", "reference", "ratio", "goal")
NOTE = "Ratios are of one run: trust them before the figures, which other work on a machine slows."
FEW = 100


def number(value: float) -> str:
    """Three figures at least, and no more than tell something."""
    return f"{value:,.0f}" if abs(value) >= FEW else f"{value:.3g}"


def facts(machine: Machine) -> dict[str, str]:
    synced = "unknown" if machine.syncs is None else f"{number(machine.syncs)} a second"
    return {
        "croupier": machine.croupier,
        "Python": machine.python,
        "system": machine.system,
        "processor": f"{machine.processor}, {machine.cores} cores",
        "disk": f"{synced}, small writes that are synced one by one",
    }


def cells(figure: Figure) -> tuple[str, ...]:
    return (
        figure.measure,
        f"{number(figure.value)} {figure.unit}",
        "" if figure.reference is None else number(figure.reference),
        "" if figure.ratio is None else number(figure.ratio),
        figure.goal,
    )


def page(report: Report) -> Iterator[bytes]:
    yield b'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield b'<meta name="viewport" content="width=device-width">\n<title>croupier bench</title>\n'
    yield f"<style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>croupier bench</h1>\n".encode()
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(said)}</td></tr>\n'
        for name, said in facts(report.machine).items()
    )
    yield f"<table>\n{rows}</table>\n<p>{NOTE}</p>\n".encode()
    for part in report.parts:
        yield "".join(section(part)).encode()
    yield b"</body>\n</html>\n"


def section(part: Part) -> Iterator[str]:
    yield f"<h2>{escape(part.title)}</h2>\n"
    if part.left_out:
        yield f"<p>{escape(part.left_out)}</p>\n"
        return
    if part.reference:
        yield f"<p>Beside it: {escape(part.reference)}.</p>\n"
    yield "<table>\n<thead><tr>"
    yield "".join(f'<th scope="col"{style(one)}>{name}</th>' for one, name in enumerate(HEADINGS))
    yield "</tr></thead>\n<tbody>\n"
    for figure in part.figures:
        told = (f"<td{style(one)}>{escape(cell)}</td>" for one, cell in enumerate(cells(figure)))
        yield f"<tr>{''.join(told)}</tr>\n"
    yield "</tbody>\n</table>\n"


def style(column: int) -> str:
    return ' class="number"' if HEADINGS[column] in {"figure", "reference", "ratio"} else ""
