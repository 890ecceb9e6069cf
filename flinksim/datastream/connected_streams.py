"""Two streams that one operator reads.

Flink: ``ConnectedStreams``, ``BroadcastStream`` and ``BroadcastConnectedStream``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flinksim.common.typeinfo import TypeInformation
from flinksim.common.typeutils.java_type_names import format_java_type_name
from flinksim.core.pyflink_errors import JavaTypeMismatchError
from flinksim.datastream.api_flavor import get_api_flavor
from flinksim.datastream.argument_checks import check_instance
from flinksim.datastream.data_stream import DataStream, as_type_info
from flinksim.datastream.functions import (
    BroadcastProcessFunction,
    CoFlatMapFunction,
    CoMapFunction,
    CoProcessFunction,
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
)
from flinksim.datastream.keyed_stream import KeyedStream
from flinksim.datastream.lambda_functions import KeyedCoFlatMap, KeyedCoMap, is_rich
from flinksim.datastream.state import MapStateDescriptor
from flinksim.datastream.transformations import (
    BroadcastProcessSpec,
    CoFlatMapSpec,
    CoMapSpec,
    CoProcessSpec,
    KeyedBroadcastProcessSpec,
    KeyedCoProcessSpec,
    OperatorSpec,
)

if TYPE_CHECKING:
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment


class ConnectedStreams:
    """Two streams, possibly of different types, that share an operator and its state.

    Flink: ``ConnectedStreams``.
    """

    def __init__(self, stream1: DataStream, stream2: DataStream) -> None:
        self.stream1 = stream1
        self.stream2 = stream2

    def get_execution_environment(self) -> StreamExecutionEnvironment:
        """Return the environment of the streams. Not in PyFlink."""
        return self.stream1.get_execution_environment()

    def key_by(
        self, key_selector1: Any, key_selector2: Any, key_type: TypeInformation | None = None
    ) -> ConnectedStreams:
        """Key both streams, so that values with the same key go to the same subtask."""
        return ConnectedStreams(
            self.stream1.key_by(key_selector1, key_type),
            self.stream2.key_by(key_selector2, key_type),
        )

    def map(self, func: CoMapFunction, output_type: TypeInformation | None = None) -> DataStream:
        """Emit at most one value for each input value."""
        check_instance(
            func, CoMapFunction, "ConnectedStreams.map", "func",
            "The input function must be a CoMapFunction",
        )  # fmt: skip
        keyed = self._get_keyed_streams()
        spec: OperatorSpec
        if keyed is not None and is_rich(func):
            spec = KeyedCoProcessSpec(
                KeyedCoMap(func), keyed[0].key_selector, keyed[1].key_selector
            )
        else:
            spec = CoMapSpec(func)
        return self.transform("Co-Map", spec, as_type_info(output_type, "map"))

    def flat_map(
        self, func: CoFlatMapFunction, output_type: TypeInformation | None = None
    ) -> DataStream:
        """Emit any number of values for each input value."""
        check_instance(
            func, CoFlatMapFunction, "ConnectedStreams.flat_map", "func",
            "The input must be a CoFlatMapFunction",
        )  # fmt: skip
        keyed = self._get_keyed_streams()
        spec: OperatorSpec
        if keyed is not None and is_rich(func):
            spec = KeyedCoProcessSpec(
                KeyedCoFlatMap(func), keyed[0].key_selector, keyed[1].key_selector
            )
        else:
            spec = CoFlatMapSpec(func)
        return self.transform("Co-Flat Map", spec, as_type_info(output_type, "flat_map"))

    def process(
        self,
        func: CoProcessFunction | KeyedCoProcessFunction,
        output_type: TypeInformation | None = None,
    ) -> DataStream:
        """Emit any number of values, with access to time; with keys, also to state and timers."""
        check_instance(
            func, (CoProcessFunction, KeyedCoProcessFunction), "ConnectedStreams.process", "func",
            "The input must be a CoProcessFunction or KeyedCoProcessFunction",
        )  # fmt: skip
        keyed = self._get_keyed_streams()
        type_ = as_type_info(output_type, "process")
        if keyed is None:
            if isinstance(func, KeyedCoProcessFunction):
                raise TypeError(
                    "KeyedCoProcessFunction can only be used when both input streams are of type "
                    "KeyedStream. Call key_by(selector1, selector2) on the connected streams first."
                )
            return self.transform("Co-Process", CoProcessSpec(func), type_)
        spec = KeyedCoProcessSpec(func, keyed[0].key_selector, keyed[1].key_selector)
        is_keyed_function = isinstance(func, KeyedCoProcessFunction)
        return self.transform(
            "Co-Keyed-Process" if is_keyed_function else "Co-Process", spec, type_
        )

    def transform(
        self, operator_name: str, spec: OperatorSpec, output_type: TypeInformation | None = None
    ) -> DataStream:
        """Add the two-input operator that *spec* describes. Not in PyFlink."""
        return _add_two_input_operator(self.stream1, self.stream2, operator_name, spec, output_type)

    def _get_keyed_streams(self) -> tuple[KeyedStream, KeyedStream] | None:
        if isinstance(self.stream1, KeyedStream) and isinstance(self.stream2, KeyedStream):
            return self.stream1, self.stream2
        return None


class BroadcastStream:
    """A stream whose values every subtask stores in broadcast state.

    Flink: ``BroadcastStream``.
    """

    def __init__(
        self, input_stream: DataStream, broadcast_state_descriptors: list[MapStateDescriptor]
    ) -> None:
        self.input_stream = input_stream
        self.broadcast_state_descriptors = broadcast_state_descriptors


class BroadcastConnectedStream:
    """A keyed or non-keyed stream, connected with a broadcast stream.

    Flink: ``BroadcastConnectedStream``.
    """

    def __init__(
        self,
        non_broadcast_stream: DataStream,
        broadcast_stream: BroadcastStream,
        broadcast_state_descriptors: list[MapStateDescriptor],
    ) -> None:
        self.non_broadcast_stream = non_broadcast_stream
        self.broadcast_stream = broadcast_stream
        self.broadcast_state_descriptors = broadcast_state_descriptors

    def process(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Emit any number of values for each value of either stream."""
        check_instance(
            func, (BroadcastProcessFunction, KeyedBroadcastProcessFunction),
            "BroadcastConnectedStream.process", "func",
            "The input must be a BroadcastProcessFunction or KeyedBroadcastProcessFunction",
            pyflink_error=None,
        )  # fmt: skip
        stream = self.non_broadcast_stream
        descriptors = tuple(self.broadcast_state_descriptors)
        type_ = as_type_info(output_type, "process")
        name: str
        spec: OperatorSpec
        if isinstance(stream, KeyedStream):
            if isinstance(func, BroadcastProcessFunction):
                raise TypeError(
                    "BroadcastProcessFunction should be applied to non-keyed DataStream. This stream "
                    "is keyed: write a KeyedBroadcastProcessFunction."
                )
            name = "Co-Process-Broadcast-Keyed"
            spec = KeyedBroadcastProcessSpec(func, stream.key_selector, descriptors)
        else:
            if isinstance(func, KeyedBroadcastProcessFunction):
                raise TypeError(
                    "KeyedBroadcastProcessFunction should be applied to keyed DataStream. This stream "
                    "has no keys: call key_by before connect, or write a BroadcastProcessFunction."
                )
            name = "Co-Process-Broadcast"
            spec = BroadcastProcessSpec(func, descriptors)
        return _add_two_input_operator(
            stream, self.broadcast_stream.input_stream, name, spec, type_
        )


