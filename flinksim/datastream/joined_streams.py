"""Joins and co-groups. Not in PyFlink; Java's methods in snake case.

``a.join(b).where(key).equal_to(key).window(assigner).apply(function)`` pairs the values that share
key and window. As in Flink it consists of other operators: both streams are tagged by a map and
united, and a window function separates them again.

Flink: ``JoinedStreams``, ``CoGroupedStreams`` and ``KeyedStream.IntervalJoin``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Self

from flinksim.common.typeinfo import TypeInformation
from flinksim.core.pyflink_errors import JavaIllegalArgumentError
from flinksim.datastream.argument_checks import as_key_selector, check_function, describe_value
from flinksim.datastream.connected_streams import ConnectedStreams
from flinksim.datastream.data_stream import DataStream, as_type_info
from flinksim.datastream.functions import Function, RuntimeContext, WindowFunction
from flinksim.datastream.keyed_stream import KeyedStream
from flinksim.datastream.lambda_functions import FunctionWrapper
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.transformations import IntervalJoinSpec, KeySelector
from flinksim.datastream.windowed_stream import WindowedStream, _to_milliseconds


class JoinFunction(Function):
    """Returns one result for each pair."""

    @abstractmethod
    def join(self, first: Any, second: Any) -> Any:
        """Return the result for a pair."""


class FlatJoinFunction(Function):
    """Emits any number of results for each pair."""

    @abstractmethod
    def flat_join(self, first: Any, second: Any) -> Any:
        """Yield or return the results for a pair."""


class CoGroupFunction(Function):
    """Emits any number of results for the two groups of a key and window; either may be empty."""

    @abstractmethod
    def co_group(self, first: Iterable[Any], second: Iterable[Any]) -> Any:
        """Yield or return the results for the groups."""


class ProcessJoinFunction(Function):
    """Emits any number of results for each pair of an interval join."""

    @abstractmethod
    def process_element(self, left: Any, right: Any, ctx: Any) -> Any:
        """Yield or return the results for a pair; *ctx* has the three timestamps."""


class TaggedUnion(NamedTuple):
    """A value and the stream that it came from (1 or 2)."""

    stream: int
    value: Any


class _LambdaJoin(FunctionWrapper, JoinFunction):
    def join(self, first: Any, second: Any) -> Any:
        return self._func(first, second)


class _LambdaCoGroup(FunctionWrapper, CoGroupFunction):
    def co_group(self, first: Iterable[Any], second: Iterable[Any]) -> Any:
        return self._func(first, second)


class _LambdaProcessJoin(FunctionWrapper, ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: Any) -> Any:
        return self._func(left, right, ctx)


class _JoinCoGroupFunction(CoGroupFunction):
    """Calls a join function for all pairs of the two groups. Flink: ``JoinCoGroupFunction``."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def open(self, runtime_context: RuntimeContext) -> None:
        self.function.open(runtime_context)

    def close(self) -> None:
        self.function.close()

    def co_group(self, first: Iterable[Any], second: Iterable[Any]) -> Iterator[Any]:
        rights = list(second)
        for left in first:
            for right in rights:
                if isinstance(self.function, FlatJoinFunction):
                    yield from self.function.flat_join(left, right) or ()
                else:
                    yield self.function.join(left, right)


class CoGroupWindowFunction(WindowFunction[Any, Any, Any, Any]):
    """Separates a window's tagged values and calls the co-group function."""

    def __init__(self, function: CoGroupFunction) -> None:
        self.function = function

    def open(self, runtime_context: RuntimeContext) -> None:
        self.function.open(runtime_context)

    def close(self) -> None:
        self.function.close()

    def apply(self, key: Any, window: Any, inputs: Iterable[TaggedUnion]) -> Any:
        groups: tuple[list[Any], list[Any]] = ([], [])
        for tagged in inputs:
            groups[tagged.stream - 1].append(tagged.value)
        return self.function.co_group(*groups)


