"""Whether the answer to a reading tells about names that the reading itself leaves out.

"Why did q become idle only at 1000, its timeout is 400 ms" means ``why did split q become idle``, because
its answer has these times. Not in Flink.
"""

from __future__ import annotations

import re

from flinksim.analysis.expressions.name_resolution import NameResolutionError, parse_time
from flinksim.analysis.why.free_text.entities import Entities
from flinksim.analysis.why.question_names import QuestionError
from flinksim.analysis.why.question_parser import parse_question
from flinksim.analysis.why.trace_index import TraceIndex, format_duration


def is_told_in_answer(run: TraceIndex, entities: Entities, reading: str, names: set[str]) -> bool:
    """Return whether *names* are times and places that occur in the answer to *reading*.

    A key, a window or a record must be in the reading: an answer about another one may mention it.
    """
    if not names <= {*entities.times, *entities.places}:
        return False
    try:
        parsed = parse_question(reading)
        then = run if parsed.step is None else run.truncate(parsed.step)
        finding = parsed.form.explain(then, dict(parsed.parts))
    except (QuestionError, NameResolutionError):
        return False
    answer = " ".join([finding.sentence, *(link.text for link in finding.causal_chain)]).lower()
    return all(
        any(_has_form(form, answer) for form in _list_forms(run, entities, name)) for name in names
    )


def _has_form(form: str, answer: str) -> bool:
    return re.search(rf"(?<![\w,.]){re.escape(form.lower())}(?![\w]|[.,]\d)", answer) is not None


def _list_forms(run: TraceIndex, entities: Entities, name: str) -> list[str]:
    """Return the texts by which an answer may tell a name of the question."""
    if name not in entities.times:
        return [name, name.removeprefix("Source: ")]
    time = parse_time(name, run.labels)
    return [name, run.format_time(time), format_duration(time), f"{time:,} ms"]
