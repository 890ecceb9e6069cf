"""Watch expressions: was and now, in words and as functions."""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from flinksim.analysis.expressions.watch_expressions import EXAMPLES
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lessons.lesson_00 import CLICKS


@pytest.fixture
def run() -> fs.Simulation:
    return build_clicks_job(CLICKS)


def values(table: Any) -> dict[str, tuple[Any, Any]]:
    return {one.text: (one.previous, one.current) for one in table}


def test_what_was_and_what_is(run: fs.Simulation) -> None:
    def panes(moment: Any) -> int:
        return sum(len(one.panes) for one in moment.state.operators.values())

    window = "TumblingEventTimeWindows"
    run.run(until="pane [0, 10000) of red has 2 elements")
    run.watch(
        "results",
        "pane [0, 10000) of red",
        f"watermark of {window}",
        "clock",
        f"task {window}",
        panes,
    )
    run.run(until="firing")
    found = run.watch_table()
    assert values(found) == {
        "results": (0, 2),
        "pane [0, 10000) of red": ("2 elements", None),
        f"watermark of {window}": ("MIN", "10499"),
        "clock": ("200", "1600"),
        f"task {window}": ("no input", "no input"),
        "panes": (1, 1),
    }
    shown = repr(found).splitlines()
    assert shown[0].split() == ["was", "now"]
    assert shown[1].split() == ["*", "results", "0", "2"]
    assert shown[-1].startswith("  panes ")
    run.step()
    assert values(run.watch_table())["results"] == (2, 2)
    assert values(run.watch_table(since=1))["results"] == (0, 2)
    run.step_back()
    assert values(run.watch_table())["results"] == (2, 2)
    assert values(run.fork(20).watch_table())["results"] == (0, 0)


def test_several_of_a_name_are_told_apart(run: fs.Simulation) -> None:
    run.run(until="firing")
    (watched,) = run.watch("watermark of clicks")
    assert len(watched.current) == 2


@pytest.mark.parametrize("words", EXAMPLES)
def test_every_form_is_understood(run: fs.Simulation, words: str) -> None:
    run.run(until="firing")
    (one,) = run.watch(words.replace("windows", "TumblingEventTimeWindows"))
    assert one.text


def test_what_is_not_understood_is_refused_and_not_watched(run: fs.Simulation) -> None:
    with pytest.raises(ValueError, match="I did not understand the watch expression 'the moon'"):
        run.watch("clock", "the moon")
    with pytest.raises(ValueError, match="There is no task or operator 'moon'"):
        run.watch("watermark of moon")
    with pytest.raises(IndexError, match="expected a number of steps from 1 to 1"):
        run.watch_table(since=99)
    assert run.watch_table() == []
