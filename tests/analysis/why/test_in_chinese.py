"""Answers in English and in Chinese: one table, the same facts and numbers, no internal name."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from flinksim.analysis.why.answer import Answer
from flinksim.analysis.why.answer_question import answer_question, list_questions
from flinksim.analysis.why.question_names import QuestionError
from flinksim.analysis.why.question_parser import parse_question
from flinksim.analysis.why.question_suggestions import list_event_questions
from flinksim.analysis.why.questions_for_target import list_target_questions
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS
from tests.analysis.why.random_questions import random_scripts, simulate
from tests.analysis.why.test_situations import SITUATIONS

HAN = re.compile(r"[\u4e00-\u9fff]")
OWN_WORDS = re.compile(
    r"(?<![A-Za-z])(?:CONTINUE|MAX|MIN|HASH|FORWARD|REBALANCE|[A-Z]{4,}|ms|s|min|h|Flink|Python|TaskManager|None"
    r"|[a-z]+(?:[_.-][a-z]+)+(?:\((?:tag|interval)\))?|try_it\(\)|sim\.why\(\.\.\.\)"
    r"|\w+\(\)|t \* 1000|t|\w+Trigger|bundle|StateTtlConfig|WatermarkStrategy"
    r"|(?:Seeded|ArrivalOrder|RoundRobin)\(\d*\)|NetworkSettings)(?![A-Za-z])"
)
"""What is not translated: words of Flink's interface, values of its enumerations, units."""


# --- answers ---------------------------------------------------------------------------------------


def _texts(answer: Answer) -> list[str]:
    """All that an answer says, piece by piece."""
    found = [answer.sentence, *(link.text for link in answer.causal_chain), answer.unknown]
    found += [link.text for one in answer.causal_chain for link in one.skipped]
    found += [thing.text for thing in answer.causes]
    for one in (answer.counterfactual, *answer.alternatives):
        if one is not None:
            found += [one.text, one.outcome, one.cost]
            found += [f"{change.subject}: {change.old}, {change.new}" for change in one.changes]
    return found


def _numbers(text: str) -> set[str]:
    return {one.replace(",", "") for one in re.findall(r"\d(?:[\d,]*\d)?", text)}


def _values(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [one for key, each in value.items() for one in (key, *_values(each))]
    if isinstance(value, list | tuple):
        return [one for each in value for one in _values(each)]
    return [value] if isinstance(value, str) else []


def _names(trace: Trace) -> list[str]:
    """What is the user's in a run: names of operators, values, texts of results; longest first."""
    found = {one.operator.name for one in trace.plan.instances()}
    found |= {one.removeprefix("Source: ").removeprefix("Sink: ") for one in found}
    found |= {vertex.name for vertex in trace.plan.vertices}
    for event in trace.events:
        for name in (
            "key",
            "value",
            "text",
            "split",
            "contents",
            "message",
            "error",
            "tag",
            "state",
        ):
            found.update(_values(getattr(event, name, None)))
    return sorted((one for one in found if re.search("[A-Za-z]", one)), key=len, reverse=True)


INTERNAL = re.compile(
    r"(?<![A-Za-z])(?:[vo]\d+/\d+|c\d+[>/]|v\d+>v|"
    + "|".join(kind.__name__ for kind in KINDS_BY_CLASS)
    + r")(?![A-Za-z])|\{|\}"
)


def same_in_both(trace: Trace, english: Answer, chinese: Answer) -> None:
    """Both say the same of the same facts; neither shows what is called so only inside."""
    names = _names(trace)
    assert [link.event_index for link in english.causal_chain] == [
        link.event_index for link in chinese.causal_chain
    ]
    assert [thing.step for thing in english.causes] == [thing.step for thing in chinese.causes]
    assert [thing.record for thing in english.causes] == [thing.record for thing in chinese.causes]
    assert english.is_confirmed == chinese.is_confirmed
    left, right = _texts(english), _texts(chinese)
    assert len(left) == len(right)
    for one, other in zip(left, right, strict=True):
        assert _numbers(one) == _numbers(other), (one, other)
        assert not INTERNAL.search(one), one
        assert not INTERNAL.search(other), other
        assert bool(one) == bool(other)
        rest = re.sub("“[^”]*”", "", other)  # the names of mails are Flink's
        for name in names:
            rest = re.sub(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", "", rest)
        rest = OWN_WORDS.sub("", rest)
        assert not re.search(r"[A-Za-z]{3}", rest), (other, rest)
    assert HAN.search(str(chinese))
    assert not HAN.search(str(english))


def _asked_in_both(trace: Trace, random: Random) -> list[tuple[str, str]]:
    """Questions worth asking and those about random facts and things, in both languages."""
    english, chinese = TraceIndex(trace), TraceIndex(trace, "zh")
    pairs = list(zip(list_questions(trace), list_questions(trace, "zh"), strict=True))
    for index in random.sample(range(len(trace.events)), 12):
        one, other = list_event_questions(english, index), list_event_questions(chinese, index)
        pairs += zip(one, other, strict=True)
    things = [f"task:{one.id}" for one in trace.plan.subtasks]
    things += [f"channel:{one.id}" for one in trace.plan.channels]
    for thing in random.sample(things, min(3, len(things))):
        step = random.randrange(1, len(trace))
        one, other = (
            list_target_questions(english, thing, step),
            list_target_questions(chinese, thing, step),
        )
        pairs += zip(one, other, strict=True)
    return pairs


@pytest.mark.parametrize("seed", range(1000, 1012))
def test_random_questions_have_the_same_answers_in_both_languages(seed: int) -> None:
    random = Random(seed)
    trace = simulate(random_scripts(random), seed).trace
    for english, chinese in dict(_asked_in_both(trace, random)).items():
        assert HAN.search(chinese)
        assert _numbers(english) == _numbers(chinese)
        assert parse_question(english).form.name == parse_question(chinese).form.name, chinese
        try:
            told = answer_question(trace, english)
        except QuestionError:
            with pytest.raises(QuestionError, match=HAN):
                answer_question(trace, chinese, language="zh")
            continue
        same_in_both(trace, told, answer_question(trace, chinese, language="zh"))
        # what a question is asked in does not matter
        assert answer_question(trace, chinese).sentence == told.sentence


@pytest.mark.slow("tries changes in both languages")
@pytest.mark.parametrize("situation", SITUATIONS.values(), ids=list(SITUATIONS))
def test_the_situations_are_told_in_chinese_with_what_was_tried(situation: Any) -> None:
    simulation = situation.run()
    english = simulation.why(situation.question)
    chinese = simulation.why(situation.question, language="zh")
    same_in_both(simulation.trace, english, chinese)
    assert (english.counterfactual is None) == (chinese.counterfactual is None)


def test_a_chinese_question_may_be_written_with_other_spaces() -> None:
    trace = simulate(random_scripts(Random(1)), 1).trace
    question = next(one for one in trace.questions("zh") if "窗口" in one and "触发" in one)
    for other in (
        question.replace(" ", ""),
        question + "\uff1f",
        question.replace("为什么", "为什么 "),
    ):
        assert trace.why(other).sentence == trace.why(question).sentence


def test_what_is_not_understood_is_said_in_chinese() -> None:
    trace = simulate(random_scripts(Random(1)), 1).trace
    with pytest.raises(QuestionError, match="不明白这个问题"):
        trace.why("为什么天是蓝的", language="zh")
