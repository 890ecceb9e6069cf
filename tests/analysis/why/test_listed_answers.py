"""Answers that list what a run has, each one worked out by hand from the example that it is about."""

from __future__ import annotations

import pytest

from flinksim.analysis.why.answer_question import answer_question
from flinksim.analysis.why.question_names import QuestionError
from tests.analysis.why.test_answer_facts import ask, run_example


def test_the_timers_of_a_run_are_counted_and_told_apart() -> None:
    """31 records register a timer each, 60 s after their time; the watermark stays at 1999."""
    run = run_example("situations/timer_leak.py")
    answer = ask(run, "which timers were registered")
    assert answer.startswith(
        "31 timers were registered for 30 keys: 31 fired, 0 were deleted, 0 wait. 31 of them fired only"
    )
    at_ten_seconds = ask(run, "which timers were registered at step 171")
    assert "0 fired, 0 were deleted, 31 wait" in at_ten_seconds
    assert "key k0 at 60000. The watermark there is 1999: 58,001 ms are missing" in at_ten_seconds
    assert ask(run, "which timers of key k0 were registered").startswith(
        "2 timers were registered for 1 key"
    )
    assert "No timer of key zz" in ask(run, "which timers of key zz were registered")


def test_timers_of_windows_are_listed_where_functions_have_none() -> None:
    """Three sessions of ann become one: the timers of the merged ones are deleted."""
    answer = ask(run_example("runs/three_sessions_become_one.py"), "which timers were registered")
    assert answer.startswith("Only windows registered timers: ")
    assert " 0 were deleted" not in answer
    without = ask(run_example("runs/hot_key.py"), "which timers were registered")
    assert without == "No timer was registered in this run."


def test_the_end_of_the_input_fires_what_still_waits() -> None:
    answer = ask(run_example("situations/timer_leak.py"), "what happened at the end of the input")
    assert answer.startswith("The input ended at 30000 ms: 1 source has finished.")
    assert "It fired 0 windows and 31 timers" in answer
    before = ask(
        run_example("situations/timer_leak.py"), "what happened at the end of the input at step 9"
    )
    assert before.startswith("The input has not ended")


def test_the_pauses_of_a_source_are_added_up() -> None:
    """The alignment pauses "fast" from 1440 to 6000 ms and from 6270 to 7000 ms, and "slow" never."""
    run = run_example("claims/alignment.py")
    paused = answer_question(run.trace, "how long was fast paused in total?")
    assert paused.understood == "why is Source: fast waiting"
    assert f"for {6000 - 1440 + 7000 - 6270} ms in total" in paused.sentence
    never = answer_question(run.trace, "was slow also paused by the alignment?")
    assert never.sentence.startswith("“Source: slow” has never been waiting in this run.")


def test_a_key_belongs_to_the_subtask_of_its_key_group() -> None:
    """108 of the 120 orders are "hot"; with 7 others they go to the second subtask."""
    run = run_example("runs/hot_key.py")
    answer = ask(run, "which subtask has key hot")
    assert answer.startswith(
        "Key hot is in key group 104 of 128, which belongs to “price 2/2”. "
        "108 of the 115 records that were sent to “price 2/2” have this key."
    )
    with pytest.raises(QuestionError, match="no record of this run has the key nobody"):
        ask(run, "which subtask has key nobody")
    assert ask(run, "which subtask has key 20").startswith("Key key 20 is in key group ")
    alone = ask(run_example("situations/timer_leak.py"), "which subtask has key k3")
    assert "the only subtask" in alone


def test_a_checkpoint_tells_its_alignment_and_what_waited() -> None:
    """A record of the fast source comes every 20 ms; the barrier of the slow map is 280 ms behind."""
    run = run_example("runs/barrier_alignment.py")
    answer = ask(run, "what happened in checkpoint 2")
    assert "“Keyed Reduce” aligned for 280 ms" in answer
    assert "The last barrier came from Map through channel 1 of “Keyed Reduce”." in answer
    assert "Meanwhile 7 records waited behind the barrier in channel 0 of “Keyed Reduce”" in answer
    assert "is not complete. Not acknowledged by: “Map”, “Keyed Reduce”" in ask(
        run, "what happened in checkpoint 2 at step 100"
    )
    with pytest.raises(QuestionError, match="no checkpoint 77"):
        ask(run, "what happened in checkpoint 77")


def test_state_expires_by_processing_time() -> None:
    """The state is written at 0 ms, lives for a second, and is read at 3 s."""
    run = run_example("claims/state.py")
    answer = ask(run, "why has the state of a expired")
    assert answer.startswith("The state “seen” of key a has a time to live of 1,000 ms.")
    assert "It expired at 1000 ms and was removed at 3000 ms, when it was read." in answer
    assert "No read in this run found expired state." in ask(
        run, "why has the state of a not expired at step 10"
    )


def test_a_record_out_of_order_is_not_always_late() -> None:
    run = run_example("runs/three_sessions_become_one.py")
    answer = ask(run, "why was record 3 not late")
    assert answer.startswith("The watermark was 1999 when record 3 was added to window [")
    assert "The record was 5,000 ms out of order: record 2" in answer
    late = ask(run_example("situations/late_behind_a_fast_clock.py"), "why was record 3 not late")
    assert "is late and is dropped" in late


def test_late_records_of_one_key() -> None:
    run = run_example("situations/late_behind_a_fast_clock.py")
    everything = ask(run, "which records were late")
    of_a = ask(run, "which records of key a were late")
    assert everything != of_a
    assert of_a.startswith("1 record of key a was dropped as late.")
    assert ask(run, "which records of key zz were late") == "No record of key zz was late."


def test_the_structure_names_the_task_managers() -> None:
    """Two slot sharing groups with one slot for each TaskManager."""
    answer = ask(run_example("runs/credit_exhausted.py"), "which operators does the job have")
    assert answer.endswith("They run on these TaskManagers: tm0: Source: lines; tm1: slow.")
