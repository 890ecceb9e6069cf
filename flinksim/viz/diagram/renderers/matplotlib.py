"""Renders a drawing with matplotlib: a figure for notebooks, or PNG."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from flinksim.viz.diagram.renderers.shapes import Box, Picture, Text, Way
from flinksim.viz.diagram.renderers.svg import arrow_head

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PIXELS_PER_INCH = 72.0
"""With this resolution a font size of 12 is 12 pixels, as in SVG."""

SHARPNESS = 2.0
MOST_PIXELS = 12_000
"""Maximum length of a side; a larger drawing gets a lower resolution."""


def figure(picture: Picture) -> Figure:
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
    size = (picture.width / PIXELS_PER_INCH, picture.height / PIXELS_PER_INCH)
    drawn = Figure(figsize=size, dpi=PIXELS_PER_INCH, facecolor=picture.background)
    axes = drawn.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, picture.width)
    axes.set_ylim(picture.height, 0)
    axes.axis("off")
    for layer, shape in enumerate(picture.shapes):
        match shape:
            case Box():
                axes.add_artist(_box(shape, layer))
            case Way():
                for artist in _way(shape, layer):
                    axes.add_artist(artist)
            case Text():
                _text(axes, shape, layer)
    return drawn


def png(picture: Picture) -> bytes:
    """Render a drawing as a PNG file.

    Raises:
        ModuleNotFoundError: As in :func:`figure`.
    """
    sharpness = min(SHARPNESS, MOST_PIXELS / max(picture.width, picture.height))
    target = BytesIO()
    drawn = figure(picture)
    drawn.savefig(
        target,
        format="png",
        dpi=PIXELS_PER_INCH * sharpness,
        facecolor=picture.background,
        metadata={"Software": None, "Title": picture.title},
    )
    return target.getvalue()


def _box(box: Box, layer: int) -> Any:
    from matplotlib.patches import BoxStyle, FancyBboxPatch

    radius = min(box.radius, box.height / 2, box.width / 2)
    return FancyBboxPatch(
        (box.x, box.y),
        box.width,
        box.height,
        boxstyle=BoxStyle.Round(pad=0, rounding_size=radius),
        facecolor=box.fill,
        edgecolor=box.stroke,
        linewidth=box.thickness,
        linestyle=(0, (5, 3)) if box.dashed else "-",
        zorder=layer,
    )


def _way(way: Way, layer: int) -> list[Any]:
    from matplotlib.patches import PathPatch, Polygon
    from matplotlib.path import Path

    step = Path.CURVE4 if way.curved else Path.LINETO
    codes = [Path.MOVETO, *[step] * (len(way.points) - 1)]
    line = PathPatch(
        Path(list(way.points), codes),
        fill=False,
        edgecolor=way.colour,
        linewidth=way.thickness,
        linestyle=(0, (5, 3)) if way.dashed else "-",
        capstyle="butt",
        zorder=layer,
    )
    head = Polygon(list(arrow_head(way)), closed=True, color=way.colour, linewidth=0, zorder=layer)
    return [line, head]


def _text(axes: Any, text: Text, layer: int) -> None:
    alignment = {"start": "left", "middle": "center", "end": "right"}[text.anchor]
    axes.text(
        text.x,
        text.y,
        text.text.replace("$", r"\$"),
        fontsize=text.size * 0.94,
        color=text.colour,
        ha=alignment,
        va="center_baseline",
        weight="bold" if text.bold else "normal",
        zorder=layer,
    )
