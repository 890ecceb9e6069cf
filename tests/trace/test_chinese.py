"""Every text of a fact is there in Simplified Chinese as well, and says the same fields."""

from __future__ import annotations

import re

import pytest

from flinksim.core.i18n.languages import LANGUAGES
from flinksim.core.i18n.locales.events_zh import EVENT_COUNTS_ZH, HIGHLIGHTS_ZH, SENTENCES_ZH
from flinksim.trace.narration.templates import TEMPLATES, render_event
from flinksim.trace.narration.value_formatting import LABEL_TEXTS, Formatter
from flinksim.trace.narration.verbosity import HIGHLIGHTS, VERBOSITY_RULES
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS
from tests.trace.fixtures import made_up_trace
from tests.trace.random_runs import random_run

HAN = re.compile(r"[\u4e00-\u9fff]")
FIELD = re.compile(r"\{(\w+(?::\w+)?)\}")
CHOICE = re.compile(r"\{(\w+)\|[^}]*\}")
NAMES = re.compile(r"IDLE|ACTIVE|[A-Z][a-z]+(?:[A-Z][a-z]+)+|\{[^}]*\}")  # Flink's own names stay


@pytest.mark.parametrize("kind", TEMPLATES)
def test_each_template_has_a_chinese_one_that_says_the_same_fields(kind: str) -> None:
    english, chinese = TEMPLATES[kind], SENTENCES_ZH[kind]
    assert len(english) == len(chinese)
    for (_, one), other in zip(english, chinese, strict=True):
        assert HAN.search(other)
        assert not re.search(r"[A-Za-z]{2}", NAMES.sub("", other)), "nothing is left in English"
        assert set(FIELD.findall(other)) == set(FIELD.findall(one))
        assert set(CHOICE.findall(other)) <= set(CHOICE.findall(one))


def test_what_is_counted_and_what_moments_are_called_is_there_too() -> None:
    assert set(TEMPLATES) == set(SENTENCES_ZH)
    assert {worth.count_labels[0] for worth in VERBOSITY_RULES if worth.count_labels} == set(
        EVENT_COUNTS_ZH
    )
    assert list(HIGHLIGHTS) == list(HIGHLIGHTS_ZH)
    assert set(LABEL_TEXTS) == set(LANGUAGES)
    assert set(LABEL_TEXTS["en"]) == set(LABEL_TEXTS["zh"])


@pytest.mark.parametrize("seed", range(4))
def test_a_run_is_told_in_chinese(seed: int) -> None:
    trace = random_run(seed)
    told = trace.tell("everything", language="zh", width=None)
    for line in told.splitlines():
        assert HAN.search(line), line
    assert told != trace.tell("everything", width=None)


def test_a_word_of_a_event_is_said_in_chinese_and_a_value_of_the_user_is_not() -> None:
    trace = made_up_trace(40)
    labels = Formatter(trace.plan, "zh")
    said = [render_event(KINDS_BY_CLASS[type(event)], event, labels) for event in trace.events]
    assert all(HAN.search(one) for one in said)
