"""A subtask's part in checkpoints: what it keeps, acknowledges, declines, and begins with."""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from flinksim.runtime.checkpoint.barriers.barrier_alignment_util import ALIGNMENT_TIMER_MAIL
from flinksim.runtime.checkpoint.checkpoint_exception import CheckpointFailureReason
from flinksim.runtime.checkpoint.checkpoint_metrics import Alignment, CheckpointMetrics
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import CancelCheckpointMarker, CheckpointBarrier
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.trace import events as e
from tests.checkpoint_jobs import environment
from tests.conformance.judge.build import run_to_its_end
from tests.conformance.judge.checkpoint_programs import PROGRAMS
from tests.runtime.test_checkpoints import ready
from tests.trace.test_recovered import cut_of

IN_FLIGHT = ("unaligned, in flight at an input", "unaligned, in flight at an output")


def ran(name: str) -> tuple[list[str], fs.Simulation]:
    (program,) = [one for one in PROGRAMS if one["id"] == name]
    return run_to_its_end(program)


def rows(sim: fs.Simulation, kind: type[Any], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(getattr(event, name) for name in names) for event in sim.trace.get_events(kind)]


@pytest.mark.parametrize("name", IN_FLIGHT)
def test_what_was_kept_in_flight_is_what_comes_back(name: str) -> None:
    _, sim = ran(name)
    elements = 0
    for kept, back in (
        (e.InputPersisted, e.InputRecovered),
        (e.OutputPersisted, e.OutputRecovered),
    ):
        of_first = [event.channel for event in sim.trace.get_events(kept) if event.checkpoint == 1]
        recovered = rows(sim, back, "channel", "checkpoint")
        assert sorted(recovered) == sorted({(channel, 1) for channel in of_first})
        elements += sum(event.elements for event in sim.trace.get_events(back))
    assert elements >= 1


