"""Tests of the payments job, as one writes them for PyFlink: nothing in them knows of flinksim ...

... but the last two, which use what only flinksim has.
"""

from __future__ import annotations

import json

import pytest
from payments import LIMIT, QUIET_MS, Alerts, Deduplicate, build
from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment

MINUTE = 60_000


def line(id_, card, cents, time_ms):
    return json.dumps({"id": id_, "card": card, "cents": cents, "time_ms": time_ms})


@pytest.fixture
def env():
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    return env


def job(env, lines, limits=()):
    return build(
        env.from_collection(lines, Types.STRING()),
        env.from_collection(list(limits) or [("nobody", 1)], LIMIT),
    )


def test_totals_slide_minute_by_minute(env):
    lines = [line("1", "blue", 100, 30_000), line("2", "blue", 50, 4 * MINUTE + 30_000)]
    totals = sorted(
        (total.window_end_ms // MINUTE, total.cents)
        for total in job(env, lines).totals.execute_and_collect()
    )
    assert totals == [
        (1, 100), (2, 100), (3, 100), (4, 100), (5, 150), (6, 50), (7, 50), (8, 50), (9, 50),
    ]  # fmt: skip


def test_a_payment_that_comes_twice_counts_once(env):
    lines = [line("1", "blue", 100, 0), line("1", "blue", 100, 0)]
    assert {total.cents for total in job(env, lines).totals.execute_and_collect()} == {100}


def test_what_is_no_payment_is_rejected_with_the_reason(env):
    lines = ["nonsense", line("1", "blue", -5, 0), '{"id": "2"}', line("3", "blue", 1, 0)]
    reasons = sorted(job(env, lines).rejected.execute_and_collect())
    assert [reason.partition(":")[0] for reason in reasons] == [
        "JSONDecodeError", "KeyError", "ValueError",
    ]  # fmt: skip


def test_a_card_over_its_limit_gives_one_alert(env):
    lines = [line("1", "blue", 60_000, 0), line("2", "blue", 60_000, 1000)]
    assert list(job(env, lines).alerts.execute_and_collect()) == ["blue spent 1200.00 of 1000.00"]


# --- what only flinksim has -----------------------------------------------------------------------


def test_an_operator_alone_its_clock_in_the_hand():
    from flinksim.testing.process_function_test_harnesses import ProcessFunctionTestHarnesses

    harness = ProcessFunctionTestHarnesses.for_keyed_process_function(
        Deduplicate(), lambda payment: payment.id
    )
    payment = Row(id="1", card="blue", cents=5, time_ms=0)
    harness.process_element(payment, 0)
    harness.process_element(payment, 0)
    assert harness.extract_output_values() == [payment]
    harness.set_processing_time(3_600_000)
    harness.process_element(payment, 0)
    assert harness.extract_output_values() == [payment, payment], "after an hour it is forgotten"


def test_after_ten_quiet_minutes_there_is_another_alert():
    from payments import LIMITS

    from flinksim.testing.process_function_test_harnesses import ProcessFunctionTestHarnesses

    harness = ProcessFunctionTestHarnesses.for_keyed_broadcast_process_function(
        Alerts(), lambda total: total.card, LIMITS
    )
    over = Row(card="gold", window_end_ms=MINUTE, cents=600_000)
    harness.process_element2(Row(card="gold", cents=500_000), 0)
    harness.process_element1(over, MINUTE - 1)
    harness.process_element1(over, MINUTE - 1)
    assert harness.extract_output_values() == ["gold spent 6000.00 of 5000.00"]
    assert harness.num_event_time_timers() == 1
    before_the_timer = harness.snapshot()
    harness.process_both_watermarks(MINUTE + QUIET_MS)
    harness.process_element1(over, MINUTE + QUIET_MS)
    assert len(harness.extract_output_values()) == 2
    assert len(before_the_timer.timers) == 1


def test_too_late_is_a_fact_in_the_trace(flinksim_env, flinksim_runs):
    from flinksim import LateRecordDropped

    flinksim_env.get_config().set_auto_watermark_interval(50)
    # Else all lines would come in one bundle, and no watermark between them.
    flinksim_env.configuration.set_integer("python.fn-execution.bundle.size", 1)
    import time

    def paced(text):
        time.sleep(0.2)  # virtual: lets a watermark out between two lines, and takes no time
        return text

    lines = [line("1", "blue", 1, 0), line("2", "blue", 1, 20 * MINUTE), line("3", "blue", 1, 0)]
    stream = flinksim_env.from_collection(lines, Types.STRING())
    slow = stream.map(paced, Types.STRING()).start_new_chain()
    outputs = build(slow, flinksim_env.from_collection([("nobody", 1)], LIMIT))
    assert [row.id for row in outputs.too_late.execute_and_collect()] == ["3"]
    (late,) = flinksim_runs.clusters[-1].trace.get_events(LateRecordDropped)
    assert late.side_output
