"""Pages that show a run or a plan, open anywhere and need nothing: no server, no kernel, no network.

Such a page holds a widget's code and what it shows, both in base64, and a model of a few lines in
the place of the notebook's. Needs the standard library alone.
"""

from __future__ import annotations

import base64
import html
import json
import os
import zlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from flinksim.trace.codec import encode
from flinksim.trace.layers import LayerDocument
from flinksim.trace.recorder import Trace

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
  html {{ color-scheme: light dark; background: light-dark(#eef1f5, #0c1219); }}
  body {{ margin: 0 auto; padding: 4px; max-width: 1400px; }}
  noscript, #wait {{ font: 16px system-ui, sans-serif; }}
</style>
</head>
<body>
<noscript>This page draws {what} with JavaScript, which is switched off here.</noscript>
<div id="widget"><p id="wait">Opening {what}…</p></div>
<script type="text/plain" id="code">{code}</script>
{data}
<script type="module">
const bytes = async (id) => {{
  const text = document.getElementById(id).textContent;
  return new Uint8Array(await (await fetch("data:;base64," + text)).arrayBuffer());
}};
const state = {state};
for (const one of document.querySelectorAll("script.data")) state[one.id] = await bytes(one.id);
const model = {{
  get: (name) => state[name],
  set: (name, value) => {{ state[name] = value; }},
  save_changes() {{}},
  on() {{}},
  off() {{}},
}};
const code = new Blob([await bytes("code")], {{ type: "text/javascript" }});
const {{ default: widget }} = await import(URL.createObjectURL(code));
await widget.render({{ model, el: document.getElementById("widget") }});
document.documentElement.dataset.ready = "yes";
</script>
</body>
</html>
"""


def bundle(widget: str = "stepper") -> str:
    """The code of ``stepper`` or ``lens``, as built from ``widgets/src``."""
    return files("flinksim.widgets").joinpath(f"static/{widget}.js").read_text(encoding="utf-8")


# --- a run ---------------------------------------------------------------------------------------


def to_html(trace: Trace, *, title: str | None = None, position: int = 0) -> str:
    """A page that shows *trace*, at first with *position* facts having happened."""
    if not 0 <= position <= len(trace.events):
        raise ValueError(
            f"position must be within 0 and {len(trace.events)}, the facts of the trace, "
            f"not {position}"
        )
    if title is None:
        title = f"{trace.plan.job_name} - flinksim"
    state = {"position": position, "step": -1}
    return _page("stepper", title, "the run", {"trace": encode(trace)}, state)


def export_html(
    trace: Trace, path: str | os.PathLike[str], *, title: str | None = None, position: int = 0
) -> None:
    """Write :func:`to_html` to *path*; an existing file is replaced."""
    Path(path).write_text(to_html(trace, title=title, position=position), encoding="utf-8")


# --- a plan --------------------------------------------------------------------------------------

Variant = tuple[Sequence[Mapping[str, Any]], LayerDocument]
"""Edits of a program (``flinksim.graph.edits.data_of``), and its plan with them."""


def plan_to_html(
    document: LayerDocument,
    *,
    variants: Sequence[Variant] = (),
    title: str | None = None,
    layer: str | None = None,
) -> str:
    """A page that shows *document* in the lens, at first in *layer* (its first unless given).

    No Python is behind the page, so nothing can be derived again there; *variants* are plans that
    were derived beforehand and can be chosen.

    Raises: ValueError for a layer that the document does not have.
    """
    shown = document.layers[0].name if layer is None else document.layer(layer).name
    data = {"plan": pack_plan(document)}
    if variants:
        data["variants"] = _pack(
            [{"edits": list(edits), "document": plan.to_data()} for edits, plan in variants]
        )
    state: dict[str, Any] = {
        "layer": shown,
        "selected": "",
        "edits": [],
        "editable": False,
        "problem": "",
    }
    return _page(
        "lens", title or f"{document.job_name}: the plan - flinksim", "the plan", data, state
    )


def export_plan_html(
    document: LayerDocument,
    path: str | os.PathLike[str],
    *,
    variants: Sequence[Variant] = (),
    title: str | None = None,
    layer: str | None = None,
) -> None:
    """Write :func:`plan_to_html` to *path*; an existing file is replaced."""
    page = plan_to_html(document, variants=variants, title=title, layer=layer)
    Path(path).write_text(page, encoding="utf-8")


def pack_plan(document: LayerDocument) -> bytes:
    """*document* as the lens reads it: deflated JSON."""
    return _pack(document.to_data())


def _pack(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode("utf-8"), 6)


def _page(
    widget: str, title: str, what: str, data: Mapping[str, bytes], state: Mapping[str, Any]
) -> str:
    scripts = [
        f'<script type="text/plain" class="data" id="{name}">{_base64(value)}</script>'
        for name, value in data.items()
    ]
    return _PAGE.format(
        title=html.escape(title),
        what=what,
        code=_base64(bundle(widget).encode()),
        data="\n".join(scripts),
        state=json.dumps(state).replace("<", "\\u003c"),
    )


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
