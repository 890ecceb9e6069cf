"""A reading must use what the question names, and answer what it asks for; else it is a suggestion."""

from __future__ import annotations

import io
import runpy
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import pytest

import flinksim as fs
from flinksim.analysis.why.answer_question import answer_about
from flinksim.analysis.why.free_text.clock_words import replace_clock_words
from flinksim.analysis.why.free_text.understanding import resolve_question
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.datastream.pipeline_executor import redirect_jobs
from flinksim.graph.capture_executor import CapturingExecutor

EXAMPLES = Path(__file__).parents[4] / "examples"


@cache
def load_run(program: str) -> TraceIndex:
    """Run an example to its end and index its trace."""
    executor = CapturingExecutor()
    with redirect_stdout(io.StringIO()), redirect_jobs(executor):
        runpy.run_path(str(EXAMPLES / program), run_name="__main__")
        simulation = fs.Simulation(executor.pipelines[-1], fs.RunSettings())
        simulation.run()
    return TraceIndex(simulation.trace, "en")


CASES = [
    ("claims/channels.py", "who jumped the watermark from 1999 to 29999",
     "why is the watermark of TumblingEventTimeWindows 2/2 29999 at step 63"),
    ("situations/window_behind_a_slow_split.py", "partition 0 已经结束了为什么水位线还是不动",
     "why is the watermark of TumblingEventTimeWindows 999 at step 18"),
    ("runs/three_sessions_become_one.py", "watermark jumps from 1999 to 21999, why such a jump",
     "why is the watermark of EventTimeSessionWindows 21999 at step 35"),
    ("claims/state.py", "value of state 'seen' for key a at 1s",
     "what happened to the state of a at step 11"),
    ("claims/state.py", "key a 的状态是什么时候被清除的",
     "what happened to the state of a"),
    ("situations/idle_split.py", "by how many seconds was the second record of b too late",
     "why was record 1 of split “partition 1” dropped"),
    ("claims/two_inputs.py", "event (a, 4000) on the payments side - was it dropped as late?",
     "why is record 1 of split “Source: payments” not in the result"),
    ("runs/barrier_alignment.py", "slow 的总和为什么是190",
     "why is the result (slow,190)"),
    ("claims/sessions.py", "why did the visit at 5 sec not get dropped",
     "why was record 3 not late"),
    ("claims/windows.py", "Window 0-10 of user b is emitted twice, first 1 then 2. Duplicate??",
     "why did window [0, 10000) of b fire late"),
    ("situations/session_that_never_closes.py", "when did the session of ann end",
     "why did window [0, 73000) of ann fire"),
    ("situations/session_that_never_closes.py", "为什么只输出了一条结果 sum等于8",
     "what is in window [0, 73000) of ann"),
    ("situations/late_behind_a_fast_clock.py", "哪条数据把watermark推高了",
     "why is the watermark of TumblingEventTimeWindows 497999 at step 21"),
    ("situations/skew_and_order.py", "which record pushed the watermark over 10000",
     "why is the watermark of TumblingEventTimeWindows 54999 at step 12"),
    ("situations/skew_and_order.py", "older文件的第二条数据为什么迟到了",
     "why was record 1 of split “older” dropped"),
    ("situations/idle_split.py", "为什么0到10秒的窗口过了20秒才计算",
     "why has window [0, 10000) of a not fired"),
    ("runs/unaligned_checkpoint.py", "what inflight data is stored in chk-2",
     "what happened in checkpoint 2"),
    ("runs/unaligned_checkpoint.py", "How many records were stored as in-flight data in the second checkpoint?",
     "what happened in checkpoint 2"),
    ("runs/unaligned_checkpoint.py", "why does my mapper thread sit at 100% busy",
     "why is slow busy"),
    ("situations/idle_split.py", "Why is the record (b, 6000) not counted?",
     "why is record 1 of split “partition 1” not in the result"),
    ("situations/idle_split.py", "how far is the watermark behind when b 6000 arrives",
     "what was the watermark at 5000"),
    ("situations/idle_split.py", "how long was the 2nd kafka partition quiet",
     "why did split “partition 1” become idle"),
    ("situations/timer_leak.py", "Why hasnt my timer for k5 fired yet?", "why did the timer of k5 at 80000 fire"),
    ("situations/timer_leak.py", "which record registered the timer at 63000?",
     "why did the timer of k0 at 63000 fire"),
    ("runs/hot_key.py", 'which subtask does "key 30" go to', "why did record 30 go to price 2/2"),
    ("runs/hot_key.py", "key 50 被分到哪个并行实例", "why did record 50 go to price 1/2"),
    ("runs/three_sessions_become_one.py", "5秒那条数据是迟到的吗", "why was record 3 not late"),
    ("runs/three_sessions_become_one.py", "was ann@5000 late? It came in after bob who has 10000",
     "why was record 3 not late"),
    ("claims/alignment.py", "why does the fast source not resume", "why is Source: fast waiting"),
    ("situations/idle_split.py", "why was b 6000 late although the source is not idle",
     "why was record 1 of split “partition 1” dropped"),
    ("situations/late_by_a_little.py", "what happened to the 9900 click",
     "what happened to record 3"),
    ("situations/late_by_a_little.py", "final count of a for 0-10s pls, is it right",
     "what is in window [0, 10000) of a"),
    ("situations/trigger_without_effect.py", "is a @ 15s late?", "why was record 5 not late"),
    ("claims/timers.py", "when did the timer of c fire", "which timers of key c were registered"),
    ("situations/trigger_without_effect.py", "how often did window [0,10) of a fire",
     "which windows of key a fired"),
    ("situations/timer_leak.py", "how many timers are registerd in the function at 10 s?",
     "which timers were registered at step 171"),
    ("situations/timer_leak.py", "who set the timer @100000",
     "why did the timer of k10 at 100000 fire"),
    ("situations/timer_leak.py", "why did everything come out at the very end",
     "what happened at the end of the input"),
    ("claims/state.py", "TTL is 1 sec, so why did the state of a not expire",
     "why has the state of a expired"),
    ("runs/barrier_alignment.py", "alignment duration of checkpoint 2 in ms?",
     "what happened in checkpoint 2"),
    ("runs/hot_key.py", 'on which executor does the key "hot" land', "which subtask has key hot"),
    ("situations/late_behind_a_fast_clock.py", "how many records of key b came too late",
     "which records of key b were late"),
    ("runs/three_sessions_become_one.py", "when did window 06:00-07:00 for ann close",
     "why has window [06:00, 07:00) of ann not fired"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "question", "understood"), CASES)