class CoGroupedStreams:
    """Two streams that are grouped by key and window.

    Flink: ``CoGroupedStreams`` with its builders ``Where``, ``EqualTo`` and ``WithWindow`` in one.
    """

    def __init__(self, input1: DataStream, input2: DataStream) -> None:
        self._input1 = input1
        self._input2 = input2
        self._key1: KeySelector | None = None
        self._key2: KeySelector | None = None
        self._key_type: TypeInformation | None = None
        self._assigner: Any = None
        self._trigger: Any = None
        self._evictor: Any = None
        self._allowed_lateness: Any = 0

    def where(self, key_selector: Any, key_type: TypeInformation | None = None) -> Self:
        """Set the key of the first stream's values."""
        self._key1 = as_key_selector(key_selector, "where")
        self._key_type = as_type_info(key_type, "where", "key_type")
        return self

    def equal_to(self, key_selector: Any, key_type: TypeInformation | None = None) -> Self:
        """Set the key of the second stream's values.

        Raises:
            ValueError: if *key_type* is not that of ``where``, with Flink's message.
        """
        self._key2 = as_key_selector(key_selector, "equal_to")
        other = as_type_info(key_type, "equal_to", "key_type")
        if None not in (other, self._key_type) and other != self._key_type:
            raise JavaIllegalArgumentError(
                "The keys for the two inputs are not equal: "
                f"first key = {self._key_type} , second key = {other}"
            )
        return self

    def window(self, window_assigner: Any) -> Self:
        """Set the window assigner."""
        self._assigner = window_assigner
        return self

    def trigger(self, trigger: Any) -> Self:
        """Set the trigger, which decides when a window fires."""
        self._trigger = trigger
        return self

    def evictor(self, evictor: Any) -> Self:
        """Set the evictor, which removes tagged values."""
        self._evictor = evictor
        return self

    def allowed_lateness(self, time_ms: Any) -> Self:
        """Set how long a window is kept after its end, in milliseconds."""
        self._allowed_lateness = time_ms
        return self

    def apply(self, function: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Apply *function* to the two groups of each key and window."""
        check_function(
            function, CoGroupFunction, "co_group.apply", "function", 2,
            "The input must be a CoGroupFunction or a callable function",
        )  # fmt: skip
        co_group = function if isinstance(function, CoGroupFunction) else _LambdaCoGroup(function)
        return self._apply_co_group(co_group, output_type)

    def _apply_co_group(
        self, function: CoGroupFunction, output_type: TypeInformation | None
    ) -> DataStream:
        if self._key1 is None or self._key2 is None or self._assigner is None:
            missing = [
                name
                for name, part in (
                    ("where(key_selector)", self._key1),
                    ("equal_to(key_selector)", self._key2),
                    ("window(window_assigner)", self._assigner),
                )
                if part is None
            ]
            raise TypeError(f"apply: the join lacks {', '.join(missing)}. Call them before apply.")
        first = _tag_stream(self._input1, 1)
        second = _tag_stream(self._input2, 2)
        selector = _UnionKeySelector(self._key1, self._key2)
        keyed = first.union(second).key_by(selector, self._key_type)
        windows = WindowedStream(keyed, self._assigner)
        if self._trigger is not None:
            windows.trigger(self._trigger)
        if self._evictor is not None:
            windows.evictor(self._evictor)
        windows.allowed_lateness(self._allowed_lateness)
        return windows.apply(CoGroupWindowFunction(function), output_type)


class JoinedStreams(CoGroupedStreams):
    """Two streams that are joined by key and window. Flink: ``JoinedStreams``."""

    def apply(self, function: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Apply *function* to each pair that shares key and window."""
        if not isinstance(function, FlatJoinFunction):
            check_function(
                function, JoinFunction, "join.apply", "function", 2,
                "The input must be a JoinFunction, a FlatJoinFunction or a callable function",
            )  # fmt: skip
            if not isinstance(function, JoinFunction):
                function = _LambdaJoin(function)
        return self._apply_co_group(_JoinCoGroupFunction(function), output_type)


class _UnionKeySelector:
    def __init__(self, key1: KeySelector, key2: KeySelector) -> None:
        self._keys = (key1, key2)

    def __call__(self, tagged: TaggedUnion) -> Any:
        return self._keys[tagged.stream - 1](tagged.value)


def _tag_stream(stream: DataStream, number: int) -> DataStream:
    tagged = stream.map(lambda value: TaggedUnion(number, value))
    tagged.transformation.parallelism = stream.transformation.parallelism
    tagged.transformation.extra["serializer"] = "UnionSerializer"
    return tagged


class IntervalJoin:
    """Two keyed streams whose values form pairs if their timestamps are close together.

    Flink: ``KeyedStream.IntervalJoin`` and ``IntervalJoined``.
    """

    def __init__(self, left: KeyedStream, right: KeyedStream) -> None:
        self._left = left
        self._right = right
        self._bounds: tuple[int, int] | None = None
        self._lower_inclusive = True
        self._upper_inclusive = True
        self._left_late_output_tag: OutputTag | None = None
        self._right_late_output_tag: OutputTag | None = None

    def between(self, lower_bound: Any, upper_bound: Any) -> Self:
        """Set the bounds of the right timestamp minus the left one (ms, ``Time`` or ``Duration``).

        Raises:
            ValueError: If the lower bound is after the upper bound.
        """
        lower = _to_milliseconds(lower_bound, "between", "lower_bound")
        upper = _to_milliseconds(upper_bound, "between", "upper_bound")
        if lower > upper:
            raise ValueError(
                f"between: Lower bound ({lower}) cannot be after upper bound ({upper})."
            )
        self._bounds = (lower, upper)
        return self

    def lower_bound_exclusive(self) -> Self:
        """Exclude the lower bound itself."""
        self._lower_inclusive = False
        return self

    def upper_bound_exclusive(self) -> Self:
        """Exclude the upper bound itself."""
        self._upper_inclusive = False
        return self

    def side_output_left_late_data(self, output_tag: OutputTag) -> Self:
        """Send late values of the left stream to *output_tag*."""
        self._left_late_output_tag = output_tag
        return self

    def side_output_right_late_data(self, output_tag: OutputTag) -> Self:
        """Send late values of the right stream to *output_tag*."""
        self._right_late_output_tag = output_tag
        return self

    def process(self, function: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Apply *function* to each pair."""
        check_function(
            function, ProcessJoinFunction, "interval_join.process", "process_join_function", 3,
            "The input must be a ProcessJoinFunction or a callable function",
        )  # fmt: skip
        if not isinstance(function, ProcessJoinFunction):
            function = _LambdaProcessJoin(function)
        if self._bounds is None:
            raise TypeError(
                "interval_join: the join lacks its bounds. Call between(lower, "
                f"upper) before process; found {describe_value(self._bounds)}."
            )
        lower, upper = self._bounds
        spec = IntervalJoinSpec(
            function,
            self._left.key_selector,
            self._right.key_selector,
            lower if self._lower_inclusive else lower + 1,
            upper if self._upper_inclusive else upper - 1,
            self._left_late_output_tag,
            self._right_late_output_tag,
        )
        connected = ConnectedStreams(self._left, self._right).key_by(
            self._left.key_selector, self._right.key_selector, self._left.key_type
        )
        return connected.transform("Interval Join", spec, as_type_info(output_type, "process"))
