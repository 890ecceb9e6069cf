"""Message catalogs: one JSON file per language, next to this module.

A catalog has these sections:

- ``messages``: a template by message id.
- ``words``: a translation by word, for values of event fields that appear in sentences.
- ``plan_words``: the same for names of attributes, conditions and layers of plans.
- ``events``: for each event type its templates by condition (:mod:`flinksim.trace.narration.templates`).
- ``event_counts``, ``highlights``: texts for one and for several, by the names in
  :mod:`flinksim.trace.narration.verbosity`.
- ``labels``: parts of formatted ids and times (:mod:`flinksim.trace.narration.value_formatting`).

Tests check that all catalogs have the same ids and placeholders. Not in Flink.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from flinksim.core.i18n.languages import Language

_PLACEHOLDER = re.compile(r"\{(\w+)(:,)?(?:\|([^|}]*)\|((?:[^{}]|\{\w+(?::,)?\})*))?\}")
_HAN, _LATIN = re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[\w()\[\]'\"]", re.ASCII)


@cache
def load_catalog(language: Language) -> dict[str, Any]:
    """Load the catalog of *language* when it is first needed."""
    from importlib.resources import files

    text = files("flinksim.core.i18n").joinpath(f"{language}.json").read_text(encoding="utf-8")
    catalog: dict[str, Any] = json.loads(text)
    return catalog


def translate(language: Language, message_id: str, **fields: Any) -> str:
    """Return the message *message_id* in *language*, filled with *fields*.

    Raises:
        KeyError: if the catalog does not have the message, or a field is missing.
    """
    return format_template(load_catalog(language)["messages"][message_id], fields)


def translate_word(language: Language, word: str) -> str:
    """Translate a word that is a value of an event, such as "early"; others are unchanged."""
    found: str = load_catalog(language)["words"].get(word, word)
    return found


def translate_plan_word(language: Language, word: str) -> str:
    """Translate the name of an attribute, condition, layer or path of a plan; others are unchanged."""
    found: str = load_catalog(language)["plan_words"].get(word, word)
    return found


def format_template(template: str, fields: Mapping[str, Any]) -> str:
    """Fill the placeholders of a message template.

    ``{n}`` is the field *n*, ``{n:,}`` a number with thousands separators. ``{n|one|other}`` is the
    first text if *n* is 1 and the second one otherwise; the second one may contain a placeholder. A
    space is inserted between a Chinese character and a Latin value.

    >>> format_template("{n:,} {n|record|records}", {"n": 1200})
    '1,200 records'
    """

    def fill(found: re.Match[str]) -> str:
        name, separator, one, other = found.groups()
        value = fields[name]
        if one is not None:
            return one if value == 1 else format_template(other, fields)
        text = f"{value:,}" if separator and isinstance(value, int) else str(value)
        return pad_latin(template[: found.start()], text, template[found.end() :])

    return _PLACEHOLDER.sub(fill, template)


def quote_name(name: str) -> str:
    """Put the name of an operator or task in quotation marks, for a list of names in a sentence.

    The templates have the marks themselves where a sentence has one name.
    """
    return f"“{name}”"


def pad_latin(before: str, text: str, after: str) -> str:
    """Add spaces to *text* where it is Latin and the text *before* or *after* it is Chinese."""
    left = " " if _HAN.match(before[-1:]) and _LATIN.match(text[:1]) else ""
    right = " " if _HAN.match(after[:1]) and _LATIN.match(text[-1:]) else ""
    return left + text + right
