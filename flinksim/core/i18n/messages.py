"""Translatable messages: texts that keep the id of their template and their values. Not in Flink."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import translate

_D = TypeVar("_D")


class Message(str):
    """An English text that keeps the id of its message and the values it was formatted from.

    It is a ``str`` with the English text of the message catalog, where ``{0}`` is the first value. A
    value may itself be a message, which is translated too. String operations such as slicing and
    ``join`` return a plain text.

    >>> text = Message("plan.and", 2, 3)
    >>> text
    '2 and 3'
    >>> text.render("zh")
    '2 和 3'
    """

    message_id: str
    values: tuple[Any, ...]

    def __new__(cls, message_id: str, *values: Any) -> Message:
        """Format the message *message_id*; raises ``KeyError`` if it or one of its values is missing."""
        made = super().__new__(cls, _format("en", message_id, values))
        made.message_id, made.values = message_id, values
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:  # for copy and pickle
        return (self.message_id, *self.values)

    def render(self, language: Language) -> str:
        """Return the text in *language*."""
        values = (
            value.render(language) if isinstance(value, Message) else value for value in self.values
        )
        return _format(language, self.message_id, values)


def _format(language: Language, message_id: str, values: Iterable[Any]) -> str:
    fields_by_position = {str(position): value for position, value in enumerate(values)}
    return translate(language, message_id, **fields_by_position)


def join_messages(parts: Iterable[str], message_id: str = "plan.semicolon") -> str:
    """Join *parts* two at a time with the message *message_id*; without parts, return an empty text."""
    text = ""
    for part in parts:
        text = Message(message_id, text, part) if text else part
    return text


def translate_text(text: str, language: Language) -> str:
    """Return *text* in *language*; a plain text, such as a name, is unchanged."""
    return text.render(language) if isinstance(text, Message) else text


def translate_fields(value: _D, language: Language) -> _D:
    """Translate all messages in *value*, a dataclass such as a diagram; other texts are unchanged."""
    return value if language == "en" else cast(_D, _translate_value(value, language))


def _translate_value(value: Any, language: Language) -> Any:
    if isinstance(value, str):
        return translate_text(value, language)
    if isinstance(value, tuple):
        return tuple(_translate_value(one, language) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {
            part.name: _translate_value(getattr(value, part.name), language)
            for part in fields(value)
        }
        return type(value)(**parts)
    return value


def collect_translations(data: Any) -> dict[str, str]:
    """Collect all messages in *data* (lists, dicts, texts), from English to Chinese."""
    return {str(text): text.render("zh") for text in _iterate_messages(data)}


def _iterate_messages(data: Any) -> Iterator[Message]:
    if isinstance(data, Message):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from _iterate_messages(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _iterate_messages(value)
