"""Windowed streams: assigner, trigger, evictor and window function of a window operator.

Flink: ``WindowedStream``, ``AllWindowedStream`` and their builders in
``org.apache.flink.streaming.api.datastream``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, TypeVar

from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.core.pyflink_errors import KindRefusedByPython, refuse_or_warn
from flinksim.core.removed_api import what_became_of
from flinksim.datastream.aggregations import AggregationType, extreme_of, sum_of
from flinksim.datastream.api_flavor import dialect_of
from flinksim.datastream.argument_checks import (
    check_function,
    check_instance,
    check_whole_number,
    found,
)
from flinksim.datastream.data_stream import DataStream, declared_type
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
    window_name,
)

if TYPE_CHECKING:
    from flinksim.datastream.keyed_stream import KeyedStream
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment


class _Windows:
    """Base of keyed and non-keyed windowed streams.

    The default trigger is the assigner's. ``process`` and ``apply`` get all elements of a window.
    ``reduce``, ``aggregate``, ``sum`` and similar methods store one value per window, unless there
    is an evictor.
    """

    _KIND = "WindowedStream"
    _WINDOW_FUNCTION: type = WindowFunction
    _PROCESS_FUNCTION: type = ProcessWindowFunction

    def __getattr__(self, name: str) -> Any:
        message = f"'{self._KIND}' object has no attribute '{name}'"
        if hint := what_became_of("WindowedStream", name):
            message += f". {hint}"
        elif not name.startswith("_") and hasattr(DataStream, name):
            message += (
                f". {name}() works on a stream, and windows give one when it is said what becomes of "
                "their values: call reduce(...), aggregate(...), apply(...) or process(...) before it."
            )
        raise AttributeError(message, name=name, obj=self)

    def __init__(self, stream: DataStream, window_assigner: Any) -> None:
        from flinksim.datastream.window import WindowAssigner

        check_instance(
            window_assigner, WindowAssigner, self._KIND, "window_assigner",
            "A WindowAssigner such as TumblingEventTimeWindows.of(Duration.of_seconds(10)) is required",
            in_pyflink=None,
        )  # fmt: skip
        self._stream = stream
        self._dialect = dialect_of(stream.get_execution_environment().configuration)
        self._assigner = window_assigner
        self._trigger: Any = None
        self._evictor: Any = None
        self._allowed_lateness_ms = 0
        self._late_output_tag: OutputTag | None = None

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
            trigger, Trigger, "trigger", "trigger", "A Trigger is required", in_pyflink=None
        )
        if isinstance(self._assigner, MergingWindowAssigner) and not trigger.can_merge():
            raise TypeError(
                "A merging window assigner cannot be used with a trigger that does not support "
                f"merging. {type(self._assigner).__name__} merges windows, and "
                f"{type(trigger).__name__}.can_merge() is false."
            )
        self._trigger = trigger
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
            lateness_ms = _milliseconds(time_ms, "allowed_lateness", "time_ms")
        except TypeError as error:
            refuse_or_warn(error)
            self._allowed_lateness_ms = time_ms
            return self
        if lateness_ms < 0:
            refuse_or_warn(
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
            "Side output tag must not be null: an OutputTag is required", in_pyflink=None,
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
        result_type = declared_type(output_type, "reduce")
        if window_function is None and result_type is None:
            result_type = self._stream.transformation.output_type
        return self._window_operator(reduce_function, window_function, result_type)

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
        accumulator_type = declared_type(accumulator_type, "aggregate", "accumulator_type")
        result_type = declared_type(output_type, "aggregate")
        return self._window_operator(
            aggregate_function, window_function, result_type, accumulator_type
        )

    def apply(self, window_function: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Apply *window_function* to all elements of a window."""
        check_instance(
            window_function, self._WINDOW_FUNCTION, "apply", "window_function",
            f"window_function should be a {self._WINDOW_FUNCTION.__name__}", in_pyflink=None,
        )  # fmt: skip
        return self._window_operator(None, window_function, declared_type(output_type, "apply"))

    def process(
        self, process_window_function: Any, output_type: TypeInformation | None = None
    ) -> DataStream:
        """Apply a function to all elements of a window, with access to time and state."""
        check_instance(
            process_window_function, self._PROCESS_FUNCTION, "process", "process_window_function",
            f"process_window_function should be a {self._PROCESS_FUNCTION.__name__}",
            in_pyflink=None,
        )  # fmt: skip
        type_ = declared_type(output_type, "process")
        return self._window_operator(None, process_window_function, type_)

    def sum(self, position_to_sum: int | str = 0) -> DataStream:
        """Sum a field; other fields are those of the window's first element. Not in PyFlink."""
        call = "sum(position_to_sum)"
        type_info = self._stream.transformation.output_type
        return self._aggregation(sum_of(position_to_sum, call, type_info, self._dialect))

    def min(self, position_to_min: int | str = 0) -> DataStream:
        """Emit the minimum of a field, with other fields of the first element. Not in PyFlink."""
        return self._extreme("MIN", "min", position_to_min)

    def max(self, position_to_max: int | str = 0) -> DataStream:
        """Emit the maximum of a field, with other fields of the first element. Not in PyFlink."""
        return self._extreme("MAX", "max", position_to_max)

    def min_by(self, position_to_min_by: int | str = 0, first: bool = True) -> DataStream:
        """Emit the first or last element with the minimum of a field. Not in PyFlink."""
        return self._extreme("MINBY", "min_by", position_to_min_by, first)

    def max_by(self, position_to_max_by: int | str = 0, first: bool = True) -> DataStream:
        """Emit the first or last element with the maximum of a field. Not in PyFlink."""
        return self._extreme("MAXBY", "max_by", position_to_max_by, first)

    def _extreme(
        self, kind: AggregationType, method: str, field: int | str, first: bool = True
    ) -> DataStream:
        type_ = self._stream.transformation.output_type
        call = f"{method}(position_to_{method})"
        return self._aggregation(extreme_of(field, call, type_, self._dialect, kind, first))

    def _aggregation(self, function: ReduceFunction) -> DataStream:
        return self._window_operator(function, None, self._stream.transformation.output_type)

    def _check_window_function(self, function: Any, method: str) -> None:
        kinds = (self._WINDOW_FUNCTION, self._PROCESS_FUNCTION)
        if function is not None and not isinstance(function, kinds):
            raise TypeError(
                f"window_function should be a {kinds[0].__name__} or {kinds[1].__name__}. "
                f"{method}(window_function) was given {found(function)}."
            )

    def _window_operator(
        self,
        pre_aggregation: Any,
        window_function: Any,
        output_type: TypeInformation | None,
        accumulator_type: TypeInformation | None = None,
    ) -> DataStream:
        raise NotImplementedError  # keyed and non-keyed windows differ

    def _spec(
        self,
        key_selector: Any,
        pre_aggregation: Any,
        window_function: Any,
        accumulator_type: TypeInformation | None,
    ) -> WindowSpec:
        from flinksim.datastream.window import WindowAssigner

        if not isinstance(self._assigner, WindowAssigner):  # PyFlink reports it here as well
            raise KindRefusedByPython(
                f"'{type(self._assigner).__name__}' object has no attribute 'get_default_trigger': "
                f"{found(self._assigner)} is no WindowAssigner."
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


class WindowedStream(_Windows):
    """Windows per key. Flink: ``WindowedStream``."""

    _stream: KeyedStream

    def __init__(self, keyed_stream: KeyedStream, window_assigner: Any) -> None:
        super().__init__(keyed_stream, window_assigner)

    def _window_operator(
        self,
        pre_aggregation: Any,
        window_function: Any,
        output_type: TypeInformation | None,
        accumulator_type: TypeInformation | None = None,
    ) -> DataStream:
        spec = self._spec(
            self._stream.key_selector, pre_aggregation, window_function, accumulator_type
        )
        result = self._stream.transform(window_name(spec), spec, output_type)
        describe = (
            describe_python_window if self._dialect.operators_are_pythons else describe_window
        )
        result.transformation.description = describe(spec)
        return result


class AllWindowedStream(_Windows):
    """Windows over all values, in one subtask. Flink: ``AllWindowedStream``."""

    _KIND = "AllWindowedStream"
    _WINDOW_FUNCTION = AllWindowFunction
    _PROCESS_FUNCTION = ProcessAllWindowFunction

    def __init__(self, data_stream: DataStream, window_assigner: Any) -> None:
        super().__init__(data_stream, window_assigner)
        # As in Flink all values get the same key, so that the operator of keyed windows is used.
        is_python = self._dialect.operators_are_pythons
        self._keyed = data_stream.key_by(_NullKey(), None if is_python else Types.BYTE())

    def _window_operator(
        self,
        pre_aggregation: Any,
        window_function: Any,
        output_type: TypeInformation | None,
        accumulator_type: TypeInformation | None = None,
    ) -> DataStream:
        spec = self._spec(None, pre_aggregation, window_function, accumulator_type)
        if self._dialect.operators_are_pythons:
            result = self._keyed.transform(window_name(spec), spec, output_type)
            result.transformation.description = describe_python_window(spec)
            return result
        state_type = accumulator_type or self._stream.get_type()
        description = describe_all_window(spec, state_type)
        if _is_named_by_description(spec):
            result = self._keyed.transform(description, spec, output_type)
        else:
            result = self._keyed.transform(window_name(spec), spec, output_type)
            result.transformation.description = description
        return result.force_non_parallel()


def _is_named_by_description(spec: WindowSpec) -> bool:
    """Return whether Flink uses the long description as the operator's name.

    Flink follows no rule here.
    """
    processes = isinstance(spec.window_function, ProcessAllWindowFunction)
    if isinstance(spec.pre_aggregation, AggregateFunction):
        return not processes
    return spec.pre_aggregation is None or processes


class _NullKey:
    """The key selector of windows without keys. Flink: ``NullByteKeySelector``."""

    def __call__(self, value: Any) -> int:
        return 0


S = TypeVar("S", bound=_Windows)


def count_windows(kind: type[S], stream: Any, size: int, slide: int, method: str) -> S:
    """Create windows of *size* elements, which overlap if *slide* is not 0.

    Args:
        kind: The class of the result.
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
    windows = kind(stream, GlobalWindows.create())
    if slide == 0:
        return windows.trigger(PurgingTrigger.of(CountTrigger.of(size)))
    return windows.evictor(CountEvictor.of(size)).trigger(CountTrigger.of(slide))


def _milliseconds(time: Any, method: str, argument: str) -> int:
    if isinstance(time, int) and not isinstance(time, bool):
        return time
    for convert in ("to_milliseconds", "to_millis"):
        if callable(getattr(time, convert, None)):
            return int(getattr(time, convert)())
    raise TypeError(
        f"{method}({argument}): expected milliseconds, a Time or a Duration, found {found(time)}."
    )
