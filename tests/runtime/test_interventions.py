"""What somebody does to a running job from outside: whom it meets, and how that is told."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

import flinksim as fs
from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.connectors.transactional_sinks import TransactionalSink
from flinksim.datastream import MapFunction
from flinksim.runtime.fault_injection import Crash, InjectionError
from flinksim.runtime.jobmaster.job_master import JobMaster
from flinksim.trace import events as e
from tests.checkpoint_jobs import environment


class Closed(MapFunction):
    closed: ClassVar[list[int]] = []

    def open(self, runtime_context: Any) -> None:
        self.index = runtime_context.get_index_of_this_subtask()

    def map(self, value: Any) -> Any:
        return value

    def close(self) -> None:
        self.closed.append(self.index)


def simulated(*, parallelism: int = 2, sources: int = 1, **options: str) -> fs.Simulation:
    """A job that runs, of which each subtask has a split of its own."""
    env = environment(20, parallelism, **options)
    script = {
        f"s{split}": [one for n in range(6) for one in (record((split, n)), pause(10))]
        for split in range(parallelism)
    }
    streams = [
        env.from_source(
            ScriptedSource(script), WatermarkStrategy.no_watermarks(), f"numbers {number}"
        )
        for number in range(sources)
    ]
    first = streams[0].union(*streams[1:]) if sources > 1 else streams[0]
    keyed = first.key_by(lambda value: value[0])
    keyed.map(Closed()).name("closes").sink_to(TransactionalSink())
    sim = fs.simulate(env)
    sim.step(lambda step: len(sim.trace.get_events(e.SourceRecordRead)) == parallelism * sources)
    Closed.closed.clear()
    return sim


def failed(sim: fs.Simulation) -> list[str]:
    return [str(event.subtask) for event in sim.trace.get_events(e.TaskFailed)]


def of_manager(sim: fs.Simulation, manager: str) -> list[str]:
    cluster = sim.cluster
    return [str(one.subtask) for one in cluster.tasks if cluster.get_task_manager(one) == manager]


@pytest.mark.parametrize(
    ("target", "subtask"),
    [
        ("v1/1", "v1/1"),
        ("numbers 0", "v1/0"),
        ("Source: numbers 0", "v1/0"),
        ("numbers 0 1/2", "v1/0"),
        ("numbers 0 2/2", "v1/1"),
        ("closes 2/2", "v3/1"),
        ("closes", "v3/0"),
    ],
)
def test_a_task_is_known_by_its_number_its_name_and_those_of_its_operators(
    target: str, subtask: str
) -> None:
    sim = simulated()
    step = len(sim.trace)
    sim.crash(target)
    assert failed(sim) == [subtask]
    (event,) = sim.trace.get_events(e.TaskFailed)
    assert (event.error, event.message) == ("InjectedFailure", f"Crash injected in step {step}.")
    assert sim.trace[step].action == f"crash {target}"
    sim.step(lambda step: bool(sim.cluster.failures))
    (failure,) = sim.cluster.failures
    assert (failure.step, failure.subtask) == (step, subtask)


def test_the_number_is_needed_for_no_subtask_but_the_first() -> None:
    assert simulated(parallelism=1).crash("closes").trace.get_events(e.TaskFailed)
    with pytest.raises(InjectionError, match="there is no such task"):
        simulated(parallelism=1).crash("closes 1/1")


def test_who_is_not_there_is_told_with_those_who_are() -> None:
    sim = simulated()
    last = sim.cluster.tasks[-1].vertex_name
    with pytest.raises(InjectionError) as refused:
        sim.crash("nobody")
    assert str(refused.value) == (
        "crash of 'nobody': there is no such task. Available: v1/0 (Source: numbers 0 1/2), v1/1 "
        f"(Source: numbers 0 2/2), v3/0 ({last} 1/2), v3/1 ({last} 2/2), tm0, tm1, coordinator, "
        "jobmanager"
    )


@pytest.mark.parametrize("manager", ["tm0", "tm1"])
def test_with_a_taskmanager_die_its_own_tasks_and_close_nothing(manager: str) -> None:
    sim = simulated()
    sim.crash(manager)
    assert failed(sim) == of_manager(sim, manager)
    assert len(failed(sim)) == 2
    assert {event.message for event in sim.trace.get_events(e.TaskFailed)} == {
        f"TaskManager with id {manager} is no longer reachable."
    }
    assert Closed.closed == []
    sim.step(lambda step: bool(sim.trace.get_events(e.RestartDecided)))
    assert Closed.closed == [1 - int(manager[-1])], "the other one is cancelled"


def test_a_task_that_dies_alone_closes_its_functions() -> None:
    simulated().crash("closes 2/2")
    assert Closed.closed == [1]


def test_of_a_taskmanager_that_is_done_nothing_dies_any_more() -> None:
    sim = simulated()
    sim.run()
    with pytest.raises(InjectionError):
        sim.crash("tm0")
    target = sim.cluster
    with pytest.raises(InjectionError) as refused:
        Crash("tm0", 1).apply(target)
    assert str(refused.value) == "crash of tm0: none of its tasks is still running"
    with pytest.raises(InjectionError, match="crash of 'coordinator': the job is over"):
        Crash("coordinator", 1).apply(target)
    with pytest.raises(
        InjectionError, match=r"v1/0 is FINISHED in this step. Choose a step in which it"
    ):
        Crash("v1/0", 1).apply(target)


def test_a_heartbeat_is_missed_when_its_time_is_up() -> None:
    sim = simulated(heartbeat__timeout="15 ms")
    now = sim.cluster.clock.now_ms
    sim.crash("heartbeat:tm1")
    assert failed(sim) == []
    sim.step(lambda step: bool(sim.trace.get_events(e.TaskFailed)))
    assert sim.cluster.clock.now_ms == now + 15
    assert failed(sim) == of_manager(sim, "tm1")
    assert {event.message for event in sim.trace.get_events(e.TaskFailed)} == {
        "Heartbeat of TaskManager with id tm1 timed out."
    }
    with pytest.raises(InjectionError, match="Available: heartbeat:tm0, heartbeat:tm1"):
        simulated().crash("heartbeat:tm7")


def test_a_coordinator_is_named_where_there_are_several() -> None:
    sim = simulated(sources=2)
    for target in ("coordinator", "coordinator:nobody"):
        with pytest.raises(
            InjectionError, match="Choose one of coordinator:v1/0, coordinator:v2/0"
        ):
            simulated(sources=2).crash(target)
    sim.crash("coordinator:numbers 1")
    (decided,) = sim.trace.get_events(e.RestartDecided)
    assert (decided.subtask, decided.tasks) == ("", len(sim.cluster.tasks))
    vertex = next(one for one in sim.cluster.job_graph.vertices if one.name.endswith("numbers 1"))
    assert str(sim.cluster.failures[-1].error) == (
        "Global failure triggered by OperatorCoordinator for 'Source: numbers 1' (operator "
        f"{vertex.id})."
    )


def test_without_high_availability_the_job_goes_with_its_jobmanager() -> None:
    sim = simulated()
    job = sim.cluster.job_master
    assert isinstance(job, JobMaster)
    sim.crash("JobManager")
    assert sim.status == "FAILED"
    assert str(job.failures[-1].error).startswith("The JobManager failed. ")
    kept = simulated(**{"high-availability.type": "zookeeper"})
    assert kept.crash("jobmanager").run().status == "FINISHED"
    assert not kept.cluster.failures


@pytest.mark.parametrize("text", ["windows", "@12", "windows@", "windows@-1", "windows@x", "a@b@c"])
def test_a_crash_is_written_as_target_and_step(text: str) -> None:
    with pytest.raises(ValueError, match="crash: expected target@step, such as windows@1200"):
        Crash.parse(text)
    assert Crash.parse("a@b@12") == Crash("a@b", 12)
    with pytest.raises(ValueError, match=r"Crash\(at=0\): expected a step after step 0"):
        Crash.parse("windows@0")
