"""Sentences of events: selection of a template from the catalog, and the rules that fill it in.

The templates are in the message catalogs (:mod:`flinksim.core.i18n.message_catalog`). A template is text with
``{field}`` or ``{field:style}`` in it. The style says what the word is about, and therefore its colour
on the screen. Some styles also say how the field is read:

- ``pane``: as a window.
- ``side``: as an input of the task.
- ``from``: as "from channel 0"; empty if the task has one channel only.
- ``flow``: as the flow control of a channel (``credits`` or ``before credits``).
- ``number``: as the number of its parts.
- ``channels``: whether the task has ``one`` input channel or ``many``.
- ``bounds``: whether it is a window with ``time`` bounds or has ``none``.
- ``given``: whether there is a value, ``yes`` or ``no``.

``{field|one|many}`` is one of two words: the first one for 1 and for true.

An event type may have several templates, each with a condition ``"field=word"`` or
``"field:style=word"``, or several joined by " & ". The first template whose condition is met is used.
The condition ``""`` is always met. A sentence that starts with the name of a channel gets a capital
letter.

The templates are rendered into the code of the browser (``widgets/src/trace/event_types.gen.ts``), where
``widgets/src/trace/event_descriptions.ts`` fills them by the same rules. A test compares the two.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import load_catalog, pad_latin
from flinksim.trace.narration.value_formatting import Formatter, is_time_window
from flinksim.trace.schema.event_kinds import KindDeclaration

_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?(?:\|([^|}]*)\|([^}]*))?\}")


def get_templates(kind: str, language: Language = "en") -> Mapping[str, str]:
    """Return the templates of an event type by condition, in order of precedence."""
    templates: Mapping[str, str] = load_catalog(language)["events"][kind]
    return templates


def is_condition_met(
    condition: str, kind: KindDeclaration, event: Any, formatter: Formatter
) -> bool:
    """Return whether *event* meets the *condition* of a template, such as ``"field=word"``."""
    for part in condition.split(" & ") if condition else ():
        field, _, expected = part.partition("=")
        name, _, tone = field.partition(":")
        if _format_field(kind, event, name, tone, formatter) != expected:
            return False
    return True


def render_event(kind: KindDeclaration, event: Any, formatter: Formatter) -> str:
    """Return the sentence of *event*, in the language of *formatter*."""
    words = load_catalog(formatter.language)["words"]

    def word(found: re.Match[str]) -> str:
        name, style, one, many = found.groups()
        text = _format_field(kind, event, name, style or "", formatter)
        if one is not None:
            return str(one if text in ("1", "true") else many)
        field = kind.find_field(name)
        if field is not None and field.form in ("text", "choice"):
            text = words.get(text, text)
        if found.start() == 0 and field is not None and field.form == "channel":
            text = formatter.capitalize(text)
        return pad_latin(template[: found.start()], text, template[found.end() :])

    for condition, template in get_templates(kind.name, formatter.language).items():
        if is_condition_met(condition, kind, event, formatter):
            return _PLACEHOLDER.sub(word, template)
    raise AssertionError(f"the last template of {kind.name} must have no condition")


def _format_field(
    kind: KindDeclaration, event: Any, name: str, style: str, formatter: Formatter
) -> str:
    field = kind.find_field(name)
    assert field is not None, f"the sentence of {kind.name} speaks of {name}, which it lacks"
    value = getattr(event, name)
    match field.form:
        case _ if style == "number":
            return str(len(value)) if isinstance(value, tuple) else "1"
        case "timestamp" | "optional timestamp":
            return formatter.format_time(value)
        case "value" if style == "pane":
            return formatter.format_window(value)
        case "value" if style == "given":
            return "no" if value is None else "yes"
        case "value" if style == "bounds":
            return "time" if is_time_window(value) else "none"
        case "value":
            return formatter.format_value(json.dumps(value))
        case "channel" if style == "flow":
            return formatter.format_flow_control(value)
        case "channel" if style == "from":
            return formatter.format_origin(value)
        case "subtask" if style == "channels":
            return formatter.count_channels(value)
        case "channel" | "subtask" | "operator":
            return formatter.format_id(value)
        case "texts":
            return formatter.join_words([formatter.format_short_id(each) for each in value])
        case "flag":
            return "true" if value else "false"
        case "plan":
            return str(value.job_name)
        case "count" if style == "side":
            return formatter.format_input(getattr(event, "subtask", ""), value)
        case "count" | "choice":
            return str(value)
        case "text":
            return formatter.format_text(value)