def test_the_reading_is_about_what_the_question_names(
    program: str, question: str, understood: str
) -> None:
    assert resolve_question(load_run(program), question).question == understood


def test_the_history_of_a_state_is_listed_in_order() -> None:
    run = load_run("claims/state.py")
    answer = answer_about(run, "what happened to the state of a")
    assert answer.sentence.startswith(
        "The state of key a was written 2 times, read 3 times and removed 1 time."
    )
    assert "now 3602000" in answer.sentence
    texts = [link.text.partition(": ")[2].rstrip(".") for link in answer.causal_chain]
    assert [text.rpartition(" ")[2] for text in texts] == [
        "empty", "1000", "1000", "cleared", "empty", "3602000",
    ]  # fmt: skip
    assert "had no state" in answer_about(run, "what happened to the state of zz").sentence


NOT_ANSWERED = [
    ("runs/barrier_alignment.py", "why did checkpoint 5 fail"),
    ("runs/hot_key.py", "out of order results: I get key 10 after hot"),
    ("situations/timer_leak.py", "how long does the timer function run"),
    (
        "situations/backpressure_blamed_on_the_wrong_task.py",
        "which pressure washer is good, mine loses pressure on the back nozzle",
    ),
    ("situations/idle_split.py", "how much RAM should i buy for 10 million events per sec"),
]


@pytest.mark.parametrize(("program", "question"), NOT_ANSWERED)
def test_what_no_reading_covers_is_only_suggested(program: str, question: str) -> None:
    assert resolve_question(load_run(program), question).question == ""


def test_a_window_that_is_named_is_not_replaced_by_another() -> None:
    run = load_run("runs/three_sessions_become_one.py")
    understood = resolve_question(run, "why did window [70000, 75000) of bob fire")
    assert "[70000, 75000)" in understood.question or not understood.question


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at 12am and 12 pm", "at 00:00 and 12:00"),
        ("9-10 o'clock", "09:00-10:00"),
        ("下午3点30分", "下午03:30"),
        ("the 5 am flights", "the 05:00 flights"),
        ("3 points", "3 points"),
    ],
)
def test_times_of_day_in_words(text: str, expected: str) -> None:
    assert replace_clock_words(text) == expected
