"""Statements about splits, channels, idleness and alignment: each true or false in a run."""

from __future__ import annotations

import itertools

from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_solution
from flinksim.course.lessons import (
    lesson_00,
    lesson_02,
    lesson_05,
    lesson_06,
    lesson_26,
)
from flinksim.simulation.simulation import Simulation
from flinksim.trace import events as e
from tests.course.claims.runs import (
    ENDS_MS,
    answers,
    count_drops,
    draws,
    find_times,
    find_window_task,
    list_generated,
    list_window_advances,
    opening,
    program_of,
    refuses,
    right_option,
)

# ---- 05: splits, channels, the minimum


def each_split_has_a_subtask_and_a_channel() -> bool:
    for run, splits in ((opening("05"), 2), (draws("05")[0].run, 3)):
        task = find_window_task(run)
        sources = {f.operator for f in run.trace.get_events(e.SourceRecordRead)}
        channels = {
            f.channel
            for f in run.trace.get_events(e.ChannelWatermarkChanged)
            if f">{task}/" in f.channel
        }
        used = {c for c in channels if c.endswith(f">{task}/0")}
        if len(sources) != splits or len(used) != splits:
            return False
    return True


def the_watermark_of_a_task_is_the_lowest_of_its_channels() -> bool:
    """At each advance, also in the three splits of the exercise."""
    for run in (opening("05"), *(data.run for data in draws("05"))):
        channels: dict[str, int] = {c.id: -(2**63) for c in run.plan.channels}
        for event in run.trace.events:
            if isinstance(event, e.ChannelWatermarkChanged):
                channels[event.channel] = event.after
            if isinstance(event, e.InputWatermarkAdvanced):
                lowest = min(w for c, w in channels.items() if c.endswith(f">{event.subtask}"))
                if event.after != lowest:
                    return False
    return True


def right_fires_the_window_and_it_jumps_to_10999() -> bool:
    run = opening("05")
    firing = next(event for _, event in list_window_advances(run) if event.after >= 9_999)
    reads = {f.value[1]: t for t, f in find_times(run, e.SourceRecordRead)}
    return (
        [right_option("05", name) for name in ("who", "how far", "last window")]
        == ["right", "10999", "end"]
        and (firing.before, firing.after) == (6_999, 10_999)
        and (reads[31_000], reads[13_000]) == (600, 1_200)
        and max(t for t in reads) == 32_000
    )


def the_window_of_31_s_fires_at_the_end_of_the_input() -> bool:
    run = opening("05")
    (firing,) = (
        f for f in run.trace.get_events(e.WindowFired) if f.window[0] == 30_000 and f.key == "blue"
    )
    return (
        firing.clock == "end of input"
        and max(t for _, _, t in lesson_05.LEFT_RIGHT["right"]) == 14_000
    )


def advances_have_names() -> bool:
    lines = lesson_05.describe_advances(run_quietly(build_clicks_job(lesson_05.LEFT_RIGHT)))
    return "MAX" in lines[-1] and not any(
        "9223372036854775807" in one or ">" in one for one in lines
    )


