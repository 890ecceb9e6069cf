"""Statements about clocks, watermarks and their delay: each true or false in a run."""

from __future__ import annotations

import itertools
from typing import Any

from flinksim.core.flink_catalog.glossary import load_terms
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_definition, load_solution
from flinksim.course.lessons import (
    lesson_01,
    lesson_03,
    lesson_04,
)
from flinksim.course.solutions import solution_03, solution_04
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e
from tests.course.claims.runs import (
    ENDS_MS,
    answers,
    count_drops,
    draws,
    find_times,
    list_generated,
    list_window_advances,
    opening,
    program_of,
    right_option,
)

# ---- 00: the first run


def one_step_is_one_action_of_one_component() -> bool:
    """Each step is of one subtask, of the clock or of the coordinator; its events are of no other task."""
    trace = opening("00").trace
    return right_option("00", "who moves") == "one" and all(head.actor for head in trace.headers)


def a_record_waits_in_a_channel_between_two_steps() -> bool:
    run = opening("00")
    written = [s for s, f in iterate_events(run.trace, e.ElementWritten) if f.element == "record"]
    received = [s for s, f in iterate_events(run.trace, e.ElementReceived) if f.element == "record"]
    return len(written) == 8 and all(w < r for w, r in zip(written, sorted(received), strict=True))


def the_window_fires_some_steps_after_the_click_is_read() -> bool:
    """Read, then a watermark is generated, written, received, and the lowest one reaches 9,999."""
    run = opening("00")
    read, _ = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] == 12_500)
    fired, firing = find_first(run.trace, e.WindowFired)
    generated = [
        s for s, f in iterate_events(run.trace, e.WatermarkGenerated) if f.timestamp >= 9_999
    ]
    return (
        right_option("00", "fires") == "later"
        and read < generated[0] < fired
        and firing.watermark >= 9_999
        and fired < len(run.trace) * 0.9
    )


def the_first_pane_fires_at_the_lower_watermark() -> bool:
    for data in draws("00"):
        step, firing = find_first(data.run.trace, e.WindowFired)
        before = [event for at, event in list_window_advances(data.run) if at <= step]
        if not (before[-1].after >= 9_999 > before[-1].before and firing.window == (0, 10_000)):
            return False
    return True


def the_cause_is_the_slower_splits_first_click_of_12_s() -> bool:
    """With a delay of 2 s: the last split to read a click of 12 s or more."""
    for data in draws("00", 8):
        first = {
            split: next((a, k, t) for a, k, t in clicks if t >= 12_000)
            for split, clicks in data.clicks.items()
        }
        *_, arrival = sorted(first.values())
        if load_solution("00").solve(data)["cause"][1] != arrival[2]:
            return False
    return True


def the_same_schedule_gives_the_same_events() -> bool:
    one, two = (run_quietly(load_definition("00").simulate()).trace for _ in range(2))
    return [*map(str, one.events)] == [*map(str, two.events)]


def each_event_of_the_first_window_has_a_cause_that_a_rerun_verifies() -> bool:
    answer = opening("00").why("why did window [0, 10000) of red fire")
    return "verified" in str(answer).lower()


def a_run_stops_at_the_first_firing() -> bool:
    sim = load_definition("00").simulate()
    sim.run(until="firing")
    return bool(sim.trace.get_events(e.WindowFired)) and sim.trace.headers[-1] is not None


def a_belief_about_the_first_pane_points_to_another_step() -> bool:
    """The read, the watermark and 1 s are before the pane's step, or after it; none is that step."""
    for name in (
        "the record's step is the firing's step",
        "what the source says is heard at once",
        "windows look at the clock",
        "a watermark is there at once",
    ):
        for data, answer in answers("00", name, 6):
            step = load_solution("00").solve(data)["step"]
            head = data.run.trace.headers[answer["step"]]
            fires = [s for s, _ in iterate_events(data.run.trace, e.WindowFired)]
            is_early = name != "windows look at the clock"
            if answer["step"] == step or (is_early and fires[0] <= answer["step"]):
                return False
            if name == "windows look at the clock" and head.time_ms < 1_000:
                return False
    return True


