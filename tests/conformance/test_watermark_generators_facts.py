"""Generators, multiplexer, adapter and operator against what Flink 2.3.0's own classes did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from flinksim.common.time import Duration
from flinksim.common.watermark_generators import PausableRelativeClock
from flinksim.common.watermark_strategy import (
    AscendingTimestampsWatermarks,
    BoundedOutOfOrdernessWatermarks,
    NoWatermarksGenerator,
    TimestampAssigner,
    Watermark,
    WatermarkGenerator,
    WatermarkOutput,
    WatermarkStrategy,
    WatermarksWithIdleness,
)
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.runtime.elements import ACTIVE, IDLE, StreamRecord, WatermarkStatus
from flinksim.runtime.elements import Watermark as StreamWatermark
from flinksim.runtime.operators.timestamps_and_watermarks import TimestampsAndWatermarksOperator
from flinksim.runtime.operators.watermark_output import (
    WatermarkOutputMultiplexer,
    WatermarkToDataOutput,
)
from tests.conformance.fact_files import JAVA_EXCEPTIONS, cases_of
from tests.runtime.operators.manual_context import ManualContext, RememberingOutput


class Recorder(WatermarkOutput):
    """A watermark output that keeps the calls in the form of the facts."""

    def __init__(self) -> None:
        self.calls: list[list[Any]] = []

    def emit_watermark(self, watermark: Watermark) -> None:
        self.calls.append(["w", watermark.timestamp])

    def mark_idle(self) -> None:
        self.calls.append(["idle"])

    def mark_active(self) -> None:
        self.calls.append(["active"])

    def take(self) -> list[list[Any]]:
        calls, self.calls = self.calls, []
        return calls


def make_generator(described: dict[str, Any], clock_ms: Callable[[], int]) -> WatermarkGenerator:
    delay = Duration.of_millis(described.get("delay", 0))
    match described["type"]:
        case "BoundedOutOfOrdernessWatermarks":
            return BoundedOutOfOrdernessWatermarks(delay)
        case "AscendingTimestampsWatermarks":
            return AscendingTimestampsWatermarks()
        case "NoWatermarksGenerator":
            return NoWatermarksGenerator()
        case "WatermarksWithIdleness":
            inner = BoundedOutOfOrdernessWatermarks(delay)
            timeout = Duration.of_millis(described["idleTimeout"])
            return WatermarksWithIdleness(
                inner, timeout, PausableRelativeClock(clock_ms, origin_ms=0)
            )
        case other:
            raise AssertionError(other)


def play(output: WatermarkOutput, call: list[Any]) -> None:
    match call:
        case ["w", timestamp]:
            output.emit_watermark(Watermark(timestamp))
        case ["idle"]:
            output.mark_idle()
        case ["active"]:
            output.mark_active()
        case _:
            raise AssertionError(call)


@pytest.mark.parametrize("case", cases_of("watermark_generators", "generator"))
def test_a_generator_calls_its_output_as_flinks_does(case: dict[str, Any]) -> None:
    clock = [0]
    generator = make_generator(case["generator"], lambda: clock[0])
    recorder = Recorder()

    out = []
    for op in case["ops"]:
        match op:
            case ["event", timestamp]:
                generator.on_event(None, timestamp, recorder)
            case ["periodic"]:
                generator.on_periodic_emit(recorder)
            case ["advance", milliseconds]:
                clock[0] += milliseconds
            case _:
                raise AssertionError(op)
        out.append(recorder.take())

    assert out == case["out"]


@pytest.mark.parametrize("case", cases_of("watermark_generators", "multiplexer"))
def test_the_multiplexer_combines_its_outputs_as_flinks_does(case: dict[str, Any]) -> None:
    recorder = Recorder()
    multiplexer = WatermarkOutputMultiplexer(recorder)
    heard: list[list[Any]] = []

    def register(name: str) -> None:
        multiplexer.register_new_output(
            name,
            lambda timestamp: heard.append([name, "w", timestamp]),
            lambda is_idle: heard.append([name, "idle" if is_idle else "active"]),
        )

    out = []
    listener = []
    for op in case["ops"]:
        heard.clear()
        match op:
            case ["register", name]:
                register(name)
            case ["unregister", name]:
                multiplexer.unregister_output(name)
            case ["periodic"]:
                multiplexer.on_periodic_emit()
            case ["immediate", name, *call]:
                play(multiplexer.get_immediate_output(name), call)
            case ["deferred", name, *call]:
                play(multiplexer.get_deferred_output(name), call)
            case _:
                raise AssertionError(op)
        out.append(recorder.take())
        listener.append(list(heard))

    assert out == case["out"]
    assert listener == case["listener"]


@pytest.mark.parametrize("case", cases_of("watermark_generators", "watermarkToDataOutput"))
def test_the_adapter_lets_through_what_flinks_does(case: dict[str, Any]) -> None:
    output = RememberingOutput()
    adapter = WatermarkToDataOutput(output)

    out = []
    for op in case["ops"]:
        play(adapter, op)
        out.append(output.take())

    assert out == case["out"]


class ValueIsTheTimestamp(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        timestamp: int = value[1]
        return timestamp


def make_strategy(case: dict[str, Any]) -> WatermarkStrategy:
    if case["strategy"] == "bounded":
        delay = Duration.of_millis(case["delay"])
        strategy = WatermarkStrategy.for_bounded_out_of_orderness(delay)
    else:
        assert case["strategy"] == "monotonous"
        strategy = WatermarkStrategy.for_monotonous_timestamps()
    if "idleTimeout" in case:
        strategy = strategy.with_idleness(Duration.of_millis(case["idleTimeout"]))
    if case["timestampAssigner"] == "value":
        strategy = strategy.with_timestamp_assigner(ValueIsTheTimestamp())
    return strategy


class Upstream:
    """The output before the operator: while it has announced IDLE it lets no watermark through."""

    def __init__(self, operator: TimestampsAndWatermarksOperator) -> None:
        self.operator = operator
        self.announced = ACTIVE

    def emit_watermark(self, timestamp: int) -> None:
        if not self.announced.is_idle:
            self.operator.process_watermark(StreamWatermark(timestamp))

    def emit_watermark_status(self, status: WatermarkStatus) -> None:
        if status != self.announced:
            self.announced = status
            self.operator.process_watermark_status(status)


@pytest.mark.parametrize("traced", [False, True], ids=["untraced", "traced"])
@pytest.mark.parametrize("case", cases_of("watermark_generators", "operator"))
def test_the_operator_puts_out_what_flinks_does(case: dict[str, Any], traced: bool) -> None:
    operator = TimestampsAndWatermarksOperator(make_strategy(case))
    context = ManualContext(
        operator, auto_watermark_interval_ms=case["autoWatermarkInterval"], traced=traced
    )
    upstream = Upstream(operator)

    out = []
    for op in case["ops"]:
        match op:
            case ["e", key, value, timestamp]:
                operator.process_element(StreamRecord([key, value], timestamp))
            case ["w", timestamp]:
                upstream.emit_watermark(timestamp)
            case ["s", status]:
                upstream.emit_watermark_status(IDLE if status == "IDLE" else ACTIVE)
            case ["p", now]:
                context.time.advance_to(now)
            case _:
                raise AssertionError(op)
        out.append(context.output.take())
    upstream.emit_watermark(MAX_TIMESTAMP)
    operator.finish()
    out.append(context.output.take())
    operator.close()

    assert out == case["out"]
    assert context.time.waiting == []


def register_twice() -> object:
    multiplexer = WatermarkOutputMultiplexer(Recorder())
    multiplexer.register_new_output("a")
    return multiplexer.register_new_output("a")


ERRORS: dict[str, Callable[[], object]] = {
    "new BoundedOutOfOrdernessWatermarks(-1ms)": lambda: BoundedOutOfOrdernessWatermarks(
        Duration.of_millis(-1)
    ),
    "WatermarkStrategy.forMonotonousTimestamps().withIdleness(0ms)": lambda: (
        WatermarkStrategy.for_monotonous_timestamps().with_idleness(Duration.of_millis(0))
    ),
    "WatermarkStrategy.forMonotonousTimestamps().withIdleness(-5ms)": lambda: (
        WatermarkStrategy.for_monotonous_timestamps().with_idleness(Duration.of_millis(-5))
    ),
    "register output 'a' twice": register_twice,
    "getImmediateOutput of unregistered 'a'": lambda: WatermarkOutputMultiplexer(
        Recorder()
    ).get_immediate_output("a"),
    "unregisterOutput of unregistered 'a'": lambda: WatermarkOutputMultiplexer(
        Recorder()
    ).unregister_output("a"),
}


@pytest.mark.parametrize("case", cases_of("watermark_generators", "error"))
def test_what_flink_refuses_is_refused_in_its_words(case: dict[str, Any]) -> None:
    call = ERRORS[case["expr"]]
    if case["exception"] is None:
        assert str(call()).lower() == case["result"]
        return

    with pytest.raises(JAVA_EXCEPTIONS[case["exception"]]) as raised:
        call()

    assert str(raised.value) == case["message"]
