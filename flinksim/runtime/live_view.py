"""Builds a view of a running job from its objects, in the form in which a trace shows it.

This module reads the objects of the runtime and nothing of the trace. A test compares both after every
step.
"""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.runtime.minicluster import MiniCluster
from flinksim.runtime.network.input_channels import InputChannel
from flinksim.runtime.network.remote_input_channel import NetworkInputChannel, RemoteInputChannel
from flinksim.runtime.network.status_watermark_valve import ChannelStatus
from flinksim.runtime.network.uncredited_input_channel import UncreditedInputChannel
from flinksim.runtime.operators.broadcast_operators import freeze_broadcast_states
from flinksim.runtime.operators.co_operators import TwoInputWatermarks
from flinksim.runtime.operators.combined_watermark_status import PartialWatermark
from flinksim.runtime.operators.keyed_operator import KeyedOperator
from flinksim.runtime.operators.source_operator import SourceOperator
from flinksim.runtime.operators.stream_operator import StreamOperator, UserFunctionOperator
from flinksim.runtime.operators.timestamps_and_watermarks import TimestampsAndWatermarksOperator
from flinksim.runtime.operators.window_operator import WindowOperator
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.tasks.task_input import TaskInput
from flinksim.trace.state.job_state import (
    AlignmentView,
    ChannelView,
    CheckpointView,
    InputView,
    JobView,
    OperatorInputView,
    OperatorView,
    PaneView,
    SplitView,
    TaskView,
)
from flinksim.trace.values import freeze


def build_job_state(cluster: MiniCluster) -> JobView:
    """Build the view of a traced job from the objects of its *cluster*."""
    state = JobView(time_ms=cluster.clock.now_ms, status=cluster.status, plan=cluster.plan)
    for task in cluster.tasks:
        state.tasks[task.subtask] = _build_task_state(task)
        for task_input in task.inputs:
            for channel in task_input.gate.channels:
                state.channels[channel.id] = _build_channel_state(task, channel)
        for operator in task.operators:
            state.operators[operator.id] = build_operator_state(operator)
    coordinator = cluster.job_master.checkpoint_coordinator
    for statistics in coordinator.statistics:
        completed = statistics.status == "COMPLETED"
        state.checkpoints[statistics.id] = CheckpointView(
            statistics.kind,
            statistics.status,
            statistics.tasks - statistics.finished,
            statistics.acknowledged - statistics.finished,
            statistics.bytes if completed else 0,
        )
    for pending in coordinator.pending.values():
        acknowledged = len(pending.metrics)
        state.checkpoints[pending.id] = CheckpointView(
            pending.kind, "IN_PROGRESS", acknowledged + len(pending.missing_subtasks), acknowledged
        )
    return state


def _build_task_state(task: StreamTask) -> TaskView:
    pools = {id(writer.pool): writer.pool for writer in task.writers}
    return TaskView(
        state=task.execution.state,
        attempt=task.execution.attempt,
        mails=[
            mail.name
            for mail in sorted(task.mailbox.mailbox.waiting_mails, key=lambda mail: mail.arrival)
        ],
        suspended=task.suspend_reason,
        inputs={
            task_input.number: InputView(
                task_input.valve.last_output_watermark,
                task_input.valve.is_idle,
                task_input.has_end_of_data,
                _get_announced_bytes(task_input),
            )
            for task_input in task.inputs
        },
        floating_free=_count_free_floating_buffers(task),
        output_in_use=sum(pool.in_use for pool in pools.values()),
        checkpoint=task.checkpoint_coordinator.last_barrier_id,
        aligning=None
        if task.checkpoint_coordinator.barrier_handler is None
        else task.checkpoint_coordinator.barrier_handler.aligning_checkpoint_id,
    )


def _get_announced_bytes(task_input: TaskInput) -> int:
    debloating = task_input.debloater
    return 0 if debloating is None else debloating.announced_bytes


def _count_free_floating_buffers(task: StreamTask) -> int:
    pools = {
        id(channel.floating_buffers): channel.floating_buffers
        for task_input in task.inputs
        for channel in task_input.gate.channels
        if isinstance(channel, NetworkInputChannel)
    }
    return sum(pool.free for pool in pools.values())


