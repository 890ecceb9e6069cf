"""Facts in answers, each one worked out by hand from the example program that it is about."""

from __future__ import annotations

import re
import runpy
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.analysis.why.answer_question import answer_question
from flinksim.analysis.why.state_growth import find_largest_states
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.course.demo import simulate_flights
from flinksim.course.scenarios import Scenario
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.trace import events as e
from flinksim.trace.narration.value_formatting import truncate_text

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
ROW = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])


@cache
def run_example(name: str) -> Any:
    return Scenario(EXAMPLES / name, "", "", "the job is FINISHED", "").run()


@cache
def run_flights() -> Any:
    with redirect_stdout(StringIO()):
        return simulate_flights().run()


def ask(simulation: Any, question: str, language: Any = "en") -> str:
    return " ".join(answer_question(simulation.trace, question, language=language).sentence.split())


# --- event time --------------------------------------------------------------------------------------


def test_disorder_is_measured_where_records_get_their_timestamps() -> None:
    run = run_flights()
    newest: dict[str, int] = {}  # each assigner reads all splits; cancelled flights never reach it
    largest = 0
    for event in run.trace.get_events(e.TimestampAssigned):
        if event.after > 0:  # the source assigns Long.MIN_VALUE
            newest[event.operator] = max(newest.get(event.operator, 0), event.after)
            largest = max(largest, newest[event.operator] - event.after)
    answer = ask(run, "which watermark delay is needed")
    assert f"A watermark delay of {largest} ms (5 h 58 min) covers" in answer
    assert "at “Timestamps/Watermarks”, where the records get their timestamps" in answer
    assert f"The largest lag is {largest} ms" in ask(run, "why are records out of order")


def test_disorder_of_a_source_with_timestamps_is_within_a_split() -> None:
    answer = ask(run_example("situations/idle_split.py"), "which watermark delay is needed")
    assert "A watermark delay of 0 ms covers" in answer  # each partition is in order
    assert "measured within each split" in answer


def test_records_without_timestamps_have_no_disorder() -> None:
    answer = ask(run_example("runs/hot_key.py"), "which watermark delay is needed")
    assert answer.startswith("No record of this run has an event timestamp")


# --- windows ------------------------------------------------------------------------------------------


def test_a_late_record_is_counted_once() -> None:
    run = run_example("situations/idle_split.py")
    answer = answer_question(run.trace, "what is in window [0, 10000) of b")
    # (b, 1000) came in time, (b, 6000) too late
    assert answer.sentence == (
        "Window [0, 10000) of b has 1 record. 1 more record with this key came too late for it."
    )
    assert [cause.record and cause.record.offset for cause in answer.causes] == [1]
    assert len({link.step for link in answer.causal_chain}) == len(answer.causal_chain)


def test_a_window_of_a_key_keeps_the_case_of_the_key() -> None:
    run = run_flights()
    for question in (
        "what is in window [06:00:00, 07:00:00) of B6",
        "what is in window [06:00, 07:00) of b6",
    ):
        assert ask(run, question).startswith("Window [06:00:00, 07:00:00) of B6 has 4 records.")


def test_a_key_in_lower_case_is_the_key_of_the_run() -> None:
    run = run_flights()
    assert " AA fired" in answer_question(run.trace, "which windows of key aa fired").full_text()
    assert "No result was written" not in ask(run, "what are the results of key b6")
    fired = ask(run, "why did window [06:00:00, 07:00:00) of b6 fire")
    assert "Window [06:00:00, 07:00:00) of key B6 fires" in fired
    assert ask(run, "which windows of key zz fired") == "Key zz has no window in this run."


def test_keys_that_differ_only_in_case_are_two_keys() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    script = [item for n in range(4) for item in (at(100 * n), record(("aA"[n % 2], 1_000 * n, 1)))]
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])
    keyed = env.from_source(ScriptedSource(script), strategy, "s", ROW).key_by(lambda row: row[0])
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).sum(2).print()
    with redirect_stdout(StringIO()):
        run = fs.simulate(env).run()
    # records 0 and 2 have the key a, records 1 and 3 the key A
    assert "of a has 1 record" in ask(run, "what is in window [0, 1000) of a")
    assert "No record was assigned" in ask(run, "what is in window [0, 1000) of A")


