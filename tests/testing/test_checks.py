"""The check of the first lesson reads the trace: it takes the right answer and no other."""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, pause, record, watermark
from flinksim.course.checks.window_checks import check_window_firing, find_firing_cause
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.trace.recorder import Trace

WINDOW = (0, 10_000)

SCRIPT = {
    "north": [
        record(("red", 3_000, 1)), pause(300), record(("red", 25_000, 1)), pause(300),
        record(("blue", 27_000, 1)), pause(1_500),
    ],
    "east": [
        record(("red", 5_000, 1)), pause(700), record(("blue", 11_500, 1)), pause(300),
        record(("blue", 12_500, 1)), pause(1_100),
    ],
    "south": [
        record(("blue", 8_000, 1)), pause(1_300), record(("red", 14_000, 1)), pause(300),
        record(("blue", 16_000, 1)), pause(500),
    ],
}  # fmt: skip


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


def simulate(script: Any, parallelism: int) -> fs.Simulation:
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
    (
        env.from_source(
            ScriptedSource(script),
            strategy.with_timestamp_assigner(EventTime()),
            "clicks",
            Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()]),
        )
        .set_parallelism(parallelism)
        .key_by(lambda click: click[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(10)))
        .sum(2)
        .print()
    )
    return fs.simulate(env)


@pytest.fixture(scope="module")
def trace() -> Trace:
    return simulate(SCRIPT, parallelism=3).run().trace


def channel(trace: Trace, source_subtask: int) -> str:
    """The channel from one source task to the only window task."""
    (window_task,) = {c.target for c in trace.plan.channels}
    (name,) = [
        c.id for c in trace.plan.channels
        if c.source.endswith(f"/{source_subtask}") and c.target == window_task
    ]  # fmt: skip
    return name


NORTH, EAST, SOUTH = range(3)


def test_the_record_and_the_channel_that_everyone_waited_for_are_right(trace: Trace) -> None:
    verdict = check_window_firing(
        trace, "blue", WINDOW, record=("red", 14_000, 1), limiting_channel=channel(trace, SOUTH)
    )
    assert verdict.is_right
    assert verdict.message == (
        "('red', 14000, 1) raised the watermark of channel 2 of “TumblingEventTimeWindows” to 11999; this "
        "was the lowest watermark before, so window [0, 10000) of key blue fired."
    )
    assert check_window_firing(
        trace, "blue", WINDOW, record=("red", 14_000, 1), limiting_channel=SOUTH
    )
    assert not check_window_firing(
        trace, "blue", WINDOW, record=("red", 14_000, 1), limiting_channel=EAST
    )


@pytest.mark.parametrize(
    ("closed_by", "held_by", "hint"),
    [
        # the three answers that one expects from a class
        (
            ("blue", 27_000, 1),
            SOUTH,
            "after it, the lowest watermark of the channels was still",
        ),
        (("blue", 8_000, 1), SOUTH, "is in the pane. The watermark closes a pane"),
        (("red", 14_000, 1), NORTH, "was at 24999 and did not limit the watermark"),
        # and some more
        (("blue", 12_500, 1), EAST, "after it, the lowest watermark of the channels was still"),
        (("blue", 16_000, 1), SOUTH, "was read only after the pane had fired"),
        (("red", 14_001, 1), SOUTH, "no source read a record ('red', 14001, 1)"),
        (("red", 14_000, 1), EAST, "the record is right;"),
    ],
)
def test_a_wrong_answer_gets_a_hint(trace: Trace, closed_by: Any, held_by: int, hint: str) -> None:
    verdict = check_window_firing(
        trace, "blue", WINDOW, record=closed_by, limiting_channel=channel(trace, held_by)
    )
    assert not verdict.is_right
    assert hint in verdict.message
    assert "south" not in verdict.message


def test_a_channel_that_does_not_exist_is_named(trace: Trace) -> None:
    verdict = check_window_firing(
        trace, "blue", WINDOW, record=("red", 14_000, 1), limiting_channel="west"
    )
    assert not verdict
    assert (
        "'west' is not a channel into the task; expected one of channel 0, channel 1, channel 2"
        in verdict.message
    )


@pytest.mark.parametrize("spelled", [2, "2", "ch 2", "CH  2", "channel 2", "south", "South"])
def test_a_channel_may_be_called_as_the_picture_calls_it(trace: Trace, spelled: str | int) -> None:
    assert check_window_firing(
        trace, "blue", WINDOW, record=("red", 14_000, 1), limiting_channel=spelled
    )


def test_true_is_no_channel(trace: Trace) -> None:
    closed = (("red", 14_000, 1), ("blue", 12_500, 1))
    for held_by in (True, False):
        assert not any(
            check_window_firing(trace, "blue", WINDOW, record=one, limiting_channel=held_by)
            for one in closed
        )
    verdict = check_window_firing(trace, "blue", WINDOW, record=closed[0], limiting_channel=True)
    assert "True' is not a channel" in verdict.message


def test_half_an_answer_is_no_answer(trace: Trace) -> None:
    assert not check_window_firing(
        trace, "blue", WINDOW, record=None, limiting_channel=channel(trace, SOUTH)
    )
    assert not check_window_firing(
        trace, "blue", WINDOW, record=("red", 14_000, 1), limiting_channel=None
    )


def test_with_another_script_another_answer_is_right() -> None:
    script = SCRIPT | {
        "south": [record(("blue", 8_000, 1)), record(("red", 14_000, 1)), pause(2_000)]
    }
    other = simulate(script, parallelism=3).run().trace
    assert check_window_firing(
        other, "blue", WINDOW, record=("blue", 12_500, 1), limiting_channel=channel(other, EAST)
    )
    assert not check_window_firing(
        other, "blue", WINDOW, record=("red", 14_000, 1), limiting_channel=channel(other, SOUTH)
    )


def test_the_smallest_split_counts_where_one_task_reads_several() -> None:
    other = simulate(SCRIPT, parallelism=1).run().trace
    closing = find_firing_cause(other, "blue", WINDOW)
    assert closing.record == ("red", 14_000, 1)


def test_a_pane_closed_by_the_end_of_the_input_was_closed_by_no_record() -> None:
    closing = find_firing_cause(simulate(SCRIPT, 3).run().trace, "blue", (10_000, 20_000))
    assert closing.record is None


def test_a_pane_closed_by_a_watermark_of_the_script_itself() -> None:
    script = [record(("a", 1, 1)), pause(10), watermark(9_999), pause(10), record(("a", 2, 1))]
    env = StreamExecutionEnvironment.get_execution_environment()
    (
        env.add_source(ScriptedSource(script))
        .assign_timestamps_and_watermarks(
            WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
        )
        .key_by(lambda click: click[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(10)))
        .sum(2)
        .print()
    )
    closing = find_firing_cause(fs.simulate(env).run().trace, "a", WINDOW)
    assert closing.record is None  # the assigner swallows the script's watermark; the end closes it


def test_a_pane_that_has_not_fired_is_named_with_those_that_have(trace: Trace) -> None:
    with pytest.raises(
        LookupError, match=r"\[0, 10000\) of key green did not fire.*\[0, 10000\) of key blue"
    ):
        check_window_firing(trace, "green", WINDOW, record=1, limiting_channel="x")
    nothing_yet = simulate(SCRIPT, parallelism=3).trace
    with pytest.raises(LookupError, match=r"none so far\. Run further and try again\."):
        check_window_firing(nothing_yet, "blue", WINDOW, record=1, limiting_channel="x")
