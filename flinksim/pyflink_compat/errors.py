"""Py4JJavaError, the error that a PyFlink program gets when its job fails."""

from __future__ import annotations

import sys

from flinksim.runtime.failure_report import JobExecutionError


class Py4JJavaError(JobExecutionError):
    """The error of a failed job, for programs that catch PyFlink's ``Py4JJavaError``."""


def get_py4j_error_class() -> type[Py4JJavaError]:
    """Return the class that a program catches as ``py4j.protocol.Py4JJavaError``.

    If the real py4j is loaded, the class is also a subclass of its error.
    """
    real = getattr(sys.modules.get("py4j.protocol"), "Py4JJavaError", JobExecutionError)
    if issubclass(Py4JJavaError, real):
        return Py4JJavaError
    # The real class requests its text from Java.
    return type("Py4JJavaError", (Py4JJavaError, real), {"__str__": BaseException.__str__})
