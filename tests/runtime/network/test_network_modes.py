"""Whole jobs on networks that make themselves felt: slow, small, and without credits."""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from benchmarks import network_experiments as experiments
from flinksim import NetworkSettings, RunSettings
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.network.buffers import MAX_OVERDRAFT_BUFFERS
from flinksim.runtime.network.timed_link import BUFFER_HEADER_BYTES
from flinksim.trace.events import (
    BufferArrived,
    BufferSent,
    CreditChanged,
    DefaultActionSuspended,
    OutputBuffersChanged,
    ReadingResumed,
    ReadingStopped,
)
from flinksim.trace.query import describe_event


def one_after_another(records: int, parallelism: int = 2) -> StreamExecutionEnvironment:
    """Numbers from one source to *parallelism* maps on other TaskManagers, in turn."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    numbers = env.from_collection(list(range(records)))
    numbers.rebalance().map(lambda v: v).set_parallelism(parallelism).print().set_parallelism(
        parallelism
    )
    return env


def run(
    env: StreamExecutionEnvironment, interleaving: fs.Interleaving | None = None, **network: Any
) -> fs.Simulation:
    chosen = interleaving or fs.RoundRobin()
    settings = RunSettings(interleaving=chosen, network=NetworkSettings(**network))
    return fs.simulate(env, settings=settings).run()


def values(sim: fs.Simulation) -> list[Any]:
    return sorted(event.value for event in sim.results)


def times(sim: fs.Simulation, kind: type[Any], channel: str) -> list[int]:
    return [
        step.time_ms
        for step in sim.trace
        for event in step.events
        if type(event) is kind and event.channel == channel
    ]


# --- latency and bandwidth ---------------------------------------------------------------------


def remote_channel(sim: fs.Simulation) -> str:
    return next(channel.id for channel in sim.plan.channels if not channel.local)


def test_a_buffer_arrives_after_the_latency_of_the_link() -> None:
    sim = run(one_after_another(6), latency_ms=25, buffer_timeout_ms=0)
    channel = remote_channel(sim)
    sent, arrived = times(sim, BufferSent, channel), times(sim, BufferArrived, channel)
    assert len(sent) == len(arrived) > 3
    assert [after - before for before, after in zip(sent, arrived, strict=True)] == [25] * len(sent)
    assert values(sim) == list(range(6))


def test_what_is_under_way_is_shown() -> None:
    sim = run(one_after_another(6), latency_ms=25, buffer_timeout_ms=0)
    channel = remote_channel(sim)
    at_sending = [step.number for step in sim.trace if BufferSent in {type(f) for f in step.events}]
    view = sim.view(at_sending[0] + 1)
    assert any(view.channels[c.id].on_wire for c in sim.plan.channels)
    assert sim.view().channels[channel].on_wire == 0


def test_credit_takes_its_time_too() -> None:
    sim = run(one_after_another(40), latency_ms=10, buffer_timeout_ms=0)
    channel = remote_channel(sim)
    first_arrival = times(sim, BufferArrived, channel)[0]
    assert times(sim, CreditChanged, channel)[0] == first_arrival + 10


def test_the_bandwidth_spaces_buffers_out() -> None:
    sim = run(one_after_another(30), bytes_per_s=1000, buffer_timeout_ms=0)
    channel = remote_channel(sim)
    link = {c.id for c in sim.plan.channels if not c.local and c.target == "v3/1"}
    assert link == {channel}, "it has the link to itself"
    sizes = [f.bytes for f in sim.trace.get_events(BufferSent) if f.channel == channel]
    last = times(sim, BufferArrived, channel)[-1]
    assert last == sum(sizes) + BUFFER_HEADER_BYTES * len(sizes), "a byte takes a millisecond"
    assert values(sim) == list(range(30))


# --- hard backpressure -------------------------------------------------------------------------


def explosion(results: int, parallelism: int = 1) -> StreamExecutionEnvironment:
    """One record becomes *results* records within one call."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    numbers = env.from_collection([1, 2])
    many = numbers.rebalance().flat_map(lambda v: [v * 10_000 + i for i in range(results)])
    many.rebalance().map(lambda v: v).print()
    return env


@pytest.mark.parametrize("schedule", [fs.ArrivalOrder(), fs.RoundRobin(), fs.Seeded(3)], ids=repr)
def test_a_call_that_puts_out_too_much_is_blocked_in_the_middle(schedule: fs.Interleaving) -> None:
    sim = run(explosion(400), schedule, segment_bytes=32, buffer_timeout_ms=-1)
    assert values(sim) == [v * 10_000 + i for v in (1, 2) for i in range(400)]
    blocked = {
        f.subtask for f in sim.trace.get_events(DefaultActionSuspended) if f.reason == "blocked"
    }
    assert len(blocked) == 1
    limits = {s.id: s.output_buffers + MAX_OVERDRAFT_BUFFERS for s in sim.plan.subtasks}
    used = {
        subtask: max(
            f.in_use for f in sim.trace.get_events(OutputBuffersChanged) if f.subtask == subtask
        )
        for subtask in blocked
    }
    assert used == {subtask: limits[subtask] for subtask in blocked}


