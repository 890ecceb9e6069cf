"""Text of user values and errors for messages: bounded in length, and never an error itself.

Not in Flink.
"""

from __future__ import annotations

import re
import traceback
from typing import Any

MAX_VALUE_CHARS = 1000
MAX_ERROR_CHARS = 4000
_UNPRINTABLE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def truncate_text(text: str, max_chars: int) -> str:
    """Truncate *text* to *max_chars* characters and append its full length."""
    if len(text) <= max_chars:
        return text
    return f"{text[:max_chars]}... ({len(text):,} characters)"


def replace_unprintable(text: str) -> str:
    r"""Replace characters that change what a terminal or page shows around them, or cannot be encoded.

    These are control characters, marks of writing direction, and halves of surrogate pairs.

    >>> replace_unprintable("\x1b[31mred")
    '�[31mred'
    """
    return _UNPRINTABLE.sub("\ufffd", text)


def escape_markdown(text: str) -> str:
    r"""Return a text for a line of Markdown, where it is shown as it is.

    >>> escape_markdown("a <b>*c*\n# d")
    'a \\<b\\>\\*c\\* \\# d'
    """
    return re.sub(r"([\\`*_\[\]<>#|&!~])", r"\\\1", " ".join(replace_unprintable(text).split()))


def format_repr(value: Any, max_chars: int = MAX_VALUE_CHARS) -> str:
    """Return ``repr(value)``, truncated; if that fails, name the class and the error."""
    try:
        return truncate_text(repr(value), max_chars)
    except Exception as error:  # an error of user code must not hide the reported one
        return f"<{type(value).__qualname__} object: its repr() raised {type(error).__name__}>"


def format_error_message(error: BaseException, max_chars: int = MAX_ERROR_CHARS) -> str:
    """Return ``str(error)``, truncated; if that fails, name the class of the failure."""
    try:
        return truncate_text(str(error), max_chars)
    except Exception as failure:
        return f"<str() raised {type(failure).__name__}>"


def format_error(error: BaseException, max_chars: int = MAX_ERROR_CHARS) -> str:
    """Return class and message of *error* as the last line of a traceback, truncated."""
    try:
        text = "".join(traceback.format_exception_only(error)).strip()
    except Exception:
        text = f"{type(error).__name__}: {format_error_message(error)}"
    return truncate_text(text, max_chars)
