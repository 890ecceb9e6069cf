"""The watermark of a window's tasks for any delay and idle timeout.

It is computed from the timestamp scan, as in every kernel run.

Not in Flink.
"""

from __future__ import annotations

import copy
from dataclasses import replace

import numpy as np

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.graph.rewrite import bounded, with_strategy
from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import ChainPlan, Timeline
from flinksim.replay.operators.source_watermarks import SourceReach
from flinksim.replay.operators.watermark_positions import Steps
from flinksim.replay.operators.watermark_stalls import HeldBack, held_back
from flinksim.replay.operators.watermark_timelines import EventTime


class Watermarks:
    """Watermarks of one program and log for all settings."""

    def __init__(self, plan: NativePlan, reached: SourceReach) -> None:
        self._plan = plan
        self._reached = reached
        self._without_delay: dict[int | None, tuple[Steps, int]] = {}

    def steps(self, delay_ms: int, idleness_ms: int | None) -> Steps:
        """Compute the watermark for these settings.

        A longer delay only decreases every watermark by that amount; idleness does not depend on
        it.
        """
        steps, _ = self._at_no_delay(idleness_ms)
        is_end = steps.watermarks == MAX_TIMESTAMP
        return replace(
            steps, watermarks=np.where(is_end, MAX_TIMESTAMP, steps.watermarks - delay_ms)
        )

    def _at_no_delay(self, idleness_ms: int | None) -> tuple[Steps, int]:
        known = self._without_delay.get(idleness_ms)
        if known is None:
            timeline = _without_delay(self._plan, self._reached, idleness_ms)
            splits = len(self._plan.source.chain.split_names)
            known = Steps.of(timeline.controls, splits), positions.time_of(timeline.end)
            self._without_delay[idleness_ms] = known
        return known

    def held_back(self, idleness_ms: int | None) -> list[HeldBack]:
        """Find the splits that hold back the watermark; the delay is the same for all."""
        chain = _with_strategy(self._plan.source.chain, self._plan.maker, idleness_ms)
        return held_back(chain, self._reached)

    @property
    def start_ms(self) -> int:
        """Start of the run."""
        return self._plan.source.chain.start_ms

    @property
    def end_ms(self) -> int:
        """End of the run."""
        return self._at_no_delay(None)[1]

    @property
    def length_ms(self) -> int:
        """Duration of the run."""
        return self.end_ms - self.start_ms


def _without_delay(plan: NativePlan, reached: SourceReach, idleness_ms: int | None) -> Timeline:
    chain = _with_strategy(plan.source.chain, plan.maker, idleness_ms)
    event_time = EventTime()
    event_time.add_source(chain, reached)
    return event_time.timeline_of(0, plan.window.inputs)


def _with_strategy(chain: ChainPlan, maker: int, idleness_ms: int | None) -> ChainPlan:
    """Return *chain* with a strategy without delay at the operator that generates the watermarks."""
    operators = []
    for chained in chain.operators:
        if chained.node.id == maker:
            node = copy.copy(chained.node)
            node.spec = with_strategy(node.spec, lambda old: bounded(0, idleness_ms))
            chained = replace(chained, node=node)
        operators.append(chained)
    return replace(chain, operators=tuple(operators))
