"""Runs a user's program file, unchanged, in an environment that a command sets up."""

from __future__ import annotations

import argparse
import io
import os
import re
import runpy
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from pathlib import Path
from typing import Any, NoReturn

import flinksim
from flinksim.cli.assumed_inputs import AssumedInputs, read_empty_lines
from flinksim.cli.binding_options import add_binding_arguments, apply_binding_options
from flinksim.cli.console import (
    FAILED,
    handle_sigterm,
    print_stderr,
    report_error,
    report_interrupt,
)
from flinksim.cli.missing_inputs import (
    explain_missing_input,
    record_missing_variables,
    suggest_input,
)
from flinksim.cli.program_files import count_relative_levels, list_imports, list_program_files
from flinksim.cli.program_imports import (
    MissingPackageError,
    ProgramImports,
    find_program_imports,
    format_missing_extra,
)
from flinksim.common.configuration import Configuration
from flinksim.core.binding_errors import BindingError, UnboundSourceError
from flinksim.core.flink_version import report_new_rules, use_flink_version
from flinksim.core.safe_repr import format_error, format_repr
from flinksim.core.source_locations import find_user_location
from flinksim.datastream.api_flavor import API_FLAVOR_OPTION
from flinksim.datastream.external_configuration import use_external_configuration
from flinksim.datastream.pipeline_executor import watch_jobs
from flinksim.pyflink_compat.incidental_names import explain_missing_name
from flinksim.runtime.budget import BudgetSpent
from flinksim.runtime.checkpoint.snapshot_file import SnapshotError
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import InjectionError
from flinksim.runtime.jobmaster.state_assignment import CannotRestore
from flinksim.runtime.minicluster import MiniCluster
from flinksim.trace.storage.file_format import MAGIC, SUFFIX

_CHECKED_BYTES = 4096
"""Number of bytes at the start of a program file that are checked for binary content."""

PROGRAM_ARGUMENTS_NOTE = "Arguments after -- are passed to the program."
"""Last sentence of the help of every command that runs a program."""


def add_program_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the program file and the options of its environment."""
    parser.epilog = " ".join(filter(None, (parser.epilog, PROGRAM_ARGUMENTS_NOTE)))
    parser.add_argument(
        "program",
        type=Path,
        help="A Python file that calls env.execute(), or a JSON file from COMPILE PLAN.",
    )
    add_import_arguments(parser)
    add_binding_arguments(parser)
    parser.set_defaults(record=None, parallelism=None)


def add_import_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for ``import pyflink`` and for the dialect."""
    parser.add_argument(
        "--as-pyflink", action="store_true", help='Let "import pyflink" import flinksim.'
    )
    parser.add_argument(
        "--flink",
        metavar="VERSION",
        help="Version of Flink whose API names are accepted, such as 1.13 (default: 2.3, or 1.x if the "
        "program uses names of 1.x).",
    )
    parser.add_argument(
        "--dialect",
        choices=("java", "pyflink"),
        help="Semantics to use where PyFlink and Flink's Java runtime differ (default: pyflink "
        "for programs that import pyflink, java for others).",
    )


_PLAIN_ERRORS = (
    JobExecutionError, BudgetSpent, InjectionError, CannotRestore, SnapshotError, BindingError,
    UnboundSourceError, MissingPackageError,
)  # fmt: skip
"""Errors whose message is sufficient without a traceback."""


def is_pyflink_program(program: Path) -> bool:
    """Return whether a program, or a file of its folder that it imports, imports ``pyflink``."""
    return any(
        name.partition(".")[0] == "pyflink"
        for path in list_program_files(program)
        for name in list_imports(path)
    )


@contextmanager
def allow_old_programs(program: Path, version: str | None) -> Iterator[None]:
    """Accept a program for Flink *version*; without a version, one for an earlier version as well."""
    if version is not None and not version.startswith("1."):
        with use_flink_version(version):
            yield
        return
    files = [path for path in list_program_files(program) if _has_old_names(path)]
    if version is None and not files:
        with report_new_rules(_make_rule_printer(program)):
            yield
        return
    from flinksim.pyflink_compat.flink1_names import allow_flink_1_names, find_flink_1_names

    found = [(path, line, note) for path in files for line, note in find_flink_1_names(path)]
    if version is None and not found:
        with report_new_rules(_make_rule_printer(program)):
            yield
        return
    for path, line, note in found:
        print_stderr(f"{path}:{line}: {note}")
    with allow_flink_1_names(version or "1.x", list_program_files(program)):
        yield


