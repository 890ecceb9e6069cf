"""Assigners, window arithmetic, texts and argument checks against Flink 2.3.0's own classes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from flinksim.common.time import Time
from flinksim.datastream import window as w
from tests.conformance.fact_files import JAVA_EXCEPTIONS, cases_of


def ms(milliseconds: int) -> Time:
    return Time.milliseconds(milliseconds)


def assigner_of(event: dict[str, Any]) -> w.WindowAssigner[Any, Any]:
    kind = getattr(w, event["type"])
    match event["type"]:
        case "TumblingEventTimeWindows" | "TumblingProcessingTimeWindows":
            stagger = w.WindowStagger[event.get("stagger", "ALIGNED")]
            return kind.of(ms(event["size"]), ms(event["offset"]), stagger)
        case "SlidingEventTimeWindows" | "SlidingProcessingTimeWindows":
            return kind.of(ms(event["size"]), ms(event["slide"]), ms(event["offset"]))
        case "EventTimeSessionWindows" | "ProcessingTimeSessionWindows":
            return kind.with_gap(ms(event["gap"]))
        case "DynamicEventTimeSessionWindows" | "DynamicProcessingTimeSessionWindows":
            return kind.with_dynamic_gap(lambda element: element)
        case "GlobalWindows" if event.get("endOfStreamTrigger"):
            return kind.create_with_end_of_stream_trigger()
        case "GlobalWindows":
            return kind.create()
    raise AssertionError(f"unknown assigner {event}")


class AtTime(w.WindowAssigner.WindowAssignerContext):
    def __init__(self, now: int) -> None:
        self.now = now

    def get_current_processing_time(self) -> int:
        return self.now

    def get_runtime_context(self) -> Any:
        raise AssertionError("no assigner of the facts asks for it")


def name_of(window: Any) -> Any:
    return list(window) if isinstance(window, w.TimeWindow) else str(window)


def check_assigned(assigner: w.WindowAssigner[Any, Any], inputs: list[Any], event: Any) -> None:
    timestamp, now, element = (*inputs, None, None)[:3]
    context = AtTime(now or 0)
    if isinstance(event, list):
        windows = assigner.assign_windows(element, timestamp, context)
        assert [name_of(window) for window in windows] == event
        return
    with pytest.raises(JAVA_EXCEPTIONS[event["exception"]]) as raised:
        assigner.assign_windows(element, timestamp, context)
    assert str(raised.value) == event["message"]


@pytest.mark.parametrize("case", cases_of("assigners", "assign"))
def test_an_assigner_gives_the_windows_that_flinks_does(case: dict[str, Any]) -> None:
    assigner = assigner_of(case["assigner"])
    for inputs, event in zip(case["inputs"], case["windows"], strict=True):
        check_assigned(assigner, inputs, event)
    assert str(assigner) == case["toString"]
    assert assigner.is_event_time() is case["isEventTime"]
    assert isinstance(assigner, w.MergingWindowAssigner) is case["merging"]
    trigger = assigner.get_default_trigger()
    assert str(trigger) == case["defaultTrigger"]
    assert type(trigger).__name__ == case["defaultTriggerClass"]


@pytest.mark.parametrize("case", cases_of("assigners", "mergeWindows"))
def test_windows_merge_as_in_flink(case: dict[str, Any]) -> None:
    calls = []

    class Callback:
        def merge(self, to_be_merged: Iterable[Any], merge_result: Any) -> None:
            calls.append([name_of(merge_result), sorted(map(name_of, to_be_merged))])

    w.TimeWindow.merge_windows([w.TimeWindow(*pair) for pair in case["windows"]], Callback())
    assert calls == case["calls"]


@pytest.mark.parametrize("case", cases_of("assigners", "windowStart"))
def test_a_window_starts_where_flinks_does(case: dict[str, Any]) -> None:
    for timestamp, offset, size, start in case["rows"]:
        assert w.TimeWindow.get_window_start_with_offset(timestamp, offset, size) == start


class MyDelta:
    def get_delta(self, old: int, new: int) -> float:
        return new - old


def evaluate(java: str) -> Any:
    """The Java expression *java* of a fact, in Python."""
    text = re.sub(r"^new ", "", java)
    text = re.sub(r"(-?\d+)ms\b", r"ms(\1)", text)
    text = re.sub(r"(-?\d+)s\b", r"ms(\g<1>000)", text)
    text = re.sub(r"\.([a-z]+(?:[A-Z][a-z]+)+)\(", lambda m: f".{snake(m[1])}(", text)
    text = text.replace("MyDelta", "MyDelta()").replace(", LongSerializer", "")
    text = text.replace("true", "True").replace("null", "None")
    return eval(text, {**vars(w), "ms": ms, "MyDelta": MyDelta})


def snake(name: str) -> str:
    return re.sub(r"([A-Z])", lambda m: "_" + m[1].lower(), name)


@pytest.mark.parametrize("case", cases_of("assigners", "toString"))
def test_the_text_of_an_object_is_flinks(case: dict[str, Any]) -> None:
    made = evaluate(case["expr"])
    text = case["toString"]
    if isinstance(made, w.Window):
        text = text.replace("{", "(").replace("}", ")")  # as PyFlink writes windows
    assert str(made) == text
    assert type(made).__name__ == case["class"]
    if "canMerge" in case:
        assert made.can_merge() is case["canMerge"]


@pytest.mark.parametrize("case", cases_of("assigners", "error"))
def test_arguments_are_checked_as_in_flink(case: dict[str, Any]) -> None:
    if case["exception"] is None:
        made = evaluate(case["expr"])
        # the facts have the class where Flink's text is an address, or cannot be made
        text_is_name = "@" in str(made) or "null" in case["expr"]
        assert (type(made).__name__ if text_is_name else str(made)) == case["result"]
        return
    with pytest.raises(JAVA_EXCEPTIONS[case["exception"]]) as raised:
        evaluate(case["expr"])
    assert str(raised.value) == case["message"]


@pytest.mark.parametrize("case", cases_of("assigners", "constant"))
def test_a_constant_is_flinks(case: dict[str, Any]) -> None:
    owner, name = case["name"].split(".")
    assert getattr(getattr(w, owner), name) == case["value"]
