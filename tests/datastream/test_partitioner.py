from __future__ import annotations

from random import Random
from typing import Any

import pytest

from flinksim.datastream.partitioner import (
    CustomPartitionerWrapper,
    KeyGroupStreamPartitioner,
    RebalancePartitioner,
    ShufflePartitioner,
)
from flinksim.runtime.elements import StreamRecord


class Fixed:
    def __init__(self, channel: Any) -> None:
        self.channel = channel

    def partition(self, key: Any, number_of_partitions: int) -> Any:
        return self.channel


def test_a_copy_has_a_position_of_its_own() -> None:
    prototype = RebalancePartitioner()
    first, second = prototype.copy(), prototype.copy()
    first.setup(3)
    second.setup(3)

    assert [first.select_channel(StreamRecord(0)) for _ in range(4)] == [1, 2, 0, 1]
    assert second.select_channel(StreamRecord(0)) == 1


def test_a_shuffle_repeats_itself_with_the_same_seed() -> None:
    def channels(seed: int) -> list[int]:
        partitioner = ShufflePartitioner()
        partitioner.setup(4, random=Random(seed))
        return [partitioner.select_channel(StreamRecord(0)) for _ in range(50)]

    assert channels(1) == channels(1)
    assert channels(1) != channels(2)
    assert set(channels(1)) == {0, 1, 2, 3}


def test_a_shuffle_without_a_generator_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a seeded random generator"):
        ShufflePartitioner().setup(2)


def test_keys_that_are_equal_in_python_keep_their_own_channels() -> None:
    partitioner = KeyGroupStreamPartitioner(lambda value: value, 32768)
    partitioner.setup(1000)
    keys = [1, True, 1.0] * 2

    channels = [partitioner.select_channel(StreamRecord(key)) for key in keys]

    assert channels[:3] == channels[3:]
    assert len(set(channels)) == 3


def test_a_key_that_cannot_be_hashed_is_named() -> None:
    partitioner = KeyGroupStreamPartitioner(lambda value: value, 128)
    partitioner.setup(2)

    with pytest.raises(TypeError, match=r"Type set cannot be used as key.*\{1\}"):
        partitioner.select_channel(StreamRecord({1}))


@pytest.mark.parametrize("channel", [-1, 2, 0.5, None])
def test_a_channel_that_is_not_there_is_refused(channel: Any) -> None:
    partitioner = CustomPartitionerWrapper(Fixed(channel), lambda value: value)
    partitioner.setup(2)

    message = rf"Fixed.partition\('a', 2\) returned {channel}; expected a channel from 0 to 1"
    with pytest.raises(ValueError, match=message):
        partitioner.select_channel(StreamRecord("a"))
