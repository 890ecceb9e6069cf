"""The moment of a run that a question is about: "how many timers were there at 10 s".

The time of such a question is processing time. It becomes the step at the end of the question. Not in
Flink.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from flinksim.analysis.expressions.name_resolution import parse_time
from flinksim.analysis.why.free_text.entities import Entities
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e

_AFTER_RECORD = re.compile(
    r"\b(?:after|once|as soon as|when)\s+(?:the\s+)?<record>"
    r"|<record>\s*(?:进来|来了?|到了?|读入|处理)?\s*(?:以后|之后|后)",
    re.I,
)


_AT_TIME = re.compile(
    r"(?:\b(?:at|after|by|until|when)|\bt\s*=|第|到|在)\s*(?:about\s+|around\s+|clock\s+|time\s+)?<time>(?!\s*(?:of|later)\b)"
    r"|<time>\s*(?:的时候|时刻|时|以后|之后)"
)
"""What tells a moment from a duration, such as a time to live, and from an event time."""


def find_moment(run: TraceIndex, entities: Entities) -> int | None:
    """Return the step after which the question asks about *run*; ``None`` if it names no moment."""
    if _AFTER_RECORD.search(entities.text) and entities.reads:
        return _find_step_after_record(run, entities.reads[-1])
    found = [match.start() for match in _AT_TIME.finditer(entities.text)]
    if not found or entities.windows:
        return None
    place = entities.text.index("<time>", found[-1])
    text = entities.times[entities.text[:place].count("<time>")]
    time_ms, headers = parse_time(text, run.labels), run.trace.headers
    steps = len(headers)
    if not headers[0].time_ms <= time_ms <= headers[steps - 1].time_ms:
        return None
    return bisect_right(range(steps), time_ms, key=lambda step: headers[step].time_ms)


def _find_step_after_record(run: TraceIndex, read: int) -> int:
    """Return the last step in which an operator processed the record."""
    processed = (i for i in run.find_events(e.ElementProcessed) if run.find_read(i) == read)
    return run.step(max(processed, default=read)) + 1
