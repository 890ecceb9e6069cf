"""The window operator against what Flink 2.3.0's own operator put out in a job."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from flinksim.common.time import Time
from flinksim.core.ids import OperatorId
from flinksim.core.java.int64 import to_long
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream import window as w
from flinksim.datastream.functions import (
    AggregateFunction,
    ProcessWindowFunction,
    ReduceFunction,
)
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.transformations import WindowSpec
from flinksim.runtime.elements import ACTIVE, IDLE, StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.runtime.tasks.outputs import OperatorOutput, OutputTarget
from flinksim.testing.harness import KeyedOneInputStreamOperatorTestHarness
from tests.conformance.fact_files import JAVA_EXCEPTIONS, cases_of

LATE = OutputTag("late")


def ms(milliseconds: int) -> Time:
    return Time.milliseconds(milliseconds)


def delta(before: tuple[str, int], after: tuple[str, int]) -> float:
    return float(after[1] - before[1])


def assigner_of(event: dict[str, Any]) -> w.WindowAssigner[Any, Any]:
    kind: Any = getattr(w, event["type"])
    if event["type"].startswith("Tumbling"):
        return kind.of(ms(event["size"]), ms(event.get("offset", 0)))
    if event["type"].startswith("Sliding"):
        return kind.of(ms(event["size"]), ms(event["slide"]), ms(event.get("offset", 0)))
    if event["type"].startswith("Dynamic"):
        return kind.with_dynamic_gap(lambda element: element[1])
    if event["type"].endswith("SessionWindows"):
        return kind.with_gap(ms(event["gap"]))
    assert event["type"] == "GlobalWindows"
    return kind.create()


def trigger_of(event: dict[str, Any] | None) -> w.Trigger[Any, Any] | None:
    if event is None:
        return None
    kind: Any = getattr(w, event["type"])
    match event["type"]:
        case "EventTimeTrigger" | "ProcessingTimeTrigger":
            return kind.create()
        case "CountTrigger":
            return kind.of(event["count"])
        case "ContinuousEventTimeTrigger" | "ContinuousProcessingTimeTrigger":
            return kind.of(ms(event["interval"]))
        case "DeltaTrigger":
            return kind.of(event["threshold"], delta)
        case "PurgingTrigger":
            return kind.of(trigger_of(event["nested"]))
        case "ProcessingTimeoutTrigger":
            return kind.of(
                trigger_of(event["nested"]),
                ms(event["timeout"]),
                event["resetTimerOnNewRecord"],
                event["shouldClearOnTimeout"],
            )
    raise AssertionError(f"unknown trigger {event}")


def evictor_of(event: dict[str, Any] | None) -> w.Evictor | None:
    if event is None:
        return None
    after = event.get("evictAfter", False)
    match event["type"]:
        case "CountEvictor":
            return w.CountEvictor.of(event["count"], after)
        case "TimeEvictor":
            return w.TimeEvictor.of(ms(event["windowSize"]), after)
        case "DeltaEvictor":
            return w.DeltaEvictor.of(event["threshold"], delta, after)
    raise AssertionError(f"unknown evictor {event}")


class Sum(ReduceFunction):
    def reduce(self, value1: Any, value2: Any) -> Any:
        return (value1[0], to_long(value1[1] + value2[1]))


class Concat(ReduceFunction):
    def reduce(self, value1: Any, value2: Any) -> Any:
        return (value1[0], to_long(value1[1] * 10 + value2[1]))


class CountSum(AggregateFunction):
    def create_accumulator(self) -> Any:
        return (0, 0)

    def add(self, value: Any, accumulator: Any) -> Any:
        return (accumulator[0] + 1, accumulator[1] + value[1])

    def get_result(self, accumulator: Any) -> Any:
        return accumulator

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return (acc_a[0] + acc_b[0], acc_a[1] + acc_b[1])


class ListAll(ProcessWindowFunction[Any, Any, Any, Any]):
    def process(
        self, key: Any, context: ProcessWindowFunction.Context[Any], elements: Any
    ) -> Iterator[Any]:
        window = context.window()
        name = [window.start, window.end] if isinstance(window, w.TimeWindow) else str(window)
        yield [key, name, [value for _, value in elements], context.current_watermark()]


FUNCTIONS: dict[str, tuple[Any, Any]] = {
    "reduceSum": (Sum(), None),
    "reduceConcat": (Concat(), None),
    "aggregateCountSum": (CountSum(), None),
    "processListAll": (None, ListAll()),
    "reduceSum+processListAll": (Sum(), ListAll()),
}


def spec_of(case: dict[str, Any]) -> WindowSpec:
    pre_aggregation, window_function = FUNCTIONS[case["function"]]
    return WindowSpec(
        key_selector=lambda element: element[0],
        assigner=assigner_of(case["assigner"]),
        trigger=trigger_of(case.get("trigger")),
        evictor=evictor_of(case.get("evictor")),
        allowed_lateness_ms=case["allowedLateness"],
        late_output_tag=LATE if case["lateSideOutput"] else None,
        pre_aggregation=pre_aggregation,
        window_function=window_function,
    )


def as_json(value: Any) -> Any:
    return [as_json(part) for part in value] if isinstance(value, tuple | list) else value


class OutputOfJob:
    """What leaves the operator in a job, in the form of the facts."""

    def __init__(self) -> None:
        self.out: list[list[Any]] = []
        main = OutputTarget(self._record, self._watermark, self._status, self._ignore, None)
        late = OutputTarget(self._late, self._ignore, self._ignore, self._ignore, LATE.tag_id)
        self.output = OperatorOutput([main, late], OperatorId("o1/0"), None)

    def _record(self, record: StreamRecord) -> None:
        self.out.append(["r", as_json(record.value), record.timestamp])

    def _late(self, record: StreamRecord) -> None:
        self.out.append(["late", as_json(record.value), record.timestamp])

    def _watermark(self, watermark: Watermark) -> None:
        self.out.append(["w", watermark.timestamp])

    def _status(self, status: WatermarkStatus) -> None:
        self.out.append(["s", str(status)])

    def _ignore(self, element: Any) -> None:
        pass

    def take(self) -> list[list[Any]]:
        taken = list(self.out)
        self.out.clear()
        return taken


def feed(harness: KeyedOneInputStreamOperatorTestHarness, op: list[Any]) -> None:
    match op:
        case ["e", key, value, timestamp]:
            harness.process_element((key, value), timestamp)
        case ["w", timestamp]:
            harness.process_watermark(timestamp)
        case ["p", time]:
            harness.set_processing_time(time)
        case ["s", status]:
            harness.process_watermark_status(IDLE if status == "IDLE" else ACTIVE)
        case _:
            raise AssertionError(f"unknown op {op}")


@pytest.mark.parametrize("traced", [False, True], ids=["untraced", "traced"])
@pytest.mark.parametrize("case", cases_of("windows"))
def test_the_window_operator_puts_out_what_flinks_does(case: dict[str, Any], traced: bool) -> None:
    job = OutputOfJob()
    harness = KeyedOneInputStreamOperatorTestHarness(
        create_operator(spec_of(case)), output=job.output, traced=traced
    )
    harness.open()
    out = []

    def run() -> None:
        for op in case["ops"]:
            feed(harness, op)
            out.append(job.take())
        if case.get("endOfInput", True):
            harness.process_watermark(MAX_TIMESTAMP)
            harness.end_input()
            out.append(job.take())

    if "exception" not in case:
        run()
        assert out == case["out"]
        return
    with pytest.raises(JAVA_EXCEPTIONS[case["exception"]]) as raised:
        run()
    assert str(raised.value) == case["message"]
    assert [*out, job.take()] == case["out"]
