"""Translatable messages: texts that keep their template and values. Not in Flink."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


class Message(str):
    """An English text that keeps the template and the values it was formatted from.

    It is a ``str`` with the English text. A value may itself be a message, which is translated too.
    String operations such as slicing and ``join`` return a plain text.

    >>> text = Message("{0} of {1}", 2, 3)
    >>> text
    '2 of 3'
    >>> text.render({"{0} of {1}": "{1} / {0}"})
    '3 / 2'
    """

    template: str
    values: tuple[Any, ...]

    def __new__(cls, template: str, *values: Any) -> Message:
        """Format *template* with *values*; raises what ``str.format`` raises."""
        made = super().__new__(cls, template.format(*values))
        made.template, made.values = template, values
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:  # for copy and pickle
        return (self.template, *self.values)

    def render(self, templates: Mapping[str, str]) -> str:
        """Return the text in another language, given its *templates* by English template.

        A template without a translation stays English.
        """
        values = (
            value.render(templates) if isinstance(value, Message) else value
            for value in self.values
        )
        return templates.get(self.template, self.template).format(*values)


def join_messages(parts: Iterable[str], template: str = "{0}; {1}") -> str:
    """Join *parts* two at a time with the template *template*; without parts, return an empty text."""
    text = ""
    for part in parts:
        text = Message(template, text, part) if text else part
    return text


def pluralize(singular: str, plural: str, count: int, *values: Any) -> Message:
    """Build a message from the singular or plural template, with the count as its first value."""
    return Message(singular if count == 1 else plural, count, *values)
