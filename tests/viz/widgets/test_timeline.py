"""The whole run as a timeline: a track per task that can be zoomed, without heartbeats by default."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from tests.claim_runs import trace_of
from tests.runtime.test_cluster_actors import job
from tests.viz.widgets.conftest import Exported
from tests.viz.widgets.test_network_page import hot_key

Open = Callable[..., Exported]
WINDOWS = "TumblingEventTimeWindows"


@cache
def with_heartbeats() -> Trace:
    simulation = job(ends_at_ms=200_000, **{"restart-strategy__type": "fixed-delay"})
    simulation.run()
    return simulation.trace


def find(trace: Trace, kind: type[Any]) -> int:
    """The position after the first event of a type."""
    return next(index for index, event in enumerate(trace.events) if isinstance(event, kind)) + 1


def press(page: Exported, action: str) -> None:
    page.page.click(f'[data-plot="{action}"]')


def titles(page: Exported, task: str) -> list[str]:
    return page.page.locator(f'[data-track="{task}"] .wide title').all_text_contents()


def span(page: Exported) -> tuple[float, float]:
    """The first and the last step that the axis names."""
    names = page.page.locator('[data-part="plot"] text').all_text_contents()
    steps = [float(name[5:].replace("\u202f", "")) for name in names if name.startswith("step ")]
    return steps[0], steps[-1]


def test_each_step_of_a_task_is_a_slice_with_its_description(exported: Open) -> None:
    trace = trace_of("../situations/late_by_a_little")
    late = find(trace, e.LateRecordDropped)
    page = exported(trace, position=late, view="whole run")
    press(page, "now")
    assert any("is late and is dropped" in title for title in titles(page, WINDOWS))
    assert page.page.locator(f'[data-track="{WINDOWS}"] .of-late').count() == 1
    # as many as the task has steps there
    low, high = page.step - 12, page.step + 12
    own = [
        step.number
        for step in trace
        if low <= step.number <= high and step.actor == trace.headers[page.step].actor
    ]
    assert len(titles(page, WINDOWS)) == len(own)
    assert page.page.locator('[data-track="Source: clicks"] .of-records').count() > 0


def test_keys_and_buttons_zoom_and_the_picture_follows_the_run(exported: Open) -> None:
    trace = hot_key()
    page = exported(trace, position=len(trace.events) // 2, view="whole run")
    if page.page.inner_text('[data-plot="unit"]') == "show steps":
        press(page, "unit")
    whole = span(page)
    assert page.page.is_disabled('[data-plot="out"]')
    page.page.focus(".flinksim-stepper")
    page.page.keyboard.press("+")
    page.page.keyboard.press("+")
    near = span(page)
    assert whole[0] < near[0] <= page.step <= near[1] < whole[1]
    page.page.keyboard.press("End")
    page.page.wait_for_function("!document.querySelector('.playhead').hidden")
    assert span(page)[1] > near[1]
    page.page.keyboard.press("0")
    assert span(page) == whole
    page.page.keyboard.press("z")
    assert span(page)[1] - span(page)[0] < 30


def test_the_wheel_zooms_and_a_drag_moves(exported: Open) -> None:
    trace = hot_key()
    page = exported(trace, position=10, view="whole run")
    if page.page.inner_text('[data-plot="unit"]') == "show steps":
        press(page, "unit")
    whole = span(page)
    box = page.page.locator('[data-part="plot"] .plotGround').first.bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2
    page.page.mouse.move(middle, box["y"] + 5)
    for _ in range(6):
        page.page.mouse.wheel(0, -120)
        page.page.wait_for_timeout(60)
    near = span(page)
    assert near[1] - near[0] < (whole[1] - whole[0]) / 2
    page.page.mouse.down()
    page.page.mouse.move(middle - 300, box["y"] + 5, steps=4)
    page.page.mouse.up()
    page.page.wait_for_timeout(100)
    assert span(page)[0] > near[0]
    assert page.position == 10, "a drag goes nowhere"


def test_heartbeats_are_shown_on_request_only(exported: Open) -> None:
    trace = with_heartbeats()
    assert any(isinstance(event, e.HeartbeatsExchanged) for event in trace.events)
    page = exported(trace, position=find(trace, e.HeartbeatsExchanged), view="whole run")
    press(page, "now")
    assert not any("heartbeat" in title.lower() for title in titles(page, "JobMaster"))
    press(page, "heartbeats")
    assert page.page.get_attribute('[data-plot="heartbeats"]', "aria-pressed") == "true"
    assert any("heartbeat" in title.lower() for title in titles(page, "JobMaster"))


@pytest.mark.parametrize("unit", ["time", "steps"])
def test_a_click_goes_to_the_step_under_the_pointer(exported: Open, unit: str) -> None:
    trace = hot_key()
    page = exported(trace, position=len(trace.events) // 2, view="whole run")
    if (page.page.inner_text('[data-plot="unit"]') == "show steps") != (unit == "time"):
        press(page, "unit")
    press(page, "now")
    box = page.page.locator('[data-part="plot"] .plotGround').first.bounding_box()
    assert box is not None
    before = page.position
    page.page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + 4)
    assert page.position > before
    head = page.page.locator('[data-part="playhead"]').bounding_box()
    assert head is not None
    assert abs(head["x"] + 1.5 - box["x"] - 0.9 * box["width"]) < 0.1 * box["width"]
