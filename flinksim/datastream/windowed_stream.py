"""Windowed streams: assigner, trigger, evictor and window function of a window operator.

Flink: ``WindowedStream``, ``AllWindowedStream`` and their builders in
``org.apache.flink.streaming.api.datastream``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, TypeVar

from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.core.pyflink_errors import PythonTypeMismatchError, raise_or_warn
from flinksim.core.removed_api import explain_removed_name
from flinksim.core.source_locations import SourceLocation, find_user_location
from flinksim.datastream.aggregations import (
    AggregationType,
    create_comparable_aggregator,
    create_sum_aggregator,
)
from flinksim.datastream.api_flavor import get_api_flavor
from flinksim.datastream.argument_checks import (
    check_function,
    check_instance,
    check_whole_number,
    describe_value,
)
from flinksim.datastream.data_stream import DataStream, as_type_info
from flinksim.datastream.functions import (
    AggregateFunction,
    AllWindowFunction,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
    ReduceFunction,
    WindowFunction,
)
from flinksim.datastream.lambda_functions import LambdaReduceFunction
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.transformations import WindowSpec
from flinksim.datastream.window_description import (
    describe_all_window,
    describe_python_window,
    describe_window,
    get_window_name,
)

if TYPE_CHECKING:
    from flinksim.datastream.keyed_stream import KeyedStream
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment


class _WindowedStreamBase:
    """Base of keyed and non-keyed windowed streams.

    The default trigger is the assigner's. ``process`` and ``apply`` get all elements of a window.
    ``reduce``, ``aggregate``, ``sum`` and similar methods store one value per window, unless there
    is an evictor.
    """

    _STREAM_CLASS_NAME = "WindowedStream"
    _WINDOW_FUNCTION: type = WindowFunction
    _PROCESS_FUNCTION: type = ProcessWindowFunction

    def __getattr__(self, name: str) -> Any:
        message = f"'{self._STREAM_CLASS_NAME}' object has no attribute '{name}'"
        if hint := explain_removed_name("WindowedStream", name):
            message += f". {hint}"
        elif not name.startswith("_") and hasattr(DataStream, name):
            message += (
                f". {name}() is a method of a DataStream. Windows return a "
                "DataStream after reduce(...), aggregate(...), apply(...) or "
                "process(...). Call one of these before it."
            )
        raise AttributeError(message, name=name, obj=self)

    def __init__(self, stream: DataStream, window_assigner: Any) -> None:
        from flinksim.datastream.window import WindowAssigner

        check_instance(
            window_assigner, WindowAssigner, self._STREAM_CLASS_NAME, "window_assigner",
            "A WindowAssigner such as TumblingEventTimeWindows.of(Duration.of_seconds(10)) is required",
            pyflink_error=None,
        )  # fmt: skip
        self._stream = stream
        self._flavor = get_api_flavor(stream.get_execution_environment().configuration)
        self._assigner = window_assigner
        self._trigger: Any = None
        self._evictor: Any = None
        self._allowed_lateness_ms = 0
        self._late_output_tag: OutputTag | None = None
        self._call_locations: dict[str, SourceLocation] = {}
        self._note_call("window")

    def _note_call(self, method: str) -> None:
        """Note which line of the program makes a choice, for answers that propose another one."""
        if location := find_user_location():
            self._call_locations[method] = location

    def get_execution_environment(self) -> StreamExecutionEnvironment:
        """Return the environment of the stream."""
        return self._stream.get_execution_environment()

    def get_input_type(self) -> TypeInformation:
        """Return the declared type of the values."""
        return self._stream.get_type()

    def trigger(self, trigger: Any) -> Self:
        """Set the trigger, which decides when a window fires.

        Raises:
            TypeError: If windows are merged and the trigger cannot merge.
        """
        from flinksim.datastream.window import MergingWindowAssigner, Trigger

        check_instance(
            trigger, Trigger, "trigger", "trigger", "A Trigger is required", pyflink_error=None
        )
        if isinstance(self._assigner, MergingWindowAssigner) and not trigger.can_merge():
            raise TypeError(
                "A merging window assigner cannot be used with a trigger that does not support "
                f"merging. {type(self._assigner).__name__} merges windows, and "
                f"{type(trigger).__name__}.can_merge() is false."
            )
        self._trigger = trigger
        self._note_call("trigger")
        return self

    def evictor(self, evictor: Any) -> Self:
        """Set the evictor, which removes elements before or after the function. Not in PyFlink."""
        from flinksim.datastream.window import Evictor

        check_instance(evictor, Evictor, "evictor", "evictor", "An Evictor is required")
        self._evictor = evictor
        return self

    def allowed_lateness(self, time_ms: Any) -> Self:
        """Keep a window after its end, and fire again for late elements.

        Args:
            time_ms: How long to keep it, in milliseconds, or as a ``Time`` or a ``Duration``.

        Raises:
            ValueError: If it is negative.
        """
        try:
            lateness_ms = _to_milliseconds(time_ms, "allowed_lateness", "time_ms")
        except TypeError as error:
            raise_or_warn(error)
            self._allowed_lateness_ms = time_ms
            return self
        self._note_call("allowed_lateness")
        if lateness_ms < 0:
            raise_or_warn(
                ValueError(
                    "The allowed lateness cannot be negative. allowed_lateness(time_ms) was given "
                    f"{time_ms!r}."
                )
            )
        self._allowed_lateness_ms = lateness_ms
        return self

    def side_output_late_data(self, output_tag: OutputTag) -> Self:
        """Send late elements to *output_tag*."""
        check_instance(
            output_tag, OutputTag, "side_output_late_data", "output_tag",
            "Side output tag must not be null: an OutputTag is required", pyflink_error=None,
        )  # fmt: skip
        self._late_output_tag = output_tag
        return self

    def reduce(
        self,
        reduce_function: Any,
        window_function: Any = None,
        output_type: TypeInformation | None = None,
    ) -> DataStream:
        """Combine the elements of a window; *window_function* gets the result."""
        check_function(
            reduce_function, ReduceFunction, "reduce", "reduce_function", 2,
            "The input must be a ReduceFunction or a callable function",
        )  # fmt: skip
        if not isinstance(reduce_function, ReduceFunction):
            reduce_function = LambdaReduceFunction(reduce_function)
        self._check_window_function(window_function, "reduce")
        result_type = as_type_info(output_type, "reduce")
        if window_function is None and result_type is None:
            result_type = self._stream.transformation.output_type
        return self._add_window_operator(reduce_function, window_function, result_type)

    def aggregate(
        self,
        aggregate_function: AggregateFunction,
        window_function: Any = None,
        accumulator_type: TypeInformation | None = None,
        output_type: TypeInformation | None = None,
    ) -> DataStream:
        """Aggregate the elements of a window; *window_function* gets the result."""
        check_instance(
            aggregate_function, AggregateFunction, "aggregate", "aggregate_function",
            "An AggregateFunction is required",
        )  # fmt: skip
        self._check_window_function(window_function, "aggregate")
        accumulator_type = as_type_info(accumulator_type, "aggregate", "accumulator_type")
        result_type = as_type_info(output_type, "aggregate")
        return self._add_window_operator(
            aggregate_function, window_function, result_type, accumulator_type
        )

    def apply(self, window_function: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Apply *window_function* to all elements of a window."""
        check_instance(
            window_function, self._WINDOW_FUNCTION, "apply", "window_function",
            f"window_function should be a {self._WINDOW_FUNCTION.__name__}", pyflink_error=None,
        )  # fmt: skip
        return self._add_window_operator(None, window_function, as_type_info(output_type, "apply"))

    def process(
        self, process_window_function: Any, output_type: TypeInformation | None = None
    ) -> DataStream:
        """Apply a function to all elements of a window, with access to time and state."""
        check_instance(
            process_window_function, self._PROCESS_FUNCTION, "process", "process_window_function",
            f"process_window_function should be a {self._PROCESS_FUNCTION.__name__}",
            pyflink_error=None,
        )  # fmt: skip
        type_ = as_type_info(output_type, "process")
        return self._add_window_operator(None, process_window_function, type_)

    def sum(self, position_to_sum: int | str = 0) -> DataStream:
        """Sum a field; other fields are those of the window's first element. Not in PyFlink."""
        call = "sum(position_to_sum)"
        type_info = self._stream.transformation.output_type
        return self._add_aggregation(
            create_sum_aggregator(position_to_sum, call, type_info, self._flavor)
        )

    def min(self, position_to_min: int | str = 0) -> DataStream:
        """Emit the minimum of a field, with other fields of the first element. Not in PyFlink."""
        return self._add_comparable_aggregation("MIN", "min", position_to_min)

    def max(self, position_to_max: int | str = 0) -> DataStream:
        """Emit the maximum of a field, with other fields of the first element. Not in PyFlink."""
        return self._add_comparable_aggregation("MAX", "max", position_to_max)

    def min_by(self, position_to_min_by: int | str = 0, first: bool = True) -> DataStream:
        """Emit the first or last element with the minimum of a field. Not in PyFlink."""
        return self._add_comparable_aggregation("MINBY", "min_by", position_to_min_by, first)

    def max_by(self, position_to_max_by: int | str = 0, first: bool = True) -> DataStream:
        """Emit the first or last element with the maximum of a field. Not in PyFlink."""
        return self._add_comparable_aggregation("MAXBY", "max_by", position_to_max_by, first)

    def _add_comparable_aggregation(
        self, kind: AggregationType, method: str, field: int | str, first: bool = True
    ) -> DataStream:
        type_ = self._stream.transformation.output_type
        call = f"{method}(position_to_{method})"
        return self._add_aggregation(
            create_comparable_aggregator(field, call, type_, self._flavor, kind, first)
        )

    def _add_aggregation(self, function: ReduceFunction) -> DataStream:
        return self._add_window_operator(function, None, self._stream.transformation.output_type)

    def _check_window_function(self, function: Any, method: str) -> None:
        kinds = (self._WINDOW_FUNCTION, self._PROCESS_FUNCTION)
        if function is not None and not isinstance(function, kinds):
            raise TypeError(
                f"window_function should be a {kinds[0].__name__} or {kinds[1].__name__}. "
                f"{method}(window_function) was given {describe_value(function)}."
            )

    def _add_window_operator(
        self,
        pre_aggregation: Any,
        window_function: Any,
        output_type: TypeInformation | None,
        accumulator_type: TypeInformation | None = None,
    ) -> DataStream:
        raise NotImplementedError  # keyed and non-keyed windows differ

    def _create_spec(
        self,
        key_selector: Any,
        pre_aggregation: Any,
        window_function: Any,
        accumulator_type: TypeInformation | None,
    ) -> WindowSpec:
        from flinksim.datastream.window import WindowAssigner

        if not isinstance(self._assigner, WindowAssigner):  # PyFlink reports it here as well
            raise PythonTypeMismatchError(
                f"'{type(self._assigner).__name__}' object has no attribute "
                f"'get_default_trigger': {describe_value(self._assigner)} is not "
                "a WindowAssigner."
            )
        return WindowSpec(
            key_selector=key_selector,
            assigner=self._assigner,
            trigger=self._trigger,
            evictor=self._evictor,
            allowed_lateness_ms=self._allowed_lateness_ms,
            late_output_tag=self._late_output_tag,
            pre_aggregation=pre_aggregation,
            window_function=window_function,
            accumulator_type=accumulator_type,
        )