def in_the_reading_step_only_the_source_acts() -> bool:
    for data, answer in answers("00", "the record's step is the firing's step", 6):
        step = answer["step"]
        reads = [s for s, _ in iterate_events(data.run.trace, e.SourceRecordRead)]
        assigned = [s for s, _ in iterate_events(data.run.trace, e.WindowAssigned)]
        if step not in reads or step in assigned:
            return False
    return True


def in_that_step_the_source_generates_a_watermark() -> bool:
    for data, answer in answers("00", "what the source says is heard at once", 6):
        made = [s for s, _ in iterate_events(data.run.trace, e.WatermarkGenerated)]
        if answer["step"] not in made:
            return False
    return True


def a_step_is_not_a_time() -> bool:
    """The processing time of the firing, taken for a step, is a later step."""
    return all(
        answer["step"] > load_solution("00").solve(data)["step"]
        for data, answer in answers("00", "a step is a time", 6)
    )


def a_record_of_the_window_cannot_close_it() -> bool:
    """With a delay above 0 no record inside a window raises the watermark to the window's end."""
    for number in ("00", "03", "05"):
        highest: dict[str, int] = {}
        for event in opening(number).trace.events:
            if isinstance(event, e.SourceRecordRead):
                highest[event.split] = max(highest.get(event.split, 0), event.value[1])
            if isinstance(event, e.WatermarkGenerated) and event.split in highest:
                end = highest[event.split] // 10_000 * 10_000 + 9_999
                if end <= event.timestamp < ENDS_MS:
                    return False
    return True


# ---- 01: three clocks


def the_click_of_8_s_is_in_the_first_event_time_window() -> bool:
    """It arrives at 12.5 s, and is in no way late."""
    run = opening("01")
    (arrival,) = (t for t, f in find_times(run, e.SourceRecordRead) if f.value[1] == 8_000)
    (assigned,) = (f for f in run.trace.get_events(e.WindowAssigned) if f.timestamp == 8_000)
    return (arrival, assigned.window) == (12_500, (0, 10_000)) and not count_drops(run)


def three_clicks_by_event_time_and_two_by_arrival() -> bool:
    by_clock = run_quietly(
        lesson_01.build_two_clocks_job(lesson_01.ARRIVALS, lesson_01.TIMES, "processing time")
    )
    counts = [lesson_01.count_by_window(run)[(0, 10_000)] for run in (opening("01"), by_clock)]
    return (
        counts == [3, 2]
        and sum(time < 10_000 for time in lesson_01.TIMES) == 3
        and sum(time < 10_000 for time in lesson_01.ARRIVALS) == 2
    )


def the_event_time_counts_do_not_depend_on_arrivals() -> bool:
    """The counts by processing time do."""
    later = [arrival + 9_000 for arrival in lesson_01.ARRIVALS]
    event_time, clock = (
        [
            lesson_01.count_by_window(
                run_quietly(lesson_01.build_two_clocks_job(arrivals, lesson_01.TIMES, name))
            )
            for arrivals in (lesson_01.ARRIVALS, later)
        ]
        for name in ("event time", "processing time")
    )
    return event_time[0] == event_time[1] and clock[0] != clock[1]


def only_the_window_assigner_differs_between_the_two_clocks() -> bool:
    one, other = (
        lesson_01.PROGRAM.write(windows=f"Tumbling{kind}TimeWindows", clock="x")
        for kind in ("Event", "Processing")
    )
    changed = [(a, b) for a, b in zip(one.split("\n"), other.split("\n"), strict=True) if a != b]
    return all("TimeWindows" in line for pair in changed for line in pair) and bool(changed)


def one_click_in_the_next_ten_seconds_changes_two_windows() -> bool:
    data, answer = draws("01")[0], load_solution("01").solve(draws("01")[0])
    moved = [
        time // 10_000 != arrival // 10_000
        for time, arrival in zip(data.times, answer["arrivals"], strict=True)
    ]
    counted = data.count_differences({"arrivals": tuple(answer["arrivals"])})
    return bool(sum(moved) == 1 and counted == 2)


