"""Java's user functions as functions of flinksim: a collector becomes a list of results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.datastream import functions
from flinksim.datastream.joined_streams import ProcessJoinFunction
from tests.conformance.junit.java_collections import JavaEntry, JavaIterator, JavaList
from tests.conformance.junit.java_names import (
    JAVA_CLASSES,
    NotExpressible,
    java_class,
    to_snake_case,
)
from tests.conformance.junit.java_objects import Inert, JavaEnum, JavaObject, Lambda, as_call


class Collector:
    """Keeps what a function emits."""

    def __init__(self) -> None:
        self.results: list[Any] = []

    def collect(self, value: Any) -> None:
        self.results.append(value)


def collect_results(call: Callable[[Collector], Any]) -> list[Any]:
    collector = Collector()
    call(collector)
    return collector.results


class View:
    """An object of flinksim as Java sees it: methods have Java's names."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        inner = self.inner
        return getattr(inner, name if hasattr(inner, name) else to_snake_case(name))


@java_class()
class TimeDomain:
    EVENT_TIME = JavaEnum("EVENT_TIME")
    PROCESSING_TIME = JavaEnum("PROCESSING_TIME")


class BroadcastStateView(View):
    def entries(self) -> JavaList:
        return JavaList(JavaEntry(key, value) for key, value in self.inner.items())

    immutableEntries = entries

    def iterator(self) -> JavaIterator:
        return JavaIterator(self.entries())


class ContextView(View):
    """A context of a function; side outputs go to the collector."""

    def __init__(self, inner: Any, collector: Collector | None = None) -> None:
        super().__init__(inner)
        self._collector = collector

    def output(self, tag: Any, value: Any) -> None:
        if tag is None or self._collector is None:
            raise NotExpressible("a Python function yields its side outputs")
        self._collector.results.append((tag, value))

    def timerService(self) -> View:
        return View(self.inner.timer_service())

    def timeDomain(self) -> JavaEnum:
        is_event = "event" in str(self.inner.time_domain()).lower()
        return TimeDomain.EVENT_TIME if is_event else TimeDomain.PROCESSING_TIME

    def timestamp(self) -> int | None:
        timestamp: int = self.inner.timestamp()
        return None if timestamp == MIN_TIMESTAMP else timestamp  # PyFlink's "no timestamp"

    def windowState(self) -> View:
        return View(self.inner.window_state())

    def globalState(self) -> View:
        return View(self.inner.global_state())

    def currentWatermark(self) -> int:
        return self._get_clock("current_watermark")()  # type: ignore[no-any-return]

    def currentProcessingTime(self) -> int:
        return self._get_clock("current_processing_time")()  # type: ignore[no-any-return]

    def _get_clock(self, name: str) -> Any:
        own = getattr(self.inner, name, None)
        return own if own is not None else getattr(self.inner.timer_service(), name)

    def getBroadcastState(self, descriptor: Any) -> BroadcastStateView:
        return BroadcastStateView(self.inner.get_broadcast_state(descriptor))

    def applyToKeyedState(self, descriptor: Any, function: Any) -> None:
        if function is not None:
            function = as_call(function, "process")
        self.inner.apply_to_keyed_state(descriptor, function)


class FunctionBase(JavaObject):
    """What each function of a test can do; its own ``open`` and ``close`` end in ``_j``."""

    _context: Any = None

    def open(self, runtime_context: Any) -> None:
        self._context = runtime_context
        if hasattr(type(self), "open_j"):
            self.open_j(Inert())

    def close(self) -> None:
        if hasattr(type(self), "close_j"):
            self.close_j()

    def getRuntimeContext(self) -> Any:
        return self._context

    def getIterationRuntimeContext(self) -> Any:
        raise NotExpressible("iterations")


def _adapt(java_name: str, values: int) -> Callable[..., list[Any]]:
    """A method that calls Java's *java_name* with *values* arguments, a context and a collector."""

    def method(self: Any, *arguments: Any) -> list[Any]:
        context = arguments[values]
        return collect_results(
            lambda out: getattr(self, java_name)(
                *arguments[:values], ContextView(context, out), out
            )
        )

    return method


class TimerBase(FunctionBase):
    on_timer = _adapt("onTimer", 1)

    def onTimer(self, *arguments: Any) -> None: ...


@java_class()
class ProcessFunction(TimerBase, functions.ProcessFunction):
    process_element = _adapt("processElement", 1)


@java_class()
class KeyedProcessFunction(TimerBase, functions.KeyedProcessFunction):
    process_element = _adapt("processElement", 1)


@java_class()
class CoProcessFunction(TimerBase, functions.CoProcessFunction):
    process_element1 = _adapt("processElement1", 1)
    process_element2 = _adapt("processElement2", 1)


@java_class()
class KeyedCoProcessFunction(TimerBase, functions.KeyedCoProcessFunction):
    process_element1 = _adapt("processElement1", 1)
    process_element2 = _adapt("processElement2", 1)


@java_class()
class BroadcastProcessFunction(FunctionBase, functions.BroadcastProcessFunction):
    process_element = _adapt("processElement", 1)
    process_broadcast_element = _adapt("processBroadcastElement", 1)


@java_class()
class KeyedBroadcastProcessFunction(TimerBase, functions.KeyedBroadcastProcessFunction):
    process_element = _adapt("processElement", 1)
    process_broadcast_element = _adapt("processBroadcastElement", 1)


@java_class("ProcessJoinFunction")
class JavaProcessJoinFunction(FunctionBase, ProcessJoinFunction):
    process_element = _adapt("processElement", 2)


