"""Faults that were seen in screenshots (tools/stage_shots.py): cut and overlapping texts, and wrong names."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_definition
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from tests.claim_runs import trace_of
from tests.viz.widgets.conftest import Exported
from tests.viz.widgets.test_moments import demo
from tests.viz.widgets.test_stage import OVERLAPS, crashed

sys.path.append(str(Path(__file__).parents[3] / "tools"))
from stage_shots import run_join_job

Open = Callable[..., Exported]
PHONE = {"width": 390, "height": 844}
IS_CUT = "(one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2"
NATURAL_WIDTH = """(select) => {
    const copy = select.cloneNode(true);
    copy.value = select.value;
    copy.style.cssText = "position: absolute; width: auto";
    for (const one of [...copy.options]) if (!one.selected) one.remove();
    select.parentElement.append(copy);
    const width = copy.offsetWidth;
    copy.remove();
    return width;
}"""
MARKS_OVER_TEXT = """() => {
    const marks = [...document.querySelectorAll(".traveller > :not(text)")]
        .filter((one) => one.parentElement.getAttribute("opacity") !== "0")
        .map((one) => one.getBoundingClientRect());
    const hits = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 4 && b.top < a.bottom - 4;
    return [...document.querySelectorAll('[data-part="graph"] svg text:not(.travellerName)')]
        .filter((one) => marks.some((mark) => hits(mark, one.getBoundingClientRect())))
        .map((one) => one.textContent);
}"""


@cache
def lesson(number: str) -> Trace:
    return run_quietly(load_definition(number).simulate()).trace


@cache
def joined() -> Trace:
    return run_join_job().trace


def test_a_title_of_two_lines_is_whole(exported: Open) -> None:
    page = exported(demo(), position=None, height=800, is_newcomer=True)
    title = page.page.locator('[data-part="job"]')
    assert title.inner_text() == "minutes of delay by carrier and hour"
    assert not title.evaluate(IS_CUT)


def test_on_a_phone_the_step_mode_and_all_tabs_are_whole(exported: Open) -> None:
    page = exported(crashed(), by="key events", is_newcomer=True, **PHONE)
    select = page.page.locator('[data-part="grain"]')
    assert select.evaluate("(one) => one.offsetWidth") >= select.evaluate(NATURAL_WIDTH)
    tabs = page.page.locator(".planeTabs")
    assert tabs.locator("button:visible").count() == 6
    assert not tabs.evaluate(IS_CUT)


def test_a_hall_keeps_the_views_and_the_panels(exported: Open) -> None:
    page = exported(lesson("28"), position=None, width=1920, height=1080)
    page.press("hall")
    assert page.page.is_visible(".changes, .changelog, [data-part=side]")
    assert "Changelog" in page.page.inner_text(".planeView")
    page.page.click('[data-view="network"]')
    assert page.page.is_visible('[data-part="channels"]')
    page = exported(demo(), position=None, width=1920, height=1080, view="chart")
    page.press("hall")
    page.page.click('[data-show-tab="why"]')
    assert page.page.is_visible('[data-part="side"]')


def test_counts_of_two_full_queues_do_not_overlap(exported: Open) -> None:
    trace = lesson("16")
    full = next(
        index
        for index, event in enumerate(trace.events)
        if isinstance(event, e.DefaultActionSuspended) and event.reason == "no output buffer"
    )
    page = exported(trace, position=full + 1, view="network", height=800)
    assert page.page.evaluate(OVERLAPS) == []


@pytest.mark.parametrize("name", ["idle_split", "late_by_a_little"])
def test_a_late_record_does_not_stay_on_a_text(exported: Open, name: str) -> None:
    trace = trace_of(f"../situations/{name}")
    late = next(n for n, one in enumerate(trace.events) if isinstance(one, e.LateRecordDropped))
    page = exported(trace, view="watermarks", by="key events", height=800)
    page.scrub(late)
    page.press("next")
    assert page.page.locator(".traveller").count() > 0
    assert page.page.evaluate(MARKS_OVER_TEXT) == []


def test_a_firing_of_a_join_has_all_its_results(exported: Open) -> None:
    trace = joined()
    fired = [n for n, one in enumerate(trace.events) if isinstance(one, e.WindowFired)]
    written = sum(isinstance(one, e.ResultWritten) for one in trace.events[: fired[2]])
    page = exported(trace, position=fired[2], height=800)
    assert written > 2
    assert page.page.locator(".resultRow").count() == written
    assert page.page.locator(".resultRow s").count() == 0


def test_sources_whose_splits_have_one_name_are_told_apart(exported: Open) -> None:
    page = exported(joined(), position=None, keeps_simple=True, height=800)
    words = page.page.inner_text(".simpleStage")
    assert "orders" in words
    assert "payments" in words


def test_an_idle_split_is_shown_at_the_task_that_does_not_wait_for_it(exported: Open) -> None:
    trace = trace_of("../situations/idle_split")
    late = next(n for n, one in enumerate(trace.events) if isinstance(one, e.LateRecordDropped))
    page = exported(trace, position=late + 1, view="watermarks", by="key events", height=800)
    row = page.page.locator('[data-part="valve"] .row.idle')
    assert row.count() == 1
    words = row.text_content() or ""
    assert "partition 1" in words
    assert "IDLE" in words
    page.scrub(40)
    assert row.count() == 0
