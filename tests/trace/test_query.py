"""Causes, call stacks, pairs and sentences."""

from __future__ import annotations

import pytest

from flinksim.common.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.query import (
    call_stack,
    causes,
    chain_of_causes,
    ended_at,
    kinds_in,
    received_from,
    registered_at,
    sentence,
    step_of,
    written_to,
)
from flinksim.trace.recorder import Recorder, Trace
from flinksim.trace.sentences import Labels, show
from tests.trace.fixtures import START_MS, made_up_trace, plan

TRACE = made_up_trace(120)


def first(kind: type, trace: Trace = TRACE, after: int = 0) -> int:
    return next(i for i in range(after, len(trace.events)) if type(trace.events[i]) is kind)


def kinds(trace: Trace, indexes: list[int]) -> list[str]:
    return [type(trace.events[index]).__name__ for index in indexes]


def test_a_firing_lies_inside_the_watermark_that_brought_it() -> None:
    chain = chain_of_causes(TRACE, first(e.WindowFired))
    assert kinds(TRACE, chain) == [
        "ElementReceived", "ChannelWatermarkChanged", "InputWatermarkAdvanced", "ElementProcessed",
        "OperatorWatermarkAdvanced", "TimerFired", "TriggerEvaluated", "WindowFired",
    ]  # fmt: skip


def test_the_call_stack_is_that_of_flink() -> None:
    assert call_stack(TRACE, first(e.WindowFired)) == [
        "StreamTask.processInput",
        "StreamOneInputProcessor.processInput",
        "StreamTaskNetworkInput.emitNext",
        "StreamTaskNetworkInput.processElement",
        "StatusWatermarkValve.inputWatermark",
        "StatusWatermarkValve.findAndOutputNewMinWatermarkAcrossAlignedSubpartitions",
        "WindowOperator.processWatermark",
        "InternalTimerServiceImpl.advanceWatermark",
        "WindowOperator.onEventTime",
        "WindowOperator.emitWindowContents",
    ]


def test_a_source_and_a_mail_have_stacks_of_their_own() -> None:
    assert call_stack(TRACE, first(e.SourceRecordRead))[:2] == [
        "StreamTask.processInput",
        "StreamOneInputProcessor.processInput",
    ]
    assert call_stack(TRACE, first(e.SourceRecordRead))[-1] == "SourceReader.pollNext"
    assert call_stack(TRACE, first(e.WatermarkGenerated)) == [
        "MailboxProcessor.processMail",
        "MailboxProcessor.runMail",
        "WatermarkGenerator.onEvent",
    ]


def test_a_second_output_of_an_operator_is_not_inside_the_first() -> None:
    recorder = Recorder()
    emit = recorder.emit
    recorder.begin_step(0, "job", "submit")
    emit(e.JobSubmitted(plan()))
    recorder.begin_step(0, "v1/0", "processInput")
    emit(e.SourceRecordRead("o1/0", "EWR", 0, "a b", None))  # type: ignore[arg-type]
    emit(e.ElementProcessed("o2/0", "record", "a b", None))  # type: ignore[arg-type]
    emit(e.ElementProcessed("o3/0", "record", "a", None))  # type: ignore[arg-type]
    emit(e.ElementProcessed("o3/0", "record", "b", None))  # type: ignore[arg-type]
    emit(e.ElementWritten("v1/0>v5/1", 0, "record", "b", None, 9))  # type: ignore[arg-type]
    assert list(causes(recorder.trace)) == [-1, -1, 1, 2, 2, 4]


def test_a_cause_is_never_in_an_earlier_step() -> None:
    found = causes(TRACE)
    for index, cause in enumerate(found):
        assert cause == -1 or (cause < index and step_of(TRACE, cause) == step_of(TRACE, index))
    assert sum(cause >= 0 for cause in found) > len(found) / 2


def test_the_chain_of_one_fact_agrees_with_the_causes_of_all() -> None:
    found = causes(TRACE)
    for index in range(0, len(TRACE.events), 17):
        chain = chain_of_causes(TRACE, index)
        assert [found[i] for i in chain] == [-1, *chain[:-1]]


def test_elements_written_and_received_are_paired() -> None:
    received = first(e.ElementReceived)
    written = received_from(TRACE, received)
    assert written is not None
    assert isinstance(TRACE.events[written], e.ElementWritten)
    assert written_to(TRACE, written) == received


def test_timers_registered_and_fired_are_paired() -> None:
    fired = first(e.TimerFired)
    registered = registered_at(TRACE, fired)
    assert registered is not None
    assert ended_at(TRACE, registered) == fired


def test_what_never_arrives_has_no_partner() -> None:
    trace = made_up_trace(120)
    received = first(e.ElementReceived, trace)
    written = received_from(trace, received)
    assert written is not None
    del trace.events[received]
    assert written_to(trace, written) is None


def test_a_question_to_the_wrong_fact_is_refused() -> None:
    with pytest.raises(TypeError, match="fact 0 is a JobSubmitted, not an ElementReceived"):
        received_from(TRACE, 0)
    with pytest.raises(IndexError, match="the trace has"):
        step_of(TRACE, len(TRACE.events))


def test_kinds_are_counted() -> None:
    counts = kinds_in(TRACE)
    assert counts["JobSubmitted"] == 1
    assert sum(counts.values()) == len(TRACE.events)


# --- sentences ---------------------------------------------------------------------------------


def test_every_fact_of_a_run_has_a_sentence() -> None:
    for index in range(len(TRACE.events)):
        words = sentence(TRACE, index)
        assert words
        assert "{" not in words


def test_a_firing_is_told_in_one_sentence() -> None:
    assert sentence(TRACE, first(e.WindowFired)) == (
        "The watermark 12:00:01.795 has reached the end of [11:59:00, 12:00:00), so the pane of "
        "key DL fires with count 2."
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
        (MAX_TIMESTAMP - 1, "9223372036854775806"),
    ],
)
def test_times_read_as_a_person_would_write_them(timestamp: int | None, text: str) -> None:
    assert Labels(plan()).time(timestamp) == text


@pytest.mark.parametrize(
    ("json_text", "text"),
    [
        ('["EWR",12,[1.5,null]]', "(EWR, 12, (1.5, null))"),
        ('"a \\"quoted\\" [word], here"', 'a "quoted" [word], here'),
        ("-9223372036854775808", "-9223372036854775808"),
        ("[]", "()"),
        ("NaN", "NaN"),
    ],
)
def test_values_read_as_a_person_would_write_them(json_text: str, text: str) -> None:
    assert show(json_text) == text


def test_windows_read_as_intervals() -> None:
    labels = Labels(plan())
    assert labels.window((0, 10)) == "[0, 10)"
    assert labels.window(((0, 10), (5, 15))) == "[0, 10) and [5, 15)"
    assert labels.window("GlobalWindow") == "GlobalWindow"
