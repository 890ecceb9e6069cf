"""Statements that need Spark: of lessons 19 and 20, each true or false in both engines' results."""

from __future__ import annotations

import itertools
import statistics
from datetime import UTC, datetime
from functools import cache
from typing import Any

from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_definition, load_solution
from flinksim.course.lessons import lesson_19, lesson_20
from flinksim.course.replay_fixtures import (
    HOUR_MS,
    MINUTE_MS,
    compare_engines,
    replay_flights,
    sweep_delays,
)
from flinksim.course.solutions import solution_20
from flinksim.trace import events as e
from tests.course.claims.runs import ENDS_MS, draws, opening, program_of

DELAY_MS = 30 * MINUTE_MS


def _batches(mode: str = "append") -> list[Any]:
    return list(compare_engines().runs[mode].batches)


@cache
def _places() -> list[tuple[str, tuple[int, int]]]:
    return [(str(key), window) for key, window in compare_engines().list_windows()]


def _lost(mode: str) -> tuple[int, int]:
    pairs = [compare_engines().count_lost(mode, key, window) for key, window in _places()]
    return sum(a for a, _ in pairs), sum(b for _, b in pairs)


def flink_fires_ua_15_at_16_48() -> bool:
    place = next(
        p
        for p in _places()
        if p[0] == "UA" and datetime.fromtimestamp(p[1][0] / 1_000, UTC).hour == 15
    )
    table = str(compare_engines().table([place]).to_dict())
    append = compare_engines().list_spark_results("append", *place)[0][0]
    return "16:48:00" in table and append - place[1][1] > 3 * HOUR_MS


def both_engines_have_a_delay_of_30_minutes() -> bool:
    """But other watermarks: Flink's is not Spark's after any batch."""
    table = compare_engines().watermark_table("append")
    spark, flink = (
        list(map(str, table[name])) for name in ("Spark's watermark", "Flink's watermark")
    )
    return "Duration.of_minutes(30)" in program_of("19") and not set(spark) & set(flink)


def sparks_watermark_is_of_the_batches_before() -> bool:
    """The highest event time of all batches so far, minus the delay, once per batch."""
    marks = [batch.watermark for batch in _batches()]
    known = [mark for mark in marks if mark]
    return (
        len(known) >= 6
        and known == sorted(known)
        and len(set(known)) == len(known)
        and not marks[0]
    )


def a_batch_has_three_hours() -> bool:
    """The batches at the end of the log are shorter, and how many there are depends on the time."""
    ends = [batch.arrived_ms for batch in _batches()]
    steps = [b - a for a, b in itertools.pairwise(ends)]
    return len(steps) >= 4 and all(abs(step - 3 * HOUR_MS) <= 2 * MINUTE_MS for step in steps[:4])


def complete_mode_drops_nothing() -> bool:
    """Update drops two, append three, and Flink fifty: a large batch drops almost nothing."""
    return _lost("complete")[1] == 0 and 0 < _lost("update")[1] < 10 < 40 < _lost("update")[0]


def append_outputs_a_window_once_at_its_batch() -> bool:
    """By the first batch whose watermark is at or after the window's end."""
    seen = 0
    for key, window in _places():
        results = compare_engines().list_spark_results("append", key, window)
        if len(results) > 1:
            return False
        for time, _ in results:
            first = next(b for b in _batches() if b.watermark and b.watermark >= window[1])
            if first.arrived_ms != time:
                return False
            seen += 1
    return seen > 50


def update_outputs_changed_windows_after_a_batch() -> bool:
    """At ends of batches only, and some windows more than once."""
    ends = {batch.arrived_ms for batch in _batches("update")}
    many = 0
    for key, window in _places():
        times = [time for time, _ in compare_engines().list_spark_results("update", key, window)]
        if not set(times) <= ends:
            return False
        many += len(times) > 1
    return many > 0


def flink_fires_when_its_watermark_passes_the_hour() -> bool:
    run = run_quietly(load_definition("19").simulate())
    fired = [f for f in run.trace.get_events(e.WindowFired) if f.watermark < ENDS_MS]
    late = run.trace.get_events(e.LateRecordDropped)
    return (
        all(f.watermark >= f.window[1] - 1 for f in fired)
        and bool(fired)
        and all(f.watermark >= (f.cleanup_time or 0) for f in late)
    )


