"""Checkpoints of running jobs: when they are taken, what they keep, and what a failure goes back to."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import flinksim as fs
from flinksim import RunSettings, Simulation, simulate
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.connectors.transactional_sinks import TransactionalSink, UpsertSink
from flinksim.core.atomic_files import FileError
from flinksim.datastream import MapFunction, RuntimeContext, StreamExecutionEnvironment
from flinksim.datastream.partition_windowed_stream import MapPartitionFunction
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import Crash
from flinksim.runtime.interleaving import Seeded
from flinksim.runtime.jobmaster.checkpoint_settings import SnapshotSettings
from flinksim.runtime.live_view import build_job_state
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.trace import events as e
from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS
from flinksim.trace.state.job_state import JobView
from tests.checkpoint_jobs import JOBS, environment, events
from tests.trace.test_sentences import NOT_WELL_SAID


def ready(env: StreamExecutionEnvironment, sink: Any = None, count: int = 6) -> Any:
    """Records with pauses of 10 ms, through a keyed sum, into *sink*."""
    script = {"s": [one for n in range(count) for one in (record((n % 2, n)), pause(10))]}
    strategy = WatermarkStrategy.no_watermarks()
    stream = env.from_source(ScriptedSource(script), strategy, "numbers")
    total = stream.key_by(lambda value: value[0]).sum(1)
    return total.sink_to(TransactionalSink() if sink is None else sink)


def sim_of(env: StreamExecutionEnvironment, **settings: Any) -> Simulation:
    return simulate(env, settings=RunSettings(**settings))


def facts(sim: Simulation, kind: type[Any]) -> list[Any]:
    return sim.trace.get_events(kind)


# --- the keystone ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", JOBS)
def test_the_view_is_that_of_the_live_objects_before_and_after_a_crash(name: str) -> None:
    random = Random(name)
    env = environment(10, random.choice([1, 2]))
    config = env.get_checkpoint_config()
    if random.random() < 0.5:
        config.enable_unaligned_checkpoints()
    JOBS[name](env).sink_to(TransactionalSink())
    sim = sim_of(
        env,
        interleaving=Seeded(random.randrange(1000)),
        network=NetworkSettings(buffer_timeout_ms=0, latency_ms=random.choice([0, 2])),
    )
    view, done = JobView(), 0
    crashes = sorted(random.sample(range(5, 45), 3))
    labels = Formatter(sim.plan)
    while True:
        if crashes and len(sim.trace) >= crashes[0]:
            crashes.pop(0)
            running = [t for t in sim.cluster.tasks if t.execution.state == "RUNNING"]
            if running:
                sim.crash(str(random.choice(running).actor_id))
        elif sim.step() is None:
            break
        for event in sim.trace.events[done:]:
            view.apply(event)
            words = render_event(KINDS_BY_CLASS[type(event)], event, labels)
            for what, pattern in NOT_WELL_SAID.items():
                if not isinstance(event, e.TaskFailed) and what != "a brace":  # of a name
                    assert not pattern.search(words), f"{what}: {words}"
        done = len(sim.trace.events)
        assert view == build_job_state(sim.cluster), sim.trace[-1]
    assert sim.status == "FINISHED"
    assert facts(sim, e.CheckpointCompleted)


# --- when ------------------------------------------------------------------------------------------


def test_a_checkpoint_is_taken_each_interval_and_the_last_one_at_once_when_all_have_ended() -> None:
    sink = TransactionalSink()
    env = environment(20)
    ready(env, sink)
    sim = sim_of(env).run()
    assert [each.trigger_ms for each in sim.checkpoints] == [20, 40, 60, 60]
    assert {each.status for each in sim.checkpoints} == {"COMPLETED"}
    assert sim.cluster.clock.now_ms == 60
    assert sink.committed_results == [(0, 0), (1, 1), (0, 2), (1, 4), (0, 6), (1, 9)]
    commits = [(event.checkpoint, event.results) for event in facts(sim, e.ResultsCommitted)]
    assert sum(results for _, results in commits) == 6
    assert [checkpoint for checkpoint, _ in commits] == [1, 2, 3]


def test_a_checkpoint_keeps_to_the_pause_after_the_one_before() -> None:
    env = environment(25)
    env.get_checkpoint_config().set_min_pause_between_checkpoints(25)
    ready(env)
    sim = sim_of(env, snapshots=SnapshotSettings(async_bytes_per_s=30_000)).run()
    *periodic, final = sim.checkpoints  # which keeps to no pause
    assert len(periodic) > 1
    for sooner, later in pairwise(periodic):
        assert later.trigger_ms - (sooner.trigger_ms + sooner.end_to_end_ms) >= 25
    assert 0 <= final.trigger_ms - periodic[-1].trigger_ms < 25
    reasons = {event.reason for event in facts(sim, e.CheckpointNotTriggered)}
    assert any("minimum time between checkpoints" in reason for reason in reasons)


def test_the_interval_is_at_least_the_pause() -> None:
    env = environment(10)
    env.get_checkpoint_config().set_min_pause_between_checkpoints(25)
    ready(env)
    sim = sim_of(env).run()
    assert [each.trigger_ms for each in sim.checkpoints] == [25, 50, 60]
    assert not facts(sim, e.CheckpointNotTriggered)


@pytest.mark.parametrize("pause", [0, 4])
def test_a_job_that_runs_again_takes_a_checkpoint_after_the_least_pause(pause: int) -> None:
    env = environment(20)
    env.get_checkpoint_config().set_min_pause_between_checkpoints(pause)
    ready(env)
    sim = sim_of(env)
    while len(sim.checkpoints) < 1:
        sim.step()
    sim.crash("numbers").run()
    # the first at 20 ms, then the failure; it runs again 3 ms later
    assert [each.trigger_ms for each in sim.checkpoints][:3] == [20, 23 + pause, 43 + pause]


def test_of_slow_checkpoints_as_many_are_under_way_as_may_be() -> None:
    for most in (1, 2):
        env = environment(10)
        env.get_checkpoint_config().set_max_concurrent_checkpoints(most)
        ready(env)
        sim = sim_of(env, snapshots=SnapshotSettings(async_bytes_per_s=800))
        under_way, greatest = 0, 0
        for step in iter(sim.step, None):
            for event in step.events:
                under_way += isinstance(event, e.CheckpointTriggered)
                under_way -= isinstance(event, e.CheckpointCompleted | e.CheckpointAborted)
                greatest = max(greatest, under_way)
        assert greatest == most


def test_a_checkpoint_that_takes_too_long_expires_and_one_more_than_tolerable_fails_the_job() -> (
    None
):
    env = environment(10)
    env.get_checkpoint_config().set_checkpoint_timeout(15)
    env.get_checkpoint_config().set_tolerable_checkpoint_failure_number(1)
    env.get_checkpoint_config()._configuration.set_string("restart-strategy.type", "none")
    ready(env)
    sim = sim_of(env, snapshots=SnapshotSettings(async_bytes_per_s=100))
    with pytest.raises(JobExecutionError, match="Exceeded checkpoint tolerable failure threshold"):
        sim.run()
    expired = [each for each in sim.checkpoints if "expired" in each.reason]
    assert len(expired) == 2
    assert sim.status == "FAILED"


def test_checkpoints_can_be_asked_for_without_an_interval() -> None:
    env = environment(None)
    ready(env)
    sim = sim_of(env)
    sim.run(until=12)
    sim.checkpoint().run(until=18)
    sim.savepoint(at=20).run()
    assert [each.kind for each in sim.checkpoints] == ["checkpoint", "savepoint"]
    assert {each.status for each in sim.checkpoints} == {"COMPLETED"}
    assert [step.actor for step in sim.trace if step.action.startswith("ask for")] == ["user"] * 2


class Sorted(MapPartitionFunction):
    def map_partition(self, values: Any) -> Any:
        yield sorted(value[2] for value in values)


def partitions(sink: TransactionalSink) -> Simulation:
    env = environment(10)
    numbers = events(env, 3).full_window_partition()
    lists = numbers.map_partition(Sorted(), Types.PICKLED_BYTE_ARRAY())
    lists.rebalance().map(lambda value: value).sink_to(sink)
    return sim_of(env)


def test_no_checkpoint_is_taken_while_a_partition_is_collected() -> None:
    whole = TransactionalSink()
    sim = partitions(whole)
    sim.run(until=12).savepoint().run()
    assert [(each.kind, each.status) for each in sim.checkpoints] == [("checkpoint", "COMPLETED")]
    reasons = {event.reason for event in facts(sim, e.CheckpointNotTriggered)}
    assert reasons == {"Blocking output edge exists in running tasks."}
    finished = [
        event.subtask for event in facts(sim, e.TaskStateChanged) if event.after == "FINISHED"
    ]
    assert len(finished[: finished.index("v2/0") + 1]) == 2, "neither waits for a last checkpoint"
    for step in range(2, len(sim.trace) - 4, 6):
        sink = TransactionalSink()
        again = partitions(sink)
        again.run(until=step)
        states = [(one, one.execution) for one in again.cluster.tasks]
        tasks = [one for one, its in states if not its.is_over and its.state != "CREATED"]
        again.crash(str(tasks[step % len(tasks)].actor_id)).run()
        assert sink.committed_results == whole.committed_results, step


# --- what is shown -----------------------------------------------------------------------------------


def test_the_statistics_say_what_each_subtask_took() -> None:
    env = environment(25)
    ready(env)
    sim = sim_of(
        env, snapshots=SnapshotSettings(sync_bytes_per_s=5000, async_bytes_per_s=2000)
    ).run()
    first = sim.checkpoints[0]
    source, total = (first.metrics[task.subtask] for task in sim.cluster.tasks)
    assert first.bytes == source.bytes + total.bytes > 0
    assert source.sync_ms == -(-source.bytes * 1000 // 5000)
    assert total.async_ms == -(-total.bytes * 1000 // 2000)
    assert first.end_to_end_ms >= total.sync_ms + total.async_ms
    acknowledged = facts(sim, e.CheckpointAcknowledged)[:2]
    assert {event.subtask for event in acknowledged} == set(first.metrics)


@pytest.mark.parametrize(
    "options",
    [
        {"state__changelog__enabled": "true"},
        {"state__backend__type": "rocksdb", "execution__checkpointing__incremental": "true"},
    ],
)
def test_an_incremental_checkpoint_writes_the_keys_that_have_changed(options: Any) -> None:
    env = environment(20, 1, **options)
    ready(env)
    sim = sim_of(env, snapshots=SnapshotSettings(async_bytes_per_s=20_000)).run()
    total = sim.cluster.tasks[1].subtask
    found = [one.metrics[total] for one in sim.checkpoints if total in one.metrics]
    first, last = found[0], found[-1]
    assert first.bytes == first.full_bytes > 0
    assert 0 <= last.bytes < last.full_bytes, "nothing was read since the one before"
    assert last.async_ms == -(-last.bytes * 1000 // 20_000)
    told = [event.bytes for event in facts(sim, e.CheckpointAcknowledged) if event.subtask == total]
    assert told == [one.bytes for one in found]
    assert sim.checkpoints[-1].bytes < sim.checkpoints[-1].full_bytes


@pytest.mark.parametrize(
    "options", [{}, {"execution__checkpointing__incremental": "true"}]
)  # of no account for the heap
def test_the_heap_is_written_as_a_whole(options: Any) -> None:
    env = environment(20, 1, **options)
    ready(env)
    sim = sim_of(env).run()
    metrics = [one for each in sim.checkpoints for one in each.metrics.values()]
    assert all(one.bytes == one.full_bytes for one in metrics)


@pytest.mark.parametrize(
    ("retention", "kept"),
    [
        ("RETAIN_ON_CANCELLATION", {"FINISHED": 0, "CANCELED": 1, "FAILED": 1}),
        ("DELETE_ON_CANCELLATION", {"FINISHED": 0, "CANCELED": 0, "FAILED": 1}),
        ("NO_EXTERNALIZED_CHECKPOINTS", {"FINISHED": 0, "CANCELED": 0, "FAILED": 0}),
    ],
)
def test_checkpoints_of_a_job_that_is_over_stay_if_they_are_to_be_retained(
    retention: str, kept: dict[str, int], tmp_path: Path
) -> None:
    for status, count in kept.items():
        folder = tmp_path / status
        env = environment(
            20,
            execution__checkpointing__dir=str(folder),
            **{"execution.checkpointing.externalized-checkpoint-retention": retention},
        )
        ready(env)
        sim = sim_of(env)
        sim.step(lambda step: bool(facts(sim, e.CheckpointCompleted)))  # noqa: B023
        assert len(list(folder.rglob("_metadata"))) == 1
        if status == "FINISHED":
            sim.run()
        elif status == "CANCELED":
            sim.cancel()
        else:
            sim.cluster.job_master._terminate("FAILING", "FAILED")
        assert sim.status == status
        assert len(list(folder.rglob("_metadata"))) == count, status


def test_a_checkpoint_is_told_from_its_sources_to_its_end(tmp_path: Path) -> None:
    env = environment(20, execution__checkpointing__dir=str(tmp_path))
    ready(env)
    sim = sim_of(env, snapshots=SnapshotSettings(async_bytes_per_s=2000)).run()
    (source, last) = [task.subtask for task in sim.cluster.tasks]
    first = facts(sim, e.CheckpointTriggered)[0]
    assert (first.checkpoint, first.kind, first.sources, first.tasks) == (
        1, "checkpoint", (source,), 2,
    )  # fmt: skip
    begun, ended = (
        next(step.time_ms for step in sim.trace for event in step.events if isinstance(event, kind))
        for kind in (e.CheckpointTriggered, e.CheckpointCompleted)
    )
    completed = facts(sim, e.CheckpointCompleted)[0]
    assert (completed.checkpoint, completed.duration) == (1, ended - begun)
    assert completed.duration > 0
    assert completed.bytes == sum(
        event.bytes for event in facts(sim, e.CheckpointAcknowledged) if event.checkpoint == 1
    )
    assert last


def test_a_checkpoint_that_cannot_be_taken_away_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = environment(20, execution__checkpointing__dir=str(tmp_path))
    ready(env)

    def refused(folder: Path) -> None:
        raise FileError(f"{folder} cannot be removed: Permission denied")

    monkeypatch.setattr(
        "flinksim.runtime.jobmaster.checkpoint_coordinator.discard_snapshot", refused
    )
    sim = sim_of(env).run()
    assert sim.status == "FINISHED"
    assert len(list(tmp_path.rglob("_metadata"))) == len(facts(sim, e.CheckpointCompleted)) > 1


def test_a_checkpoint_that_cannot_be_written_has_failed_and_the_next_one_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tolerable = {"execution.checkpointing.tolerable-failed-checkpoints": "1"}
    env = environment(20, execution__checkpointing__dir=str(tmp_path), **tolerable)
    ready(env)
    sim = sim_of(env)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("flinksim.core.atomic_files.os.fsync", full)
        sim.step(lambda step: bool(facts(sim, e.CheckpointAborted)))
    (failed,) = facts(sim, e.CheckpointAborted)
    assert failed.reason == "Failure to finalize checkpoint."
    assert "No space left on device" in sim.checkpoints[0].reason
    sim.run()
    assert [one.status for one in sim.checkpoints][:2] == ["FAILED", "COMPLETED"]
    assert not facts(sim, e.CheckpointRestored)


# --- failures ----------------------------------------------------------------------------------------


def test_a_crash_goes_back_to_the_last_checkpoint_and_nothing_is_written_twice_for_good() -> None:
    sink = TransactionalSink()
    env = environment(20)
    ready(env, sink)
    sim = sim_of(env)
    while len(sink.written_results) < 5:
        sim.step()
    sim.crash("numbers").run()
    assert sink.committed_results == [(0, 0), (1, 1), (0, 2), (1, 4), (0, 6), (1, 9)]
    assert len(sink.written_results) > 6
    (restored,) = facts(sim, e.CheckpointRestored)
    assert restored.checkpoint == 1
    assert {task.execution.attempt for task in sim.cluster.tasks} == {1}
    begins = [event.read for event in facts(sim, e.SplitAssigned)]
    assert begins[0] == 0
    assert begins[1] > 0
    held = {event.value for event in facts(sim, e.StateRestored)}
    assert held


def test_without_a_checkpoint_a_crash_goes_back_to_the_beginning() -> None:
    sink = TransactionalSink()
    env = environment(1000)
    ready(env, sink)
    sim = sim_of(env, injected_actions=(Crash("numbers", 20),)).run()
    assert not facts(sim, e.CheckpointRestored)
    assert [event.read for event in facts(sim, e.SplitAssigned)] == [0, 0]
    assert sink.committed_results == [(0, 0), (1, 1), (0, 2), (1, 4), (0, 6), (1, 9)]


def test_a_sink_that_writes_by_key_bears_a_crash_without_commits() -> None:
    table: dict[Any, Any] = {}
    env = environment(20)
    ready(env, UpsertSink(lambda value: value[0], table))
    sim_of(env, injected_actions=(Crash("numbers", 30),)).run()
    assert table == {0: (0, 6), 1: (1, 9)}


def test_a_lost_task_manager_fails_all_its_tasks_and_closes_nothing() -> None:
    env = environment(20)
    ready(env)
    sim = sim_of(env)
    sim.run(until=20)
    closed = len(facts(sim, e.OperatorClosed))
    sim.crash(sim.cluster.get_task_manager(sim.cluster.tasks[0]))
    assert len(facts(sim, e.OperatorClosed)) == closed
    assert {task.execution.state for task in sim.cluster.tasks} == {"FAILED"}
    assert sim.run().status == "FINISHED"
    assert len(sim.cluster.failures) == 1  # the second one was of the same region


def test_a_task_manager_whose_heartbeat_is_lost_goes_on_until_the_timeout() -> None:
    sink = TransactionalSink()
    env = environment(20, 1, heartbeat__timeout="25 ms")
    ready(env, sink)
    sim = sim_of(env)
    sim.run(until=12)
    lost_at = sim.cluster.clock.now_ms
    manager = sim.cluster.get_task_manager(sim.cluster.tasks[0])
    sim.crash(f"heartbeat:{manager}")
    assert {task.execution.state for task in sim.cluster.tasks} == {"RUNNING"}
    before = len(sink.written_results)
    sim.step(lambda step: bool(sim.trace.get_events(e.TaskFailed)))
    assert sim.cluster.clock.now_ms == lost_at + 25
    assert len(sink.written_results) > before
    assert (
        facts(sim, e.TaskFailed)[0].message
        == f"Heartbeat of TaskManager with id {manager} timed out."
    )
    sim.run()
    assert sink.committed_results == [(0, 0), (1, 1), (0, 2), (1, 4), (0, 6), (1, 9)]
    assert {task.execution.attempt for task in sim.cluster.tasks} == {1}


def test_a_heartbeat_that_is_lost_when_the_job_has_ended_is_nothing() -> None:
    env = environment(20)
    ready(env)
    sim = sim_of(env)
    sim.crash("heartbeat:" + sim.cluster.get_task_manager(sim.cluster.tasks[0]), at=12).run()
    assert sim.status == "FINISHED"
    assert not facts(sim, e.TaskFailed)


def test_a_source_coordinator_that_dies_has_all_tasks_run_again() -> None:
    sink = TransactionalSink()
    env = environment(20)
    ready(env, sink)
    sim = sim_of(env)
    while len(sink.written_results) < 5:
        sim.step()
    sim.crash("coordinator").run()
    (failure,) = sim.cluster.failures
    assert str(failure.error).startswith(
        "Global failure triggered by OperatorCoordinator for 'Source: numbers' (operator "
    )
    (crash,) = (step.number for step in sim.trace if step.actor == "user")
    assert failure.step == crash
    (restored,) = facts(sim, e.CheckpointRestored)
    assert restored.tasks == len(sim.cluster.tasks)
    assert sink.committed_results == [(0, 0), (1, 1), (0, 2), (1, 4), (0, 6), (1, 9)]


@pytest.mark.parametrize(
    ("target", "match"),
    [
        ("heartbeat:nobody", "no such TaskManager. Available: heartbeat:"),
        ("coordinator:windows", "Choose one of coordinator:v1/0"),
    ],
)
def test_parts_that_are_not_there_cannot_die(target: str, match: str) -> None:
    env = environment(20)
    ready(env)
    with pytest.raises(ValueError, match=match):
        sim_of(env).crash(target)


def test_a_lost_job_manager_loses_the_job_unless_another_takes_over() -> None:
    env = environment(20)
    ready(env)
    lost = sim_of(env)
    lost.run(until=30).crash("jobmanager")
    assert lost.status == "FAILED"
    with pytest.raises(JobExecutionError, match=r"(?s)in step 30: .*Without high availability"):
        lost.cluster.raise_failure()
    sink = TransactionalSink()
    env = environment(20, **{"high-availability__type": "zookeeper"})
    ready(env, sink)
    saved = sim_of(env)
    saved.run(until=45).crash("jobmanager").run()
    assert saved.status == "FINISHED"
    assert not saved.cluster.failures
    assert facts(saved, e.CheckpointRestored)
    assert sink.committed_results == [(0, 0), (1, 1), (0, 2), (1, 4), (0, 6), (1, 9)]


class AlwaysFails(MapFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self.attempt = runtime_context.get_attempt_number()

    def map(self, value: Any) -> Any:
        raise RuntimeError("never")


def test_flinks_default_restarts_come_to_an_end_here_which_is_told() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(100)
    env.from_collection([1], Types.INT()).map(AlwaysFails(), Types.INT()).print()
    with pytest.raises(JobExecutionError, match="never") as told:
        simulate(env).run()
    assert "stopped after 10 restarts" in str(told.value)
    delays = [event.delay_ms for event in told.value.cluster.trace.get_events(e.RestartDecided)]
    assert delays[:3] == [1000, 1500, 2250]
    assert len(delays) == 10


def test_a_fork_has_the_crash_that_was_before_it() -> None:
    env = environment(20)
    ready(env)
    sim = sim_of(env)
    sim.run(until=25)
    sim.crash("numbers").run()
    for at in (20, 26, 40):
        twin = sim.fork(at)
        assert twin.trace.events == [
            event for step in list(sim.trace)[:at] for event in step.events
        ]
    before = sim.fork(20).run()
    assert not before.cluster.failures


@pytest.mark.parametrize(
    ("text", "match"),
    [("windows", "target@step"), ("@3", "target@step"), ("a@x", "target@step"), ("a@0", "step 0")],
)
def test_a_crash_that_is_written_wrongly_is_refused(text: str, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        Crash.parse(text)


def test_a_crash_of_what_is_not_there_names_what_is() -> None:
    env = environment(20)
    ready(env)
    sim = sim_of(env)
    with pytest.raises(
        ValueError, match=r"no such task. Available: v1/0 \(Source: numbers\), .*jobmanager"
    ):
        sim.crash("windows")
    with pytest.raises(IndexError, match="step 0 has already run"):
        sim.crash("numbers", at=0)
    sim.run()
    with pytest.raises(ValueError, match="already FINISHED"):
        sim.crash("numbers")


def test_a_snapshot_takes_no_negative_time() -> None:
    with pytest.raises(ValueError, match="at least 1 byte per second"):
        fs.SnapshotSettings(sync_bytes_per_s=0)