def delays_within_the_same_ten_seconds_change_nothing() -> bool:
    return all(
        data.count_differences({"arrivals": tuple(answer["arrivals"])}) == 0
        for name in ("event time is when it arrives", "late within its window counts")
        for data, answer in answers("01", name)
    )


def ten_seconds_move_every_click_to_the_next_window() -> bool:
    return all(
        arrival // 10_000 == time // 10_000 + 1
        for data, answer in answers("01", "a delay for all shifts two windows")
        for time, arrival in zip(data.times, answer["arrivals"], strict=True)
    )


def arrivals_in_ten_seconds_make_one_window() -> bool:
    return all(
        len({arrival // 10_000 for arrival in answer["arrivals"]}) == 1
        for _, answer in answers("01", "windows wait until all is there")
    )


def an_arrival_is_from_the_event_time_to_60_s() -> bool:
    solution, data = load_solution("01"), draws("01")[0]
    right = solution.solve(data)["arrivals"]

    def accepts(first: int, last: int) -> bool:
        changed = {"arrivals": [first, *right[1:-1], last]}
        return "cannot arrive" not in solution.check(data, changed).text[0]

    return (
        accepts(data.times[0], 60_000)
        and not accepts(data.times[0] - 1, 60_000)
        and not accepts(data.times[0], 60_001)
        and lesson_01.MAX_ARRIVAL_MS == 60_000
    )


def ingestion_time_is_deprecated_since_1_12() -> bool:
    (term,) = (one for one in load_terms() if one.name == "TimeCharacteristic")
    return "deprecated in 1.12" in term.changed and "ingestion time" in term.was


# ---- 02, 03: the delay


def the_watermark_is_the_highest_timestamp_minus_the_delay_minus_1() -> bool:
    """In lessons 02 to 05: of the source's highest timestamp so far, not of its last one."""
    for number, delay_ms in (("00", 2_000), ("02", 2_000), ("03", 2_000), ("05", 2_000)):
        highest: dict[str, int] = {}
        for event in opening(number).trace.events:
            if isinstance(event, e.SourceRecordRead):
                highest[event.split] = max(highest.get(event.split, 0), event.value[1])
            if isinstance(event, e.WatermarkGenerated) and event.timestamp < ENDS_MS:
                if (
                    event.split in highest
                    and event.timestamp != highest[event.split] - delay_ms - 1
                ):
                    return False
        if not highest:
            return False
    return True


def the_watermarks_of_lesson_02_are_as_said() -> bool:
    """The watermark at the window when each of the four late clicks is processed, and its fate."""
    run = opening("02")
    watermark, found = 0, {}
    for event in run.trace.events:
        if isinstance(event, e.OperatorWatermarkAdvanced):
            watermark = event.after
        if isinstance(event, e.WindowAssigned | e.LateRecordDropped):
            found[event.timestamp] = watermark
    return {time: found[time] for time in (6_500, 8_000, 7_000, 3_000)} == {
        6_500: 6_999,
        8_000: 10_499,
        7_000: 12_499,
        3_000: 13_499,
    }


def the_four_late_clicks_fare_as_said() -> bool:
    found = [right_option("02", name) for name in ("6.5 s", "8 s", "7 s", "3 s")]
    return found == ["behind", "late", "late", "dropped"]


def the_window_of_lesson_02_is_kept_until_12_999() -> bool:
    run = opening("02")
    assigned = run.trace.get_events(e.WindowAssigned)
    cleared = {f.window for f in run.trace.get_events(e.WindowCleared)}
    fired = [f for f in run.trace.get_events(e.WindowFired) if f.window == (0, 10_000)]
    dropped = run.trace.get_events(e.LateRecordDropped)
    return (
        (0, 10_000) in cleared
        and [f.count for f in fired] == [4, 5, 6]
        and fired[0].watermark == 10_499
        and dropped[0].cleanup_time == 12_999
        and all(f.window != (0, 10_000) for f in assigned if f.timestamp == 3_000)
    )


def the_fate_of_a_click_follows_from_three_comparisons() -> bool:
    """Of its timestamp, of its window's last millisecond, and of that plus the lateness."""
    for data in draws("02", 8):
        highest, labels = 0, {}
        for number, time in enumerate(data.times):
            watermark, last = highest - 2_001, time // 10_000 * 10_000 + 9_999
            labels[number] = (
                "ahead"
                if time > watermark or not number
                else "behind"
                if last > watermark
                else "late"
                if last + 3_000 > watermark
                else "dropped"
            )
            highest = max(highest, time)
        if list(data.truth.values()) != list(labels.values()):
            return False
    return True


def the_data_of_02_are_twelve_clicks_400_ms_apart() -> bool:
    for data in draws("02"):
        arrivals = [t for t, _ in find_times(data.run, e.SourceRecordRead)][:12]
        if len(data.times) != 12 or {b - a for a, b in itertools.pairwise(arrivals)} != {400}:
            return False
    return True


def a_watermark_is_an_element_of_the_stream() -> bool:
    """It is written to and received from a channel, and advances the operators that get it."""
    run = opening("02")
    kinds = {f.element for f in run.trace.get_events(e.ElementReceived)}
    return {"record", "watermark"} <= kinds and bool(
        run.trace.get_events(e.OperatorWatermarkAdvanced)
    )


def only_a_window_drops_records() -> bool:
    """A map, a filter and a keyed sum let a record behind the watermark pass."""
    from tests.course.claims.runs import keyed_clicks

    env, keyed = keyed_clicks([(400, "a", 9_000), (800, "a", 30_000), (1_200, "a", 1_000)])
    keyed.map(lambda click: click).filter(lambda click: True).key_by(lambda click: click[0]).sum(
        2
    ).print()
    from flinksim import simulate

    run = run_quietly(simulate(env))
    results = [f.value for f in run.trace.get_events(e.ResultWritten)]
    return len(results) == 3 and results[-1][2] == 3 and not count_drops(run)


def late_records_are_dropped_by_the_window() -> bool:
    """The records behind the watermark of lesson 02 are dropped after their window's cleanup time."""
    run = opening("02")
    dropped = run.trace.get_events(e.LateRecordDropped)
    behind = [
        f for f in run.trace.get_events(e.WindowSkippedAsLate) if f.operator == dropped[0].operator
    ]
    return (
        bool(dropped)
        and bool(behind)
        and all(f.watermark >= (f.cleanup_time or 0) for f in dropped)
    )


def some_clicks_are_behind_the_watermark_and_counted() -> bool:
    """A record behind the watermark is not dropped while its window is open."""
    data = draws("02", 8)
    labels = [label for one in data for label in one.truth.values()]
    return "behind" in labels and "late" in labels and right_option("02", "6.5 s") == "behind"


def some_clicks_of_the_exercise_arrive_after_their_window() -> bool:
    return any("dropped" in data.truth.values() for data in draws("02", 8))


def lateness_counts_from_the_end_of_the_window() -> bool:
    """An answer that counts it from the record is wrong for some data."""
    return all(
        answer["labels"] != data.truth
        for data, answer in answers("02", "lateness counts from the record", 6)
    )


def a_window_closes_at_its_last_millisecond() -> bool:
    run = opening("03")
    firing = run.trace.get_events(e.WindowFired)[0]
    return (
        right_option("03", "closes") == "twelve"
        and firing.watermark == 9_999
        and firing.window == (0, 10_000)
        and 12_000 - 2_000 - 1 == 9_999
    )


def the_watermarks_of_lesson_03_are_as_said() -> bool:
    """After 10 s it is at 7.999 s, after 7 s at 4.999 s."""
    made = {time: f.timestamp for time, f in list_generated(opening("03"))}
    reads = {f.value[1]: time for time, f in find_times(opening("03"), e.SourceRecordRead)}
    after = {click: made[reads[click] + 200] for click in (10_000, 7_000, 12_000)}
    return after == {10_000: 7_999, 7_000: 4_999, 12_000: 9_999}


def the_click_of_9_5_s_is_dropped() -> bool:
    run = opening("03")
    (dropped,) = run.trace.get_events(e.LateRecordDropped)
    fired = [f.window for f in run.trace.get_events(e.WindowFired)]
    return (
        right_option("03", "after") == "dropped"
        and dropped.timestamp == 9_500
        and (dropped.watermark, dropped.cleanup_time) == (9_999, 9_999)
        and fired[0] == (0, 10_000)
        and "allowed_lateness(0)" in program_of("03")
    )


def the_click_of_20_s_is_in_the_next_window_only() -> bool:
    run = opening("03")
    windows = {
        f.timestamp: f.window for f in run.trace.get_events(e.WindowAssigned) if f.key == "a"
    }
    return (
        right_option("03", "edge") == "next"
        and windows[20_000] == (20_000, 30_000)
        and windows[19_999] == (10_000, 20_000)
        and windows[10_000] == (10_000, 20_000)
    )


def the_answer_names_the_smallest_change() -> bool:
    """It keeps the click of 9.5 s, and 1 ms less does not."""
    answer = opening("03").why("why was record 4 dropped")
    kept = lesson_03.build_delayed_job(lesson_03.TIMES, 2_001)
    lost = lesson_03.build_delayed_job(lesson_03.TIMES, 2_000)
    return "needed: at least 2001 ms" in " ".join(str(answer).split()) and [
        count_drops(run_quietly(job)) for job in (kept, lost)
    ] == [0, 1]


def the_two_minus_ones_cancel() -> bool:
    """The smallest delay is the difference to the window's end, plus one."""

    def lost(delay: int) -> int:
        job = build_clicks_job(
            {"a": [(400, "k", 12_345), (800, "k", 9_999), (1_200, "k", 99_000)]}, delay_ms=delay
        )
        return count_drops(run_quietly(job))

    return (lost(2_345), lost(2_346)) == (1, 0)


def the_smallest_delay_is_above_all_differences() -> bool:
    """The highest timestamp before a click minus its window's end; 1 ms less drops a click."""
    for data in draws("03"):
        need = solution_03._compute_min_delay(data)
        highest, differences = 0, []
        for time in data.times:
            if time < highest:
                differences.append(highest - (time // 10_000 + 1) * 10_000)
            highest = max(highest, time)
        if (
            need != max(differences) + 1
            or not count_drops(data.run(need - 1))
            or count_drops(data.run(need))
        ):
            return False
    return True


def a_wrong_delay_is_too_long_or_drops_a_click() -> bool:
    drops = {
        name: [count_drops(data.run(answer["delay_ms"])) for data, answer in answers("03", name, 6)]
        for name in ("only the first window counts", "round up", "one more to be sure")
    }
    return (
        all(drops["only the first window counts"])
        and not any(drops["round up"])
        and not any(drops["one more to be sure"])
    )


def the_delay_need_not_cover_the_disorder() -> bool:
    """With the smallest delay some clicks are behind the watermark, and none is dropped."""
    for data in draws("03", 6):
        need = solution_03._compute_min_delay(data)
        highest, behind = 0, 0
        for time in data.times:
            behind += time <= highest - need - 1
            highest = max(highest, time)
        if not behind or count_drops(data.run(need)):
            return False
    return True


def a_list_is_read_before_any_watermark() -> bool:
    """A finite list has the same results for every delay: nothing is dropped."""
    from flinksim import simulate
    from flinksim.common import Duration, Time, WatermarkStrategy
    from flinksim.datastream import StreamExecutionEnvironment
    from flinksim.datastream.window import TumblingEventTimeWindows
    from tests.course.claims.runs import CLICK

    def results(delay_ms: int) -> list[str]:
        env = StreamExecutionEnvironment.get_execution_environment()
        strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(delay_ms))
        clicks = env.from_collection([("a", time, 1) for time in lesson_03.TIMES], CLICK)
        timed = clicks.assign_timestamps_and_watermarks(
            strategy.with_timestamp_assigner(lambda click, _: click[1])
        )
        windows = timed.key_by(lambda click: click[0]).window(
            TumblingEventTimeWindows.of(Time.seconds(10))
        )
        windows.sum(2).print()
        run = run_quietly(simulate(env))
        return [f.text for f in run.trace.get_events(e.ResultWritten)]

    return results(1) == results(2_000) == results(60_000) != []


# ---- 04: when watermarks are sent


def watermarks_are_generated_every_200_ms() -> bool:
    arrivals = [630 * n for n in range(1, 7)]
    run = run_quietly(lesson_04.build_scheduled_job(range(1_000, 7_000, 1_000), arrivals))
    times = {time for time, _ in list_generated(run)}
    return bool(times) and all(time % 200 == 0 for time in times)


def six_simultaneous_clicks_lose_nothing() -> bool:
    """The input ends before 200 ms; the only watermark is that of the end."""
    run = opening("04")
    times = [time for time, _ in find_times(run, e.SourceRecordRead)]
    return (
        right_option("04", "at once") == "0"
        and right_option("04", "first watermark") == "end"
        and not count_drops(run)
        and not [f for _, f in list_generated(run) if f.seen]
        and len(times) == 6
        and times == [times[0]] * 6
        and run.trace.headers[-1 + len(run.trace)].time_ms < 200
        and lesson_04.TIMES == (2_000, 14_000, 5_000, 16_000, 31_000, 8_000)
    )


def six_clicks_600_ms_apart_lose_two() -> bool:
    """After 14 s and after 16 s a watermark is sent; the windows of 5 s and 8 s are gone."""
    arrivals = [600 * n for n in range(6)]
    run = run_quietly(lesson_04.build_scheduled_job(lesson_04.TIMES, arrivals))
    dropped = [f.timestamp for f in run.trace.get_events(e.LateRecordDropped)]
    times = [time for time, _ in list_generated(run)]
    return (
        right_option("04", "slowly") == "2"
        and dropped == [5_000, 8_000]
        and [time for time in times if time < 2_400] == [200, 800, 2_000]
    )


def a_generator_sees_each_click_but_a_timer_sends() -> bool:
    """Three clicks within 200 ms: one watermark, of the highest."""
    run = run_quietly(
        lesson_04.build_scheduled_job([5_000, 9_000, 7_000, 8_000], [410, 420, 430, 900])
    )
    made = [f.timestamp for _, f in list_generated(run) if f.seen]
    return made == [9_000 - 1_000 - 1]


def the_two_schedules_of_the_exercise() -> bool:
    """All at the same time: no drop. A pause above 200 ms between the late clicks: one."""
    for data in draws("04", 4):
        first, second = 2, 4

        def count(arrivals: list[int], data: Any = data) -> int:
            return solution_04._count_drops(data, tuple(arrivals))

        pause = [0] * (first + 1) + [250] * (6 - first - 1)
        if (count([0] * 6), count(pause), count([0] * second + [0, 1_000])) != (0, 1, 0):
            return False
        if (
            count([0, 10, 20, 30, 40, 50])
            or count([1_000] * 6)
            or count([600 * n for n in range(6)]) != 2
        ):
            return False
    return True


def a_drop_is_only_after_a_watermark() -> bool:
    for arrivals in ([0] * 6, [600 * n for n in range(6)]):
        run = run_quietly(lesson_04.build_scheduled_job(lesson_04.TIMES, arrivals))
        steps = [s for s, f in iterate_events(run.trace, e.WatermarkGenerated) if f.seen]
        for step, _ in iterate_events(run.trace, e.LateRecordDropped):
            if not steps or steps[0] >= step:
                return False
    return True


def an_arrival_may_not_be_before_the_one_before() -> bool:
    solution, data = load_solution("04"), draws("04")[0]
    right = solution.solve(data)
    falling = solution.check(data, {**right, "none_late": [5, 4, 5, 5, 5, 5]})
    equal = solution.check(data, {**right, "none_late": [7] * 6})
    return "expected" in falling.text[0] and equal.is_right


def a_finite_input_ends_with_the_highest_watermark() -> bool:
    """Each source of lessons 04 and 05 sends Long.MAX_VALUE at its end."""
    for number, sources in (("04", 1), ("05", 2)):
        ends = [
            f
            for f in opening(number).trace.get_events(e.WatermarkEmitted)
            if f.timestamp == 2**63 - 1 and f.operator.startswith("o1/")
        ]
        if len(ends) != sources:
            return False
    return True
