"""What goes out between generators and the chain: story by story, beside Flink's recorded facts."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.common.watermark_strategy import Watermark, WatermarkOutput
from flinksim.core.ids import OperatorId
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.runtime.operators.watermark_output import (
    IdlenessManager,
    StreamWatermarkOutput,
    WatermarkOutputMultiplexer,
    WatermarkToDataOutput,
    extract_timestamp,
)
from flinksim.trace.events import (
    StatusEmitted,
    TraceEvent,
    WatermarkEmitted,
    WatermarkGenerated,
)
from flinksim.trace.events.event import build_emitter
from tests.runtime.operators.manual_context import RememberingOutput

OPERATOR = OperatorId("o1/0")


class Below(WatermarkOutput):
    """What a multiplexer, or a join, puts out."""

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def emit_watermark(self, watermark: Watermark) -> None:
        self.calls.append(watermark.timestamp)

    def mark_idle(self) -> None:
        self.calls.append("idle")

    def mark_active(self) -> None:
        self.calls.append("active")

    def take(self) -> list[Any]:
        calls, self.calls = self.calls, []
        return calls


# --- one output --------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [None, 5, "5", Watermark("5"), Watermark(5.0)])  # type: ignore[arg-type]
def test_what_is_no_watermark_with_a_whole_number_is_refused(given: Any) -> None:
    with pytest.raises(
        TypeError,
        match=r"^emit_watermark: expected a Watermark\(timestamp\) with epoch milliseconds as int, found .",
    ) as told:
        extract_timestamp(given)
    assert str(told.value).endswith(f", found {given!r}")


def test_only_what_is_greater_than_all_before_goes_out() -> None:
    output = RememberingOutput()
    watermarks = WatermarkToDataOutput(output)
    assert watermarks.current_watermark == MIN_TIMESTAMP
    for timestamp in (MIN_TIMESTAMP, 0, 5, 5, 4, 6):
        watermarks.emit_watermark(Watermark(timestamp))
    assert output.take() == [["w", 0], ["w", 5], ["w", 6]]
    assert watermarks.current_watermark == 6


def test_a_status_goes_out_when_it_changes_and_before_the_watermark_that_wakes() -> None:
    output, events = RememberingOutput(), list[TraceEvent]()
    watermarks = WatermarkToDataOutput(output, emit=build_emitter(events), operator=OPERATOR)
    watermarks.mark_active()
    assert watermarks.is_idle is False
    assert output.take() == []
    watermarks.mark_idle()
    watermarks.mark_idle()
    assert watermarks.is_idle is True
    assert output.take() == [["s", "IDLE"]]
    watermarks.emit_watermark(Watermark(3))
    watermarks.mark_idle()
    watermarks.emit_watermark(Watermark(3))
    assert watermarks.is_idle is True, "a watermark that does not advance wakes nothing"
    watermarks.mark_active()
    watermarks.mark_active()
    assert output.take() == [["s", "ACTIVE"], ["w", 3], ["s", "IDLE"], ["s", "ACTIVE"]]
    assert events == [
        StatusEmitted(OPERATOR, True),
        StatusEmitted(OPERATOR, False),
        WatermarkEmitted(OPERATOR, 3),
        StatusEmitted(OPERATOR, True),
        StatusEmitted(OPERATOR, False),
    ]


def test_an_output_without_a_name_has_an_empty_one() -> None:
    events: list[TraceEvent] = []
    WatermarkToDataOutput(RememberingOutput(), emit=build_emitter(events)).advance_to(1)
    assert events == [WatermarkEmitted(OperatorId(""), 1)]


@pytest.mark.parametrize("traced", [False, True])
def test_the_output_of_a_stream_tells_what_its_generator_made_if_it_is_new(traced: bool) -> None:
    output, events = RememberingOutput(), list[TraceEvent]()
    emit = build_emitter(events) if traced else None
    watermarks = StreamWatermarkOutput(output, emit=emit, operator=OPERATOR)
    for timestamp in (4, 4, 3, 7):
        watermarks.emit_watermark(Watermark(timestamp))
    assert output.take() == [["w", 4], ["w", 7]]
    told: list[TraceEvent] = [
        WatermarkGenerated(OPERATOR, "", 4, "tick", 0, True, (), ()),
        WatermarkEmitted(OPERATOR, 4),
        WatermarkGenerated(OPERATOR, "", 7, "tick", 0, True, (), ()),
        WatermarkEmitted(OPERATOR, 7),
    ]
    assert events == (told if traced else [])


# --- several into one --------------------------------------------------------------------------------


def multiplexer_of(*splits: str) -> tuple[WatermarkOutputMultiplexer, Below]:
    below = Below()
    multiplexer = WatermarkOutputMultiplexer(below)
    for split in splits:
        multiplexer.register_new_output(split)
    return multiplexer, below


def test_an_immediate_output_goes_through_once_no_other_holds_it_back() -> None:
    multiplexer, below = multiplexer_of("a", "b")
    multiplexer.get_immediate_output("a").emit_watermark(Watermark(10))
    assert below.take() == []
    multiplexer.get_immediate_output("b").emit_watermark(Watermark(7))
    assert below.take() == [7]
    multiplexer.get_immediate_output("b").emit_watermark(Watermark(12))
    assert below.take() == [10]
    multiplexer.get_immediate_output("b").emit_watermark(Watermark(11))
    assert below.take() == []
    assert multiplexer.combined_watermark == 10


def test_an_immediate_watermark_that_cannot_advance_the_whole_updates_nothing() -> None:
    multiplexer, below = multiplexer_of("a", "b")
    for split in ("a", "b"):
        multiplexer.get_immediate_output(split).emit_watermark(Watermark(10))
    assert below.take() == [10]
    multiplexer.register_new_output("c")
    multiplexer.get_deferred_output("a").emit_watermark(Watermark(30))
    multiplexer.get_deferred_output("b").emit_watermark(Watermark(30))
    multiplexer.get_immediate_output("c").emit_watermark(Watermark(10))
    assert below.take() == [], "it is no greater than what has gone out"
    multiplexer.get_immediate_output("c").emit_watermark(Watermark(20))
    assert below.take() == [20]


def test_a_deferred_output_waits_for_the_next_update_of_any_kind() -> None:
    multiplexer, below = multiplexer_of("a")
    deferred = multiplexer.get_deferred_output("a")
    deferred.emit_watermark(Watermark(10))
    assert below.take() == []
    multiplexer.on_periodic_emit()
    assert below.take() == [10]
    multiplexer.on_periodic_emit()
    assert below.take() == []
    deferred.mark_idle()
    assert below.take() == []
    multiplexer.on_periodic_emit()
    multiplexer.on_periodic_emit()
    assert below.take() == ["idle", "idle"], "every update says so again"
    deferred.mark_active()
    multiplexer.on_periodic_emit()
    assert below.take() == [], "that one is active again is not passed on"
    deferred.emit_watermark(Watermark(11))
    multiplexer.on_periodic_emit()
    assert below.take() == [11]


def test_an_idle_output_holds_nothing_back_and_the_last_one_to_go_idle_tells() -> None:
    multiplexer, below = multiplexer_of("a", "b")
    multiplexer.get_immediate_output("a").emit_watermark(Watermark(10))
    multiplexer.get_immediate_output("b").mark_idle()
    assert below.take() == [10]
    multiplexer.get_immediate_output("a").mark_idle()
    assert below.take() == ["idle"]
    multiplexer.get_immediate_output("b").mark_active()
    assert below.take() == []
    multiplexer.get_immediate_output("b").emit_watermark(Watermark(9))
    assert below.take() == []
    multiplexer.get_immediate_output("b").emit_watermark(Watermark(15))
    assert below.take() == [15]


def test_an_output_that_is_taken_away_is_left_out_from_the_next_update_on() -> None:
    multiplexer, below = multiplexer_of("a", "b")
    multiplexer.get_immediate_output("a").emit_watermark(Watermark(10))
    assert multiplexer.unregister_output("b") is True
    assert multiplexer.unregister_output("b") is False
    assert below.take() == []
    multiplexer.on_periodic_emit()
    assert below.take() == [10]


def test_a_new_output_blocks_the_others_and_lowers_nothing() -> None:
    multiplexer, below = multiplexer_of("a")
    multiplexer.get_immediate_output("a").emit_watermark(Watermark(10))
    multiplexer.register_new_output("b")
    multiplexer.get_immediate_output("a").emit_watermark(Watermark(20))
    assert below.take() == [10]
    assert multiplexer.combined_watermark == 10


def test_listeners_hear_of_advances_and_of_every_setting_of_the_idle_flag() -> None:
    advances, flags, ignored = list[int](), list[bool](), list[int]()
    multiplexer = WatermarkOutputMultiplexer(Below())
    partial = multiplexer.register_new_output("a", advances.append, flags.append, ignored.append)
    output = multiplexer.get_immediate_output("a")
    for timestamp in (3, 3, 5):
        output.emit_watermark(Watermark(timestamp))
    assert (advances, ignored) == ([3, 5], [3])
    assert partial.watermark == 5
    flags.clear()
    output.mark_idle()
    output.mark_idle()
    output.mark_active()
    assert flags == [True, True, False]
    multiplexer.get_deferred_output("a").mark_idle()
    multiplexer.get_deferred_output("a").mark_active()
    assert flags == [True, True, False, True, False]


def test_names_are_taken_once_and_must_be_known() -> None:
    multiplexer, _ = multiplexer_of("a")
    with pytest.raises(RuntimeError, match=r"^Already contains an output for ID a$"):
        multiplexer.register_new_output("a")
    for get in (multiplexer.get_immediate_output, multiplexer.get_deferred_output):
        with pytest.raises(ValueError, match=r"^no output registered under id b$"):
            get("b")


# --- a source and its splits -------------------------------------------------------------------------


def test_a_source_is_idle_when_its_splits_and_its_main_output_are() -> None:
    below = Below()
    join = IdlenessManager(below)
    assert join.split_output.is_idle is True
    assert join.main_output.is_idle is True
    join.main_output.emit_watermark(Watermark(1))
    join.split_output.emit_watermark(Watermark(2))
    assert below.take() == [1, 2]
    join.split_output.mark_idle()
    assert below.take() == [], "the main output is not"
    join.main_output.mark_idle()
    assert below.take() == ["idle"]
    join.main_output.mark_active()
    assert below.take() == ["active"]
    join.split_output.mark_idle()
    assert below.take() == []
    join.main_output.mark_idle()
    assert below.take() == ["idle"]
    join.split_output.mark_active()
    join.main_output.mark_idle()
    assert below.take() == ["active"]
