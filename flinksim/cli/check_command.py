"""``flinksim check``: what in a program would not run on Flink, and why, with file and line.

The program runs in PyFlink's dialect, which rejects what PyFlink rejects. An error while the
program is built, a failed job, and a feature of flinksim that PyFlink lacks are *rejected by Flink*.
What Flink accepts and flinksim lacks is *not supported*, as is a module or a file that is not here.
Code that PyFlink accepts silently although it is probably a mistake is a *warning*. After an error the
check continues with the statements that do not depend on it.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from subprocess import SubprocessError
from types import FrameType, TracebackType
from typing import Any, Literal, TypeAlias

from flinksim.cli.assumed_inputs import read_empty_lines
from flinksim.cli.check_statements import run_statements
from flinksim.cli.console import FAILED, report_error
from flinksim.cli.missing_inputs import (
    explain_missing_input,
    record_missing_variables,
    suggest_input,
)
from flinksim.cli.program_files import list_unused_lines
from flinksim.cli.program_imports import (
    Placeholder,
    format_missing_extra,
    format_missing_package,
)
from flinksim.cli.run_program import (
    add_program_arguments,
    execute_file,
    find_program_error,
    set_up_program_environment,
)
from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.core import validation
from flinksim.core.atomic_files import FileError
from flinksim.core.binding_errors import BindingError, UnboundSourceError
from flinksim.core.flink_version import keep_new_meanings, report_new_rules
from flinksim.core.python_source import parse_python_file
from flinksim.core.safe_repr import format_error_message
from flinksim.core.source_locations import SourceLocation, find_user_location, is_user_code
from flinksim.core.unsupported_api import NotSimulatedError
from flinksim.datastream.pipeline_executor import Pipeline, redirect_jobs
from flinksim.pyflink_compat.flink1_names import find_flink_1_names
from flinksim.pyflink_compat.incidental_names import explain_missing_name, has_pyflink_name
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.local_executor import build_job_graph, run_settings
from flinksim.runtime.minicluster import RunSettings

DEFAULT_STEPS = 200_000
"""Default number of steps that each job runs."""

_UNSUPPORTED_SQL = ("CompiledPlanError", "UnsupportedExpressionError", "UnsupportedSqlError")
"""Errors of the Table API about what flinksim lacks; their modules are imported only with SQL."""

_MISSING_PART = re.compile(r"Cannot find table|Object '.*' not found|No match found for function")
"""Messages about what a statement that has failed before would have declared."""
_NOT_IN_PYFLINK = "Not in PyFlink"
"""Marker in docstrings of features that come from Java or from flinksim itself."""
_GONE_SINCE_FLINK_2 = "Not in PyFlink 2"
"""Marker in docstrings of features that PyFlink 1.x has."""


Verdict: TypeAlias = Literal["rejected", "unsupported", "warning"]

_VERDICT_TEXTS: dict[Verdict, str] = {
    "rejected": "Flink rejects this",
    "unsupported": "flinksim does not support this",
    "warning": "warning",
}


@dataclass(frozen=True, slots=True, order=True)
class Diagnostic:
    """A finding about the program at a line; line 0 if there is none."""

    file: str
    line: int
    verdict: Verdict
    text: str

    def __str__(self) -> str:
        location = f"{self.file}:{self.line}" if self.line else self.file
        return f"{location}: {_VERDICT_TEXTS[self.verdict]}: {self.text}"


class _BuildCompleted(BaseException):
    """Raised when the program reaches its first job, which is not run."""


class _BuildOnlyExecutor:
    """Executor that stops after building the job graph."""

    def execute(self, pipeline: Pipeline) -> Any:
        """Translate *pipeline*.

        Raises:
            _Built: Always, after the translation.
        """
        build_job_graph(pipeline)
        raise _BuildCompleted


class _TranslatingExecutor:
    """Executor that only builds the job graph, so that the program continues."""

    def execute(self, pipeline: Pipeline) -> Any:
        """Translate *pipeline*."""
        build_job_graph(pipeline)
        return JobClient(JobID(), JobExecutionResult(JobID()))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "The exit code is 1 if Flink rejects something. What flinksim does not support may run on Flink. "
        "A warning runs, but is probably a mistake."
    )
    add_program_arguments(parser)
    parser.add_argument(
        "--build-only",
        action="store_true",
        help="Build the program up to its first job, without running the job.",
    )
    parser.add_argument(
        "--steps",
        type=int,
        default=DEFAULT_STEPS,
        metavar="N",
        help=f"Maximum number of steps of a job (default: {DEFAULT_STEPS:,}).",
    )
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    program: Path = options.program
    if problem := find_program_error(program):
        return report_error(problem)
    options.as_pyflink, options.dialect = True, options.dialect or "pyflink"
    diagnostics = dict.fromkeys(_find_flinksim_imports(program))
    options.is_for_flink_1 = options.flink is not None and options.flink.startswith("1.")
    if not options.is_for_flink_1:
        diagnostics |= dict.fromkeys(
            Diagnostic(str(program), line, "rejected", note)
            for line, note in find_flink_1_names(program, list_unused_lines(program))
        )
        options.flink = "1.x"  # to find what is wrong besides the names
    outcome = _run_checked(program, options, diagnostics)
    rejected = {(each.file, each.line) for each in diagnostics if each.verdict == "rejected"}
    findings = [
        each
        for each in sorted(diagnostics)
        if each.verdict != "warning" or (each.file, each.line) not in rejected
    ]
    for finding in findings:
        print(finding)
    counts = Counter(finding.verdict for finding in findings)
    print(
        f"{program}: {counts['rejected']} rejected by Flink, {counts['unsupported']} not supported by "
        f"flinksim, {counts['warning']} warnings; {outcome}"
    )
    return FAILED if counts["rejected"] else 0


def _run_checked(
    program: Path, options: argparse.Namespace, diagnostics: dict[Diagnostic, None]
) -> str:
    """Run *program* and collect diagnostics; return a summary of how far it ran."""
    is_unbound = False
    failed_before_job = False

    def report_rule(message: str) -> None:
        file, line = find_user_location() or (str(program), 0)
        diagnostics[Diagnostic(file, line, "rejected", _join_lines(message))] = None

    with (
        redirect_stderr(StringIO()),
        set_up_program_environment(program, options) as imports,
        redirect_stdout(StringIO()),
        warnings.catch_warnings(record=True) as caught_warnings,
        run_settings(RunSettings(traced=False), max_steps=options.steps) as runs,
        record_missing_variables() as variables,
        read_empty_lines(),
        nullcontext() if options.is_for_flink_1 else report_new_rules(report_rule),
        nullcontext() if options.is_for_flink_1 else keep_new_meanings(),
    ):
        warnings.simplefilter("always", UserWarning)
        try:
            with _record_unsupported_calls(diagnostics, options.is_for_flink_1):
                if options.build_only:
                    with redirect_jobs(_BuildOnlyExecutor()):
                        execute_file(program)
                else:
                    execute_file(program)
        except _BuildCompleted:
            return _add_warnings(diagnostics, caught_warnings, "built, not run")
        except UnboundSourceError:
            is_unbound = True
        except (Exception, SystemExit) as error:
            if _find_unbound(error):
                is_unbound = True
            elif not isinstance(error, SystemExit) or error.code not in (None, 0):
                finding = _build_diagnostic(error, program)
                diagnostics[_find_missing_input(error, program, variables) or finding] = None
                failed_before_job = not isinstance(error, JobExecutionError)
        for cluster in runs.clusters:
            if isinstance(cluster.failure, JobExecutionError):  # also if the program catches it
                diagnostics[_build_diagnostic(cluster.failure, program)] = None
        # Without a job the program may have caught the error that stopped it.
        is_incomplete = is_unbound or failed_before_job or not runs.clusters
        if is_incomplete and program.suffix == ".py":
            imports.allows_calls = True
            _check_statements(program, diagnostics, variables)
        for package, (file, line) in imports.missing.items():
            text = format_missing_package(package)
            diagnostics[Diagnostic(file, line, "unsupported", text)] = None
    if is_unbound:
        outcome = "built, not run: name files with --source NAME=FILE, or add --sample 200"
        return _add_warnings(diagnostics, caught_warnings, outcome)
    if options.build_only:
        return _add_warnings(diagnostics, caught_warnings, "built, no job found")
    unfinished = [
        cluster
        for cluster in runs.clusters
        if not cluster.is_over and not cluster.is_waiting_for_input
    ]
    steps = sum(cluster.steps_taken for cluster in runs.clusters)
    outcome = f"{len(runs.clusters)} jobs run, {steps:,} steps"
    if unfinished:
        outcome += f", {len(unfinished)} of them stopped after {options.steps:,} steps"
    return _add_warnings(diagnostics, caught_warnings, outcome)


def _check_statements(
    program: Path, diagnostics: dict[Diagnostic, None], variables: dict[str, None]
) -> None:
    """Build the program again, and continue behind each statement that fails."""
    has_failed = bool(diagnostics)

    def report(error: BaseException) -> None:
        nonlocal has_failed
        if isinstance(error, SystemExit) and error.code in (None, 0):
            return
        message = format_error_message(error)
        is_consequence = (
            isinstance(error, UnboundSourceError)
            or (has_failed and _MISSING_PART.search(message))
            or (
                bool(diagnostics)
                and (isinstance(error, NameError) or "No operators defined" in message)
            )
        )
        has_failed = True
        if not is_consequence:
            finding = _build_diagnostic(error, program)
            diagnostics[_find_missing_input(error, program, variables) or finding] = None

    try:
        with redirect_jobs(_TranslatingExecutor()):
            run_statements(program, report)
    except (Exception, SystemExit) as error:
        report(error)


def _find_missing_input(
    error: BaseException, program: Path, variables: dict[str, None]
) -> Diagnostic | None:
    """Return a warning if *error* may only be the result of a missing input of the program."""
    if isinstance(error, JobExecutionError):
        return None
    file, line = _find_last_user_line(error.__traceback__) or (str(program), 0)
    text = explain_missing_input(error, program, variables)
    if text:
        return Diagnostic(file, line, "warning", text.removeprefix(f"{file}:{line}: "))
    hint = suggest_input(program, variables, error)
    message = _join_lines(error)
    is_about_input = isinstance(error, SystemExit) or any(
        word in message for word in ("None", *variables)
    )
    if not hint or not is_about_input:  # Flink may reject it with the input as well
        return None
    return Diagnostic(
        file, line, "warning", f"{type(error).__name__}: {message.rstrip('.')}. {hint}"
    )


def _find_unbound(error: BaseException | None) -> bool:
    """Return whether *error* is the result of a source without data."""
    while error is not None:
        if isinstance(error, UnboundSourceError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _add_warnings(
    diagnostics: dict[Diagnostic, None],
    caught_warnings: list[warnings.WarningMessage],
    outcome: str,
) -> str:
    for one in caught_warnings:
        if issubclass(one.category, UserWarning):
            line = one.lineno if is_user_code(one.filename) else 0
            diagnostics[
                Diagnostic(
                    one.filename if line else "flinksim", line, "warning", _join_lines(one.message)
                )
            ] = None
    return outcome


def _join_lines(message: Any) -> str:
    # Two executions of the program give an object two addresses.
    return re.sub(r" at 0x[0-9a-f]+", "", " ".join(str(message).split()))


def _build_diagnostic(error: BaseException, program: Path) -> Diagnostic:
    """Build the diagnostic of *error*, at the job's location or the last line of user code."""
    text = format_missing_extra(error) or f"{type(error).__name__}: {_join_lines(error)}"
    if isinstance(error, ImportError) and (reason := explain_missing_name(error)):
        text = f"{type(error).__name__}: {reason}"
    if isinstance(error, JobExecutionError):
        file, _, line = error.failure.user_location.partition(", line ")
        number = line.partition(":")[0]
        verdict = _judge(error.failure.error, in_job=True)
        cause = f"the job failed: {_describe_cause(error)}"
        if number.isdecimal():
            return Diagnostic(file, int(number), verdict, cause)
        return Diagnostic(str(program), 0, verdict, cause)
    if isinstance(error, SyntaxError):
        return Diagnostic(error.filename or str(program), error.lineno or 0, "rejected", text)
    at_file, at_line = _find_last_user_line(error.__traceback__) or (str(program), 0)
    return Diagnostic(at_file, at_line, _judge(error), text)


