"""Checkpoints without a coordinator: barriers put into the sources of a running job by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import flinksim as fs
from flinksim import NetworkSettings, RunSettings
from flinksim.core.ids import ChannelId
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.checkpoint.barriers.barrier_alignment_util import (
    compute_timer_delay_ms,
    create_register_timer_callback,
)
from flinksim.runtime.checkpoint.channel_state_writer import (
    ChannelStateFiles,
    ChannelStateWriter,
    ChannelStateWriteResult,
)
from flinksim.runtime.checkpoint.checkpoint_exception import CheckpointFailureReason
from flinksim.runtime.checkpoint.checkpoint_metrics import CheckpointMetrics
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import CancelCheckpointMarker, CheckpointBarrier
from flinksim.runtime.minicluster import MiniCluster
from flinksim.runtime.tasks.input_processor_util import (
    create_checkpoint_barrier_handler,
    prepare_input_snapshot,
    set_channel_state_writer,
)
from flinksim.runtime.tasks.source_task import SourceOperatorStreamTask
from flinksim.runtime.tasks.stream_task import StreamTask


@dataclass
class Cut:
    """What a task knew when its snapshot was taken: the elements read and written, by channel."""

    at_event: int
    read: dict[ChannelId, int]
    metrics: CheckpointMetrics | None
    options: CheckpointOptions
    in_flight: ChannelStateWriteResult | None = None


@dataclass
class HandTask:
    """A task's part in checkpoints, as ``SubtaskCheckpointCoordinatorImpl`` has it, without state."""

    task: StreamTask
    cluster: MiniCluster
    writer: ChannelStateWriter = field(default_factory=lambda: ChannelStateFiles().create_writer(1))
    cuts: dict[int, Cut] = field(default_factory=dict)
    aborted: dict[int, CheckpointFailureReason] = field(default_factory=dict)

    def init_inputs_checkpoint(self, checkpoint_id: int, options: CheckpointOptions) -> None:
        if options.is_unaligned_checkpoint:
            self.writer.start(checkpoint_id, options)
            handler = self.task.checkpoint_coordinator.barrier_handler
            if handler is None:
                self.writer.finish_input(checkpoint_id)
                return
            prepare_input_snapshot(self.task.inputs, checkpoint_id, self.writer)

            def all_received(received: bool) -> None:
                if received:
                    self.writer.finish_input(checkpoint_id)
                else:
                    self.writer.abort(checkpoint_id)

            handler.add_all_barriers_received_callback(checkpoint_id, all_received)
        elif options.is_timeoutable:
            self.writer.start(checkpoint_id, options)
            self.writer.finish_input(checkpoint_id)

    def trigger_checkpoint_on_barrier(
        self, barrier: CheckpointBarrier, metrics: CheckpointMetrics | None
    ) -> None:
        number = barrier.checkpoint_id
        options = barrier.options.with_unaligned_supported()
        if options != barrier.options:
            barrier = barrier.with_options(options)
            self.init_inputs_checkpoint(number, options)
        channels = [channel for one in self.task.inputs for channel in one.gate.channels]
        self.cuts[number] = Cut(
            len(self.cluster.trace.events),
            {channel.id: channel.read_count for channel in channels},
            metrics,
            options,
            self.writer.write_result(number),
        )
        for writer in self.task.writers:
            writer.broadcast_event(barrier)
        if options.is_timeoutable:
            register = create_register_timer_callback(self.task.put_mail, self.cluster.clock)

            def time_out() -> None:
                for writer in self.task.writers:
                    writer.aligned_barrier_timeout(number)

            register(time_out, compute_timer_delay_ms(self.cluster.clock.now_ms, barrier))
        self.writer.finish_output(number)

    def abort_checkpoint_on_barrier(
        self, checkpoint_id: int, reason: CheckpointFailureReason
    ) -> None:
        self.aborted[checkpoint_id] = reason
        for writer in self.task.writers:
            writer.abort_checkpoint(checkpoint_id)
            writer.broadcast_event(CancelCheckpointMarker(checkpoint_id))


class Checkpoints:
    """The parts of all tasks of a job; :meth:`trigger` puts a barrier into its sources."""

    def __init__(
        self,
        env: StreamExecutionEnvironment,
        interleaving: fs.Interleaving,
        *,
        is_exactly_once: bool = True,
        may_be_unaligned: bool = True,
        **network: Any,
    ) -> None:
        settings = RunSettings(
            interleaving=interleaving,
            network=NetworkSettings(**network),
            start_time_ms=0,
            trace="full",  # checkpoints by hand are not repeated
        )
        self.sim = fs.simulate(env, settings=settings)
        self.cluster = self.sim.cluster
        self.parts: list[HandTask] = []
        for task in self.cluster.tasks:
            part = HandTask(task, self.cluster)
            self.parts.append(part)
            writer = part.writer if may_be_unaligned else None
            if writer is not None:
                set_channel_state_writer(task.writers, writer)
            if task.inputs:
                task.checkpoint_coordinator.barrier_handler = create_checkpoint_barrier_handler(
                    part,
                    task.subtask,
                    task.inputs,
                    self.cluster.clock,
                    task.put_mail,
                    self.cluster._emit,
                    is_exactly_once=is_exactly_once,
                    writer=writer,
                )

    def trigger(self, checkpoint_id: int, options: CheckpointOptions) -> None:
        """Have every source that runs take its snapshot in one of its next turns."""
        barrier = CheckpointBarrier(checkpoint_id, self.cluster.clock.now_ms, options)
        for part in self.parts:
            task = part.task
            if isinstance(task, SourceOperatorStreamTask) and task.execution.state == "RUNNING":
                self._put(part, barrier)

    def _put(self, part: HandTask, barrier: CheckpointBarrier) -> None:
        def begin() -> None:
            part.init_inputs_checkpoint(barrier.checkpoint_id, barrier.options)
            part.trigger_checkpoint_on_barrier(barrier, None)

        part.task.put_mail(f"checkpoint {barrier.checkpoint_id}", begin)
