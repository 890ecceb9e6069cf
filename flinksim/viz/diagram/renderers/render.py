"""One layer in the form that one names."""

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
    """*layer* of *document* in *form*; PNG as bytes, all else as text. Not in Flink.

    *language* is "en" or "zh", Simplified Chinese; names stay as they are, and JSON does.

    ``engine="dot"`` has Graphviz draw SVG and PNG, with chains as clusters.

    Raises: ValueError for a layer or form that there is not; ModuleNotFoundError for PNG without
    matplotlib; FileNotFoundError for ``engine="dot"`` without Graphviz.
    """
    colours = THEMES[theme]
    match form:
        case "text":
            return layer_text(document, layer, language)
        case "json":
            named = document.layer(layer).name
            data = next(part for part in document.to_data()["layers"] if part["name"] == named)
            return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
        case "dot":
            return dot_text(document, layer, colours, language)
        case "mermaid":
            return mermaid_text(document, layer, language)
        case "svg" | "png" if engine == "dot":
            drawn = drawn_by_dot(dot_text(document, layer, colours, language), form)
            return drawn if form == "png" else drawn.decode()
        case "svg":
            return svg(picture_of(document, layer, colours, language))
        case "png":
            return png(picture_of(document, layer, colours, language))
    raise ValueError(f"expected one of {', '.join(FORMS)}, found {form!r}")