def _judge(error: BaseException, in_job: bool = False) -> Verdict:
    """Return whether Flink rejects what *error* is about, or only flinksim cannot do it.

    Args:
        error: What was raised while the program built its jobs, or, *in_job*, by a function of a job.
        in_job: Whether the program ends with this error on Flink as well, whoever raises it.
    """
    if isinstance(error, BindingError | FileError | OSError | SubprocessError):
        return "unsupported"  # the file, the service or the command may be there
    if isinstance(error, NotImplementedError) and _is_raised_here(error):
        return "unsupported"  # Flink has the feature
    if type(error).__name__ in (*_UNSUPPORTED_SQL, "EventLogError"):  # Flink reads no event logs
        return "unsupported"
    if re.search(rf"\b{Placeholder.__name__}\b|<placeholder of ", str(error)):
        return "unsupported"  # a consequence of a package that is not installed
    if isinstance(error, SystemExit) or (not in_job and _is_raised_by_program(error)):
        return "warning"  # the program's own decision
    if isinstance(error, ImportError) and not isinstance(error, ModuleNotFoundError):
        is_own = not (error.name or "").startswith(("flinksim", "pyflink"))
        return "unsupported" if is_own or has_pyflink_name(error) else "rejected"
    if isinstance(error, ModuleNotFoundError):
        name = error.name or ""
        is_there = name.startswith(("pyflink.table", "flinksim.table"))
        return "unsupported" if is_there or not name.startswith("pyflink") else "rejected"
    return "rejected"


