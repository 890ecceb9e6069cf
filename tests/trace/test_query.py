"""Causes, call stacks, pairs and sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import flinksim as fs
from flinksim.analysis.expressions.name_resolution import parse_window_bounds
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.core.i18n.languages import LANGUAGES
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.trace import events as e
from flinksim.trace.narration.value_formatting import Formatter, format_json_value
from flinksim.trace.query import (
    count_kinds,
    describe_event,
    find_ancestors,
    find_causal_chain,
    find_contained_records,
    find_descendants,
    find_receipt,
    find_source_records,
    find_step,
    find_timer_end,
    find_timer_registration,
    find_write,
    get_call_stack,
)
from flinksim.trace.recorder import Recorder, Trace
from tests.trace.fixtures import START_MS, made_up_trace, plan

TRACE = made_up_trace(120)


class Second(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


def job() -> StreamExecutionEnvironment:
    """A source with a strategy, windows of 10 s, and a record that comes too late."""
    env = StreamExecutionEnvironment.get_execution_environment()
    script = [
        record(("a", 1_000, 1)), record(("a", 4_000, 2)), pause(300), record(("b", 14_000, 1)),
        pause(300), record(("a", 3_000, 1)),
    ]  # fmt: skip
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
    stream = env.from_source(
        ScriptedSource(script), strategy.with_timestamp_assigner(Second()), "clicks"
    )
    keyed = stream.key_by(lambda value: value[0])
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(10))).sum(2).print()
    return env


RUN = fs.simulate(job()).run().trace


def first(kind: type, trace: Trace = TRACE, after: int = 0) -> int:
    return next(i for i in range(after, len(trace.events)) if type(trace.events[i]) is kind)


def kinds(trace: Trace, indexes: list[int]) -> list[str]:
    return [type(trace.events[index]).__name__ for index in indexes]


def test_a_firing_lies_inside_the_watermark_that_brought_it() -> None:
    chain = find_causal_chain(RUN, first(e.WindowFired, RUN))
    assert kinds(RUN, chain) == [
        "BufferConsumed", "ElementReceived", "ChannelWatermarkChanged", "InputWatermarkAdvanced",
        "ElementProcessed", "OperatorWatermarkAdvanced", "TimerFired", "TriggerEvaluated",
        "WindowFired",
    ]  # fmt: skip


NETWORK_INPUT = [
    "StreamTask.processInput",
    "StreamOneInputProcessor.processInput",
    "AbstractStreamTaskNetworkInput.emitNext",
    "AbstractStreamTaskNetworkInput.processElement",
]


def test_the_call_stack_is_that_of_flink() -> None:
    assert get_call_stack(RUN, first(e.WindowFired, RUN)) == [
        *NETWORK_INPUT,
        "StatusWatermarkValve.inputWatermark",
        "StatusWatermarkValve.findAndOutputNewMinWatermarkAcrossAlignedSubpartitions",
        "OneInputStreamTask$StreamTaskNetworkOutput.emitWatermark",
        "AbstractStreamOperator.processWatermark",
        "InternalTimeServiceManagerImpl.advanceWatermark",
        "InternalTimerServiceImpl.advanceWatermark",
        "InternalTimerServiceImpl.tryAdvanceWatermark",
        "WindowOperator.onEventTime",
        "WindowOperator.emitWindowContents",
    ]


def test_the_key_is_set_beside_the_call_of_the_operator_and_not_in_it() -> None:
    assert get_call_stack(RUN, first(e.KeySelected, RUN)) == [
        *NETWORK_INPUT,
        "OneInputStreamTask$StreamTaskNetworkOutput.emitRecord",
        "AbstractStreamOperator.setCurrentKey",
    ]


def test_a_trigger_that_registers_a_timer_is_on_the_stack() -> None:
    assert get_call_stack(RUN, first(e.TimerRegistered, RUN))[-4:] == [
        "WindowOperator.processElement",
        "WindowOperator$Context.onElement",
        "Trigger.onElement",
        "InternalTimerServiceImpl.registerEventTimeTimer",
    ]


def test_a_watermark_is_handed_on_after_the_firing_and_not_in_it() -> None:
    fired = first(e.WindowFired, RUN)
    passed_on = next(
        i for i in range(fired, len(RUN.events))
        if isinstance(event := RUN.events[i], e.ElementProcessed) and event.element == "watermark"
    )  # fmt: skip
    assert get_call_stack(RUN, passed_on)[-3:] == [
        "AbstractStreamOperator.processWatermark",
        "ChainingOutput.emitWatermark",
        "StreamSink.processWatermark",
    ]


def test_a_source_and_a_mail_have_stacks_of_their_own() -> None:
    assert get_call_stack(RUN, first(e.SourceRecordRead, RUN)) == [
        "StreamTask.processInput",
        "StreamOneInputProcessor.processInput",
        "StreamTaskSourceInput.emitNext",
        "SourceOperator.emitNext",
        "SourceReader.pollNext",
        "SourceOutputWithWatermarks.collect",
    ]
    assert get_call_stack(RUN, first(e.WatermarkGenerated, RUN))[:4] == [
        "MailboxProcessor.processMail",
        "MailboxProcessor.runMail",
        "Mail.run",
        "StreamTask.invokeProcessingTimeCallback",
    ]
    assert (
        get_call_stack(RUN, first(e.WatermarkGenerated, RUN))[-1]
        == "WatermarkGenerator.onPeriodicEmit"
    )


def test_a_second_output_of_an_operator_is_not_inside_the_first() -> None:
    recorder = Recorder()
    emit, around = recorder.emit, recorder.trace.calls.wrap_in_span

    def tell(operator: str, value: str, then: Callable[[], None] = lambda: None) -> None:
        def process() -> None:
            emit(e.ElementProcessed(operator, "record", value, None).to_row())  # type: ignore[arg-type]
            then()

        around(f"{operator}.processElement", process)()

    def write() -> None:
        emit(e.ElementWritten("v1/0>v5/1", 0, "record", "b", None, 9).to_row())  # type: ignore[arg-type]

    recorder.begin_step(0, "job", "submit")
    emit(e.JobSubmitted(plan()).to_row())
    recorder.begin_step(0, "v1/0", "processInput")
    emit(e.SourceRecordRead("o1/0", "EWR", 0, "a b", None).to_row())  # type: ignore[arg-type]
    tell("o2/0", "a b", lambda: (tell("o3/0", "a"), tell("o3/0", "b", write)))  # type: ignore[arg-type, func-returns-value]
    assert list(recorder.trace.links.cause) == [-1, -1, 1, 2, 2, 4]
    assert get_call_stack(recorder.trace, 4) == ["o2/0.processElement", "o3/0.processElement"]


def test_a_call_that_fails_has_ended() -> None:
    recorder = Recorder()

    def fail() -> None:
        raise ValueError

    recorder.begin_step(0, "v1/0", "processInput")
    with pytest.raises(ValueError):
        recorder.trace.calls.wrap_in_span("Map.map", fail)()
    recorder.emit(e.RecordFiltered("o1/0").to_row())  # type: ignore[arg-type]
    assert get_call_stack(recorder.trace, 0) == ["FilterFunction.filter"]


def test_a_cause_is_never_in_an_earlier_step_and_an_origin_always_before() -> None:
    links = RUN.links
    for index in range(len(RUN.events)):
        cause = links.cause[index]
        assert cause == -1 or (cause < index and find_step(RUN, cause) == find_step(RUN, index))
        assert all(origin < index for origin in links.get_origins(index))
    assert sum(cause >= 0 for cause in links.cause) > len(links) / 2


def test_links_grow_with_the_run() -> None:
    simulation = fs.simulate(job())
    while simulation.step() is not None:
        assert len(simulation.trace.links) == len(simulation.trace.events)
    assert simulation.trace.links.cause == RUN.links.cause
    assert simulation.trace.links.frames == RUN.links.frames
    assert simulation.trace.links.frame_numbers == RUN.links.frame_numbers


def result_of(trace: Trace, index: int) -> Any:
    event = trace.events[index]
    assert isinstance(event, e.ResultWritten)
    return event.value


def read(indexes: list[int]) -> list[Any]:
    events = [RUN.events[index] for index in indexes]
    return [event.value for event in events if isinstance(event, e.SourceRecordRead)]


def test_a_result_is_walked_back_to_its_records_and_a_record_on_to_its_results() -> None:
    result = first(e.ResultWritten, RUN)
    assert result_of(RUN, result) == ("a", 1_000, 3)
    assert read(find_contained_records(RUN, result)) == [("a", 1_000, 1), ("a", 4_000, 2)]
    closed_by = ("b", 14_000, 1)
    behind = find_source_records(RUN, result)
    assert read(behind) == [("a", 1_000, 1), ("a", 4_000, 2), closed_by]
    of_first = find_descendants(RUN, behind[0])
    assert result in of_first
    assert find_ancestors(RUN, behind[0]) == []
    results = [result_of(RUN, i) for i in of_first if isinstance(RUN.events[i], e.ResultWritten)]
    assert results == [("a", 1_000, 3)], "what other panes give does not come of it"


def test_elements_written_and_received_are_paired() -> None:
    received = first(e.ElementReceived)
    written = find_write(TRACE, received)
    assert written is not None
    assert isinstance(TRACE.events[written], e.ElementWritten)
    assert find_receipt(TRACE, written) == received


def test_timers_registered_and_fired_are_paired() -> None:
    fired = first(e.TimerFired)
    registered = find_timer_registration(TRACE, fired)
    assert registered is not None
    assert find_timer_end(TRACE, registered) == fired


def test_what_never_arrives_has_no_partner() -> None:
    trace = made_up_trace(120)
    received = first(e.ElementReceived, trace)
    written = find_write(made_up_trace(120), received)
    assert written is not None
    events = list(trace.events)
    del events[received]
    trace = Trace([], events, [], {})
    assert find_receipt(trace, written) is None


def test_a_question_to_the_wrong_event_is_refused() -> None:
    with pytest.raises(
        TypeError, match="event 0: expected the type ElementReceived, found JobSubmitted"
    ):
        find_write(TRACE, 0)
    with pytest.raises(IndexError, match="the trace has"):
        find_step(TRACE, len(TRACE.events))


def test_kinds_are_counted() -> None:
    counts = count_kinds(TRACE)
    assert counts["JobSubmitted"] == 1
    assert sum(counts.values()) == len(TRACE.events)


# --- sentences ---------------------------------------------------------------------------------


def test_every_event_of_a_run_has_a_sentence() -> None:
    for index in range(len(TRACE.events)):
        words = describe_event(TRACE, index)
        assert words
        assert "{" not in words


def test_a_firing_is_told_in_one_sentence() -> None:
    assert describe_event(TRACE, first(e.WindowFired)) == (
        "Window [11:59:00, 12:00:00) of key DL fires with 2 records: the watermark 12:00:01.795 has "
        "reached its end."
    )


@pytest.mark.parametrize(
    ("timestamp", "text"),
    [
        (None, "none"),
        (MIN_TIMESTAMP, "MIN"),
        (MAX_TIMESTAMP, "MAX"),
        (0, "0"),
        (-7, "-7"),
        (12_000, "12000"),
        (START_MS, "12:00:00"),
        (START_MS + 14_999, "12:00:14.999"),
        (START_MS - 86_400_000, "2012-12-31 12:00:00"),
        (MIN_TIMESTAMP + 2001, "2001 ms after MIN"),
        (MAX_TIMESTAMP - 1, "1 ms before MAX"),
        (1 << 60, "1,152,921,504,606,846,976"),
    ],
)
def test_times_read_as_a_person_would_write_them(timestamp: int | None, text: str) -> None:
    assert Formatter(plan()).format_time(timestamp) == text


@pytest.mark.parametrize(
    ("window", "text"),
    [
        ((0, 10_000), "[0, 10000)"),
        ((MAX_TIMESTAMP - 7, MIN_TIMESTAMP + 2), "[7 ms before MAX, wrapped to 2 ms after MIN)"),
        ((MAX_TIMESTAMP - 10, MAX_TIMESTAMP), "[10 ms before MAX, MAX)"),
        ((MIN_TIMESTAMP, 5), "[MIN, 5)"),
    ],
)
def test_windows_at_the_ends_of_all_times_are_told_in_words_and_read_again(
    window: tuple[int, int], text: str
) -> None:
    labels = Formatter(plan())
    assert labels.format_window(window) == text
    for language in LANGUAGES:
        told = Formatter(plan(), language)
        assert parse_window_bounds(told.format_window(window), told) == window


@pytest.mark.parametrize(
    ("json_text", "text"),
    [
        ('["EWR",12,[1.5,null]]', "(EWR, 12, (1.5, null))"),
        ('"a \\"quoted\\" [word], here"', 'a "quoted" [word], here'),
        ('["a",-9223372036854775808,[9223372036854775808]]', "(a, MIN, (MAX + 1))"),
        ("1357041600000", "1357041600000"),
        ("[]", "()"),
        ("NaN", "NaN"),
    ],
)
def test_values_read_as_a_person_would_write_them(json_text: str, text: str) -> None:
    assert format_json_value(json_text) == text


def test_times_in_values_and_texts_read_as_times() -> None:
    labels = Formatter(plan())
    assert labels.format_value(f'["UA",{START_MS},7]') == "(UA, 12:00:00, 7)"
    assert labels.format_text(f"Row(at={START_MS + 86_400_000})") == "Row(at=2013-01-02 12:00:00)"
    assert (
        labels.format_text("user-1357041600000, 1357041600000.5")
        == "user-1357041600000, 1357041600000.5"
    )
    assert labels.format_value("1700000000000") == "1700000000000", "years from the start: a number"
    assert Formatter(plan(start_time_ms=0)).format_value(f"{START_MS}") == f"{START_MS}"
    assert (
        labels.format_text("but the function returned 9223372036854775807")
        == "but the function returned MAX"
    )


def test_windows_read_as_intervals() -> None:
    labels = Formatter(plan())
    assert labels.format_window((0, 10)) == "[0, 10)"
    assert labels.format_window(((0, 10), (5, 15))) == "[0, 10) and [5, 15)"
    assert labels.format_window(((0, 1), (2, 3), (4, 5))) == "[0, 1), [2, 3) and [4, 5)"
    assert labels.format_window("GlobalWindow") == "GlobalWindow"
