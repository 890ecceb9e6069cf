"""Runs are described in Simplified Chinese."""

from __future__ import annotations

import re

import pytest

from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS
from tests.trace.fixtures import made_up_trace
from tests.trace.random_runs import random_run

HAN = re.compile(r"[\u4e00-\u9fff]")


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
