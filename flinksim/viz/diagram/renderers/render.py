"""Renders one layer of a plan diagram in a format that is given by name."""

from __future__ import annotations

import json
from typing import Literal, get_args

from flinksim.core.i18n.languages import Language
from flinksim.viz.diagram.model import PlanDiagram
from flinksim.viz.diagram.renderers.dot import format_dot, render_with_graphviz
from flinksim.viz.diagram.renderers.matplotlib import render_png
from flinksim.viz.diagram.renderers.mermaid import format_mermaid
from flinksim.viz.diagram.renderers.shapes import build_drawing
from flinksim.viz.diagram.renderers.svg import render_svg
from flinksim.viz.diagram.renderers.text import format_layer
from flinksim.viz.diagram.renderers.theme import THEMES, ThemeName

OutputFormat = Literal["text", "json", "dot", "mermaid", "svg", "png"]
OUTPUT_FORMATS: tuple[OutputFormat, ...] = get_args(OutputFormat)
LayoutEngine = Literal["own", "dot"]


def render(
    diagram: PlanDiagram,
    layer: str = "job",
    output_format: OutputFormat = "svg",
    theme: ThemeName = "light",
    engine: LayoutEngine = "own",
    language: Language = "en",
) -> str | bytes:
    """Render one layer of a diagram; PNG as bytes, all other formats as text. Not in Flink.

    Args:
        diagram: The plan diagram.
        layer: Name of the layer.
        output_format: ``text``, ``json``, ``dot``, ``mermaid``, ``svg`` or ``png``.
        theme: ``light`` or ``dark``.
        engine: ``own``, or ``dot`` to let Graphviz lay out SVG and PNG, with chains as clusters.
        language: "en", or "zh" for Simplified Chinese. Names and JSON are not translated.

    Raises:
        ValueError: There is no such layer or format.
        ModuleNotFoundError: PNG is requested and matplotlib is missing.
        FileNotFoundError: ``engine="dot"`` is requested and Graphviz is missing.
    """
    colours = THEMES[theme]
    match output_format:
        case "text":
            return format_layer(diagram, layer, language)
        case "json":
            layer_name = diagram.layer(layer).name
            data = next(part for part in diagram.to_data()["layers"] if part["name"] == layer_name)
            return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
        case "dot":
            return format_dot(diagram, layer, colours, language)
        case "mermaid":
            return format_mermaid(diagram, layer, language)
        case "svg" | "png" if engine == "dot":
            image = render_with_graphviz(
                format_dot(diagram, layer, colours, language), output_format
            )
            return image if output_format == "png" else image.decode()
        case "svg":
            return render_svg(build_drawing(diagram, layer, colours, language))
        case "png":
            return render_png(build_drawing(diagram, layer, colours, language))
    raise ValueError(f"expected one of {', '.join(OUTPUT_FORMATS)}, found {output_format!r}")
