"""Statements of the lessons, each with the run or the recording of Flink that supports it.

A statement is a text of a notebook or of a lesson's module. The test finds it there, so that a
changed text needs a new check.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import flinksim as fs
from flinksim import simulate
from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.core.flink_catalog.glossary import load_terms
from flinksim.core.java.key_groups import compute_default_max_parallelism
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_definition, load_solution
from flinksim.course.lessons import (
    lesson_00,
    lesson_04,
    lesson_05,
    lesson_06,
    lesson_08,
    lesson_09,
    lesson_10,
    lesson_11,
    lesson_12,
    lesson_14,
    lesson_16,
    lesson_17,
    lesson_18,
    lesson_21,
    lesson_23,
    lesson_24,
    lesson_25,
    lesson_26,
    lesson_27,
    lesson_28,
)
from flinksim.course.solutions import (
    solution_08,
    solution_13,
    solution_14,
    solution_24,
    solution_27,
)
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import SlidingEventTimeWindows, TimeWindow, TumblingEventTimeWindows
from flinksim.simulation.simulation import Simulation
from flinksim.trace import events as e
from tests.course.exercises_table import NUMBERS

ROOT = Path(__file__).resolve().parents[2]
SURFACE = ROOT / "tests/conformance/facts/pyflink_surface.json"


def text_of(number: str) -> str:
    """All texts of a lesson, in one line: its notebook's prose, its English texts and its module."""
    (notebook,) = (ROOT / "notebooks/source").glob(f"{number}_*.py")
    course = ROOT / "flinksim/course"
    paths = (
        notebook,
        course / f"texts/en/lesson_{number}.md",
        course / f"lessons/lesson_{number}.py",
    )
    texts = [path.read_text("utf-8") for path in paths]
    return re.sub(r"\s+", " ", " ".join(re.sub(r"(?m)^# ?", "", text) for text in texts))


def sum_on_a_window_is_not_in_pyflink() -> bool:
    modules = json.loads(SURFACE.read_text("utf-8"))["modules"]
    members = modules["pyflink.datastream.data_stream"]["classes"]["WindowedStream"]
    return "reduce" in str(members) and '"sum"' not in json.dumps(members)


def the_two_minus_ones_cancel() -> bool:
    """The smallest delay is the difference to the window's end, plus one."""

    def lost(delay: int) -> int:
        job = build_clicks_job(
            {"a": [(400, "k", 12_345), (800, "k", 9_999), (1_200, "k", 99_000)]}, delay_ms=delay
        )
        return len(run_quietly(job).trace.get_events(e.LateRecordDropped))

    return (lost(2_345), lost(2_346)) == (1, 0)


def below_the_gap_is_never_idle() -> bool:
    """A gap of 1,400 ms and a timeout of 1,000 ms: the split is not idle in any gap."""
    clicks = {
        "gaps": [(1_400 * n, "k", 1_000 * n) for n in range(8)],
        "busy": [(200 * n, "k", 200 * n) for n in range(50)],
    }
    run = run_quietly(lesson_06.build_idleness_job(clicks, 1_000))
    last_read = max(
        run.trace.headers[step].time_ms
        for step, event in iterate_events(run.trace, e.SourceRecordRead)
        if event.split == "gaps"
    )
    idle = [
        run.trace.headers[step].time_ms
        for step, event in iterate_events(run.trace, e.SplitStatusChanged)
        if event.split == "gaps" and event.idle
    ]
    return all(time > last_read for time in idle)


def a_split_is_idle_one_to_three_intervals_on() -> bool:
    run = run_quietly(lesson_06.build_idleness_job(lesson_06.QUIET, 1_000))
    step, _ = find_first(run.trace, e.SplitStatusChanged, lambda one: one.idle)
    later = run.trace.headers[step].time_ms - (500 + 1_000)  # after the last record and the timeout
    return 200 < later < 3 * 200


def timers_of_processing_time_alone_are_mails() -> bool:
    by_clock = run_quietly(lesson_09.build_long_map_job()).trace
    by_event_time = run_quietly(build_clicks_job(lesson_00.CLICKS)).trace
    return any("timer" in mail.mail.lower() for mail in by_clock.get_events(e.MailTaken)) and all(
        "WindowOperator" not in mail.mail for mail in by_event_time.get_events(e.MailTaken)
    )