@java_class("MapFunction", "RichMapFunction")
class MapFunction(FunctionBase, functions.MapFunction): ...


@java_class("FilterFunction", "RichFilterFunction")
class FilterFunction(FunctionBase, functions.FilterFunction): ...


@java_class("CoMapFunction", "RichCoMapFunction")
class CoMapFunction(FunctionBase, functions.CoMapFunction): ...


@java_class("ReduceFunction", "RichReduceFunction")
class ReduceFunction(FunctionBase, functions.ReduceFunction): ...


@java_class("FlatMapFunction", "RichFlatMapFunction")
class FlatMapFunction(FunctionBase): ...


@java_class("CoFlatMapFunction", "RichCoFlatMapFunction")
class CoFlatMapFunction(FunctionBase): ...


for _name in ("WindowFunction", "RichWindowFunction", "ProcessWindowFunction", "KeySelector"):
    JAVA_CLASSES[_name] = type(_name, (FunctionBase,), {})
JAVA_CLASSES["KeyedStateFunction"] = JavaObject


@java_class()
class NullByteKeySelector(FunctionBase):
    def getKey(self, value: Any) -> int:
        return 0


def as_key_selector(selector: Any) -> Callable[[Any], Any]:
    return as_call(selector, "getKey")


# --- views of Java's functions, where the shape of a method differs --------------------------------


class FunctionView:
    """A Java function inside one of flinksim's."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def open(self, runtime_context: Any) -> None:
        if hasattr(self.function, "open") and not isinstance(self.function, Lambda):
            self.function.open(runtime_context)

    def close(self) -> None:
        if hasattr(self.function, "close") and not isinstance(self.function, Lambda):
            self.function.close()


class AggregateView(functions.AggregateFunction):
    def __init__(self, function: Any) -> None:
        self._function = function

    def create_accumulator(self) -> Any:
        return self._function.createAccumulator()

    def add(self, value: Any, accumulator: Any) -> Any:
        return self._function.add(value, accumulator)

    def get_result(self, accumulator: Any) -> Any:
        return self._function.getResult(accumulator)

    def merge(self, first: Any, second: Any) -> Any:
        return self._function.merge(first, second)


class FlatMapView(FunctionView, functions.FlatMapFunction):
    def flat_map(self, value: Any) -> list[Any]:
        call = as_call(self.function, "flatMap")
        return collect_results(lambda out: call(value, out))


class CoFlatMapView(FunctionView, functions.CoFlatMapFunction):
    def flat_map1(self, value: Any) -> list[Any]:
        return collect_results(lambda out: self.function.flatMap1(value, out))

    def flat_map2(self, value: Any) -> list[Any]:
        return collect_results(lambda out: self.function.flatMap2(value, out))


class WindowFunctionView(FunctionView, functions.WindowFunction):
    """``apply(key, window, input, out)``."""

    def apply(self, key: Any, window: Any, inputs: Any) -> list[Any]:
        values = JavaList(inputs)
        return collect_results(lambda out: self.function.apply(key, window, values, out))


class ProcessWindowFunctionView(FunctionView, functions.ProcessWindowFunction):
    """``process(key, context, input, out)``."""

    def process(self, key: Any, context: Any, elements: Any) -> list[Any]:
        values = JavaList(elements)
        return collect_results(
            lambda out: self.function.process(key, ContextView(context, out), values, out)
        )

    def clear(self, context: Any) -> None:
        if hasattr(type(self.function), "clear"):
            self.function.clear(ContextView(context))


class InternalWindowFunctionView(FunctionView, functions.ProcessWindowFunction):
    """``InternalWindowFunction``: it gets the window, and one value or an iterable of them."""

    def __init__(self, function: Any, is_single: bool) -> None:
        super().__init__(function)
        self._is_single = is_single

    def process(self, key: Any, context: Any, elements: Any) -> list[Any]:
        values = JavaList(elements)
        return collect_results(
            lambda out: self.function.process(
                key,
                context.window(),
                ContextView(context, out),
                values[0] if self._is_single else values,
                out,
            )
        )

    def clear(self, context: Any) -> None:
        self.function.clear(context.window(), ContextView(context))


@java_class()
class InternalWindowFunction(JavaObject):
    def process(self, *arguments: Any) -> None: ...
    def clear(self, *arguments: Any) -> None: ...
    def open(self, *arguments: Any) -> None: ...
    def close(self) -> None: ...
    def setRuntimeContext(self, context: Any) -> None: ...


for _name in ("InternalIterableWindowFunction", "InternalSingleValueWindowFunction"):
    JAVA_CLASSES[_name] = WindowFunctionView
for _name in ("InternalIterableProcessWindowFunction", "InternalSingleValueProcessWindowFunction"):
    JAVA_CLASSES[_name] = ProcessWindowFunctionView


@java_class()
class PassThroughWindowFunction(FunctionBase):
    def apply(self, key: Any, window: Any, inputs: Any, out: Any) -> None:
        for value in inputs:
            out.collect(value)


@java_class()
class ReduceApplyWindowFunction(FunctionView, FunctionBase):
    """Reduces the elements of a window, then calls the function of the test."""

    def __init__(self, reduce_function: Any, window_function: Any) -> None:
        super().__init__(window_function)
        self._reduce = as_call(reduce_function, "reduce")

    def apply(self, key: Any, window: Any, inputs: Any, out: Any) -> None:
        first, *rest = inputs
        for value in rest:
            first = self._reduce(first, value)
        self.function.apply(key, window, JavaList([first]), out)
