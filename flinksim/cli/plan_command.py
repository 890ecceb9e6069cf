"""``flinksim plan``: the graphs of a program, or of a real job's plan, as text and pictures."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

from flinksim.cli.arguments import add_language_argument, add_parallelism_argument
from flinksim.cli.binding_options import add_binding_arguments
from flinksim.cli.console import print_stderr, report_error
from flinksim.cli.run_program import (
    PROGRAM_ARGUMENTS_NOTE,
    NullStream,
    add_import_arguments,
    allow_old_programs,
    find_program_error,
    report_missing_job,
    run_program,
    set_up_program_environment,
)
from flinksim.core.atomic_files import FileError, check_readable, write_file
from flinksim.core.i18n.message_catalog import translate
from flinksim.core.i18n.messages import translate_text
from flinksim.datastream.pipeline_executor import Pipeline, redirect_jobs
from flinksim.graph.capture_executor import CapturingExecutor
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.viz.diagram.model import LAYER_NAMES, QUERY_LAYER_NAMES, PlanDiagram
from flinksim.viz.diagram.renderers.render import OUTPUT_FORMATS, render
from flinksim.viz.diagram.renderers.text import (
    format_chaining_decisions,
    format_generation_steps,
    format_stream_configs,
)
from flinksim.viz.diagram.renderers.theme import THEMES
from flinksim.viz.plan.layers import build_plan_diagram
from flinksim.viz.plan.plan_import import InvalidPlanError, read_plan
from flinksim.viz.plan.show import MAX_EAGER_TRANSFORMATIONS, build_full_diagram, build_variants
from flinksim.viz.widgets.export.html_page import export_plan_html


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Show the graphs of a program, such as the job graph, without running it. The input can also be a "
        "job plan from Flink. Writes one graph (--layer) as text or as a picture, or with --format json all."
    )
    parser.epilog = PROGRAM_ARGUMENTS_NOTE
    parser.add_argument(
        "program", type=Path, nargs="?", help="A Python file that calls env.execute()."
    )
    parser.add_argument(
        "--from",
        dest="plan_file",
        type=Path,
        metavar="PLAN.JSON",
        help="Read a plan instead of a program; - reads standard input. A plan is the JSON of "
        "getExecutionPlan(), or the response of Flink's REST API to /jobs/<id>/plan or /jobs/<id>.",
    )
    add_import_arguments(parser)
    parser.add_argument(
        "--layer",
        choices=(*QUERY_LAYER_NAMES, *LAYER_NAMES),
        help="Layer to show (default: job). The first three are of SQL.",
    )
    parser.add_argument(
        "--format",
        dest="form",
        choices=OUTPUT_FORMATS,
        help="Output format (default: from the suffix of FILE, or text).",
    )
    parser.add_argument(
        "-o", dest="output", type=Path, metavar="FILE", help="Output file (default: the terminal)."
    )
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="Write a page that opens offline and shows how each layer is derived from the one before.",
    )
    parser.add_argument(
        "--theme", choices=list(THEMES), default="light", help="Theme of pictures (default: light)."
    )
    parser.add_argument(
        "--engine",
        choices=("own", "dot"),
        default="own",
        help="Layout engine for SVG and PNG: flinksim (own, the default) or Graphviz (dot).",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="Explain for each edge why it is chained or not, and how to change it.",
    )
    parser.add_argument(
        "--walk", action="store_true", help="List the steps that generate the stream graph."
    )
    parser.add_argument(
        "--configs",
        action="store_true",
        help="Show the configuration of each task: StreamConfig, resources, co-location.",
    )
    parser.add_argument(
        "--compiled",
        action="store_true",
        help="Print the Python source into which an untraced run compiles the chains. Opens the operators.",
    )
    parser.add_argument(
        "--stages",
        action="store_true",
        help="Show each statement of a SQL script at all stages, from SQL to the job graph. Each operator "
        "has its changelog mode and the reasons for it.",
    )
    add_binding_arguments(parser)
    add_parallelism_argument(parser)
    add_language_argument(parser)
    parser.set_defaults(action=execute, record=None, requires_data=False)


def _is_plain_sql(options: argparse.Namespace) -> bool:
    """Return whether the program is SQL and no graph of its job was asked for."""
    chosen = (options.layer, options.form, options.output, options.html, options.explain)
    is_sql = options.program is not None and options.program.suffix.lower() == ".sql"
    return is_sql and not any((*chosen, options.walk, options.configs, options.compiled))


def _explain_sql(program: Path, version: str | None) -> int:
    """Print the plans of a file of SQL statements for Flink *version* as Flink's EXPLAIN does."""
    from flinksim.table.planner.planner_errors import SqlError
    from flinksim.table.sql_script import explain_script

    if problem := find_program_error(program):
        return report_error(problem)
    try:
        with allow_old_programs(program, version):
            explain_script(program)
    except SqlError as error:
        return report_error(f"{program}: {error}")
    return 0


