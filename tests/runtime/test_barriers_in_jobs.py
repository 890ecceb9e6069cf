"""Barriers among the records of running jobs: the cut is consistent, whatever the network and turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import flinksim as fs
from flinksim.connectors.transactional_sinks import TransactionalSink
from flinksim.core.ids import ChannelId
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import CoMapFunction
from flinksim.runtime.checkpoint.channel_state_writer import InFlightData
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.interleaving import Seeded
from flinksim.runtime.live_view import build_job_state
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.trace import events as e
from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS
from flinksim.trace.state.job_state import JobView
from tests.checkpoint_jobs import JOBS, environment
from tests.runtime.checkpoint_by_hand import Checkpoints, Cut, HandTask
from tests.trace.test_recovered import cut_of
from tests.trace.test_sentences import NOT_WELL_SAID

ALIGNED = CheckpointOptions.aligned_no_timeout()
UNALIGNED = CheckpointOptions.unaligned()


ALL_KINDS = {
    e.BarrierReceived, e.BarrierAnnounced, e.CancellationReceived, e.AlignmentStarted,
    e.AlignmentEnded, e.AlignmentTimedOut, e.OutputBarrierTimedOut, e.ChannelBlocked,
    e.ChannelUnblocked, e.ResumptionSent, e.ConsumptionResumed, e.InputPersisted, e.OutputPersisted,
}  # fmt: skip


class Same(CoMapFunction):
    def map1(self, value: Any) -> Any:
        return value

    def map2(self, value: Any) -> Any:
        return value


def job(random: Random) -> StreamExecutionEnvironment:
    """Two sources, a shuffle, two inputs that meet, and another shuffle."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(random.choice([1, 2, 3]))
    left = env.from_collection([f"l{n}" * random.randint(1, 4) + f" {n}" for n in range(150)])
    right = env.from_collection([f"r{n}" for n in range(random.choice([3, 100]))])
    if random.random() < 0.5:
        left = left.rebalance().map(lambda v: v + "!")
    if random.random() < 0.3:
        both = left.key_by(hash_of).connect(right.key_by(hash_of)).map(Same())
    elif random.random() < 0.5:
        both = left.union(right).key_by(hash_of).map(lambda v: v)
    else:
        both = left.connect(right.broadcast()).map(Same())
    both.key_by(hash_of).map(lambda v: v + ".").print()
    return env


def hash_of(value: str) -> int:
    return len(value) % 5


def network(random: Random) -> dict[str, Any]:
    return {
        "buffer_timeout_ms": random.choice([-1, 0, 5, 100]),
        "segment_bytes": random.choice([32, 64, 32_768]),
        "latency_ms": random.choice([0, 0, 3]),
        "bytes_per_s": random.choice([None, 20_000]),
        "flow_control": random.choice(["credits", "credits", "before credits"]),
    }


def run(random: Random, seed: int, options: list[CheckpointOptions], **how: Any) -> Checkpoints:
    """A run with a checkpoint now and then, whose view is that of the live objects at every step."""
    checkpoints = Checkpoints(job(random), fs.Seeded(seed), **network(random), **how)
    cluster = checkpoints.cluster
    view, folded = JobView(), 0
    number = 0
    while cluster.step():
        if number < len(options) and random.random() < 0.03:
            number += 1
            checkpoints.trigger(number, options[number - 1])
        if cluster.steps_taken % 7 == 0:
            events = cluster.trace.events
            for event in events[folded:]:
                view.apply(event)
            folded = len(events)
            assert view == build_job_state(cluster)
    cluster.raise_failure()
    return checkpoints


