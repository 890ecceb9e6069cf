"""The state of the live objects, in the form of a trace's view.

It reads the runtime and nothing of the trace; that both agree after every step is the keystone test.
"""

from __future__ import annotations

from flinksim.runtime.minicluster import MiniCluster
from flinksim.runtime.network.input_channels import InputChannel
from flinksim.runtime.network.remote_input_channel import NetworkInputChannel, RemoteInputChannel
from flinksim.runtime.network.uncredited_input_channel import UncreditedInputChannel
from flinksim.runtime.operators.source_operator import SourceOperator
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.tasks.task_input import TaskInput
from flinksim.trace.events import JobSubmitted
from flinksim.trace.view import (
    ChannelView,
    InputView,
    JobView,
    OperatorView,
    SplitView,
    TaskView,
)


def view_of(cluster: MiniCluster) -> JobView:
    """The view of a traced *cluster* as its objects are now."""
    submitted = cluster.trace.events[0]
    assert isinstance(submitted, JobSubmitted)
    view = JobView(time_ms=cluster.clock.now_ms, status=cluster.status, plan=submitted.plan)
    for task in cluster.tasks:
        view.tasks[task.subtask] = _task_view(task)
        for task_input in task.inputs:
            for channel in task_input.gate.channels:
                view.channels[channel.id] = _channel_view(task, channel)
        for operator in task.operators:
            view.operators[operator.id] = _operator_view(task, operator)
    return view


def _task_view(task: StreamTask) -> TaskView:
    pools = {id(writer.pool): writer.pool for writer in task.writers}
    return TaskView(
        state=task.execution.state,
        mails=[mail.name for mail in task.mailbox.mailbox.waiting],
        suspended=task.suspended,
        inputs={
            task_input.number: InputView(
                task_input.valve.last_output_watermark,
                task_input.valve.is_idle,
                _announced_bytes(task_input),
            )
            for task_input in task.inputs
        },
        floating_free=_floating_free(task),
        output_in_use=sum(pool.in_use for pool in pools.values()),
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
    known = task.inputs[channel.input_index].valve.channels[channel.valve_index]
    view = ChannelView(
        watermark=known.watermark,
        idle=known.is_idle,
        aligned=known.is_aligned,
        written=channel.subpartition.written,
        read=channel.read,
        queued=channel.subpartition.queued,
        received=channel.received,
    )
    if isinstance(channel, NetworkInputChannel):
        view.on_wire = channel.on_wire
    if isinstance(channel, UncreditedInputChannel):
        view.stops_reading = channel.stops_reading
    if isinstance(channel, RemoteInputChannel):
        assert channel.reader is not None
        view.credit = channel.reader.credit
        view.credit_under_way = channel.credit_under_way
        view.unannounced = channel.unannounced
        view.exclusive, view.floating = channel.exclusive, channel.floating
        view.required, view.waiting = channel.required, channel.waiting
    return view


def _operator_view(task: StreamTask, operator: StreamOperator) -> OperatorView:
    view = OperatorView(
        state=operator.state,
        watermark=operator.current_watermark,
        emitted_watermark=operator.emitted_watermark,
        emitted_idle=operator.emitted_idle,
        late=operator.late_records,
        results=operator.results_written,
    )
    view.timers.update(dict.fromkeys(operator.timers()))
    view.panes.update(operator.panes())
    if isinstance(operator, SourceOperator):
        view.splits.update(
            {
                name: SplitView(split.watermark, split.is_idle)
                for name, split in operator.split_views()
            }
        )
    return view
