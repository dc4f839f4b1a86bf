"""A drawing of a few plain shapes, written as SVG or PNG."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL.ImageDraw import ImageDraw

    Point = tuple[float, float]

SHARP = 2
"""Dots of a PNG for each unit."""
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


class Area(NamedTuple):
    points: Sequence[Point]
    fill: str


class Line(NamedTuple):
    points: Sequence[Point]
    stroke: str
    width: float = 1.0


class Text(NamedTuple):
    x: float
    y: float
    """Of the line that letters stand on."""
    text: str
    size: int = 13
    anchor: str = "start"
    fill: str = "#1b2733"


@dataclass
class Drawing:
    """Words of the title and the description are for those who do not see it."""

    width: int
    height: int
    title: str
    description: str
    shapes: list[Area | Line | Text] = field(default_factory=list)

    def add(self, *shapes: Area | Line | Text) -> None:
        self.shapes.extend(shapes)


def svg(drawing: Drawing) -> bytes:
    size = f'width="{drawing.width}" height="{drawing.height}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}'
        f' viewBox="0 0 {drawing.width} {drawing.height}" role="img"'
        ' font-family="system-ui, sans-serif">'
    )
    lines = [
        head,
        f"<title>{escape(drawing.title)}</title>",
        f"<desc>{escape(drawing.description)}</desc>",
        f'<rect {size} fill="#ffffff"/>',
        *map(element, drawing.shapes),
        "</svg>",
    ]
    return "\n".join([*lines, ""]).encode()


def element(shape: Area | Line | Text) -> str:
    match shape:
        case Area(points, fill):
            return f"<polygon points={quoteattr(written(points))} fill={quoteattr(fill)}/>"
        case Line(points, stroke, width):
            return (
                f'<polyline points={quoteattr(written(points))} fill="none"'
                f' stroke={quoteattr(stroke)} stroke-width="{width:g}"/>'
            )
        case Text():
            return (
                f'<text x="{shape.x:.1f}" y="{shape.y:.1f}" font-size="{shape.size}"'
                f' text-anchor="{shape.anchor}" fill="{shape.fill}">{escape(shape.text)}</text>'
            )


def written(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def png(drawing: Drawing) -> bytes:
    from PIL import Image, ImageDraw  # noqa: PLC0415 - where a picture is asked for
    from PIL.PngImagePlugin import PngInfo  # noqa: PLC0415

    size = drawing.width * SHARP, drawing.height * SHARP
    image = Image.new("RGB", size, "#ffffff")
    canvas = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        put(canvas, shape)
    says = PngInfo()
    says.add_itxt("Title", drawing.title)
    says.add_itxt("Description", drawing.description)
    file = BytesIO()
    image.save(file, "PNG", optimize=True, pnginfo=says)
    return file.getvalue()


def put(canvas: ImageDraw, shape: Area | Line | Text) -> None:
    from PIL import ImageFont  # noqa: PLC0415 - as above

    match shape:
        case Area(points, fill):
            canvas.polygon(list(larger(points)), fill=fill)
        case Line(points, stroke, width):
            canvas.line(list(larger(points)), fill=stroke, width=max(1, round(width * SHARP)))
        case Text():
            font = ImageFont.load_default(shape.size * SHARP)
            [at] = larger([(shape.x, shape.y)])
            canvas.text(at, shape.text, shape.fill, font, ANCHORS[shape.anchor])


def larger(points: Sequence[Point]) -> Iterator[Point]:
    return ((x * SHARP, y * SHARP) for x, y in points)


WRITERS = {".svg": svg, ".png": png}
"""By the ending of a file's name."""
