"""Causal chain of an event: the events that led to it, back to the first one.

Unimportant events are left out. Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.answer import CausalLink
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e

_ORIGIN_EVENTS: tuple[type[Any], ...] = (
    e.ElementReceived, e.WatermarkEmitted, e.WatermarkGenerated, e.MailTaken, e.StateUpdated,
)  # fmt: skip
"""Event types for which the chain continues with an earlier event that they follow from.

For other types it continues with the event during which they occurred.
"""

KEY_EVENTS: tuple[type[Any], ...] = (
    e.SourceRecordRead, e.SourceFinished, e.WatermarkGenerated, e.SplitStatusChanged,
    e.SplitReleased, e.InputWatermarkAdvanced, e.OperatorInputChanged, e.ChannelStatusChanged,
    e.InputStatusChanged, e.ProcessingTimeAdvanced, e.TimerRegistered, e.WindowAssigned,
    e.WindowsMerged, e.WindowFired, e.WindowSkippedAsLate, e.LateRecordDropped, e.FiringSkipped,
    e.ElementsEvicted, e.TaskFailed, e.RecordFiltered, e.ResultWritten, e.SideOutputEmitted,
    e.DefaultActionSuspended,
)  # fmt: skip
"""Event types that are important enough to be links of a causal chain.

Events of other types are listed as skipped in the next link.
"""


def find_causal_path(run: TraceIndex, index: int) -> list[int]:
    """Return the events that led to the event at *index*, as indices.

    The event itself is first, and the earliest one of the trace last.
    """
    links, events = run.links_until(index), run.events
    path = [index]
    while True:
        current = path[-1]
        origins = links.get_origins(current)
        cause = links.cause[current]
        follows_origin = origins and (cause < 0 or isinstance(events[current], _ORIGIN_EVENTS))
        previous = origins[0] if follows_origin else cause
        if previous < 0:
            return path
        path.append(previous)


def build_causal_chain(
    run: TraceIndex, index: int, first_text: str | None = None
) -> list[CausalLink]:
    """Build the causal chain of the event at *index*, that event first.

    *first_text*, if given, is used instead of the description of that event.
    """
    chain: list[CausalLink] = []
    skipped: list[CausalLink] = []
    for current in find_causal_path(run, index):
        link = run.build_link(current, first_text if current == index else None)
        if current == index or isinstance(run.events[current], KEY_EVENTS):
            chain.append(
                CausalLink(link.step, link.event_index, link.text, link.entity_ids, tuple(skipped))
            )
            skipped = []
        else:
            skipped.append(link)
    return chain