def test_the_statistics_of_an_unaligned_part_say_so() -> None:
    _, sim = ran(IN_FLIGHT[1])
    first = sim.checkpoints[0]
    written = {
        event.subtask: event
        for event in sim.trace.get_events(e.SnapshotWritten)
        if event.checkpoint == 1
    }
    assert all(one.is_unaligned for one in first.metrics.values())
    assert {name: one.bytes for name, one in first.metrics.items()} == {
        name: event.bytes for name, event in written.items()
    }
    assert sum(one.persisted_bytes for one in first.metrics.values()) > 0
    assert sum(event.persisted for event in written.values()) == sum(
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
    written = sim.trace.get_events(e.SnapshotWritten)
    assert {event.duration for event in written} == {-(-event.bytes // 10) for event in written}
    assert all(event.duration == -(-event.bytes // 10) for event in written)
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
        coordinator = self.sim.cluster.job_master.checkpoint_coordinator
        number = coordinator.trigger("checkpoint")
        assert number is not None
        barrier = coordinator._create_barrier(coordinator.pending[number])
        task.checkpoint_coordinator.trigger(barrier)
        if how == "it ends":
            task.checkpoint_coordinator.finish()
        self.sim.step(lambda step: bool(self.sim.trace.get_events(e.CheckpointAborted)))
        (event,) = self.sim.trace.get_events(e.CheckpointDeclined)
        assert (event.checkpoint, event.subtask) == (number, task.subtask)
        return str(event.reason)


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
    job.checkpoint_coordinator.trigger("suspend savepoint")
    (pending,) = job.checkpoint_coordinator.pending.values()
    job.checkpoint_coordinator._abort(pending, CheckpointFailureReason.CHECKPOINT_EXPIRED)
    told.sim.step(lambda step: bool(told.sim.trace.get_events(e.TaskFailed)))
    assert told.sim.trace.get_events(e.TaskFailed)[0].message == "Stop-with-savepoint failed."


def test_the_barrier_of_the_last_checkpoint_is_known() -> None:
    env = environment(20)
    ready(env)
    sim = fs.simulate(env).run()
    assert {task.checkpoint_coordinator.last_barrier_id for task in sim.cluster.tasks} == {
        sim.checkpoints[-1].id
    }
    assert {task.checkpoint_coordinator.restored_checkpoint_id for task in sim.cluster.tasks} == {0}


# --- one task, told by hand --------------------------------------------------------------------------


class OneTask:
    """A task of a job whose coordinator begins no checkpoint meanwhile."""

    def __init__(self, vertex: int, parallelism: int = 1, **options: str) -> None:
        env = environment(36_000_000, parallelism, **options)
        ready(env)
        self.sim = fs.simulate(env)
        self.sim.step(lambda step: bool(self.sim.trace.get_events(e.SplitAssigned)))
        self.task = next(task for task in self.sim.cluster.tasks if task.subtask == f"v{vertex}/0")

    def barrier(self, number: int) -> CheckpointBarrier:
        options = CheckpointOptions()
        return CheckpointBarrier(number, self.sim.cluster.clock.now_ms, options)

    def emitted(self) -> list[int]:
        """The checkpoints whose barriers it has put out."""
        events = self.sim.trace.get_events(e.BarrierEmitted)
        return [event.checkpoint for event in events if event.subtask == self.task.subtask]

    def cancelled(self) -> list[int]:
        """The checkpoints that it has told those behind it to give up, in that order."""
        (writer,) = self.task.writers
        (subpartition,) = writer.subpartitions
        found = []
        while (sent := subpartition.poll()) is not None:
            found += [one.checkpoint_id for one in sent.elements if _is_cancellation(one)]
            subpartition.resume_consumption()  # behind a barrier
        return found

    def begin(self, *numbers: int) -> None:
        for number in numbers:
            self.task.checkpoint_coordinator.trigger_checkpoint_on_barrier(
                self.barrier(number), CheckpointMetrics(Alignment(0, 0), 0)
            )


def _is_cancellation(element: Any) -> bool:
    return isinstance(element, CancelCheckpointMarker)


def test_a_barrier_that_comes_again_begins_nothing() -> None:
    one = OneTask(1)
    one.begin(3, 3, 2, 4)
    assert one.emitted() == [3, 4]
    assert one.cancelled() == []


@pytest.mark.parametrize(("given_up", "emitted"), [([3], [5]), ([3, 2], [5]), ([5], [])])
def test_what_was_given_up_does_not_begin_any_more(given_up: list[int], emitted: list[int]) -> None:
    one = OneTask(1)
    reason = CheckpointFailureReason.CHECKPOINT_DECLINED
    for number in given_up:
        one.task.checkpoint_coordinator.abort_checkpoint_on_barrier(number, reason)
    one.begin(2, 3, 5)
    assert one.emitted() == emitted
    assert one.cancelled() == given_up


def test_what_came_to_nothing_before_its_barrier_was_here_begins_nothing() -> None:
    one = OneTask(1)
    for number in (2, 4):
        one.task.checkpoint_coordinator.notify_aborted(number)
    one.sim.step(lambda step: len(one.sim.trace.get_events(e.CheckpointNotified)) == 2)
    one.begin(2, 3, 4, 5)
    assert one.emitted() == [3, 5]
    assert one.cancelled() == [2, 4], "those behind it are told instead"


@pytest.mark.parametrize("mode", ["EXACTLY_ONCE", "AT_LEAST_ONCE"])
def test_a_task_whose_inputs_are_at_their_end_begins_when_it_is_told_to(mode: str) -> None:
    after = "execution.checkpointing.checkpoints-after-tasks-finish.enabled"
    one = OneTask(3, 2, **{after: "true", "execution__checkpointing__mode": mode})
    (task_input,) = one.task.inputs
    assert [channel.is_finished for channel in task_input.gate.channels] == [False, False]
    one.task.checkpoint_coordinator.trigger(one.barrier(1))
    one.sim.step(lambda step: bool(one.emitted()) or step.number > 60)
    assert one.emitted() == [1]
    last = one.sim.trace[-1].events
    assert any(isinstance(event, e.MailTaken) and event.mail == "checkpoint 1" for event in last)


def test_a_checkpoint_that_is_given_up_is_given_up_in_the_outputs_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = OneTask(1)
    given_up: list[int] = []
    monkeypatch.setattr(
        type(one.task.writers[0]), "abort_checkpoint", lambda _, number: given_up.append(number)
    )
    one.task.checkpoint_coordinator.notify_aborted(7)
    one.task.checkpoint_coordinator.notify_complete(8)
    one.sim.step(lambda step: len(one.sim.trace.get_events(e.CheckpointNotified)) == 2)
    assert rows(one.sim, e.CheckpointNotified, "subtask", "checkpoint", "completed") == [
        (one.task.subtask, 7, False), (one.task.subtask, 8, True),
    ]  # fmt: skip
    assert given_up == [7]
    mails = [event.mail for event in one.sim.trace.get_events(e.MailTaken)]
    assert mails[-2:] == ["checkpoint 7 aborted", "checkpoint 8 complete"]


def test_a_barrier_that_waits_in_an_output_overtakes_a_millisecond_after_its_time() -> None:
    one = OneTask(1, execution__checkpointing__unaligned__enabled="true")
    now = one.sim.cluster.clock.now_ms
    one.task.checkpoint_coordinator.trigger_checkpoint_on_barrier(
        CheckpointBarrier(1, now - 1, CheckpointOptions.aligned_with_timeout(4)),
        CheckpointMetrics(Alignment(0, 0), 0),
    )
    one.sim.step(lambda step: step.time_ms > now + 5)
    (time_ms,) = [
        step.time_ms
        for step in one.sim.trace
        for event in step.events
        if isinstance(event, e.MailTaken)
        if (event.mail, event.subtask) == (ALIGNMENT_TIMER_MAIL, one.task.subtask)
    ]
    assert time_ms - now == 4, "3 ms are left, and one more"


def test_a_barrier_that_could_not_overtake_on_its_way_may_do_so_in_the_outputs() -> None:
    alone = {"execution__checkpointing__unaligned__max-subtasks-per-channel-state-file": "1"}
    one = OneTask(1, execution__checkpointing__unaligned__enabled="true", **alone)
    aligned = CheckpointOptions.unaligned().with_unaligned_unsupported()
    assert not aligned.is_unaligned_checkpoint
    one.task.checkpoint_coordinator.trigger_checkpoint_on_barrier(
        CheckpointBarrier(1, one.sim.cluster.clock.now_ms, aligned),
        CheckpointMetrics(Alignment(0, 0), 0),
    )
    (writer,) = one.task.writers
    (subpartition,) = writer.subpartitions
    sent = subpartition.poll()
    assert sent is not None
    assert sent.has_priority
    (barrier,) = sent.elements
    assert isinstance(barrier, CheckpointBarrier)
    assert barrier.options.is_unaligned_checkpoint
    one.sim.step()
    (written,) = one.sim.trace.get_events(e.SnapshotWritten)
    assert (written.subtask, written.checkpoint) == (one.task.subtask, 1)


@pytest.mark.parametrize("crashed", ["numbers", "committer"])
def test_a_task_that_is_gone_acknowledges_nothing_any_more(crashed: str) -> None:
    env = environment(20)
    ready(env)
    settings = fs.RunSettings(snapshots=fs.SnapshotSettings(async_bytes_per_s=1000))
    sim = fs.simulate(env, settings=settings)
    sim.step(lambda step: len(sim.trace.get_events(e.BarrierEmitted)) == len(sim.cluster.tasks))
    assert not sim.trace.get_events(e.SnapshotWritten)
    sim.crash(sim.cluster.tasks[0 if crashed == "numbers" else -1].actor_id)
    sim.step(lambda step: sim.cluster.clock.now_ms > 2000)
    assert 1 not in {event.checkpoint for event in sim.trace.get_events(e.SnapshotWritten)}
    assert 1 not in {event.checkpoint for event in sim.trace.get_events(e.CheckpointAcknowledged)}


def test_what_comes_to_nothing_while_it_is_written_is_not_acknowledged() -> None:
    env = environment(20)
    ready(env)
    settings = fs.RunSettings(snapshots=fs.SnapshotSettings(async_bytes_per_s=1000))
    sim = fs.simulate(env, settings=settings)
    sim.step(lambda step: len(sim.trace.get_events(e.BarrierEmitted)) == len(sim.cluster.tasks))
    task = sim.cluster.tasks[0]
    task.checkpoint_coordinator.notify_aborted(1)
    sim.step(lambda step: sim.cluster.clock.now_ms > 2000)
    written = {
        event.subtask for event in sim.trace.get_events(e.SnapshotWritten) if event.checkpoint == 1
    }
    assert written == {one.subtask for one in sim.cluster.tasks} - {task.subtask}


def test_those_who_share_a_file_acknowledge_when_the_last_of_them_has_begun() -> None:
    def acknowledged(most: str) -> list[tuple[int, int]]:
        """By subtask, when its barrier went out and when its snapshot was written."""
        (program,) = [one for one in PROGRAMS if one["id"] == IN_FLIGHT[1]]
        option = "execution.checkpointing.unaligned.max-subtasks-per-channel-state-file"
        options = {**program["options"], option: most}
        _, sim = run_to_its_end({**program, "options": options})
        times: dict[str, list[int]] = {}
        for step in sim.trace:
            for event in step.events:
                if (
                    isinstance(event, e.BarrierEmitted | e.SnapshotWritten)
                    and event.checkpoint == 1
                ):
                    times.setdefault(event.subtask, []).append(step.time_ms)
        return [(first, last) for first, last in times.values()]

    by_itself, together = acknowledged("1"), acknowledged("5")
    assert all(first == last for first, last in by_itself)
    assert {last for _, last in together} == {max(first for first, _ in by_itself)}
    assert len({first for first, _ in together}) > 1


@pytest.mark.parametrize("name", IN_FLIGHT)
def test_a_task_runs_when_it_has_read_what_was_in_flight(name: str) -> None:
    _, sim = ran(name)
    restored, begun, read = False, set(), set()
    for event in (event for step in sim.trace for event in step.events):
        match event:
            case e.CheckpointRestored():
                restored = True
            case e.InputRecovered(channel=channel):
                begun.add(channel)
            case e.ElementReceived(channel=channel) if restored:
                read.add(channel)
            case e.TaskStateChanged(subtask=subtask, after="RUNNING") if restored:
                mine = {one for one in begun if one.split(">")[1].startswith(subtask)}
                assert mine <= read
            case e.CheckpointTriggered() if restored:
                assert begun <= read
    assert begun or name == IN_FLIGHT[1]


def test_a_stop_with_a_savepoint_is_a_mail_of_its_own() -> None:
    told = Told()
    told.sim.cluster.job_master.checkpoint_coordinator.trigger("suspend savepoint")
    told.sim.run()
    assert "stop with savepoint 1" in {
        event.mail for event in told.sim.trace.get_events(e.MailTaken)
    }


# --- increments --------------------------------------------------------------------------------------


def test_a_savepoint_between_two_checkpoints_changes_nothing_for_the_second() -> None:
    def bytes_of(savepoint: bool) -> list[tuple[str, int, int]]:
        env = environment(20, 1, state__changelog__enabled="true")
        ready(env)
        sim = fs.simulate(env)
        sim.step(lambda step: bool(sim.trace.get_events(e.CheckpointCompleted)))
        if savepoint:
            sim.savepoint()
        sim.run()
        return [
            (one.kind, part.bytes, part.full_bytes)
            for one in sim.checkpoints
            if one.status == "COMPLETED"
            for subtask, part in one.metrics.items()
            if subtask.startswith("v3")
        ]

    without, with_it = bytes_of(False), bytes_of(True)
    (savepoint,) = [one for one in with_it if one not in without]
    assert "savepoint" in savepoint[0]
    assert savepoint[1] == savepoint[2], "it is written as a whole"
    assert [one for one in with_it if one != savepoint] == without
    assert any(written < full for _, written, full in without)


# --- the end -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 39])
def test_a_task_waits_for_those_behind_it_to_have_processed_what_was_overtaken(seed: int) -> None:
    sim = cut_of(seed, "unaligned")
    assert sim.status == "FINISHED"
    told = [
        event for event in sim.trace.get_events(e.MailTaken) if event.mail == "all data processed"
    ]
    assert len(told) == 1
    (ended,) = [
        step.number
        for step in sim.trace
        for event in step.events
        if isinstance(event, e.AfterInvokeReached) and event.subtask == told[0].subtask
    ]
    taken = next(step.number for step in sim.trace if told[0] in step.events)
    assert ended == taken, "it ends with that mail"
