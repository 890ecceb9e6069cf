"""What is inside a snapshot, what comes again, what becomes of each row; that a cut is consistent."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import flinksim as fs
from flinksim.connectors.sinks import PrintSink
from flinksim.connectors.transactional_sinks import TransactionalSink
from flinksim.runtime.interleaving import Seeded
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.simulation.simulation import Simulation
from flinksim.trace import events as e
from tests.checkpoint_jobs import JOBS, environment
from tests.runtime.test_checkpoints import ready


def simulated(sink: Any, **settings: Any) -> Simulation:
    env = environment(20)
    ready(env, sink)
    return fs.simulate(env, settings=fs.RunSettings(**settings))


def statuses(sim: Simulation) -> Counter[str]:
    return Counter(row.status for row in sim.sink_rows)


def test_the_records_inside_a_snapshot_are_those_read_before_its_barrier() -> None:
    sim = simulated(TransactionalSink()).run()
    found = {
        one.id: [row.offset for row in sim.checkpoint_records(one.id)] for one in sim.checkpoints
    }
    assert found == {1: [0, 1, 2], 2: [0, 1, 2, 3, 4], 3: list(range(6)), 4: list(range(6))}
    assert {row.source for row in sim.checkpoint_records(4)} == {"Source: numbers"}
    assert {row.split for row in sim.checkpoint_records(4)} == {"s"}
    assert [row.value for row in sim.checkpoint_records(4)] == [(n % 2, n) for n in range(6)]
    with pytest.raises(
        KeyError, match=r"checkpoint 9 has not completed. Completed checkpoints: 1, 2, 3, 4"
    ):
        sim.checkpoint_records(9)


def test_rows_are_open_then_pending_then_committed_or_given_up() -> None:
    sink = TransactionalSink()
    sim = simulated(sink)
    sim.step(lambda step: bool(sim.trace.get_events(e.CommitPrepared)))
    assert statuses(sim) == {"pending": 3}
    sim.step(lambda step: len(sink.written_results) == 5)
    assert statuses(sim) == {"committed": 3, "open": 2}
    sim.crash("numbers").run()
    assert statuses(sim) == {"committed": 6, "given up": 2}
    committed = [row.text for row in sim.sink_rows if row.status == "committed"]
    assert committed == ["(0,0)", "(1,1)", "(0,2)", "(1,4)", "(0,6)", "(1,9)"]
    assert [row.offset for row in sim.repeated_records] == [3, 4]
    assert all(len(row.steps) == 2 for row in sim.repeated_records)


def test_rows_that_are_seen_at_once_are_doubled_by_a_failure() -> None:
    sim = simulated(PrintSink())
    sim.step(lambda step: len(sim.sink_rows) == 5)
    assert statuses(sim) == {"visible": 5}
    sim.crash("numbers").run()
    assert statuses(sim) == {"visible": 6, "doubled": 2}
    assert [row.text for row in sim.sink_rows if row.status == "doubled"] == ["(1,4)", "(0,6)"]


def test_a_row_is_doubled_when_it_has_come_again_and_not_before() -> None:
    sim = simulated(PrintSink())
    sim.step(lambda step: len(sim.sink_rows) == 5)
    sim.crash("numbers")
    sim.step(lambda step: all(task.execution.state == "RUNNING" for task in sim.cluster.tasks))
    assert statuses(sim) == {"visible": 5}
    assert not sim.repeated_records
    # a snapshot that is taken before anything was read again has what the one before had
    sim.checkpoint()
    sim.step(lambda step: len(sim.trace.get_events(e.CheckpointCompleted)) == 2)
    taken = sim.trace.get_events(e.CheckpointCompleted)[-1].checkpoint
    assert [row.offset for row in sim.checkpoint_records(taken)] == [0, 1, 2]
    assert statuses(sim) == {"visible": 5}
    sim.step(lambda step: len(sim.sink_rows) == 6)
    assert [(row.text, row.status) for row in sim.sink_rows if row.text == "(1,4)"] == [
        ("(1,4)", "doubled"), ("(1,4)", "visible"),
    ]  # fmt: skip
    assert statuses(sim) == {"visible": 5, "doubled": 1}
    (again,) = sim.repeated_records
    assert (again.source, again.split, again.offset, again.value) == (
        "Source: numbers", "s", 3, (1, 3),
    )  # fmt: skip


def test_without_a_checkpoint_all_of_it_comes_again() -> None:
    sim = simulated(TransactionalSink())
    sim.run(until=12)
    written = len(sim.sink_rows)
    assert written
    sim.crash("numbers").run()
    assert statuses(sim) == {"committed": 6, "given up": written}
    assert len(sim.repeated_records) == written


@pytest.mark.parametrize("name", JOBS)
def test_rows_and_records_agree_with_the_sink_and_the_snapshots(name: str) -> None:
    random = Random(name)
    env = environment(10, random.choice([1, 2]))
    sink = TransactionalSink()
    JOBS[name](env).sink_to(sink)
    sim = fs.simulate(env, settings=fs.RunSettings(interleaving=Seeded(random.randrange(99))))
    sim.run(until=random.randrange(20, 60))
    running = [one for one in sim.cluster.tasks if one.execution.state == "RUNNING"]
    if running:
        sim.crash(str(random.choice(running).actor_id))
    sim.run()
    counted = statuses(sim)
    assert counted["committed"] == len(sink.committed_results)
    assert counted["committed"] + counted["given up"] == len(sink.written_results)
    assert set(counted) <= {"committed", "given up"}
    last = sim.snapshot()
    for split in last.splits:
        inside = [
            row for row in sim.checkpoint_records(last.checkpoint_id) if row.split == split.split
        ]
        assert len([row for row in inside if row.source == split.operator]) == split.read


# --- a consistent cut --------------------------------------------------------------------------------


def told_apart(sim: Simulation, drop: int = 0) -> tuple[int, int]:
    """Of how many channels and checkpoints the cut is looked at, and how many records are in flight.

    What a channel was given before its sender's barrier is what its receiver has read before its own
    snapshot, and what the snapshot keeps as in flight. *drop* makes the test see a wrong one.
    """
    written: dict[str, list[Any]] = {}
    read: dict[str, list[Any]] = {}
    sent: dict[tuple[int, str], list[Any]] = {}
    had: dict[tuple[int, str], list[Any]] = {}
    channels = sim.trace.plan.channels
    for event in sim.trace.events:
        if isinstance(event, e.ElementWritten) and event.element == "record":
            written.setdefault(event.channel, []).append(event.sequence)
        elif isinstance(event, e.ElementReceived) and event.element == "record":
            read.setdefault(event.channel, []).append(event.sequence)
        elif isinstance(event, e.BarrierEmitted):
            for channel in channels:
                if channel.source == event.subtask:
                    sent[event.checkpoint, channel.id] = list(written.get(channel.id, ()))
                if channel.target == event.subtask:
                    had[event.checkpoint, channel.id] = list(read.get(channel.id, ()))
    looked_at = in_flight = 0
    for completed in sim.cluster.job_master.checkpoint_coordinator.store.all:
        for channel in channels:
            place = (completed.id, channel.id)
            if place not in sent or place not in had:
                continue  # one of the two had finished before
            kept = [
                element
                for subtask in (channel.target, channel.source)
                for data in (completed.snapshots[subtask].input_data,
                             completed.snapshots[subtask].output_data)
                if channel.id in data
                for element in data[channel.id].elements
                if type(element).__name__ == "StreamRecord"
            ]  # fmt: skip
            looked_at += 1
            in_flight += len(kept)
            before = had[place] if not drop else had[place][:-drop]
            assert before == sent[place][: len(before)], place
            assert len(before) + len(kept) == len(sent[place]), place
    return looked_at, in_flight


def cut_of(seed: int, mode: str) -> Simulation:
    random = Random(seed)
    env = environment(10, random.choice([1, 2, 3]))
    env._configuration.set_string("execution.checkpointing.num-retained", "99")
    if mode != "aligned":
        env.get_checkpoint_config().enable_unaligned_checkpoints()
    if mode == "turning":
        env._configuration.set_string("execution.checkpointing.aligned-checkpoint-timeout", "1 ms")
    JOBS[random.choice(list(JOBS))](env).sink_to(TransactionalSink())
    network = NetworkSettings(buffer_timeout_ms=0, latency_ms=random.choice([0, 2, 9]))
    return fs.simulate(
        env, settings=fs.RunSettings(interleaving=Seeded(seed), network=network)
    ).run()


@pytest.mark.parametrize("mode", ["aligned", "unaligned", "turning"])
def test_a_snapshot_is_a_consistent_cut(mode: str) -> None:
    runs = [told_apart(cut_of(seed, mode)) for seed in range(12)]
    assert sum(looked_at for looked_at, _ in runs) > 40
    in_flight = sum(kept for _, kept in runs)
    assert bool(in_flight) == (mode != "aligned")


def test_a_cut_that_is_none_is_seen() -> None:
    with pytest.raises(AssertionError):
        told_apart(cut_of(3, "aligned"), drop=1)
