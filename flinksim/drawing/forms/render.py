"""One layer in the form that one names."""

from __future__ import annotations

import json
from typing import Literal, get_args

from flinksim.base.languages import Language
from flinksim.drawing.document import LayerDocument
from flinksim.drawing.forms.dot import dot_text, drawn_by_dot
from flinksim.drawing.forms.matplotlib_picture import png
from flinksim.drawing.forms.mermaid import mermaid_text
from flinksim.drawing.forms.picture import picture_of
from flinksim.drawing.forms.svg import svg
from flinksim.drawing.forms.text import layer_text
from flinksim.drawing.forms.theme import THEMES, ThemeName

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
