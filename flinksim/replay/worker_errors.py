"""Errors of a worker, described for the user: operator, record and line of the user's code.

A worker's error reaches the driver as text inside Spark's own stack traces. The description is
embedded in this text as one line of JSON.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from flinksim.connectors.event_log.line_reader import EventLogError
from flinksim.core.safe_repr import format_error, truncate_text
from flinksim.replay.expressions.symbolic_values import OVERFLOW_MARKER
from flinksim.replay.logs.parquet_source import UnrepresentableCellError
from flinksim.replay.operators.replay_clock import CURRENT_UNIT, use_virtual_time
from flinksim.replay.worker_memory import configure_worker_memory
from flinksim.runtime.failure_report import describe_failure

_MAX_MESSAGE_LENGTH = 500
_FAILURE_MARKER = "flinksim-failure: "
_OVERFLOW_MARKERS = (OVERFLOW_MARKER, "ARITHMETIC_OVERFLOW")
_OVERFLOW_MESSAGE = (
    "a whole number of the program needs more than 64 bits (or a division "
    f"exceeds {1 << 53:,}, where doubles are not exact), or a minimum or maximum "
    "of doubles includes NaN or -0.0. Python has no such limits. Replay it with "
    "the simulator's operators: --backend generic, or "
    'ReplaySettings(backend="generic").'
)

WorkerFunction = Callable[..., Iterator[Any]]


class ReplayError(RuntimeError):
    """Failure of a user function in a replay; the message has the operator, the record and the line."""


class _WorkerFailure(RuntimeError):
    """Carrier of a worker's error to the driver; its text contains the description as JSON."""


def report_worker_errors(function: WorkerFunction) -> WorkerFunction:
    """Decorate a worker function: report its errors and set up the environment of the program.

    Inside *function*, ``time.time`` returns processing time, and the working directory is the one in
    which the program was started, if it exists.

    Args:
        function: A function with a keyword argument ``plan`` or ``folder``.
    """

    @wraps(function)
    def wrapper(batches: Any, **arguments: Any) -> Iterator[Any]:
        plan = arguments.get("plan")
        folder = arguments["folder"] if plan is None else plan.folder
        configure_worker_memory()
        try:
            with use_virtual_time(), change_directory(folder):
                yield from function(batches, **arguments)
        except (_WorkerFailure, GeneratorExit, KeyboardInterrupt):
            raise
        except BaseException as error:  # sys.exit() in a user function must fail the job as well.
            description = json.dumps(
                _describe_error(error, CURRENT_UNIT.vertex_name if plan is None else plan.name)
            )
            raise _WorkerFailure(_FAILURE_MARKER + description) from error

    return wrapper


@contextmanager
def change_directory(folder: str) -> Iterator[None]:
    """Make *folder* the working directory in the block, if it exists."""
    before = os.getcwd()
    if os.path.isdir(folder):
        os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _describe_error(error: BaseException, vertex_name: str) -> dict[str, Any]:
    if isinstance(error, EventLogError):
        _, (path, *rest) = error.__reduce__()
        return {
            "log": [str(path), *rest],
            "is_bad": not isinstance(error, UnrepresentableCellError),
        }
    if isinstance(error, OverflowError) and OVERFLOW_MARKER in str(error):
        return {"lines": [_OVERFLOW_MESSAGE]}
    failure = describe_failure(error, "", vertex_name, 0)
    lines = [format_error(error)]
    if vertex_name:
        lines.append(f"  in {vertex_name}")
    if failure.operator_name:
        doing = f", {failure.activity}" if failure.activity else ""
        lines.append(f"  operator: {failure.operator_name}{doing}")
    if failure.record:
        lines.append(f"  record:   {failure.record}")
    if failure.user_location:
        lines.append(f"  your code: {failure.user_location}")
    return {"lines": lines}


@contextmanager
def restore_error() -> Iterator[None]:
    """Raise, in place of the worker failure, the original error of a function run in this process."""
    try:
        yield
    except _WorkerFailure as failure:
        raise failure.__cause__ or failure from None


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate an error of Spark, Java or Arrow in the block into a ReplayError."""
    try:
        yield
    except Exception as error:
        if not is_foreign_error(error):
            raise
        raise translate_error(error) from error


_FOREIGN_PACKAGES = ("py4j", "pyspark", "pyarrow")


def is_foreign_error(error: BaseException) -> bool:
    """Return whether *error* is of Spark, Java or Arrow, or an untranslated worker failure."""
    return (
        isinstance(error, _WorkerFailure)
        or type(error).__module__.partition(".")[0] in _FOREIGN_PACKAGES
    )


def _describe_foreign_error(error: BaseException, text: str) -> str:
    library = "Arrow" if type(error).__module__.startswith("pyarrow") else "Spark"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    causes = [line.removeprefix("Caused by: ") for line in lines if line.startswith("Caused by: ")]
    message = truncate_text(
        causes[-1] if causes else lines[0] if lines else "", _MAX_MESSAGE_LENGTH
    )
    return (
        f"The job failed in {library} ({type(error).__name__}): {message}. No "
        "function of the program was running. The simulator's operators may "
        "support this job: --backend generic, or "
        'ReplaySettings(backend="generic").'
    )


def translate_error(error: BaseException) -> BaseException:
    """Translate the error of a Spark action for the user.

    Returns:
        *error* itself if no worker described it and it is not a foreign error.
    """
    text = str(error)
    marker_start = text.rfind(_FAILURE_MARKER)
    # A worker's error on Spark arrives wrapped in an error of Spark.
    is_sparks = type(error).__module__.partition(".")[0] in ("py4j", "pyspark")
    failed = f"Job execution failed {'on Spark' if is_sparks else 'in this process'}: "
    if marker_start < 0:
        if any(sign in text for sign in _OVERFLOW_MARKERS):
            return ReplayError(failed + _OVERFLOW_MESSAGE)
        return (
            ReplayError(_describe_foreign_error(error, text)) if is_foreign_error(error) else error
        )
    description, _ = json.JSONDecoder().raw_decode(text[marker_start + len(_FAILURE_MARKER) :])
    if "log" in description:
        path, *rest = description["log"]
        return (EventLogError if description["is_bad"] else UnrepresentableCellError)(
            Path(path), *rest
        )
    return ReplayError(failed + "\n".join(description["lines"]))
