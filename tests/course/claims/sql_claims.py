"""Statements about SQL: windows, watermarks and changelogs, each true or false in a run."""

from __future__ import annotations

import itertools
from collections import Counter

from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_solution
from flinksim.course.lessons import lesson_27, lesson_28
from flinksim.course.solutions import solution_27
from flinksim.simulation.simulation import Simulation
from flinksim.trace import events as e
from tests.course.claims.runs import (
    ENDS_MS,
    draws,
    opening,
    program_of,
    refuses,
    right_option,
)


def _counts(run: Simulation) -> Counter[str]:
    return Counter(change.partition("[")[0] for change in lesson_28.list_changes(run))


def a_window_of_sql_drops_late_rows() -> bool:
    run = run_quietly(lesson_27.build_clicks_query())
    late = lesson_27.list_late(run, lesson_27.SECONDS)
    return late == [8] and solution_27.count_windows(run)[0] == 4


def four_seconds_keep_the_row() -> bool:
    run = run_quietly(lesson_27.build_clicks_query(delay_s=4))
    late = lesson_27.list_late(run, lesson_27.SECONDS)
    return not late and solution_27.count_windows(run)[0] == 5


def the_watermark_is_the_highest_time_minus_the_interval() -> bool:
    """So 12:00:12 lifts it to 12:00:10, the window fires; 12:00:11 does not."""
    run = opening("27")
    start = lesson_27.START_MS
    made = [
        f.timestamp - start
        for f in run.trace.get_events(e.WatermarkGenerated)
        if f.timestamp < ENDS_MS
    ]
    found = [right_option("27", name) for name in ("fires", "behind", "kinds")]
    return (
        found == ["12", "dropped", "inserts"]
        and {9_000, 10_000} <= set(made)
        and "INTERVAL '2' SECOND" in program_of("27")
        and sum(solution_27.count_windows(run).values()) == 7
    )


def a_window_of_sql_closes_by_the_highest_second() -> bool:
    """When it, minus the delay, reaches the end; later clicks of it are dropped, others counted."""
    for data in draws("27", 6):
        highest, counts, late, closed = -99, Counter[int](), [], -99
        closer = None
        first = data.get_start(min(data.seconds))
        for second in data.seconds:
            if data.get_start(second) + data.size_s <= closed:
                late.append(second)
            else:
                counts[data.get_start(second)] += 1
            highest = max(highest, second)
            closed = highest - data.delay_s
            if closer is None and closed >= first + data.size_s:
                closer = second
        right = load_solution("27").solve(data)
        if (
            sorted(right["late"]) != sorted(late)
            or right["closer"] != closer
            or right["counts"] != dict(counts)
        ):
            return False
    return True


def rows_behind_the_watermark_are_counted_while_the_window_is_open() -> bool:
    names = (
        "rows out of order are late",
        "rows below the watermark are late",
        "the delay is not subtracted",
        "the watermark must be past the end",
        "late rows are counted",
        "the last window does not fire",
    )
    return refuses("27", names, 2)


def a_window_of_sql_writes_one_row_and_clears_its_state() -> bool:
    from flinksim import at_end

    run = opening("27")
    rows = lesson_27.list_rows(run)
    return (
        len(rows) == 3
        and all(row.startswith("+I") for row in rows)
        and at_end("not a state is left").evaluate(run.trace) is True
    )


def a_bounded_table_ends_with_the_highest_watermark() -> bool:
    run = opening("27")
    made = [f.timestamp for f in run.trace.get_events(e.WatermarkEmitted)]
    return max(made) == 2**63 - 1 and 20 in solution_27.count_windows(run)


def a_watermark_clause_declares_event_time() -> bool:
    return "WATERMARK FOR ts AS ts - INTERVAL '2' SECOND" in program_of("27")


def only_datastream_windows_have_a_lateness() -> bool:
    """As lesson 11 shows; the side output of late rows, too, is in that API."""
    from tests.course.claims import window_claims

    return (
        window_claims.the_window_fires_on_time_and_for_each_late_click()
        and window_claims.the_side_output_keeps_the_timestamp()
        and a_window_of_sql_drops_late_rows()
    )


def groups_begin_and_end() -> bool:
    run = run_quietly(lesson_28.build_counts_query(["ann", "ann"]))
    return lesson_28.list_changes(run) == ["+I[1, 1]", "-D[1, 1]", "+I[2, 1]"]


def six_orders_make_nine_changes() -> bool:
    run = opening("28")
    found = [right_option("28", name) for name in ("again", "number", "state")]
    return (
        found == ["both", "9", "3"]
        and _counts(run) == {"+I": 3, "-U": 3, "+U": 3}
        and lesson_28.ORDERS[0] == ("ann", 10)
        and lesson_28.ORDERS[2] == ("ann", 40)
    )


def an_update_is_the_old_row_and_the_new_one() -> bool:
    """Whole rows: who adds +I and +U and takes off -U has the table."""
    changes = lesson_28.list_changes(opening("28"))
    table: Counter[str] = Counter()
    for change in changes:
        kind, _, row = change.partition("[")
        table[row] += 1 if kind in ("+I", "+U") else -1
    rows = sorted("[" + row for row, count in table.items() if count)
    pairs = [(a, b) for a, b in itertools.pairwise(changes) if b.startswith("+U")]
    return (
        rows == sorted(lesson_28.list_table(opening("28")))
        and len(rows) == 3
        and all(a.startswith("-U") for a, _ in pairs)
        and "-U[ann, 1, 10]" in changes
        and "+U[ann, 2, 50]" in changes
    )


def changes_are_written_before_the_end_of_the_input() -> bool:
    run = opening("28")
    reads = [n for n, f in enumerate(run.trace.events) if isinstance(f, e.SourceRecordRead)]
    writes = [n for n, f in enumerate(run.trace.events) if isinstance(f, e.ResultWritten)]
    return writes[0] < reads[-1]


def a_total_of_each_customer_is_kept() -> bool:
    """Three at the end of the run: totals, not orders; nothing clears them."""
    run = opening("28")
    left = {f.key for f in run.trace.get_events(e.StateUpdated)}
    return len(left) == 3 and not run.trace.get_events(e.StateCleared)


def an_order_moves_its_customer_to_the_next_group() -> bool:
    """The first order adds one to group 1; the query over the result retracts what it counted."""
    one = run_quietly(lesson_28.build_counts_query(["ann"]))
    two = run_quietly(lesson_28.build_counts_query(["ann", "bob", "ann"]))
    moved = lesson_28.list_changes(
        run_quietly(lesson_28.build_counts_query(["ann", "bob", "ann", "bob"]))
    )
    return (
        lesson_28.list_changes(one) == ["+I[1, 1]"]
        and lesson_28.list_changes(two)[-3:] == ["-U[1, 2]", "+U[1, 1]", "+I[2, 1]"]
        and "-D[1, 1]" in moved
        and lesson_28.list_table(two) in (["[1, 1]", "[2, 1]"], ["[2, 1]", "[1, 1]"])
    )


def each_change_has_a_cause() -> bool:
    moved = run_quietly(lesson_28.build_counts_query(["ann", "bob", "ann", "bob"]))
    return "ause" in str(moved.why("why is there a -D"))


def the_queries_of_lesson_27_take_no_row_back() -> bool:
    return all(row.startswith("+I") for row in lesson_27.list_rows(opening("27")))
