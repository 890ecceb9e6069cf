"""How the buffers of a TaskManager are shared out, and what happens if there are too few."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import flinksim as fs
from flinksim.common import Configuration
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.network.buffers import LocalBufferPool
from flinksim.runtime.network.input_gate import FloatingBuffers
from flinksim.runtime.network.network_buffer_pool import (
    InsufficientNetworkBuffersError,
    NetworkBufferPool,
)
from flinksim.runtime.network_settings import NetworkSettings


def pool(required: int, maximum: int) -> LocalBufferPool:
    return LocalBufferPool(maximum, 1000, required=required)


def test_with_enough_for_all_every_pool_has_its_most() -> None:
    buffers = NetworkBufferPool(100, 1000)
    pools = [pool(2, 10), pool(3, 12), pool(11, 28)]
    for each in pools:
        buffers.add_pool(each)
    assert [each.size for each in pools] == [10, 12, 28]
    assert buffers.overdraft_buffers.free == 50


def test_what_is_left_is_shared_in_proportion_to_what_each_could_take() -> None:
    buffers = NetworkBufferPool(20, 1000)
    pools = [pool(2, 10), pool(3, 12), pool(1, 8)]
    for each in pools:
        buffers.add_pool(each)
    # 14 are left for wants of 8, 9 and 7: 14*8/24, 14*17/24 and 14*24/24, each less those before
    assert [each.size for each in pools] == [2 + 4, 3 + 5, 1 + 5]
    buffers.reserve_exclusive_buffers(8)
    assert [each.size for each in pools] == [2 + 2, 3 + 2, 1 + 2]
    assert buffers.overdraft_buffers.free == 0


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(0, 30)), min_size=1, max_size=6),
    st.integers(0, 120),
)
def test_shares_add_up_and_keep_to_their_bounds(wants: list[tuple[int, int]], rest: int) -> None:
    total = sum(required for required, _ in wants) + rest
    buffers = NetworkBufferPool(total, 1000)
    pools = [pool(required, required + more) for required, more in wants]
    for each in pools:
        buffers.add_pool(each)
    assert all(each.required <= each.size <= each.maximum for each in pools)
    assert sum(each.size for each in pools) + buffers.overdraft_buffers.free == total


def test_too_few_buffers_are_refused_in_flinks_words() -> None:
    buffers = NetworkBufferPool(5, 32768)
    buffers.add_pool(FloatingBuffers(8))
    buffers.reserve_exclusive_buffers(2)
    with pytest.raises(InsufficientNetworkBuffersError) as raised:
        buffers.add_pool(pool(3, 12))
    assert str(raised.value) == (
        "Insufficient number of network buffers: required 3, but only 2 available. The total number "
        "of network buffers is currently set to 5 of 32768 bytes each. You can increase this number "
        "by setting the configuration keys 'taskmanager.memory.network.fraction', "
        "'taskmanager.memory.network.min', and 'taskmanager.memory.network.max'."
    )


def test_overdraft_comes_from_what_is_nobodys() -> None:
    buffers = NetworkBufferPool(5, 1000)
    small = pool(1, 2)
    buffers.add_pool(small)
    buffers.add_pool(pool(1, 1))

    class Subpartition:
        index = 0

    taken = [small.request(Subpartition()) for _ in range(5)]
    assert [buffer is not None for buffer in taken] == [True, True, True, True, False]
    assert not small.is_available
    for buffer in taken[:4]:
        assert buffer is not None
        small.recycle(buffer)
    assert (small.in_use, buffers.overdraft_buffers.free) == (0, 2)


def job(**options: str) -> StreamExecutionEnvironment:
    configuration = Configuration.from_dict(options)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(2)
    env.from_collection(range(10)).key_by(lambda value: value % 3).map(lambda value: value).print()
    return env


def test_the_sizes_of_memory_come_from_the_configuration() -> None:
    names = {
        "taskmanager.memory.segment-size": "4kb",
        "taskmanager.memory.network.min": "32kb",
        "taskmanager.memory.network.max": "64kb",
    }
    settings = NetworkSettings().with_defaults(Configuration.from_dict(names))
    assert (settings.segment_bytes, settings.network_buffers) == (4096, 16)
    assert NetworkSettings().with_defaults(Configuration()).network_buffers == 4096
    mine = NetworkSettings(segment_bytes=100, network_buffers=7).with_defaults(
        Configuration.from_dict(names)
    )
    assert (mine.segment_bytes, mine.network_buffers) == (100, 7)


def test_a_task_manager_that_is_too_small_cannot_run_the_job() -> None:
    small = {"taskmanager.memory.network.max": "64kb", "taskmanager.memory.network.min": "64kb"}
    with pytest.raises(InsufficientNetworkBuffersError, match="required 3, but only 2 available"):
        fs.simulate(job(**small))
    enough = dict.fromkeys(small, "400kb")
    assert fs.simulate(job(**enough)).run().status == "FINISHED"


@pytest.mark.parametrize(
    "wrong",
    [
        {"segment_bytes": 0},
        {"latency_ms": -1},
        {"bytes_per_s": 0},
        {"network_buffers": -1},
        {"flow_control": "none"},
        {"buffer_timeout_ms": -2},
    ],
    ids=str,
)
def test_settings_out_of_range_are_refused_by_name(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        NetworkSettings(**wrong)  # type: ignore[arg-type]
