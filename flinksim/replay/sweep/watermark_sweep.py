"""The watermark that a window operator's tasks receive, for any delay and idle timeout.

It is computed from the source's maximum timestamps per tick, as in every kernel run.

Not in Flink.
"""

from __future__ import annotations

import copy
from dataclasses import replace

import numpy as np

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.graph.rewrite import create_bounded_strategy, replace_watermark_strategy
from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import VertexPlan, WatermarkTimeline
from flinksim.replay.operators.source_watermarks import SourceTimestampScan
from flinksim.replay.operators.watermark_positions import WatermarkSteps
from flinksim.replay.operators.watermark_stalls import WatermarkStall, find_watermark_stalls
from flinksim.replay.operators.watermark_timelines import EventTime


class Watermarks:
    """Watermarks of the window operator for all settings of a sweep, for one program and log."""

    def __init__(self, plan: ColumnarPlan, source_scan: SourceTimestampScan) -> None:
        self._plan = plan
        self._source_scan = source_scan
        self._undelayed: dict[int | None, tuple[WatermarkSteps, int]] = {}

    def compute_steps(self, delay_ms: int, idleness_ms: int | None) -> WatermarkSteps:
        """Compute the watermark over time for one delay and idle timeout.

        A longer delay only decreases every watermark by that amount; idleness does not depend on
        it.
        """
        steps, _ = self._get_undelayed(idleness_ms)
        is_end = steps.watermarks == MAX_TIMESTAMP
        return replace(
            steps, watermarks=np.where(is_end, MAX_TIMESTAMP, steps.watermarks - delay_ms)
        )

    def _get_undelayed(self, idleness_ms: int | None) -> tuple[WatermarkSteps, int]:
        known = self._undelayed.get(idleness_ms)
        if known is None:
            timeline = _build_undelayed_timeline(self._plan, self._source_scan, idleness_ms)
            splits = len(self._plan.source.chain.split_names)
            known = (
                WatermarkSteps.from_controls(timeline.controls, splits),
                positions.get_time_ms(timeline.end),
            )
            self._undelayed[idleness_ms] = known
        return known

    def find_watermark_stalls(self, idleness_ms: int | None) -> list[WatermarkStall]:
        """Find the periods in which splits held back the watermark; they are the same for every delay."""
        chain = _replace_strategy(self._plan.source.chain, self._plan.watermark_node, idleness_ms)
        return find_watermark_stalls(chain, self._source_scan)

    @property
    def start_ms(self) -> int:
        """Start of the run in epoch milliseconds of processing time."""
        return self._plan.source.chain.start_ms

    @property
    def end_ms(self) -> int:
        """End of the run in epoch milliseconds of processing time."""
        return self._get_undelayed(None)[1]

    @property
    def duration_ms(self) -> int:
        """Duration of the run in milliseconds of processing time."""
        return self.end_ms - self.start_ms


def _build_undelayed_timeline(
    plan: ColumnarPlan, source_scan: SourceTimestampScan, idleness_ms: int | None
) -> WatermarkTimeline:
    chain = _replace_strategy(plan.source.chain, plan.watermark_node, idleness_ms)
    event_time = EventTime()
    event_time.add_source(chain, source_scan)
    return event_time.build_timeline(0, plan.window.inputs)


def _replace_strategy(
    chain: VertexPlan, watermark_node: int, idleness_ms: int | None
) -> VertexPlan:
    """Return *chain* with a watermark strategy without delay and with the given idle timeout.

    *watermark_node* is the operator that generates the watermarks.
    """
    operators = []
    for chained in chain.operators:
        if chained.node.id == watermark_node:
            node = copy.copy(chained.node)
            node.spec = replace_watermark_strategy(
                node.spec, lambda old: create_bounded_strategy(0, idleness_ms)
            )
            chained = replace(chained, node=node)
        operators.append(chained)
    return replace(chain, operators=tuple(operators))
