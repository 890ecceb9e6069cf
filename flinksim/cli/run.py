"""``flinksim run``: run a program, and save its run as a trace or a page."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from flinksim.analysis.expressions.stop_conditions import STOPS, stop_condition
from flinksim.cli.arguments import (
    add_budget,
    add_interleaving,
    budget_of,
    parse_crash,
    parse_parallelism,
    parse_until,
)
from flinksim.cli.messages import INTERRUPTED, TERMINATED, complain, tell, wrong_targets
from flinksim.cli.run_program import (
    add_program,
    code_of,
    program_environment,
    run_interruptible,
    without_job,
    wrong_program,
)
from flinksim.core.progress import ProgressBar
from flinksim.runtime.local_executor import Runs, run_settings
from flinksim.runtime.minicluster import RunSettings
from flinksim.trace.storage.columns import TraceFileError

if TYPE_CHECKING:
    from flinksim.cli.trace_output import TraceFiles
    from flinksim.trace.storage.streaming_writer import TraceWriter
    from flinksim.viz.widgets.export.html_page import Answered


def add_to(run: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    run.epilog = "After -- come the program's own arguments."
    add_program(run)
    run.add_argument("--html", type=Path, help="write the run as a page that opens offline")
    run.add_argument(
        "--answers", action="store_true", help="with --html: the page answers why, and what if"
    )
    run.add_argument("--trace", type=Path, help="write the trace (.flinktrace)")
    add_interleaving(run)
    add_budget(run)
    run.add_argument(
        "--until",
        metavar="WHAT",
        type=parse_until,
        help=f"stop after so many steps, or at the first of: {', '.join(STOPS)}, or a kind of fact",
    )
    run.add_argument(
        "--parallelism", type=parse_parallelism, help="parallelism where the program sets none"
    )
    run.add_argument(
        "--crash",
        metavar="TASK@STEP",
        type=parse_crash,
        action="append",
        default=[],
        help="kill a task, a TaskManager or the jobmanager as that step; may be given again",
    )
    run.add_argument(
        "--from-savepoint",
        metavar="PATH",
        help="begin with a savepoint or checkpoint: its folder, or a folder of checkpoints",
    )
    run.add_argument(
        "--allow-non-restored-state",
        "--allowNonRestoredState",
        action="store_true",
        help="pass over state in it that no operator of the program claims",
    )
    run.add_argument("--record", type=Path, help="write what sockets give as an event log")
    run.add_argument("--replay", type=Path, help="read this event log in place of sockets")
    run.add_argument("--untraced", action="store_true", help="keep no trace: faster")
    run.add_argument("--quiet", action="store_true", help="no progress, no output of the program")
    run.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    program: Path = options.program
    if problem := wrong_program(program):
        return complain(problem)
    until = options.until
    if options.untraced and isinstance(until, str):
        return complain(f"--until {until} looks at the trace; leave --untraced out")
    problem = _what_is_wrong_with_the_files(options)
    if problem:
        return complain(problem)
    trace_output = None if options.trace is None else _trace_files(options.trace)
    settings = RunSettings(
        options.interleaving,
        traced=not options.untraced,
        restore_from=options.from_savepoint,
        allow_non_restored_state=options.allow_non_restored_state,
        budget=budget_of(options),
        interventions=tuple(options.crash),
        watchers=() if trace_output is None else (trace_output.begin,),
    )
    progress = None if options.quiet else ProgressBar(sys.stderr)
    with ExitStack() as stack:
        stack.enter_context(program_environment(program, options))
        runs = stack.enter_context(
            run_settings(
                settings,
                progress,
                max_steps=until if isinstance(until, int) else None,
                stop=stop_condition(until) if isinstance(until, str) else None,
            )
        )
        code = run_interruptible(program, options.quiet)
        if progress is not None:
            progress.close()
        stop_reason = {INTERRUPTED: "interrupted", TERMINATED: "terminated"}.get(code, "")
        writers = [] if trace_output is None else trace_output.close(stop_reason)
        for number in range(len(runs.clusters)):
            code = _report(runs, options, number) or code
        code = max([_report_trace(writer) for writer in writers], default=0) or code
        code = code_of(code, runs.clusters)
    if code == 0 and not runs.clusters:
        return complain(without_job(program))
    return code


def _trace_files(path: Path) -> TraceFiles:
    from flinksim.cli.trace_output import TraceFiles

    return TraceFiles(path)


def _what_is_wrong_with_the_files(options: argparse.Namespace) -> str:
    """Return why a file of the options cannot be written or read, or ""."""
    if options.untraced and (options.trace or options.html):
        return f"--{'trace' if options.trace else 'html'} needs the trace; leave --untraced out"
    if options.answers and not options.html:
        return "--answers are for a page; name it with --html FILE"
    if options.record and options.replay:
        return "--record writes what sockets give, and with --replay none is read; choose one"
    if problem := wrong_targets(options, ("trace", "html", "record")):
        return problem
    if options.replay and not os.path.isfile(options.replay):
        return f"--replay {options.replay}: there is no such file; looked in {Path.cwd()}"
    return ""


def _answered(runs: Runs, options: argparse.Namespace, number: int) -> list[Answered]:
    if not options.answers:
        return []
    from flinksim.simulation.page.precomputed_answers import answered_beforehand

    cluster = runs.clusters[number]
    return answered_beforehand(
        cluster.trace, runs.pipelines[number], runs.settings, is_live=cluster.reads_live
    )


def _report(runs: Runs, options: argparse.Namespace, number: int) -> int:
    """Write the page if requested, and report the run in one line; return the exit code."""
    cluster = runs.clusters[number]
    line = f"{cluster.job_graph.name}: {cluster.status.lower()}, {cluster.steps_taken:,} steps"
    restarts = len(cluster.failures) - (cluster.failure is not None)
    if restarts:
        line += f", {restarts} {'restart' if restarts == 1 else 'restarts'} after a failure"
    if options.untraced:
        tell(line)
        return 0
    try:
        tell(f"{line}, trace digest {cluster.trace.digest()}")
        if cluster.failure is not None and options.trace is None and options.html is None:
            tell("to open the trace, run again with --html FILE or --trace FILE")
        if options.html is not None:
            from flinksim.cli.trace_output import numbered
            from flinksim.simulation.program_source import program_lines
            from flinksim.viz.widgets.export.html_page import export_html

            path = numbered(options.html, number + 1, len(runs.clusters))
            lines = program_lines(cluster.job_graph)
            export_html(
                cluster.trace, path, program=lines, answered=_answered(runs, options, number)
            )
            tell(f"page written to {path}; it opens offline")
    except (OSError, TraceFileError) as error:
        return complain(str(error))
    return 0


def _report_trace(writer: TraceWriter) -> int:
    """Report where the trace is; return the exit code."""
    truncation = writer.cut
    backup_note = ""
    if writer.file.keeps_one_before:
        backup_note = f"; the trace that was there before is kept as {writer.file.before}"
    if writer.problem:
        return complain(f"the trace is cut: {writer.problem}{backup_note}")
    tell(
        f"trace written to {writer.file.path}{f' ({truncation})' if truncation else ''}{backup_note}"
    )
    return 0
