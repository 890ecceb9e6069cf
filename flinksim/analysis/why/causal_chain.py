"""Causal chain of an event: its path back to its origin, without unimportant events.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.answer import Link
from flinksim.analysis.why.trace_index import Reading
from flinksim.trace import events as e

_GO_ON_FROM: tuple[type[Any], ...] = (
    e.ElementReceived, e.WatermarkEmitted, e.WatermarkGenerated, e.MailTaken, e.StateUpdated,
)  # fmt: skip
"""Event types for which the follows-from link is used instead of the enclosing event."""

TELLING: tuple[type[Any], ...] = (
    e.SourceRecordRead, e.SourceFinished, e.WatermarkGenerated, e.SplitStatusChanged,
    e.SplitReleased, e.InputWatermarkAdvanced, e.OperatorInputChanged, e.ChannelStatusChanged,
    e.InputStatusChanged, e.ProcessingTimeAdvanced, e.TimerRegistered, e.WindowAssigned,
    e.WindowsMerged, e.WindowFired, e.WindowSkippedAsLate, e.LateRecordDropped, e.FiringSkipped,
    e.ElementsEvicted, e.TaskFailed, e.RecordFiltered, e.ResultWritten, e.SideOutputEmitted,
    e.DefaultActionSuspended,
)  # fmt: skip
"""Event types that become links of a chain; the others are attached to the next link."""


def way_back(reading: Reading, index: int) -> list[int]:
    """Return *index* and the events that it results from, back to the first one in the trace."""
    links, events = reading.links, reading.events
    path = [index]
    while True:
        current = path[-1]
        origins = links.origins_of(current)
        cause = links.cause[current]
        follows_origin = origins and (cause < 0 or isinstance(events[current], _GO_ON_FROM))
        previous = origins[0] if follows_origin else cause
        if previous < 0:
            return path
        path.append(previous)


def told_way(reading: Reading, index: int, first: str | None = None) -> list[Link]:
    """Build the causal chain of the event at *index*; *first* replaces its description."""
    chain: list[Link] = []
    skipped: list[Link] = []
    for current in way_back(reading, index):
        link = reading.link(current, first if current == index else None)
        if current == index or isinstance(reading.events[current], TELLING):
            chain.append(Link(link.step, link.fact, link.text, link.things, tuple(skipped)))
            skipped = []
        else:
            skipped.append(link)
    return chain