def _print_stages(options: argparse.Namespace) -> int:
    """Print the stages of each statement of a SQL script, and then the graphs of its jobs."""
    program: Path | None = options.program
    if program is None or program.suffix.lower() != ".sql":
        return report_error(
            "--stages needs a file of SQL statements: flinksim plan QUERY.SQL --stages"
        )
    if problem := find_program_error(program):
        return report_error(problem)
    # Loaded here because programs without SQL need no planner.
    from flinksim.table.plan_stages import format_statement_stages
    from flinksim.table.planner.planner_errors import SqlError
    from flinksim.table.sql_script import list_script_plans

    try:
        with allow_old_programs(program, options.flink):
            texts = [
                format_statement_stages(text, plan, options.language)
                for text, plan in list_script_plans(program)
            ]
        loaded = _load_plans(options)
    except (SqlError, InvalidPlanError, ValueError, RuntimeError, OSError) as error:
        return report_error(f"{program}: {error}")
    if loaded is None:
        return 1
    for text, (diagram, _) in zip(texts, loaded, strict=True):
        print(text)
        for layer, title in (("transformations", "transformations"), ("job", "job")):
            print(f"== {translate(options.language, f'plan.stage_{title}')} ==")
            print(render(diagram, layer, "text", options.theme, options.engine, options.language))
    return 0


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if (options.program is None) == (options.plan_file is None):
        return report_error(
            "expected either a program or a plan: flinksim plan PROGRAM, or flinksim plan --from FILE"
        )
    if options.stages:
        return _print_stages(options)
    if _is_plain_sql(options):
        return _explain_sql(options.program, options.flink)
    try:
        fmt = options.form or _select_format(options.output)
    except ValueError as error:
        return report_error(str(error))
    if (options.explain or options.walk or options.configs) and fmt != "text":
        return report_error(f"--explain, --walk and --configs write text. Remove --format {fmt}.")
    try:
        plans = _load_plans(options)
    except (InvalidPlanError, ValueError, RuntimeError, OSError) as error:
        return report_error(str(error))
    if plans is None:
        return 1
    for number, (diagram, pipeline) in enumerate(plans, 1):
        suffix = f"-{number}" if len(plans) > 1 else ""
        if options.compiled:
            code = _print_compiled_chains(pipeline)
        elif options.html is not None:
            code = _write_page(diagram, pipeline, options, suffix)
        else:
            code = _write_diagram(diagram, fmt, options, suffix)
        if code != 0:
            return code
    return 0


def _print_compiled_chains(pipeline: Pipeline | None) -> int:
    if pipeline is None:
        return report_error("--compiled needs a program; a plan does not contain functions")
    cluster = MiniCluster(
        build_job_graph(pipeline), RunSettings(traced=False, writes_snapshots=False)
    )
    try:
        with redirect_stdout(NullStream()):
            sources = cluster.compile_chains()
    except JobExecutionError as error:
        return report_error(str(error))
    if not sources:
        print_stderr(f"{cluster.job_graph.name}: no chain is compiled; the run calls the operators")
    for subtask, text in sources.items():
        sys.stdout.write(f"# source task {subtask}\n{text}\n")
    return 0


