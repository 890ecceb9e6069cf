"""The languages that a person is told things in. Not in Flink."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

Language: TypeAlias = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""What sentences are told in: English, Simplified Chinese."""


def check_language(language: Any) -> None:
    """Refuse what is no language that there is. Raises: TypeError, ValueError."""
    expected = (
        f"language: expected one of {', '.join(map(repr, LANGUAGES))}, found {language!r:.60}"
    )
    if not isinstance(language, str):
        raise TypeError(expected)
    if language not in LANGUAGES:
        raise ValueError(expected)
