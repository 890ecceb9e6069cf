"""Statements about windows, triggers, timers, late data and joins: each true or false in a run."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import flinksim as fs
from flinksim import simulate
from flinksim.common import Time
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_definition, load_solution
from flinksim.course.lessons import (
    lesson_10,
    lesson_11,
    lesson_12,
    lesson_13,
    lesson_14,
    lesson_21,
    lesson_22,
    lesson_23,
    lesson_24,
)
from flinksim.course.solutions import solution_13, solution_14, solution_24
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.datastream.triggers import CountTrigger, PurgingTrigger, TriggerResult
from flinksim.datastream.window import (
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TimeWindow,
    TumblingEventTimeWindows,
)
from flinksim.simulation.simulation import Simulation
from flinksim.trace import events as e
from tests.course.claims.runs import (
    ENDS_MS,
    ROOT,
    answers,
    draws,
    find_times,
    keyed_clicks,
    opening,
    program_of,
    refuses,
    right_option,
)

SURFACE = ROOT / "tests/conformance/facts/pyflink_surface.json"


def _fired(run: Simulation) -> list[tuple[Any, int]]:
    return [(f.window, f.count) for f in run.trace.get_events(e.WindowFired)]


def _start(timestamp: int, size: int, offset: int) -> int:
    return timestamp - (timestamp - offset) % size


# ---- 10: windows, offsets, time zones


def a_window_starts_at_a_multiple_of_its_size_plus_the_offset() -> bool:
    """For every click of lesson 10, also with negative offsets; not at the first record."""
    for offset in (0, 3_000, -4_000, 9_999):
        run = run_quietly(lesson_10.build_window_size_job(lesson_10.TIMES, 10_000, offset))
        starts = lesson_10.list_window_starts(run)
        if starts != [_start(time, 10_000, offset) for time in lesson_10.TIMES]:
            return False
        if 7_000 in starts or any(
            time - start >= 10_000 for time, start in zip(lesson_10.TIMES, starts, strict=True)
        ):
            return False
    return lesson_10.TIMES[0] == 7_000


def the_windows_of_lesson_10_are_as_said() -> bool:
    found = [right_option("10", name) for name in ("first", "offset", "negative")]
    runs = [
        lesson_10.list_window_starts(
            run_quietly(
                lesson_10.build_window_size_job((-1_000, 1_000, 7_000, 17_000), 10_000, offset)
            )
        )
        for offset in (-4_000, 6_000)
    ]
    wrong_signs = [
        lesson_10.list_window_starts(
            run_quietly(lesson_10.build_window_size_job((7_000,), 10_000, offset))
        )
        for offset in (-3_000, 4_000)
    ]
    three = lesson_10.list_window_starts(
        run_quietly(lesson_10.build_window_size_job((7_000, 13_000), 10_000, 3_000))
    )
    return (
        found == ["0", "3000", "6000"]
        and runs[0] == runs[1] == [-4_000, -4_000, 6_000, 16_000]
        and three == [3_000, 13_000]
        and wrong_signs == [[7_000], [4_000]]
    )


def sum_keeps_the_fields_of_the_first_record() -> bool:
    run = run_quietly(lesson_10.build_window_size_job((3_000, 1_000), 10_000))
    (result,) = run.trace.get_events(e.ResultWritten)
    return bool(result.value == ("a", 3_000, 2))


def _first_window(assigner: Any, timestamp: int) -> Any:
    return next(iter(assigner.assign_windows(None, timestamp, None)))


def an_offset_of_minus_m_minutes_starts_at_local_midnight() -> bool:
    """East and west of Greenwich; an offset of a whole day is refused, one day more or less is not."""
    day = 86_400_000
    for data in draws("10"):
        for minutes in (data.east_min, data.west_min):
            midnight = 20 * day - minutes * 60_000
            for offset in {-minutes * 60_000, -minutes * 60_000 + (day if minutes > 0 else -day)}:
                windows = TumblingEventTimeWindows.of(Time.days(1), Time.milliseconds(offset))
                if _first_window(windows, midnight).start != midnight:
                    return False
        if not data.east_min > 0 > data.west_min:
            return False
    try:
        TumblingEventTimeWindows.of(Time.days(1), Time.days(1))
    except Exception:
        windows = TumblingEventTimeWindows.of(Time.days(1))
        return bool(_first_window(windows, 20 * day + 5).start == 20 * day)
    return False


def midnight_in_shanghai_is_16_utc() -> bool:
    from datetime import UTC, datetime, timedelta, timezone

    midnight = datetime(2026, 3, 5, tzinfo=timezone(timedelta(hours=8)))
    return midnight.astimezone(UTC) == datetime(2026, 3, 4, 16, tzinfo=UTC)


def summer_time_moves_midnight_by_an_hour() -> bool:
    """New York's midnight is at two times of day in UTC, an hour earlier in summer."""
    from datetime import UTC, datetime
    from zoneinfo import ZoneInfo

    hours = [
        datetime(2026, month, 10, tzinfo=ZoneInfo("America/New_York")).astimezone(UTC).hour
        for month in (1, 7)
    ]
    winter = [
        load_solution("10").solve(data)["days"] == data.summer.count(False) for data in draws("10")
    ]
    hour = all(
        answer["west_ms"] - load_solution("10").solve(data)["west_ms"] == -3_600_000
        for data, answer in answers("10", "the offset is that of summer")
    )
    return hours == [5, 4] and all(winter) and hour


