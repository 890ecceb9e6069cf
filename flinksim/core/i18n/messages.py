"""Texts that remember what they are made of, to be said in another language. Not in Flink."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


class Said(str):
    """An English text, made of a *form* as of ``str.format`` and the *values* that stand in it.

    It is that text wherever a text is wanted. A value may itself be one: in another language it is
    said in that language, too. What is joined or cut by other means is a plain text again.
    """

    form: str
    values: tuple[Any, ...]

    def __new__(cls, form: str, *values: Any) -> Said:
        """Raises what ``str.format`` raises."""
        made = super().__new__(cls, form.format(*values))
        made.form, made.values = form, values
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:  # for copies: of what it was made, not of the text
        return (self.form, *self.values)

    def by(self, forms: Mapping[str, str]) -> str:
        """The text with the forms of another language; one that is not among them stays as it is."""
        values = (value.by(forms) if isinstance(value, Said) else value for value in self.values)
        return forms.get(self.form, self.form).format(*values)


def joined(parts: Iterable[str], form: str = "{0}; {1}") -> str:
    """*parts* one behind the other, two at a time by *form*; empty without any."""
    text = ""
    for part in parts:
        text = Said(form, text, part) if text else part
    return text


def counted(one: str, several: str, count: int, *more: Any) -> Said:
    """A form for one thing or for several, with the count as its first value."""
    return Said(one if count == 1 else several, count, *more)
