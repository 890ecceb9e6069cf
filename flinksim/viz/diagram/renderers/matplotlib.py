"""Renders a drawing with matplotlib: a figure for notebooks, or PNG."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from flinksim.viz.diagram.renderers.shapes import Arrow, Drawing, Label, Rect
from flinksim.viz.diagram.renderers.svg import compute_arrow_head

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PIXELS_PER_INCH = 72.0
"""With this resolution a font size of 12 is 12 pixels, as in SVG."""

PIXEL_RATIO = 2.0
MAX_PIXELS = 12_000
"""Maximum length of a side; a larger drawing gets a lower resolution."""


def create_figure(drawing: Drawing) -> Figure:
    """Create a matplotlib figure that belongs to no window.

    Raises:
        ModuleNotFoundError: matplotlib is missing; the message says what to install.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "PNG pictures need matplotlib, which is not installed here; run: python -m pip install "
            "'flinksim[notebook]'. SVG needs nothing: --format svg"
        ) from error
    size = (drawing.width / PIXELS_PER_INCH, drawing.height / PIXELS_PER_INCH)
    drawn = Figure(figsize=size, dpi=PIXELS_PER_INCH, facecolor=drawing.background)
    axes = drawn.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, drawing.width)
    axes.set_ylim(drawing.height, 0)
    axes.axis("off")
    for layer, shape in enumerate(drawing.shapes):
        match shape:
            case Rect():
                axes.add_artist(_create_rect_patch(shape, layer))
            case Arrow():
                for artist in _create_arrow_artists(shape, layer):
                    axes.add_artist(artist)
            case Label():
                _draw_label(axes, shape, layer)
    return drawn


def render_png(drawing: Drawing) -> bytes:
    """Render a drawing as a PNG file.

    Raises:
        ModuleNotFoundError: As in :func:`create_figure`.
    """
    sharpness = min(PIXEL_RATIO, MAX_PIXELS / max(drawing.width, drawing.height))
    target = BytesIO()
    drawn = create_figure(drawing)
    drawn.savefig(
        target,
        format="png",
        dpi=PIXELS_PER_INCH * sharpness,
        facecolor=drawing.background,
        metadata={"Software": None, "Title": drawing.title},
    )
    return target.getvalue()


def _create_rect_patch(rect: Rect, layer: int) -> Any:
    from matplotlib.patches import BoxStyle, FancyBboxPatch

    radius = min(rect.radius, rect.height / 2, rect.width / 2)
    return FancyBboxPatch(
        (rect.x, rect.y),
        rect.width,
        rect.height,
        boxstyle=BoxStyle.Round(pad=0, rounding_size=radius),
        facecolor=rect.fill,
        edgecolor=rect.stroke,
        linewidth=rect.thickness,
        linestyle=(0, (5, 3)) if rect.dashed else "-",
        zorder=layer,
    )


def _create_arrow_artists(arrow: Arrow, layer: int) -> list[Any]:
    from matplotlib.patches import PathPatch, Polygon
    from matplotlib.path import Path

    step = Path.CURVE4 if arrow.curved else Path.LINETO
    codes = [Path.MOVETO, *[step] * (len(arrow.points) - 1)]
    line = PathPatch(
        Path(list(arrow.points), codes),
        fill=False,
        edgecolor=arrow.colour,
        linewidth=arrow.thickness,
        linestyle=(0, (5, 3)) if arrow.dashed else "-",
        capstyle="butt",
        zorder=layer,
    )
    head = Polygon(
        list(compute_arrow_head(arrow)), closed=True, color=arrow.colour, linewidth=0, zorder=layer
    )
    return [line, head]


def _draw_label(axes: Any, label: Label, layer: int) -> None:
    alignment = {"start": "left", "middle": "center", "end": "right"}[label.anchor]
    axes.text(
        label.x,
        label.y,
        label.text.replace("$", r"\$"),
        fontsize=label.size * 0.94,
        color=label.colour,
        ha=alignment,
        va="center_baseline",
        weight="bold" if label.bold else "normal",
        zorder=layer,
    )
