"""Questions in a person's own words: what they are understood as, and what is answered."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from importlib.resources import files
from random import Random

import pytest

import flinksim as fs
from flinksim.analysis.why.free_text.absences import ABSENCES, describe_absence
from flinksim.analysis.why.free_text.entities import Entities, find_entities
from flinksim.analysis.why.free_text.intent_matching import (
    UNRELATED,
    compute_fingerprint,
    expand_phrase,
    find_intents,
    list_intents,
    load_examples,
    load_phrases,
    replace_names_by_slots,
)
from flinksim.analysis.why.free_text.question_features import list_features
from flinksim.analysis.why.free_text.readings import list_readings
from flinksim.analysis.why.free_text.understanding import MIN_SCORE, resolve_question
from flinksim.analysis.why.question_names import QuestionError
from flinksim.analysis.why.question_parser import parse_question
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.datastream import StreamExecutionEnvironment
from tests.analysis.why.free_text.unseen_questions import find_readings, read_questions
from tests.analysis.why.random_questions import random_scripts, simulate

# written after the phrases, in other words than theirs
PARAPHRASES = {
    "how come nothing is printed to my console": "no_output",
    "the job is up but the sink got nothing": "no_output",
    "作业在跑但是看不到任何结果": "no_output",
    "my tumbling window isn't triggering": "window_not_fired",
    "windows do not fire, why?": "window_not_fired",
    "窗口怎么一直不触发呢": "window_not_fired",
    "i see two outputs for one window": "window_fired_again",
    "some events got discarded, why": "record_dropped",
    "where did my late events go": "record_dropped",
    "请问数据为什么丢失": "record_dropped",
    "why are there duplicates in my sink": "duplicate_results",
    "the watermark does not progress at all": "watermark_stuck",
    "which partition is holding back the watermark": "watermark_stuck",
    "水位线怎么不前进了": "watermark_stuck",
    "flink ui says No Watermark": "watermark_negative",
    "what operator is the bottleneck here": "slow",
    "为什么会反压": "backpressure",
    "everything is really slow": "slow",
    "why weren't these operators chained": "not_chained",
    "only one subtask gets all the records": "parallelism_unused",
    "my on_timer method isn't called": "timer_not_fired",
    "checkpoints keep expiring": "checkpoint_failed",
    "why do checkpoints take so long": "checkpoint_slow",
    "why did my job crash": "job_failed",
    "state keeps growing forever": "state_growth",
    "the program never terminates": "job_not_ending",
    "how big should the bounded out of orderness be": "delay_choice",
    "the sum is wrong": "wrong_value",
    "why were my sessions merged": "session_merged",
}
OTHER_QUESTIONS = (
    "what is the weather today", "who wrote flink", "please sing a song", "hello", "why is the sky blue",
    "how do i install python", "今天天气怎么样", "why is my laptop so slow", "手机为什么这么慢",
    "translate this sentence into French", "why did my car not start", "write me a poem", "what time is it",
)  # fmt: skip


def run_of(seed: int = 1) -> TraceIndex:
    return TraceIndex(simulate(random_scripts(Random(seed)), seed).trace)


@pytest.mark.parametrize("question", PARAPHRASES)
def test_other_words_have_the_same_intent(question: str) -> None:
    best, *others = find_intents(question)
    assert best.intent == PARAPHRASES[question], [best, *others][:3]
    assert best.score >= MIN_SCORE


@pytest.mark.parametrize("question", OTHER_QUESTIONS)
def test_a_question_about_something_else_is_not_answered(question: str) -> None:
    assert resolve_question(run_of(), question).question == ""


def test_there_are_enough_intents_and_phrases() -> None:
    counts = list_intents()
    assert len(counts) >= 30
    assert sum(counts.values()) >= 600
    assert min(counts.values()) >= 10


def test_nearly_every_phrase_has_its_own_intent() -> None:
    wrong, count = [], 0
    for intent, rows in load_phrases().items():
        for phrase in rows:
            sentence = Random(phrase).choice(expand_phrase(phrase))
            count += 1
            for best in find_intents(sentence)[:1]:
                if best.intent != intent and best.score >= MIN_SCORE:
                    wrong.append((sentence, intent, best))
    assert len(wrong) < count // 100, wrong


def test_the_weights_are_those_of_the_examples() -> None:
    text = (
        files("flinksim.analysis.why.free_text").joinpath("intent_weights.json").read_text("utf-8")
    )
    stored = json.loads(text)["fingerprint"]
    assert stored == compute_fingerprint(), "run: python tools/fit_intents.py --write"


def test_typing_errors_and_forms_of_words() -> None:
    assert {"#window", "#fire", "#not"} <= set(list_features("the windows haven't triggered"))
    assert {"#window", "#fire", "#not"} <= set(list_features("窗口没有触发"))
    assert find_intents("why is the watermrak stuck")[0].intent == "watermark_stuck"
    assert find_intents("checkpiont failed")[0].intent == "checkpoint_failed"


@pytest.mark.parametrize("seed", range(4))
def test_every_reading_can_be_parsed(seed: int) -> None:
    run = run_of(seed)
    for language in ("en", "zh"):
        index = TraceIndex(run.trace, language)  # type: ignore[arg-type]
        entities = find_entities(index, "")
        found = [
            text for intent in list_intents() for text in list_readings(index, intent, entities)
        ]
        assert len(found) > 20
        for text in found:
            parse_question(text)


def test_names_of_the_run_are_found() -> None:
    run = run_of()
    pane = next(text for text in run.trace.questions() if "window [" in text)
    window, key = pane.split("window ")[1].split(" of ")
    key = key.split(" ")[0]
    found = find_entities(run, f"why was {window} of key {key} so late, at 12:00 in record 0")
    assert found.windows == [window]
    assert found.keys == [key]
    assert found.times == ["12:00"]
    assert found.reads != []
    assert "<window>" in found.text
    assert "<key>" in found.text


@pytest.mark.parametrize(
    ("question", "slotted"),
    [
        (
            "why were late records dropped (urgent)",
            "why were late records dropped (urgent)",
        ),
        ("I set allowedLateness(10) but records are late", "allowedLateness( <number> )"),
        ("what about the event 10 s ago", "the event  <time>  ago"),
        ("why was record 0 dropped", "why was  <record>  dropped"),
        ("why was (no, 999) dropped", "why was  <record>  dropped"),
    ],
)
def test_a_remark_in_brackets_or_a_duration_is_no_record(question: str, slotted: str) -> None:
    assert slotted in find_entities(run_of(), question).text


def test_an_answer_says_what_was_understood() -> None:
    trace = run_of().trace
    answer = trace.why("how come nothing is printed to my console")
    assert answer.understood == "why is there no output"
    assert str(answer).startswith("Understood: why is there no output?\n")
    assert answer.sentence.startswith("There is output: ")
    assert answer.to_json()["understood"] == "why is there no output"
    same = trace.why("why is there no output")
    assert same.understood == ""
    assert same.sentence == answer.sentence


def test_what_a_run_does_not_have_is_said() -> None:
    answer = run_of().trace.why("why did my job crash")
    assert answer.understood == "why did the job fail"
    assert answer.sentence == "Nothing failed in this run."
    with pytest.raises(QuestionError, match="No record"):
        run_of().trace.why("why was record (no, 999) dropped")


def test_a_question_that_is_not_clear_gets_suggestions() -> None:
    with pytest.raises(QuestionError, match=r"(?s)I did not understand.*why "):
        run_of().trace.why("what is the weather like in the window")


def test_without_watermarks_the_missing_strategy_is_named() -> None:
    from flinksim.datastream import StreamExecutionEnvironment
    from flinksim.datastream.window import Time, TumblingEventTimeWindows

    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.from_collection([("a", 1)]).key_by(lambda value: value[0])
    stream.window(TumblingEventTimeWindows.of(Time.seconds(1))).reduce(lambda one, _: one).print()
    sim = fs.simulate(env)
    try:
        sim.run()
    except fs.JobExecutionError:
        pass  # an event-time window needs timestamps
    answer = sim.trace.why("为什么没有输出", language="zh")
    assert "失败" in answer.sentence or "时间戳" in answer.sentence
    assert "no watermark strategy" in sim.trace.why("why is there no watermark").sentence


def _run_without_windows() -> TraceIndex:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.from_collection([1, 2]).map(lambda value: value + 1).print()
    with contextlib.redirect_stdout(io.StringIO()):
        return TraceIndex(fs.simulate(env).run().trace)


@pytest.mark.parametrize("open_run", [_run_without_windows, lambda: TraceIndex(run_of().trace)])
def test_what_is_absent_is_described(
    open_run: Callable[[], TraceIndex],
) -> None:
    run = open_run()
    names = [
        Entities(""),
        Entities("", windows=["[990000, 1000000)"]),
        Entities("", keys=["nobody"]),
        Entities("", has_unknown_record=True),
        Entities("", places=["nowhere"], times=["5 s"], numbers=["7"]),
    ]
    for intent in list_intents():
        for entities in names:
            if not list_readings(run, intent, entities) and intent in ABSENCES:
                question, answer = describe_absence(run, intent, entities)
                assert question, intent
                assert answer, intent


def test_unseen_questions_are_understood_or_lead_to_suggestions() -> None:
    """At least 90 % right and at most 2 % as something else, of questions that are no examples."""
    readings = find_readings()
    related = [one for one in readings if one.meant != UNRELATED]
    wrong = [one for one in related if one.understood is not None and not one.is_right]
    assert sum(one.is_right for one in related) >= 0.9 * len(related)
    assert len(wrong) <= 0.02 * len(related), wrong
    assert not [one for one in readings if one.meant == UNRELATED and one.understood]


def test_unseen_questions_are_no_examples() -> None:
    examples = {text.lower() for _, text in load_examples()}
    seen = [
        text for _, text in read_questions() if replace_names_by_slots(text).lower() in examples
    ]
    assert seen == []