def _has_compiled_plan(path: Path) -> bool:
    """Return whether a file is the JSON of COMPILE PLAN, which can be run like a program."""
    from flinksim.table.compiled_plan.plan_document import is_compiled_plan

    try:
        return path.is_file() and is_compiled_plan(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return False


def _select_format(output: Path | None) -> str:
    suffix = "" if output is None else output.suffix.lstrip(".").lower()
    output_format = _FORMAT_BY_SUFFIX.get(suffix, suffix)
    if output_format not in OUTPUT_FORMATS:
        raise ValueError(
            f"-o {output}: unknown suffix .{suffix}. Choose a format with --format {'|'.join(OUTPUT_FORMATS)}."
        )
    return output_format


_FORMAT_BY_SUFFIX = {"mmd": "mermaid", "gv": "dot", "txt": "text", "": "text"}


def _load_plans(options: argparse.Namespace) -> list[tuple[PlanDiagram, Pipeline | None]] | None:
    """Return the diagrams to draw, each with its program if any; ``None`` after an error report."""
    program: Path | None = options.program
    if options.plan_file is not None and _has_compiled_plan(options.plan_file):
        program = options.program = options.plan_file
    elif options.plan_file is not None:
        path: Path = options.plan_file
        if str(path) == "-":
            return [(read_plan(sys.stdin.read(), "standard input"), None)]
        return [(read_plan(_read_text(path), str(path)), None)]
    assert program is not None
    if program.suffix == ".json" and program.is_file() and not _has_compiled_plan(program):
        report_error(
            f"{program} is not a Python program. To read a plan: flinksim plan --from {program}"
        )
        return None
    if problem := find_program_error(program):
        report_error(problem)
        return None
    executor = CapturingExecutor()
    with ExitStack() as stack:
        stack.enter_context(set_up_program_environment(program, options))
        stack.enter_context(redirect_jobs(executor))
        code = run_program(program, quiet=True)
    if not executor.pipelines:
        return [] if code == 0 and report_missing_job(program) == 0 else None
    if code != 0:
        print_stderr(
            "flinksim: the program failed after it had declared its job, because the job was not run. "
            "The plan is complete."
        )
    build_diagram = build_full_diagram if options.html is not None else build_plan_diagram
    diagrams = [build_diagram(pipeline) for pipeline in executor.pipelines]
    if program.suffix.lower() == ".sql" and not options.stages:
        diagrams = _add_query_layers(program, options.flink, diagrams, executor.pipelines)
    return list(zip(diagrams, executor.pipelines, strict=True))


def _add_query_layers(
    program: Path, version: str | None, diagrams: list[PlanDiagram], pipelines: list[Pipeline]
) -> list[PlanDiagram]:
    """Add the stages of each statement of a SQL script to the diagram of its job."""
    # Loaded here because programs without SQL need no planner.
    from flinksim.table.sql_script import list_script_plans
    from flinksim.viz.plan.query_layers import StatementLayers, add_query_layers

    with allow_old_programs(program, version):
        statements = [StatementLayers(text, plan) for text, plan in list_script_plans(program)]
    return [add_query_layers(*each) for each in zip(diagrams, statements, pipelines, strict=True)]


def _read_text(path: Path) -> str:
    try:
        check_readable(path, "a plan")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InvalidPlanError(f"{path} is not a text file") from None
    except FileError as error:
        raise InvalidPlanError(str(error)) from None
    except OSError as error:
        raise InvalidPlanError(f"cannot read {path}: {error.strerror}") from None


def _write_page(
    diagram: PlanDiagram, pipeline: Pipeline | None, options: argparse.Namespace, suffix: str
) -> int:
    """Write the page of the plan widget; with a program the page can show changes of it."""
    path = options.html.with_name(f"{options.html.stem}{suffix}{options.html.suffix}")
    if pipeline is not None and len(pipeline.transformations) > MAX_EAGER_TRANSFORMATIONS:
        print_stderr(f"{diagram.job_name}: large plan; computing the effects of possible changes")
    variants = [] if pipeline is None else build_variants(pipeline, diagram)
    stages = tuple(one for one in diagram.layers if one.name in QUERY_LAYER_NAMES)
    variants = [(edits, replace(plan, layers=(*stages, *plan.layers))) for edits, plan in variants]
    try:
        export_plan_html(
            diagram, path, variants=variants, layer=options.layer, language=options.language
        )
    except (ValueError, OSError) as error:
        return report_error(str(error))
    print_stderr(f"{diagram.job_name}: page written to {path}; it opens offline")
    return 0


def _write_diagram(
    diagram: PlanDiagram, output_format: str, options: argparse.Namespace, suffix: str
) -> int:
    try:
        rendered = _render_diagram(diagram, output_format, options)
    except (ValueError, RuntimeError, OSError, ModuleNotFoundError) as error:
        return report_error(str(error))
    if output_format not in ("text", "json"):
        for note in diagram.notes:
            print_stderr(translate_text(note, options.language))
    if options.output is None:
        if isinstance(rendered, str):
            sys.stdout.write(rendered)
        elif sys.stdout.isatty():
            return report_error("PNG cannot be written to a terminal. Name a file: -o plan.png")
        else:
            sys.stdout.buffer.write(rendered)
        return 0
    path = options.output.with_name(f"{options.output.stem}{suffix}{options.output.suffix}")
    try:
        write_file(path, rendered)
    except OSError as error:
        return report_error(str(error))
    print_stderr(f"{diagram.job_name}: written to {path}")
    return 0


def _render_diagram(
    diagram: PlanDiagram, output_format: Any, options: argparse.Namespace
) -> str | bytes:
    if output_format == "json" and options.layer is None:
        return json.dumps(diagram.to_data(), ensure_ascii=False, indent=1) + "\n"
    parts = []
    if options.walk:
        if not diagram.walk:
            raise ValueError(
                "--walk needs a program; a plan does not contain the steps that generated it"
            )
        parts.append(format_generation_steps(diagram, options.language))
    if options.explain:
        if not diagram.verdicts:
            raise ValueError(
                "--explain needs a program or the JSON of getExecutionPlan(); a job graph does not contain the "
                "reasons for its chains"
            )
        parts.append(format_chaining_decisions(diagram.verdicts, language=options.language))
    if options.configs:
        parts.append(format_stream_configs(diagram, options.language))
    if parts and options.layer is None:
        return "\n".join(parts)
    layer_image = render(
        diagram,
        options.layer or "job",
        output_format,
        options.theme,
        options.engine,
        options.language,
    )
    return "\n".join([layer_image, *parts]) if isinstance(layer_image, str) else layer_image
