"""Errors that PyFlink raises under other class names: Java's errors and a bare ``Exception``.

In a program that imports the API as ``pyflink`` they have PyFlink's names. In every program they
are also a ``ValueError``, ``TypeError`` or ``RuntimeError``.
"""

from __future__ import annotations

import sys
import warnings
from contextvars import ContextVar
from typing import Any

from flinksim.core.source_locations import find_user_location

PYFLINK_SEMANTICS_ALLOWED: ContextVar[bool] = ContextVar("flinksim_java_is_left", default=True)
"""Whether PyFlink's semantics may apply; false for programs that follow Flink's Java API."""


def is_imported_as_pyflink() -> bool:
    """Return whether the program imports flinksim's API under the name ``pyflink.datastream``."""
    alias = sys.modules.get("pyflink.datastream")
    ours = sys.modules.get("flinksim.datastream")
    if alias is None or ours is None:
        return False
    return getattr(alias, "__file__", None) == ours.__file__


class Py4JError(Exception):
    """Stands for ``py4j.protocol.Py4JError``, which PyFlink raises if a call does not reach Java."""


class JavaError(Py4JError):
    """Stands for ``py4j.protocol.Py4JJavaError``, which PyFlink raises for an exception in Java."""


class _PyFlinkNamedError(Exception):
    """Base of errors whose class has PyFlink's name in a program that imports ``pyflink``."""

    PYFLINK_NAME = ""

    def __new__(cls, *args: Any) -> _PyFlinkNamedError:
        if is_imported_as_pyflink() and cls.__name__ != cls.PYFLINK_NAME:
            cls = type(cls.PYFLINK_NAME, (cls,), {"__module__": cls.__module__})
        return super().__new__(cls, *args)


class JavaIllegalArgumentError(_PyFlinkNamedError, ValueError, JavaError):
    """An argument that Java rejects; the message says what to do."""

    PYFLINK_NAME = "Py4JJavaError"


class JavaTypeMismatchError(_PyFlinkNamedError, TypeError, JavaError):
    """A value that Java cannot convert to the declared type."""

    PYFLINK_NAME = "Py4JJavaError"


class Py4JTypeMismatchError(_PyFlinkNamedError, TypeError, Py4JError):
    """An argument of a type for which py4j finds no Java method."""

    PYFLINK_NAME = "Py4JError"


class PythonTypeMismatchError(_PyFlinkNamedError, TypeError, AttributeError):
    """An argument of a type that lacks the method which PyFlink calls on it.

    PyFlink does not check the type before.
    """

    PYFLINK_NAME = "AttributeError"


class JavaRuntimeError(_PyFlinkNamedError, RuntimeError, JavaError):
    """A failure in Java, such as a program that has no valid job graph; the message says what to do."""

    PYFLINK_NAME = "Py4JJavaError"


class PyFlinkValueError(_PyFlinkNamedError, ValueError):
    """A value for which PyFlink raises a bare ``Exception``."""

    PYFLINK_NAME = "Exception"


class PyFlinkTypeError(_PyFlinkNamedError, TypeError):
    """An argument type for which PyFlink raises a bare ``Exception``."""

    PYFLINK_NAME = "Exception"


PYFLINK_WARNING_TEXT = "PyFlink does not report this"
"""Part of the text of each warning about an argument that PyFlink accepts without a check."""


def raise_or_warn(error: TypeError | ValueError) -> None:
    """Raise *error* about an argument, or only warn where PyFlink accepts the argument.

    PyFlink accepts many arguments while a program is built. After a warning, the effect of the argument
    is visible when the job runs.
    """
    if not (is_imported_as_pyflink() and PYFLINK_SEMANTICS_ALLOWED.get()):
        raise error
    text = str(error).removesuffix(".")
    file, line = find_user_location() or ("<unknown>", 0)
    warnings.warn_explicit(
        f"{text}. {PYFLINK_WARNING_TEXT}, and the job fails or has a wrong result.",
        UserWarning,
        file,
        line,
    )
