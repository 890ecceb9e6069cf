"""Errors for which PyFlink has its own class: those of Java, and a bare ``Exception``.

In a program that imports the API by the name ``pyflink`` they have PyFlink's names; they are a
``ValueError``, ``TypeError`` or ``RuntimeError`` for everybody.
"""

from __future__ import annotations

import sys
from typing import Any


def is_imported_as_pyflink() -> bool:
    """Whether ``pyflink.datastream`` is this package, by our alias or by anybody else's."""
    alias = sys.modules.get("pyflink.datastream")
    ours = sys.modules.get("flinksim.datastream")
    if alias is None or ours is None:
        return False
    return getattr(alias, "__file__", None) == ours.__file__


class JavaError(Exception):
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


class FailedInJava(_Renamed, RuntimeError, JavaError):
    """A program that Java cannot translate, with what to do."""

    PYFLINKS_NAME = "Py4JJavaError"


class RefusedValue(_Renamed, ValueError):
    """A value that PyFlink refuses by a bare ``Exception``."""

    PYFLINKS_NAME = "Exception"


class RefusedKind(_Renamed, TypeError):
    """An object of a kind that PyFlink refuses by a bare ``Exception``."""

    PYFLINKS_NAME = "Exception"