def _build_channel_state(task: StreamTask, channel: InputChannel) -> ChannelView:
    valve = task.inputs[channel.input_index].valve
    status = valve.channels[channel.valve_index]
    state = ChannelView(
        watermark=status.watermark,
        idle=status.is_idle,
        aligned=status.is_aligned,
        holds=not status.is_idle and status.is_aligned and _is_slowest(status, valve.channels),
        written=channel.subpartition.written_count,
        read=channel.read_count,
        queued=channel.subpartition.queued_buffers,
        received=channel.received_buffers,
        partial=channel.partial_bytes,
        blocked=task.checkpoint_coordinator.barrier_handler is not None
        and channel.index in task.checkpoint_coordinator.barrier_handler.blocked_channels,
    )
    if isinstance(channel, NetworkInputChannel):
        state.on_wire = channel.buffers_in_transit
    if isinstance(channel, UncreditedInputChannel):
        state.stops_reading = channel.has_stopped_reading
    if isinstance(channel, RemoteInputChannel):
        assert channel.reader is not None
        state.credit = channel.reader.credit
        state.credit_under_way = channel.credit_in_transit
        state.unannounced = channel.unannounced_credit
        state.exclusive, state.floating = channel.exclusive_count, channel.floating_count
        state.required, state.waiting = channel.required_count, channel.is_waiting
    return state


def _is_slowest(status: ChannelStatus, channels: Sequence[ChannelStatus]) -> bool:
    """Return whether no aligned channel of the input has a smaller watermark than *status*."""
    return all(status.watermark <= other.watermark for other in channels if other.is_aligned)


def build_operator_state(operator: StreamOperator) -> OperatorView:
    """Build the view of one *operator*: its watermark, state, timers and windows."""
    state = OperatorView(
        state=operator.state,
        watermark=operator.current_watermark,
        emitted_watermark=operator.emitted_watermark,
        emitted_idle=operator.emitted_idle,
        late=operator.late_records,
        results=operator.results_written,
        committed=operator.results_committed,
    )
    state.timers.update(dict.fromkeys(operator.timers()))
    if isinstance(operator, UserFunctionOperator) and operator.operator_states is not None:
        lists, maps = operator.operator_states.freeze_all()
        state.lists.update({(0, name, None, ""): items for name, items in lists.items()})
        for name, entries in maps.items():
            state.map_entries.update({(0, name, None, "", key): v for key, v in entries.items()})
    for name, entries in freeze_broadcast_states(operator).items():
        state.map_entries.update({(0, name, None, "", key): each for key, each in entries.items()})
    if isinstance(operator, KeyedOperator):
        state.key, state.key_group = (
            freeze(operator.backend.current_key),
            (operator.backend.current_key_group),
        )
        for address, contents in operator.freeze_keyed_states().items():
            if isinstance(contents, list):
                state.lists[address] = contents
            elif isinstance(contents, dict):
                state.map_entries.update({(*address, key): each for key, each in contents.items()})
            else:
                state.states[address] = contents
    if isinstance(operator, WindowOperator):
        state_windows = operator.freeze_state_windows()
        for pane, count in operator.panes().items():
            state.panes[pane] = PaneView(count, state_windows[pane])
    if isinstance(operator, TwoInputWatermarks):
        inputs = operator.combined.inputs
        state.inputs = {
            n: _build_operator_input_state(each, inputs) for n, each in enumerate(inputs)
        }
    if isinstance(operator, TimestampsAndWatermarksOperator):
        state.idle_after = operator.idle_after
    if isinstance(operator, SourceOperator):
        _add_source_state(state, operator)
    return state


def _build_operator_input_state(
    partial: PartialWatermark, inputs: Sequence[PartialWatermark]
) -> OperatorInputView:
    active = [each.watermark for each in inputs if not each.is_idle]
    holds = not partial.is_idle and partial.watermark == min(active)
    return OperatorInputView(partial.watermark, partial.is_idle, holds)


def _add_source_state(state: OperatorView, source: SourceOperator) -> None:
    splits = source.split_outputs()
    active = [
        each.partial.watermark for each in splits if not each.has_ended and not each.partial.is_idle
    ]
    for split in splits:
        watermark, idle = split.partial.watermark, split.partial.is_idle
        holds = not split.has_ended and not idle and watermark == min(active)
        state.splits[split.split] = SplitView(
            watermark, idle, holds, split.records_read, split.idle_after, split.has_ended
        )
    alignment = source.alignment
    if alignment is not None and alignment.has_reported:
        reported = alignment.aggregator.reported_watermarks
        own = reported.get(source.id)
        least = min(reported.values(), default=MAX_TIMESTAMP)
        holds = own is not None and own == least < MAX_TIMESTAMP
        state.alignment[alignment.group] = AlignmentView(
            own, alignment.max_desired_watermark, holds
        )
