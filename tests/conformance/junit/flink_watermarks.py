"""Flink's watermark generators, outputs, strategies and the valve for translated tests."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from flinksim.common import watermark_generators as generators
from flinksim.common.watermark_strategy import TimestampAssigner, WatermarkStrategy
from flinksim.runtime.elements import ACTIVE, IDLE
from flinksim.runtime.network.status_watermark_valve import StatusWatermarkValve
from flinksim.runtime.operators import watermark_output
from tests.conformance.junit.flink_functions import View
from tests.conformance.junit.java_names import (
    java_class,
    java_methods,
    to_snake_case,
)
from tests.conformance.junit.java_objects import JavaObject, Lambda, as_call


class OutputView(generators.WatermarkOutput):
    """An output of a test as one of flinksim."""

    def __init__(self, output: Any) -> None:
        self._output = output

    def emit_watermark(self, watermark: Any) -> None:
        self._output.emitWatermark(watermark)

    def emit_watermark_status(self, status: Any) -> None:
        self._output.emitWatermarkStatus(status)

    def mark_idle(self) -> None:
        self._output.markIdle()

    def mark_active(self) -> None:
        self._output.markActive()


# --- outputs -------------------------------------------------------------------------------------


@java_class("WatermarkOutputMultiplexer")
class MultiplexerView(View):
    def __init__(self, output: Any) -> None:
        super().__init__(watermark_output.WatermarkOutputMultiplexer(OutputView(output)))

    def registerNewOutput(self, output_id: str, listener: Any = None) -> None:
        self.inner.register_new_output(
            output_id,
            getattr(listener, "onWatermarkUpdate", None),
            getattr(listener, "onIdleUpdate", None),
        )


@java_class("WatermarkToDataOutput")
class DataOutputView(View):
    def __init__(self, output: Any, *rest: Any) -> None:
        super().__init__(watermark_output.WatermarkToDataOutput(OutputView(output)))


@java_class("StatusWatermarkValve")
class ValveView:
    """Flink's valve gets its output with each call."""

    def __init__(self, channels: int) -> None:
        self._output: Any = None
        self._valve = StatusWatermarkValve(channels, self)

    def emit_watermark(self, watermark: Any) -> None:
        self._output.emitWatermark(watermark)

    def emit_watermark_status(self, status: Any) -> None:
        self._output.emitWatermarkStatus(status)

    def inputWatermark(self, watermark: Any, channel: int, output: Any) -> None:
        self._output = output
        self._valve.input_watermark(watermark, channel)

    def inputWatermarkStatus(self, status: Any, channel: int, output: Any) -> None:
        self._output = output
        self._valve.input_watermark_status(status, channel)

    def getSubpartitionStatus(self, channel: int) -> Any:
        status = self._valve.channels[channel]
        return SimpleNamespace(
            watermark=status.watermark,
            watermarkStatus=IDLE if status.is_idle else ACTIVE,
            isWatermarkAligned=status.is_aligned,
        )


# --- clocks --------------------------------------------------------------------------------------


@java_class()
class ManualClock:
    def __init__(self, *start: int) -> None:
        self._nanos = 0

    def relativeTimeNanos(self) -> int:
        return self._nanos

    def relativeTimeMillis(self) -> int:
        return self._nanos // 10**6

    absoluteTimeMillis = relativeTimeMillis

    def advanceTime(self, amount: Any, *unit: Any) -> None:
        self._nanos += unit[0].toNanos(amount) if unit else amount.to_nanos()


@java_class()
class SystemClock:
    getInstance = staticmethod(ManualClock)


@java_class()
class PausableRelativeClock:
    def __init__(self, base: Any) -> None:
        self._base = base
        self.inner = generators.PausableRelativeClock(base.relativeTimeMillis, 0)

    def pause(self) -> None:
        self.inner.pause(self._base.relativeTimeMillis())

    def unPause(self) -> None:
        self.inner.unpause(self._base.relativeTimeMillis())

    def relativeTimeMillis(self) -> int:
        return self.inner.relative_time_ms()

    def relativeTimeNanos(self) -> int:
        return self.inner.relative_time_ms() * 10**6


def _as_clock(clock: Any) -> generators.PausableRelativeClock:
    if isinstance(clock, PausableRelativeClock):
        return clock.inner
    return generators.PausableRelativeClock(clock.relativeTimeMillis)


# --- generators ----------------------------------------------------------------------------------


