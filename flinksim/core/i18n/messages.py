"""Translatable messages: texts that keep their template and values. Not in Flink."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


class Said(str):
    """An English text that keeps the template and the values it was formatted from.

    It is a ``str`` with the English text. A value may itself be a message, which is translated too.
    String operations such as slicing and ``join`` return a plain text.

    >>> text = Said("{0} of {1}", 2, 3)
    >>> text
    '2 of 3'
    >>> text.by({"{0} of {1}": "{1} / {0}"})
    '3 / 2'
    """

    form: str
    values: tuple[Any, ...]

    def __new__(cls, form: str, *values: Any) -> Said:
        """Format *form* with *values*; raises what ``str.format`` raises."""
        made = super().__new__(cls, form.format(*values))
        made.form, made.values = form, values
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:  # for copy and pickle
        return (self.form, *self.values)

    def by(self, forms: Mapping[str, str]) -> str:
        """Return the text in another language; a template without a translation stays English."""
        values = (value.by(forms) if isinstance(value, Said) else value for value in self.values)
        return forms.get(self.form, self.form).format(*values)


def joined(parts: Iterable[str], form: str = "{0}; {1}") -> str:
    """Join *parts* pairwise by a template; return an empty text without parts."""
    text = ""
    for part in parts:
        text = Said(form, text, part) if text else part
    return text


def counted(one: str, several: str, count: int, *more: Any) -> Said:
    """Build a message from the singular or plural template, with the count as its first value."""
    return Said(one if count == 1 else several, count, *more)