def _add_two_input_operator(
    stream1: DataStream,
    stream2: DataStream,
    name: str,
    spec: OperatorSpec,
    output_type: TypeInformation | None,
) -> DataStream:
    environment = stream1.get_execution_environment()
    if isinstance(stream1, KeyedStream) and isinstance(stream2, KeyedStream):
        if not get_api_flavor(environment.configuration).uses_python_operators:
            stream1, stream2 = _unify_key_types(stream1, stream2)
    transformation = environment.add_transformation(
        name, spec, (stream1.transformation, stream2.transformation), output_type
    )
    transformation.extra["keyed_inputs"] = tuple(
        isinstance(stream, KeyedStream) for stream in (stream1, stream2)
    )
    if isinstance(stream1, KeyedStream):
        transformation.key_selector = stream1.key_selector
        transformation.key_type = stream1.key_type
    elif isinstance(stream2, KeyedStream):
        transformation.key_type = stream2.key_type
    return DataStream(environment, transformation)


def _unify_key_types(stream1: KeyedStream, stream2: KeyedStream) -> tuple[KeyedStream, KeyedStream]:
    """Return both streams with keys of one type, by which the keys are hashed.

    If only one stream declares a key type, it counts for both.

    Raises:
        TypeError: If they declare different types, with Flink's error message.
    """
    type1, type2 = stream1.key_type, stream2.key_type
    if type1 == type2:
        return stream1, stream2
    if type1 is None:
        return stream1.key_by(stream1.key_selector, type2), stream2
    if type2 is None:
        return stream1, stream2.key_by(stream2.key_selector, type1)
    raise JavaTypeMismatchError(
        f"Key types if input KeyedStreams don't match: {format_java_type_name(type1)} and "
        f"{format_java_type_name(type2)}. Declare one type in both calls of key_by."
    )
