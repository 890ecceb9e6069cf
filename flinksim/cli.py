"""The command ``flinksim``.

::

    flinksim run program.py --html run.html      run a program, show it step by step
    flinksim demo                                the classic program on a real day of flights
    flinksim lab                                 JupyterLab on the first notebook
"""

from __future__ import annotations

import argparse
import json
import os
import runpy
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from importlib.util import find_spec
from pathlib import Path

import flinksim
from flinksim.common.configuration import Configuration
from flinksim.connectors.socket_source import socket_session
from flinksim.datastream.context_configuration import context_configuration
from flinksim.progress import ProgressBar
from flinksim.pyflink_alias import as_pyflink
from flinksim.runtime.failure import JobExecutionError
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving, RoundRobin, Scripted, Seeded
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.simulation import STOPS, stop_condition

FAILED = 1
"""Exit code: the program failed, or did nothing."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit code. What stands after ``--`` is handed on."""
    own = list(sys.argv[1:] if arguments is None else arguments)
    handed_on = own[own.index("--") + 1 :] if "--" in own else []
    options = _parser().parse_args(own[: own.index("--")] if "--" in own else own)
    options.handed_on = handed_on
    command: str = options.command
    return {"run": _run, "demo": _demo, "lab": _lab}[command](options)


# --- flinksim run --------------------------------------------------------------------------------


def _run(options: argparse.Namespace) -> int:
    program: Path = options.program
    if not program.is_file():
        return _complain(f"there is no program {program}; looked in {Path.cwd()}")
    until = options.until
    if options.untraced and isinstance(until, str):
        return _complain(f"--until {until} looks at the trace; leave --untraced out")
    settings = RunSettings(options.interleaving, traced=not options.untraced)
    progress = None if options.quiet else ProgressBar(sys.stderr)
    with ExitStack() as stack:
        stack.enter_context(_program_environment(program, options))
        runs = stack.enter_context(
            run_settings(
                settings,
                progress,
                max_steps=until if isinstance(until, int) else None,
                stop=stop_condition(until) if isinstance(until, str) else None,
            )
        )
        code = _run_program(program, options.quiet)
        if progress is not None:
            progress.close()
        for number, cluster in enumerate(runs.clusters, 1):
            _report(cluster, options, f"-{number}" if len(runs.clusters) > 1 else "")
    if code == 0 and not runs.clusters:
        return _complain(f"{program} ended without env.execute(), so nothing was run")
    return code


@contextmanager
def _program_environment(program: Path, options: argparse.Namespace) -> Iterator[None]:
    """What a program finds around it: its own folder, its arguments, and what the options say."""
    saved_path, saved_arguments = sys.path[:], sys.argv[:]
    with ExitStack() as stack:
        if options.as_pyflink:
            stack.enter_context(as_pyflink())
        if options.record or options.replay:
            stack.enter_context(
                socket_session(record_to=options.record, replay_from=options.replay)
            )
        if options.parallelism is not None:
            outside = Configuration()
            outside.set_integer("parallelism.default", options.parallelism)
            stack.enter_context(context_configuration(outside))
        sys.path.insert(0, str(program.resolve().parent))
        sys.argv[:] = [str(program), *options.handed_on]
        try:
            yield
        finally:
            sys.path[:], sys.argv[:] = saved_path, saved_arguments


def _run_program(program: Path, quiet: bool) -> int:
    try:
        with ExitStack() as stack:
            if quiet:
                stack.enter_context(
                    redirect_stdout(stack.enter_context(open(os.devnull, "w", encoding="utf-8")))
                )
            runpy.run_path(str(program), run_name="__main__")
    except JobExecutionError as error:
        return _complain(str(error))
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        return _complain(str(end.code))
    except Exception as error:
        return _complain(_without_our_frames(error, program))
    return 0


def _report(cluster: MiniCluster, options: argparse.Namespace, suffix: str) -> None:
    """Write the files that were asked for, and one line about the run."""
    line = f"{cluster.job_graph.name}: {cluster.status.lower()}, {cluster.steps_taken:,} steps"
    if options.untraced:
        _tell(line)
        return
    _tell(f"{line}, trace digest {cluster.trace.digest()}")
    if options.trace is not None:
        path = _with_suffix(options.trace, suffix)
        cluster.trace.save(path)
        _tell(f"trace written to {path}")
    if options.html is not None:
        from flinksim.widgets.html import export_html

        path = _with_suffix(options.html, suffix)
        export_html(cluster.trace, path)
        _tell(f"page written to {path}; it opens offline")


def _with_suffix(path: Path, suffix: str) -> Path:
    return path.with_name(f"{path.stem}{suffix}{path.suffix}")


