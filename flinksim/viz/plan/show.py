"""The plan of a program, to be looked at: in the lens of a notebook, or as a page. Not in Flink."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flinksim.analysis.whatif.chaining_counterfactuals import counterfactual
from flinksim.analysis.whatif.plan_edits import edit_of, edited
from flinksim.core.i18n.languages import Language
from flinksim.datastream.argument_checks import check_environment
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.graph.chaining_model import Change
from flinksim.graph.stream_graph_generator import generate_stream_graph
from flinksim.viz.diagram.model import LayerDocument
from flinksim.viz.plan.layers import document_of
from flinksim.viz.widgets.export.html_page import Variant, export_plan_html

if TYPE_CHECKING:
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment

MOST_CHANGES_AT_ONCE = 200
"""In a larger plan the lens of a notebook looks for a change only when its edge is chosen, and the
variants of a page come without changes of their own."""

MOST_VARIANTS = 24
"""So many changes are derived beforehand for a page; of a large plan as many as it has room for."""

ROOM_FOR_VARIANTS = 3000
"""So many transformations all variants of a page have together."""


def show_plan(
    env: StreamExecutionEnvironment,
    *,
    job_name: str | None = None,
    layer: str | None = None,
    language: Language = "en",
) -> Any:
    """The lens, for Jupyter: the program declared in *env* in all its layers, to be edited there.

    *layer* is the one shown first: ``transformations`` (unless given), ``stream``, ``job``,
    ``execution`` or ``slots``. Edits are made to a copy; the program itself stays as it is. *language*
    is "en" or "zh", Simplified Chinese.

    Raises: ImportError with what to install where anywidget is missing; what deriving the graphs
    raises.
    """
    check_environment(env, "show_plan")
    return lens_of(env.pipeline(job_name), layer, language)


def lens_of(pipeline: Pipeline, layer: str | None = None, language: Language = "en") -> Any:
    """:func:`show_plan` for a program that an executor got."""
    try:
        from flinksim.viz.widgets.plan_widget import Lens
    except ImportError as error:
        raise ImportError(
            f"the lens needs anywidget ({error}); install it with: pip install "
            "'flinksim[notebook]'. fs.export_plan(env, 'plan.html') works without"
        ) from error

    at_once = _is_small(pipeline)

    def derive(edits: Sequence[Mapping[str, Any]]) -> LayerDocument:
        return document_of(edited(pipeline, [edit_of(edit) for edit in edits]), at_once)

    def change(edits: Sequence[Mapping[str, Any]], edge: str) -> Change | None:
        graph = generate_stream_graph(edited(pipeline, [edit_of(edit) for edit in edits]))
        asked = next((one for one in graph.edges() if one.name == edge), None)
        return None if asked is None else counterfactual(asked, graph)

    return Lens(document_of(pipeline, at_once), derive, change, layer=layer, language=language)


def export_plan(
    env: StreamExecutionEnvironment,
    path: str | Path,
    *,
    job_name: str | None = None,
    layer: str | None = None,
) -> Path:
    """Write a page that opens offline and shows the program declared in *env* in the lens.

    Raises what deriving the graphs raises.
    """
    check_environment(env, "export_plan")
    return export_plan_of(env.pipeline(job_name), path, layer)


def export_plan_of(pipeline: Pipeline, path: str | Path, layer: str | None = None) -> Path:
    """:func:`export_plan` for a program that an executor got; gives the path."""
    document = plan_of(pipeline)
    export_plan_html(document, path, variants=variants_of(pipeline, document), layer=layer)
    return Path(path)


def plan_of(pipeline: Pipeline) -> LayerDocument:
    """*pipeline* in all layers, with the changes that would turn its verdicts."""
    return document_of(pipeline)


def variants_of(pipeline: Pipeline, document: LayerDocument) -> list[Variant]:
    """The plans in which the verdicts of *document* are turned, each by its smallest change."""
    changes: dict[str, Sequence[Mapping[str, Any]]] = {}
    for verdict in document.verdicts:
        if verdict.change is not None and verdict.change.edits:
            changes.setdefault(json.dumps(verdict.change.edits), verdict.change.edits)
    small = _is_small(pipeline)
    most = min(MOST_VARIANTS, ROOM_FOR_VARIANTS // max(1, len(pipeline.transformations)))
    return [
        (edits, document_of(edited(pipeline, [edit_of(edit) for edit in edits]), small))
        for edits in list(changes.values())[:most]
    ]


def _is_small(pipeline: Pipeline) -> bool:
    # An operator has one edge in most programs, so this needs no graph.
    return len(pipeline.transformations) <= MOST_CHANGES_AT_ONCE