class WindowedStream(_WindowedStreamBase):
    """Windows per key. Flink: ``WindowedStream``."""

    _stream: KeyedStream

    def __init__(self, keyed_stream: KeyedStream, window_assigner: Any) -> None:
        super().__init__(keyed_stream, window_assigner)

    def _add_window_operator(
        self,
        pre_aggregation: Any,
        window_function: Any,
        output_type: TypeInformation | None,
        accumulator_type: TypeInformation | None = None,
    ) -> DataStream:
        spec = self._create_spec(
            self._stream.key_selector, pre_aggregation, window_function, accumulator_type
        )
        result = self._stream.transform(get_window_name(spec), spec, output_type)
        describe = describe_python_window if self._flavor.uses_python_operators else describe_window
        result.transformation.description = describe(spec)
        result.transformation.call_locations.update(self._call_locations)
        return result


class AllWindowedStream(_WindowedStreamBase):
    """Windows over all values, in one subtask. Flink: ``AllWindowedStream``."""

    _STREAM_CLASS_NAME = "AllWindowedStream"
    _WINDOW_FUNCTION = AllWindowFunction
    _PROCESS_FUNCTION = ProcessAllWindowFunction

    def __init__(self, data_stream: DataStream, window_assigner: Any) -> None:
        super().__init__(data_stream, window_assigner)
        # As in Flink all values get the same key, so that the operator of keyed windows is used.
        is_python = self._flavor.uses_python_operators
        self._keyed_stream = data_stream.key_by(
            _NullKeySelector(), None if is_python else Types.BYTE()
        )

    def _add_window_operator(
        self,
        pre_aggregation: Any,
        window_function: Any,
        output_type: TypeInformation | None,
        accumulator_type: TypeInformation | None = None,
    ) -> DataStream:
        spec = self._create_spec(None, pre_aggregation, window_function, accumulator_type)
        if self._flavor.uses_python_operators:
            result = self._keyed_stream.transform(get_window_name(spec), spec, output_type)
            result.transformation.description = describe_python_window(spec)
            result.transformation.call_locations.update(self._call_locations)
            return result
        state_type = accumulator_type or self._stream.get_type()
        description = describe_all_window(spec, state_type)
        if _is_named_by_description(spec):
            result = self._keyed_stream.transform(description, spec, output_type)
        else:
            result = self._keyed_stream.transform(get_window_name(spec), spec, output_type)
            result.transformation.description = description
        result.transformation.call_locations.update(self._call_locations)
        return result.force_non_parallel()