def _without_our_frames(error: Exception, program: Path) -> str:
    """The traceback from the program's first line to its last, and what that called but flinksim."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = str(Path(flinksim.__file__).parent)
    of_program = [i for i, frame in enumerate(frames) if frame.filename == str(program)]
    first, end = (of_program[0], of_program[-1] + 1) if of_program else (0, len(frames))
    while end < len(frames) and not frames[end].filename.startswith(ours):
        end += 1
    lines = ["Traceback (most recent call last):\n", *traceback.format_list(frames[first:end])]
    return "".join([*lines, *traceback.format_exception_only(error)]).rstrip()


# --- flinksim demo, flinksim lab -----------------------------------------------------------------


def _demo(options: argparse.Namespace) -> int:
    from flinksim.demo import run_demo

    run_demo(options.html, options.parallelism, options.interleaving)
    return 0


def _lab(options: argparse.Namespace) -> int:
    if find_spec("jupyterlab") is None:
        return _complain(
            "JupyterLab is not installed here; run: python -m pip install 'flinksim[notebook]'"
        )
    notebook = _first_notebook()
    if notebook is None:
        return _complain("there is no notebook in ./notebooks; run this in a checkout of flinksim")
    command = [sys.executable, "-m", "jupyterlab", str(notebook), *options.handed_on]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 0


def _first_notebook() -> Path | None:
    beside_the_package = Path(flinksim.__file__).parents[1] / "notebooks"
    for folder in (Path("notebooks"), beside_the_package):
        notebooks = sorted(folder.glob("[0-9]*.ipynb"))
        if notebooks:
            return notebooks[0]
    return None


# --- arguments -----------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="flinksim", description="Apache Flink, one step at a time."
    )
    parser.add_argument("--version", action="version", version=f"flinksim {flinksim.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    run = commands.add_parser(
        "run", help="run a program, unchanged", epilog="After -- come the program's own arguments."
    )
    run.add_argument("program", type=Path, help="a Python file that calls env.execute()")
    run.add_argument("--html", type=Path, help="write the run as a page that opens offline")
    run.add_argument("--trace", type=Path, help="write the trace (.flinktrace)")
    _add_interleaving(run)
    run.add_argument(
        "--until",
        metavar="WHAT",
        type=_until,
        help=f"stop after so many steps, or at the first of: {', '.join(STOPS)}, or a kind of fact",
    )
    run.add_argument(
        "--parallelism", type=_parallelism, help="parallelism where the program sets none"
    )
    run.add_argument("--record", type=Path, help="write what sockets give as an event log")
    run.add_argument("--replay", type=Path, help="read this event log in place of sockets")
    run.add_argument("--as-pyflink", action="store_true", help="import pyflink gives flinksim")
    run.add_argument("--untraced", action="store_true", help="keep no trace: faster")
    run.add_argument("--quiet", action="store_true", help="no progress, no output of the program")

    demo = commands.add_parser("demo", help="the classic program on a real day of flights")
    demo.add_argument("--html", type=Path, default=Path("demo.html"), help="default: demo.html")
    demo.add_argument("--parallelism", type=_parallelism, default=2, help="default: 2")
    _add_interleaving(demo)

    commands.add_parser(
        "lab", help="JupyterLab on the first notebook", epilog="After -- come JupyterLab's own."
    )
    return parser


def _add_interleaving(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--interleaving",
        type=parse_interleaving,
        default=ArrivalOrder(),
        metavar="WHICH",
        help="who goes next: arrival (default), round-robin, seeded:N, scripted:2,0,1 or "
        "scripted:FILE (a JSON list, or a trace whose decisions to repeat)",
    )


def parse_interleaving(text: str) -> Interleaving:
    """The interleaving that *text* names on the command line.

    Raises: argparse.ArgumentTypeError with the forms that there are.
    """
    name, _, argument = text.partition(":")
    if name == "arrival" and not argument:
        return ArrivalOrder()
    if name == "round-robin" and not argument:
        return RoundRobin()
    if name == "seeded" and argument.lstrip("-").isdecimal():
        return Seeded(int(argument))
    if name == "scripted" and argument:
        return Scripted(_decisions(argument))
    raise argparse.ArgumentTypeError(
        f"expected arrival, round-robin, seeded:N or scripted:N,N,... or scripted:FILE, "
        f"found {text!r}"
    )


def _decisions(argument: str) -> list[int]:
    path = Path(argument)
    try:
        if path.suffix == ".flinktrace":
            return flinksim.load_trace(path).decisions
        text = path.read_text(encoding="utf-8") if path.exists() else f"[{argument}]"
        decisions = json.loads(text)
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"no list of decisions in {argument!r}: {error}") from None
    if not isinstance(decisions, list) or not all(type(n) is int and n >= 0 for n in decisions):
        raise argparse.ArgumentTypeError(
            f"expected a list of whole numbers from 0 in {argument!r}, found {decisions!r:.60}"
        )
    return decisions


def _until(text: str) -> str | int:
    until = int(text) if text.isdecimal() else text
    try:
        stop_condition(until)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return until


def _parallelism(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, found {text!r}")
    return int(text)


# --- telling -------------------------------------------------------------------------------------


def _tell(line: str) -> None:
    """On standard error: standard output belongs to the program."""
    print(line, file=sys.stderr)


def _complain(message: str) -> int:
    _tell(f"flinksim: {message}")
    return FAILED
