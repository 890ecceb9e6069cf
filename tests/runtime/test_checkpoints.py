"""Checkpoints of running jobs: when they are taken, what they keep, and what a failure goes back to."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

import flinksim as fs
from flinksim import RunSettings, Simulation, simulate
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted import ScriptedSource, pause, record
from flinksim.connectors.transactions import TransactionalSink, UpsertSink
from flinksim.datastream import MapFunction, RuntimeContext, StreamExecutionEnvironment
from flinksim.runtime.failure import JobExecutionError
from flinksim.runtime.inspect import view_of
from flinksim.runtime.interleaving import Seeded
from flinksim.runtime.interventions import Crash
from flinksim.runtime.jobmaster.checkpoint_settings import SnapshotSettings
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.trace import events as e
from flinksim.trace.declarations import KIND_OF
from flinksim.trace.labels import Labels
from flinksim.trace.sentences import fill
from flinksim.trace.view import JobView
from tests.checkpoint_jobs import JOBS, environment
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
    return sim.trace.of(kind)


# --- the keystone ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", JOBS)
def test_the_view_is_that_of_the_live_objects_before_and_after_a_crash(name: str) -> None:
    random = Random(name)
    env = environment(8, random.choice([1, 2]))
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
    labels = Labels(sim.plan)
    while True:
        if crashes and len(sim.trace) >= crashes[0]:
            crashes.pop(0)
            running = [t for t in sim.cluster.tasks if t.execution.state == "RUNNING"]
            if running:
                sim.crash(str(random.choice(running).actor_id))
        elif sim.step() is None:
            break
        for fact in sim.trace.events[done:]:
            view.apply(fact)
            words = fill(KIND_OF[type(fact)], fact, labels)
            for what, pattern in NOT_WELL_SAID.items():
                if not isinstance(fact, e.TaskFailed) and what != "a brace":  # of a name
                    assert not pattern.search(words), f"{what}: {words}"
        done = len(sim.trace.events)
        assert view == view_of(sim.cluster), sim.trace[-1]
    assert sim.status == "FINISHED"
    assert facts(sim, e.CheckpointCompleted)


# --- when ------------------------------------------------------------------------------------------


def test_a_checkpoint_is_taken_each_interval_and_the_last_one_when_all_have_ended() -> None:
    sink = TransactionalSink()
    env = environment(20)
    ready(env, sink)
    sim = sim_of(env).run()
    assert [each.trigger_ms for each in sim.checkpoints] == [20, 40, 60, 80]
    assert {each.status for each in sim.checkpoints} == {"COMPLETED"}
    assert sim.cluster.clock.now_ms == 80
    assert sink.committed == [(0, 0), (1, 1), (0, 2), (1, 4), (0, 6), (1, 9)]
    commits = [(fact.checkpoint, fact.results) for fact in facts(sim, e.ResultsCommitted)]
    assert sum(results for _, results in commits) == 6
    assert [checkpoint for checkpoint, _ in commits] == [1, 2, 3]


def test_a_checkpoint_keeps_to_the_pause_after_the_one_before() -> None:
    env = environment(10)
    env.get_checkpoint_config().set_min_pause_between_checkpoints(25)
    ready(env)
    sim = sim_of(env).run()
    times = [each.trigger_ms for each in sim.checkpoints]
    assert all(later - sooner >= 25 for sooner, later in pairwise(times))
    reasons = {fact.reason for fact in facts(sim, e.CheckpointNotTriggered)}
    assert any("minimum time between checkpoints" in reason for reason in reasons)


def test_of_slow_checkpoints_as_many_are_under_way_as_may_be() -> None:
    for most in (1, 2):
        env = environment(10)
        env.get_checkpoint_config().set_max_concurrent_checkpoints(most)
        ready(env)
        sim = sim_of(env, snapshots=SnapshotSettings(async_bytes_per_s=800))
        under_way, greatest = 0, 0
        for step in iter(sim.step, None):
            for fact in step.events:
                under_way += isinstance(fact, e.CheckpointTriggered)
                under_way -= isinstance(fact, e.CheckpointCompleted | e.CheckpointAborted)
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
    assert {fact.subtask for fact in acknowledged} == set(first.metrics)


# --- failures ----------------------------------------------------------------------------------------


def test_a_crash_goes_back_to_the_last_checkpoint_and_nothing_is_written_twice_for_good() -> None:
    sink = TransactionalSink()
    env = environment(20)
    ready(env, sink)
    sim = sim_of(env)
    while len(sink.written) < 5:
        sim.step()
    sim.crash("numbers").run()
    assert sink.committed == [(0, 0), (1, 1), (0, 2), (1, 4), (0, 6), (1, 9)]
    assert len(sink.written) > 6
    (restored,) = facts(sim, e.CheckpointRestored)
    assert restored.checkpoint == 1
    assert {task.execution.attempt for task in sim.cluster.tasks} == {1}
    begins = [fact.read for fact in facts(sim, e.SplitAssigned)]
    assert begins[0] == 0
    assert begins[1] > 0
    held = {fact.value for fact in facts(sim, e.StateRestored)}
    assert held


def test_without_a_checkpoint_a_crash_goes_back_to_the_beginning() -> None:
    sink = TransactionalSink()
    env = environment(1000)
    ready(env, sink)
    sim = sim_of(env, interventions=(Crash("numbers", 20),)).run()
    assert not facts(sim, e.CheckpointRestored)
    assert [fact.read for fact in facts(sim, e.SplitAssigned)] == [0, 0]
    assert sink.committed == [(0, 0), (1, 1), (0, 2), (1, 4), (0, 6), (1, 9)]


def test_a_sink_that_writes_by_key_bears_a_crash_without_commits() -> None:
    table: dict[Any, Any] = {}
    env = environment(20)
    ready(env, UpsertSink(lambda value: value[0], table))
    sim_of(env, interventions=(Crash("numbers", 30),)).run()
    assert table == {0: (0, 6), 1: (1, 9)}


def test_a_lost_task_manager_fails_all_its_tasks_and_closes_nothing() -> None:
    env = environment(20)
    ready(env)
    sim = sim_of(env)
    sim.run(until=20)
    closed = len(facts(sim, e.OperatorClosed))
    sim.crash(sim.cluster.task_manager_of(sim.cluster.tasks[0]))
    assert len(facts(sim, e.OperatorClosed)) == closed
    assert {task.execution.state for task in sim.cluster.tasks} == {"FAILED"}
    assert sim.run().status == "FINISHED"
    assert len(sim.cluster.failures) == 1  # the second one was of the same region


def test_a_lost_job_manager_loses_the_job_unless_another_takes_over() -> None:
    env = environment(20)
    ready(env)
    lost = sim_of(env)
    lost.run(until=30).crash("jobmanager")
    assert lost.status == "FAILED"
    with pytest.raises(JobExecutionError, match="without high availability"):
        lost.cluster.raise_failure()
    sink = TransactionalSink()
    env = environment(20, **{"high-availability__type": "zookeeper"})
    ready(env, sink)
    saved = sim_of(env)
    saved.run(until=45).crash("jobmanager").run()
    assert saved.status == "FINISHED"
    assert not saved.cluster.failures
    assert facts(saved, e.CheckpointRestored)
    assert sink.committed == [(0, 0), (1, 1), (0, 2), (1, 4), (0, 6), (1, 9)]


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
    assert "given up after 10 restarts" in str(told.value)
    delays = [fact.delay_ms for fact in told.value.cluster.trace.of(e.RestartDecided)]
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
        assert twin.trace.events == [fact for step in list(sim.trace)[:at] for fact in step.events]
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
        ValueError, match=r"no such task; there are v1/0 \(Source: numbers\), .*jobmanager"
    ):
        sim.crash("windows")
    with pytest.raises(IndexError, match="step 0 is over"):
        sim.crash("numbers", at=0)
    sim.run()
    with pytest.raises(ValueError, match="FINISHED already"):
        sim.crash("numbers")


def test_a_snapshot_takes_no_negative_time() -> None:
    with pytest.raises(ValueError, match="at least 1 byte per second"):
        fs.SnapshotSettings(sync_bytes_per_s=0)
