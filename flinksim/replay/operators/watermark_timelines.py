"""Watermark timelines: when each task receives which watermark, from the sources down.

The output of sources goes through the valve of every task, and through operators that only forward
watermarks, here on the driver; records are not needed. Operators after the source that generate
watermarks run with their records and report what they emit. Flink: ``StatusWatermarkValve``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import (
    LAST,
    ChainRunner,
    OutputEdge,
    TimelineControl,
    VertexPlan,
    WatermarkTimeline,
)
from flinksim.replay.operators.positions import Position
from flinksim.replay.operators.source_watermarks import SourceTaskTimeline, SourceTimestampScan
from flinksim.runtime.elements import Watermark, WatermarkStatus
from flinksim.runtime.network.status_watermark_valve import StatusWatermarkValve

EmittedControl: TypeAlias = tuple[int, Position, int, Watermark | WatermarkStatus]
"""Watermark or status on an edge: (edge, position of the step, number in the step, element)."""

_END_OF_DATA = LAST + (1 << 32)


class EventTime:
    """Watermarks and statuses that every subtask has emitted so far, and where each subtask ends."""

    def __init__(self) -> None:
        self._controls: dict[tuple[int, int], list[tuple[Position, int, Any]]] = {}
        self._ends: dict[tuple[int, int], Position] = {}

    def add_controls(self, subtask: int, controls: Iterable[EmittedControl]) -> None:
        """Add the watermarks and statuses that *subtask* emitted on its output edges."""
        for edge, position, number, element in controls:
            self._controls.setdefault((edge, subtask), []).append((position, number, element))

    def add_source(self, plan: VertexPlan, source_scan: SourceTimestampScan) -> None:
        """Compute and add the watermarks of all subtasks of a source from its timestamp summary."""
        for subtask in range(plan.parallelism):
            task = SourceTaskTimeline(plan, subtask, source_scan)
            end = task.run()
            self.add_controls(subtask, task.controls)
            self.add_end(plan.edges.values(), subtask, end)

    def add_end(self, edges: Iterable[OutputEdge], subtask: int, end: Position) -> None:
        """Set the position in the run at which *subtask* ends, for all its output edges."""
        for edge in edges:
            self._ends[edge.number, subtask] = end

    def build_timeline(
        self, subtask: int, edges: Sequence[tuple[OutputEdge, int]]
    ) -> WatermarkTimeline:
        """Build the sequence of watermarks and statuses that *subtask* receives.

        Args:
            subtask: Number of the subtask.
            edges: The edges it reads, each with the input (0 or 1) of the first operator it leads to.
        """
        channels: dict[int, list[tuple[int, int]]] = {}
        end: Position = (0, 0, 0)
        arriving: list[tuple[Position, int, int, Any]] = []
        first = True
        for edge, number in edges:
            for sender, targets in enumerate(edge.channels):
                if subtask not in targets:
                    continue
                places = channels.setdefault(number, [])
                place = len(places)
                places.append((edge.number, sender))
                for step, count, element in self._controls.get((edge.number, sender), ()):
                    position = positions.extend_to_subtask(step, subtask, LAST + count)
                    arriving.append((position, number, place, element))
                ended = positions.extend_to_subtask(
                    self._ends[edge.number, sender], subtask, _END_OF_DATA
                )
                end = ended if first else max(end, ended)
                first = False
        arriving.sort(key=lambda each: each[:3])
        return WatermarkTimeline(
            _run_valves(arriving, {n: len(c) for n, c in channels.items()}), end
        )


class _ValveOutput:
    """Output of a ``StatusWatermarkValve``: collects what the first operator of the chain receives."""

    def __init__(self, number: int, controls: list[TimelineControl]) -> None:
        self._number = number
        self._controls = controls
        self.position: Position = ()

    def emit_watermark(self, watermark: Watermark) -> None:
        self._controls.append((self.position, self._number, watermark))

    def emit_watermark_status(self, status: WatermarkStatus) -> None:
        self._controls.append((self.position, self._number, status))


def _run_valves(
    arriving: Iterable[tuple[Position, int, int, Any]], widths: Mapping[int, int]
) -> list[TimelineControl]:
    controls: list[TimelineControl] = []
    outputs = {number: _ValveOutput(number, controls) for number in widths}
    valves = {number: StatusWatermarkValve(widths[number], outputs[number]) for number in widths}
    for position, number, channel, element in arriving:
        outputs[number].position = position
        if isinstance(element, Watermark):
            valves[number].input_watermark(element, channel)
        else:
            valves[number].input_watermark_status(element, channel)
    return controls


def forward_watermarks(
    plan: VertexPlan, subtask: int, timeline: WatermarkTimeline
) -> list[EmittedControl]:
    """Compute the watermarks that a subtask emits if its operators only forward watermarks."""
    runner = ChainRunner(plan, subtask, None, timeline, mode="watermarks only")
    runner.run_timeline()
    return runner.emitted_controls