def _is_raised_by_program(error: BaseException) -> bool:
    """Return whether a statement ``raise`` of the program raised *error* while it built its jobs."""
    frames = traceback.extract_tb(error.__traceback__)
    return (
        bool(frames)
        and error.__context__ is None  # otherwise Flink may reject what led to it
        and is_user_code(frames[-1].filename)
        and ((frames[-1].line or "").startswith("raise"))
    )


def _is_raised_here(error: BaseException) -> bool:
    """Return whether flinksim raised *error*, and not the program."""
    if isinstance(error, NotSimulatedError):
        return True
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and not is_user_code(frames[-1].filename)


def _describe_cause(error: JobExecutionError) -> str:
    failure = error.failure
    text = f"{type(failure.error).__name__}: {_join_lines(failure.error)}"
    return f"{text} (operator {failure.operator_name})" if failure.operator_name else text


def _find_last_user_line(trace: TracebackType | None) -> SourceLocation | None:
    lines = [
        (frame.filename, frame.lineno or 0)
        for frame in traceback.extract_tb(trace)
        if is_user_code(frame.filename)
    ]
    return lines[-1] if lines else None


def _find_flinksim_imports(program: Path) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each import of flinksim by its own name, which Flink does not have."""
    tree = parse_python_file(program)
    if tree is None:
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
                text = (
                    f"import {name}: Flink does not have this module. Import from pyflink instead."
                )
                yield Diagnostic(str(program), node.lineno, "rejected", text)


@contextmanager
def _record_unsupported_calls(
    diagnostics: dict[Diagnostic, None], is_for_flink_1: bool
) -> Iterator[None]:
    """Record calls in the block from user code to functions that PyFlink does not have."""

    def on_call(frame: FrameType, event: str, argument: object) -> None:
        if event != "call" or frame.f_back is None:
            return
        code, caller = frame.f_code, frame.f_back
        if code.co_name == "<module>":  # an import, not a call of the program
            return
        docstring = code.co_consts[0] if code.co_consts else None
        if (
            not isinstance(docstring, str)
            or _NOT_IN_PYFLINK not in docstring
            or is_user_code(code.co_filename)
            or (is_for_flink_1 and _GONE_SINCE_FLINK_2 in docstring)
        ):
            return
        if caller.f_code.co_filename == validation.__file__ and caller.f_back is not None:
            caller = caller.f_back  # a function whose arguments are checked
        file = caller.f_code.co_filename
        if is_user_code(file):
            receiver = frame.f_locals.get("self")
            name = code.co_name if receiver is None else f"{type(receiver).__name__}.{code.co_name}"
            text = f"{name}() is not in PyFlink: {docstring.split('. ')[0].strip()}"
            diagnostics[Diagnostic(file, caller.f_lineno, "rejected", _join_lines(text))] = None

    previous = sys.getprofile()
    sys.setprofile(on_call)
    try:
        yield
    finally:
        sys.setprofile(previous)
