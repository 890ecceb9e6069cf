"""``flinksim run``: run a program, and keep its run as a trace or a page."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

from flinksim.cli.arguments import add_interleaving, parse_parallelism, parse_until
from flinksim.cli.program import (
    add_program,
    program_environment,
    run_program,
    without_job,
    wrong_program,
)
from flinksim.cli.telling import complain, tell
from flinksim.progress import ProgressBar
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.simulation import STOPS, stop_condition


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    run = commands.add_parser(
        "run", help="run a program, unchanged", epilog="After -- come the program's own arguments."
    )
    add_program(run)
    run.add_argument("--html", type=Path, help="write the run as a page that opens offline")
    run.add_argument("--trace", type=Path, help="write the trace (.flinktrace)")
    add_interleaving(run)
    run.add_argument(
        "--until",
        metavar="WHAT",
        type=parse_until,
        help=f"stop after so many steps, or at the first of: {', '.join(STOPS)}, or a kind of fact",
    )
    run.add_argument(
        "--parallelism", type=parse_parallelism, help="parallelism where the program sets none"
    )
    run.add_argument("--record", type=Path, help="write what sockets give as an event log")
    run.add_argument("--replay", type=Path, help="read this event log in place of sockets")
    run.add_argument("--untraced", action="store_true", help="keep no trace: faster")
    run.add_argument("--quiet", action="store_true", help="no progress, no output of the program")
    run.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Carry the command out; gives the exit code."""
    program: Path = options.program
    if wrong := wrong_program(program):
        return complain(wrong)
    until = options.until
    if options.untraced and isinstance(until, str):
        return complain(f"--until {until} looks at the trace; leave --untraced out")
    wrong = _what_is_wrong_with_the_files(options)
    if wrong:
        return complain(wrong)
    settings = RunSettings(options.interleaving, traced=not options.untraced)
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
        code = run_program(program, options.quiet)
        if progress is not None:
            progress.close()
        for number, cluster in enumerate(runs.clusters, 1):
            _report(cluster, options, f"-{number}" if len(runs.clusters) > 1 else "")
    if code == 0 and not runs.clusters:
        return complain(without_job(program))
    return code


def _what_is_wrong_with_the_files(options: argparse.Namespace) -> str:
    """What would keep a file that is asked for from being written or read; told before the run."""
    if options.untraced and (options.trace or options.html):
        return f"--{'trace' if options.trace else 'html'} needs the trace; leave --untraced out"
    if options.record and options.replay:
        return "--record writes what sockets give, and with --replay none is read; choose one"
    for name in ("trace", "html", "record"):
        path: Path | None = getattr(options, name)
        if path is not None and not path.parent.is_dir():
            return f"--{name} {path}: there is no folder {path.parent}; make it first"
        if path is not None and path.is_dir():
            return f"--{name} {path}: that is a folder; name a file"
    if options.replay and not options.replay.is_file():
        return f"--replay {options.replay}: there is no such file; looked in {Path.cwd()}"
    return ""


def _report(cluster: MiniCluster, options: argparse.Namespace, suffix: str) -> None:
    """Write the files that were asked for, and one line about the run."""
    line = f"{cluster.job_graph.name}: {cluster.status.lower()}, {cluster.steps_taken:,} steps"
    restarts = len(cluster.failures) - (cluster.failure is not None)
    if restarts:
        line += f", {restarts} {'restart' if restarts == 1 else 'restarts'} after a failure"
    if options.untraced:
        tell(line)
        return
    tell(f"{line}, trace digest {cluster.trace.digest()}")
    if cluster.failure is not None and options.trace is None and options.html is None:
        tell("to open the trace, run again with --html FILE or --trace FILE")
    if options.trace is not None:
        path = _with_suffix(options.trace, suffix)
        cluster.trace.save(path)
        tell(f"trace written to {path}")
    if options.html is not None:
        from flinksim.widgets.html import export_html

        path = _with_suffix(options.html, suffix)
        export_html(cluster.trace, path)
        tell(f"page written to {path}; it opens offline")


def _with_suffix(path: Path, suffix: str) -> Path:
    return path.with_name(f"{path.stem}{suffix}{path.suffix}")
