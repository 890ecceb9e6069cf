"""``flinksim run``: run a program, and save its run as a trace or a page."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from flinksim.analysis.expressions.stop_conditions import parse_stop_condition
from flinksim.cli.arguments import (
    add_crash_argument,
    add_interleaving_argument,
    add_limit_arguments,
    add_parallelism_argument,
    add_until_argument,
    create_budget,
)
from flinksim.cli.console import (
    INTERRUPTED,
    TERMINATED,
    find_target_error,
    print_stderr,
    report_error,
)
from flinksim.cli.run_program import (
    add_program_arguments,
    compute_exit_code,
    find_program_error,
    report_missing_job,
    run_interruptible,
    set_up_program_environment,
)
from flinksim.core.progress import ProgressBar
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import VIRTUAL_SPECS
from flinksim.runtime.local_executor import RunCollector, run_settings
from flinksim.runtime.minicluster import RunSettings
from flinksim.trace.storage.columns import TraceFileError

if TYPE_CHECKING:
    from flinksim.cli.trace_output import TraceOutput
    from flinksim.trace.storage.streaming_writer import TraceWriter
    from flinksim.viz.widgets.export.html_page import PrecomputedAnswer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_program_arguments(parser)
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="Write the run as a page that opens offline."
    )
    parser.add_argument(
        "--answers",
        action="store_true",
        help="Include answers to why and what-if questions in the page; needs --html.",
    )
    parser.add_argument("--trace", type=Path, metavar="FILE", help="Write the trace (.flinktrace).")
    add_interleaving_argument(parser)
    add_limit_arguments(parser)
    add_until_argument(parser)
    add_parallelism_argument(parser)
    add_crash_argument(parser)
    parser.add_argument(
        "--from-savepoint",
        metavar="PATH",
        help="Start from this savepoint or checkpoint. In a folder of checkpoints, the latest is used.",
    )
    parser.add_argument(
        "--allow-non-restored-state",
        "--allowNonRestoredState",
        action="store_true",
        help="Ignore state of the savepoint that does not belong to any operator of the program.",
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="Write the input from sockets as an event log."
    )
    parser.add_argument(
        "--digest",
        action="store_true",
        help="Print a digest of the trace: equal runs have equal digests.",
    )
    parser.add_argument(
        "--quiet", action="store_true", help="Hide the progress and the output of the program."
    )
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    program: Path = options.program
    if problem := find_program_error(program):
        return report_error(problem)
    until = options.until
    problem = _find_file_error(options)
    if problem:
        return report_error(problem)
    trace_output = None if options.trace is None else _create_trace_output(options.trace)
    settings = RunSettings(
        options.interleaving,
        traced=_is_traced(options),
        restore_from=options.from_savepoint,
        allow_non_restored_state=options.allow_non_restored_state,
        budget=create_budget(options),
        injected_actions=tuple(options.crash),
        watchers=() if trace_output is None else (trace_output.begin,),
        # a page and a digest need all events, which a trace on demand would get from a second run
        trace="full" if options.html or options.digest else "on demand",
    )
    progress = None if options.quiet else ProgressBar(sys.stderr)
    with ExitStack() as stack:
        stack.enter_context(set_up_program_environment(program, options))
        runs = stack.enter_context(
            run_settings(
                settings,
                progress,
                max_steps=until if isinstance(until, int) else None,
                stop=parse_stop_condition(until) if isinstance(until, str) else None,
            )
        )
        runs.on_start = None if options.quiet else _ParallelismNote()
        code = run_interruptible(program, options.quiet)
        if progress is not None:
            progress.close()
        stop_reason = {INTERRUPTED: "interrupted", TERMINATED: "terminated"}.get(code, "")
        writers = [] if trace_output is None else trace_output.close(stop_reason)
        for number in range(len(runs.clusters)):
            code = _report(runs, options, number) or code
        code = max([_report_trace(writer) for writer in writers], default=0) or code
        code = compute_exit_code(code, runs.clusters)
    if code == 0 and not runs.clusters:
        return report_missing_job(program)
    return code


def _is_traced(options: argparse.Namespace) -> bool:
    """Return whether an option uses the trace. Without one, the run takes a third of the time."""
    stops_at_event = isinstance(options.until, str)
    return bool(
        options.trace or options.html or options.digest or stops_at_event or options.max_events
    )


class _ParallelismNote:
    """Prints, before the first job, that Flink would use another default parallelism."""

    def __init__(self) -> None:
        self._is_printed = False

    def __call__(self, pipeline: Pipeline) -> None:
        if self._is_printed or not is_parallelism_unset(pipeline):
            return
        self._is_printed = True
        print_stderr(
            "flinksim: the default parallelism is 1. Flink would use the number of CPU cores. "
            "To set it: --parallelism N"
        )


def is_parallelism_unset(pipeline: Pipeline) -> bool:
    """Return whether an operator has the default parallelism, and neither program nor option sets it."""
    return "parallelism.default" not in pipeline.configuration.to_dict() and any(
        not transformation.is_parallelism_configured
        for transformation in pipeline.transformations
        if not isinstance(transformation.spec, VIRTUAL_SPECS)
    )


def _create_trace_output(path: Path) -> TraceOutput:
    from flinksim.cli.trace_output import TraceOutput

    return TraceOutput(path)


def _find_file_error(options: argparse.Namespace) -> str:
    """Return why a file of the options cannot be written or read, or ""."""
    if options.answers and not options.html:
        return "--answers needs a page. Add --html FILE."
    if options.record and any(str(options.record) in text for text in options.source):
        return "--record and --source cannot name the same file"
    if problem := find_target_error(options, ("trace", "html", "record")):
        return problem
    return ""


def _precompute_page_answers(
    runs: RunCollector, options: argparse.Namespace, number: int
) -> list[PrecomputedAnswer]:
    if not options.answers:
        return []
    from flinksim.simulation.page.precomputed_answers import precompute_answers

    cluster = runs.clusters[number]
    return precompute_answers(
        cluster.trace, runs.pipelines[number], runs.settings, is_live=cluster.has_live_sources
    )


def _report(runs: RunCollector, options: argparse.Namespace, number: int) -> int:
    """Write the page if requested, and report the run in one line; return the exit code."""
    cluster = runs.clusters[number]
    status = cluster.status.lower()
    if cluster.is_waiting_for_input:
        waiting = cluster.describe_waiting()
        status = f"waiting for input{f' ({waiting})' if waiting else ''}"
    line = f"{cluster.job_graph.name}: {status}, {cluster.steps_taken:,} steps"
    restarts = len(cluster.failures) - (cluster.failure is not None)
    if restarts:
        line += f", {restarts} {'restart' if restarts == 1 else 'restarts'} after a failure"
    try:
        print_stderr(f"{line}, trace digest {cluster.trace.digest()}" if options.digest else line)
        if cluster.failure is not None and options.trace is None and options.html is None:
            print_stderr("To inspect the failure, run again with --html FILE or --trace FILE.")
        if options.html is not None:
            from flinksim.cli.trace_output import number_path
            from flinksim.simulation.program_source import extract_program_source
            from flinksim.viz.widgets.export.html_page import export_html

            path = number_path(options.html, number + 1, len(runs.clusters))
            lines = extract_program_source(cluster.job_graph)
            export_html(
                cluster.trace,
                path,
                program=lines,
                precomputed_answers=_precompute_page_answers(runs, options, number),
            )
            print_stderr(f"page written to {path}; it opens offline")
    except (OSError, TraceFileError) as error:
        return report_error(str(error))
    return 0


def _report_trace(writer: TraceWriter) -> int:
    """Report where the trace is; return the exit code."""
    truncation = writer.cut_reason
    backup_note = ""
    if writer.file.has_backup:
        backup_note = f"; the previous trace is kept as {writer.file.backup_path}"
    if writer.problem:
        return report_error(f"the trace is incomplete: {writer.problem}{backup_note}")
    print_stderr(
        f"trace written to {writer.file.path}{f' ({truncation})' if truncation else ''}{backup_note}"
    )
    return 0