class JavaGeneratorView(generators.WatermarkGenerator):
    """A generator of a test as one of flinksim."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def on_event(self, event: Any, timestamp: int, output: Any) -> None:
        self._generator.onEvent(event, timestamp, View(output))

    def on_periodic_emit(self, output: Any) -> None:
        self._generator.onPeriodicEmit(View(output))


class GeneratorView:
    """A generator of flinksim as Java sees it."""

    def __init__(self, inner: generators.WatermarkGenerator) -> None:
        self.inner = inner

    def onEvent(self, event: Any, timestamp: int, output: Any) -> None:
        self.inner.on_event(event, timestamp, OutputView(output))

    def onPeriodicEmit(self, output: Any) -> None:
        self.inner.on_periodic_emit(OutputView(output))


def as_generator(generator: Any) -> generators.WatermarkGenerator:
    if isinstance(generator, GeneratorView):
        return generator.inner
    if isinstance(generator, generators.WatermarkGenerator):
        return generator
    return JavaGeneratorView(generator)


@java_class("BoundedOutOfOrdernessWatermarks")
class BoundedView(GeneratorView):
    def __init__(self, delay: Any) -> None:
        super().__init__(generators.BoundedOutOfOrdernessWatermarks(delay))


@java_class("AscendingTimestampsWatermarks")
class AscendingView(BoundedView):
    def __init__(self) -> None:
        GeneratorView.__init__(self, generators.AscendingTimestampsWatermarks())


@java_class("NoWatermarksGenerator")
class NoWatermarksView(GeneratorView):
    def __init__(self) -> None:
        super().__init__(generators.NoWatermarksGenerator())


@java_class("WatermarksWithIdleness")
class IdlenessView(GeneratorView):
    def __init__(self, generator: Any, timeout: Any, clock: Any) -> None:
        super().__init__(
            generators.WatermarksWithIdleness(as_generator(generator), timeout, _as_clock(clock))
        )


VIEWS = {
    generators.BoundedOutOfOrdernessWatermarks: BoundedView,
    generators.AscendingTimestampsWatermarks: AscendingView,
    generators.NoWatermarksGenerator: NoWatermarksView,
    generators.WatermarksWithIdleness: IdlenessView,
}


def view_generator(generator: generators.WatermarkGenerator) -> GeneratorView:
    """*generator* as an instance of the Java class that tests compare it with."""
    cls = VIEWS.get(type(generator), GeneratorView)
    view: GeneratorView = cls.__new__(cls)
    view.inner = generator
    return view


@java_class()
class IdlenessTimer:
    """The timer inside Flink's ``WatermarksWithIdleness``, read through flinksim's generator."""

    def __init__(self, clock: Any, timeout: Any) -> None:
        self._polls = 0
        count = self._count
        inner = JavaGeneratorView(
            SimpleNamespace(onEvent=lambda *_: None, onPeriodicEmit=lambda output: count())
        )
        self._generator = generators.WatermarksWithIdleness(inner, timeout, _as_clock(clock))
        self._output = OutputView(SimpleNamespace(markIdle=lambda: None, markActive=lambda: None))

    def _count(self) -> None:
        self._polls += 1

    def checkIfIdle(self) -> bool:
        before = self._polls
        self._generator.on_periodic_emit(self._output)
        return self._polls == before

    def activity(self) -> None:
        self._generator.on_event(None, 0, self._output)


# --- strategies ----------------------------------------------------------------------------------


class AssignerOfTest(TimestampAssigner):
    def __init__(self, extract: Callable[[Any, int], int]) -> None:
        self._extract = extract

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return self._extract(value, record_timestamp)


def as_timestamp_assigner(assigner: Any) -> Any:
    """A function or an object of a test, or a supplier of one, as an assigner of flinksim."""
    if isinstance(assigner, Lambda):
        if assigner.function.__code__.co_argcount == 1:  # a supplier: it gets a context
            return as_timestamp_assigner(assigner(None))
        return AssignerOfTest(assigner.function)
    if isinstance(assigner, JavaObject) and hasattr(type(assigner), "extractTimestamp"):
        return AssignerOfTest(assigner.extractTimestamp)
    return assigner


java_methods(
    TimestampAssigner,
    extractTimestamp=lambda assigner, value, before: assigner.extract_timestamp(value, before),
)


class StrategyView:
    def __init__(self, inner: WatermarkStrategy) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        inner = self.inner.resolve_timestamp_assigner(keeps_earlier=True)
        method = getattr(inner, to_snake_case(name))

        def call(*arguments: Any) -> Any:
            result = method(*map(as_timestamp_assigner, arguments))
            if isinstance(result, WatermarkStrategy):
                return StrategyView(result)
            is_generator = isinstance(result, generators.WatermarkGenerator)
            return view_generator(result) if is_generator else result

        return call

    def getAlignmentParameters(self) -> WatermarkStrategy:
        return self.inner


@java_class("WatermarkStrategy")
class StrategyFactory:
    @staticmethod
    def forMonotonousTimestamps() -> StrategyView:
        return StrategyView(WatermarkStrategy.for_monotonous_timestamps())

    @staticmethod
    def forBoundedOutOfOrderness(delay: Any) -> StrategyView:
        return StrategyView(WatermarkStrategy.for_bounded_out_of_orderness(delay))

    @staticmethod
    def noWatermarks() -> StrategyView:
        return StrategyView(WatermarkStrategy.no_watermarks())

    @staticmethod
    def forGenerator(supplier: Any) -> StrategyView:
        create = as_call(supplier, "createWatermarkGenerator")
        return StrategyView(
            WatermarkStrategy.for_generator(lambda *context: as_generator(create(None)))
        )


@java_class()
class TimestampAssignerSupplier:
    @staticmethod
    def of(assigner: Any) -> Any:
        return assigner
