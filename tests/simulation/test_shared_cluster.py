"""Two jobs on one cluster: what they share, and what a TaskManager that dies does to both."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import flinksim as fs
from flinksim.common import Configuration, Types
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.fault_injection import InjectionError
from flinksim.trace.events import ActorCalled, RestartDecided, TaskFailed, TaskStateChanged
from flinksim.viz.plots.cluster_timeline import find_slot_occupancies, find_task_manager_events
from tests.english import WORDS


def job(*times_ms: int, slots: int = 2, parallelism: int = 1) -> StreamExecutionEnvironment:
    """Reads a record at each of these times; has a task of its own for what it prints."""
    configuration = Configuration()
    configuration.set_string("taskmanager.numberOfTaskSlots", str(slots))
    configuration.set_string("restart-strategy.type", "fixed-delay")
    configuration.set_string("restart-strategy.fixed-delay.delay", "10 ms")
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    items = [item for time in times_ms for item in (at(time), record(time))]
    source = ScriptedSource([record(0), *items])
    env.add_source(source, "numbers", Types.LONG()).key_by(lambda value: value).reduce(max).print()
    return env


def calls(sim: fs.Simulation) -> list[str]:
    events = (event for event in sim.trace.events if isinstance(event, ActorCalled))
    return [f"{event.caller}>{event.called} {event.call} {event.slot}".strip() for event in events]


def places(sim: fs.Simulation) -> set[tuple[str, int]]:
    return {(one.task_manager, one.slot) for one in sim.trace.plan_or_none.subtasks}


def test_jobs_have_slots_of_their_own_on_task_managers_that_they_share() -> None:
    cluster = fs.SharedCluster({"first": job(100), "second": job(50, parallelism=2)})
    first, second = cluster.jobs.values()
    assert places(first) == {("tm0", 0)}
    assert places(second) == {("tm0", 1), ("tm1", 0)}
    assert "ResourceManager>tm0 requestNewWorker" in calls(first)
    started = [one for one in calls(second) if "requestNewWorker" in one]
    assert started == ["ResourceManager>tm1 requestNewWorker"], "tm0 runs already"
    assert "ResourceManager>tm0 requestSlot 1" in calls(second)


def test_the_job_whose_next_step_comes_first_goes_first() -> None:
    cluster = fs.SharedCluster({"first": job(100, 300), "second": job(50, 200)})
    times = []
    while (stepped := cluster.step()) is not None:
        times.append(stepped.cluster.clock.now_ms)
    assert times == sorted(times)
    assert {50, 100, 200, 300} <= set(times)
    assert [one.status for one in cluster.jobs.values()] == ["FINISHED", "FINISHED"]


def test_each_job_does_what_it_does_alone() -> None:
    cluster = fs.SharedCluster({"first": job(100, 300), "second": job(50, 200)}).run()
    alone = fs.simulate(job(50, 200), job_name="second").run()
    told = [one.text for one in cluster.jobs["second"].trace.get_events(fs.ResultWritten)]
    assert told == [one.text for one in alone.trace.get_events(fs.ResultWritten)]
    assert len(told) == 3


def test_a_task_manager_dies_under_both_and_both_come_back() -> None:
    cluster = fs.SharedCluster({"first": job(100, 300), "second": job(50, 200, parallelism=2)})
    cluster.run(until_ms=60).crash("tm0").run()
    for sim in cluster.jobs.values():
        assert sim.status == "FINISHED"
        assert len(sim.trace.get_events(RestartDecided)) == 1
        assert "tm0>JobMaster disconnectTaskManager" in calls(sim)
        assert {event.subtask for event in sim.trace.get_events(TaskFailed)} == {
            one.id for one in sim.trace.plan_or_none.subtasks if one.task_manager == "tm0"
        }


def test_a_task_manager_of_one_job_leaves_the_other_alone() -> None:
    cluster = fs.SharedCluster({"first": job(100), "second": job(50, 200, parallelism=2)})
    cluster.run(until_ms=40).crash("tm1").run()
    assert not cluster.jobs["first"].trace.get_events(TaskFailed)
    assert cluster.jobs["second"].trace.get_events(TaskFailed)
    states = cluster.jobs["second"].trace.get_events(TaskStateChanged)
    assert {one.attempt for one in states} == {0, 1}


def test_what_cannot_be_shared_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"taskmanager.numberOfTaskSlots. Found 2 in 'a', 3 in 'b'"
    ):
        fs.SharedCluster({"a": job(1), "b": job(1, slots=3)})
    with pytest.raises(ValueError, match="at least one job"):
        fs.SharedCluster({})
    with pytest.raises(InjectionError, match="no job has running tasks"):
        fs.SharedCluster({"a": job(1)}).crash("tm7")


def test_a_task_manager_that_no_job_needs_is_stopped_and_the_others_stay() -> None:
    cluster = fs.SharedCluster({"first": job(100, parallelism=2), "second": job(70_000)}).run()
    second = cluster.jobs["second"].trace
    stops = [
        one
        for one in second.events
        if isinstance(one, ActorCalled) and one.call == "disconnectResourceManager"
    ]
    assert [one.called for one in stops] == ["tm0"], "second is in tm1"
    marks = [
        one for one in find_task_manager_events(second) if one.call == "disconnectResourceManager"
    ]
    first_ended = max(
        one.end_ms for one in find_slot_occupancies("first", cluster.jobs["first"].trace)
    )
    assert first_ended + 30_000 <= marks[0].time_ms <= 70_000
    assert "stops the TaskManager tm0" in second.tell("everything")


def test_a_task_manager_is_kept_as_long_as_a_job_has_a_slot_of_it() -> None:
    cluster = fs.SharedCluster({"first": job(100), "second": job(70_000)}).run()
    told = [call for sim in cluster.jobs.values() for call in calls(sim)]
    assert not [call for call in told if "disconnectResourceManager" in call], "both are in tm0"


def test_all_jobs_are_one_picture() -> None:
    cluster = fs.SharedCluster({"first": job(100, 300), "second": job(50, 200, parallelism=2)})
    cluster.run(until_ms=150).crash("tm0").run()
    picture = ElementTree.fromstring(cluster.to_svg())
    found = [
        (one.get("data-job"), one.get("data-state"))
        for one in picture.iter()
        if one.get("data-job")
    ]
    assert found.count(("first", "FAILED")) == 1
    assert found.count(("first", "FINISHED")) == 1
    assert {job for job, _ in found} == {"first", "second"}
    lost = [one for one in picture.iter() if one.get("data-mark") == "disconnectTaskManager"]
    assert {str(one[0].text).split(" at ")[0] for one in lost} == {"tm0 is lost"}, (
        "each job sees it"
    )
    chinese = ElementTree.fromstring(cluster.to_svg(language="zh"))
    texts = [str(one.text) for one in chinese.iter() if one.tag.endswith(("text", "title"))]
    assert [one for one in texts if WORDS.search(one) or "attempt" in one] == []
    assert any(re.fullmatch("tm0 在 .* 丢失", one) for one in texts)
    with pytest.raises(ValueError, match="width=3: expected"):
        cluster.to_svg(width=3)