def the_table_of_lesson_19_has_both_engines() -> bool:
    columns = list(compare_engines().table(_places()[:2]).columns)
    return (
        columns[2] == "Flink"
        and [c for c in columns if c.startswith("Spark")]
        and columns[-1].startswith("lost")
    ) or False


# ---- 20: the sweep


def more_than_90_percent_are_in_the_first_result() -> bool:
    share = sweep_delays().point(DELAY_MS).on_time_share
    return 0.9 < share < 0.99 and "of_minutes(30)" in program_of("20")


def the_late_flights_have_the_longest_delays() -> bool:
    """Of the dropped flights the average delay is far above that of all."""
    dropped = [drop.value[4] for drop in replay_flights().iterate_dropped()]
    all_delays = [
        value[4]
        for value in (f.value for f in opening("20").trace.get_events(e.SourceRecordRead))
        if isinstance(value, tuple) and len(value) > 4
    ]
    return statistics.mean(dropped) > 60 and (
        not all_delays or statistics.mean(dropped) > 2 * statistics.mean(all_delays)
    )


def some_flights_are_six_hours_late() -> bool:
    """No practical delay covers them: five hours still lose some, and an hour loses fewer than half an hour."""
    drops = [sweep_delays().point(minutes * MINUTE_MS).dropped for minutes in (30, 60, 300)]
    longest = max(drop.time - drop.timestamp for drop in replay_flights().iterate_dropped())
    return bool(drops[0] > drops[1] > drops[2] > 0 and longest > 6 * HOUR_MS)


def two_hours_delay_results_by_about_ninety_minutes() -> bool:
    """A minute more is a minute later on average; the windows are the same."""
    short, long = (sweep_delays().point(minutes * MINUTE_MS) for minutes in (30, 120))
    each = (long.delay_mean - short.delay_mean) / 90
    return bool(short.firings == long.firings and 0.9 * MINUTE_MS < each < 1.2 * MINUTE_MS)


def the_share_grows_with_the_delay_but_not_evenly() -> bool:
    shares = [
        sweep_delays().point(minutes * MINUTE_MS).on_time_share
        for minutes in (0, 15, 30, 60, 120, 240)
    ]
    gains = [b - a for a, b in itertools.pairwise(shares)]
    return shares == sorted(shares) and max(gains) > 2 * min(gains)


def the_worst_pane_is_neither_of_the_longest_delay_nor_of_the_largest_carrier() -> bool:
    (worst, _), *_ = lesson_20.count_losses().most_common(1)
    longest = max(replay_flights().iterate_dropped(), key=lambda drop: drop.value[4])
    data = draws("20", 1)[0]
    return worst[0] != str(longest.key) and load_solution("20").solve(data)["worst"] == worst


def a_day_of_delay_is_hours_for_every_result() -> bool:
    return bool(sweep_delays().point(24 * HOUR_MS).delay_p50 > 6 * HOUR_MS)


def the_smallest_delay_is_just_enough() -> bool:
    """A minute less is not; ``point`` answers from the table of counts, of which it reads no log."""
    for data in draws("20", 3):
        need = solution_20.find_min_delay(data.share)
        shares = [sweep_delays().point(need - less).on_time_share for less in (0, MINUTE_MS)]
        if not shares[0] >= data.share > shares[1]:
            return False
    return True


def zoom_keeps_the_original_watermarks() -> bool:
    job = replay_flights()
    longest = max(job.iterate_dropped(), key=lambda drop: drop.value[4])
    zoom = job.zoom(dropped=longest)
    return str(longest.value[1]) in str(zoom.why()) and hasattr(zoom, "show")


def the_data_of_lesson_19_are_a_carrier_and_an_hour() -> bool:
    return all((data.carrier, data.hour) in lesson_19.list_windows() for data in draws("19", 2))


def the_demo_reads_the_whole_year() -> bool:
    from tests.course.claims.runs import source_of

    return "336,776" in source_of("flinksim/course/demo/flight_log.py") or "336_776" in source_of(
        "flinksim/course/demo/flight_log.py"
    )
