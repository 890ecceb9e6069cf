"""Self-contained HTML pages of a run or a plan, without server, kernel or network.

A page holds the bundle of a widget and its data, both in base64, and a small model object in place
of the notebook's. Writing a page needs the standard library only.
"""

from __future__ import annotations

import base64
import html
import json
import os
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import Any

from flinksim.core.atomic_files import write_file
from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import translate
from flinksim.core.i18n.messages import collect_translations
from flinksim.core.source_locations import shorten_in_notebook
from flinksim.core.tunable_parameter import TunableParameter
from flinksim.core.validation import validate_arguments
from flinksim.trace.events import ProcessingTimeAdvanced
from flinksim.trace.query import count_kinds
from flinksim.trace.recorder import Trace
from flinksim.trace.recording_limits import describe_recording_limits
from flinksim.trace.storage.codec import encode
from flinksim.viz.diagram.model import PlanDiagram

_PAGE_TEMPLATE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
  html {{ color-scheme: light dark; background: light-dark(#eef1f5, #0c1219); }}
  body {{ margin: 0 auto; padding: 4px; }}
  #widget {{ --stage-height: max(440px, calc(100dvh - 8px)); }}
  .pair {{ display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 4px; }}
  #widget:not(.pair) [role=application] {{ outline: none; }}  /* it has the focus from the start */
  h1 {{ position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }}
  noscript, #wait, .cut {{ font: 16px system-ui, sans-serif; }}
</style>
</head>
<body>
<noscript>This page draws {what} with JavaScript, which is switched off here.</noscript>
{note}<main><h1>{title}</h1>
<div id="widget" class="{arrangement}"><p id="wait">Opening {what}…</p></div></main>
<script type="text/plain" id="code">{code}</script>
{data}
<script type="module">
const bytes = async (id) => {{
  const text = document.getElementById(id).textContent;
  return new Uint8Array(await (await fetch("data:;base64," + text)).arrayBuffer());
}};
const modelOf = (state) => {{
  const listeners = [];
  return {{
    get: (name) => state[name],
    set(name, value) {{
      if (state[name] === value) return;
      state[name] = value;
      for (const [event, callback] of [...listeners]) if (event === `change:${{name}}`) callback();
    }},
    save_changes() {{}},
    on: (event, callback) => listeners.push([event, callback]),
    off() {{}},
  }};
}};
const models = {states}.map(modelOf);
for (const one of document.querySelectorAll("script.data")) {{
  models[Number(one.dataset.of)].set(one.dataset.name, await bytes(one.id));
}}
const code = new Blob([await bytes("code")], {{ type: "text/javascript" }});
const {{ default: widget }} = await import(URL.createObjectURL(code));
const place = document.getElementById("widget");
place.replaceChildren(...models.map(() => document.createElement("div")));
for (const [number, model] of models.entries()) {{
  for (const other of models) {{
    if (other === model) continue;
    for (const name of {linked}) {{
      model.on(`change:${{name}}`, () => other.set(name, model.get(name)));
    }}
  }}
  await widget.render({{ model, el: place.children[number] }});
}}
// Keys act at once; a page inside another one leaves the keys to that.
if (window.top === window) place.querySelector("[role=application]")?.focus({{ preventScroll: true }});
document.documentElement.dataset.ready = "yes";
</script>
</body>
</html>
"""


def read_widget_bundle(widget: str = "stepper") -> str:
    """Read the JavaScript bundle ``stepper``, ``lens`` or ``notes``, built from ``widgets/src``."""
    return files("flinksim.viz.widgets").joinpath(f"static/{widget}.js").read_text(encoding="utf-8")


def read_tables() -> dict[str, Any]:
    """Read the data tables, built from ``widgets/src``; ``code`` is the code of the views loaded on demand."""
    text = files("flinksim.viz.widgets").joinpath("static/tables.json").read_text(encoding="utf-8")
    tables: dict[str, Any] = json.loads(text)
    return tables


@lru_cache(64)
def pack_tables(kinds: frozenset[str] | None = None, with_code: bool = True) -> bytes:
    """Pack what the browser needs besides the bundle.

    That is event types, Chinese texts, glossary cards, and the code of the views that it loads on
    demand (``widgets/src/ui/detail_loader.ts``).

    *kinds* limits the event types (``None``: all). Without *with_code* the browser loads the code from
    ``details.js`` beside the bundle. The result is deflated JSON.
    """
    tables = read_tables()
    if not with_code:
        tables["code"] = ""
    if kinds is not None:
        tables["facts"] = {
            name: declaration for name, declaration in tables["facts"].items() if name in kinds
        }
    return _pack(tables)


# --- a run ---------------------------------------------------------------------------------------


VIEWS = ("simple", "chart", "watermarks", "network", "inside", "cluster", "whole run")
"""Views of the stepper: one lane per key (the default for small runs); the event-time chart;
watermarks, timers and panes of a task; channels and metrics; the inside of a task; processes of
the cluster; everything over virtual time.
"""


ParameterRuns = tuple[TunableParameter, Mapping[int, Trace]]
"""A parameter of the program that the reader can change, and the run for each value in ms."""


PrecomputedAnswer = tuple[Mapping[str, Any], Sequence[Trace]]
"""The answer to a question about the run, as plain values, with the runs that verify it.

These are the runs with the first changes that the answer names.
"""


def check_view(view: str) -> str:
    """Check that *view* is a view of the stepper, and return it.

    It may be empty, so that the page selects one.

    Raises:
        ValueError: The view is unknown; the message lists the views.
    """
    if view and view not in VIEWS:
        known = ", ".join(map(repr, VIEWS))
        raise shorten_in_notebook(ValueError(f"view={view!r}: expected one of {known}"))
    return view


@validate_arguments
def to_html(
    trace: Trace,
    *,
    title: str | None = None,
    position: int | None = None,
    view: str = "",
    program: Mapping[str, Any] | None = None,
    parameters: Sequence[ParameterRuns] = (),
    comparison: tuple[str, Trace] | None = None,
    answer: Mapping[str, Any] | None = None,
    precomputed_answers: Sequence[PrecomputedAnswer] = (),
    language: Language = "en",
) -> str:
    """Render *trace* as a page with the stepper.

    Args:
        trace: The run.
        title: Title of the page; by default the job name.
        position: Number of events that have happened when the page opens. By default it opens at
            the most informative event (a failure, a late record, a fired window), with the question
            about it.
        view: Initial view, one of :data:`VIEWS`.
        program: Lines that declare the job
            (:func:`flinksim.simulation.program_source.extract_program_source`).
        parameters: Parameters of the program, with the precomputed runs for their values.
        comparison: Name and trace of another run, which is drawn as a ghost behind this one.
        answer: Answer to a question about the run, as plain values (``sim.why(...).to_json()``).
        precomputed_answers: Answers to the questions of the page, each with the runs of its changes.
        language: "en", or "zh" for Simplified Chinese; the page can switch it.

    Raises:
        ValueError: The trace has no such position, or the view is unknown.
    """
    choose = position is None
    position = position or 0
    if not 0 <= position <= len(trace.events):
        raise ValueError(
            f"position={position}: expected a number of events from 0 to {len(trace.events)}"
        )
    if title is None:
        title = f"{trace.plan.job_name} - flinksim"
    state: dict[str, Any] = {
        "position": position,
        "step": -1,
        "choose": choose,
        "view": check_view(view),
        "language": language,
        "addressed": True,
        "program": dict(program or {}),
        "answer": dict(answer or {}),
        "knobs": [{**knob.to_data(), "live": False} for knob, _ in parameters],
    }
    runs = {"trace": trace}
    answers: list[dict[str, Any]] = []
    for number, (one, change_runs) in enumerate(precomputed_answers):
        names = [f"tried_{number}_{change}_" for change in range(len(change_runs))]
        runs |= zip(names, change_runs, strict=True)
        answers.append({**one, "runs": names})
    state["answered"] = answers
    for knob, runs_by_value in parameters:
        runs |= {f"{knob.name}_{value}": run for value, run in runs_by_value.items()}
    if comparison is not None:
        state["beside_title"], runs["beside"] = comparison
    return _render_page(
        "stepper",
        title,
        "the run",
        [_PageWidget(state, runs)],
        notes=_find_notes(trace, language=language),
    )


def _find_notes(*traces: Trace, language: Language = "en") -> list[str]:
    """Return what a reader has to know of the traces: that one is cut, or recorded from real Flink."""
    notes = [
        translate(language, "page.trace_cut", reason=trace.info["cut"])
        for trace in traces
        if "cut" in trace.info
    ]
    for trace in traces:
        if "recorded" in trace.info:
            limits = describe_recording_limits(trace.info, language)
            head = translate(language, "recording.banner", version=trace.info["recorded"])
            notes.append(" ".join([head, *(f"{each}." for each in limits)]))
    return notes


@validate_arguments
def export_html(
    trace: Trace,
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    position: int | None = None,
    view: str = "",
    program: Mapping[str, Any] | None = None,
    parameters: Sequence[ParameterRuns] = (),
    comparison: tuple[str, Trace] | None = None,
    answer: Mapping[str, Any] | None = None,
    precomputed_answers: Sequence[PrecomputedAnswer] = (),
    language: Language = "en",
) -> None:
    """Write :func:`to_html` to *path*; replace an existing file."""
    page = to_html(
        trace,
        title=title,
        position=position,
        view=view,
        program=program,
        parameters=parameters,
        comparison=comparison,
        answer=answer,
        precomputed_answers=precomputed_answers,
        language=language,
    )
    write_file(path, page)


# --- two runs ------------------------------------------------------------------------------------


@validate_arguments
def to_pair_html(
    left: Trace,
    right: Trace,
    names: tuple[str, str],
    *,
    at_ms: int | None = None,
    view: str = "whole run",
) -> str:
    """Render two runs as a page with two steppers that move together in virtual time.

    *at_ms* is the virtual time at which both open and which both mark, such as the first difference. By
    default they open at their end.
    """
    widgets = []
    for trace, name in zip((left, right), names, strict=True):
        position = find_position_at(trace, at_ms)
        mark = -1 if at_ms is None else position
        state = {
            "position": position, "step": -1, "view": check_view(view), "title": name, "mark": mark,
        }  # fmt: skip
        widgets.append(_PageWidget(state, {"trace": trace}))
    title = f"{names[0]} | {names[1]} - flinksim"
    return _render_page(
        "stepper",
        title,
        "the runs",
        widgets,
        arrangement="pair",
        linked=("time_ms", "view"),
        notes=_find_notes(left, right),
    )


@validate_arguments
def find_position_at(trace: Trace, time_ms: int | None) -> int:
    """Return how many events have happened by the end of the virtual millisecond *time_ms*.

    ``None`` stands for the end of the run.
    """
    for index, event in enumerate(trace.events):
        if (
            isinstance(event, ProcessingTimeAdvanced)
            and time_ms is not None
            and event.after > time_ms
        ):
            return index
    return len(trace.events)


# --- a plan --------------------------------------------------------------------------------------

Variant = tuple[Sequence[Mapping[str, Any]], PlanDiagram]
"""Edits of a program (``flinksim.analysis.whatif.plan_edits.serialize_edit``), and its plan with them."""


@validate_arguments
def to_plan_html(
    diagram: PlanDiagram,
    *,
    variants: Sequence[Variant] = (),
    title: str | None = None,
    layer: str | None = None,
    language: Language = "en",
) -> str:
    """Render a plan as a page with the plan widget.

    The page has no Python backend and cannot build other plans. The reader can choose among *variants*,
    which are precomputed plans. The page opens in *layer*, by default the first one.

    Raises:
        ValueError: The diagram has no such layer.
    """
    layer_name = diagram.layers[0].name if layer is None else diagram.layer(layer).name
    data = {"plan": pack_plan(diagram)}
    if variants:
        data["variants"] = _pack(
            [{"edits": list(edits), "document": _to_page_data(plan)} for edits, plan in variants]
        )
    state: dict[str, Any] = {
        "layer": layer_name,
        "language": language,
        "selected": "",
        "edits": [],
        "editable": False,
        "problem": "",
    }
    return _render_page(
        "lens",
        title or f"{diagram.job_name}: the plan - flinksim",
        "the plan",
        [_PageWidget(state, data=data)],
    )


@validate_arguments
def export_plan_html(
    diagram: PlanDiagram,
    path: str | os.PathLike[str],
    *,
    variants: Sequence[Variant] = (),
    title: str | None = None,
    layer: str | None = None,
    language: Language = "en",
) -> None:
    """Write :func:`to_plan_html` to *path*; replace an existing file."""
    page = to_plan_html(diagram, variants=variants, title=title, layer=layer, language=language)
    write_file(path, page)


def pack_plan(diagram: PlanDiagram) -> bytes:
    """Pack a plan with its Chinese texts for the plan widget: deflated JSON."""
    return _pack(_to_page_data(diagram))


def _to_page_data(diagram: PlanDiagram) -> dict[str, Any]:
    data = diagram.to_data()
    return {**data, "zh": collect_translations(data)}


def _pack(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode("utf-8"), 6)


@dataclass(frozen=True, slots=True)
class _PageWidget:
    """One widget of an exported page.

    It has the values of its traits, and the runs and bytes that the page stores separately.
    """

    state: Mapping[str, Any]
    runs: Mapping[str, Trace] = field(default_factory=dict)
    data: Mapping[str, bytes] = field(default_factory=dict)

    def pack(self) -> dict[str, bytes]:
        """Encode the runs and bytes that the page stores separately, by name."""
        runs = {name: encode(run) for name, run in self.runs.items()}
        kinds = frozenset(kind for run in self.runs.values() for kind in count_kinds(run))
        return {**runs, **self.data, "tables": pack_tables(kinds)}


def _render_page(
    widget: str,
    title: str,
    subject: str,
    widgets: Sequence[_PageWidget],
    *,
    arrangement: str = "",
    linked: Sequence[str] = (),
    notes: Sequence[str] = (),
) -> str:
    scripts = [
        f'<script type="text/plain" class="data" id="{name}{number}" data-of="{number}" '
        f'data-name="{name}">{_encode_base64(value)}</script>'
        for number, one in enumerate(widgets)
        for name, value in one.pack().items()
    ]
    states = json.dumps([dict(one.state) for one in widgets]).replace("<", "\\u003c")
    return _PAGE_TEMPLATE.format(
        title=html.escape(title),
        what=subject,
        arrangement=arrangement,
        note="".join(f'<p class="cut">{html.escape(note)}</p>\n' for note in notes),
        code=_encode_base64(read_widget_bundle(widget).encode()),
        data="\n".join(scripts),
        states=states,
        linked=json.dumps(list(linked)),
    )


def _encode_base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
