"""The languages of messages. Not in Flink."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

Language: TypeAlias = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""Codes of the supported languages: English and Simplified Chinese."""


def check_language(language: Any) -> None:
    """Check that *language* is supported.

    Raises:
        TypeError: if it is not a text.
        ValueError: if it is not one of :data:`LANGUAGES`.
    """
    expected = (
        f"language: expected one of {', '.join(map(repr, LANGUAGES))}, found {language!r:.60}"
    )
    if not isinstance(language, str):
        raise TypeError(expected)
    if language not in LANGUAGES:
        raise ValueError(expected)
