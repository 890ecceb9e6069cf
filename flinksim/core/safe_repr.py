"""Text of user values and errors for messages: bounded in length, and never an error itself.

Not in Flink.
"""

from __future__ import annotations

import traceback
from typing import Any

LONGEST_VALUE = 1000
LONGEST_ERROR = 4000


def cut(text: str, longest: int) -> str:
    """Truncate *text* to *longest* characters and append its full length."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]}... ({len(text):,} characters)"


def told_value(value: Any, longest: int = LONGEST_VALUE) -> str:
    """Return ``repr(value)``, truncated; if that fails, name the class and the error."""
    try:
        return cut(repr(value), longest)
    except Exception as error:  # an error of user code must not hide the reported one
        return f"<{type(value).__qualname__} object: {type(error).__name__} in its text>"


def message_of(error: BaseException, longest: int = LONGEST_ERROR) -> str:
    """Return ``str(error)``, truncated; if that fails, name the class of the failure."""
    try:
        return cut(str(error), longest)
    except Exception as failure:
        return f"<{type(failure).__name__} in its text>"


def told_error(error: BaseException, longest: int = LONGEST_ERROR) -> str:
    """Return class and message of *error* as the last line of a traceback, truncated."""
    try:
        text = "".join(traceback.format_exception_only(error)).strip()
    except Exception:
        text = f"{type(error).__name__}: {message_of(error)}"
    return cut(text, longest)