def the_zones_of_lesson_10_need_the_opposite_sign() -> bool:
    """The zone's own sign, or a wrong minute, is refused."""
    names = (
        "the offset is the zone's",
        "offsets are minutes",
        "any hour near midnight will do",
        "the sign is right for the east alone",
    )
    return refuses("10", names, 2)


# ---- 11: late data


def a_late_firing_has_the_whole_pane() -> bool:
    rows = lesson_11.list_rows(opening("11"))
    first = [count for start, count in rows if start == 0]
    return len(first) > 1 and first == list(range(first[0], first[0] + len(first)))


def the_window_fires_on_time_and_for_each_late_click() -> bool:
    run = opening("11")
    fired = [
        (f.watermark, f.count)
        for f in run.trace.get_events(e.WindowFired)
        if f.window == (0, 10_000)
    ]
    arrivals = {f.value[1]: t for t, f in find_times(run, e.SourceRecordRead)}
    times = [t for t, f in find_times(run, e.WindowFired) if f.window == (0, 10_000)]
    found = [right_option("11", name) for name in ("first", "how often", "6 s")]
    return (
        found == ["end", "3", "dropped"]
        and [count for _, count in fired] == [2, 3, 4]
        and 9_999 <= fired[0][0] < 17_999
        and times[1:] == [arrivals[9_000], arrivals[4_000]]
    )


def the_click_of_6_s_is_dropped_after_17_999() -> bool:
    (dropped,) = opening("11").trace.get_events(e.LateRecordDropped)
    return dropped.timestamp == 6_000 and dropped.cleanup_time == 17_999 <= dropped.watermark


def a_lateness_does_not_delay_the_first_firing() -> bool:
    first = [
        find_times(
            run_quietly(lesson_11.build_lateness_job(lesson_11.TIMES, lateness)), e.WindowFired
        )[0][0]
        for lateness in (0, 8_000)
    ]
    return first[0] == first[1]


def rows_that_are_added_up_count_clicks_twice() -> bool:
    """The last row of each window is the count; sums, first rows, numbers of rows are not."""
    for data in draws("11", 4):
        last = sum(dict(data.rows).values())
        counted = data.counted_clicks
        first = sum(count for count in dict(reversed(data.rows)).values())
        everything = sum(count for _, count in data.rows)
        if last != counted or not first < counted < everything:
            return False
        if len({start for start, _ in data.rows}) == len(data.rows):
            return False
    return True


def a_total_by_another_rule_is_refused() -> bool:
    names = (
        "a firing replaces nothing",
        "a late firing is one more",
        "the greatest is the total",
        "equal rows are one",
        "each window has one click",
        "late ones fire together",
        "each click makes the window fire",
    )
    return refuses("11", names, 1)


