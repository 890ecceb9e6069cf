"""Errors for which PyFlink has its own class: those of Java, and a bare ``Exception``.

In a program that imports the API by the name ``pyflink`` they have PyFlink's names; they are a
``ValueError``, ``TypeError`` or ``RuntimeError`` for everybody.
"""

from __future__ import annotations

import sys
import warnings
from contextvars import ContextVar
from typing import Any

from flinksim.core.source_locations import calling_line

JAVA_IS_LEFT: ContextVar[bool] = ContextVar("flinksim_java_is_left", default=True)
"""Whether a program that imports ``pyflink`` may follow it; not where Java's dialect was asked for."""


def is_imported_as_pyflink() -> bool:
    """Whether ``pyflink.datastream`` is this package, by our alias or by anybody else's."""
    alias = sys.modules.get("pyflink.datastream")
    ours = sys.modules.get("flinksim.datastream")
    if alias is None or ours is None:
        return False
    return getattr(alias, "__file__", None) == ours.__file__


class Py4JError(Exception):
    """What a program catches as ``py4j.protocol.Py4JError``."""


class JavaError(Py4JError):
    """What a program catches as ``py4j.protocol.Py4JJavaError``."""


class _Renamed(Exception):
    """Makes errors of a class that has another name, in a program that imports ``pyflink``."""

    PYFLINKS_NAME = ""

    def __new__(cls, *args: Any) -> _Renamed:
        if is_imported_as_pyflink() and cls.__name__ != cls.PYFLINKS_NAME:
            cls = type(cls.PYFLINKS_NAME, (cls,), {"__module__": cls.__module__})
        return super().__new__(cls, *args)


class RefusedByJava(_Renamed, ValueError, JavaError):
    """An argument that Java's check refuses, with what to do."""

    PYFLINKS_NAME = "Py4JJavaError"


class KindRefusedByJava(_Renamed, TypeError, JavaError):
    """A value that Java cannot make one of the declared type."""

    PYFLINKS_NAME = "Py4JJavaError"


class KindRefusedByPy4J(_Renamed, TypeError, Py4JError):
    """An object of a kind for which py4j finds no method of Java's."""

    PYFLINKS_NAME = "Py4JError"


class KindRefusedByPython(_Renamed, TypeError, AttributeError):
    """An object of a kind that has not the method that PyFlink calls, which checks no kinds itself."""

    PYFLINKS_NAME = "AttributeError"


class FailedInJava(_Renamed, RuntimeError, JavaError):
    """A program that Java cannot translate, with what to do."""

    PYFLINKS_NAME = "Py4JJavaError"


class RefusedValue(_Renamed, ValueError):
    """A value that PyFlink refuses by a bare ``Exception``."""

    PYFLINKS_NAME = "Exception"


class RefusedKind(_Renamed, TypeError):
    """An object of a kind that PyFlink refuses by a bare ``Exception``."""

    PYFLINKS_NAME = "Exception"


LET_THROUGH = "PyFlink says nothing here"
"""What such a warning says."""


def refuse_or_warn(error: TypeError | ValueError) -> None:
    """Raise *error*, unless PyFlink is followed, which lets the argument through while building.

    There it is a warning, and what becomes of the argument is seen when the job runs.
    """
    if not (is_imported_as_pyflink() and JAVA_IS_LEFT.get()):
        raise error
    text = str(error).removesuffix(".")
    file, line = calling_line() or ("<unknown>", 0)
    warnings.warn_explicit(
        f"{text}. {LET_THROUGH}, and the job fails, or does what cannot be meant.",
        UserWarning,
        file,
        line,
    )
