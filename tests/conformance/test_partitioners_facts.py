"""Channel selection and properties of the partitioners against Flink 2.3.0's own classes.

The cases of kind ``connections`` are checked in ``tests/graph``.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from flinksim.datastream.partitioner import (
    BroadcastPartitioner,
    CustomPartitionerWrapper,
    ForwardForConsecutiveHashPartitioner,
    ForwardForUnspecifiedPartitioner,
    ForwardPartitioner,
    GlobalPartitioner,
    KeyGroupStreamPartitioner,
    RebalancePartitioner,
    RescalePartitioner,
    ShufflePartitioner,
    StreamPartitioner,
)
from flinksim.runtime.elements import StreamRecord
from tests.conformance.fact_files import JAVA_EXCEPTIONS, cases_of


class TimesThree:
    def partition(self, key: int, number_of_partitions: int) -> int:
        return key * 3 % number_of_partitions


def identity(value: Any) -> Any:
    return value


def make_partitioner(name: str, max_parallelism: int = 128) -> StreamPartitioner:
    hash_partitioner = KeyGroupStreamPartitioner(identity, max_parallelism)
    made: dict[str, Callable[[], StreamPartitioner]] = {
        "BroadcastPartitioner": BroadcastPartitioner,
        "CustomPartitionerWrapper": lambda: CustomPartitionerWrapper(TimesThree(), identity),
        "ForwardForConsecutiveHashPartitioner": lambda: ForwardForConsecutiveHashPartitioner(
            hash_partitioner
        ),
        "ForwardForUnspecifiedPartitioner": ForwardForUnspecifiedPartitioner,
        "ForwardPartitioner": ForwardPartitioner,
        "GlobalPartitioner": GlobalPartitioner,
        "KeyGroupStreamPartitioner": lambda: hash_partitioner,
        "RebalancePartitioner": RebalancePartitioner,
        "RescalePartitioner": RescalePartitioner,
        "ShufflePartitioner": ShufflePartitioner,
    }
    return made[name]()


@pytest.mark.parametrize("case", cases_of("partitioners", "select"))
def test_records_go_to_the_channels_that_flink_selects(case: dict[str, Any]) -> None:
    prototype = make_partitioner(case["partitioner"], case.get("maxParallelism", 128))
    partitioner = prototype.copy()
    partitioner.setup(case["channels"], case.get("randomStart", 0), random.Random(0))
    values = case.get("keys") or case.get("records") or range(len(case["selected"]))

    selected = [partitioner.select_channel(StreamRecord(value)) for value in values]

    assert selected == case["selected"]


@pytest.mark.parametrize("case", cases_of("partitioners", "properties"))
def test_the_properties_of_a_partitioner_are_flinks(case: dict[str, Any]) -> None:
    partitioner = make_partitioner(case["partitioner"])

    assert type(partitioner).__name__ == case["partitioner"]
    assert str(partitioner) == case["toString"]
    assert partitioner.is_pointwise == case["isPointwise"]
    assert partitioner.is_broadcast == case["isBroadcast"]
    assert partitioner.supports_unaligned_checkpoint == case["supportsUnalignedCheckpoint"]
    assert (
        mapper(lambda: partitioner.upstream_subtask_state_mapper)
        == (case["upstreamSubtaskStateMapper"])
    )
    assert (
        mapper(lambda: partitioner.downstream_subtask_state_mapper)
        == (case["downstreamSubtaskStateMapper"])
    )


def mapper(read: Callable[[], str]) -> str:
    try:
        return read()
    except RuntimeError as error:
        return f"RuntimeException: {error}"


def forward_with_two_channels() -> str:
    partitioner = ForwardPartitioner()
    partitioner.setup(2)
    selected = [partitioner.select_channel(StreamRecord(value)) for value in range(3)]
    return str(selected).replace(" ", "")


def hash_of_a_null_key() -> object:
    partitioner = KeyGroupStreamPartitioner(identity, 128)
    partitioner.setup(2)
    return partitioner.select_channel(StreamRecord(None))


ERRORS: dict[str, Callable[[], object]] = {
    "BroadcastPartitioner.selectChannel": lambda: BroadcastPartitioner().select_channel(
        StreamRecord(1)
    ),
    "ForwardPartitioner.setup(2) then selectChannel": forward_with_two_channels,
    "KeyGroupStreamPartitioner with null key": hash_of_a_null_key,
}


@pytest.mark.parametrize("case", cases_of("partitioners", "error"))
def test_what_flink_refuses_is_refused_in_its_words(case: dict[str, Any]) -> None:
    call = ERRORS[case["expr"]]
    if case["exception"] is None:
        assert call() == case["result"]
        return

    with pytest.raises(JAVA_EXCEPTIONS[case["exception"]]) as raised:
        call()

    assert str(raised.value) == case["message"]
