"""``flinksim check``: what in a program would not run on Flink, and why, with file and line.

The program runs in PyFlink's dialect, which rejects what PyFlink rejects. An error while the
program is built, a failed job, and a feature of flinksim that PyFlink lacks are *refused*. Code
that PyFlink accepts silently although it is probably a mistake is a *warning*.
"""

from __future__ import annotations

import argparse
import ast
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from runpy import run_path
from types import FrameType, TracebackType
from typing import Any

from flinksim.cli.messages import FAILED, complain
from flinksim.cli.run_program import add_program, program_environment, wrong_program
from flinksim.core.source_locations import UserLine, is_the_users
from flinksim.datastream.pipeline_executor import Pipeline, every_job_goes_to
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.local_executor import job_graph_of, run_settings
from flinksim.runtime.minicluster import RunSettings

STEPS = 200_000
"""Default number of steps that each job runs."""

_BEYOND = "Not in PyFlink"
"""Marker in docstrings of features that come from Java or from flinksim itself."""


@dataclass(frozen=True, slots=True, order=True)
class Remark:
    """A finding about the program at a line; line 0 if there is none."""

    file: str
    line: int
    is_refused: bool
    text: str

    def __str__(self) -> str:
        location = f"{self.file}:{self.line}" if self.line else self.file
        return f"{location}: {'refused' if self.is_refused else 'warning'}: {self.text}"


class _Built(BaseException):
    """Raised when the program reaches its first job, which is not run."""


class _OnlyBuilding:
    """Executor that stops after building the job graph."""

    def execute(self, pipeline: Pipeline) -> Any:
        """Translate *pipeline*.

        Raises:
            _Built: Always, after the translation.
        """
        job_graph_of(pipeline)
        raise _Built


def add_to(check: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    check.epilog = "Ends with 1 if something is refused. After -- come the program's own arguments."
    add_program(check)
    check.add_argument(
        "--build-only", action="store_true", help="build the program up to its first job; run none"
    )
    check.add_argument(
        "--steps", type=int, default=STEPS, help=f"run so many steps of a job; default: {STEPS:,}"
    )
    check.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    program: Path = options.program
    if problem := wrong_program(program):
        return complain(problem)
    options.as_pyflink, options.dialect = True, options.dialect or "pyflink"
    diagnostics = dict.fromkeys(_imports_of_ours(program))
    outcome = _run(program, options, diagnostics)
    for finding in sorted(diagnostics):
        print(finding)
    error_count = sum(finding.is_refused for finding in diagnostics)
    print(f"{program}: {error_count} refused, {len(diagnostics) - error_count} warnings; {outcome}")
    return FAILED if error_count else 0


def _run(program: Path, options: argparse.Namespace, found: dict[Remark, None]) -> str:
    """Run *program* and collect diagnostics; return a summary of how far it ran."""
    with (
        program_environment(program, options),
        redirect_stdout(StringIO()),
        warnings.catch_warnings(record=True) as caught_warnings,
        run_settings(RunSettings(traced=False), max_steps=options.steps) as runs,
    ):
        warnings.simplefilter("always", UserWarning)
        try:
            with _calls_beyond_pyflink(found):
                if options.build_only:
                    with every_job_goes_to(_OnlyBuilding()):
                        run_path(str(program), run_name="__main__")
                else:
                    run_path(str(program), run_name="__main__")
        except _Built:
            return _with_warnings(found, caught_warnings, "built, not run")
        except (Exception, SystemExit) as error:
            if not isinstance(error, SystemExit) or error.code not in (None, 0):
                found[_finding_of(error, program)] = None
    if options.build_only:
        return _with_warnings(found, caught_warnings, "built, without a job")
    unfinished = [cluster for cluster in runs.clusters if not cluster.is_over]
    steps = sum(cluster.steps_taken for cluster in runs.clusters)
    outcome = f"{len(runs.clusters)} jobs run, {steps:,} steps"
    if unfinished:
        outcome += f", {len(unfinished)} of them left after {options.steps:,}"
    return _with_warnings(found, caught_warnings, outcome)


def _with_warnings(
    found: dict[Remark, None], warned: list[warnings.WarningMessage], outcome: str
) -> str:
    for one in warned:
        if issubclass(one.category, UserWarning):
            line = one.lineno if is_the_users(one.filename) else 0
            found[
                Remark(one.filename if line else "flinksim", line, False, _one_line(one.message))
            ] = None
    return outcome


def _one_line(message: Any) -> str:
    return " ".join(str(message).split())


def _finding_of(error: BaseException, program: Path) -> Remark:
    """Build the diagnostic of *error*, at the job's location or the last line of user code."""
    text = f"{type(error).__name__}: {_one_line(error)}"
    if isinstance(error, JobExecutionError):
        file, _, line = error.failure.user_line.partition(", line ")
        number = line.partition(":")[0]
        if number.isdecimal():
            return Remark(file, int(number), True, f"the job fails: {_cause(error)}")
        return Remark(str(program), 0, True, f"the job fails: {_cause(error)}")
    if isinstance(error, SyntaxError):
        return Remark(error.filename or str(program), error.lineno or 0, True, text)
    at_file, at_line = _last_line(error.__traceback__) or (str(program), 0)
    return Remark(at_file, at_line, True, text)


def _cause(error: JobExecutionError) -> str:
    failure = error.failure
    text = f"{type(failure.error).__name__}: {_one_line(failure.error)}"
    return f"{text} (operator {failure.operator_name})" if failure.operator_name else text


def _last_line(trace: TracebackType | None) -> UserLine | None:
    lines = [
        (frame.filename, frame.lineno or 0)
        for frame in traceback.extract_tb(trace)
        if is_the_users(frame.filename)
    ]
    return lines[-1] if lines else None


def _imports_of_ours(program: Path) -> Iterator[Remark]:
    """Yield a diagnostic for each import of flinksim by its own name, which Flink does not have."""
    try:
        tree = ast.parse(program.read_bytes())
    except SyntaxError:  # reported when the program runs
        return
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                names = [alias.name for alias in node.names]
            case ast.ImportFrom(level=0):
                names = [node.module or ""]
            case _:
                continue
        for name in names:
            if name.partition(".")[0] == "flinksim":
                text = f"import {name}: Flink has no such module; import from pyflink what is there"
                yield Remark(str(program), node.lineno, True, text)


@contextmanager
def _calls_beyond_pyflink(found: dict[Remark, None]) -> Iterator[None]:
    """Record calls in the block from user code to functions that PyFlink does not have."""

    def on_call(frame: FrameType, event: str, argument: object) -> None:
        if event != "call" or frame.f_back is None:
            return
        code, caller = frame.f_code, frame.f_back
        docstring = code.co_consts[0] if code.co_consts else None
        if (
            not isinstance(docstring, str)
            or _BEYOND not in docstring
            or is_the_users(code.co_filename)
        ):
            return
        file = caller.f_code.co_filename
        if is_the_users(file):
            receiver = frame.f_locals.get("self")
            name = code.co_name if receiver is None else f"{type(receiver).__name__}.{code.co_name}"
            text = f"{name}() is not in PyFlink: {docstring.split('. ')[0].strip()}"
            found[Remark(file, caller.f_lineno, True, _one_line(text))] = None

    previous = sys.getprofile()
    sys.setprofile(on_call)
    try:
        yield
    finally:
        sys.setprofile(previous)
