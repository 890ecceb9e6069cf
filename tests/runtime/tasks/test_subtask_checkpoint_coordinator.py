"""A subtask's part in checkpoints: what it keeps, acknowledges, declines, and begins with."""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from flinksim.runtime.checkpoint.checkpoint_exception import CheckpointFailureReason
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.trace import events as e
from tests.checkpoint_jobs import environment
from tests.conformance.judge.build import run_to_its_end
from tests.conformance.judge.checkpoint_programs import PROGRAMS
from tests.runtime.test_checkpoints import ready

IN_FLIGHT = ("unaligned, in flight at an input", "unaligned, in flight at an output")


def ran(name: str) -> tuple[list[str], fs.Simulation]:
    (program,) = [one for one in PROGRAMS if one["id"] == name]
    return run_to_its_end(program)


def rows(sim: fs.Simulation, kind: type[Any], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(getattr(fact, name) for name in names) for fact in sim.trace.of(kind)]


@pytest.mark.parametrize("name", IN_FLIGHT)
def test_what_was_kept_in_flight_is_what_comes_back(name: str) -> None:
    _, sim = ran(name)
    elements = 0
    for kept, back in (
        (e.InputPersisted, e.InputRecovered),
        (e.OutputPersisted, e.OutputRecovered),
    ):
        of_first = [fact.channel for fact in sim.trace.of(kept) if fact.checkpoint == 1]
        recovered = rows(sim, back, "channel", "checkpoint")
        assert sorted(recovered) == sorted({(channel, 1) for channel in of_first})
        elements += sum(fact.elements for fact in sim.trace.of(back))
    assert elements >= 1


def test_the_statistics_of_an_unaligned_part_say_so() -> None:
    _, sim = ran(IN_FLIGHT[1])
    first = sim.checkpoints[0]
    written = {
        fact.subtask: fact for fact in sim.trace.of(e.SnapshotWritten) if fact.checkpoint == 1
    }
    assert all(one.is_unaligned for one in first.metrics.values())
    assert {name: one.bytes for name, one in first.metrics.items()} == {
        name: fact.bytes for name, fact in written.items()
    }
    assert sum(one.persisted_bytes for one in first.metrics.values()) > 0
    assert sum(fact.persisted for fact in written.values()) == sum(
        one.persisted_bytes for one in first.metrics.values()
    )
    held = [one for one in first.metrics.values() if one.start_delay_ms]
    assert [one.start_delay_ms for one in held] == [20]  # from 30 ms, until it goes on at 50 ms


def test_an_aligned_part_is_not_unaligned_and_has_nothing_in_flight() -> None:
    env = environment(20)
    ready(env)
    sim = fs.simulate(env).run()
    for one in sim.checkpoints:
        for part in one.metrics.values():
            assert part.is_unaligned is False
            assert (part.persisted_bytes, part.sync_ms, part.async_ms) == (0, 0, 0)
            assert (part.start_delay_ms, part.alignment_ms, part.processed_bytes) == (0, 0, 0)


def test_the_asynchronous_part_takes_its_time_beside_the_task() -> None:
    env = environment(20)
    ready(env)
    settings = fs.RunSettings(snapshots=fs.SnapshotSettings(async_bytes_per_s=10_000))
    sim = fs.simulate(env, settings=settings).run()
    written = sim.trace.of(e.SnapshotWritten)
    assert {fact.duration for fact in written} == {-(-fact.bytes // 10) for fact in written}
    assert all(fact.duration == -(-fact.bytes // 10) for fact in written)
    parts = [part for one in sim.checkpoints for part in one.metrics.values()]
    assert {part.async_ms for part in parts} == {-(-part.bytes // 10) for part in parts} != {0}


def test_a_task_that_declines_tells_its_functions_once() -> None:
    lines, sim = ran("a task declines")
    reason = "Checkpoint was declined because one input stream is finished"
    assert rows(sim, e.CheckpointDeclined, "checkpoint", "reason") == [(1, reason)]
    assert rows(sim, e.CheckpointAborted, "checkpoint", "reason") == [(1, reason)]
    assert [line for line in lines if "aborted" in line] == ["40 remember:0 aborted 1"]


class Told:
    """A job up to a step, with what one of its tasks tells of its checkpoints."""

    def __init__(self, after_tasks_finish: str = "false") -> None:
        option = "execution.checkpointing.checkpoints-after-tasks-finish.enabled"
        env = environment(None, **{option: after_tasks_finish})
        ready(env)
        self.sim = fs.simulate(env)
        self.sim.run(until=20)

    def reason_of(self, task: StreamTask, how: str) -> str:
        """Why the checkpoint comes to nothing that *task* is told of, alone."""
        coordinator = self.sim.cluster.job_master.checkpoints
        number = coordinator.trigger("checkpoint")
        assert number is not None
        barrier = coordinator._barrier(coordinator.pending[number])
        task.checkpoints.trigger(barrier)
        if how == "it ends":
            task.checkpoints.finish()
        self.sim.step(lambda step: bool(self.sim.trace.of(e.CheckpointAborted)))
        (fact,) = self.sim.trace.of(e.CheckpointDeclined)
        assert (fact.checkpoint, fact.subtask) == (number, task.subtask)
        return str(fact.reason)


def test_a_task_with_inputs_that_go_on_is_not_ready_to_begin() -> None:
    told = Told()
    reason = told.reason_of(told.sim.cluster.tasks[-1], "at once")
    assert reason == CheckpointFailureReason.CHECKPOINT_DECLINED_TASK_NOT_READY.value


def test_a_task_that_ends_cannot_begin_what_it_was_told_to() -> None:
    told = Told()
    reason = told.reason_of(told.sim.cluster.tasks[-1], "it ends")
    assert reason == CheckpointFailureReason.TASK_CHECKPOINT_FAILURE.value


def test_a_stop_with_a_savepoint_that_fails_fails_the_task() -> None:
    told = Told()
    job = told.sim.cluster.job_master
    job.checkpoints.trigger("suspend savepoint")
    (pending,) = job.checkpoints.pending.values()
    job.checkpoints._abort(pending, CheckpointFailureReason.CHECKPOINT_EXPIRED)
    told.sim.step(lambda step: bool(told.sim.trace.of(e.TaskFailed)))
    assert told.sim.trace.of(e.TaskFailed)[0].message == "Stop-with-savepoint failed."


def test_the_barrier_of_the_last_checkpoint_is_known() -> None:
    env = environment(20)
    ready(env)
    sim = fs.simulate(env).run()
    assert {task.checkpoints.last_barrier for task in sim.cluster.tasks} == {sim.checkpoints[-1].id}
    assert {task.checkpoints.restored_from for task in sim.cluster.tasks} == {0}
