"""The error of a failed job by the name that it has in PyFlink."""

from __future__ import annotations

import sys

from flinksim.runtime.failure_report import JobExecutionError


class Py4JJavaError(JobExecutionError):
    """The same under the name that PyFlink's has."""


def py4j_error() -> type[Py4JJavaError]:
    """What a program catches as ``py4j.protocol.Py4JJavaError``: the real one too, if it is loaded."""
    real = getattr(sys.modules.get("py4j.protocol"), "Py4JJavaError", JobExecutionError)
    if issubclass(Py4JJavaError, real):
        return Py4JJavaError
    # The real one asks Java for its text.
    return type("Py4JJavaError", (Py4JJavaError, real), {"__str__": BaseException.__str__})