def a_timer_on_time_fires_one_millisecond_later() -> bool:
    job = lesson_09.build_long_map_job(map_ms=50)
    return lesson_09.find_timer_firing(run_quietly(job))[1] == 401


def every_offset_prediction_differs_from_the_misconception() -> bool:
    lesson = load_definition("10")
    run = run_quietly(lesson.simulate())
    starts = {name: find(run)[0] for name, find in load_solution("10").truths.items()}
    first_record = str(lesson_10.TIMES[0])
    return first_record not in starts.values() and starts["negative"] == "6000"


def sum_keeps_the_fields_of_the_first_record() -> bool:
    run = run_quietly(lesson_10.build_window_size_job((3_000, 1_000), 10_000))
    (result,) = run.trace.get_events(e.ResultWritten)
    return result.value == ("a", 3_000, 2)


def touching_sessions_merge() -> bool:
    run = run_quietly(lesson_12.build_sessions_job([(100, 1_000), (200, 5_000)]))
    windows = {event.window for event in run.trace.get_events(e.WindowFired)}
    return windows == {(1_000, 9_000)} and TimeWindow(1_000, 5_000).intersects(
        TimeWindow(5_000, 9_000)
    )


class NoTimer(solution_13.EveryThirdTrigger):
    """The same without a timer of its own."""

    def on_element(self, element, timestamp, window, ctx):  # type: ignore[no-untyped-def]
        count = ctx.get_partitioned_state(solution_13.COUNT_DESCRIPTOR)
        count.add(1)
        return solution_13.TriggerResult.CONTINUE


def only_lateness_needs_a_timer() -> bool:
    def fires_at(lateness_ms: int) -> list[int]:
        env = StreamExecutionEnvironment.get_execution_environment()
        strategy = WatermarkStrategy.for_monotonous_timestamps()
        script = [one for n in range(9) for one in (at(400 * n), record(("a", 3_000 * n, 1)))]
        clicks = env.from_source(
            ScriptedSource(script),
            strategy.with_timestamp_assigner(lambda click, _: click[1]),
            "clicks",
            Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()]),
        )
        windows = clicks.key_by(lambda click: click[0]).window(
            TumblingEventTimeWindows.of(Time.seconds(10))
        )
        windows.trigger(NoTimer()).allowed_lateness(lateness_ms).sum(2).print()
        run = run_quietly(simulate(env))
        return [event.watermark for event in run.trace.get_events(e.WindowFired)]

    return fires_at(0)[:1] == [11_999] and fires_at(5_000) == []


def key_groups_are_128_up_to_a_parallelism_of_85() -> bool:
    return [compute_default_max_parallelism(p) for p in (1, 4, 85, 86)] == [128, 128, 128, 256]


def only_channels_between_task_managers_have_credits() -> bool:
    run = run_quietly(lesson_16.build_readings_job(lesson_16.COSTS_MS))
    remote = {channel.id for channel in run.plan.channels if not channel.local}
    with_credit = {event.channel for event in run.trace.get_events(e.CreditChanged)}
    return bool(remote) and with_credit == remote and len(remote) < len(run.plan.channels)


def parse_has_no_output_buffer() -> bool:
    run = run_quietly(lesson_16.build_readings_job(lesson_16.COSTS_MS))
    (parse,) = (s.id for s in run.plan.subtasks if lesson_16.TASKS[0] in name_of(run, s.vertex))
    reasons = {
        event.reason
        for event in run.trace.get_events(e.DefaultActionSuspended)
        if event.subtask == parse
    }
    return "no output buffer" in reasons


def name_of(run: Simulation, vertex: str) -> str:
    return next(v.operators[0].name for v in run.plan.vertices if v.id == vertex)


def the_coordinator_triggers() -> bool:
    trace = run_quietly(lesson_17.build_two_paths_job()).trace
    kinds = [type(event) for event in trace.events]
    return kinds.index(e.CheckpointTriggered) < kinds.index(e.BarrierEmitted)


def ingestion_time_is_deprecated_since_1_12() -> bool:
    (term,) = (one for one in load_terms() if one.name == "TimeCharacteristic")
    return "deprecated in 1.12" in term.changed and "ingestion time" in term.was


