from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Duration, Time, Types
from flinksim.datastream import DataStream, StreamExecutionEnvironment
from flinksim.datastream.joined_streams import (
    CoGroupWindowFunction,
    FlatJoinFunction,
    JoinFunction,
    TaggedUnion,
)
from flinksim.datastream.transformations import IntervalJoinSpec, UnionSpec, WindowSpec
from flinksim.datastream.window import TumblingEventTimeWindows

TEN_SECONDS = TumblingEventTimeWindows.of(Duration.of_seconds(10))


@pytest.fixture
def streams() -> tuple[DataStream, DataStream]:
    env = StreamExecutionEnvironment.get_execution_environment()
    return env.from_collection([("a", 1)]), env.from_collection([("a", 2)])


def first(value: Any) -> Any:
    return value[0]


def window_function(stream: DataStream) -> CoGroupWindowFunction:
    spec = stream.transformation.spec
    assert isinstance(spec, WindowSpec)
    assert isinstance(spec.window_function, CoGroupWindowFunction)
    return spec.window_function


CONTENTS = [TaggedUnion(1, "l1"), TaggedUnion(2, "r1"), TaggedUnion(1, "l2"), TaggedUnion(2, "r2")]


def test_a_join_pairs_every_left_with_every_right_value(
    streams: tuple[DataStream, DataStream],
) -> None:
    join = streams[0].join(streams[1]).where(first).equal_to(first).window(TEN_SECONDS)
    pairs = window_function(join.apply(lambda left, right: left + right))
    assert list(pairs.apply("a", None, CONTENTS)) == ["l1r1", "l1r2", "l2r1", "l2r2"]
    assert list(pairs.apply("a", None, CONTENTS[:1])) == []


def test_a_join_takes_all_forms_of_functions(streams: tuple[DataStream, DataStream]) -> None:
    class Join(JoinFunction):
        def join(self, first: Any, second: Any) -> Any:
            return (first, second)

    class Flat(FlatJoinFunction):
        def flat_join(self, first: Any, second: Any) -> Any:
            return [first, second]

    join = streams[0].join(streams[1]).where(first).equal_to(first).window(TEN_SECONDS)
    pair = CONTENTS[:2]
    assert list(window_function(join.apply(Join())).apply("a", None, pair)) == [("l1", "r1")]
    assert list(window_function(join.apply(Flat())).apply("a", None, pair)) == ["l1", "r1"]


def test_a_co_group_sees_both_groups_even_if_one_is_empty(
    streams: tuple[DataStream, DataStream],
) -> None:
    grouped = streams[0].co_group(streams[1]).where(first).equal_to(first).window(TEN_SECONDS)
    groups = window_function(grouped.apply(lambda left, right: [(list(left), list(right))]))
    assert groups.apply("a", None, CONTENTS) == [(["l1", "l2"], ["r1", "r2"])]
    assert groups.apply("a", None, CONTENTS[:1]) == [(["l1"], [])]


def test_a_join_is_a_union_of_tagged_streams_keyed_by_their_own_selectors(
    streams: tuple[DataStream, DataStream],
) -> None:
    join = streams[0].join(streams[1]).where(first).equal_to(lambda value: value[1])
    result = join.window(TEN_SECONDS).apply(lambda left, right: left)
    (keyed,) = result.transformation.inputs
    assert isinstance(keyed.inputs[0].spec, UnionSpec)
    spec = result.transformation.spec
    assert isinstance(spec, WindowSpec)
    assert spec.key_selector is not None
    assert spec.key_selector(TaggedUnion(1, ("a", 1))) == "a"
    assert spec.key_selector(TaggedUnion(2, ("a", 1))) == 1


def test_a_join_that_lacks_a_part_says_which(streams: tuple[DataStream, DataStream]) -> None:
    with pytest.raises(TypeError, match=r"lacks equal_to\(key_selector\), window"):
        streams[0].join(streams[1]).where(first).apply(lambda left, right: left)


def test_an_interval_join_has_inclusive_bounds_unless_told_otherwise(
    streams: tuple[DataStream, DataStream],
) -> None:
    def bounds(join: Any) -> tuple[int, int]:
        spec = join.process(lambda left, right, ctx: []).transformation.spec
        assert isinstance(spec, IntervalJoinSpec)
        return spec.lower_bound_ms, spec.upper_bound_ms

    def join() -> Any:
        return streams[0].key_by(first).interval_join(streams[1].key_by(first))

    assert bounds(join().between(-1000, Time.seconds(2))) == (-1000, 2000)
    exclusive = join().between(0, 5).lower_bound_exclusive().upper_bound_exclusive()
    assert bounds(exclusive) == (1, 4)
    with pytest.raises(ValueError, match=r"Lower bound \(3\) cannot be after upper bound \(2\)"):
        join().between(3, 2)
    with pytest.raises(TypeError, match="lacks its bounds"):
        join().process(lambda left, right, ctx: [])
    with pytest.raises(TypeError, match="A KeyedStream is required"):
        streams[0].key_by(first).interval_join(streams[1])  # type: ignore[arg-type]


def test_the_functions_of_joins_are_found_beside_the_others() -> None:
    import flinksim.datastream as api
    from flinksim.datastream import joined_streams

    for name in ("CoGroupFunction", "FlatJoinFunction", "JoinFunction", "ProcessJoinFunction"):
        assert getattr(api, name) is getattr(joined_streams, name)
    assert not hasattr(api, "NoSuchFunction")


def test_the_types_of_both_keys_must_be_the_same(streams: Any) -> None:
    where = streams[0].co_group(streams[1]).where(first, Types.STRING())
    assert where.equal_to(first, Types.STRING()) is where
    with pytest.raises(ValueError, match=r"The keys for the two inputs are not equal: first key"):
        where.equal_to(first, Types.INT())
