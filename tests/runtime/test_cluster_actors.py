"""What the processes around a job say to each other, from its submission to its end."""

from __future__ import annotations

import flinksim as fs
from flinksim.common import Configuration, Types
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.trace.events import (
    ActorCalled,
    HeartbeatsExchanged,
    JobSubmitted,
    TaskStateChanged,
)


def job(*, ends_at_ms: int = 100, **options: str) -> fs.Simulation:
    """A job of two tasks with a parallelism of 2, on the TaskManagers that it needs."""
    configuration = Configuration()
    for name, value in options.items():
        configuration.set_string(name.replace("__", "."), value)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(2)
    source = ScriptedSource([record(1), at(ends_at_ms), record(2)])
    env.add_source(source, "numbers", Types.LONG()).key_by(lambda value: value).reduce(max).print()
    return fs.simulate(env)


def calls(sim: fs.Simulation) -> list[str]:
    """Each call as one line."""
    return [
        " ".join(filter(None, (f"{event.caller}>{event.called}", event.call, event.slot)))
        for event in sim.trace.events
        if isinstance(event, ActorCalled)
    ]


STARTED = [
    "ResourceManager>tm0 requestNewWorker",
    "ResourceManager>tm1 requestNewWorker",
    "tm0>ResourceManager registerTaskExecutor",
    "tm0>ResourceManager sendSlotReport",
    "tm1>ResourceManager registerTaskExecutor",
    "tm1>ResourceManager sendSlotReport",
]
TAKEN = [
    "ResourceManager>tm0 requestSlot 0",
    "ResourceManager>tm1 requestSlot 0",
    "tm0>JobMaster registerTaskManager",
    "tm0>JobMaster offerSlots",
    "tm1>JobMaster registerTaskManager",
    "tm1>JobMaster offerSlots",
]
ENDED = [
    "JobMaster>ResourceManager declareRequiredResources",
    "JobMaster>tm0 freeSlot 0",
    "tm0>ResourceManager notifySlotAvailable 0",
    "JobMaster>tm0 disconnectJobManager",
    "JobMaster>tm1 freeSlot 0",
    "tm1>ResourceManager notifySlotAvailable 0",
    "JobMaster>tm1 disconnectJobManager",
    "JobMaster>ResourceManager disconnectJobManager",
    "Client>Dispatcher requestJobResult",
]
DECLARED = [
    "JobMaster>ResourceManager registerJobMaster",
    "JobMaster>ResourceManager declareRequiredResources",
]


def test_slots_are_got_between_scheduled_and_deploying_and_given_back_at_the_end() -> None:
    sim = job().run()
    assert calls(sim) == ["Dispatcher>JobMaster start", *DECLARED, *STARTED, *TAKEN, *ENDED]
    events = sim.trace.events
    assert isinstance(events[0], JobSubmitted)
    at_ = {
        state: [
            i for i, f in enumerate(events) if isinstance(f, TaskStateChanged) and f.after == state
        ]
        for state in ("SCHEDULED", "DEPLOYING")
    }
    between = [
        i for i, f in enumerate(events) if isinstance(f, ActorCalled) and f.call == "offerSlots"
    ]
    assert max(at_["SCHEDULED"]) < min(between)
    assert max(between) < min(at_["DEPLOYING"])


def test_task_managers_whose_number_is_fixed_register_before_the_job_has_a_master() -> None:
    sim = job(**{"minicluster__number-of-taskmanagers": "2"}).run()
    assert calls(sim) == [*STARTED[2:], "Dispatcher>JobMaster start", *DECLARED, *TAKEN, *ENDED]


def test_a_lost_task_manager_is_replaced_and_only_its_slots_are_taken_anew() -> None:
    sim = job(**{"restart-strategy__type": "fixed-delay"})
    sim.run(until=9)
    before = len(calls(sim))
    sim.crash("tm1")
    sim.run()
    assert sim.status == "FINISHED"
    assert calls(sim)[before : -len(ENDED)] == [
        "tm1>JobMaster disconnectTaskManager",
        "JobMaster>tm1 disconnectJobManager",
        "tm1>ResourceManager onWorkerTerminated",
        "JobMaster>ResourceManager declareRequiredResources",
        "ResourceManager>tm1 requestNewWorker",
        "tm1>ResourceManager registerTaskExecutor",
        "tm1>ResourceManager sendSlotReport",
        "ResourceManager>tm1 requestSlot 0",
        "tm1>JobMaster registerTaskManager",
        "tm1>JobMaster offerSlots",
    ]


def test_a_task_that_fails_alone_keeps_its_slot() -> None:
    sim = job(**{"restart-strategy__type": "fixed-delay"})
    sim.run(until=9)
    before = len(calls(sim))
    sim.crash("v3/0")
    sim.run()
    assert calls(sim)[before:] == ENDED


def test_heartbeats_are_counted_and_a_silent_task_manager_is_named() -> None:
    sim = job(ends_at_ms=200_000, **{"restart-strategy__type": "fixed-delay"})
    sim.run(until=7)
    sim.crash("heartbeat:tm0")
    sim.run()
    beats = [event for event in sim.trace.events if isinstance(event, HeartbeatsExchanged)]
    assert sum(event.rounds for event in beats) == 20
    assert [(event.rounds, event.silent) for event in beats if event.silent] == [(5, ("tm0",))]
    assert "tm0>JobMaster disconnectTaskManager" in calls(sim)


def test_an_untraced_run_ends_alike() -> None:
    assert job().run().status == "FINISHED"
    env = fs.RunSettings(traced=False)
    sim = fs.Simulation(job()._pipeline, env)
    assert sim.run().status == "FINISHED"