def the_last_split_past_12_s_closes_the_pane() -> bool:
    for data in draws("05", 6):
        firsts = {
            split: next((arrival, time) for arrival, _, time in clicks if time >= 12_000)
            for split, clicks in data.clicks.items()
        }
        last = max(arrival for arrival, _ in firsts.values())
        same_interval = {time for at, time in firsts.values() if at // 200 >= last // 200 - 1}
        if load_solution("05").solve(data)["closed_by"][1] not in same_interval:
            return False
    return True


def the_largest_advance_is_of_the_lowest_channel() -> bool:
    """Not of the record that advances its own channel most."""
    for data, answer in answers("05", "the greatest timestamp moves time furthest", 6):
        if load_solution("05").check(data, answer).is_right:
            return False
        _, event = data.largest_advance
        if not event:
            return False
    return True


def a_click_before_12_s_leaves_the_pane_open() -> bool:
    """It is less than 2 s after the end of the pane: its watermark is below 9,999."""
    return all(
        10_000 <= answer["closed_by"][1] < 12_000
        for _, answer in answers("05", "a record counts when it is read", 6)
    )


def another_channel_was_before_the_end() -> bool:
    names = ("the last one that is behind the end", "the fastest split sets the time")
    return refuses("05", names, 4)


# ---- 06: idleness


def below_the_gap_is_never_idle() -> bool:
    """A gap of 1,400 ms and a timeout of 1,000 ms: the split is not idle in any gap."""
    clicks = {
        "gaps": [(1_400 * n, "k", 1_000 * n) for n in range(8)],
        "busy": [(200 * n, "k", 200 * n) for n in range(50)],
    }
    run = run_quietly(lesson_06.build_idleness_job(clicks, 1_000))
    last_read = max(t for t, f in find_times(run, e.SourceRecordRead) if f.split == "gaps")
    return all(time > last_read for time in _idle_times(run, "gaps"))


def _idle_times(run: Simulation, split: str) -> list[int]:
    return [t for t, f in find_times(run, e.SplitStatusChanged) if f.split == split and f.idle]


def a_split_is_idle_one_to_three_intervals_on() -> bool:
    """For each arrival of a last record within an interval, as recorded from Flink 2.3.0."""
    for arrival in range(400, 600, 20):
        clicks = {
            "stops": [(100, "k", 100), (arrival, "k", 200), (9_000, "k", 9_000)],
            "busy": [(200 * n, "k", 200 * n) for n in range(46)],
        }
        run = run_quietly(lesson_06.build_idleness_job(clicks, 1_000))
        if not 200 <= _idle_times(run, "stops")[0] - (arrival + 1_000) <= 600:
            return False
    return True


def a_split_becomes_idle_at_a_periodic_watermark() -> bool:
    """After one check that finds no new record: at a multiple of 200 ms."""
    run = run_quietly(lesson_06.build_idleness_job(lesson_06.QUIET, 1_000))
    counted = [t for t, _ in find_times(run, e.IdlenessCountdownChanged)]
    idle = _idle_times(run, "quiet")
    return bool(counted) and all(time % 200 == 0 for time in [*idle])


def a_quiet_split_holds_the_window_back() -> bool:
    """Until it has passed 11 s itself; its watermark stays where its last click left it."""
    run = opening("06")
    quiet = [t for t, f in find_times(run, e.SourceRecordRead) if f.split == "quiet"]
    busy = [t for t, f in find_times(run, e.SourceRecordRead) if f.split == "busy"]
    made = [
        (t, f.timestamp) for t, f in list_generated(run) if f.split == "quiet" and 500 < t < 6_600
    ]
    first = next(t for t, _ in find_times(run, e.WindowFired))
    return (
        right_option("06", "without") == "back"
        and quiet[1:3] == [500, 6_600]
        and all(time <= 2_500 - 1_000 - 1 for _, time in made)
        and first >= quiet[-1]
        and {b - a for a, b in itertools.pairwise(busy[:16])} == {400}
    )


def with_a_timeout_event_time_goes_on_and_a_click_is_lost() -> bool:
    """The click of 8 s is read at 6.6 s. The split is active again, but the window has been removed."""
    run = run_quietly(lesson_06.build_idleness_job(lesson_06.QUIET, 1_000))
    (read,) = (
        t
        for t, f in find_times(run, e.SourceRecordRead)
        if f.value[1] == 8_000 and f.split == "quiet"
    )
    (lost,) = run.trace.get_events(e.LateRecordDropped)
    active = [
        t for t, f in find_times(run, e.SplitStatusChanged) if f.split == "quiet" and not f.idle
    ]
    return (
        right_option("06", "with") == "lost"
        and read == 6_600
        and lost.timestamp == 8_000
        and lost.watermark >= 9_999
        and any(6_600 <= time <= 6_800 for time in active)
    )


def quiet_is_idle_first_and_busy_is_not() -> bool:
    run = run_quietly(lesson_06.build_idleness_job(lesson_06.QUIET, 1_000))
    (first, *_) = run.trace.get_events(e.SplitStatusChanged)
    return (
        right_option("06", "who") == "quiet"
        and first.split == "quiet"
        and not any(time < 6_000 for time in _idle_times(run, "busy"))
    )


def a_record_restarts_the_countdown() -> bool:
    """A split with a record every 600 ms is not idle with a timeout of 600 ms."""
    clicks = {
        "steady": [(600 * n, "k", 500 * n) for n in range(10)],
        "busy": [(200 * n, "k", 200 * n) for n in range(30)],
    }
    run = run_quietly(lesson_06.build_idleness_job(clicks, 600))
    return not [time for time in _idle_times(run, "steady") if time <= 5_400]


def the_timeouts_of_lesson_06_fail_as_said() -> bool:
    """Too short: idle in the ordinary gap, and a record is lost. Too long: too late, or never."""
    for name in ("as short as can be", "half of the ordinary gap", "the watermark interval"):
        for data, answer in answers("06", name):
            run = data.run(answer["idle_ms"])
            if min(_idle_times(run, "quiet")) > 400 + data.breath or not count_drops(run):
                return False
    for data, answer in answers("06", "as long as the outage"):
        back = data.clicks["quiet"][-2][0]
        for idle_ms in (answer["idle_ms"], data.outage - 1_500):
            idle = [t for t in _idle_times(data.run(idle_ms), "quiet") if t < back]
            if any(time <= data.by_ms for time in idle):
                return False
    return True


def no_timeout_holds_until_the_split_is_active() -> bool:
    for data in draws("06", 4):
        run = data.run(0)
        fired = next(t for t, f in find_times(run, e.WindowFired) if f.window == (0, 10_000))
        if fired < data.clicks["quiet"][-2][0] or data.run(60_000) is None:
            return False
        if run.trace.headers[len(run.trace) - 1].time_ms >= 60_000 or data.breath <= 200:
            return False
    return True


def the_data_of_06_have_a_gap_and_an_outage() -> bool:
    for data in draws("06", 4):
        arrivals = [arrival for arrival, _, _ in data.clicks["quiet"]]
        gaps = [b - a for a, b in itertools.pairwise(arrivals)]
        if gaps[1] != data.breath or gaps[3] != data.outage:
            return False
    return True


def a_right_timeout_is_idle_between_the_gap_and_the_deadline() -> bool:
    for data in draws("06", 4):
        run = data.run(load_solution("06").solve(data)["idle_ms"])
        (first, *_) = _idle_times(run, "quiet")
        if not data.clicks["quiet"][3][0] < first < data.by_ms or count_drops(run):
            return False
        if load_solution("06").solve(data)["idle_ms"] < 200:
            return False
    return True


# ---- 26: alignment


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


def the_fast_source_waits_for_the_slow_one() -> bool:
    """The inputs that are ahead wait: the fast source is paused, and its distance is above the drift.

    The slow source is never ahead.
    """
    run = opening("26")
    found = [right_option("26", name) for name in ("paused", "distance", "panes", "first")]
    ahead = {
        f.operator.partition("/")[0]
        for f in run.trace.get_events(e.WatermarkAligned)
        if f.reported is not None and f.allowed < f.reported < ENDS_MS
    }
    return found == ["fast", "more", "5 2", "same"] and ahead == {"o1"}


def a_source_reports_each_second() -> bool:
    """And knows then how far it may read."""
    reports = find_times(opening("26"), e.WatermarkAligned)
    times = [time for time, f in reports if f.operator.startswith("o1/")]
    return len(times) > 5 and [time // 1_000 for time in times[:6]] == [1, 2, 3, 4, 5, 6]


def the_fast_source_reads_nothing_beyond_the_drift() -> bool:
    """From a report above the allowed watermark to the next one below it, nothing is read."""
    run = opening("26")
    stopped = False
    for event in run.trace.events:
        if isinstance(event, e.WatermarkAligned) and event.operator.startswith("o1/"):
            stopped = event.reported is not None and event.reported > event.allowed
        if isinstance(event, e.SourceRecordRead) and event.split == "fast" and stopped:
            return False
    return lesson_26.find_longest_pause(run, "fast")[0] > 1_000


def without_alignment_fast_is_done_while_slow_is_at_8_s() -> bool:
    free = run_quietly(lesson_26.build_sources_job(90, 470, None))
    fast, slow = (lesson_26.list_reads(free, split) for split in ("fast", "slow"))
    end = fast[-1][0] + 90
    at = max(time for now, time in slow if now <= end)
    return len(fast) == 40 and fast[-1][1] == 40_000 and at in (7_000, 8_000)


def a_record_for_each_second_and_its_pace() -> bool:
    run = run_quietly(lesson_26.build_sources_job(90, 470, None))
    for split, pace in (("fast", 90), ("slow", 470)):
        reads = lesson_26.list_reads(run, split)
        if {b[1] - a[1] for a, b in itertools.pairwise(reads)} != {1_000}:
            return False
        if {b[0] - a[0] for a, b in itertools.pairwise(reads)} != {pace}:
            return False
    return "Duration.of_seconds(6)" in program_of("26") and "Duration.of_seconds(1)" in program_of(
        "26"
    )


def the_wrong_drifts_fail_as_said() -> bool:
    """Too small: the record is read too late. Too large: too many panes."""
    for data, answer in answers("26", "no drift is best", 3):
        if data.has_read_in_time(answer["drift_ms"]):
            return False
    for data, answer in answers("26", "more drift is better", 3):
        if data.has_few_panes(answer["drift_ms"]):
            return False
    names = (
        "the drift is a number of windows",
        "all between the windows is allowed",
        "the drift is the time to read",
        "the drift is one interval",
    )
    return refuses("26", names, 1)


def the_drift_that_is_needed_is_about_the_distance() -> bool:
    """The slow source is at by_ms / slow_ms seconds then; a right drift is near the rest, or below it."""
    for data in draws("26", 3):
        drift = load_solution("26").solve(data)["drift_ms"]
        distance = data.time_ms - data.by_ms // data.slow_ms * 1_000
        if not distance - 1_000 * (1_000 // data.fast_ms + 2) <= drift <= distance + 3_000:
            return False
        slow = lesson_26.list_reads(data.run(drift), "slow")
        at = max((time for now, time in slow if now <= data.by_ms), default=0)
        if abs(at / 1_000 - data.by_ms / data.slow_ms) > 1.01:
            return False
    return True


def an_idle_source_is_not_waited_for() -> bool:
    """A source that is stuck stops the group; the same with an idle timeout does not."""
    from flinksim import simulate
    from flinksim.common import Duration, Time, WatermarkStrategy
    from flinksim.connectors.scripted_source import ScriptedSource, at, record
    from flinksim.datastream import StreamExecutionEnvironment
    from flinksim.datastream.window import TumblingEventTimeWindows
    from tests.course.claims.runs import CLICK

    def count_early_reads(idle: bool) -> int:
        env = StreamExecutionEnvironment.get_execution_environment()
        strategy = WatermarkStrategy.for_monotonous_timestamps().with_watermark_alignment(
            "sources", Duration.of_seconds(2), Duration.of_millis(500)
        )
        if idle:
            strategy = strategy.with_idleness(Duration.of_seconds(1))
        strategy = strategy.with_timestamp_assigner(lambda click, _: click[1])
        rows = [x for n in range(40) for x in (at(200 * n), record(("a", 1_000 * n, 1)))]
        stuck = [record(("a", 1, 1)), at(16_000), record(("a", 90_000, 1))]
        one = env.from_source(ScriptedSource({"reads": rows}), strategy, "reads", CLICK)
        two = env.from_source(ScriptedSource({"stuck": stuck}), strategy, "stuck", CLICK)
        windows = (
            one.union(two)
            .key_by(lambda click: click[0])
            .window(TumblingEventTimeWindows.of(Time.seconds(10)))
        )
        windows.sum(2).print()
        run = run_quietly(simulate(env))
        reads = find_times(run, e.SourceRecordRead, lambda f: f.split == "reads")
        return sum(time < 15_000 for time, _ in reads)

    return count_early_reads(False) < 15 and count_early_reads(True) == 40


def the_setup_of_lesson_00_is_two_streams_and_a_window_of_ten_seconds() -> bool:
    return (
        set(lesson_00.CLICKS) == {"left", "right"}
        and "Time.seconds(10)" in program_of("00")
        and (1_000, "blue", 12_500) in lesson_00.CLICKS["left"]
        and lesson_02.LATENESS_MS == 3_000
        and lesson_02.DELAY_MS == 2_000
    )
