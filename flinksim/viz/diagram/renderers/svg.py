"""Renders a drawing as SVG text with the standard library only."""

from __future__ import annotations

from html import escape

from flinksim.viz.diagram.renderers.shapes import Arrow, Drawing, Label, Rect, Shape

FONT_FAMILY = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif"
ARROW_LENGTH = 7.0


def render_svg(drawing: Drawing) -> str:
    """Render a drawing as one SVG document; titles of boxes and arrows become tooltips."""
    width, height = _format_number(drawing.width), _format_number(drawing.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="{escape(FONT_FAMILY)}">',
        f"<title>{escape(drawing.title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{drawing.background}"/>',
        *(_format_shape(shape) for shape in drawing.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _format_shape(shape: Shape) -> str:
    match shape:
        case Rect():
            return _format_rect(shape)
        case Arrow():
            return _format_arrow(shape)
        case Label():
            return _format_label(shape)


def _format_rect(rect: Rect) -> str:
    dash = ' stroke-dasharray="5 3"' if rect.dashed else ""
    return (
        f'<rect x="{_format_number(rect.x)}" y="{_format_number(rect.y)}" '
        f'width="{_format_number(rect.width)}" '
        f'height="{_format_number(rect.height)}" rx="{_format_number(rect.radius)}" fill="{rect.fill}" '
        f'stroke="{rect.stroke}" stroke-width="{rect.thickness}"{dash}{_format_id(rect.id)}>'
        f"{_format_title(rect.title)}</rect>"
    )


def _format_label(label: Label) -> str:
    weight = ' font-weight="600"' if label.bold else ""
    return (
        f'<text x="{_format_number(label.x)}" y="{_format_number(label.y)}" dy="0.35em" '
        f'font-size="{label.size:g}" fill="{label.colour}" text-anchor="{label.anchor}"{weight}>'
        f"{escape(label.text)}</text>"
    )


def _format_arrow(arrow: Arrow) -> str:
    start, *rest = (f"{_format_number(x)},{_format_number(y)}" for x, y in arrow.points)
    if arrow.curved:
        pieces = " ".join(f"C{' '.join(rest[n : n + 3])}" for n in range(0, len(rest), 3))
    else:
        pieces = f"L{' '.join(rest)}"
    dash = ' stroke-dasharray="5 3"' if arrow.dashed else ""
    head = " ".join(
        f"{_format_number(x)},{_format_number(y)}" for x, y in compute_arrow_head(arrow)
    )
    return (
        f'<g{_format_id(arrow.id)}>{_format_title(arrow.title)}<path d="M{start} {pieces}" fill="none" '
        f'stroke="{arrow.colour}" stroke-width="{arrow.thickness:g}"{dash}/>'
        f'<polygon points="{head}" fill="{arrow.colour}"/></g>'
    )


def compute_arrow_head(arrow: Arrow) -> tuple[tuple[float, float], ...]:
    """Compute the corners of the arrow head, which ends at the last point of the arrow."""
    (x0, y0), (x1, y1) = arrow.points[-2], arrow.points[-1]
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1.0
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    bx, by = x1 - ARROW_LENGTH * ux, y1 - ARROW_LENGTH * uy
    side = ARROW_LENGTH * 0.45
    return (x1, y1), (bx - side * uy, by + side * ux), (bx + side * uy, by - side * ux)


def _format_number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _format_id(name: str) -> str:
    return f' data-id="{escape(name)}"' if name else ""


def _format_title(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""
