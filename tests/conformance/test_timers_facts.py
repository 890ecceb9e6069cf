"""Timers, process functions and two-input watermarks against Flink 2.3.0's own operators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.datastream.functions import KeyedCoProcessFunction, KeyedProcessFunction
from flinksim.datastream.time_domain import TimeDomain
from flinksim.datastream.transformations import KeyedCoProcessSpec, KeyedProcessSpec
from flinksim.runtime.elements import ACTIVE, IDLE, StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.network.status_watermark_valve import StatusWatermarkValve
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.testing.harness import (
    AbstractStreamOperatorTestHarness,
    KeyedOneInputStreamOperatorTestHarness,
    KeyedTwoInputStreamOperatorTestHarness,
)
from tests.conformance.fact_files import cases_of

DOMAINS = {TimeDomain.EVENT_TIME: "event", TimeDomain.PROCESSING_TIME: "processing"}


def run_commands(commands: list[list[Any]], ctx: Any) -> None:
    timers = ctx.timer_service()
    methods = {
        "reg": timers.register_event_time_timer,
        "del": timers.delete_event_time_timer,
        "regp": timers.register_processing_time_timer,
        "delp": timers.delete_processing_time_timer,
    }
    for command, time in commands:
        methods[command](time)


def recorded(timestamp: int) -> int | None:
    """Java's null where an element has no timestamp is the smallest long in Python."""
    return None if timestamp == MIN_TIMESTAMP else timestamp


def fired(timestamp: int, ctx: Any, on_timer: dict[str, list[list[Any]]]) -> list[Any]:
    domain = DOMAINS[ctx.time_domain()]
    assert ctx.timestamp() == timestamp
    run_commands(on_timer.get(f"{domain}:{timestamp}", []), ctx)
    return [
        "timer",
        ctx.get_current_key(),
        timestamp,
        domain,
        ctx.timer_service().current_watermark(),
    ]


class Keyed(KeyedProcessFunction):
    def __init__(self, on_timer: dict[str, list[list[Any]]]) -> None:
        self.commands = on_timer

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        key, commands = value
        run_commands(commands, ctx)
        assert ctx.get_current_key() == key
        timers = ctx.timer_service()
        now = timers.current_processing_time()
        yield ["el", key, recorded(ctx.timestamp()), timers.current_watermark(), now]

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        now = ctx.timer_service().current_processing_time()
        yield [*fired(timestamp, ctx, self.commands), now]


class TwoInput(KeyedCoProcessFunction):
    def __init__(self, on_timer: dict[str, list[list[Any]]]) -> None:
        self.commands = on_timer

    def _element(self, name: str, value: Any, ctx: KeyedCoProcessFunction.Context) -> list[Any]:
        key, commands = value
        run_commands(commands, ctx)
        return [name, key, recorded(ctx.timestamp()), ctx.timer_service().current_watermark()]

    def process_element1(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Iterator[Any]:
        yield self._element("el1", value, ctx)

    def process_element2(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Iterator[Any]:
        yield self._element("el2", value, ctx)

    def on_timer(self, timestamp: int, ctx: KeyedCoProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield fired(timestamp, ctx, self.commands)


def taken(harness: AbstractStreamOperatorTestHarness) -> list[list[Any]]:
    out: list[list[Any]] = []
    for element in harness.get_output():
        match element:
            case StreamRecord():
                out.append(["r", element.value, element.timestamp])
            case Watermark():
                out.append(["w", element.timestamp])
            case WatermarkStatus():
                out.append(["s", str(element)])
    harness.clear_output()
    return out


@pytest.mark.parametrize("traced", [False, True], ids=["untraced", "traced"])
@pytest.mark.parametrize("case", cases_of("timers", "keyed"))
def test_keyed_timers_fire_as_in_flink(case: dict[str, Any], traced: bool) -> None:
    spec = KeyedProcessSpec(Keyed(case.get("onTimer", {})), lambda element: element[0])
    harness = KeyedOneInputStreamOperatorTestHarness(create_operator(spec), traced=traced)
    harness.open()
    out = []
    for op in case["ops"]:
        match op:
            case ["e", key, commands, timestamp]:
                harness.process_element((key, commands), timestamp)
            case ["w", timestamp]:
                harness.process_watermark(timestamp)
            case ["p", time]:
                harness.set_processing_time(time)
            case _:
                raise AssertionError(f"unknown op {op}")
        out.append(taken(harness))
    harness.process_watermark(MAX_TIMESTAMP)
    harness.end_input()
    out.append(taken(harness))
    assert out == case["out"]


class InputOfTask:
    """One input of a two-input task: what its valve lets through reaches the operator."""

    def __init__(self, harness: KeyedTwoInputStreamOperatorTestHarness, number: int) -> None:
        self._harness = harness
        self._number = number

    def emit_watermark(self, watermark: Watermark) -> None:
        getattr(self._harness, f"process_watermark{self._number}")(watermark.timestamp)

    def emit_watermark_status(self, status: WatermarkStatus) -> None:
        getattr(self._harness, f"process_watermark_status{self._number}")(status)


@pytest.mark.parametrize("traced", [False, True], ids=["untraced", "traced"])
@pytest.mark.parametrize("case", cases_of("timers", "two-input"))
def test_two_inputs_combine_watermarks_as_in_flink(case: dict[str, Any], traced: bool) -> None:
    spec = KeyedCoProcessSpec(
        TwoInput(case.get("onTimer", {})), lambda element: element[0], lambda element: element[0]
    )
    harness = KeyedTwoInputStreamOperatorTestHarness(create_operator(spec), traced=traced)
    harness.open()
    valves = {n: StatusWatermarkValve(1, InputOfTask(harness, int(n))) for n in "12"}
    elements = {"1": harness.process_element1, "2": harness.process_element2}
    out = []
    for op in case["ops"]:
        kind, number = op[0][0], op[0][1]
        if kind == "e":
            elements[number]((op[1], op[2]), op[3])
        elif kind == "w":
            valves[number].input_watermark(Watermark(op[1]), 0)
        else:
            assert kind == "s"
            valves[number].input_watermark_status(IDLE if op[1] == "IDLE" else ACTIVE, 0)
        out.append(taken(harness))
    assert out == case["out"]