def _make_rule_printer(program: Path) -> Callable[[str], None]:
    """Make a function that prints once what only Flink 2.3 rejects: the program is for an earlier version."""
    printed: set[str] = set()

    def print_rule(message: str) -> None:
        file, line = find_user_location() or (str(program), 0)
        place = f"{file}:{line}" if line else file
        if message not in printed:
            printed.add(message)
            print_stderr(f"{place}: this runs as before Flink 2.3. {message}")

    return print_rule


def _has_old_names(program: Path) -> bool:
    """Return whether the text of a program has a word that only programs for Flink 1.x have."""
    try:
        text = program.read_bytes()
    except OSError:
        return False
    return any(word in text for word in _OLD_WORDS)


_OLD_WORDS = (
    b"TimeCharacteristic", b"time_characteristic", b"ExternalizedCheckpointCleanup", b"restart_strategy",
    b"RestartStrategies", b"StateBackend", b"state_backend", b"externalized_checkpoint",
    b"FlinkKafka", b"SimpleStringEncoder", b"RowDeserializationSchema", b"RowSerializationSchema",
    b"checkpoint_storage", b"checkpointing_errors", b"pyflink.table", b"pyflink.dataset",
)  # fmt: skip
"""Words that lead to a closer look, which needs more imports."""


def find_program_error(program: Path, accepts_trace: bool = False) -> str:
    """Return why *program* cannot be run, or ""; a saved trace is an error unless *accepts_trace*."""
    if os.path.isdir(program):
        files = ", ".join(sorted(path.name for path in program.glob("*.py"))[:5])
        contents = f"Python files in it: {files}" if files else "it contains no Python file"
        return f"{program} is a folder. Name the file that calls env.execute() ({contents})."
    if not os.path.isfile(program):
        return format_missing_file(program)
    try:
        return _find_content_error(program, accepts_trace)
    except OSError as error:
        return f"cannot read {program}: {error.strerror}"


def format_missing_file(path: Path | str) -> str:
    """Format the message about a file that does not exist."""
    return f"{path}: file not found (current folder: {Path.cwd()})"


def is_trace_file(program: Path) -> bool:
    """Return whether *program* is a saved trace, by its name or its first bytes."""
    return program.suffix == SUFFIX or _read_head(program).startswith(MAGIC)


def _read_head(program: Path) -> bytes:
    with program.open("rb") as stream:
        return stream.read(_CHECKED_BYTES)


def _find_content_error(program: Path, accepts_trace: bool) -> str:
    """Return why the content of the file *program* is not a Python program, or ""."""
    if is_trace_file(program):
        commands = "tell, why, diagnose, film and glossary --in"
        message = (
            f"{program} is a trace, not a Python program. Commands that read traces: {commands}."
        )
        return "" if accepts_trace else message
    if program.suffix == ".ipynb":
        return (
            f"{program} is a notebook, not a Python program. "
            f"Convert it first: jupyter nbconvert --to script {program}"
        )
    if program.suffix.lower() in (".java", ".scala", ".kt", ".jar", ".class"):
        return (
            f"{program} is a program for the JVM, and flinksim runs Python and SQL. To see its plan, print "
            "env.getExecutionPlan() in it: flinksim plan --from PLAN.JSON. To step through its run, record "
            "it on Flink: flinksim recorder --help"
        )
    if b"\0" in _read_head(program):
        return f"{program} is a binary file, not a Python program."
    return ""


def format_missing_job(program: Path) -> str:
    """Format the message about a program that runs no job."""
    if re.search(rb"\.execute\(", program.read_bytes()):
        return (
            f"{program} ran no job: it ended before env.execute(). If it catches an error, this names the "
            f"error: flinksim check {program}"
        )
    return (
        f"{program} ran no job because it did not call env.execute(). Add env.execute() at its end."
    )