def late_records_are_dropped_by_the_window() -> bool:
    """The records behind the watermark of lesson 02 are dropped after their window's cleanup time."""
    run = run_quietly(load_definition("02").simulate())
    dropped = run.trace.get_events(e.LateRecordDropped)
    behind = [
        f for f in run.trace.get_events(e.WindowAssigned) if f.operator == dropped[0].operator
    ]
    return bool(dropped) and bool(behind) and all(f.watermark >= f.cleanup_time for f in dropped)


def watermarks_are_generated_every_200_ms() -> bool:
    arrivals = [630 * n for n in range(1, 7)]
    run = run_quietly(lesson_04.build_scheduled_job(range(1_000, 7_000, 1_000), arrivals))
    times = {
        run.trace.headers[step].time_ms
        for step, f in iterate_events(run.trace, e.WatermarkGenerated)
        if f.timestamp < MAX_TIMESTAMP
    }
    return bool(times) and all(time % 200 == 0 for time in times)


def each_vertex_has_its_subtasks() -> bool:
    run = run_quietly(load_definition("07").simulate())
    return all(
        sum(subtask.vertex == vertex.id for subtask in run.plan.subtasks) == vertex.parallelism
        for vertex in run.plan.vertices
    )


def a_channel_has_three_elements_more_than_records() -> bool:
    run = run_quietly(lesson_08.build_maps_job(7, 3, (1,)))
    return solution_08.count_crossings(run) == 7 and solution_08.count_buffers(run) == 7 + 3


def a_late_firing_has_the_whole_pane() -> bool:
    rows = lesson_11.list_rows(run_quietly(load_definition("11").simulate()))
    first = [count for start, count in rows if start == 0]
    return len(first) > 1 and first == list(range(first[0], first[0] + len(first)))


def the_timer_of_7_s_fires_after_1_s() -> bool:
    run = run_quietly(load_definition("14").simulate())
    step, _ = find_first(run.trace, e.TimerFired, lambda f: f.timestamp == 7_000)
    return 1_000 <= run.trace.headers[step].time_ms < 1_300


def the_usual_recipe_fails_if_the_stop_is_first() -> bool:
    """The schedule in which the stop arrives first; the solved function has none."""
    failing = lesson_14.find_failing_run()
    assert failing is not None
    reads = [
        f.value[2] for f in failing.trace.get_events(e.ElementProcessed) if "bus" in str(f.value)
    ]
    return (
        lesson_14.list_alerts(failing) == ["bus"]
        and reads.index("stop") < reads.index("start")
        and lesson_14.find_failing_run(solution_14.AlertFunction) is None
    )


