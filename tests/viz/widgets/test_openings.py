"""A run opens on its subject, and the question at the top is answered on the screen."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from flinksim.course import open_lesson
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_definition
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from flinksim.viz.widgets.export.html_page import read_widget_bundle
from tests.claim_runs import trace_of
from tests.viz.widgets.conftest import Exported
from tests.viz.widgets.test_asking import PAGE
from tests.viz.widgets.test_stage import crashed

Open = Callable[..., Exported]
STYLES = Path(__file__).parents[3] / "widgets" / "src"


def count_since_checkpoint(trace: Trace, failure: int, kind: type) -> int:
    """Count the events after the snapshots of the checkpoint that is restored after a failure."""
    restored = next(
        one for one in trace.events[failure:] if isinstance(one, e.CheckpointRestored)
    ).checkpoint
    before = list(enumerate(trace.events[:failure]))
    taken = {
        one.operator: index
        for index, one in before
        if isinstance(one, e.OperatorSnapshotTaken) and one.checkpoint == restored
    }
    return sum(type(one) is kind and index > taken[one.operator] for index, one in before)


def test_a_crash_opens_on_what_is_lost_and_repeated(exported: Open) -> None:
    trace = crashed()
    failure = next(n for n, one in enumerate(trace.events) if isinstance(one, e.TaskFailed))
    page = exported(trace, position=None, by="key events", height=800)
    assert page.position == failure + 1
    assert page.page.get_attribute("[data-tab=why]", "aria-selected") == "true"
    answer = page.page.inner_text(".told")
    read = count_since_checkpoint(trace, failure, e.SourceRecordRead)
    written = count_since_checkpoint(trace, failure, e.ResultWritten)
    assert read > 1
    assert written > 1
    assert f"The sources read {read} records again." in answer
    assert (
        f"{written} results were already written, and are written again if their windows fire again."
        in answer
    )


def test_a_crash_without_event_time_says_it_beside_the_network(exported: Open) -> None:
    trace = run_quietly(load_definition("18").simulate()).trace
    page = exported(trace, position=None, by="key events", height=800)
    assert page.page.get_attribute(".flinksim-stepper", "data-shown") == "network"
    assert "lost" in page.text("question")
    assert re.search(r"since checkpoint \d+ is lost", page.text("failure"))


def test_a_run_about_barriers_opens_on_a_blocked_channel(exported: Open) -> None:
    for trace in (
        run_quietly(load_definition("17").simulate()).trace,
        trace_of("../runs/barrier_alignment"),
    ):
        page = exported(trace, position=None, by="key events", height=800)
        assert page.text("question") == "Why is this channel blocked?"
        assert isinstance(trace.events[page.position - 1], e.ChannelBlocked)
        assert "barrier" in page.text("sentence")


@pytest.mark.parametrize("number", ["05", "21"])
def test_a_lesson_opens_at_its_step_in_a_notebook(browser: Browser, number: str) -> None:
    """The kernel sets the step of a widget before a notebook draws it for the first time."""
    stepper = open_lesson(number).show()
    assert stepper.step > 0
    state = {
        name: getattr(stepper, name) for name in ("position", "step", "choose", "view", "title")
    }
    packed = {
        "data": base64.b64encode(stepper.trace).decode(),
        "tables": base64.b64encode(stepper.tables).decode(),
    }
    page = browser.new_page(viewport={"width": 1300, "height": 800})
    page.expose_function("kernel", lambda message: "[{}, null]")
    page.evaluate(PAGE, {"code": read_widget_bundle(), "state": state, **packed})
    page.wait_for_selector(".flinksim-stepper[data-step]")
    shown = page.get_attribute(".flinksim-stepper", "data-step")
    page.close()
    assert shown == str(stepper.step)


def test_the_colour_of_problems_marks_nothing_else() -> None:
    """The colour of late records and failures is not that of a firing or of the current step."""
    others = re.compile(r"\.(fresh|lit|current|runs|running|fires|playhead\w*|lid|laneLid|wall)\b")
    rules = [
        line
        for path in sorted(STYLES.glob("*/*.css"))
        if "plan_view" not in path.parts
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    marked = [line for line in rules if others.search(line.split("{")[0])]
    assert len(marked) > 20
    assert [line for line in marked if "--fire" in line or "--badge" in line] == []
