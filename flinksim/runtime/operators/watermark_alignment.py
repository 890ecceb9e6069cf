"""Sources of one group wait for each other: none runs ahead of the slowest by more than the drift.

Flink: the alignment half of ``SourceOperator``, ``SourceCoordinator.WatermarkAggregator`` and
``CoordinatorStore``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.common.ids import OperatorId
from flinksim.common.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.common.watermark_strategy import WatermarkAlignmentParams
from flinksim.runtime.operators.stream_operator import ProcessingTimeService, TimerHandle


class WatermarkAggregator:
    """The last reported watermark of each subtask of a group, and the least of them."""

    __slots__ = ("_reported",)

    def __init__(self) -> None:
        self._reported: dict[OperatorId, int] = {}

    def report(self, source: OperatorId, watermark: int) -> None:
        self._reported[source] = watermark

    @property
    def combined(self) -> int:
        """The least of what was reported. A source without a watermark reports nothing."""
        return min(self._reported.values(), default=MAX_TIMESTAMP)


class WatermarkAlignment:
    """One source subtask's part in its group.

    Each update interval it reports its watermark (an idle or finished source: ``MAX_TIMESTAMP``) and
    learns the greatest that it may have: the group's least plus the drift. Above that it is *ahead* and
    reads nothing; so is a split whose own watermark is above it.

    Differs: report and answer are one moment of one subtask; in Flink the coordinator answers all
    subtasks at intervals of its own, so an answer may be as much as one interval older. The time that
    a source waits counts as silence for ``with_idleness``, which Flink's clock leaves out.
    """

    __slots__ = ("_aggregator", "_operator", "_params", "_time", "_timer", "_update", "_watermark",
                 "allowed")  # fmt: skip

    def __init__(
        self,
        params: WatermarkAlignmentParams,
        coordinator_store: dict[str, Any],
        operator: OperatorId,
        processing_time: ProcessingTimeService,
        watermark: Callable[[], int],
        update: Callable[[], None],
    ) -> None:
        self._params = params
        self._aggregator: WatermarkAggregator = coordinator_store.setdefault(
            f"watermark-alignment:{params.watermark_group}", WatermarkAggregator()
        )
        self._operator = operator
        self._time = processing_time
        self._watermark = watermark
        self._update = update
        self._timer: TimerHandle | None = None
        self.allowed = MAX_TIMESTAMP

    def start(self) -> None:
        """Report for the first time one interval from now."""
        due = self._time.current_processing_time() + self._params.update_interval_ms
        self._timer = self._time.register_timer(due, self._tick, "watermark alignment")

    def stop(self) -> None:
        """The source has ended or is closed: nobody waits for it any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._aggregator.report(self._operator, MAX_TIMESTAMP)

    @property
    def is_ahead(self) -> bool:
        """Whether the source must wait."""
        watermark = self._watermark()
        return self.allowed < watermark < MAX_TIMESTAMP

    def _tick(self, timestamp: int) -> None:
        watermark = self._watermark()
        if watermark != MIN_TIMESTAMP:
            self._aggregator.report(self._operator, watermark)
        limit = self._aggregator.combined + self._params.max_allowed_watermark_drift_ms
        self.allowed = min(limit, MAX_TIMESTAMP)
        self.start()
        self._update()
