"""Renders one layer in a named format."""

from __future__ import annotations

import json
from typing import Literal, get_args

from flinksim.core.i18n.languages import Language
from flinksim.viz.diagram.model import LayerDocument
from flinksim.viz.diagram.renderers.dot import dot_text, drawn_by_dot
from flinksim.viz.diagram.renderers.matplotlib import png
from flinksim.viz.diagram.renderers.mermaid import mermaid_text
from flinksim.viz.diagram.renderers.shapes import picture_of
from flinksim.viz.diagram.renderers.svg import svg
from flinksim.viz.diagram.renderers.text import layer_text
from flinksim.viz.diagram.renderers.theme import THEMES, ThemeName

Form = Literal["text", "json", "dot", "mermaid", "svg", "png"]
FORMS: tuple[Form, ...] = get_args(Form)
Engine = Literal["own", "dot"]


def render(
    document: LayerDocument,
    layer: str = "job",
    form: Form = "svg",
    theme: ThemeName = "light",
    engine: Engine = "own",
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
    match form:
        case "text":
            return layer_text(document, layer, language)
        case "json":
            layer_name = document.layer(layer).name
            data = next(part for part in document.to_data()["layers"] if part["name"] == layer_name)
            return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
        case "dot":
            return dot_text(document, layer, colours, language)
        case "mermaid":
            return mermaid_text(document, layer, language)
        case "svg" | "png" if engine == "dot":
            image = drawn_by_dot(dot_text(document, layer, colours, language), form)
            return image if form == "png" else image.decode()
        case "svg":
            return svg(picture_of(document, layer, colours, language))
        case "png":
            return png(picture_of(document, layer, colours, language))
    raise ValueError(f"expected one of {', '.join(FORMS)}, found {form!r}")