def test_a_merged_window_is_explained_by_the_one_it_became_part_of() -> None:
    run = run_example("runs/three_sessions_become_one.py")
    for window in ("[1000, 6000)", "[5000, 10000)"):
        answer = ask(run, f"why has window {window} of ann not fired")
        assert f"Window {window} of key ann was merged into [1000, 14000) in step 25." in answer
        assert "A merged window never fires itself." in answer
        assert (
            "[1000, 14000) of key ann fired at processing time 1800 (step 34) with 3 records"
            in answer
        )
        assert "MAX" not in answer
    assert "合并到窗口 [1000, 14000)" in ask(run, "键 ann 的窗口 [1000, 6000) 没有触发", "zh")


def test_the_contents_of_a_merged_window_say_where_they_are_now() -> None:
    run = run_example("runs/three_sessions_become_one.py")
    assert "was merged into [1000, 14000) in step 25" in ask(
        run, "what is in window [1000, 6000) of ann"
    )
    assert "merged" not in ask(run, "what is in window [1000, 14000) of ann")


def test_a_merged_window_waits_with_the_window_it_became_part_of() -> None:
    run = run_example("runs/three_sessions_become_one.py")
    answer = ask(run, "why has window [1000, 6000) of ann not fired at step 30")
    assert "merged into [1000, 14000) in step 25" in answer
    assert (
        "fires when the watermark reaches 13999. The watermark is now 1999, 12,000 ms (12 s) too low"
        in (answer)
    )


def test_windows_merged_away_do_not_count_as_windows_that_did_not_fire() -> None:
    answer = ask(run_example("runs/three_sessions_become_one.py"), "why is there no output")
    assert "But 1 window did not fire before the input ended." in answer  # (30000, 35000) of ann


def test_distances_are_neither_negative_nor_astronomical() -> None:
    for name in ("runs/three_sessions_become_one.py", "runs/watermark_to_the_end_of_time.py"):
        run = run_example(name)
        merged = ["why has window [1000, 6000) of ann not fired"] if "three" in name else []
        for question in [*run.questions(), *merged]:
            text = ask(run, question)
            assert not re.search(r"-\d[\d,]* ms|\d{14,} ms|\d(,\d{3}){5,} ms", text), text


def test_a_slow_job_without_a_busy_task_does_not_contradict_itself() -> None:
    answer = ask(run_flights(), "why is the job slow")
    assert answer.startswith("No task is busy or backpressured")
    assert "1 window did not fire before the input ended." in answer
    assert "has not fired" not in answer
    assert "Before the input ended, the watermark was 23:28:59.999" in answer


def test_a_firing_by_the_end_of_the_input_says_so_first_and_when() -> None:
    run = run_example("runs/three_sessions_become_one.py")
    answer = ask(run, "why did window [30000, 35000) of ann fire")
    assert answer.startswith(
        "The window fired only because the input ended. At processing time 2000:"
    )
    fired = ask(run, "why has window [1000, 14000) of ann not fired")
    assert fired.startswith("The window did fire, in step 34 at processing time 1800.")


# --- timers and state ---------------------------------------------------------------------------------


def test_timers_that_fired_at_the_end_of_the_input_are_counted() -> None:
    run = run_example("situations/timer_leak.py")
    for question in ("what is still waiting", "what is in the state"):
        answer = ask(run, question)
        assert "31 timers were registered, 31 fired, 0 deleted." in answer
        assert "31 of them fired only because the input ended." in answer


def test_the_answer_that_no_timer_waits_says_what_became_of_the_timers() -> None:
    run = run_example("situations/timer_leak.py")
    answer = ask(run, "why are my timers never firing for key zzz")
    assert "31 fired" in answer or "when the input ended" in answer


def test_a_timer_that_fired_at_the_end_of_the_input_waited_for_the_slow_split() -> None:
    run = run_example("situations/timer_leak.py")
    answer = ask(run, "why has the timer of k0 at 60000 not fired")
    assert answer.startswith("The timer fired only at 30000 (step 179), when the input ended.")
    # (k0, 3000) less the delay of 1 s and 1 ms
    assert "Before the input ended, the watermark was 1999, 58,001 ms (58 s) too low." in answer
    assert "split “partition 1”" in answer
    fired = ask(run, "why did the timer of k0 at 60000 fire")
    assert fired.startswith("The timer fired only because the input ended")


def test_the_largest_state_of_the_run_is_in_the_answer_about_state() -> None:
    run = run_example("situations/timer_leak.py")
    largest = find_largest_states(TraceIndex(run.trace))
    (size,) = largest.values()
    # one timer for each of 31 records; the last one is read at 29 * 300 ms
    assert (size.entries, size.timers) == (0, 31)
    answer = ask(run, "what is in the state")
    assert "No operator has state now." in answer
    assert "Largest state during the run: “KeyedProcess” 0 entries and 31 timers" in answer
    assert "at 8700 ms" in answer


