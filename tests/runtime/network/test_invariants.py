"""Whole jobs under every schedule and on every network: nothing is lost, made, or out of order.

After each step the buffers of all pools are counted where they are: in queues, on the wire, in the
hands of a task. And whatever the network is like, the job ends and its results are the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import flinksim as fs
from flinksim import NetworkSettings, RunSettings
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.minicluster import MiniCluster
from flinksim.runtime.network.broadcast_record_writer import SharedSegment
from flinksim.runtime.network.buffers import (
    EXCLUSIVE_BUFFERS_PER_CHANNEL,
    MAX_OVERDRAFT_BUFFERS,
    LocalBufferPool,
    NetworkBuffer,
)
from flinksim.runtime.network.input_channels import InputChannel, LocalInputChannel, ReceivedBuffer
from flinksim.runtime.network.network_buffer_pool import InsufficientNetworkBuffersError
from flinksim.runtime.network.remote_input_channel import NetworkInputChannel, RemoteInputChannel
from flinksim.runtime.network.timed_connection import TimedConnection
from flinksim.runtime.tasks.task_input import TaskInput
from flinksim.trace.events import BufferSent, ElementReceived, ElementWritten


@dataclass(frozen=True)
class Job:
    """Some sources, a task that makes many of one, and one that may be slow."""

    records: int
    per_record: int
    parallelism: int
    edge: str
    slow_ms: int
    slots: int
    text: int

    def environment(self) -> StreamExecutionEnvironment:
        env = StreamExecutionEnvironment.get_execution_environment()
        env.get_config()
        env.configure(_configuration(self.slots))
        env.set_parallelism(self.parallelism)
        numbers = env.from_collection([(n % 3, "x" * self.text) for n in range(self.records)])
        others = env.from_collection([(n, "y") for n in range(3)])
        many = numbers.union(others).rebalance().flat_map(self._many)
        if self.edge == "key_by":
            stream: Any = many.key_by(lambda value: value[0])
        else:
            stream = getattr(many, self.edge)()
        stream.map(fs.cost(lambda value: value, ms=self.slow_ms)).print()
        return env

    def _many(self, value: Any) -> list[Any]:
        return [value] * self.per_record


def _configuration(slots: int) -> Any:
    from flinksim.common import Configuration

    return Configuration.from_dict({"taskmanager.numberOfTaskSlots": slots})


jobs = st.builds(
    Job,
    records=st.integers(0, 30),
    per_record=st.sampled_from([0, 1, 3, 40]),
    parallelism=st.sampled_from([1, 2, 2, 3, 3]),
    edge=st.sampled_from(["rebalance", "key_by", "broadcast", "rescale"]),
    slow_ms=st.sampled_from([0, 0, 4]),
    slots=st.sampled_from([1, 1, 1, 2]),
    text=st.sampled_from([0, 5, 200]),
)
networks = st.builds(
    NetworkSettings,
    buffer_timeout_ms=st.sampled_from([None, 0, 9, -1]),
    segment_bytes=st.sampled_from([32, 33, 100, 1000, 32768]),
    latency_ms=st.sampled_from([0, 0, 2]),
    bytes_per_s=st.sampled_from([None, None, 50_000]),
    flow_control=st.sampled_from(["credits", "before credits"]),
)
schedules = st.one_of(
    st.just(fs.ArrivalOrder()),
    st.just(fs.RoundRobin()),
    st.integers(0, 10_000).map(fs.Seeded),
    st.lists(st.integers(0, 5), max_size=100).map(fs.Scripted),
)


def cluster(
    job: Job, network: NetworkSettings, schedule: fs.Interleaving, spare: int
) -> MiniCluster:
    """With *spare* buffers more than the least that every TaskManager needs."""
    for least in range(2, 200):
        chosen = replace(network, network_buffers=least)
        try:
            fs.simulate(job.environment(), settings=RunSettings(network=chosen))
        except InsufficientNetworkBuffersError:
            continue
        chosen = replace(network, network_buffers=least + spare)
        settings = RunSettings(interleaving=schedule, network=chosen)
        return fs.simulate(job.environment(), settings=settings).cluster
    raise AssertionError("no number of buffers was enough")


# --- counting ----------------------------------------------------------------------------------


def buffer_in_hand(task_input: TaskInput) -> tuple[InputChannel, ReceivedBuffer] | None:
    """The buffer that a task has opened and not yet given back."""
    if task_input._position >= task_input._element_count or task_input._channel is None:
        return None
    return task_input._channel, task_input._buffer


def in_hand(cluster: MiniCluster) -> list[tuple[InputChannel, ReceivedBuffer]]:
    found = (buffer_in_hand(each) for task in cluster.tasks for each in task.inputs)
    return [held for held in found if held is not None]


def channels(cluster: MiniCluster) -> list[InputChannel]:
    return [
        channel for task in cluster.tasks for each in task.inputs for channel in each.gate.channels
    ]


def segment_of(buffer: NetworkBuffer) -> int:
    """What tells one segment of a pool from another: those of a broadcast are shared."""
    return id(buffer.pool) if isinstance(buffer.pool, SharedSegment) else id(buffer)


def check_senders(cluster: MiniCluster) -> None:
    """What a pool has given out stands in a queue, or a task on the same machine reads it."""
    found: dict[int, set[int]] = {}
    pools: dict[int, LocalBufferPool] = {}
    for channel in channels(cluster):
        pool = channel.subpartition._pool
        pools[id(pool)] = pool
        buffers = [b for b in channel.subpartition._buffers if not b.is_event]
        found.setdefault(id(pool), set()).update(segment_of(buffer) for buffer in buffers)
    for channel, received in in_hand(cluster):
        if isinstance(channel, LocalInputChannel) and not received.is_event:
            assert received._slice is not None
            pool = channel.subpartition._pool
            found[id(pool)].add(segment_of(received._slice._buffer))
    for key, pool in pools.items():
        assert pool.in_use == len(found[key])
        assert sum(pool.buffers_per_subpartition.values()) == pool.in_use
        assert pool.in_use <= pool.size + MAX_OVERDRAFT_BUFFERS


def check_receivers(cluster: MiniCluster) -> None:
    """Exclusive and floating buffers are empty, or hold something, or are set apart."""
    wired: dict[str, int] = {}
    for connection in cluster.connections:
        if isinstance(connection, TimedConnection):
            for message in connection._link._messages:
                if message.slice_ is not None and not message.slice_.is_event:
                    wired[message.channel.id] = wired.get(message.channel.id, 0) + 1
    held = in_hand(cluster)
    floating: dict[int, int] = {}
    pools = {}
    for channel in channels(cluster):
        if not isinstance(channel, NetworkInputChannel):
            continue
        mine = [b for b in channel._buffers if not b.is_event]
        mine += [b for c, b in held if c is channel and not b.is_event]
        used = sum(b._is_floating for b in mine)
        pool = channel.floating_buffers
        pools[id(pool)] = pool
        empty = 0
        if isinstance(channel, RemoteInputChannel):
            assert channel.reader is not None
            assert channel.reader.credit >= 0
            promised = (
                channel.reader.credit + channel.unannounced_credit + channel.credit_in_transit
            )
            empty = channel.floating_count
            assert (
                promised + wired.get(channel.id, 0)
                == channel.exclusive_count + channel.floating_count
            )
            assert channel.exclusive_count + len(mine) - used == EXCLUSIVE_BUFFERS_PER_CHANNEL
        else:
            empty = int(channel._has_reserved_buffer)  # type: ignore[attr-defined]
        floating[id(pool)] = floating.get(id(pool), 0) + empty + used
    for key, pool in pools.items():
        assert pool.free + floating[key] == pool.size
        assert pool.free >= 0


def check_order(cluster: MiniCluster) -> None:
    """Each channel gives the elements in the order in which they were written, and all of them."""
    written: dict[str, list[Any]] = {}
    read: dict[str, list[Any]] = {}
    for event in cluster.trace.events:
        if isinstance(event, ElementWritten):
            told = (event.sequence, event.element, event.value, event.timestamp)
            written.setdefault(event.channel, []).append(told)
        elif isinstance(event, ElementReceived):
            told = (event.sequence, event.element, event.value, event.timestamp)
            read.setdefault(event.channel, []).append(told)
    assert read == written
    assert all([n for n, *_ in told] == [*range(len(told))] for told in written.values())


def results(cluster: MiniCluster) -> list[Any]:
    return sorted(event.value for event in cluster.trace.get_events(fs.ResultWritten))


@pytest.mark.slow("counts all buffers after each step of a hundred random jobs")
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(job=jobs, network=networks, schedule=schedules, spare=st.sampled_from([0, 1, 5, 500]))
def test_buffers_add_up_after_every_step_and_the_job_ends_with_the_same_results(
    job: Job, network: NetworkSettings, schedule: fs.Interleaving, spare: int
) -> None:
    run = cluster(job, network, schedule, spare)
    check_senders(run)
    check_receivers(run)
    while run.step():
        check_senders(run)
        check_receivers(run)
    assert run.failure is None
    assert run.status == "FINISHED"
    check_order(run)
    credits = [event.credit for event in run.trace.get_events(BufferSent)]
    assert all(credit >= 0 for credit in credits)
    plain = fs.simulate(job.environment()).run()
    assert results(run) == results(plain.cluster)
