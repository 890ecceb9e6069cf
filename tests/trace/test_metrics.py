"""Flink's metrics, folded from a trace: of a job whose numbers can be worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

import flinksim as fs
from flinksim import NetworkSettings, RunSettings
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.minicluster import MiniCluster
from flinksim.runtime.network.remote_input_channel import NetworkInputChannel, RemoteInputChannel
from flinksim.trace.events import ElementWritten, SourceRecordRead
from flinksim.trace.metrics.job_metrics import MetricsView, compute_metrics_after, sample_metrics
from tests.test_keystone import Job, bench, jobs, schedules


def slow_map(records: int = 100, ms: float = 10) -> fs.Simulation:
    """A source, a map that costs *ms* per record, and a sink, each a task of its own."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.disable_operator_chaining()
    numbers = env.from_collection(list(range(records)))
    numbers.map(fs.cost(lambda value: value, ms=ms)).name("slow").print()
    network = NetworkSettings(buffer_timeout_ms=0, segment_bytes=64)
    return fs.simulate(
        env, settings=RunSettings(interleaving=fs.RoundRobin(), network=network)
    ).run()


SOURCE, SLOW, SINK = "v1/0", "v2/0", "v3/0"


def middle(sim: fs.Simulation, time_ms: int) -> int:
    """The number of steps up to *time_ms*."""
    return next(step.number for step in sim.trace if step.time_ms >= time_ms)


def test_the_slow_task_is_busy_the_one_before_it_backpressured_the_one_after_it_idle() -> None:
    sim = slow_map()
    metrics = compute_metrics_after(sim.trace, middle(sim, 300))
    assert metrics.subtasks == [SOURCE, SLOW, SINK]
    assert metrics.get_task_metrics(SLOW)["busyTimeMsPerSecond"] == 1000
    assert metrics.get_task_metrics(SOURCE)["backPressuredTimeMsPerSecond"] > 900
    assert metrics.get_task_metrics(SOURCE)["isBackPressured"] is True
    assert metrics.get_task_metrics(SINK)["idleTimeMsPerSecond"] == 1000
    assert metrics.get_task_metrics(SINK)["isBackPressured"] is False
    assert metrics.get_task_metrics(SOURCE)["outPoolUsage"] >= 1
    assert metrics.get_task_metrics(SINK)["inPoolUsage"] == 0


def test_counts_of_records_and_bytes_agree_with_what_was_written() -> None:
    sim = slow_map()
    metrics = compute_metrics_after(sim.trace)
    for subtask, before in ((SLOW, SOURCE), (SINK, SLOW)):
        channel = next(c.id for c in sim.plan.channels if c.target == subtask)
        written = [f for f in sim.trace.get_events(ElementWritten) if f.channel == channel]
        assert (
            metrics.get_task_metrics(before)["numRecordsOut"]
            == metrics.get_task_metrics(subtask)["numRecordsIn"]
            == 100
        )
        size = sum(event.bytes for event in written)
        events = sum(event.bytes for event in written if event.element.startswith("endOf"))
        assert events == 5 + 4, "end of data and of partition, which count only where they come in"
        assert metrics.get_task_metrics(subtask)["numBytesIn"] == size
        assert metrics.get_task_metrics(before)["numBytesOut"] == size - events
    assert metrics.get_task_metrics(SLOW)["accumulateBusyTimeMs"] == 1000
    assert metrics.get_task_metrics(SLOW)["numRecordsInPerSecond"] == pytest.approx(100)


def test_a_broadcast_record_counts_once_going_out() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(3)
    env.from_collection([1, 2]).broadcast().map(lambda value: value).print()
    metrics = compute_metrics_after(fs.simulate(env).run().trace)
    assert metrics.get_task_metrics("v1/0")["numRecordsOut"] == 2
    assert [metrics.get_task_metrics(f"v3/{i}").get("numRecordsIn") for i in range(3)] == [2, 2, 2]


def test_times_and_rates_are_those_of_the_last_span() -> None:
    sim = slow_map(records=50)
    whole = compute_metrics_after(sim.trace)
    last = compute_metrics_after(sim.trace, span_ms=100)
    assert (
        whole.get_task_metrics(SLOW)["numRecordsIn"]
        == last.get_task_metrics(SLOW)["numRecordsIn"]
        == 50
    )
    assert last.get_task_metrics(SLOW)["numRecordsInPerSecond"] == pytest.approx(100, abs=10)
    assert last.get_task_metrics(SOURCE)["busyTimeMsPerSecond"] == 0


def test_hard_backpressure_is_told_apart_from_soft() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    many = env.from_collection([1]).rebalance().flat_map(lambda value: range(300))
    many.rebalance().map(fs.cost(lambda value: value, ms=1)).print()
    network = NetworkSettings(buffer_timeout_ms=0, segment_bytes=32)
    sim = fs.simulate(env, settings=RunSettings(fs.RoundRobin(), network=network)).run()
    found = compute_metrics_after(sim.trace, middle(sim, 100)).get_task_metrics("v3/0")
    assert found["hardBackPressuredTimeMsPerSecond"] > 900
    assert found["softBackPressuredTimeMsPerSecond"] < 100