def report_missing_job(program: Path) -> int:
    """Report that a program ran no job, and return the exit code.

    It is no error if the program uses the Table API: it may only declare and explain tables.
    """
    if program.suffix.lower() != ".sql" and b"TableEnvironment" not in program.read_bytes():
        return report_error(format_missing_job(program))
    print_stderr(f"flinksim: {program} ran no job: it declared or explained tables only.")
    return 0


@contextmanager
def set_up_program_environment(
    program: Path, options: argparse.Namespace
) -> Iterator[ProgramImports]:
    """Set up the environment of a program: import path, arguments, configuration."""
    saved_path, saved_arguments = sys.path[:], sys.argv[:]
    with ExitStack() as stack:
        if options.as_pyflink or is_pyflink_program(program):
            from flinksim.pyflink_compat.import_alias import alias_pyflink

            stack.enter_context(alias_pyflink())
        if options.record:
            from flinksim.connectors.socket_source import open_socket_session

            stack.enter_context(open_socket_session(record_to=options.record))
        imports = stack.enter_context(find_program_imports(program, bool(options.sample)))
        stack.callback(imports.report_skipped_calls)
        stack.enter_context(apply_binding_options(options, imports.forbid_calls))
        stack.enter_context(allow_old_programs(program, options.flink))
        configuration = Configuration()
        if options.parallelism is not None:
            configuration.set_integer("parallelism.default", options.parallelism)
        if options.dialect is not None:
            configuration.set_string(API_FLAVOR_OPTION, options.dialect)
        if configuration.to_dict():
            stack.enter_context(use_external_configuration(configuration))
        sys.path.insert(0, str(program.resolve().parent))
        sys.argv[:] = [str(program), *options.handed_on]
        try:
            yield imports
        finally:
            sys.path[:], sys.argv[:] = saved_path, saved_arguments


def run_interruptible(program: Path, quiet: bool) -> int:
    """Run *program* like :func:`run_program`, but return an exit code after an interrupt as well."""
    try:
        return run_program(program, quiet)
    except KeyboardInterrupt as interrupt:
        return report_interrupt(interrupt)


