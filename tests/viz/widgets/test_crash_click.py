"""A click places a crash, and Python runs on: a page in Chromium, the real widget behind it."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from flinksim.course.demo.flights_with_crash import simulate_crashing_flights
from flinksim.runtime.rerun import make_crash_rerunner
from flinksim.trace import events as e
from flinksim.trace.storage.codec import decode, encode
from flinksim.viz.widgets.export.html_page import pack_tables, read_widget_bundle
from flinksim.viz.widgets.stepper_widget import StepperWidget

OPEN = """async ({ code, data, tables, crashes }) => {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const { default: widget } = await import(url);
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const state = {
        trace: bytes(data), tables: bytes(tables), position: 2000, step: -1, view: "chart", crashes,
    };
    const listeners = [];
    const model = {
        get: (name) => state[name],
        set(name, value) {
            state[name] = value;
            for (const [event, hear] of [...listeners]) if (event === `change:${name}`) hear();
        },
        async save_changes() {
            if (!state.asked || state.asked.id === state.sent) return;
            state.sent = state.asked.id;
            const [told, run] = await window.python(state.asked);
            if (run) model.set("turned_trace", bytes(run));
            model.set("turned", told);
        },
        on: (event, hear) => listeners.push([event, hear]),
        off() {},
    };
    document.body.innerHTML = "<div id=place style='--stage-height: 800px'></div>";
    await widget.render({ model, el: document.getElementById("place") });
}"""
STATUS = ".flinksim-stepper"


def code() -> dict[str, str]:
    """What a page has whatever the run: the code, and its tables."""
    return {"code": read_widget_bundle(), "tables": base64.b64encode(pack_tables()).decode()}


@pytest.fixture(scope="module")
def python() -> StepperWidget:
    simulation = simulate_crashing_flights(parallelism=2)
    crash = make_crash_rerunner(simulation._pipeline, simulation._settings)
    simulation.run()
    return StepperWidget(simulation.trace, rerun_with_crashes=crash)


@pytest.fixture
def page(browser: Browser, python: StepperWidget) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 820}, reduced_motion="reduce")
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))

    def answer(message: dict[str, Any]) -> tuple[dict[str, Any], str]:
        python.asked = message
        return python.turned, base64.b64encode(python.turned_trace).decode()

    page.expose_function("python", answer)
    data = base64.b64encode(python.trace).decode()
    page.evaluate(OPEN, {**code(), "data": data, "crashes": python.crashes})
    yield page
    page.close()
    assert complaints == []


def _step(page: Page) -> int:
    return int(page.get_attribute(STATUS, "data-step") or "-1")


def test_a_click_on_a_task_kills_it_at_the_next_step_and_the_job_comes_back(
    page: Page, python: StepperWidget
) -> None:
    here = _step(page)
    page.keyboard.press("Tab")
    page.focus(STATUS)
    page.keyboard.press("c")
    page.click('.stripPicture [data-task="v2/1"], .stripPicture [data-task$="/1"] >> nth=0')
    expect(page.locator('[data-part="menu"]')).to_be_hidden()  # another run has come
    assert _step(page) == here + 1
    run = decode(python.turned_trace)
    failed = run.get_events(e.TaskFailed)[0]
    assert run.event_range(here + 1)[0] <= run.events.index(failed) < run.event_range(here + 1)[1]
    assert run.get_events(e.CheckpointRestored), "the run goes on behind the crash"
    before = decode(python.trace)
    same = run.event_range(here)[1]
    assert run.events[1:same] == before.events[1:same]

    page.keyboard.press("c")
    assert f"at step {here + 1}" in page.inner_text('[data-part="menu"]')
    page.click("[data-uncrash]")
    expect(page.locator('[data-part="menu"]')).to_be_hidden()
    page.keyboard.press("c")
    expect(page.locator("[data-uncrash]")).to_have_count(0)


def test_a_task_manager_is_named_and_what_cannot_crash_is_told(
    page: Page, python: StepperWidget
) -> None:
    page.focus(STATUS)
    page.keyboard.press("c")
    page.click('[data-crash="tm0"]')
    expect(page.locator('[data-part="menu"]')).to_be_hidden()
    assert len(decode(python.turned_trace).get_events(e.TaskFailed)) >= 1
    page.focus(STATUS)
    page.keyboard.press("End")
    page.keyboard.press("c")
    page.click('[data-crash="jobmanager"]')
    expect(page.locator("[data-crash-note]")).to_contain_text("the run ends at step")


def test_without_python_nothing_can_be_killed(browser: Browser, python: StepperWidget) -> None:
    page = browser.new_page()
    data = base64.b64encode(encode(decode(python.trace))).decode()
    page.evaluate(OPEN, {**code(), "data": data, "crashes": False})
    expect(page.locator('[data-act="crash"]')).to_be_hidden()
    page.focus(STATUS)
    page.keyboard.press("c")
    expect(page.locator('[data-part="menu"]')).to_be_hidden()
    page.close()


def test_a_wrong_message_is_refused(python: StepperWidget) -> None:
    for number, crashes in enumerate(("v0/0", [["v0/0"]], [["v0/0", True]], [[1, 2]] * 101)):
        python.asked = {"id": 900 + number, "crashes": crashes}
        assert "expected 'crashes'" in python.turned["problem"]
    python.asked = {"id": 950, "crashes": [["no such task", 50]]}
    assert "no such task" in python.turned["problem"]
