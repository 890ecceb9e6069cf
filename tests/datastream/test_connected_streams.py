from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Types
from flinksim.datastream import (
    BroadcastProcessFunction,
    CoFlatMapFunction,
    CoMapFunction,
    CoProcessFunction,
    DataStream,
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
    StreamExecutionEnvironment,
)
from flinksim.datastream.state import MapStateDescriptor
from flinksim.datastream.transformations import (
    BroadcastProcessSpec,
    CoFlatMapSpec,
    CoMapSpec,
    CoProcessSpec,
    KeyedBroadcastProcessSpec,
    KeyedCoProcessSpec,
)

RULES = MapStateDescriptor("rules", Types.STRING(), Types.STRING())


class CoMap(CoMapFunction):
    def map1(self, value: Any) -> Any:
        return value

    def map2(self, value: Any) -> Any:
        return None


class RichCoMap(CoMap):
    def open(self, runtime_context: Any) -> None:
        pass


class CoFlatMap(CoFlatMapFunction):
    def flat_map1(self, value: Any) -> Any:
        return [value, value]

    def flat_map2(self, value: Any) -> Any:
        return None


class RichCoFlatMap(CoFlatMap):
    def open(self, runtime_context: Any) -> None:
        pass


class CoProcess(CoProcessFunction):
    def process_element1(self, value: Any, ctx: Any) -> Any:
        return [value]

    def process_element2(self, value: Any, ctx: Any) -> Any:
        return [value]


class KeyedCoProcess(KeyedCoProcessFunction):
    def process_element1(self, value: Any, ctx: Any) -> Any:
        return [value]

    def process_element2(self, value: Any, ctx: Any) -> Any:
        return [value]


class Broadcast(BroadcastProcessFunction[Any, Any, Any]):
    def process_element(self, value: Any, ctx: Any) -> Any:
        return [value]

    def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
        return None


class KeyedBroadcast(KeyedBroadcastProcessFunction[Any, Any, Any, Any]):
    def process_element(self, value: Any, ctx: Any) -> Any:
        return [value]

    def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
        return None


@pytest.fixture
def streams() -> tuple[DataStream, DataStream]:
    env = StreamExecutionEnvironment.get_execution_environment()
    return env.from_collection([("a", 1)]), env.from_collection([("b", 2)])


def first(value: Any) -> Any:
    return value[0]


def test_two_streams_share_an_operator(streams: tuple[DataStream, DataStream]) -> None:
    connected = streams[0].connect(streams[1])
    for result, kind, name in (
        (connected.map(CoMap()), CoMapSpec, "Co-Map"),
        (connected.flat_map(CoFlatMap()), CoFlatMapSpec, "Co-Flat Map"),
        (connected.process(CoProcess()), CoProcessSpec, "Co-Process"),
    ):
        assert isinstance(result.transformation.spec, kind)
        assert result.transformation.name == name
        assert result.transformation.inputs == tuple(s.transformation for s in streams)


def test_keyed_streams_share_keyed_state(streams: tuple[DataStream, DataStream]) -> None:
    connected = streams[0].connect(streams[1]).key_by(first, first)
    keyed = connected.process(KeyedCoProcess())
    assert isinstance(keyed.transformation.spec, KeyedCoProcessSpec)
    assert keyed.transformation.name == "Co-Keyed-Process"
    assert keyed.transformation.key_selector is first
    assert isinstance(connected.map(CoMap()).transformation.spec, CoMapSpec)
    rich = connected.map(RichCoMap()).transformation.spec
    assert isinstance(rich, KeyedCoProcessSpec)
    assert list(rich.function.process_element1(1, None)) == [1]
    assert list(rich.function.process_element2(1, None)) == []
    flat = connected.flat_map(RichCoFlatMap()).transformation.spec
    assert isinstance(flat, KeyedCoProcessSpec)
    assert list(flat.function.process_element1(1, None)) == [1, 1]


def test_a_keyed_function_needs_two_keyed_streams(streams: tuple[DataStream, DataStream]) -> None:
    half = streams[0].key_by(first).connect(streams[1])
    with pytest.raises(TypeError, match="can only be used when both input streams are"):
        half.process(KeyedCoProcess())


def test_what_is_no_co_function_is_refused(streams: tuple[DataStream, DataStream]) -> None:
    connected = streams[0].connect(streams[1])
    for method in ("map", "flat_map", "process"):
        with pytest.raises(TypeError, match=rf"ConnectedStreams\.{method}\(func\) was given 3"):
            getattr(connected, method)(3)
    with pytest.raises(TypeError, match=r"connect\(ds\) was given 3"):
        streams[0].connect(3)


def test_a_broadcast_stream_is_joined_by_its_kind_of_function(
    streams: tuple[DataStream, DataStream],
) -> None:
    broadcast = streams[1].broadcast(RULES)
    plain = streams[0].connect(broadcast).process(Broadcast()).transformation
    assert isinstance(plain.spec, BroadcastProcessSpec)
    assert plain.spec.state_descriptors == (RULES,)
    assert plain.name == "Co-Process-Broadcast"
    keyed = streams[0].key_by(first).connect(broadcast).process(KeyedBroadcast()).transformation
    assert isinstance(keyed.spec, KeyedBroadcastProcessSpec)
    assert keyed.name == "Co-Process-Broadcast-Keyed"
    with pytest.raises(TypeError, match="should be applied to keyed DataStream"):
        streams[0].connect(broadcast).process(KeyedBroadcast())
    with pytest.raises(TypeError, match="should be applied to non-keyed DataStream"):
        streams[0].key_by(first).connect(broadcast).process(Broadcast())
    with pytest.raises(TypeError, match="broadcast_state_descriptor must be MapStateDescriptor"):
        streams[1].broadcast(3)  # type: ignore[arg-type]
