"""One program under many schedules: what Flink promises holds, and what it does not is seen."""

from __future__ import annotations

import contextlib
import io
from functools import cache

import pytest

from flinksim import ArrivalOrder, Interleaving, RoundRobin, Seeded, Trace
from flinksim.analysis.compare.schedules import ScheduleComparison, compare_schedules
from flinksim.course.demo import simulate_flights

SCHEDULES: tuple[Interleaving, ...] = (ArrivalOrder(), RoundRobin(), Seeded(1), Seeded(2))


@cache
def flights(parallelism: int, schedule: int) -> Trace:
    with contextlib.redirect_stdout(io.StringIO()):
        return simulate_flights(parallelism, SCHEDULES[schedule]).run().trace


@cache
def comparison() -> ScheduleComparison:
    return compare_schedules(
        {
            f"p={parallelism} {schedule!r}": flights(parallelism, place)
            for parallelism in (1, 2, 4)
            for place, schedule in enumerate(SCHEDULES)
        },
        project=lambda contents: contents[2],
    )


def test_window_sums_differ_only_by_what_came_too_late() -> None:
    assert comparison().violations == ()
    assert len(comparison().results) == 12


def test_the_records_that_are_late_do_hang_on_schedule_and_parallelism() -> None:
    late = {each.name: each.dropped_count for each in comparison().results}
    assert late["p=1 ArrivalOrder()"] != late["p=2 ArrivalOrder()"] != late["p=4 ArrivalOrder()"]
    assert len({late[f"p=2 {schedule!r}"] for schedule in SCHEDULES}) > 1
    assert comparison().differences


def test_no_record_is_lost_from_sight() -> None:
    for each in comparison().results:
        panes = {*each.fired, *each.skipped_counts}
        first = comparison().results[0]
        assert sum(map(each.count_records, panes)) == sum(
            map(first.count_records, {*first.fired, *first.skipped_counts})
        )


def test_a_pane_that_differs_without_lateness_is_a_broken_promise() -> None:
    # the first field but one is that of the first record, which no schedule promises
    found = compare_schedules(
        {"a": flights(1, 0), "b": flights(4, 3)}, project=lambda contents: contents[1]
    )
    assert found.violations


def test_the_table_names_runs_and_panes() -> None:
    text = str(comparison())
    for part in ("p=4 Seeded(2)", "records too late", "late)", "0 for another reason"):
        assert part in text


def test_one_run_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="at least two runs, found 1"):
        compare_schedules({"a": flights(1, 0)})
