"""The version of Flink whose names a program uses: 2.3 unless it was written for Flink 1.x.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from flinksim.core.pyflink_errors import PythonTypeMismatchError

CURRENT_VERSION = "2.3"

_VERSION: ContextVar[str] = ContextVar("flinksim_flink_version", default=CURRENT_VERSION)
_KEEPS_NEW: ContextVar[bool] = ContextVar("flinksim_keeps_new", default=False)
_REPORT: ContextVar[Callable[[str], None] | None] = ContextVar("flinksim_new_rules", default=None)


@contextmanager
def use_flink_version(version: str) -> Iterator[None]:
    """Accept the names of Flink *version* in the block."""
    token = _VERSION.set(version)
    try:
        yield
    finally:
        _VERSION.reset(token)


def is_flink_1_accepted() -> bool:
    """Return whether the program is one for Flink 1.x."""
    return _VERSION.get().startswith("1.")


def is_version_before(major: int, minor: int) -> bool:
    """Return whether the program is for a version of Flink before ``major.minor``."""
    parts = _VERSION.get().split(".")
    own_minor = int(parts[1]) if len(parts) > 1 and parts[1].isdecimal() else 0
    return (int(parts[0]), own_minor) < (major, minor)


@contextmanager
def report_new_rules(report: Callable[[str], None]) -> Iterator[None]:
    """Report in the block what only Flink 2.3 rejects, and accept it as earlier versions do."""
    token = _REPORT.set(report)
    try:
        yield
    finally:
        _REPORT.reset(token)


def is_new_rule_reported() -> bool:
    """Return whether what only Flink 2.3 rejects is reported, and accepted."""
    return _REPORT.get() is not None


def report_new_rule(message: str) -> bool:
    """Report that only Flink 2.3 rejects something; return whether it is accepted all the same."""
    report = _REPORT.get()
    if report is None:
        return False
    report(message)
    return True


@contextmanager
def keep_new_meanings() -> Iterator[None]:
    """Give everything the meaning in Flink 2.3 in the block, also where an earlier one is accepted."""
    token = _KEEPS_NEW.set(True)
    try:
        yield
    finally:
        _KEEPS_NEW.reset(token)


def has_old_meaning(message: str) -> bool:
    """Return whether something with another meaning in Flink 2 has the old one; report it if needed."""
    if _KEEPS_NEW.get():
        return False
    return is_version_before(2, 0) or report_new_rule(message)


def require_flink_1(name: str, removed_in: str, replacement: str) -> None:
    """Check that a class of Flink 1.x may be used.

    Raises:
        TypeError: If the program is one for Flink 2; the message says what replaces the class.
    """
    if not is_flink_1_accepted():
        raise PythonTypeMismatchError(
            f"{name} was removed in {removed_in}: PyFlink 2.3 still has the name, but no Java class for it. "
            f"Use {replacement}, or run the program for Flink 1.x with --flink 1.18."
        )
