"""Questions about a changed program are answered by the run of that program.

Each example is run a second time with its text edited by hand; the answer must describe that run.
"""

from __future__ import annotations

import io
import re
import runpy
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.analysis.whatif.experiment_runner import MAX_RUNS, ExperimentRunner
from flinksim.analysis.why.answer_question import answer_question
from flinksim.analysis.why.free_text.understanding import resolve_question
from flinksim.analysis.why.question_names import QuestionError
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.datastream.pipeline_executor import redirect_jobs
from flinksim.graph.capture_executor import CapturingExecutor
from flinksim.trace import events as e

EXAMPLES = Path(__file__).parents[3] / "examples"


def run_program(path: Path) -> Any:
    executor = CapturingExecutor()
    with redirect_stdout(io.StringIO()), redirect_jobs(executor):
        runpy.run_path(str(path), run_name="__main__")
        simulation = fs.Simulation(executor.pipelines[-1], fs.RunSettings())
        simulation.run()
    return simulation


def count_results(run: Any) -> Counter[str]:
    return Counter(re.sub(r"^\d+> ", "", one.text) for one in run.trace.get_events(e.ResultWritten))


CHANGES = [
    ("situations/late_behind_a_fast_clock.py", "what if the watermark delay is 24 h",
     "of_seconds(2)", "of_hours(24)"),
    ("situations/window_behind_a_slow_split.py", "what if the idle timeout of clicks is 2 s",
     "of_seconds(1))", "of_seconds(1)).with_idleness(Duration.of_seconds(2))"),
    ("claims/triggers.py", "what if the trigger of pairs is removed",
     "    .trigger(PurgingTrigger.of(CountTrigger.of(2)))\n", ""),
    ("claims/triggers.py", "what if the PurgingTrigger is removed",
     "PurgingTrigger.of(CountTrigger.of(2))", "CountTrigger.of(2)"),
    ("claims/triggers.py", "what if the evictor is removed", "    .evictor(CountEvictor.of(2))\n", ""),
    ("claims/sessions.py", "what if the session gap is doubled", "Time.seconds(5)", "Time.seconds(10)"),
    ("situations/late_by_a_little.py", "what if the window size is 4 s", "Time.seconds(10)", "Time.seconds(4)"),
    ("claims/windows.py", "what if the allowed lateness is 10 s", "allowed_lateness(1_000)",
     "allowed_lateness(10_000)"),
    ("claims/windows.py", "如果允许延迟是 0 ms会怎样", "allowed_lateness(1_000)", "allowed_lateness(0)"),
    ("claims/alignment.py", "what if the watermark alignment is removed",
     '.with_watermark_alignment(\n    "sources", Duration.of_seconds(6), Duration.of_seconds(1)\n)', ""),
    ("runs/hot_key.py", "what if the parallelism is 4", "set_parallelism(2)", "set_parallelism(4)"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "question", "old", "new"), CHANGES)
def test_the_answer_describes_the_run_of_the_edited_program(
    tmp_path: Path, program: str, question: str, old: str, new: str
) -> None:
    text = (EXAMPLES / program).read_text(encoding="utf-8")
    assert old in text
    edited = tmp_path / "edited.py"
    edited.write_text(text.replace(old, new), encoding="utf-8")
    truth, simulation = run_program(edited), run_program(EXAMPLES / program)
    answer = simulation.why(question)
    tried = answer.counterfactual
    assert tried is not None
    assert not answer.unknown
    assert count_results(tried.open_simulation()) == count_results(truth)
    before, after = count_results(simulation), count_results(truth)
    for found, word in ((before - after, "missing"), (after - before, "new")):
        counted = re.search(rf"(\d+) results? (?:is|are) {word}", tried.outcome)
        assert (int(counted[1]) if counted else 0) == found.total()
    assert ("the same in both runs." in tried.outcome) == (before == after)
    ends = [one.trace.headers[len(one.trace) - 1].time_ms for one in (simulation, truth)]
    assert ("The job ends at" in tried.outcome) == (ends[0] != ends[1])
    assert "Tried: " in answer.full_text()


def test_late_records_are_counted_before_and_after() -> None:
    simulation = run_program(EXAMPLES / "claims/windows.py")
    now = len(simulation.trace.get_events(e.LateRecordDropped))
    tried = simulation.why("what if the watermark delay is 1 min").counterfactual
    assert now > 0
    assert f"0 records are late (without the change: {now})" in tried.outcome


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ("what if the session gap is 5 s", "no session gap that this question could change"),
        ("what if the window size is soon", "Expected a duration such as 5 s"),
        ("what if the trigger is 5 s", "can only remove the trigger"),
        ("what if the parallelism is 0", "Expected a number from 1 to 128"),
        ("what if the watermark delay is soon", "Expected a duration such as 5 s"),
        ("what if the watermark delay is 1 s", "no watermark delay that this question"),
    ],
)
def test_a_change_that_cannot_be_tried_is_an_error(question: str, error: str) -> None:
    simulation = run_program(EXAMPLES / "situations/window_behind_a_slow_split.py")
    with pytest.raises(QuestionError, match=error):
        simulation.why(question)


def test_the_limits_of_earlier_questions_do_not_count() -> None:
    simulation = run_program(EXAMPLES / "claims/windows.py")
    runner = ExperimentRunner(simulation._pipeline, simulation._settings, 0)
    runner.run_count = MAX_RUNS
    answer = answer_question(simulation.trace, "what if the watermark delay is 1 min", runner)
    assert answer.counterfactual is not None


def test_a_recorded_run_cannot_tell_the_effect() -> None:
    trace = run_program(EXAMPLES / "claims/windows.py").trace
    answer = answer_question(trace, "what if the watermark delay is 1 min")
    assert answer.counterfactual is None
    assert "Not known: the effect of the change." in str(answer)


UNDERSTOOD = [
    ("would a longer delay help", "what if the watermark delay is doubled"),
    ("what if i use idleness of 2 seconds instead", "what if the idle timeout is 2 s"),
    ("Would an allowed lateness of 1 minute save these records?",
     "what if the allowed lateness is 1 min"),
    ("would it be faster with parallelism 4", "what if the parallelism is 4"),
    ("will set_parallelism(8) spread the keys", "what if the parallelism is 8"),
    ("把并行度改成1以后结果会变吗", "what if the parallelism is 1"),
    ("would lowering the window from 10 sec to 2 sec help", "what if the window size is 2 s"),
    ("would for_bounded_out_of_orderness(5s) get rid of the late one",
     "what if the watermark delay is 5 s"),
    ("如果把延迟从1秒改成0 窗口会早点触发吗", "what if the watermark delay is 0 ms"),
    ("what happens if I change the delay from 2 s to 10 s", "what if the watermark delay is 10 s"),
    ("what happens without the delay?", "what if the watermark delay is removed"),
    ("would a 5s delay be enough", "what if the watermark delay is 5 s"),
    ("去掉允许延迟会怎样", "what if the allowed lateness is removed"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "reading"), UNDERSTOOD)
def test_a_change_is_understood_in_other_words(question: str, reading: str) -> None:
    run = TraceIndex(run_program(EXAMPLES / "claims/windows.py").trace, "en")
    assert resolve_question(run, question).question == reading


@pytest.mark.parametrize(
    "question",
    ["why was record 3 dropped", "how long was the delay", "does the job have a trigger",
     "would you recommend Kafka"],
)  # fmt: skip
def test_other_questions_are_not_about_a_change(question: str) -> None:
    run = TraceIndex(run_program(EXAMPLES / "claims/windows.py").trace, "en")
    assert not resolve_question(run, question).question.startswith("what if")