def test_a_run_without_state_says_that_there_never_was_any() -> None:
    answer = ask(run_example("runs/credit_exhausted.py"), "what is in the state")
    assert "No operator had keyed state or a timer during the run." in answer


# --- load, checkpoints, counts ------------------------------------------------------------------------


def test_uneven_load_names_the_keys_with_the_most_records() -> None:
    answer = ask(run_example("runs/hot_key.py"), "why is the load uneven")
    # nine of ten of 120 records have the key "hot", each of the others one record
    assert "hot (108, 90%), key 10 (1, 1%)" in answer
    assert "key group" in answer


def test_one_task_waits_and_two_wait() -> None:
    assert "“Source: Collection Source” waits for it." in ask(
        run_example("runs/hot_key.py"), "why is the job slow"
    )
    blamed = ask(
        run_example("situations/backpressure_blamed_on_the_wrong_task.py"), "why is the job slow"
    )
    assert re.search(r"is busy, and \S.*, \S.* wait for it|is busy, and [^,]* waits for it", blamed)


def test_each_checkpoint_has_its_duration() -> None:
    run = run_example("runs/barrier_alignment.py")
    answer = ask(run, "why are checkpoints slow")
    completed = run.trace.get_events(e.CheckpointCompleted)
    assert len(completed) > 1
    for event in completed:
        assert f"checkpoint {event.checkpoint} {event.duration} ms" in answer


def test_at_most_ten_durations_are_listed() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.enable_checkpointing(100)
    script = [item for n in range(15) for item in (at(100 * n), record(("a", n, 1)))]
    env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "s", ROW).map(
        lambda row: row
    ).print()
    with redirect_stdout(StringIO()):
        run = fs.simulate(env).run()
    count = len(run.trace.get_events(e.CheckpointCompleted))
    answer = ask(run, "why are checkpoints slow")
    assert count > 10
    assert answer.count("; checkpoint ") == 9
    assert f"and {count - 10} more" in answer


def test_the_numbers_of_the_run_have_the_records_of_each_filter() -> None:
    run = run_flights()
    rejected = len(run.trace.get_events(e.RecordFiltered))
    assert rejected
    assert f"Filters: “Filter” 935 records in, {935 - rejected} out." in ask(
        run, "what are the numbers of the run"
    )


def test_one_result_is_told_once() -> None:
    run = run_example("runs/three_sessions_become_one.py")
    assert ask(run, "what are the results of key bob") == (
        "1 result was written: (bob,10000,1), at 1800 ms."
    )


# --- changed runs -------------------------------------------------------------------------------------


def test_changed_runs_without_effect_do_not_contradict_the_cause() -> None:
    run = run_example("situations/timer_leak.py")
    with redirect_stdout(StringIO()):
        answer = run.why("why did the timer of k0 at 60000 fire")
    text = " ".join(str(answer).split())
    assert answer.is_confirmed
    assert answer.counterfactual is None
    assert "The outcome was always the same" not in text
    assert (
        f"No other single change was found that changes this; {answer.run_count} changed runs"
        in text
    )


def test_removing_a_crash_says_what_differs() -> None:
    with redirect_stdout(StringIO()):
        run = runpy.run_path(str(EXAMPLES / "runs" / "crash_and_return.py"))["sim"]
        answer = run.why("why did the job fail")
    found = answer.counterfactual
    assert found is not None
    assert found.outcome == (
        "Then no task fails, and the job does not restart (in this run: 1 restart)."
    )
    # the result (a,0,4) was written twice, because of the restart
    assert "1 repeated result is no longer written" in found.cost
    assert "missing" not in found.cost


def test_a_failed_job_that_no_longer_fails_is_finished() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.from_collection([2, 0]).map(lambda number: 1 // number).print()
    simulation = fs.simulate(env)
    with redirect_stdout(StringIO()):
        with pytest.raises(JobExecutionError):
            simulation.run()
        found = simulation.why("why did the job fail").counterfactual
    assert found is not None
    assert found.outcome == "Then no task fails. The job is FINISHED, not FAILED."


def test_a_long_row_is_cut_after_a_field() -> None:
    text = str(answer_question(run_flights().trace, "which watermark delay is needed"))
    # the next field, dest='DEN', does not fit
    assert "flight=488, …" in " ".join(text.split())
    assert truncate_text("a" * 70) == "a" * 59 + "…"  # no field to cut after
    assert truncate_text("(a, " + "b" * 70 + ")") == "(a, " + "b" * 55 + "…"  # too short