def a_written_row_is_written_again_after_a_crash() -> bool:
    times = tuple(range(150, 2_000, 130))
    whole = run_quietly(lesson_18.build_counting_job(times))
    steps = range(len(whole.trace) // 2, len(whole.trace), 5)
    rows = ([f.text for f in lesson_18.run_with_crash(times, step).results] for step in steps)
    return any(len(set(one)) < len(one) for one in rows)


def a_count_trigger_does_not_fire_at_the_end() -> bool:
    late = lesson_21.is_cured(
        run_quietly(lesson_21.build_patient_job(trigger="count 100")), lesson_21.TIMES
    )
    fires = lesson_21.is_cured(run_quietly(lesson_21.build_patient_job()), lesson_21.TIMES)
    return (late[0], fires[0]) == (False, True)


def a_day_by_the_second_is_86400_windows() -> bool:
    windows = SlidingEventTimeWindows.of(Time.days(1), Time.seconds(1))
    return len(list(windows.assign_windows(None, 10**9, None))) == 86_400


def a_second_window_drops_what_was_late() -> bool:
    """As recorded from Flink 2.3.0: no result without a lateness, one for each click with one."""
    times = lesson_23.TIMES
    runs = [run_quietly(lesson_23.build_late_job(times, late_ms)) for late_ms in (0, 60_000)]
    return [lesson_23.count_late_results(run) for run in runs] == [0, 2] and all(
        lesson_23.list_late_times(run) == [8_000, 2_000] for run in runs
    )


def the_side_output_keeps_the_timestamp() -> bool:
    run = run_quietly(lesson_23.build_late_job(lesson_23.TIMES))
    late = run.trace.get_events(e.LateRecordDropped)
    return {f.timestamp for f in late if f.side_output} == {
        f.timestamp for f in late if not f.side_output
    }


def pyflink_has_no_joins_of_streams() -> bool:
    modules = json.loads(SURFACE.read_text("utf-8"))["modules"]
    classes = modules["pyflink.datastream.data_stream"]["classes"]
    names = json.dumps([classes["DataStream"], classes["KeyedStream"]])
    return (
        '"connect"' in names
        and '"union"' in names
        and not re.search(r'"(?:join|interval_join|co_group)"', names)
    )


def an_interval_join_clears_its_state_and_connect_does_not() -> bool:
    jobs = (lesson_24.build_joins_job, lesson_24.build_connect_job)
    runs = [run_quietly(job(lesson_24.ORDERS, lesson_24.PAYMENTS)) for job in jobs]
    cleared = [fs.at_end("not a state is left").evaluate(run.trace) for run in runs]
    same = lesson_24.list_pairs(runs[0], "interval") == lesson_24.list_pairs(runs[1], "connect")
    return cleared == [True, False] and same


def both_joins_have_the_smaller_watermark() -> bool:
    """20,999 ms, as a timer of connect() on Flink 2.3.0 showed for the same input."""
    run = run_quietly(load_definition("24").simulate())
    return solution_24.find_last_watermark(run)[1] == 20_999


def nothing_happens_when_a_ttl_ends() -> bool:
    run = run_quietly(load_definition("25").simulate())
    times = [run.trace.headers[s].time_ms for s, _ in iterate_events(run.trace, e.StateCleared)]
    return times == [7_000] and not run.trace.get_events(e.TimerFired)


def a_read_starts_the_time_again_only_if_asked() -> bool:
    visits = [(time, time) for time in lesson_25.ARRIVALS]
    found = [
        lesson_25.list_passed(run_quietly(lesson_25.build_visits_job(visits, counts_reads=reads)))
        for reads in (False, True)
    ]
    return found == [[1_000, 7_000], [1_000]]


def alignment_saves_panes() -> bool:
    free, aligned = (
        run_quietly(lesson_26.build_sources_job(90, 470, drift)) for drift in (None, 6_000)
    )
    panes = [lesson_26.count_open_panes(run)[0] for run in (free, aligned)]
    first = [lesson_26.find_results(run)[0] for run in (free, aligned)]
    return panes == [5, 2] and first[0] == first[1]


def a_drift_of_0_stops_the_slow_source_too() -> bool:
    free, tight = (run_quietly(lesson_26.build_sources_job(90, 470, drift)) for drift in (None, 0))
    pause = [lesson_26.find_longest_pause(run, "slow")[0] for run in (free, tight)]
    last = [lesson_26.find_results(run)[-1][1] for run in (free, tight)]
    return pause[0] == 470 < pause[1] and last[0] < last[1]


def advances_have_names() -> bool:
    lines = lesson_05.describe_advances(run_quietly(build_clicks_job(lesson_05.LEFT_RIGHT)))
    return "MAX" in lines[-1] and not any(
        "9223372036854775807" in one or ">" in one for one in lines
    )


def a_window_of_sql_drops_late_rows() -> bool:
    run = run_quietly(lesson_27.build_clicks_query())
    late = lesson_27.list_late(run, lesson_27.SECONDS)
    return late == [8] and solution_27.count_windows(run)[0] == 4


def four_seconds_keep_the_row() -> bool:
    run = run_quietly(lesson_27.build_clicks_query(delay_s=4))
    late = lesson_27.list_late(run, lesson_27.SECONDS)
    return not late and solution_27.count_windows(run)[0] == 5


def groups_begin_and_end() -> bool:
    run = run_quietly(lesson_28.build_counts_query(["ann", "ann"]))
    return lesson_28.list_changes(run) == ["+I[1, 1]", "-D[1, 1]", "+I[2, 1]"]


CLAIMS: list[tuple[str, str, Callable[[], bool]]] = [
    ("27", "A window in SQL has no allowed lateness. Its late rows are dropped.", a_window_of_sql_drops_late_rows),
    ("27", "keeps the window open longer. The click of 12:00:08 is then counted", four_seconds_keep_the_row),
    ("28", "A new group is written with +I, and an empty one is deleted with -D.", groups_begin_and_end),
    ("00", "`sum` on a window, which Flink has in Java only", sum_on_a_window_is_not_in_pyflink),
    ("03", "(of the watermark, and of the window's last millisecond) cancel each other out", the_two_minus_ones_cancel),
    ("05", "lesson.advances(lesson.run)", advances_have_names),
    ("06", "A timeout a little *below* the gap is safe, too", below_the_gap_is_never_idle),
    ("06", "a split becomes idle one to three intervals after the timeout", a_split_is_idle_one_to_three_intervals_on),
    ("09", "Event-time timers are not mails", timers_of_processing_time_alone_are_mails),
    ("09", "for 1 ms after its timestamp, so 401 ms is on time", a_timer_on_time_fires_one_millisecond_later),
    ("10", "With an offset of -4 s?", every_offset_prediction_differs_from_the_misconception),
    ("10", "including the time, are those of the first record in the window", sum_keeps_the_fields_of_the_first_record),
    ("12", "Sessions that overlap or touch are merged", touching_sessions_merge),
    ("13", "With a lateness of 0 the window's cleanup timer has the same time", only_lateness_needs_a_timer),
    ("15", "128 by default, up to a parallelism of 85", key_groups_are_128_up_to_a_parallelism_of_85),
    ("16", "A channel between TaskManagers has **credits**", only_channels_between_task_managers_have_credits),
    ("16", "It has no output buffer left", parse_has_no_output_buffer),
    ("01", "Flink 1.12 deprecated the setting", ingestion_time_is_deprecated_since_1_12),
    ("02", "a **window** does, after the watermark", late_records_are_dropped_by_the_window),
    ("04", "only when its timer fires: every 200 ms of processing time", watermarks_are_generated_every_200_ms),
    ("07", "expands each task into subtasks", each_vertex_has_its_subtasks),
    ("08", "and three more: for the last watermark", a_channel_has_three_elements_more_than_records),
    ("11", "A late firing emits the whole pane again", a_late_firing_has_the_whole_pane),
    ("14", "A timer is registered for 7 s. It fires when the clock shows 1 s", the_timer_of_7_s_fires_after_1_s),
    ("14", "It returns the run in which this recipe fails", the_usual_recipe_fails_if_the_stop_is_first),
    ("18", "Results that a sink has already written outside", a_written_row_is_written_again_after_a_crash),
    ("21", "The watermark has passed, but the window does not", a_count_trigger_does_not_fire_at_the_end),
    ("22", "keep 86,400 panes for each key", a_day_by_the_second_is_86400_windows),
    ("23", "So a window downstream finds it late, too, and drops it", a_second_window_drops_what_was_late),
    ("23", "A record in the side output keeps its timestamp", the_side_output_keeps_the_timestamp),
    ("24", "PyFlink has `connect` and `union`; both joins are in Java and here", pyflink_has_no_joins_of_streams),
    ("24", "| never, unless you do |", an_interval_join_clears_its_state_and_connect_does_not),
    ("24", "the smaller watermark of the inputs", both_joins_have_the_smaller_watermark),
    ("25", "no function is called at its end, and no result is emitted", nothing_happens_when_a_ttl_ends),
    ("25", "with `OnReadAndWrite` a read starts the time again", a_read_starts_the_time_again_only_if_asked),
    ("26", "What it does not read stays in Kafka, not in state", alignment_saves_panes),
    ("26", "not even the slowest source itself", a_drift_of_0_stops_the_slow_source_too),
    ("17", "the checkpoint coordinator triggers a checkpoint, and each source sends", the_coordinator_triggers),
]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "claim", "is_true"), CLAIMS, ids=[c[2].__name__ for c in CLAIMS]
)
def test_a_statement_of_a_lesson_is_supported(
    number: str, claim: str, is_true: Callable[[], bool]
) -> None:
    assert claim in text_of(number)
    assert is_true()


def test_each_lesson_has_a_supported_statement() -> None:
    """Lessons 19 and 20 compare with Spark; test_exercises checks their predictions with it."""
    needs_spark = {number for number in NUMBERS if load_definition(number).needs_spark}
    assert set(NUMBERS) - needs_spark == {number for number, _, _ in CLAIMS}
