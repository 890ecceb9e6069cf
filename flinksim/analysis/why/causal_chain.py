"""The way from a fact back to what it came from, without the hops that say nothing new.

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
"""Of these it is told where they go on from, rather than in whose course they became true."""

TELLING: tuple[type[Any], ...] = (
    e.SourceRecordRead, e.SourceFinished, e.WatermarkGenerated, e.SplitStatusChanged,
    e.SplitReleased, e.InputWatermarkAdvanced, e.OperatorInputChanged, e.ChannelStatusChanged,
    e.InputStatusChanged, e.ProcessingTimeAdvanced, e.TimerRegistered, e.WindowAssigned,
    e.WindowsMerged, e.WindowFired, e.WindowSkippedAsLate, e.LateRecordDropped, e.FiringSkipped,
    e.ElementsEvicted, e.TaskFailed, e.RecordFiltered, e.ResultWritten, e.SideOutputEmitted,
    e.DefaultActionSuspended,
)  # fmt: skip
"""What is a link of a chain; the rest are trivial hops."""


def way_back(reading: Reading, index: int) -> list[int]:
    """*index* and what it came from, hop by hop, back to where the trace knows of nothing before."""
    links, events = reading.links, reading.events
    way = [index]
    while True:
        at = way[-1]
        origins = links.origins_of(at)
        cause = links.cause[at]
        goes_on = origins and (cause < 0 or isinstance(events[at], _GO_ON_FROM))
        before = origins[0] if goes_on else cause
        if before < 0:
            return way
        way.append(before)


def told_way(reading: Reading, index: int, first: str | None = None) -> list[Link]:
    """:func:`way_back` as links, each with the trivial hops before it; *first* is the first's text."""
    told: list[Link] = []
    skipped: list[Link] = []
    for at in way_back(reading, index):
        link = reading.link(at, first if at == index else None)
        if at == index or isinstance(reading.events[at], TELLING):
            told.append(Link(link.step, link.fact, link.text, link.things, tuple(skipped)))
            skipped = []
        else:
            skipped.append(link)
    return told
