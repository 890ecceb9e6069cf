"""Watermark alignment: no source of a group runs ahead of the slowest by more than the allowed drift.

Flink: the alignment half of ``SourceOperator``, ``SourceCoordinator.WatermarkAggregator`` and
``CoordinatorStore``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.common.watermark_strategy import WatermarkAlignmentParams
from flinksim.core.ids import OperatorId
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.runtime.operators.stream_operator import ProcessingTimeService, TimerHandle
from flinksim.runtime.virtual_clock import mark_as_tick
from flinksim.runtime.watermark_blockers import BlockerChange, WatermarkBlockers
from flinksim.trace.events import Emit, WatermarkAligned


class WatermarkAggregator:
    """The last reported watermark of each source subtask of an alignment group, and their minimum."""

    __slots__ = ("_blockers", "reported_watermarks")

    def __init__(self) -> None:
        self._blockers: WatermarkBlockers[OperatorId] = WatermarkBlockers()
        self.reported_watermarks: dict[OperatorId, int] = {}

    def report(self, source: OperatorId, watermark: int) -> None:
        self.reported_watermarks[source] = watermark

    def update_blockers(self, source: OperatorId) -> BlockerChange[OperatorId]:
        """Update which sources hold back the group, after *source* reported its watermark.

        Sources at ``MAX_TIMESTAMP`` do not block.
        """
        waiting = [each for each in self.reported_watermarks.items() if each[1] < MAX_TIMESTAMP]
        return self._blockers.update(source, waiting)

    @property
    def aggregated_watermark(self) -> int:
        """The minimum of the reported watermarks; sources that have no watermark yet do not count."""
        return min(self.reported_watermarks.values(), default=MAX_TIMESTAMP)


class WatermarkAlignment:
    """The part of one source subtask in watermark alignment.

    At each update interval it reports its watermark (an idle or finished source: ``MAX_TIMESTAMP``)
    and gets the maximum that it may have: the minimum of the group plus the drift. Above that it is
    *ahead* and reads nothing. The same holds for a single split whose own watermark is above it.

    Differs: report and answer happen at the same time for one subtask. In Flink the coordinator
    answers all subtasks at intervals of its own, so an answer may be up to one interval older.
    """

    __slots__ = (
        "_emit",
        "_get_watermark",
        "_on_update",
        "_operator",
        "_params",
        "_processing_time",
        "_timer",
        "aggregator",
        "has_reported",
        "max_desired_watermark",
    )

    def __init__(
        self,
        params: WatermarkAlignmentParams,
        coordinator_store: dict[str, Any],
        operator: OperatorId,
        processing_time: ProcessingTimeService,
        get_watermark: Callable[[], int],
        on_update: Callable[[], None],
        emit: Emit | None = None,
    ) -> None:
        self._params = params
        self._emit = emit
        self.has_reported = False
        """Whether the source has reported at least once."""
        self.aggregator: WatermarkAggregator = coordinator_store.setdefault(
            f"watermark-alignment:{params.watermark_group}", WatermarkAggregator()
        )
        self._operator = operator
        self._processing_time = processing_time
        self._get_watermark = get_watermark
        self._on_update = on_update
        self._timer: TimerHandle | None = None
        self.max_desired_watermark = MAX_TIMESTAMP

    def start(self) -> None:
        """Schedule the periodic report of the watermark, first one interval from now."""
        interval = self._params.update_interval_ms
        self._timer = self._processing_time.schedule_with_fixed_delay(
            self._on_tick, interval, interval, "watermark alignment"
        )
        mark_as_tick(self._timer, interval, self._compute_next_effect_ms)

    def stop(self) -> None:
        """Stop to report, because the source has ended or is closed; other sources no longer wait for it."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.aggregator.report(self._operator, MAX_TIMESTAMP)
        self._report()

    @property
    def is_ahead(self) -> bool:
        """Whether this source must wait, because its watermark is too far ahead of the group."""
        watermark = self._get_watermark()
        return self.max_desired_watermark < watermark < MAX_TIMESTAMP

    def _on_tick(self, timestamp: int) -> None:
        watermark = self._get_watermark()
        if watermark != MIN_TIMESTAMP:
            self.aggregator.report(self._operator, watermark)
        self.max_desired_watermark = self._compute_limit()
        self._report()
        self._on_update()

    def _compute_limit(self) -> int:
        limit = self.aggregator.aggregated_watermark + self._params.max_allowed_watermark_drift_ms
        return min(limit, MAX_TIMESTAMP)

    def _compute_next_effect_ms(self) -> int:
        """Return the time (ms) before which a report changes nothing unless a watermark advances."""
        watermark = self._get_watermark()
        reported = self.aggregator.reported_watermarks.get(self._operator)
        is_known = self.has_reported and watermark == (
            MIN_TIMESTAMP if reported is None else reported
        )
        return (
            MAX_TIMESTAMP
            if is_known and self.max_desired_watermark == self._compute_limit()
            else MIN_TIMESTAMP
        )

    @property
    def group(self) -> str:
        return self._params.watermark_group

    def _report(self) -> None:
        self.has_reported = True
        if self._emit is not None:
            reported = self.aggregator.reported_watermarks.get(self._operator)
            change = self.aggregator.update_blockers(self._operator)
            self._emit(
                (
                    WatermarkAligned,
                    self._operator,
                    self.group,
                    reported,
                    self.max_desired_watermark,
                    *change,
                )
            )
