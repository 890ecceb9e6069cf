"""The base of all operators, and what an operator sees of the world around it.

An operator decides; it knows nothing of channels, buffers or tasks. It is handed elements by calls,
puts elements out through an :class:`Output`, and finds everything else in its
:class:`OperatorContext`. A task supplies both in a job, a test harness supplies both in a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from flinksim.common.typeinfo import TypeInformation
from flinksim.common.typeutils.key_ordering import KeyBytes, bytes_of_key
from flinksim.core.ids import OperatorId
from flinksim.core.java.key_groups import KeyGroupRange, KeyHash
from flinksim.core.java.timestamps import MIN_TIMESTAMP, timestamp_from
from flinksim.core.source_locations import UserLine
from flinksim.datastream.checkpointed_function import CheckpointedFunction, CheckpointListener
from flinksim.datastream.output_tag import OutputTag
from flinksim.runtime.elements import StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.operators.operator_state import (
    FunctionStates,
    InitializationContext,
    SnapshotContext,
)
from flinksim.runtime.operators.runtime_context import StreamingRuntimeContext
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.trace.events import ElementProcessed, Emit, WatermarkEmitted
from flinksim.trace.values import Value, freeze

if TYPE_CHECKING:
    from flinksim.runtime.operators.internal_timer_service import InternalTimerService


class Output(Protocol):
    """Where an operator's elements go: the next operators of the chain, and the network.

    Flink: ``org.apache.flink.streaming.api.operators.Output``.
    """

    def collect(self, record: StreamRecord) -> None: ...
    def collect_side_output(self, tag: OutputTag, record: StreamRecord) -> None: ...
    def emit_watermark(self, watermark: Watermark) -> None: ...
    def emit_watermark_status(self, status: WatermarkStatus) -> None: ...


class TimerHandle(Protocol):
    """A registered processing-time callback."""

    def cancel(self) -> None: ...


class ProcessingTimeService(Protocol):
    """Processing time as one task sees it.

    A callback is run as a mail of that task: what is *registered* when the clock is past its
    timestamp, at ``T + 1`` (in Flink's test service at ``T``), what is *scheduled* on time.

    Flink: ``org.apache.flink.streaming.runtime.tasks.ProcessingTimeService``.
    """

    def current_processing_time(self) -> int: ...
    def register_timer(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> TimerHandle: ...
    def schedule_at(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> TimerHandle:
        """Not in Flink: what is no timer of Flink's, such as those of a user's event loop."""

    def schedule_with_fixed_delay(
        self, callback: Callable[[int], None], initial_delay_ms: int, period_ms: int, name: str
    ) -> TimerHandle: ...


GoingOn: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]
"""Lets a traced run know that what is called later goes on from what is done now."""

_Process = Callable[[Any], None]
"""Takes a record, or a timer."""
_ProcessWatermark = Callable[[Watermark], None]


@dataclass(slots=True)
class OperatorContext:
    """What an operator instance is given when it is set up.

    ``emit`` is ``None`` while nothing is traced; code tests it before it builds a fact.
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
    """The checkpoint that it begins with; 0 if there is none."""
    job_parameters: dict[str, str] | None = None
    object_reuse: bool = False
    task_name: str = ""
    time_from: Callable[[Any, str], int] = timestamp_from
    """Takes what a program gives as a time; see :func:`~flinksim.core.java.timestamps.timestamp_from`."""
    create_keyed_state_backend: Callable[..., HeapKeyedStateBackend] = HeapKeyedStateBackend
    """Flink: ``StateBackend.createKeyedStateBackend``."""
    create_timer_service: Callable[..., InternalTimerService] | None = None
    """``None`` for :class:`InternalTimerService`. Flink: ``InternalTimeServiceManager.Provider``."""
    key_hash: KeyHash | None = None
    key_type: TypeInformation | None = None
    key_bytes: KeyBytes = bytes_of_key
    declared_at: UserLine | None = None
    """The line of the program that made the operator."""
    in_batch: bool = False
    """Whether the job runs in batch mode, in which there are no watermarks but the last."""
    has_checkpoints: bool = False
    """Whether checkpoints are taken by themselves. Flink: ``isCheckpointingEnabled``."""
    guarded: Callable[[_Process], _Process] = lambda process: process
    """What records and timers go through on their way to the operator, where another process has a
    part in it."""
    held: Callable[[_ProcessWatermark], _ProcessWatermark] = lambda process: process
    """The same for watermarks, which may have to wait for that process."""
    coming_of: GoingOn = lambda function: function
    """Makes of a function one that is called later, and for what is done now."""
    going_on: GoingOn = lambda function: function
    """The same where Flink's thread waits meanwhile, in the midst of what it does now."""
    put_mail: Callable[[str, Callable[[], None]], None] = lambda name, action: action()
    """Has something run as a mail of the operator; at once where there is no task, as in a harness."""
    begin_yielding: Callable[[], None] = lambda: None
    """The operator waits in the midst of a call: none but its mails and those of the operators behind
    it run. Flink: ``MailboxExecutor.yield``."""
    end_yielding: Callable[[], None] = lambda: None
    """It waits no more."""
    goes_on_later: Callable[[Callable[[], None]], bool] = lambda rest: False
    """Whether an operator behind waits in the midst of this one's call, whose *rest* runs when it waits
    no more. Flink's thread stands there meanwhile."""
    coordinator_store: dict[str, Any] = field(default_factory=dict)
    """What the sources of a job share. Flink: ``CoordinatorStore``."""


class StreamOperator:
    """One operator of a chain.

    Life: ``setup``, ``initialize_state``, ``open``, elements, ``finish`` (all input has been seen),
    ``close``. Elements come through ``process_element``, ``process_watermark`` and
    ``process_watermark_status``; an operator with two inputs has each of them again with the suffix
    ``2``.

    A watermark is forwarded after the operator has acted on it; a status is forwarded as it is.

    Flink: ``AbstractStreamOperator``, ``OneInputStreamOperator``.
    """

    __slots__ = ("_handed_on", "collect", "context", "emit", "id", "output", "state")

    FLINK_CLASS = "StreamOperator"
    """The simple class name of the operator in Flink, shown in plans and call stacks."""

    def setup(self, context: OperatorContext, output: Output) -> None:
        """Take the surroundings; runs nothing of the user's."""
        self.context = context
        self.id = context.operator_id
        self.emit = context.emit
        self.output = output
        self.collect = output.collect
        self.state = "created"
        self._handed_on = MIN_TIMESTAMP

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        """Begin with the state in *snapshot*, which may be empty; called before ``open``."""

    def initialize_function(self, snapshot: OperatorSnapshot, checkpoint: int) -> None:
        """Give a user's function its own part of *snapshot*, of *checkpoint* (0: there is none)."""

    def open(self) -> None:
        """Get ready; called from the tail of the chain to its head."""

    def finish(self) -> None:
        """All input has been seen (after the last watermark); may still put elements out."""

    def close(self) -> None:
        """Release what ``open`` took; called once, also after a failure."""

    # --- checkpoints -----------------------------------------------------------------------------

    def prepare_snapshot_pre_barrier(self, checkpoint_id: int) -> None:
        """A barrier is going out: what belongs before it goes out now."""

    def snapshot_function(self, snapshot: OperatorSnapshot, checkpoint_id: int) -> None:
        """Let a user's function get its state ready; called before *snapshot* is taken."""

    def snapshot_state(self, snapshot: OperatorSnapshot) -> None:
        """Put copies of all state into *snapshot*."""

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        """The checkpoint is safe: a failure from here on goes back to it or to a later one."""

    def notify_checkpoint_aborted(self, checkpoint_id: int) -> None:
        """The checkpoint came to nothing."""

    # --- elements --------------------------------------------------------------------------------

    def process_element(self, record: StreamRecord) -> None:
        raise NotImplementedError(f"{type(self).__name__} has no first input")

    def process_watermark(self, watermark: Watermark) -> None:
        if self.emit is not None:
            self.emit((ElementProcessed, self.id, "watermark", None, watermark.timestamp))
        self.hand_watermark_on(watermark)

    def holding(self, process: _ProcessWatermark) -> _ProcessWatermark:
        """*process*, of a watermark that comes to the operator's only input, and may have to wait."""
        return self.context.held(process)

    def hand_watermark_on(self, watermark: Watermark) -> None:
        """Put *watermark* out, when everything before it is done."""
        self._handed_on = watermark.timestamp
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
        """Objects of the operator's own whose methods Flink has in classes of their own."""
        return ()

    # --- what runtime.inspect reads; the kinds of operator that have it say so -------------------

    @property
    def current_watermark(self) -> int:
        """The operator's own event-time clock, where it keeps one."""
        return MIN_TIMESTAMP

    @property
    def emitted_watermark(self) -> int:
        """The last watermark that was put out. Flink: ``currentOutputWatermark``."""
        return self._handed_on

    @property
    def emitted_idle(self) -> bool:
        """Whether an operator that makes watermarks has said that it is idle."""
        return False

    @property
    def late_records(self) -> int:
        """The records that came too late for every window. Flink: ``numLateRecordsDropped``."""
        return 0

    @property
    def results_written(self) -> int:
        """The results that a sink wrote."""
        return 0

    @property
    def results_committed(self) -> int:
        """The results that a committer has made visible."""
        return 0

    def timers(self) -> Iterable[tuple[str, Value, Value, int]]:
        """All registered timers as ``(domain, key, namespace, timestamp)``."""
        return ()

    def panes(self) -> Mapping[tuple[Value, Value], int]:
        """The number of elements in each open pane, by ``(key, window)``."""
        return {}

    def runtime_context(self) -> StreamingRuntimeContext:
        """What ``open`` of a user's function is given; a keyed operator adds its state."""
        return StreamingRuntimeContext(self.context, None)

    def put_out(self, results: Iterable[Any] | None, timestamp: int | None) -> None:
        """Put out what a user's function returned or yields, each record with *timestamp*.

        ``None`` stands for nothing; an ``(OutputTag, value)`` goes to that side output.
        Errors: ``TypeError`` for a result that is not iterable.
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
        """Report that *record* was handed in. Call only while ``emit`` is set."""
        assert self.emit is not None
        self.emit((ElementProcessed, self.id, "record", freeze(record.value), record.timestamp))


class UserFunctionOperator(StreamOperator):
    """An operator around one user function, whose ``open`` and ``close`` it calls.

    Flink: ``AbstractUdfStreamOperator``.
    """

    __slots__ = ("function", "function_states")

    def __init__(self, function: Any) -> None:
        self.function = function

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self.function_states: FunctionStates | None = None

    def initialize_function(self, snapshot: OperatorSnapshot, checkpoint: int) -> None:
        if isinstance(self.function, CheckpointedFunction):
            states = self.function_states = FunctionStates(self.id, snapshot, self.emit)
            context = InitializationContext(checkpoint, states, self.runtime_context)
            self.function.initialize_state(context)

    def snapshot_function(self, snapshot: OperatorSnapshot, checkpoint_id: int) -> None:
        if self.function_states is not None:
            self.function.snapshot_state(SnapshotContext(checkpoint_id))
            self.function_states.snapshot(snapshot)

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