def _is_named_by_description(spec: WindowSpec) -> bool:
    """Return whether Flink uses the long description as the operator's name.

    Flink follows no rule here.
    """
    processes = isinstance(spec.window_function, ProcessAllWindowFunction)
    if isinstance(spec.pre_aggregation, AggregateFunction):
        return not processes
    return spec.pre_aggregation is None or processes


class _NullKeySelector:
    """The key selector of windows without keys. Flink: ``NullByteKeySelector``."""

    def __call__(self, value: Any) -> int:
        return 0


S = TypeVar("S", bound=_WindowedStreamBase)


def create_count_windows(
    stream_class: type[S], stream: Any, size: int, slide: int, method: str
) -> S:
    """Create windows of *size* elements, which overlap if *slide* is not 0.

    Args:
        stream_class: The class of the result.
        stream: The stream.
        size: The number of elements of a window.
        slide: The number of elements after which the next window fires, or 0.
        method: The name of the API method, for the error message.

    Raises:
        ValueError: If *size* is not positive or *slide* is negative.
    """
    from flinksim.datastream.window import CountEvictor, CountTrigger, GlobalWindows, PurgingTrigger

    check_whole_number(size, method, "size")
    check_whole_number(slide, method, "slide")
    if size <= 0 or slide < 0:
        raise ValueError(
            f"{method}(size, slide): expected a size of at least 1 and a slide of at least 0 (0: "
            f"windows do not overlap), found size {size} and slide {slide}."
        )
    windows = stream_class(stream, GlobalWindows.create())
    if slide == 0:
        return windows.trigger(PurgingTrigger.of(CountTrigger.of(size)))
    return windows.evictor(CountEvictor.of(size)).trigger(CountTrigger.of(slide))


def _to_milliseconds(time: Any, method: str, argument: str) -> int:
    if isinstance(time, int) and not isinstance(time, bool):
        return time
    for convert in ("to_milliseconds", "to_millis"):
        if callable(getattr(time, convert, None)):
            return int(getattr(time, convert)())
    raise TypeError(
        f"{method}({argument}): expected milliseconds, a Time or a Duration, found "
        f"{describe_value(time)}."
    )