def clicks_before_the_first_firing_share_it() -> bool:
    for data in draws("11", 4):
        fired = Counter(start for start, _ in data.rows)
        clicks = Counter(time // 10_000 * 10_000 for time in data.times)
        if any(fired[start] >= clicks[start] for start in fired if start == 0):
            return False
    return True


# ---- 12: sessions


def touching_sessions_merge() -> bool:
    run = run_quietly(lesson_12.build_sessions_job([(100, 1_000), (200, 5_000)]))
    windows = {event.window for event in run.trace.get_events(e.WindowFired)}
    apart = run_quietly(lesson_12.build_sessions_job([(100, 1_000), (200, 5_001)]))
    return (
        windows == {(1_000, 9_000)}
        and len({event.window for event in apart.trace.get_events(e.WindowFired)}) == 2
        and TimeWindow(1_000, 5_000).intersects(TimeWindow(5_000, 9_000))
    )


def a_visit_gets_a_session_of_4_s_first() -> bool:
    (window,) = EventTimeSessionWindows.with_gap(Time.seconds(4)).assign_windows(None, 1_000, None)  # type: ignore[arg-type]
    return (window.start, window.end) == (1_000, 5_000) and lesson_12.GAP_MS == 4_000


def the_first_session_fires_without_a_silence() -> bool:
    """The visits of 9.5 and 11 s, read by 1.6 s, let [1 s, 7 s) fire; then nothing is read for 3.4 s."""
    run = opening("12")
    time, firing = find_times(run, e.WindowFired)[0]
    reads = [t for t, _ in find_times(run, e.SourceRecordRead)]
    return (
        right_option("12", "closes") == "record"
        and firing.window == (1_000, 7_000)
        and firing.watermark >= 6_999
        and time <= 1_800
        and reads[:5] == [400, 800, 1_200, 1_600, 5_000]
    )


def a_silence_does_not_close_a_session() -> bool:
    """A session is open after hours of processing time without a visit."""
    run = run_quietly(lesson_12.build_sessions_job([(400, 1_000), (4 * 3_600_000, 40_000)]))
    time, firing = find_times(run, e.WindowFired)[0]
    return firing.window == (1_000, 5_000) and time >= 4 * 3_600_000


def three_sessions_become_one_and_fire_again() -> bool:
    run = opening("12")
    merged = [f for f in run.trace.get_events(e.WindowsMerged) if len(f.merged) > 1]
    fired = [window for window, _ in _fired(run)]
    results = len(run.trace.get_events(e.ResultWritten))
    found = [right_option("12", name) for name in ("6 s", "said")]
    arrivals = {f.value[1]: t for t, f in find_times(run, e.SourceRecordRead)}
    return (
        found == ["one", "again"]
        and merged[-1].result == (1_000, 16_000)
        and fired[:2] == [(1_000, 7_000), (1_000, 16_000)]
        and results == len(fired)
        and arrivals[6_000] == 5_400
        and not any("-U" in f.text for f in run.trace.get_events(e.ResultWritten))
        and lesson_12.LATENESS_MS == 12_000
    )


def a_visit_near_both_sessions_merges_them() -> bool:
    """At most 4 s after the first and before the second; the second has not fired yet."""
    for data in draws("12", 4):
        right = load_solution("12").solve(data)
        first, second = data.first_session_end, data.second_session_start
        for time in (max(first, second - 4_000), min(first + 4_000, second)):
            if not load_solution("12").check(data, {**right, "time_ms": time}).is_right:
                return False
        run = data.run(())
        fired = [(t, f.window) for t, f in find_times(run, e.WindowFired)]
        if not (fired[0][0] <= 1_600 + 200 <= right["arrival_ms"] < fired[1][0]):
            return False
    return True


def the_other_visits_merge_no_two_sessions() -> bool:
    merges = {}
    for name in (
        "near to the first is enough",
        "near to the second is enough",
        "a visit inside a session joins",
        "a session ends with its last visit",
        "late by the clock is late",
    ):
        data, answer = answers("12", name, 1)[0]
        run = data.run(((answer["arrival_ms"], answer["time_ms"]),))
        merges[name] = [f for f in run.trace.get_events(e.WindowsMerged) if len(f.merged) > 1]
        before = [t for t, _ in find_times(run, e.WindowFired)]
        if name == "late by the clock is late" and before[0] < answer["arrival_ms"]:
            return False
    return not any(merges[name] for name in list(merges)[:4])


# ---- 13: triggers


class NoTimer(solution_13.EveryThirdTrigger):
    """The same without a timer of its own."""

    def on_element(self, element, timestamp, window, ctx):  # type: ignore[no-untyped-def]
        count = ctx.get_partitioned_state(solution_13.COUNT_DESCRIPTOR)
        count.add(1)
        return TriggerResult.CONTINUE


def only_lateness_needs_a_timer() -> bool:
    def fires_at(lateness_ms: int) -> list[int]:
        env, keyed = keyed_clicks([(400 * n, "a", 3_000 * n) for n in range(9)])
        windows = keyed.window(TumblingEventTimeWindows.of(Time.seconds(10)))
        windows.trigger(NoTimer()).allowed_lateness(lateness_ms).sum(2).print()
        run = run_quietly(simulate(env))
        return [event.watermark for event in run.trace.get_events(e.WindowFired)]

    return fires_at(0)[:1] == [11_999] and fires_at(5_000) == []


def the_default_trigger_fires_once_at_the_end() -> bool:
    run = opening("13")
    results = {
        f.result for f in run.trace.get_events(e.TriggerEvaluated) if f.callback == "onElement"
    }
    return (
        right_option("13", "default") == "1"
        and _fired(run)[0] == ((0, 10_000), 8)
        and results == {"CONTINUE"}
        and type(TumblingEventTimeWindows.of(Time.seconds(10)).get_default_trigger(None)).__name__
        == "EventTimeTrigger"
        and "sum(2)" in program_of("13")
        and "Time.seconds(10)" in program_of("13")
    )


def a_count_trigger_replaces_the_default_one() -> bool:
    """It fires with 3 and with 6 clicks; the last two are in no result, and nothing is reported."""
    run = run_quietly(lesson_13.build_trigger_job(lesson_13.TIMES, CountTrigger.of(3)))
    return (
        right_option("13", "count") == "2"
        and [count for window, count in _fired(run) if window == (0, 10_000)] == [3, 6]
        and not run.trace.get_events(e.LateRecordDropped)
    )


def purging_deletes_the_contents_not_the_window() -> bool:
    """The second result has three elements; the window's cleanup timer is still there."""
    trigger = PurgingTrigger.of(CountTrigger.of(3))
    run = run_quietly(lesson_13.build_trigger_job(lesson_13.TIMES, trigger))
    cleared = [f.window for f in run.trace.get_events(e.WindowCleared)]
    return (
        right_option("13", "purge") == "3"
        and [count for window, count in _fired(run) if window == (0, 10_000)] == [3, 3]
        and (0, 10_000) in cleared
    )


def each_result_replaces_the_one_before_unless_purged() -> bool:
    plain = run_quietly(lesson_13.build_trigger_job(lesson_13.TIMES, CountTrigger.of(3)))
    values = [f.value[2] for f in plain.trace.get_events(e.ResultWritten)][:2]
    purged = run_quietly(
        lesson_13.build_trigger_job(lesson_13.TIMES, PurgingTrigger.of(CountTrigger.of(3)))
    )
    return values == [3, 6] and [f.value[2] for f in purged.trace.get_events(e.ResultWritten)][
        :2
    ] == [3, 3]


def the_wrong_triggers_fail_as_said() -> bool:
    """All misconceptions of lesson 13 are refused, also those that leave state or fire too often."""
    data = draws("13", 1)[0]
    rules = load_solution("13").misconceptions
    return not any(
        load_solution("13").check(data, rule.compute_answer(data)).is_right
        for rule in rules.values()
    )


def one_trigger_object_is_used_for_all_windows() -> bool:
    """A count in an attribute is shared by keys, and the solved trigger has none."""
    trigger = solution_13._SharedCountTrigger()
    run = run_quietly(lesson_13.build_trigger_job((1_000, 2_000), trigger, keys=("a", "b")))
    early = [f.count for f in run.trace.get_events(e.WindowFired) if f.watermark < 9_999]
    return early == [2] or trigger.element_count >= 4


def the_solved_trigger_leaves_nothing() -> bool:
    data = draws("13", 1)[0]
    run = run_quietly(lesson_13.build_trigger_job(data.times, solution_13.EveryThirdTrigger()))
    claim = fs.at_end("not a timer is left and not a state is left")
    counts = [count for window, count in _fired(run) if window == (0, 10_000)]
    return claim.evaluate(run.trace) is True and counts[0] == 3


# ---- 14: timers


def the_timer_of_7_s_fires_after_1_s() -> bool:
    run = opening("14")
    step, _ = find_first(run.trace, e.TimerFired, lambda f: f.timestamp == 7_000)
    return right_option("14", "when") == "jump" and 1_000 <= run.trace.headers[step].time_ms < 1_300


def the_events_of_lesson_14_are_read_within_a_second() -> bool:
    """Those of taxi before any watermark; starts and stops come over two channels."""
    run = opening("14")
    times = [t for t, _ in find_times(run, e.SourceRecordRead)]
    steps = [
        s
        for s, f in iterate_events(run.trace, e.ElementProcessed)
        if isinstance(f.value, tuple) and f.value[0] == "taxi"
    ]
    first = next(s for s, f in iterate_events(run.trace, e.InputWatermarkAdvanced))
    channels = {f.channel for f in run.trace.get_events(e.ChannelWatermarkChanged)}
    return (
        max(times) <= 1_000
        and max(steps) < first
        and len(channels) >= 2
        and lesson_14.TRIPS
        == (("bus", 1_000, 3_000), ("tram", 2_000, None), ("taxi", 4_000, 11_000))
    )


def taxi_gets_one_alert() -> bool:
    return (
        right_option("14", "taxi") == "alert"
        and Counter(lesson_14.list_alerts(opening("14")))["taxi"] == 1
    )


def a_timer_is_unique_by_key_and_time() -> bool:
    class Twice(lesson_14.RecipeFunction):
        def process_element(self, value: Any, ctx: Any) -> Any:
            for _ in range(2):
                ctx.timer_service().register_event_time_timer(7_000)
            self.start.update(1)
            return []

    run = run_quietly(lesson_14.build_trips_job((("tram", 2_000, None),), Twice()))
    return right_option("14", "twice") == "1" and Counter(lesson_14.list_alerts(run))["tram"] == 1


def other_keys_advance_the_watermark() -> bool:
    """The timer of tram fires although tram has no further event."""
    run = opening("14")
    reads = [f.value for f in run.trace.get_events(e.SourceRecordRead)]
    return sum(value[0] == "tram" for value in reads) == 1 and "tram" in lesson_14.list_alerts(run)


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


def a_trip_of_exactly_5_s_has_stopped_in_time() -> bool:
    """And one of 5.1 s has not; one that never stops has an alert from a timer only."""
    trips = (("bus", 1_000, 6_000), ("taxi", 1_000, 6_100), ("tram", 2_000, None))
    run = run_quietly(lesson_14.build_trips_job(trips, solution_14.AlertFunction()))
    return sorted(lesson_14.list_alerts(run)) == ["taxi", "tram"]


def state_is_left_unless_it_is_cleared() -> bool:
    """A stop without a start leaves state in a function that only clears at the start's timer."""

    class Leaks(solution_14.AlertFunction):
        def on_timer(self, timestamp: int, ctx: Any) -> Any:
            yield from ()

    trips = (("bus", 1_000, 3_000),)
    left = [
        fs.at_end("not a state is left").evaluate(
            run_quietly(lesson_14.build_trips_job(trips, function())).trace
        )
        for function in (Leaks, solution_14.AlertFunction)
    ]
    return left == [False, True]


def a_wrong_alert_function_is_refused() -> bool:
    """Each misconception of lesson 14: processing time, an attribute, no check in the timer."""
    data = draws("14", 1)[0]
    rules = load_solution("14").misconceptions
    return not any(
        load_solution("14").check(data, rule.compute_answer(data)).is_right
        for rule in rules.values()
    )


def a_crash_loses_the_attributes_of_a_function() -> bool:
    """The same trips and the same crash: keyed state gives the right alerts, dicts do not."""
    for data in draws("14", 2):
        kept, lost = (
            sorted(lesson_14.list_alerts(data.run_with_crash(function)))
            for function in (solution_14.AlertFunction, solution_14._DictAlerts)
        )
        if kept != data.late or lost == data.late:
            return False
    return True


def another_schedule_reads_the_channels_in_another_order() -> bool:
    orders = set()
    for seed in range(6):
        run = run_quietly(lesson_14.build_trips_job(lesson_14.TRIPS, None, fs.Seeded(seed)))
        orders.add(tuple(str(f.value) for f in run.trace.get_events(e.ElementProcessed)))
    return len(orders) > 1


# ---- 21: a window that never fires


def _patients() -> dict[str, Simulation]:
    return {
        knob: run_quietly(lesson_21.build_patient_job(**{knob: value}))
        for knob, value in lesson_21.FAULTY_SETTINGS.items()
    }


def a_count_trigger_does_not_fire_at_the_end() -> bool:
    late = lesson_21.is_cured(
        run_quietly(lesson_21.build_patient_job(trigger="count 100")), lesson_21.TIMES
    )
    fires = lesson_21.is_cured(run_quietly(lesson_21.build_patient_job()), lesson_21.TIMES)
    return (late[0], fires[0]) == (False, True) and right_option("21", "trigger") == "never"


def a_quiet_split_lets_the_window_wait_for_the_end() -> bool:
    """Until then the task has no watermark; at the end it becomes Long.MAX_VALUE, and the window fires."""
    run = _patients()["idle_ms"]
    advances = run.trace.get_events(e.InputWatermarkAdvanced)
    (firing,) = (f for f in run.trace.get_events(e.WindowFired) if f.window == (0, 10_000))
    quiet = [
        f
        for f in run.trace.get_events(e.WatermarkGenerated)
        if f.split == "quiet" and f.timestamp < ENDS_MS
    ]
    return (
        right_option("21", "quiet") == "end"
        and firing.clock == "end of input"
        and all(f.before == -(2**63) for f in advances[:1])
        and advances[0].after > ENDS_MS
        and not quiet
    )


def processing_time_windows_of_10_s_do_not_fire_in_6_s() -> bool:
    run = _patients()["clock"]
    end = run.trace.headers[len(run.trace) - 1].time_ms
    return (
        right_option("21", "clock") == "never"
        and end == 6_000
        and not run.trace.get_events(e.WindowFired)
    )


def seven_versions_have_seven_faults() -> bool:
    """One has no watermark, one a quiet split, one another trigger; a current value changes nothing."""
    runs = _patients()
    none = [
        knob
        for knob, run in runs.items()
        if not any(f.timestamp < ENDS_MS for f in run.trace.get_events(e.WatermarkGenerated))
    ]
    same = run_quietly(lesson_21.build_patient_job(delay_ms=86_400_000))
    again = run_quietly(lesson_21.build_patient_job(**{"delay_ms": 86_400_000}))
    return (
        none == ["watermarks"]
        and len(runs) == 7
        and not any(lesson_21.is_repaired(run) for run in runs.values())
        and _fired(same) == _fired(again)
        and lesson_21.is_repaired(run_quietly(lesson_21.build_patient_job()))
    )


def no_delay_helps_without_watermarks_or_with_wrong_timestamps() -> bool:
    """And with another unit the records are in another window; their watermark is far behind."""
    for knob in ("watermarks", "unit"):
        changes = {knob: lesson_21.FAULTY_SETTINGS[knob]}
        for delay_ms in (0, 500, 1_000):
            if lesson_21.is_repaired(
                run_quietly(lesson_21.build_patient_job(**changes, delay_ms=delay_ms))
            ):
                return False
    seconds = _patients()["unit"].trace.get_events(e.WindowAssigned)
    hours = _patients()["size_ms"].trace.get_events(e.WindowAssigned)
    return {f.window for f in seconds} == {(0, 10_000)} and all(
        f.window == (0, 3_600_000) for f in hours
    )


def a_timeout_of_9_s_ends_after_the_input() -> bool:
    run = run_quietly(lesson_21.build_patient_job(idle_ms=9_000))
    answer = answers("21", "a timeout as long as the silence", 1)[0][1]
    idle = [f for f in run.trace.get_events(e.SplitStatusChanged) if f.idle]
    return {"idle_ms": 9_000} in answer["cures"] and not idle and not lesson_21.is_repaired(run)


def a_delay_of_a_minute_does_not_reach_10_s() -> bool:
    run = run_quietly(lesson_21.build_patient_job(delay_ms=60_000))
    made = [
        f.timestamp for f in run.trace.get_events(e.WatermarkGenerated) if f.timestamp < ENDS_MS
    ]
    return bool(made) and max(made) == 24_000 - 60_000 - 1


def each_setting_of_lesson_21_can_be_repaired() -> bool:
    data = draws("21", 1)[0]
    return load_solution("21").check(data, load_solution("21").solve(data)).is_right


# ---- 22: overlapping windows


def a_day_by_the_second_is_86400_windows() -> bool:
    windows = SlidingEventTimeWindows.of(Time.days(1), Time.seconds(1))
    return len(list(windows.assign_windows(None, 10**9, None))) == 86_400  # type: ignore[arg-type]


def four_clicks_have_six_results_that_count_eight() -> bool:
    run = opening("22")
    rows = lesson_22.list_rows(run)
    found = [right_option("22", name) for name in ("1 s", "first", "rows")]
    return (
        found == ["2", "-5000", "6"]
        and len(rows) == 6
        and sum(count for *_, count in rows) == 8
        and lesson_22.list_windows(run, 1_000) == [-5_000, 0]
        and len({(start, end) for start, end, _ in rows}) == 6
        and len(lesson_22.TIMES) == 4
    )


def a_click_is_in_each_window_that_contains_it() -> bool:
    """With starts at multiples of the slide; the last one at or before it, the others a slide earlier."""
    for data in draws("22", 6):
        right = load_solution("22").solve(data)
        first = data.times[0]
        last = first // data.slide_ms * data.slide_ms
        starts = [
            s for s in range(last, last - data.size_ms, -data.slide_ms) if s + data.size_ms > first
        ]
        if sorted(right["starts"]) != sorted(starts):
            return False
        if data.size_ms % data.slide_ms == 0 or len(set(map(int, _counts(right)))) < 1:
            return False
    return len({n for data in draws("22", 6) for n in _counts(load_solution("22").solve(data))}) > 1


def _counts(right: Any) -> list[int]:
    counts = right["counts"]
    return (
        list(counts.values())
        if isinstance(counts, dict)
        else [c[1] if isinstance(c, tuple) else c for c in counts]
    )


def there_is_one_result_for_each_window_with_a_click() -> bool:
    run = opening("22")
    assigned = {f.window for f in run.trace.get_events(e.WindowAssigned)}
    return sorted(window for window, _ in _fired(run)) == sorted(assigned)


def a_long_slide_leaves_gaps() -> bool:
    gaps = run_quietly(lesson_22.build_sliding_job([1_000, 6_000, 12_000, 21_000], 5_000, 10_000))
    return [len(lesson_22.list_windows(gaps, time)) for time in (1_000, 6_000, 12_000)] == [1, 0, 1]


def cumulative_windows_start_together() -> bool:
    rows = lesson_22.list_rows(run_quietly(lesson_22.build_cumulative_job([1_000, 6_000])))
    return [(start, end) for start, end, _ in rows] == [(0, 5_000), (0, 10_000), (0, 15_000)]


def cumulative_windows_are_in_sql_only() -> bool:
    """PyFlink's DataStream API has none; SQL's are recorded."""
    modules = json.dumps(
        json.loads(SURFACE.read_text("utf-8"))["modules"]["pyflink.datastream.window"]
    )
    facts = (ROOT / "tests/conformance/facts/cumulative_windows.json").read_text("utf-8")
    return "Cumul" not in modules and "TumblingEventTimeWindows" in modules and '"sql"' in facts


def a_window_excludes_its_end() -> bool:
    (window,) = TumblingEventTimeWindows.of(Time.seconds(10)).assign_windows(None, 10_000, None)  # type: ignore[arg-type]
    return (window.start, window.end, window.max_timestamp()) == (10_000, 20_000, 19_999)


def the_wrong_counts_of_lesson_22_are_refused() -> bool:
    return refuses("22", load_solution("22").misconceptions, 1)


# ---- 23: side outputs


def a_second_window_drops_what_was_late() -> bool:
    """As recorded from Flink 2.3.0: no result without a lateness, one for each click with one."""
    times = lesson_23.TIMES
    runs = [run_quietly(lesson_23.build_late_job(times, late_ms)) for late_ms in (0, 60_000)]
    return [lesson_23.count_late_results(run) for run in runs] == [0, 2] and all(
        lesson_23.list_late_times(run) == [8_000, 2_000] for run in runs
    )


def the_side_output_keeps_the_timestamp() -> bool:
    run = opening("23")
    late = run.trace.get_events(e.LateRecordDropped)
    return {f.timestamp for f in late if f.side_output} == {
        f.timestamp for f in late if not f.side_output
    }


def the_clicks_of_lesson_23_fare_as_said() -> bool:
    """4 s is in its window, which fires again; 8 s is in the side output after 13,999."""
    run = opening("23")
    found = [right_option("23", name) for name in ("4 s", "8 s", "counted")]
    late = [f for f in run.trace.get_events(e.LateRecordDropped) if f.side_output]
    rows = lesson_23.list_rows(run)
    return (
        found == ["window", "side", "0"]
        and rows[:2] == [(0, 2), (0, 3)]
        and late[0].timestamp == 8_000
        and late[0].cleanup_time == 13_999 <= late[0].watermark
        and len(late) == 2
        and lesson_23.LATENESS_MS == 4_000
        and "seconds(1)" in program_of("23")
    )


def only_clicks_without_a_window_are_in_the_side_output() -> bool:
    """If the watermark has reached the window's end, minus 1 ms, plus the lateness."""
    for data in draws("23", 6):
        side, highest = [], 0
        for time in data.times:
            if time // 10_000 * 10_000 + 9_999 + 4_000 <= highest - 1_001:
                side.append(time)
            highest = max(highest, time)
        if list(load_solution("23").solve(data)["side"]) != side or not side:
            return False
        run = run_quietly(lesson_23.build_late_job(data.times))
        rows = lesson_23.list_rows(run)
        windows = dict(rows)
        if sum(windows.values()) + len(side) != len(data.times):
            return False
        if len(windows) == len(rows):
            return False
    return True


def without_a_side_output_late_clicks_are_dropped() -> bool:
    run = run_quietly(
        build_clicks_job({"clicks": [(400, "a", 1_000), (800, "a", 30_000), (1_200, "a", 2_000)]})
    )
    (late,) = run.trace.get_events(e.LateRecordDropped)
    return not late.side_output


def a_process_function_gets_late_clicks() -> bool:
    """It can handle each of them: nothing is dropped by a function of no window."""
    from tests.course.claims import time_claims

    return time_claims.only_a_window_drops_records()


# ---- 24: joins


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
    run = opening("24")
    last = [max(time for _, time in rows) for rows in (lesson_24.ORDERS, lesson_24.PAYMENTS)]
    return (
        solution_24.find_last_watermark(run)[1] == 20_999 == last[1] - 1 < last[0]
        and right_option("24", "clock") == "20999"
    )


def union_and_connect_have_the_smaller_watermark() -> bool:
    """Also the union of lesson 26: its first window fires when the slow source has passed it."""
    from flinksim.course.lessons import lesson_26

    run = opening("26")
    time = lesson_26.find_results(run)[0][1]
    slow = [now for now, at in lesson_26.list_reads(run, "slow") if at >= 10_000]
    connect = run_quietly(lesson_24.build_connect_job(lesson_24.ORDERS, lesson_24.PAYMENTS))
    advances = [
        f.after for f in connect.trace.get_events(e.OperatorWatermarkAdvanced) if f.after < ENDS_MS
    ]
    return slow[0] <= time and max(advances) <= 30_999


def a_window_join_pairs_what_is_in_one_window() -> bool:
    """All pairs of a window, however far apart; none across its border."""
    for run, orders, payments in _joins():
        pairs = {(a, b) for _, a in orders for _, b in payments if a // 10_000 == b // 10_000}
        if set(lesson_24.list_pairs(run, "window")) != pairs:
            return False
    return True


def an_interval_join_pairs_what_is_within_2_s() -> bool:
    """The bounds included, earlier payments too, and across the border of windows."""
    for run, orders, payments in _joins():
        pairs = {(a, b) for _, a in orders for _, b in payments if abs(a - b) <= 2_000}
        if set(lesson_24.list_pairs(run, "interval")) != pairs:
            return False
    return any(abs(a - b) == 2_000 for _, o, p in _joins() for _, a in o for _, b in p)


def _joins() -> list[tuple[Simulation, Any, Any]]:
    jobs = [(lesson_24.ORDERS, lesson_24.PAYMENTS)]
    jobs += [(data.order_rows, data.payment_rows) for data in draws("24", 4)]
    return [(run_quietly(lesson_24.build_joins_job(*one)), *one) for one in jobs]


def an_order_of_9_5_s_and_a_payment_of_10_5_s_are_paired_by_the_interval_join() -> bool:
    run = opening("24")
    return (
        right_option("24", "1 s apart") == "interval"
        and (9_500, 10_500) in lesson_24.list_pairs(run, "interval")
        and (9_500, 10_500) not in lesson_24.list_pairs(run, "window")
    )


def an_interval_pair_is_emitted_when_the_second_record_arrives() -> bool:
    run = opening("24")
    reads = {f.value[1]: t for t, f in find_times(run, e.SourceRecordRead)}
    step, _ = next(
        (s, f) for s, f in lesson_24.find_pairs(run, "interval") if f.value[1:] == (3_000, 1_500)
    )
    window = next(s for s, _ in lesson_24.find_pairs(run, "window"))
    fired = {s for s, _ in iterate_events(run.trace, e.WindowFired)}
    time = run.trace.headers[step].time_ms
    return (
        right_option("24", "when") == "100"
        and time == max(reads[3_000], reads[1_500])
        and window in fired
    )


def the_interval_join_clears_by_timers() -> bool:
    """And drops late records; the joins forward the watermark unchanged."""
    run = opening("24")
    cleared = run.trace.get_events(e.StateEntryRemoved) + run.trace.get_events(e.StateCleared)
    times = {f.timestamp for f in run.trace.get_events(e.TimerFired)}
    return bool(cleared) and 5_000 in times


def union_merges_streams_of_one_type() -> bool:
    return "union" in program_of("26") and "Types" in program_of("26")


def a_watermark_is_1_ms_below_the_highest_timestamp() -> bool:
    run = opening("24")
    highest: dict[str, int] = {}
    for event in run.trace.events:
        if isinstance(event, e.SourceRecordRead):
            highest[event.operator] = max(highest.get(event.operator, 0), event.value[1])
        if (
            isinstance(event, e.WatermarkGenerated)
            and event.timestamp < ENDS_MS
            and event.operator in highest
        ):
            if event.timestamp != highest[event.operator] - 1:
                return False
    return bool(highest) and bool(load_definition("24"))
