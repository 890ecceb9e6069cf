"""The base class of all operators, and the context that an operator gets.

An operator knows nothing of channels, buffers or tasks. It gets elements by method calls, emits
elements through an :class:`Output`, and finds everything else in its :class:`OperatorContext`. In a
job the task provides both; in a test the harness does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from flinksim.common.typeinfo import TypeInformation
from flinksim.common.typeutils.key_ordering import KeyEncoder, encode_key
from flinksim.core.ids import OperatorId
from flinksim.core.java.key_groups import KeyGroupRange, KeyHash
from flinksim.core.java.timestamps import MIN_TIMESTAMP, to_timestamp
from flinksim.core.source_locations import SourceLocation
from flinksim.datastream.checkpointed_function import CheckpointedFunction, CheckpointListener
from flinksim.datastream.output_tag import OutputTag
from flinksim.runtime.elements import StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.operators.operator_state import (
    InitializationContext,
    OperatorStates,
    SnapshotContext,
)
from flinksim.runtime.operators.runtime_context import StreamingRuntimeContext
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.runtime.virtual_clock import BackpressureTimer
from flinksim.trace.event_switch import link_emit
from flinksim.trace.events import ElementProcessed, Emit, WatermarkEmitted
from flinksim.trace.values import Value, freeze

if TYPE_CHECKING:
    from flinksim.runtime.operators.internal_timer_service import InternalTimerService


class Output(Protocol):
    """The output of an operator: the next operators of the chain, and the network.

    Flink: ``org.apache.flink.streaming.api.operators.Output``.
    """

    def collect(self, record: StreamRecord) -> None: ...
    def collect_side_output(self, tag: OutputTag, record: StreamRecord) -> None: ...
    def emit_watermark(self, watermark: Watermark) -> None: ...
    def emit_watermark_status(self, status: WatermarkStatus) -> None: ...


class TimerHandle(Protocol):
    """Handle of a registered processing-time callback."""

    def cancel(self) -> None: ...


class ProcessingTimeService(Protocol):
    """Processing time of one task.

    A callback runs as a mail of that task. A *registered* timer fires when the clock is past its
    timestamp, at ``T + 1`` (in Flink's test service at ``T``). A *scheduled* callback runs on time.

    Flink: ``org.apache.flink.streaming.runtime.tasks.ProcessingTimeService``.
    """

    def current_processing_time(self) -> int: ...
    def register_timer(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> TimerHandle: ...
    def schedule_at(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> TimerHandle:
        """Schedule a callback that is not one of Flink's timers, such as of a user's event loop.

        Not in Flink.
        """

    def schedule_with_fixed_delay(
        self, callback: Callable[[int], None], initial_delay_ms: int, period_ms: int, name: str
    ) -> TimerHandle: ...


ContinuationWrapper: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]
"""Function that wraps a callback so that a traced run shows the current call as its cause."""

_Handler = Callable[[Any], None]
"""Function that handles a record or a timer."""
_WatermarkHandler = Callable[[Watermark], None]


@dataclass(slots=True)
class OperatorContext:
    """The context that an operator instance gets in ``setup``.

    ``emit`` is ``None`` if the run is not traced; code tests it before it builds an event.
    Flink: ``StreamOperatorParameters`` and ``StreamingRuntimeContext``.
    """

    operator_id: OperatorId
    operator_name: str
    subtask_index: int
    parallelism: int
    max_parallelism: int
    key_group_range: KeyGroupRange
    processing_time: ProcessingTimeService
    emit: Emit | None = None
    auto_watermark_interval_ms: int = 200
    attempt_number: int = 0
    restored_checkpoint_id: int = 0
    """The id of the checkpoint from which the operator is restored; 0 if there is none."""
    job_parameters: dict[str, str] | None = None
    object_reuse: bool = False
    task_name: str = ""
    convert_timestamp: Callable[[Any, str], int] = to_timestamp
    """Converts a timestamp that the program returns to 64 bits.

    See :func:`~flinksim.core.java.timestamps.to_timestamp`.
    """
    create_keyed_state_backend: Callable[..., HeapKeyedStateBackend] = HeapKeyedStateBackend
    """Creates the keyed state backend of the operator.

    Flink: ``StateBackend.createKeyedStateBackend``.
    """
    create_timer_service: Callable[..., InternalTimerService] | None = None
    """Creates the timer service of the operator; ``None`` means :class:`InternalTimerService`.

    Flink: ``InternalTimeServiceManager.Provider``.
    """
    key_hash: KeyHash | None = None
    key_type: TypeInformation | None = None
    key_encoder: KeyEncoder = encode_key
    declared_at: SourceLocation | None = None
    """The line of the program that created the operator."""
    in_batch: bool = False
    """Whether the job runs in batch mode, which has no watermarks except the last one."""
    has_checkpoints: bool = False
    """Whether periodic checkpointing is enabled. Flink: ``isCheckpointingEnabled``."""
    wrap_handler: Callable[[_Handler], _Handler] = lambda process: process
    """Wraps the handlers of records and timers, if a PyFlink worker process runs the operator."""
    wrap_watermark_handler: Callable[[_WatermarkHandler], _WatermarkHandler] = lambda process: (
        process
    )
    """Wraps the handlers of watermarks, which may have to wait for the PyFlink worker process."""
    follows_from: ContinuationWrapper = lambda function: function
    """Wraps a callback that runs later, so that a traced run shows the current call as its cause."""
    continue_later: ContinuationWrapper = lambda function: function
    """Wraps the rest of the current call, which runs later; in Flink the thread waits in the call."""
    put_mail: Callable[[str, Callable[[], None]], None] = lambda name, action: action()
    """Runs an action as a mail of the operator; immediately if there is no task, as in a harness."""
    begin_yielding: Callable[[], None] = lambda: None
    """Starts to wait in the middle of a call: only mails of this operator and those downstream run.
    Flink: ``MailboxExecutor.yield``.
    """
    end_yielding: Callable[[], None] = lambda: None
    """Ends the wait that ``begin_yielding`` has started."""
    defer_while_yielding: Callable[[Callable[[], None]], bool] = lambda rest: False
    """Returns whether an operator downstream waits in the middle of this operator's call. The argument
    is the rest of the call, which runs when the wait ends. Flink's thread blocks meanwhile.
    """
    backpressure: BackpressureTimer = field(default_factory=BackpressureTimer)
    """Pauses the clocks by which idleness is measured while the output of the task is blocked."""
    coordinator_store: dict[str, Any] = field(default_factory=dict)
    """The store that the sources of a job share. Flink: ``CoordinatorStore``."""


class StreamOperator:
    """One operator of a chain.

    Life cycle: ``setup``, ``initialize_state``, ``open``, elements, ``finish`` (after all input),
    ``close``. Elements arrive through ``process_element``, ``process_watermark`` and
    ``process_watermark_status``. An operator with two inputs has each of them also with the suffix
    ``2``.

    A watermark is forwarded after the operator has processed it; a status is forwarded unchanged.

    Flink: ``AbstractStreamOperator``, ``OneInputStreamOperator``.
    """

    __slots__ = ("_output_watermark", "collect", "context", "emit", "id", "output", "state")

    FLINK_CLASS = "StreamOperator"
    """The simple class name of the operator in Flink, for plans and call stacks."""

    def setup(self, context: OperatorContext, output: Output) -> None:
        """Set context and output; runs no user code."""
        self.context = context
        self.id = context.operator_id
        self.emit = link_emit(self, context.emit, "emit")
        self.output = output
        self.collect = output.collect
        self.state = "created"
        self._output_watermark = MIN_TIMESTAMP

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        """Restore the state in *snapshot*, which may be empty; called before ``open``."""

    def initialize_function(self, snapshot: OperatorSnapshot, checkpoint_id: int) -> None:
        """Restore the operator state of a user function; *checkpoint_id* 0 means there is none to restore."""

    def open(self) -> None:
        """Prepare for the first element; called from the tail of the chain to its head."""

    def finish(self) -> None:
        """Finish after all input and the last watermark; may still emit elements."""

    def close(self) -> None:
        """Release what ``open`` acquired; called once, also after a failure."""

    # --- checkpoints -----------------------------------------------------------------------------

    def prepare_snapshot_pre_barrier(self, checkpoint_id: int) -> None:
        """Emit what belongs to the checkpoint, before its barrier is emitted."""

    def snapshot_function(self, snapshot: OperatorSnapshot, checkpoint_id: int) -> None:
        """Let the user function update its operator state, before the state is copied into *snapshot*."""

    def snapshot_state(self, snapshot: OperatorSnapshot) -> None:
        """Add copies of all state to *snapshot*."""

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        """Handle the completion of a checkpoint: after a failure, this or a newer one is restored."""

    def notify_checkpoint_aborted(self, checkpoint_id: int) -> None:
        """Handle an aborted checkpoint."""

    # --- elements --------------------------------------------------------------------------------

    def process_element(self, record: StreamRecord) -> None:
        raise NotImplementedError(f"{type(self).__name__} has no first input")

    def process_watermark(self, watermark: Watermark) -> None:
        if self.emit is not None:
            self.emit((ElementProcessed, self.id, "watermark", None, watermark.timestamp))
        self.forward_watermark(watermark)

    def wrap_watermark_handler(self, handler: _WatermarkHandler) -> _WatermarkHandler:
        """Wrap the watermark handler of a one-input operator, which may have to wait for a PyFlink worker."""
        return self.context.wrap_watermark_handler(handler)

    def forward_watermark(self, watermark: Watermark) -> None:
        """Emit *watermark*, after everything before it is done."""
        self._output_watermark = watermark.timestamp
        if self.emit is not None:
            self.emit((WatermarkEmitted, self.id, watermark.timestamp))
        self.output.emit_watermark(watermark)

    def process_watermark_status(self, status: WatermarkStatus) -> None:
        if self.emit is not None:
            self.emit(
                (ElementProcessed, self.id, "idle" if status.is_idle else "active", None, None)
            )
        self.output.emit_watermark_status(status)

    def process_element2(self, record: StreamRecord) -> None:
        raise NotImplementedError(f"{type(self).__name__} has no second input")

    def process_watermark2(self, watermark: Watermark) -> None:
        raise NotImplementedError(f"{type(self).__name__} has no second input")

    def process_watermark_status2(self, status: WatermarkStatus) -> None:
        raise NotImplementedError(f"{type(self).__name__} has no second input")

    def parts(self) -> Iterable[Any]:
        """Return helper objects of the operator whose calls are traced, as they have own classes in Flink."""
        return ()

    # --- for the live view; overridden by operators that have the value --------------------------

    @property
    def current_watermark(self) -> int:
        """The event time that this operator has reached, if it uses event time."""
        return MIN_TIMESTAMP

    @property
    def emitted_watermark(self) -> int:
        """The last watermark that was emitted. Flink: ``currentOutputWatermark``."""
        return self._output_watermark

    @property
    def emitted_idle(self) -> bool:
        """Whether an operator that generates watermarks has emitted ``IDLE``."""
        return False

    @property
    def late_records(self) -> int:
        """The number of records too late for every window. Flink: ``numLateRecordsDropped``."""
        return 0

    @property
    def results_written(self) -> int:
        """The number of results that a sink wrote."""
        return 0

    @property
    def results_committed(self) -> int:
        """The number of results that a committer has committed."""
        return 0

    def timers(self) -> Iterable[tuple[str, Value, Value, int]]:
        """Return all registered timers as ``(time domain, key, namespace, timestamp)``."""
        return ()

    def panes(self) -> Mapping[tuple[Value, Value], int]:
        """Return the number of elements in each open pane, by ``(key, window)``."""
        return {}

    def runtime_context(self) -> StreamingRuntimeContext:
        """Create the context for ``open`` of a user function; a keyed operator adds its state."""
        return StreamingRuntimeContext(self.context, None)

    def emit_results(self, results: Iterable[Any] | None, timestamp: int | None) -> None:
        """Emit the results of a user function, each record with *timestamp*.

        Args:
            results: What the function returned or yields. ``None`` means no results; an
                ``(OutputTag, value)`` goes to that side output.
            timestamp: The timestamp of the records, or ``None``.

        Raises:
            TypeError: If *results* is not iterable.
        """
        if results is None:
            return
        try:
            iterator = iter(results)
        except TypeError as error:
            raise TypeError(
                f"{error}: the function of {self.context.operator_name!r} must yield its results "
                f"or return an iterable of them (or None), but it returned {results!r}"
            ) from None
        collect = self.collect
        for result in iterator:
            if type(result) is tuple and len(result) == 2 and isinstance(result[0], OutputTag):
                self.output.collect_side_output(result[0], StreamRecord(result[1], timestamp))
            else:
                collect(StreamRecord(result, timestamp))

    def trace_element(self, record: StreamRecord) -> None:
        """Emit the trace event that *record* arrived; call this only in a traced run."""
        assert self.emit is not None
        self.emit((ElementProcessed, self.id, "record", freeze(record.value), record.timestamp))


class UserFunctionOperator(StreamOperator):
    """Operator with one user function, whose ``open`` and ``close`` it calls.

    Flink: ``AbstractUdfStreamOperator``.
    """

    __slots__ = ("function", "operator_states")

    def __init__(self, function: Any) -> None:
        self.function = function

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self.operator_states: OperatorStates | None = None

    def initialize_function(self, snapshot: OperatorSnapshot, checkpoint_id: int) -> None:
        if isinstance(self.function, CheckpointedFunction):
            states = self.operator_states = OperatorStates(self.id, snapshot, self.context.emit)
            context = InitializationContext(checkpoint_id, states, self.runtime_context)
            self.function.initialize_state(context)

    def snapshot_function(self, snapshot: OperatorSnapshot, checkpoint_id: int) -> None:
        if self.operator_states is not None:
            self.function.snapshot_state(SnapshotContext(checkpoint_id))
            self.operator_states.snapshot(snapshot)

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        if isinstance(self.function, CheckpointListener):
            self.function.notify_checkpoint_complete(checkpoint_id)

    def notify_checkpoint_aborted(self, checkpoint_id: int) -> None:
        if isinstance(self.function, CheckpointListener):
            self.function.notify_checkpoint_aborted(checkpoint_id)

    def open(self) -> None:
        self.function.open(self.runtime_context())

    def close(self) -> None:
        self.function.close()