def test_a_record_larger_than_all_buffers_goes_through_in_parts() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.from_collection(["a" * 5000, "b"]).rebalance().map(lambda v: v).print()
    sim = run(env, segment_bytes=32)
    assert values(sim) == ["a" * 5000, "b"]
    assert "blocked" in {f.reason for f in sim.trace.get_events(DefaultActionSuspended)}


def test_a_task_goes_on_writing_once_its_pool_is_available_again() -> None:
    sim = run(explosion(200), segment_bytes=32)
    steps = [step for step in sim.trace if step.action == "go on writing"]
    assert steps
    for step in steps:
        view = sim.view(step.number)
        subtask = next(s for s in sim.plan.subtasks if s.id == step.actor)
        assert view.tasks[subtask.id].suspended == "blocked"
        assert view.tasks[subtask.id].output_in_use < subtask.output_buffers


def test_broadcast_records_are_blocked_channel_by_channel() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    many = env.from_collection([7]).rebalance().flat_map(lambda v: range(300))
    many.broadcast().map(lambda v: v).set_parallelism(3).print().set_parallelism(3)
    sim = run(env, segment_bytes=32)
    assert values(sim) == sorted([*range(300)] * 3)
    assert "blocked" in {f.reason for f in sim.trace.get_events(DefaultActionSuspended)}


# --- before credits ----------------------------------------------------------------------------


def two_streams_over_one_link() -> StreamExecutionEnvironment:
    """The channels of one edge, between the same two TaskManagers."""
    return experiments.two_streams_over_one_link(ms=50)


def key_by_after_key_by(text: str) -> StreamExecutionEnvironment:
    """Two exchanges in a row, each with channels between all TaskManagers."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(3)
    stream: Any = env.from_collection([(number, text) for number in range(60)])
    stream = stream.map(lambda value: value)
    for _ in range(2):
        stream = stream.key_by(lambda value: value[0]).map(lambda value: (value[0] + 1, value[1]))
    stream.map(lambda value: value[0]).print()
    return env


def last_result(sim: fs.Simulation, name: str) -> int:
    return max(
        step.time_ms
        for step in sim.trace
        for event in step.events
        if isinstance(event, fs.ResultWritten) and event.value.startswith(name)
    )


def test_before_credits_one_slow_subtask_blocks_the_others() -> None:
    small = {"segment_bytes": 32, "buffer_timeout_ms": 0}
    with_credits = run(two_streams_over_one_link(), **small)
    before = run(two_streams_over_one_link(), flow_control="before credits", **small)
    assert values(before) == values(with_credits)
    assert last_result(with_credits, "fast") == 118, "the fast stream does not know of the slow one"
    assert last_result(before, "fast") > 1000
    assert not with_credits.trace.get_events(ReadingStopped)
    stopped = before.trace.get_events(ReadingStopped)
    assert len(stopped) == len(before.trace.get_events(ReadingResumed)) > 10
    targets = {c.id: c.target for c in before.plan.channels}
    assert {targets[event.channel] for event in stopped} == {"v3/0"}, "the slow task has no buffer"


def test_before_credits_tasks_in_a_row_do_not_wait_for_each_other() -> None:
    """Each edge has connections of its own: none that stops is in the way of what would free it."""
    for seed in range(3):
        sim = run(
            key_by_after_key_by("x" * 1000), fs.Seeded(seed), flow_control="before credits",
            segment_bytes=32,
        )  # fmt: skip
        assert values(sim) == [number + 2 for number in range(60)]


def test_before_credits_nothing_is_read_from_a_connection_that_is_stopped() -> None:
    sim = run(
        two_streams_over_one_link(), flow_control="before credits", segment_bytes=32,
        buffer_timeout_ms=0,
    )  # fmt: skip
    for step in sim.trace:
        stopped = [c for c in sim.view(step.number).channels.values() if c.stops_reading]
        if stopped:
            assert not any(isinstance(event, BufferArrived) for event in step.events)


def test_before_credits_no_credit_is_ever_spoken_of() -> None:
    sim = run(one_after_another(20), flow_control="before credits", buffer_timeout_ms=0)
    assert not sim.trace.get_events(CreditChanged)
    events = enumerate(sim.trace.events)
    told = [
        describe_event(sim.trace, index) for index, event in events if isinstance(event, BufferSent)
    ]
    assert told
    assert not any("credit" in words for words in told)
    assert all(channel.initial_credit == 0 for channel in sim.plan.channels)
    assert values(sim) == list(range(20))


# --- settings ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "error", "message"),
    [
        ({"segment_bytes": 0}, ValueError, "segment_bytes: expected at least 1, found 0"),
        (
            {"buffer_timeout_ms": -2},
            ValueError,
            "buffer_timeout_ms: expected at least -1, found -2",
        ),
        ({"segment_bytes": "64"}, TypeError, "segment_bytes: expected a whole number, found '64'"),
        ({"latency_ms": 1.5}, TypeError, "latency_ms: expected a whole number, found 1.5"),
        (
            {"flow_control": "off"},
            ValueError,
            "expected 'credits' or 'before credits', found 'off'",
        ),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_by_name(
    setting: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        NetworkSettings(**setting)
