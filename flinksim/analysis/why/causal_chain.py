"""Causal chain of an event: its path back to its origin, without unimportant events.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.answer import CausalLink
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e

_ORIGIN_EVENTS: tuple[type[Any], ...] = (
    e.ElementReceived, e.WatermarkEmitted, e.WatermarkGenerated, e.MailTaken, e.StateUpdated,
)  # fmt: skip
"""Event types for which the follows-from link is used instead of the enclosing event."""

KEY_EVENTS: tuple[type[Any], ...] = (
    e.SourceRecordRead, e.SourceFinished, e.WatermarkGenerated, e.SplitStatusChanged,
    e.SplitReleased, e.InputWatermarkAdvanced, e.OperatorInputChanged, e.ChannelStatusChanged,
    e.InputStatusChanged, e.ProcessingTimeAdvanced, e.TimerRegistered, e.WindowAssigned,
    e.WindowsMerged, e.WindowFired, e.WindowSkippedAsLate, e.LateRecordDropped, e.FiringSkipped,
    e.ElementsEvicted, e.TaskFailed, e.RecordFiltered, e.ResultWritten, e.SideOutputEmitted,
    e.DefaultActionSuspended,
)  # fmt: skip
"""Event types that become links of a chain; the others are attached to the next link."""


def find_causal_path(run: TraceIndex, index: int) -> list[int]:
    """Return *index* and the events that it results from, back to the first one in the trace."""
    links, events = run.links, run.events
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
    """Build the causal chain of the event at *index*; *first_text* replaces its description."""
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
