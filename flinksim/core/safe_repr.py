"""What errors say of a program's own values and errors: no reason for another error, and not endless.

Not in Flink.
"""

from __future__ import annotations

import traceback
from typing import Any

LONGEST_VALUE = 1000
LONGEST_ERROR = 4000


def cut(text: str, longest: int) -> str:
    """*text*, or its beginning and how long it is."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]}... ({len(text):,} characters)"


def told_value(value: Any, longest: int = LONGEST_VALUE) -> str:
    """``repr(value)``, cut; if that fails, its class and how it fails."""
    try:
        return cut(repr(value), longest)
    except Exception as error:  # the program's affair, while another error is told
        return f"<{type(value).__qualname__} object: {type(error).__name__} in its text>"


def message_of(error: BaseException, longest: int = LONGEST_ERROR) -> str:
    """``str(error)``, cut; if that fails, how."""
    try:
        return cut(str(error), longest)
    except Exception as wrong:
        return f"<{type(wrong).__name__} in its text>"


def told_error(error: BaseException, longest: int = LONGEST_ERROR) -> str:
    """The class and text of *error* as Python's traceback ends, cut."""
    try:
        told = "".join(traceback.format_exception_only(error)).strip()
    except Exception:
        told = f"{type(error).__name__}: {message_of(error)}"
    return cut(told, longest)
