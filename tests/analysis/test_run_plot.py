"""A run as a matplotlib picture: what is drawn is what the trace says."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib import pyplot

import flinksim as fs
from benchmarks import network_experiments as experiments
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import apply_events
from flinksim.viz.plots.run_timeline import record_channel_history

SOURCE, COLD, HOT = "v1/0", "v3/0", "v3/1"


@pytest.fixture(scope="module")
def trace() -> Trace:
    return experiments.run(experiments.one_hot_key(100), experiments.SMALL_BUFFERS)


def test_a_history_has_what_the_view_has_at_the_end_of_each_millisecond(trace: Trace) -> None:
    (hot,) = (each.id for each in trace.plan.channels if each.target == HOT)
    history = record_channel_history(trace, hot, lambda view: view.queued)
    assert [time for time, _ in history] == sorted({time for time, _ in history})
    for time, queued in history[1::7]:
        last = max(i for i, step in enumerate(trace) if step.time_ms <= time)
        events = trace.events[: trace.event_range(last)[1]]
        while type(events[-1]).__name__ == "ProcessingTimeAdvanced":
            events.pop()
        assert apply_events(events).channels[hot].queued == queued


def test_the_picture_has_tasks_queues_credit_and_rates(trace: Trace, tmp_path: Path) -> None:
    path = tmp_path / "run.png"
    figure = fs.plot_run(trace, path)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert pyplot.get_fignums() == [], "an open figure is shown twice in a notebook"
    loads, queues, credit, rates = figure.axes
    assert [label.get_text() for label in loads.get_yticklabels()] == [
        "Source: Collection Source 1/1",
        "Map -> Sink: Print to Std. Out 1/2",
        "Map -> Sink: Print to Std. Out 2/2",
    ]
    legend = queues.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["v1/0>v3/0", "v1/0>v3/1"]
    assert len(queues.lines) == 3, "a local channel has no queue at its receiver"
    assert len(credit.lines) == 1
    assert len(rates.lines) == 2
    read = sum(rates.lines[1].get_ydata()) * (trace[-1].time_ms // 60) / 1000
    (hot,) = (each.id for each in trace.plan.channels if each.target == HOT)
    assert read == pytest.approx(apply_events(trace.events).channels[hot].read)


def test_the_channels_of_one_task_can_be_chosen(trace: Trace) -> None:
    _, queues, _, _ = fs.plot_run(trace, subtask=HOT).axes
    legend = queues.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["v1/0>v3/1"]
    with pytest.raises(
        KeyError, match=r"there is no subtask 'v9/9'. Subtasks of this run: v1/0, v3/0, v3/1"
    ):
        fs.plot_run(trace, subtask="v9/9")


def test_a_run_that_took_no_time_cannot_be_drawn() -> None:
    trace = experiments.run(experiments.slow_in_the_middle(0), experiments.SMALL_BUFFERS)
    with pytest.raises(ValueError, match="virtual time does not advance"):
        fs.plot_run(trace)
