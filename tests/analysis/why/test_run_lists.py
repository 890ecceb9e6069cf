"""Questions for facts of a run: its results, windows, late records, watermarks, and one record's history.

The expected values are worked out by hand: windows of 10 s, a watermark delay of 1 s, watermarks every
200 ms, and one record read each 200 ms (``ScriptedSource``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.analysis.why.answer_question import answer_question
from flinksim.analysis.why.question_parser import QUESTION_FORMS, parse_question
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows, TumblingEventTimeWindows

ROW = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
RECORDS = [("a", 1_000, 1), ("b", 4_000, 1), ("a", 12_000, 1), ("a", 2_000, 1), ("b", 25_000, 1)]


def run_windows(assigner: Any = None) -> fs.Simulation:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    script = [
        item for number, row in enumerate(RECORDS) for item in (at(1_000 * number), record(row))
    ]
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])
    stream = env.from_source(ScriptedSource({"s": script}), strategy, "src", ROW)
    keyed = stream.filter(lambda row: row[2] > 0).key_by(lambda row: row[0])
    window = keyed.window(assigner or TumblingEventTimeWindows.of(Time.seconds(10)))
    window.sum(2).name("windows").print()
    return fs.simulate(env).run()


def list_rows(answer: Any) -> list[str]:
    return [link.text for link in answer.causal_chain]


@pytest.fixture(scope="module")
def run() -> fs.Simulation:
    return run_windows()


def test_the_history_of_a_record_ends_with_its_result(run: Any, capsys: Any) -> None:
    answer = run.why("what happened to record 1")
    rows = "\n".join(list_rows(answer))
    assert "(b,4000,1)" in answer.sentence
    assert "1 result contains it" in answer.sentence
    for part in (
        "reads record 1",
        "assigns the timestamp 4000",
        "window [0, 10000)",
        "fires",
        "writes",
    ):
        assert part in rows
    assert "12000" not in rows  # nothing of another record


def test_the_history_of_a_late_record_says_where_it_was_dropped(run: Any, capsys: Any) -> None:
    sentence = run.why("how long did record 3 take").sentence
    assert "“windows” dropped it as late" in sentence
    assert "No result contains it." in sentence


def test_latency_is_from_the_read_to_the_first_result(run: Any, capsys: Any) -> None:
    events, headers = run.trace.events, run.trace.headers
    times = [head.time_ms for head in headers]
    results = {
        event.text: times[max(n for n, head in enumerate(headers) if head.first_event <= place)]
        for place, event in enumerate(events)
        if type(event).__name__ == "ResultWritten"
    }
    latency = results["(a,1000,1)"]  # record 0 is read at time 0
    assert f"{latency} ms after the record was read" in run.why("latency of record 0").sentence


def test_results_can_be_those_of_one_key(run: Any, capsys: Any) -> None:
    assert "4 results were written" in run.why("what are the results").sentence
    answer = run.why("what is the final value of key b")
    assert answer.understood == "what are the results of key b"
    assert [row.split(": ")[1] for row in list_rows(answer)] == ["(b,4000,1)", "(b,25000,1)"]
    missing = run.why("what are the results of key zz").sentence
    assert missing == "No result was written for key zz."


def test_windows_are_listed_with_their_firings(run: Any, capsys: Any) -> None:
    answer = run.why("when did each window fire")
    assert "4 windows fired" in answer.sentence
    assert "window [10000, 20000) of a fired" in "\n".join(list_rows(answer))
    assert len(list_rows(run.why("which windows of key a fired"))) == 2


def test_windows_that_were_merged_into_others_are_not_missing(capsys: Any) -> None:
    run = run_windows(EventTimeSessionWindows.with_gap(Time.seconds(20)))
    assert any(type(event).__name__ == "WindowsMerged" for event in run.trace.events)
    assert "did not fire" not in run.why("which windows fired").sentence


def test_late_records_are_listed_once_with_their_lateness(run: Any, capsys: Any) -> None:
    answer = run.why("which records were late")
    assert "1 of 5 records was dropped as late" in answer.sentence
    # the watermark would have had to be 9998; it was 10999
    assert "The latest came 1001 ms too late." in answer.sentence
    assert len(list_rows(answer)) == 1


def test_the_watermark_at_a_time_is_that_of_the_last_advance(run: Any, capsys: Any) -> None:
    # at 2.5 s of processing time the last record read is (a, 12000), less 1 s and 1 ms
    assert "“windows” 10999" in run.why("what was the watermark at 2500 ms").sentence
    assert "“windows” 2999" in run.why("what was the watermark of windows at 1.5 s").sentence
    last = run.why("what is the current watermark")
    assert "“windows” 10999" in last.sentence  # the input ends before the next periodic watermark
    assert "before the end of the input" in last.sentence


def test_the_structure_of_the_job_names_chains_and_subtasks(run: Any, capsys: Any) -> None:
    sentence = run.why("what does the job look like").sentence
    assert "in 2 tasks with 2 subtasks" in sentence
    assert "windows -> Sink" in sentence


def test_lists_have_no_changes_to_try_and_show_their_rows(run: Any, capsys: Any) -> None:
    text = str(run.why("which windows fired"))
    assert "window [0, 10000) of a fired" in text
    assert "change" not in text


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("记录 1 发生了什么", "1 个结果包含它"),
        ("结果有哪些", "共写出 4 个结果"),
        ("哪些窗口触发了", "4 个窗口触发了"),
        ("哪些记录迟到", "5 条记录中有 1 条"),
        ("水位线在 2500 ms 是多少", "10999"),
        ("作业有哪些算子", "2 个任务"),
    ],
)
def test_the_same_in_chinese(run: Any, capsys: Any, question: str, part: str) -> None:
    assert part in answer_question(run.trace, question, language="zh").sentence


def test_each_question_of_the_reference_page_has_a_form() -> None:
    page = Path("docs/reference/questions.md").read_text(encoding="utf-8")
    questions = [
        line for block in page.split("```text\n")[1:] for line in block.split("```")[0].splitlines()
    ]
    forms = {parse_question(one).form.name for one in questions}
    assert forms == {form.name for form in QUESTION_FORMS}


def test_what_is_wrong_is_what_the_rules_find(run: Any, capsys: Any) -> None:
    answer = run.why("is everything ok with my job")
    assert answer.understood == "what is wrong with the job"
    found = fs.diagnose_run(run.trace)
    assert "late records without side output" in [one.rule for one in found]
    assert all(one.evidence in answer.sentence for one in found)
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([1, 2]).print()
    healthy = fs.simulate(env).run().why("what is wrong with the job")
    assert healthy.sentence == "Nothing suspicious was found."
