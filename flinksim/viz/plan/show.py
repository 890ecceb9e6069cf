"""Shows the plan of a program: in the plan widget of a notebook, or as a page. Not in Flink."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flinksim.analysis.whatif.chaining_counterfactuals import find_counterfactual
from flinksim.analysis.whatif.plan_edits import apply_edits, parse_edit
from flinksim.core.i18n.languages import Language
from flinksim.datastream.argument_checks import check_environment
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.graph.chaining_model import Change
from flinksim.graph.stream_graph_generator import generate_stream_graph
from flinksim.viz.diagram.model import PlanDiagram
from flinksim.viz.plan.layers import build_plan_diagram
from flinksim.viz.widgets.export.html_page import Variant, export_plan_html

if TYPE_CHECKING:
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment

MAX_EAGER_TRANSFORMATIONS = 200
"""Maximum number of transformations of a plan whose possible changes are computed in advance.

A change is the smallest edit of the program that reverses the chaining decision of an edge. In a larger
plan the widget computes a change when its edge is selected, and the precomputed plans of a page have
no changes of their own.
"""

MAX_VARIANTS = 24
"""Maximum number of precomputed plans, each with one chaining decision reversed, in a page."""

MAX_VARIANT_TRANSFORMATIONS = 3000
"""Maximum number of transformations in all precomputed plans of a page together."""


def show_plan(
    env: StreamExecutionEnvironment,
    *,
    job_name: str | None = None,
    layer: str | None = None,
    language: Language = "en",
) -> Any:
    """Show the plan of the program declared in *env* as a widget for Jupyter.

    The widget has all layers and can edit the plan. Edits change a copy, not the program.

    Args:
        env: The environment in which the program is declared.
        job_name: Name of the job.
        layer: First layer to show: ``transformations`` (default), ``stream``, ``job``, ``execution`` or
            ``slots``.
        language: "en", or "zh" for Simplified Chinese.

    Raises:
        ImportError: anywidget is missing; the message says what to install.
        RuntimeError: The graphs cannot be derived; also other errors of the generators.
    """
    check_environment(env, "show_plan")
    return create_plan_widget(env.pipeline(job_name), layer, language)


def create_plan_widget(
    pipeline: Pipeline, layer: str | None = None, language: Language = "en"
) -> Any:
    """Create the plan widget of *pipeline*; see :func:`show_plan`."""
    try:
        from flinksim.viz.widgets.plan_widget import PlanWidget
    except ImportError as error:
        raise ImportError(
            f"the plan view needs anywidget ({error}). Install it with: pip install "
            "'flinksim[notebook]'. fs.export_plan(env, 'plan.html') works without"
        ) from error

    include_changes = _is_small(pipeline)

    def derive(edits: Sequence[Mapping[str, Any]]) -> PlanDiagram:
        return build_plan_diagram(
            apply_edits(pipeline, [parse_edit(edit) for edit in edits]), include_changes
        )

    def change(edits: Sequence[Mapping[str, Any]], edge: str) -> Change | None:
        graph = generate_stream_graph(apply_edits(pipeline, [parse_edit(edit) for edit in edits]))
        stream_edge = next((one for one in graph.edges() if one.name == edge), None)
        return None if stream_edge is None else find_counterfactual(stream_edge, graph)

    return PlanWidget(
        build_plan_diagram(pipeline, include_changes),
        derive,
        change,
        layer=layer,
        language=language,
    )


def export_plan(
    env: StreamExecutionEnvironment,
    path: str | Path,
    *,
    job_name: str | None = None,
    layer: str | None = None,
) -> Path:
    """Write the plan of the program declared in *env* as a page that opens offline.

    Args:
        env: The environment in which the program is declared.
        path: The file to write.
        job_name: Name of the job.
        layer: First layer to show; see :func:`show_plan`.

    Raises:
        RuntimeError: The graphs cannot be derived; also other errors of the generators.
    """
    check_environment(env, "export_plan")
    return export_pipeline_plan(env.pipeline(job_name), path, layer)


def export_pipeline_plan(pipeline: Pipeline, path: str | Path, layer: str | None = None) -> Path:
    """Write the plan of *pipeline* as a page; see :func:`export_plan`. Return the path."""
    document = build_full_diagram(pipeline)
    export_plan_html(document, path, variants=build_variants(pipeline, document), layer=layer)
    return Path(path)


def build_full_diagram(pipeline: Pipeline) -> PlanDiagram:
    """Build the diagram of *pipeline*, with the change that would reverse each chaining decision."""
    return build_plan_diagram(pipeline)


def build_variants(pipeline: Pipeline, diagram: PlanDiagram) -> list[Variant]:
    """Build the plans in which one chaining decision is reversed, each by its smallest change."""
    changes: dict[str, Sequence[Mapping[str, Any]]] = {}
    for verdict in diagram.verdicts:
        if verdict.change is not None and verdict.change.edits:
            changes.setdefault(json.dumps(verdict.change.edits), verdict.change.edits)
    small = _is_small(pipeline)
    max_variants = min(
        MAX_VARIANTS, MAX_VARIANT_TRANSFORMATIONS // max(1, len(pipeline.transformations))
    )
    return [
        (
            edits,
            build_plan_diagram(apply_edits(pipeline, [parse_edit(edit) for edit in edits]), small),
        )
        for edits in list(changes.values())[:max_variants]
    ]


def _is_small(pipeline: Pipeline) -> bool:
    # The number of transformations approximates the number of edges without a graph.
    return len(pipeline.transformations) <= MAX_EAGER_TRANSFORMATIONS
