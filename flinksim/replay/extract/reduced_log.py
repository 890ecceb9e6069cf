"""Selection of the records of a large log for one window, and the scripted sources made of them.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flinksim.connectors.scripted_source import ScriptedSource, at
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.datastream.triggers import EventTimeTrigger
from flinksim.datastream.window_assigners import (
    CumulativeEventTimeWindows,
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)
from flinksim.replay.extract.record_lookup import (
    FULL_RANGE,
    SelectedItem,
    TimestampRange,
    WatermarkMakers,
)
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import VertexPlan, WatermarkTimeline
from flinksim.replay.operators.positions import Position
from flinksim.replay.operators.stage_planner import StagePlan
from flinksim.replay.results.outcome import DroppedRecord
from flinksim.runtime.elements import Watermark

ALIGNED_ASSIGNERS = (TumblingEventTimeWindows, SlidingEventTimeWindows, CumulativeEventTimeWindows)
"""Assigners whose windows depend only on the timestamp."""


def is_inside(item: SelectedItem, span: TimestampRange) -> bool:
    """Return whether the record's timestamp is in the range *span*."""
    return span[0] <= item.timestamp <= span[1]


def find_passing_ms(timeline: WatermarkTimeline, timestamp: int) -> int | None:
    """Return the processing time at which the watermark reached *timestamp*, or ``None`` if never."""
    for position, _, element in timeline.controls:
        if isinstance(element, Watermark) and element.timestamp >= timestamp:
            return positions.get_time_ms(position)
    return None


def floor_to_tick(time_ms: int, start_ms: int, interval_ms: int) -> int:
    """Return the time of the last periodic emission at or before *time_ms*."""
    return time_ms - (time_ms - start_ms) % interval_ms


def compute_timestamp_range(
    spec: Any, window: Any, dropped: DroppedRecord | None
) -> TimestampRange:
    """Return the range of timestamps that can affect the window; the full range if unknown.

    For a session window it is the part given by the window or the dropped record;
    :func:`extend_session_range` extends it by the records that touch it.
    """
    assigner = spec.assigner
    if type(assigner) is EventTimeSessionWindows:
        if window is not None:
            return window[0], window[1] - assigner._session_gap
        if dropped is not None and dropped.timestamp is not None:
            return dropped.timestamp, dropped.timestamp
        return FULL_RANGE
    if type(assigner) not in ALIGNED_ASSIGNERS:
        return FULL_RANGE
    if spec.trigger is not None and type(spec.trigger) is not EventTimeTrigger:
        return FULL_RANGE if window is None else (window[0], window[1] - 1)
    if window is not None:
        return window[0], window[1] - 1
    if dropped is None or dropped.timestamp is None:
        return FULL_RANGE
    context: Any = None
    windows = assigner.assign_windows(dropped.value, dropped.timestamp, context)
    if not windows:
        return dropped.timestamp, dropped.timestamp
    return min(w.start for w in windows), max(w.end for w in windows) - 1


def extend_session_range(
    items: list[SelectedItem], span: TimestampRange, gap: int
) -> TimestampRange:
    """Extend the range to all records connected to the session by gaps of at most *gap* ms."""
    first, last = span
    for kept in sorted(items, key=lambda kept: kept.timestamp):
        if first <= kept.timestamp <= last + gap:
            last = max(last, kept.timestamp)
    for kept in sorted(items, key=lambda kept: -kept.timestamp):
        if first - gap <= kept.timestamp <= last:
            first = min(first, kept.timestamp)
    return first, last


def select_watermark_items(
    watermark_makers: WatermarkMakers,
    begin_ms: int,
    chain: VertexPlan,
    until_ms: int,
    has_every_tick: bool,
) -> list[SelectedItem]:
    """Select the items that reproduce the watermarks of the extract, for each split or subtask.

    These are the item with the maximum timestamp before the extract begins, and every later item that
    exceeds all earlier ones. With *has_every_tick* they include one item per tick (periodic emission).
    """
    if chain.auto_watermark_interval_ms <= 0:
        return []
    greatest: dict[tuple[int, int], int] = {}
    before: dict[tuple[int, int], SelectedItem] = {}
    since: list[SelectedItem] = []
    in_order = sorted(watermark_makers.items(), key=lambda each: each[1].position)
    for (node, unit, _), kept in in_order:
        is_greater = kept.timestamp > greatest.get((node, unit), MIN_TIMESTAMP)
        if is_greater:
            greatest[node, unit] = kept.timestamp
        if kept.arrival_ms < begin_ms + chain.get_tick_interval_ms(node):
            if is_greater:
                before[node, unit] = kept
        elif kept.arrival_ms <= until_ms and (is_greater or has_every_tick):
            since.append(kept)
    return [*before.values(), *since]


def build_script(
    source: StagePlan,
    records: list[SelectedItem],
    watermark_items: list[SelectedItem],
    ends: Mapping[int, Position],
    begin_ms: int,
    until_ms: int,
) -> ScriptedSource:
    """Build a source that emits the selected items of one source at their original times.

    Args:
        source: The stage of the source.
        records: Items of the window.
        watermark_items: Items that advance the watermarks.
        ends: For each split, the position at which its next item or its end follows.
        begin_ms: Start of the extract in epoch milliseconds.
        until_ms: End of the extract in epoch milliseconds.
    """
    by_position = {kept.position: kept for kept in [*watermark_items, *records]}
    scripts: dict[str, list[Any]] = {}
    for split, name in enumerate(source.chain.split_names):
        items: list[Any] = []
        for position in sorted(by_position):
            kept = by_position[position]
            if kept.split != split:
                continue
            items.append(replace(kept.item, arrival_ms=max(kept.arrival_ms, begin_ms)))
        end = ends.get(source.chain.first_split + split)
        if end is not None:
            items.append(at(max(begin_ms, min(positions.get_time_ms(end), until_ms + 1))))
        scripts[name] = items
    return ScriptedSource(scripts, start_ms=begin_ms)


def build_silent_script(source: StagePlan, begin_ms: int, until_ms: int) -> ScriptedSource:
    """Build a source without records that lasts as long as the extract."""
    names = source.chain.split_names
    return ScriptedSource({name: [at(until_ms + 1)] for name in names}, start_ms=begin_ms)


def collect_event_time(timeline: WatermarkTimeline, since_ms: int, until_ms: int) -> list[Any]:
    """Collect the watermarks and statuses of a task from *since_ms* to *until_ms*, and those before.

    Of the time before *since_ms* only the last watermark and status count.
    """
    before: dict[tuple[int, bool], Any] = {}
    changes: list[Any] = []
    for position, number, element in timeline.controls:
        time_ms = positions.get_time_ms(position)
        value: Any = element.timestamp if isinstance(element, Watermark) else element.is_idle
        if time_ms <= since_ms:
            before[number, type(value) is bool] = value
        elif time_ms <= until_ms:
            changes.append((time_ms, number, value))
    return [sorted(before.items()), changes]
