"""``flinksim check``: what of a program would not run on Flink, and why, with file and line.

The program is run in PyFlink's dialect, which refuses what PyFlink refuses. What it refuses while the
program is built, a job that fails, and what flinksim has beyond PyFlink are *refused*; what PyFlink
takes without a word although it can hardly be meant is a *warning*.
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
"""So many steps of each job are run unless something else is said."""

_BEYOND = "Not in PyFlink"
"""What the docstrings say of what flinksim has from Java, or of its own."""


@dataclass(frozen=True, slots=True, order=True)
class Remark:
    """Something about the program, at a line of it; 0 if at none."""

    file: str
    line: int
    is_refused: bool
    text: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {'refused' if self.is_refused else 'warning'}: {self.text}"


class _Built(BaseException):
    """The program came to its first job, which is not to be run."""


class _OnlyBuilding:
    """An executor that goes as far as the job graph."""

    def execute(self, pipeline: Pipeline) -> Any:
        """Translates *pipeline*. Raises: _Built."""
        job_graph_of(pipeline)
        raise _Built


def add_to(check: argparse.ArgumentParser) -> None:
    """Declare its arguments."""
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
    """Carry the command out; gives the exit code."""
    program: Path = options.program
    if wrong := wrong_program(program):
        return complain(wrong)
    options.as_pyflink, options.dialect = True, options.dialect or "pyflink"
    found = dict.fromkeys(_imports_of_ours(program))
    outcome = _run(program, options, found)
    for finding in sorted(found):
        print(finding)
    refused = sum(finding.is_refused for finding in found)
    print(f"{program}: {refused} refused, {len(found) - refused} warnings; {outcome}")
    return FAILED if refused else 0


def _run(program: Path, options: argparse.Namespace, found: dict[Remark, None]) -> str:
    """Run *program* and add to *found*; how far it came."""
    with (
        program_environment(program, options),
        redirect_stdout(StringIO()),
        warnings.catch_warnings(record=True) as warned,
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
            return _with_warnings(found, warned, "built, not run")
        except (Exception, SystemExit) as error:
            if not isinstance(error, SystemExit) or error.code not in (None, 0):
                found[_finding_of(error, program)] = None
    if options.build_only:
        return _with_warnings(found, warned, "built, without a job")
    unfinished = [cluster for cluster in runs.clusters if not cluster.is_over]
    steps = sum(cluster.steps_taken for cluster in runs.clusters)
    told = f"{len(runs.clusters)} jobs run, {steps:,} steps"
    if unfinished:
        told += f", {len(unfinished)} of them left after {options.steps:,}"
    return _with_warnings(found, warned, told)


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
    """*error* at the last line of the user's that it went through, or at the one that a job names."""
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
    """What the program imports from flinksim by that name, which is not there on Flink."""
    try:
        tree = ast.parse(program.read_bytes())
    except SyntaxError:  # found again, and told, when it is run
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
    """Inside the block calls from the program of what PyFlink does not have are added to *found*."""

    def called(frame: FrameType, event: str, argument: object) -> None:
        if event != "call" or frame.f_back is None:
            return
        code, caller = frame.f_code, frame.f_back
        said = code.co_consts[0] if code.co_consts else None  # the docstring
        if not isinstance(said, str) or _BEYOND not in said or is_the_users(code.co_filename):
            return
        file = caller.f_code.co_filename
        if is_the_users(file):
            of = frame.f_locals.get("self")
            name = code.co_name if of is None else f"{type(of).__name__}.{code.co_name}"
            text = f"{name}() is not in PyFlink: {said.split('. ')[0].strip()}"
            found[Remark(file, caller.f_lineno, True, _one_line(text))] = None

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(before)
