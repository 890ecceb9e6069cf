"""Connects the inputs and outputs of a task with its checkpoints.

Flink: ``InputProcessorUtil``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from flinksim.core.ids import SubtaskId
from flinksim.runtime.checkpoint.barriers.barrier_alignment_util import (
    create_register_timer_callback,
)
from flinksim.runtime.checkpoint.barriers.checkpoint_barrier_handler import (
    CheckpointBarrierHandler,
)
from flinksim.runtime.checkpoint.barriers.checkpoint_barrier_tracker import (
    CheckpointBarrierTracker,
)
from flinksim.runtime.checkpoint.barriers.protocols import CheckpointableTask
from flinksim.runtime.checkpoint.barriers.single_checkpoint_barrier_handler import (
    SingleCheckpointBarrierHandler,
)
from flinksim.runtime.network.channel_state_protocol import ChannelStateSink
from flinksim.runtime.network.result_partition import RecordWriter
from flinksim.runtime.tasks.barrier_inputs import AlignmentTracer, CheckpointableInputs
from flinksim.runtime.tasks.checkpointed_input_gate import CheckpointedInputGate
from flinksim.runtime.tasks.task_input import TaskInput
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.trace.events import Emit


class MailSubmitter(Protocol):
    """Function that submits a mail to the mailbox of a task.

    It raises RejectedExecutionError unless the mailbox is open.
    """

    def __call__(self, name: str, action: Callable[[], None], *, urgent: bool = False) -> None: ...


def create_checkpoint_barrier_handler(
    task: CheckpointableTask,
    subtask: SubtaskId,
    inputs: Sequence[TaskInput],
    clock: SimulatedClock,
    submit_mail: MailSubmitter,
    emit: Emit | None,
    *,
    is_exactly_once: bool,
    writer: ChannelStateSink | None = None,
    checkpoints_after_tasks_finish: bool = True,
) -> CheckpointBarrierHandler:
    """Create the barrier handler of a task and connect its *inputs* to it.

    Args:
        task: The task that takes part in checkpoints.
        subtask: Its id, for the trace.
        inputs: The inputs that pass their events to the handler.
        clock: The virtual clock.
        submit_mail: Submits a mail to the task.
        emit: Emits trace events, if the run is traced.
        is_exactly_once: Whether barriers are aligned, or may become unaligned.
        writer: Receives in-flight data. With it, checkpoints may be unaligned.
        checkpoints_after_tasks_finish: Whether checkpoints continue after a task has finished.

    Raises:
        RuntimeError: If there is a *writer* but the mode is not exactly once.
    """
    if writer is not None and not is_exactly_once:
        raise RuntimeError("Cannot use unaligned checkpoints with AT_LEAST_ONCE checkpointing mode")
    tracer = None if emit is None else AlignmentTracer(subtask, emit)
    channels = [channel for one in inputs for channel in one.gate.channels]
    handler: CheckpointBarrierHandler
    if is_exactly_once:
        timer = None if writer is None else create_register_timer_callback(submit_mail, clock)
        handler = SingleCheckpointBarrierHandler(
            task,
            CheckpointableInputs(channels, emit, writer),
            len(channels),
            lambda: clock.now_ms,
            register_timer=timer,
            checkpoints_after_tasks_finish=checkpoints_after_tasks_finish,
            listener=tracer,
        )
    else:
        handler = CheckpointBarrierTracker(
            task,
            len(channels),
            lambda: clock.now_ms,
            checkpoints_after_tasks_finish=checkpoints_after_tasks_finish,
            listener=tracer,
        )

    def put_urgent_mail(name: str, action: Callable[[], None]) -> None:
        submit_mail(name, action, urgent=True)

    for one in inputs:
        one.checkpointed_gate = CheckpointedInputGate(
            subtask, one.gate, handler, put_urgent_mail, emit
        )
    return handler


def set_channel_state_writer(writers: Sequence[RecordWriter], writer: ChannelStateSink) -> None:
    """Let *writer* receive the data that unaligned barriers overtake in the outputs of a task.

    Flink: ``ResultPartition.setChannelStateWriter``.
    """
    for one in writers:
        for subpartition in one.subpartitions:
            subpartition.channel_state_writer = writer


def prepare_input_snapshot(
    inputs: Sequence[TaskInput], checkpoint_id: int, writer: ChannelStateSink
) -> None:
    """Add the elements that each input has read but not processed to *writer*.

    Flink: ``StreamTask.prepareInputSnapshot``.
    """
    for one in inputs:
        one.prepare_snapshot(checkpoint_id, writer)
