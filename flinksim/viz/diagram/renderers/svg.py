"""Renders a drawing as SVG text with the standard library only."""

from __future__ import annotations

from html import escape

from flinksim.viz.diagram.renderers.shapes import Box, Picture, Shape, Text, Way

FACE = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif"
ARROW = 7.0


def svg(picture: Picture) -> str:
    """Render a drawing as one SVG document; titles of boxes and arrows become tooltips."""
    width, height = _number(picture.width), _number(picture.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="{escape(FACE)}">',
        f"<title>{escape(picture.title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{picture.background}"/>',
        *(_shape(shape) for shape in picture.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _shape(shape: Shape) -> str:
    match shape:
        case Box():
            return _box(shape)
        case Way():
            return _way(shape)
        case Text():
            return _text(shape)


def _box(box: Box) -> str:
    dash = ' stroke-dasharray="5 3"' if box.dashed else ""
    return (
        f'<rect x="{_number(box.x)}" y="{_number(box.y)}" width="{_number(box.width)}" '
        f'height="{_number(box.height)}" rx="{_number(box.radius)}" fill="{box.fill}" '
        f'stroke="{box.stroke}" stroke-width="{box.thickness}"{dash}{_id(box.id)}>'
        f"{_title(box.title)}</rect>"
    )


def _text(text: Text) -> str:
    weight = ' font-weight="600"' if text.bold else ""
    return (
        f'<text x="{_number(text.x)}" y="{_number(text.y)}" dy="0.35em" '
        f'font-size="{text.size:g}" fill="{text.colour}" text-anchor="{text.anchor}"{weight}>'
        f"{escape(text.text)}</text>"
    )


def _way(way: Way) -> str:
    start, *rest = (f"{_number(x)},{_number(y)}" for x, y in way.points)
    if way.curved:
        pieces = " ".join(f"C{' '.join(rest[n : n + 3])}" for n in range(0, len(rest), 3))
    else:
        pieces = f"L{' '.join(rest)}"
    dash = ' stroke-dasharray="5 3"' if way.dashed else ""
    head = " ".join(f"{_number(x)},{_number(y)}" for x, y in arrow_head(way))
    return (
        f'<g{_id(way.id)}>{_title(way.title)}<path d="M{start} {pieces}" fill="none" '
        f'stroke="{way.colour}" stroke-width="{way.thickness:g}"{dash}/>'
        f'<polygon points="{head}" fill="{way.colour}"/></g>'
    )


def arrow_head(way: Way) -> tuple[tuple[float, float], ...]:
    """Compute the corners of the arrow head, which ends at the last point of the arrow."""
    (x0, y0), (x1, y1) = way.points[-2], way.points[-1]
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1.0
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    bx, by = x1 - ARROW * ux, y1 - ARROW * uy
    side = ARROW * 0.45
    return (x1, y1), (bx - side * uy, by + side * ux), (bx + side * uy, by - side * ux)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _id(name: str) -> str:
    return f' data-id="{escape(name)}"' if name else ""


def _title(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""
