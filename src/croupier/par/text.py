"""A PAR sheet as Markdown, CSV, JSON and a page that stands alone."""

from __future__ import annotations

import csv
import io
from html import escape
from typing import TYPE_CHECKING

import msgspec

from croupier.lab.figures import decimal
from croupier.par.sheet import LEAST, SIGN_OFF, SIGNED
from croupier.wire.odds import odds_out

if TYPE_CHECKING:
    from croupier.lab.figures import BetOdds, LineOdds
    from croupier.par.sheet import ParSheet

COLUMNS = ("event", "pays", "combinations", "probability", "expected net", "clauses")
"""A line's expected net is its probability times its pay; what comes back is the bet's return."""


def cells(line: LineOdds) -> tuple[str, ...]:
    return (
        line.event,
        decimal(line.net, 4).rstrip("0").rstrip("."),
        f"{line.combinations:,}",
        decimal(line.probability),
        decimal(line.brings),
        ", ".join(line.clauses),
    )


def markdown(sheet: ParSheet) -> str:
    def row(*parts: str) -> str:
        return f"| {' | '.join(parts)} |"

    parts = [f"# {sheet.title}", "\n".join(f"- **{name}**: {text}" for name, text in sheet.head)]
    for bet in sheet.odds.bets.values():
        lines = [row(*COLUMNS), row(*["---"] * len(COLUMNS)), *(row(*cells(x)) for x in bet.lines)]
        lines.append(row("**total**", "", f"{sheet.odds.combinations:,}", "1", decimal(bet.ev), ""))
        parts += [f"## {sheet.name(bet)}", "\n".join(lines)]
        parts.append("\n".join(f"- {name}: {text}" for name, text in sheet.summary(bet)))
    signing = [row("", *SIGNED), row(*["---"] * (1 + len(SIGNED)))]
    signing += [row(role, *[""] * len(SIGNED)) for role in SIGN_OFF]
    return "\n\n".join([*parts, "## Sign-off", "\n".join(signing)]) + "\n"


def comma_separated(sheet: ParSheet) -> str:
    """One row a line, fractions exact."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["game", "bet", *COLUMNS])
    for bet in sheet.odds.bets.values():
        for line in bet.lines:
            exact = (str(line.net), line.combinations, str(line.probability), str(line.brings))
            clauses = " ".join(line.clauses)
            writer.writerow([sheet.odds.game.name, bet.bet, line.event, *exact, clauses])
    return out.getvalue()


def json_text(sheet: ParSheet) -> str:
    """The answer of `odds` with the sheet's head; a line's part of the mean is its expected net."""
    told = {"par": dict(sheet.head)} | msgspec.to_builtins(odds_out(sheet.odds))
    for bet in told["bets"]:
        of = sheet.odds.bets[bet["bet"]]
        bet["element_of_risk"] = str(of.element_of_risk)
        bet["return"] = str(of.returns)
        bet["lines"] = [
            {"expected_net" if name == "return" else name: value for name, value in line.items()}
            for line in bet["lines"]
        ]
        bet.update(jackpot(sheet, of))
    told["simulated"] = {
        bet: {
            "mean": one.mean,
            "standard_error": one.standard_error,
            "z": one.z(sheet.odds.bets[bet]),
        }
        for bet, one in sheet.simulation.bets.items()
    }
    told["sign_off"] = {role: dict.fromkeys(SIGNED) for role in SIGN_OFF}
    return msgspec.json.format(msgspec.json.encode(told)).decode() + "\n"


def jackpot(sheet: ParSheet, bet: BetOdds) -> dict[str, dict[str, str]]:
    """Amounts in cents, as exact fractions."""
    ahead = sheet.prospects(bet)
    if ahead is None:
        return {}
    told = {
        "seed_cents": ahead.terms.seed_cents,
        "contribution_cents": ahead.contribution,
        "bets_between_hits": ahead.bets_between_hits,
        "break_even_meter_cents": ahead.break_even_meter,
        "mean_meter_when_won_cents": ahead.mean_meter_at_hit,
        "return_in_the_long_run": 1 + ahead.ev_in_the_long_run,
    }
    return {"jackpot": {name: str(value) for name, value in told.items()}}


STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 0.5rem 0; width: 100%; }
th, td { border-bottom: 1px solid #ccc; padding: 0.2rem 0.6rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
tfoot td { font-weight: bold; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; }
dt { color: #666; } dd { margin: 0; }
.signing td { height: 2rem; min-width: 8rem; }
.short { color: #b00020; font-weight: bold; }
@media print { h2 { break-after: avoid; } section { break-inside: avoid; } }
"""


def page(sheet: ParSheet) -> str:
    """HTML that needs nothing beside it; charts are SVG."""
    head = "".join(f"<dt>{escape(n)}</dt><dd>{escape(t)}</dd>" for n, t in sheet.head)
    sections = "".join(section(sheet, bet) for bet in sheet.odds.bets.values())
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(sheet.title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
        f"<h1>{escape(sheet.title)}</h1><dl>{head}</dl>{edges(sheet)}{sections}{signing()}</html>\n"
    )


def section(sheet: ParSheet, bet: BetOdds) -> str:
    heads = "".join(f'<th scope="col">{name}</th>' for name in COLUMNS)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells(line))}</tr>"
        for line in bet.lines
    )
    total = f"<td>total</td><td></td><td>{sheet.odds.combinations:,}</td><td>1</td>"
    told = "".join(
        f"<dt>{escape(n)}</dt><dd>{escape(t)}</dd>" for n, t in sheet.summary(bet) if n != "note"
    )
    short = f'<p class="short">Returns less than {LEAST}.</p>' if bet.falls_short else ""
    return (
        f"<section><h2>{escape(sheet.name(bet))}</h2><table><thead><tr>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody><tfoot><tr>{total}<td>{decimal(bet.ev)}</td><td></td></tr></tfoot>"
        f"</table><dl>{told}</dl>{short}</section>"
    )


def signing() -> str:
    heads = "".join(f'<th scope="col">{name}</th>' for name in SIGNED)
    rows = "".join(
        f'<tr><th scope="row">{role}</th>{"<td></td>" * len(SIGNED)}</tr>' for role in SIGN_OFF
    )
    return (
        f'<section class="signing"><h2>Sign-off</h2><table><thead><tr><td></td>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></section>"
    )


def edges(sheet: ParSheet) -> str:
    """The house edge of each bet as a bar."""
    bets = list(sheet.odds.bets.values())
    most = max(abs(float(bet.house_edge)) for bet in bets) or 1
    bars = "".join(
        f'<text x="0" y="{24 * place + 16}" font-size="13">{escape(sheet.name(bet))}</text>'
        f'<rect x="160" y="{24 * place + 4}" height="15" rx="3" fill="#2f6f8f"'
        f' width="{max(1, round(360 * abs(float(bet.house_edge)) / most))}"/>'
        f'<text x="{170 + round(360 * abs(float(bet.house_edge)) / most)}" y="{24 * place + 16}"'
        f' font-size="13">{decimal(100 * bet.house_edge, 3)} %</text>'
        for place, bet in enumerate(bets)
    )
    height = 24 * len(bets) + 4
    return (
        f'<figure><figcaption>House edge</figcaption><svg role="img" aria-label="house edge of'
        f' each bet" viewBox="0 0 640 {height}" width="640" height="{height}">{bars}</svg></figure>'
    )