@pytest.fixture(autouse=True)
def _quiet(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """The jobs print."""
    yield
    capsys.readouterr()


def records_of(events: list[Any], kind: type[Any], channel: ChannelId) -> list[Any]:
    return [
        event.value
        for event in events
        if type(event) is kind and event.channel == channel and event.element == "record"
    ]


def sender_of(checkpoints: Checkpoints, channel: ChannelId) -> HandTask:
    return next(
        part
        for part in checkpoints.parts
        for writer in part.task.writers
        for subpartition in writer.subpartitions
        if subpartition.channel == channel
    )


def check_cut(checkpoints: Checkpoints, part: HandTask, number: int, cut: Cut) -> tuple[int, int]:
    """Per channel, what was processed before and what was kept in flight is what came before the
    barrier; how many were processed and kept."""
    events = checkpoints.cluster.trace.events
    processed = kept = 0
    for channel in cut.read:
        sender_cut = sender_of(checkpoints, channel).cuts.get(number)
        if sender_cut is None:
            continue  # it was over before
        before = records_of(events[: sender_cut.at_event], e.ElementWritten, channel)
        read = records_of(events[: cut.at_event], e.ElementReceived, channel)
        sides = [] if sender_cut.in_flight is None else [sender_cut.in_flight.outputs]
        sides += [] if cut.in_flight is None else [cut.in_flight.inputs]
        in_flight = [
            element.value
            for side in sides
            for element in side.get(channel, InFlightData()).elements
            if isinstance(element, StreamRecord)
        ]
        assert sorted(read + in_flight) == sorted(before), f"{channel} at {number}"
        processed += len(read)
        kept += len(in_flight)
    return processed, kept


def cuts_of(checkpoints: Checkpoints) -> Iterator[tuple[ChannelId, list[Any], list[Any]]]:
    """Channel by channel, what was before a barrier, and what was read before the snapshot."""
    events = checkpoints.cluster.trace.events
    for part in checkpoints.parts:
        for number, cut in part.cuts.items():
            for channel in cut.read:
                sender_cut = sender_of(checkpoints, channel).cuts.get(number)
                if sender_cut is not None:  # else it was over before
                    yield (
                        channel,
                        records_of(events[: sender_cut.at_event], e.ElementWritten, channel),
                        records_of(events[: cut.at_event], e.ElementReceived, channel),
                    )


def kept_in_flight(checkpoints: Checkpoints) -> list[int]:
    """Of each checkpoint that was not aborted anywhere, how many records were kept in flight."""
    aborted = {number for part in checkpoints.parts for number in part.aborted}
    numbers = {number for part in checkpoints.parts for number in part.cuts} - aborted
    found = []
    for number in sorted(numbers):
        cuts = [(part, part.cuts[number]) for part in checkpoints.parts if number in part.cuts]
        found.append(sum(check_cut(checkpoints, part, number, cut)[1] for part, cut in cuts))
        assert all(cut.in_flight is None or cut.in_flight.done for _, cut in cuts)
    return found


@pytest.mark.parametrize("seed", range(20))
def test_aligned_keeps_nothing_in_flight(seed: int) -> None:
    checkpoints = run(Random(seed), seed, [ALIGNED] * 4, may_be_unaligned=False)
    assert not any(kept_in_flight(checkpoints))
    blocked = set()
    for event in checkpoints.cluster.trace.events:
        if isinstance(event, e.ChannelBlocked):
            blocked.add(event.channel)
        elif isinstance(event, e.ChannelUnblocked):
            blocked.discard(event.channel)
        elif isinstance(event, e.ElementReceived):
            assert event.channel not in blocked
    assert not blocked


@pytest.mark.parametrize("seed", range(20))
def test_unaligned_keeps_what_is_in_flight(seed: int) -> None:
    kept_in_flight(run(Random(seed), seed, [UNALIGNED] * 4))


@pytest.mark.parametrize("seed", range(20))
def test_what_times_out_keeps_what_is_in_flight_then(seed: int) -> None:
    random = Random(seed)
    options = [CheckpointOptions.aligned_with_timeout(random.choice([1, 3, 20])) for _ in range(4)]
    kept_in_flight(run(random, seed, options))


def test_all_of_it_comes_up() -> None:
    """Some are aligned to the end, some turn, some are aborted by a newer one."""
    kept: dict[str, int] = {}
    kinds: set[type[Any]] = set()
    for seed in range(12):
        for kind in ("unaligned", "timeout"):
            options = [
                UNALIGNED if kind == "unaligned" else CheckpointOptions.aligned_with_timeout(3)
            ]
            checkpoints = run(Random(seed), seed, options * 4)
            kept[kind] = kept.get(kind, 0) + sum(kept_in_flight(checkpoints))
            kinds.update(map(type, checkpoints.cluster.trace.events))
    assert kept["unaligned"] > 100
    assert kept["timeout"] > 20
    assert kinds >= ALL_KINDS


def test_at_least_once_blocks_nothing_and_forgets_nothing() -> None:
    options = [CheckpointOptions.not_exactly_once()] * 4
    more = 0
    for seed in range(10):
        checkpoints = run(
            Random(seed), seed, options, is_exactly_once=False, may_be_unaligned=False
        )
        events = checkpoints.cluster.trace.events
        assert not any(type(event) is e.ChannelBlocked for event in events)
        for channel, before, read in cuts_of(checkpoints):
            assert not Counter(before) - Counter(read), channel
            more += len(read) - len(before)
    assert more > 20  # of what came behind the barrier


@pytest.mark.parametrize("seed", range(10))
def test_results_are_those_of_a_run_without_checkpoints(seed: int) -> None:
    options = [UNALIGNED, ALIGNED, CheckpointOptions.aligned_with_timeout(3), UNALIGNED]
    random = Random(seed)
    checkpoints = run(random, seed, options)
    plain = fs.simulate(job(Random(seed))).run()
    with_them = sorted(event.value for event in checkpoints.sim.results)
    assert with_them == sorted(event.value for event in plain.results)


def test_every_event_of_barriers_has_a_cause_and_a_sentence(tmp_path: Path) -> None:
    options = CheckpointOptions.aligned_with_timeout(3)
    new = {*ALL_KINDS, e.OutputPersisted, e.EmptyBufferDropped}
    for seed in range(4):
        trace = run(Random(seed), seed, [options, UNALIGNED] * 2).cluster.trace
        trace.save(tmp_path / "run.flinktrace")
        opened = fs.load_trace(tmp_path / "run.flinktrace")
        labels = Formatter(opened.plan)
        for index, event in enumerate(opened.events):
            if type(event) not in new:
                continue
            words = render_event(KINDS_BY_CLASS[type(event)], event, labels)
            for what, pattern in NOT_WELL_SAID.items():
                assert not pattern.search(words), f"{what}: {words}"
            if type(event) is e.BarrierReceived:
                came_from = [opened.events[one] for one in opened.links.get_predecessors(index)]
                written = [one for one in came_from if isinstance(one, e.ElementWritten)]
                read = [one for one in came_from if isinstance(one, e.ElementReceived)]
                assert [one.element for one in written or read] == ["barrier"]


@pytest.mark.parametrize("latency", [0, 2, 9])
def test_an_alignment_timer_that_comes_when_its_task_has_ended_is_nothing(latency: int) -> None:
    for seed in range(3):
        env = environment(10, 2)
        env.get_checkpoint_config().enable_unaligned_checkpoints()
        env._configuration.set_string(
            "execution.checkpointing.aligned-checkpoint-timeout", "40 ms"
        )  # behind the end of the job
        JOBS["evicted"](env).sink_to(TransactionalSink())
        network = NetworkSettings(buffer_timeout_ms=0, latency_ms=latency)
        sim = fs.simulate(env, settings=fs.RunSettings(interleaving=Seeded(seed), network=network))
        sim.run()
        task = sim.cluster.tasks[0]
        task.put_mail_if_open("late", lambda: None)
        assert sim.status == "FINISHED"


@pytest.mark.parametrize("mode", ["aligned", "unaligned", "turning"])
def test_each_element_is_received_under_the_number_under_which_it_was_written(mode: str) -> None:
    """Barriers, too, whether they come in their order or overtake."""
    barriers = overtaking = 0
    for seed in range(6):
        trace = cut_of(seed, mode).trace
        written = {
            (event.channel, event.sequence): (event.element, event.value)
            for event in trace.get_events(e.ElementWritten)
        }
        for received in trace.get_events(e.ElementReceived):
            place = (received.channel, received.sequence)
            assert written[place] == (received.element, received.value), place
        for barrier in trace.get_events(e.BarrierReceived):
            assert written[barrier.channel, barrier.sequence][0] == "barrier"
            barriers += 1
            overtaking += barrier.overtaken > 0
    assert barriers > 20
    assert bool(overtaking) == (mode != "aligned")