class NullStream(io.TextIOBase):
    """A text stream that discards everything."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return len(text)


def execute_file(program: Path) -> None:
    """Execute a Python file, a file of SQL statements, or the JSON file of a compiled plan.

    Raises:
        Exception: What the program raises.
    """
    # Programs without SQL start faster without the table runtime.
    if program.suffix.lower() == ".sql":
        from flinksim.table.sql_script import run_script

        run_script(program)
    elif program.suffix == ".json":
        from flinksim.table.compiled_plan.plan_translator import execute_compiled_plan

        execute_compiled_plan(program)
    elif levels := count_relative_levels(program):  # as with python -m, or flink run -pym
        root = program.resolve().parents[levels]
        sys.path.insert(0, str(root))
        module = ".".join(program.resolve().relative_to(root).with_suffix("").parts)
        runpy.run_module(module, run_name="__main__")
    else:
        runpy.run_path(str(program), run_name="__main__")


def _report_table_error(program: Path, error: BaseException) -> int | None:
    """Report an error of a SQL file or a plan, which has its place in its message."""
    if program.suffix.lower() not in (".sql", ".json"):
        return None
    from flinksim.table.compiled_plan.plan_document import CompiledPlanError
    from flinksim.table.planner.planner_errors import SqlError
    from flinksim.table.runtime.expressions.rex_compiler import UnsupportedExpressionError

    if isinstance(error, CompiledPlanError) and program.suffix == ".json":
        return report_error(str(error))
    if isinstance(error, SqlError | CompiledPlanError | UnsupportedExpressionError):
        return report_error(f"{program}: {error}")
    return None


def run_program(program: Path, quiet: bool, plain_errors: tuple[type[Exception], ...] = ()) -> int:
    """Run *program* to its end; report errors and return the exit code.

    Args:
        program: The program file.
        quiet: Whether to discard its standard output.
        plain_errors: Error types of jobs that are reported by their message alone.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed.
        SigtermInterrupt: SIGTERM was received.
    """
    variables: dict[str, None] = {}
    try:
        with ExitStack() as stack:
            stack.enter_context(handle_sigterm())
            variables = stack.enter_context(record_missing_variables())
            stack.enter_context(_intercept_os_exit())
            if quiet:
                stack.enter_context(redirect_stdout(NullStream()))
            stack.enter_context(read_empty_lines())
            _execute_with_assumed_inputs(program, variables)
    except _PLAIN_ERRORS as error:
        return report_error(str(error))
    except plain_errors as error:
        return report_error(str(error))
    except SystemExit as system_exit:
        code: Any = system_exit.code  # can be any object
        if code and (hint := suggest_input(program, variables, system_exit)):
            print_stderr(hint)
        if code is None or isinstance(code, int):
            return code or 0
        return report_error(code if isinstance(code, str) else format_repr(code))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if (reported := _report_table_error(program, error)) is not None:
            return reported
        explanation = explain_missing_input(error, program, variables)
        if explanation or (explanation := format_missing_extra(error)):
            return report_error(explanation)
        message = _format_user_traceback(error, program)
        if hint := suggest_input(program, variables, error):
            message += f"\n{hint}"
        if isinstance(error, ModuleNotFoundError) and error.name == "pyflink":
            message += '\nUse --as-pyflink to let "import pyflink" import flinksim.'
        return report_error(message)
    return 0


def _execute_with_assumed_inputs(program: Path, variables: dict[str, None]) -> None:
    """Execute *program*, and assume inputs if it fails before its first job because it misses them.

    Raises:
        Exception: What the program raises.
    """
    inputs = AssumedInputs(program.resolve().parent)
    first_error: BaseException | None = None
    has_job = False

    def print_assumed() -> None:
        nonlocal has_job
        if not has_job and str(inputs):
            print_stderr(
                f"flinksim: assumed what the program did not get: {inputs}. "
                f"Give other values like this: NAME=VALUE flinksim run {program} -- ARGUMENTS"
            )
        has_job = True

    while True:
        try:
            with inputs.attempt(), watch_jobs(print_assumed):
                execute_file(program)
        except (KeyboardInterrupt, *_PLAIN_ERRORS):
            raise
        except BaseException as error:
            has_failed = not isinstance(error, SystemExit) or error.code not in (None, 0)
            if not has_job and has_failed and inputs.extend(error, variables):
                first_error = first_error or error
                continue
            if inputs.usage:
                print_stderr(inputs.usage)
            if (
                first_error is not None
                and not has_job
                and (format_error(first_error) == format_error(error) or inputs.is_cause(error))
            ):
                raise first_error from None
            print_assumed()
            raise
        print_assumed()
        return


@contextmanager
def _intercept_os_exit() -> Iterator[None]:
    """Replace ``os._exit`` with ``sys.exit`` in the block, except in forked processes.

    ``os._exit`` would end the process with the program's exit code and without a report about its jobs.
    """
    original_exit, process_id = os._exit, os.getpid()

    def exit_with_report(status: int) -> NoReturn:
        if os.getpid() != process_id:
            original_exit(status)
        raise SystemExit(status)

    os._exit = exit_with_report
    try:
        yield
    finally:
        os._exit = original_exit


def compute_exit_code(code: int, clusters: Sequence[MiniCluster]) -> int:
    """Compute the exit code of a program that ended with *code*.

    As on Flink, a failed job alone does not make it fail: the program may have caught the error. A job
    that a limit stopped always does.
    """
    was_limited = any(cluster.budget_error is not None for cluster in clusters)
    return code or (FAILED if was_limited else 0)


def _format_user_traceback(error: BaseException, program: Path) -> str:
    """Format the traceback without flinksim's frames before and after the program."""
    frames = traceback.extract_tb(error.__traceback__)
    package_dir = str(Path(flinksim.__file__).parent)
    program_frames = [i for i, frame in enumerate(frames) if frame.filename == str(program)]
    if not program_frames and isinstance(error, SyntaxError | RecursionError | MemoryError):
        # The program was not compiled. A syntax error names its file and line itself.
        frames = traceback.StackSummary()
    first, end = (program_frames[0], program_frames[-1] + 1) if program_frames else (0, len(frames))
    while end < len(frames) and not frames[end].filename.startswith(package_dir):
        end += 1
    lines = [
        "the program failed (most recent call last):\n",
        *traceback.format_list(frames[first:end]),
    ]
    if isinstance(error, ImportError) and (reason := explain_missing_name(error)):
        return "".join([*lines, f"{type(error).__name__}: {reason}"])
    return "".join([*lines, format_error(error)])
