"""Test harnesses that drive one operator without a job: feed elements, and check the output.

    harness = KeyedOneInputStreamOperatorTestHarness(operator)
    harness.open()
    harness.process_element(("a", 1), 5)
    harness.process_watermark(9)
    assert harness.get_output() == [StreamRecord(("a", 1), 9), Watermark(9)]

Create the operator with :func:`flinksim.runtime.operators.operator_factory.create_operator`, as jobs
do.

Flink: ``OneInputStreamOperatorTestHarness``, ``KeyedOneInputStreamOperatorTestHarness``,
``TwoInputStreamOperatorTestHarness``, ``KeyedTwoInputStreamOperatorTestHarness``.
Differs: a keyed operator knows its key selector itself, so the keyed harnesses only add the number of
timers and the traced events of keys. ``events`` is not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.core.ids import OperatorId
from flinksim.core.java.key_groups import (
    compute_default_max_parallelism,
    compute_key_group_range_for_operator_index,
)
from flinksim.core.validation import validate_arguments
from flinksim.datastream.output_tag import OutputTag
from flinksim.runtime.elements import StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.operators.keyed_operator import TimerOperator
from flinksim.runtime.operators.stream_operator import OperatorContext, Output, StreamOperator
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.runtime.task_factory import TaskFactory
from flinksim.runtime.tasks.operator_chain import OperatorChain
from flinksim.runtime.virtual_clock import BackpressureTimer
from flinksim.testing.manual_clock import TestProcessingTimeService
from flinksim.trace.events import TraceEvent
from flinksim.trace.events.event import build_emitter

Element = StreamRecord | Watermark | WatermarkStatus


class RecordingOutput:
    """Records everything that an operator emits; records are copied.

    Side outputs are in ``all_elements`` as well, whose items are ``(tag id or None, element)``.

    Flink: ``AbstractStreamOperatorTestHarness.MockOutput``.
    """

    def __init__(self) -> None:
        self.all_elements: list[tuple[str | None, Element]] = []

    def collect(self, record: StreamRecord) -> None:
        self.all_elements.append((None, record.copy()))

    def collect_side_output(self, tag: OutputTag, record: StreamRecord) -> None:
        self.all_elements.append((tag.tag_id, record.copy()))

    def emit_watermark(self, watermark: Watermark) -> None:
        self.all_elements.append((None, watermark))

    def emit_watermark_status(self, status: WatermarkStatus) -> None:
        self.all_elements.append((None, status))


class AbstractStreamOperatorTestHarness:
    """Base class of all harnesses: set-up, processing time, output.

    Args:
        operator: The operator to test.
        max_parallelism: Number of key groups; by default that of Flink for *parallelism*.
        parallelism: Parallelism of the operator.
        subtask_index: Index of the subtask that is tested.
        traced: Whether to record events in ``events``; otherwise the operator runs untraced.
        name: Name of the operator and its task.
        auto_watermark_interval_ms: Interval of periodic watermarks.
        output: Your own output. Nothing is recorded in the harness then.
        task_factory: Factory of the state and timer backends; those of Java by default.
    """

    @validate_arguments
    def __init__(
        self,
        operator: StreamOperator,
        *,
        max_parallelism: int | None = None,
        parallelism: int = 1,
        subtask_index: int = 0,
        traced: bool = False,
        name: str = "operator",
        auto_watermark_interval_ms: int = 200,
        output: Output | None = None,
        task_factory: TaskFactory | None = None,
    ) -> None:
        if max_parallelism is None:
            max_parallelism = compute_default_max_parallelism(parallelism)
        self.operator = operator
        self.processing_time = TestProcessingTimeService()
        self.output = RecordingOutput()
        self.events: list[TraceEvent] = []
        context = OperatorContext(
            operator_id=OperatorId(f"o1/{subtask_index}"),
            operator_name=name,
            subtask_index=subtask_index,
            parallelism=parallelism,
            max_parallelism=max_parallelism,
            key_group_range=compute_key_group_range_for_operator_index(
                max_parallelism, parallelism, subtask_index
            ),
            processing_time=self.processing_time,
            emit=build_emitter(self.events) if traced else None,
            auto_watermark_interval_ms=auto_watermark_interval_ms,
            task_name=name,
            backpressure=BackpressureTimer(self.processing_time.current_processing_time),
        )
        if task_factory is not None:
            task_factory.prepare_harness_context(context)
        operator.setup(context, self.output if output is None else output)
        self._chain = OperatorChain((operator,), (), None)
        self._restored_snapshots: dict[OperatorId, OperatorSnapshot] = {}

    def open(self) -> None:
        self._chain.initialize_state_and_open(
            self._restored_snapshots, int(bool(self._restored_snapshots))
        )

    def close(self) -> None:
        """Close the operator; it emits nothing more."""
        self._chain.close()

    def snapshot(self) -> OperatorSnapshot:
        """Return a copy of the operator's state and timers. Flink: ``snapshot``."""
        return self._chain.snapshot_state(1)[self.operator.id]

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        """Restore a snapshot of another harness. Call it before :meth:`open`.

        From a snapshot of another parallelism the operator takes its own key groups, and all state
        that belongs to no key.
        """
        self._restored_snapshots = {self.operator.id: snapshot}

    def end_input(self) -> None:
        """Signal the end of all inputs, after the last watermark."""
        self._chain.finish()

    def set_processing_time(self, timestamp: int) -> None:
        """Set the clock; processing-time timers up to *timestamp* fire."""
        self.processing_time.set_current_time(timestamp)

    def get_processing_time(self) -> int:
        return self.processing_time.current_processing_time()

    def num_event_time_timers(self) -> int:
        return self._get_timer_operator().num_event_time_timers()

    def num_processing_time_timers(self) -> int:
        return self._get_timer_operator().num_processing_time_timers()

    def get_current_watermark(self) -> int:
        """Return the operator's own watermark."""
        return self.operator.current_watermark

    def get_output(self) -> list[Element]:
        """Return the main output so far, in order; :meth:`clear_output` discards it."""
        return [element for tag, element in self.output.all_elements if tag is None]

    def get_side_output(self, tag: OutputTag) -> list[Element]:
        """Return the records that were sent to *tag*."""
        return [element for name, element in self.output.all_elements if name == tag.tag_id]

    def extract_output_values(self) -> list[Any]:
        """Return the values of the records of the main output."""
        return [element.value for element in self.get_output() if isinstance(element, StreamRecord)]

    def clear_output(self) -> None:
        self.output.all_elements.clear()

    def _get_timer_operator(self) -> TimerOperator:
        if not isinstance(self.operator, TimerOperator):
            raise TypeError(f"{type(self.operator).__name__} has no timers")
        return self.operator


