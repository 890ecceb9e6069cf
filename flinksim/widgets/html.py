"""One page that shows a run, opens anywhere and needs nothing: no server, no kernel, no network.

The page holds the stepper's code and the trace, both in base64, and a model of a few lines in the
place of the notebook's. Needs the standard library alone.
"""

from __future__ import annotations

import base64
import html
import os
from importlib.resources import files
from pathlib import Path

from flinksim.trace.codec import encode
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
<noscript>This page draws the run with JavaScript, which is switched off here.</noscript>
<div id="stepper"><p id="wait">Opening the run…</p></div>
<script type="text/plain" id="code">{code}</script>
<script type="text/plain" id="trace">{trace}</script>
<script type="module">
const bytes = async (id) => {{
  const text = document.getElementById(id).textContent;
  return new Uint8Array(await (await fetch("data:;base64," + text)).arrayBuffer());
}};
const state = {{ trace: await bytes("trace"), position: {position}, step: -1 }};
const model = {{
  get: (name) => state[name],
  set: (name, value) => {{ state[name] = value; }},
  save_changes() {{}},
  on() {{}},
  off() {{}},
}};
const code = new Blob([await bytes("code")], {{ type: "text/javascript" }});
const {{ default: widget }} = await import(URL.createObjectURL(code));
await widget.render({{ model, el: document.getElementById("stepper") }});
document.documentElement.dataset.ready = "yes";
</script>
</body>
</html>
"""


def bundle() -> str:
    """The stepper's code, as built from ``widgets/src``."""
    return files("flinksim.widgets").joinpath("static/stepper.js").read_text(encoding="utf-8")


def to_html(trace: Trace, *, title: str | None = None, position: int = 0) -> str:
    """A page that shows *trace*, at first with *position* facts having happened."""
    if not 0 <= position <= len(trace.events):
        raise ValueError(
            f"position must be within 0 and {len(trace.events)}, the facts of the trace, "
            f"not {position}"
        )
    if title is None:
        title = f"{trace.plan.job_name} - flinksim"
    return _PAGE.format(
        title=html.escape(title),
        code=base64.b64encode(bundle().encode()).decode("ascii"),
        trace=base64.b64encode(encode(trace)).decode("ascii"),
        position=position,
    )


def export_html(
    trace: Trace, path: str | os.PathLike[str], *, title: str | None = None, position: int = 0
) -> None:
    """Write :func:`to_html` to *path*; an existing file is replaced."""
    Path(path).write_text(to_html(trace, title=title, position=position), encoding="utf-8")
