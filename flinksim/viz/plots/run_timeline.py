"""Timeline of a run, drawn with matplotlib: task load, queues, credit and rates over virtual time.

The stepper shows the same data in its view "whole run".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flinksim.core.atomic_files import write_atomically
from flinksim.core.ids import ChannelId, SubtaskId
from flinksim.trace import events as e
from flinksim.trace.metrics.job_metrics import sample_metrics
from flinksim.trace.plan import Plan, PlanChannel
from flinksim.trace.recorder import Trace, check_trace
from flinksim.trace.state.job_state import ChannelView, JobView

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TASK_TIME_METRICS = (
    ("backPressuredTimeMsPerSecond", "backpressured", "#000000", "////"),
    ("busyTimeMsPerSecond", "busy", "#ee2222", ""),
    ("idleTimeMsPerSecond", "idle", "#9dcfff", ""),
)
"""Flink's metrics of how a task spends its time, with Flink's colours and a hatch.

Idle is paler than in Flink, so that it differs from busy without colour vision.
"""

_MAX_SLICES = 240
_RATE_SLICES = 60
_CHANNEL_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#a8457f", "#e69f00", "#43536a")

TimeSeries = list[tuple[int, int]]
"""A number over time: (milliseconds since the start, value from then on)."""

_CHANNEL_EVENTS = (
    e.BufferQueued, e.BufferSent, e.BufferArrived, e.BufferConsumed, e.CreditChanged,
    e.EmptyBufferDropped, e.ElementReceived,
)  # fmt: skip


def record_channel_history(
    trace: Trace, channel: ChannelId, read_value: Callable[[ChannelView], int]
) -> TimeSeries:
    """Record the value of a channel over time: the last value of each millisecond, where it changes.

    *read_value* computes the number from the state of the channel.
    """
    view = JobView()
    history: TimeSeries = []
    start = trace.plan.start_time_ms
    for event in trace.events:
        view.apply(event)
        first = isinstance(event, e.JobSubmitted)
        if not first and (not isinstance(event, _CHANNEL_EVENTS) or event.channel != channel):
            continue
        now = read_value(view.channels[channel])
        if history and history[-1][0] == view.time_ms - start:
            history[-1] = (history[-1][0], now)
        elif not history or history[-1][1] != now:
            history.append((view.time_ms - start, now))
    return history


def plot_run(trace: Trace, path: str | Path | None = None, subtask: str | None = None) -> Figure:
    """Plot how each task spent its time, and the channels of one subtask.

    The channel plots show queued buffers at both ends, credit, and elements read per second.

    Args:
        trace: The run.
        path: File to write; its suffix selects the format. By default no file is written.
        subtask: Subtask whose channels are plotted; by default the first one with channels.

    Raises:
        ImportError: matplotlib is missing.
        KeyError: There is no such subtask; the message lists the subtasks.
        ValueError: No virtual time has passed, so there is no time axis.
    """
    check_trace(trace, "plot_run")
    plan = trace.plan
    end_ms = _compute_duration_ms(trace)
    channels = _select_channels(plan, subtask)
    remote = [channel for channel in channels if channel.initial_credit]
    from matplotlib import pyplot

    heights = [0.26 * len(plan.subtasks) + 0.2, 1.3, *([1.0] if remote else []), 1.0]
    figure = pyplot.figure(figsize=(10, sum(heights) + 1.6), layout="constrained")
    pyplot.close(
        figure
    )  # otherwise a notebook shows it twice: as an open figure and as the return value
    axes = list(figure.subplots(len(heights), 1, sharex=True, height_ratios=heights))
    _draw_loads(axes[0], trace, end_ms)
    _draw_queues(axes[1], trace, channels)
    if remote:
        _draw_credit(axes[2], trace, remote, channels)
    _draw_rates(axes[-1], trace, channels, end_ms)
    axes[-1].set_xlabel("virtual time (ms)")
    axes[-1].set_xlim(0, end_ms)
    for axis in axes[1:]:
        axis.set_ylim(bottom=0)
        axis.grid(alpha=0.3)
    if path is not None:
        with write_atomically(path) as draft:
            figure.savefig(draft, dpi=120)
    return figure


def _compute_duration_ms(trace: Trace) -> int:
    moves = trace.get_events(e.ProcessingTimeAdvanced)
    if not moves:
        raise ValueError(
            "virtual time does not advance in this run, so there is no timeline to draw. Set the cost of "
            "an operator (flinksim.cost) or a network latency (NetworkSettings)"
        )
    return moves[-1].after - trace.plan.start_time_ms


def _select_channels(plan: Plan, subtask: str | None) -> list[PlanChannel]:
    names = [each.id for each in plan.subtasks]
    if subtask is not None and subtask not in names:
        raise KeyError(f"there is no subtask {subtask!r}. Subtasks of this run: {', '.join(names)}")
    for name in names if subtask is None else [SubtaskId(subtask)]:
        found = [each for each in plan.channels if name in (each.source, each.target)]
        if found:
            return found[: len(_CHANNEL_COLOURS)]
    return []


def _draw_loads(axis: Axes, trace: Trace, end_ms: int) -> None:
    every_ms = max(1, end_ms // _MAX_SLICES)
    samples = list(sample_metrics(trace, every_ms, [metric for metric, *_ in TASK_TIME_METRICS]))
    start = trace.plan.start_time_ms
    names = {vertex.id: (vertex.name, vertex.parallelism) for vertex in trace.plan.vertices}
    times = [time - start for time, _ in samples]
    labels = []
    for row, subtask in enumerate(trace.plan.subtasks):
        name, parallelism = names[subtask.vertex]
        labels.append(f"{name[:34]} {subtask.index + 1}/{parallelism}")
        below: list[float] = [row + 0.1] * len(samples)
        for metric, word, colour, hatch in TASK_TIME_METRICS:
            parts = [0.8 * min(1.0, values[subtask.id][metric] / 1000) for _, values in samples]
            above = [bottom + part for bottom, part in zip(below, parts, strict=True)]
            axis.fill_between(
                times, below, above, step="pre", facecolor=colour, edgecolor="white",
                linewidth=0, hatch=hatch, label=word if row == 0 else None,
            )  # fmt: skip
            below = above
    axis.set_yticks([row + 0.5 for row in range(len(labels))], labels, fontsize=9)
    axis.set_ylim(len(labels), 0)
    axis.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, fontsize=9, frameon=False)


def _draw_queues(axis: Axes, trace: Trace, channels: Sequence[PlanChannel]) -> None:
    for channel, colour in zip(channels, _CHANNEL_COLOURS, strict=False):
        queued = record_channel_history(trace, channel.id, lambda view: view.queued)
        _plot_steps(axis, trace, queued, color=colour, label=channel.id)
        if not channel.local:
            received = record_channel_history(trace, channel.id, lambda view: view.received)
            _plot_steps(axis, trace, received, color=colour, linestyle=":")
    axis.set_ylabel("buffers queued\n(dotted: receiver)")
    axis.legend(loc="upper left", bbox_to_anchor=(1, 1), fontsize=9)


def _draw_credit(
    axis: Axes, trace: Trace, remote: Sequence[PlanChannel], channels: Sequence[PlanChannel]
) -> None:
    for channel in remote:
        colour = _CHANNEL_COLOURS[channels.index(channel)]
        credit = record_channel_history(trace, channel.id, lambda view: view.credit)
        _plot_steps(axis, trace, credit, color=colour)
    axis.set_ylabel("credit")


def _draw_rates(axis: Axes, trace: Trace, channels: Sequence[PlanChannel], end_ms: int) -> None:
    every_ms = max(1, end_ms // _RATE_SLICES)
    for channel, colour in zip(channels, _CHANNEL_COLOURS, strict=False):
        read = record_channel_history(trace, channel.id, lambda view: view.read)
        slices = [0] * (end_ms // every_ms + 1)
        before = 0
        for time, total in read:
            slices[time // every_ms] += total - before
            before = total
        times = [every_ms * (number + 0.5) for number in range(len(slices))]
        axis.plot(times, [1000 * count / every_ms for count in slices], color=colour)
    axis.set_ylabel("elements\nper second")


def _plot_steps(axis: Axes, trace: Trace, history: TimeSeries, **style: Any) -> None:
    end = _compute_duration_ms(trace)
    times, values = zip(*history, strict=True)
    axis.step([*times, end], [*values, values[-1]], where="post", linewidth=1.2, **style)