class OneInputStreamOperatorTestHarness(AbstractStreamOperatorTestHarness):
    """Harness of an operator with one input."""

    def process_element(self, value: Any, timestamp: int | None = None) -> None:
        """Process *value*, or a copy of it if it is a :class:`StreamRecord`."""
        self.operator.process_element(_as_record(value, timestamp))
        self.processing_time.fire_due()

    def process_watermark(self, timestamp: int) -> None:
        self.operator.process_watermark(Watermark(timestamp))
        self.processing_time.fire_due()

    def process_watermark_status(self, status: WatermarkStatus) -> None:
        self.operator.process_watermark_status(status)


class KeyedOneInputStreamOperatorTestHarness(OneInputStreamOperatorTestHarness):
    """Harness of a keyed operator with one input."""


class TwoInputStreamOperatorTestHarness(AbstractStreamOperatorTestHarness):
    """Harness of an operator with two inputs."""

    def process_element1(self, value: Any, timestamp: int | None = None) -> None:
        self.operator.process_element(_as_record(value, timestamp))
        self.processing_time.fire_due()

    def process_element2(self, value: Any, timestamp: int | None = None) -> None:
        self.operator.process_element2(_as_record(value, timestamp))
        self.processing_time.fire_due()

    def process_watermark1(self, timestamp: int) -> None:
        self.operator.process_watermark(Watermark(timestamp))
        self.processing_time.fire_due()

    def process_watermark2(self, timestamp: int) -> None:
        self.operator.process_watermark2(Watermark(timestamp))
        self.processing_time.fire_due()

    def process_both_watermarks(self, timestamp: int) -> None:
        self.process_watermark1(timestamp)
        self.process_watermark2(timestamp)

    def process_watermark_status1(self, status: WatermarkStatus) -> None:
        self.operator.process_watermark_status(status)

    def process_watermark_status2(self, status: WatermarkStatus) -> None:
        self.operator.process_watermark_status2(status)


class KeyedTwoInputStreamOperatorTestHarness(TwoInputStreamOperatorTestHarness):
    """Harness of a keyed operator with two inputs."""


def _as_record(value: Any, timestamp: int | None) -> StreamRecord:
    return value.copy() if isinstance(value, StreamRecord) else StreamRecord(value, timestamp)
