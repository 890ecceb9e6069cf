"""The state of the live objects, in the same form as the state that a trace reconstructs.

This module reads the runtime and nothing of the trace. The keystone test checks after every step
that both agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.runtime.minicluster import MiniCluster
from flinksim.runtime.network.input_channels import InputChannel
from flinksim.runtime.network.remote_input_channel import NetworkInputChannel, RemoteInputChannel
from flinksim.runtime.network.status_watermark_valve import ChannelStatus
from flinksim.runtime.network.uncredited_input_channel import UncreditedInputChannel
from flinksim.runtime.operators.broadcast_operators import broadcast_states_of
from flinksim.runtime.operators.co_operators import TwoInputs
from flinksim.runtime.operators.combined_watermark_status import PartialWatermark
from flinksim.runtime.operators.keyed_operator import KeyedOperator
from flinksim.runtime.operators.source_operator import SourceOperator
from flinksim.runtime.operators.stream_operator import StreamOperator, UserFunctionOperator
from flinksim.runtime.operators.timestamps_and_watermarks import TimestampsAndWatermarksOperator
from flinksim.runtime.operators.window_operator import WindowOperator
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.tasks.task_input import TaskInput
from flinksim.trace.events import JobSubmitted
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


def view_of(cluster: MiniCluster) -> JobView:
    """Build the state of a traced *cluster* from its objects."""
    submitted = cluster.trace.events[0]
    assert isinstance(submitted, JobSubmitted)
    state = JobView(time_ms=cluster.clock.now_ms, status=cluster.status, plan=submitted.plan)
    for task in cluster.tasks:
        state.tasks[task.subtask] = _task_view(task)
        for task_input in task.inputs:
            for channel in task_input.gate.channels:
                state.channels[channel.id] = _channel_view(task, channel)
        for operator in task.operators:
            state.operators[operator.id] = operator_view(operator)
    coordinator = cluster.job_master.checkpoints
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
            pending.kind, "IN_PROGRESS", acknowledged + len(pending.missing), acknowledged
        )
    return state


def _task_view(task: StreamTask) -> TaskView:
    pools = {id(writer.pool): writer.pool for writer in task.writers}
    return TaskView(
        state=task.execution.state,
        attempt=task.execution.attempt,
        mails=[
            mail.name
            for mail in sorted(task.mailbox.mailbox.waiting, key=lambda mail: mail.arrival)
        ],
        suspended=task.suspended,
        inputs={
            task_input.number: InputView(
                task_input.valve.last_output_watermark,
                task_input.valve.is_idle,
                task_input.has_end_of_data,
                _announced_bytes(task_input),
            )
            for task_input in task.inputs
        },
        floating_free=_floating_free(task),
        output_in_use=sum(pool.in_use for pool in pools.values()),
        checkpoint=task.checkpoints.last_barrier,
        aligning=None if task.checkpoints.handler is None else task.checkpoints.handler.aligning,
    )


def _announced_bytes(task_input: TaskInput) -> int:
    debloating = task_input.debloating
    return 0 if debloating is None else debloating.announced_bytes


def _floating_free(task: StreamTask) -> int:
    pools = {
        id(channel.floating_buffers): channel.floating_buffers
        for task_input in task.inputs
        for channel in task_input.gate.channels
        if isinstance(channel, NetworkInputChannel)
    }
    return sum(pool.free for pool in pools.values())


def _channel_view(task: StreamTask, channel: InputChannel) -> ChannelView:
    valve = task.inputs[channel.input_index].valve
    status = valve.channels[channel.valve_index]
    state = ChannelView(
        watermark=status.watermark,
        idle=status.is_idle,
        aligned=status.is_aligned,
        holds=not status.is_idle and status.is_aligned and _is_least(status, valve.channels),
        written=channel.subpartition.written,
        read=channel.read,
        queued=channel.subpartition.queued,
        received=channel.received,
        partial=channel.partial,
        blocked=task.checkpoints.handler is not None
        and channel.index in task.checkpoints.handler.blocked_channels,
    )
    if isinstance(channel, NetworkInputChannel):
        state.on_wire = channel.on_wire
    if isinstance(channel, UncreditedInputChannel):
        state.stops_reading = channel.stops_reading
    if isinstance(channel, RemoteInputChannel):
        assert channel.reader is not None
        state.credit = channel.reader.credit
        state.credit_under_way = channel.credit_under_way
        state.unannounced = channel.unannounced
        state.exclusive, state.floating = channel.exclusive, channel.floating
        state.required, state.waiting = channel.required, channel.waiting
    return state


def _is_least(one: ChannelStatus, channels: Sequence[ChannelStatus]) -> bool:
    """Return whether no aligned channel has a smaller watermark."""
    return all(one.watermark <= other.watermark for other in channels if other.is_aligned)


def operator_view(operator: StreamOperator) -> OperatorView:
    """Build the state of one *operator*."""
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
    if isinstance(operator, UserFunctionOperator) and operator.function_states is not None:
        lists, maps = operator.function_states.frozen()
        state.lists.update({(0, name, None, ""): items for name, items in lists.items()})
        for name, entries in maps.items():
            state.map_entries.update({(0, name, None, "", key): v for key, v in entries.items()})
    for name, entries in broadcast_states_of(operator).items():
        state.map_entries.update({(0, name, None, "", key): each for key, each in entries.items()})
    if isinstance(operator, KeyedOperator):
        state.key, state.key_group = (
            freeze(operator.backend.current_key),
            (operator.backend.current_key_group),
        )
        for address, contents in operator.keyed_states().items():
            if isinstance(contents, list):
                state.lists[address] = contents
            elif isinstance(contents, dict):
                state.map_entries.update({(*address, key): each for key, each in contents.items()})
            else:
                state.states[address] = contents
    if isinstance(operator, WindowOperator):
        state_windows = operator.state_windows()
        for pane, count in operator.panes().items():
            state.panes[pane] = PaneView(count, state_windows[pane])
    if isinstance(operator, TwoInputs):
        inputs = operator.combined.inputs
        state.inputs = {n: _operator_input(each, inputs) for n, each in enumerate(inputs)}
    if isinstance(operator, TimestampsAndWatermarksOperator):
        state.idle_after = operator.idle_after
    if isinstance(operator, SourceOperator):
        _add_source(state, operator)
    return state


def _operator_input(one: PartialWatermark, inputs: Sequence[PartialWatermark]) -> OperatorInputView:
    active = [each.watermark for each in inputs if not each.is_idle]
    holds = not one.is_idle and one.watermark == min(active)
    return OperatorInputView(one.watermark, one.is_idle, holds)


def _add_source(view: OperatorView, source: SourceOperator) -> None:
    splits = source.split_outputs()
    active = [
        each.partial.watermark for each in splits if not each.has_ended and not each.partial.is_idle
    ]
    for split in splits:
        watermark, idle = split.partial.watermark, split.partial.is_idle
        holds = not split.has_ended and not idle and watermark == min(active)
        view.splits[split.split] = SplitView(
            watermark, idle, holds, split.read, split.idle_after, split.has_ended
        )
    alignment = source.alignment
    if alignment is not None and alignment.has_told:
        reported = alignment.aggregator.reported
        own = reported.get(source.id)
        least = min(reported.values(), default=MAX_TIMESTAMP)
        holds = own is not None and own == least < MAX_TIMESTAMP
        view.alignment[alignment.group] = AlignmentView(own, alignment.allowed, holds)
