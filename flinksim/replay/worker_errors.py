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
from flinksim.core.safe_repr import cut, told_error
from flinksim.replay.expressions.symbolic_values import TOO_LARGE
from flinksim.replay.logs.parquet_source import NotInColumns
from flinksim.replay.operators.manual_clock import AT_WORK, virtual_time
from flinksim.replay.worker_memory import settle_worker
from flinksim.runtime.failure_report import describe_failure

_LONGEST_SAID = 500
_MARK = "flinksim-failure: "
_TOO_LARGE_SIGNS = (TOO_LARGE, "ARITHMETIC_OVERFLOW")
_TOO_LARGE = (
    "a whole number of the program needs more than 64 bits (or is "
    f"divided beyond {1 << 53:,}, where doubles are not exact), or the least or greatest of doubles "
    "is looked for of which one is NaN or -0.0. Python's numbers have no such end: replay it with the "
    "simulator's operators, --lowering generic or "
    'ReplaySettings(lowering="generic").'
)

Work = Callable[..., Iterator[Any]]


class ReplayError(RuntimeError):
    """The job failed; the message has the operator, the record and the line."""


class _WorkerFailure(RuntimeError):
    """An error on its way from a worker to the driver."""


def tells_failures(work: Work) -> Work:
    """Decorate a worker function: report its errors and set up the environment of the program.

    Inside *work*, ``time.time`` returns processing time, and the working directory is the one in
    which the program was started, if it exists.

    Args:
        work: A function with a keyword argument ``plan`` or ``folder``.
    """

    @wraps(work)
    def wrapper(batches: Any, **arguments: Any) -> Iterator[Any]:
        plan = arguments.get("plan")
        folder = arguments["folder"] if plan is None else plan.folder
        settle_worker()
        try:
            with virtual_time(), working_in(folder):
                yield from work(batches, **arguments)
        except (_WorkerFailure, GeneratorExit, KeyboardInterrupt):
            raise
        except BaseException as error:  # sys.exit() in a user function must fail the job as well.
            description = json.dumps(_told(error, AT_WORK.vertex if plan is None else plan.name))
            raise _WorkerFailure(_MARK + description) from error

    return wrapper


@contextmanager
def working_in(folder: str) -> Iterator[None]:
    """Make *folder* the working directory in the block, if it exists."""
    before = os.getcwd()
    if os.path.isdir(folder):
        os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _told(error: BaseException, vertex_name: str) -> dict[str, Any]:
    if isinstance(error, EventLogError):
        _, (path, *rest) = error.__reduce__()
        return {"log": [str(path), *rest], "is_bad": not isinstance(error, NotInColumns)}
    if isinstance(error, OverflowError) and TOO_LARGE in str(error):
        return {"lines": [_TOO_LARGE]}
    failure = describe_failure(error, "", vertex_name, 0)
    lines = [told_error(error)]
    if vertex_name:
        lines.append(f"  in {vertex_name}")
    if failure.operator_name:
        doing = f", {failure.doing}" if failure.doing else ""
        lines.append(f"  operator: {failure.operator_name}{doing}")
    if failure.record:
        lines.append(f"  record:   {failure.record}")
    if failure.user_line:
        lines.append(f"  your code: {failure.user_line}")
    return {"lines": lines}


@contextmanager
def as_it_was() -> Iterator[None]:
    """Raise the original error of a worker function that runs in this process."""
    try:
        yield
    except _WorkerFailure as failure:
        raise failure.__cause__ or failure from None


@contextmanager
def told_by_us() -> Iterator[None]:
    """Translate an error of Spark, Java or Arrow in the block into a ReplayError."""
    try:
        yield
    except Exception as error:
        if not is_raw(error):
            raise
        raise translated(error) from error


_OTHERS = ("py4j", "pyspark", "pyarrow")


def is_raw(error: BaseException) -> bool:
    """Return whether *error* is of Spark, Java or Arrow, or an untranslated worker failure."""
    return isinstance(error, _WorkerFailure) or type(error).__module__.partition(".")[0] in _OTHERS


def _raw(error: BaseException, text: str) -> str:
    library = "Arrow" if type(error).__module__.startswith("pyarrow") else "Spark"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    causes = [line.removeprefix("Caused by: ") for line in lines if line.startswith("Caused by: ")]
    message = cut(causes[-1] if causes else lines[0] if lines else "", _LONGEST_SAID)
    return (
        f"The job failed within {library}, which says ({type(error).__name__}): {message}. Nothing in "
        "the program was at work then; the simulator's operators may take it: --lowering generic or "
        'ReplaySettings(lowering="generic").'
    )


def translated(error: BaseException) -> BaseException:
    """Translate the error of a Spark action for the user.

    Returns:
        *error* itself if no worker described it and it is not a foreign error.
    """
    text = str(error)
    marker_start = text.rfind(_MARK)
    # A worker's error on Spark arrives wrapped in an error of Spark.
    is_sparks = type(error).__module__.partition(".")[0] in ("py4j", "pyspark")
    failed = f"Job execution failed {'on Spark' if is_sparks else 'in this process'}: "
    if marker_start < 0:
        if any(sign in text for sign in _TOO_LARGE_SIGNS):
            return ReplayError(failed + _TOO_LARGE)
        return ReplayError(_raw(error, text)) if is_raw(error) else error
    description, _ = json.JSONDecoder().raw_decode(text[marker_start + len(_MARK) :])
    if "log" in description:
        path, *rest = description["log"]
        return (EventLogError if description["is_bad"] else NotInColumns)(Path(path), *rest)
    return ReplayError(failed + "\n".join(description["lines"]))