def test_watermarks_and_how_far_they_lag() -> None:
    records = [("a", 100), ("b", 2500), ("c", 2600)]
    job = Job(
        {"s0": records}, {"s0": [0, 300, 450]}, 1, 1, "tumbling", 0, 200, 0, False, False, 32768
    )
    sim = bench(job, fs.ArrivalOrder()).run()
    source = sim.plan.subtasks[0].id
    # the second record arrives at 300, the next periodic watermark after it comes at 400
    metrics = compute_metrics_after(sim.trace, middle(sim, 750))
    assert sim.trace.get_events(SourceRecordRead)[1].value[1] == 2500
    assert metrics.get_task_metrics(source)["currentOutputWatermark"] == 2299
    assert metrics.get_task_metrics(source)["watermarkLag"] == metrics.time_ms - 2299
    assert "currentInputWatermark" not in metrics.get_task_metrics(source)
    final = compute_metrics_after(sim.trace)
    assert (
        final.get_task_metrics(sim.plan.subtasks[-1].id)["currentInputWatermark"] == MAX_TIMESTAMP
    )
    assert compute_metrics_after(sim.trace, 1).get_task_metrics(sim.plan.subtasks[-1].id)[
        "currentInputWatermark"
    ] == (MIN_TIMESTAMP)


def test_over_time_gives_one_row_for_each_tick() -> None:
    rows = list(sample_metrics(slow_map().trace, 100, ["busyTimeMsPerSecond", "numRecordsIn"]))
    assert [time_ms for time_ms, _ in rows][:5] == [100, 200, 300, 400, 500]
    assert [row[SLOW]["busyTimeMsPerSecond"] for _, row in rows[:9]] == [1000] * 9
    assert [row[SLOW]["numRecordsIn"] for _, row in rows[:5]] == sorted(
        row[SLOW]["numRecordsIn"] for _, row in rows[:5]
    )


def live(cluster: MiniCluster) -> dict[str, dict[str, Any]]:
    """The same, read from the live objects."""
    found = {}
    for task in cluster.tasks:
        channels = [c for each in task.inputs for c in each.gate.channels]
        remote = [c for c in channels if isinstance(c, NetworkInputChannel)]
        pools = {id(c.floating_buffers): c.floating_buffers for c in remote}.values()
        credited = [c for c in remote if isinstance(c, RemoteInputChannel)]
        exclusive, floating = 2 * len(credited), sum(pool.size for pool in pools)
        used = exclusive - sum(c.exclusive_count for c in credited)
        used += sum(pool.size - pool.free for pool in pools)
        size = sum(writer.pool.size for writer in task.writers)
        in_use = sum(writer.pool.in_use for writer in task.writers)
        found[task.actor_id] = {
            "inPoolUsage": used / (exclusive + floating) if exclusive + floating else 0,
            "outPoolUsage": in_use / size if size else 0,
            "inputQueueLength": sum(
                c.received_buffers if c in remote else c.subpartition.queued_buffers
                for c in channels
            ),
            "outputQueueLength": sum(
                s.queued_buffers for writer in task.writers for s in writer.subpartitions
            ),
            "mailboxQueueSize": len(task.mailbox.mailbox.waiting_mails),
            "isBackPressured": task.suspend_reason in ("no output buffer", "blocked")
            and task.execution.state == "RUNNING",
        }
        if task.suspend_reason != "blocked":  # or part of an element still waits for a buffer
            found[task.actor_id]["outputQueueSize"] = sum(
                buffer.unread_bytes
                for writer in task.writers
                for subpartition in writer.subpartitions
                for buffer in subpartition._buffers
            )
    return found


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(job=jobs(), interleaving=schedules)
def test_the_metrics_of_a_trace_are_those_of_the_live_runtime_after_every_step(
    job: Job, interleaving: fs.Interleaving
) -> None:
    sim = bench(job, interleaving)
    metrics = MetricsView()
    seen = 0
    while True:
        for event in sim.trace.events[seen:]:
            metrics.apply(event)
        seen = len(sim.trace.events)
        for subtask, wanted in live(sim.cluster).items():
            found = metrics.get_task_metrics(subtask)  # type: ignore[arg-type]
            assert {name: found[name] for name in wanted} == wanted, f"step {len(sim.trace) - 1}"
        if sim.step() is None:
            break


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(job=jobs(), interleaving=schedules)
def test_a_task_is_at_each_moment_busy_idle_or_backpressured(
    job: Job, interleaving: fs.Interleaving
) -> None:
    sim = bench(job, interleaving)
    metrics = MetricsView()
    for event in sim.run().trace.events:
        metrics.apply(event)
    for subtask in metrics.subtasks:
        found = metrics.get_task_metrics(subtask)
        names = ("accumulateBusyTimeMs", "accumulateIdleTimeMs", "accumulateBackPressuredTimeMs")
        assert sum(found[name] for name in names) <= metrics.time_ms - metrics.start_ms


def test_what_is_not_there_is_named() -> None:
    metrics = compute_metrics_after(slow_map(records=3).trace)
    with pytest.raises(KeyError, match="v9/0"):
        metrics.get_task_metrics("v9/0")  # type: ignore[arg-type]
    with pytest.raises(IndexError, match="expected a number of steps"):
        compute_metrics_after(slow_map(records=3).trace, 100_000)
    with pytest.raises(ValueError, match="span_ms"):
        MetricsView(0)
