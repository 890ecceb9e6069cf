"""Two runs beside each other: the first difference is found, marked, and both move along in time."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import flinksim as fs
from benchmarks import network_experiments as experiments
from flinksim.trace.events import ProcessingTimeAdvanced
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import encode
from flinksim.viz.compare_view import SideBySideView
from flinksim.viz.widgets.export.html_page import find_position_at, pack_tables, read_widget_bundle

NAMES = ("before credits", "with credits")


@pytest.fixture(scope="module")
def runs() -> tuple[Trace, Trace]:
    return experiments.before_and_with_credits()


@pytest.fixture(scope="module")
def found(runs: tuple[Trace, Trace]) -> SideBySideView:
    return fs.compare_side_by_side(*runs, NAMES)


@pytest.fixture
def page(found: SideBySideView, browser: Browser, tmp_path: Path) -> Iterator[Page]:
    path = found.export_html(tmp_path / "runs.html", "network")
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-ready=yes]")
    yield page
    page.close()
    assert complaints == []


def positions(page: Page) -> list[int]:
    steppers = page.locator(".flinksim-stepper")
    return [int(steppers.nth(n).get_attribute("data-position") or -1) for n in range(2)]


def test_the_first_difference_is_told(found: SideBySideView) -> None:
    assert found.first_difference == 16
    assert "first difference at 16 ms, in " in repr(found)
    assert "v3/1" not in repr(found)


def test_a_position_by_time_is_the_end_of_that_millisecond(runs: tuple[Trace, Trace]) -> None:
    trace = runs[0]
    advances = [i for i, f in enumerate(trace.events) if isinstance(f, ProcessingTimeAdvanced)]
    for index in advances[::9]:
        event = trace.events[index]
        assert isinstance(event, ProcessingTimeAdvanced)
        assert find_position_at(trace, event.after - 1) == index
        assert find_position_at(trace, event.after) > index
    assert find_position_at(trace, None) == len(trace.events)
    assert find_position_at(trace, 1 << 60) == len(trace.events)


def test_both_open_at_the_first_difference(
    page: Page, runs: tuple[Trace, Trace], found: SideBySideView
) -> None:
    assert positions(page) == [find_position_at(run, found.first_difference) for run in runs]
    titles = page.locator('[data-part="job"]')
    assert [titles.nth(n).inner_text() for n in range(2)] == list(NAMES)


def test_who_moves_takes_the_other_along_in_time(page: Page, runs: tuple[Trace, Trace]) -> None:
    for mover, other in ((0, 1), (1, 0)):
        for _ in range(5):
            page.locator('[data-act="next"]').nth(mover).click()
        moved = positions(page)
        now = [
            f.after
            for f in runs[mover].events[: moved[mover]]
            if type(f).__name__ == "ProcessingTimeAdvanced"
        ]
        assert moved[other] == find_position_at(runs[other], now[-1])
        assert moved[mover] <= find_position_at(runs[mover], now[-1]), "itself it stays where it is"
    page.locator('[data-act="first"]').nth(0).click()
    assert positions(page)[1] == find_position_at(runs[1], 0)


def test_who_moves_is_not_moved_by_the_other(page: Page, runs: tuple[Trace, Trace]) -> None:
    """Late in the runs one has moments at which nothing happens in the other."""
    stepper = page.locator(".flinksim-stepper").nth(0)
    page.locator('[data-part="grain"]').nth(0).select_option("step")
    page.locator('[data-act="last"]').nth(0).click()
    for back in range(1, 60):
        page.locator('[data-act="back"]').nth(0).click()
        assert int(stepper.get_attribute("data-step") or -1) == len(runs[0]) - 1 - back


FOLLOW = """async ({ code, data, tables }) => {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const state = { trace: bytes(data), tables: bytes(tables), position: 0 };
    const listeners = {};
    const set = [];
    const model = {
        get: (name) => state[name], save_changes() {}, off() {},
        set(name, value) { set.push(name); state[name] = value; },
        on: (event, callback) => { listeners[event] = callback; },
    };
    const { default: widget } = await import(url);
    await widget.render({ model, el: document.body });
    set.length = 0;
    state.time_ms = 60;
    listeners["change:time_ms"]();
    return set;
}"""


def test_who_follows_says_nothing_of_time(browser: Browser, runs: tuple[Trace, Trace]) -> None:
    """Or it would take back with it the one that it follows."""
    page = browser.new_page()
    page.goto("about:blank")
    data = base64.b64encode(encode(runs[0])).decode()
    tables = base64.b64encode(pack_tables()).decode()
    told = page.evaluate(FOLLOW, {"code": read_widget_bundle(), "data": data, "tables": tables})
    page.close()
    assert "position" in told
    assert "time_ms" not in told


def test_the_view_of_one_is_that_of_both(page: Page) -> None:
    page.locator('[data-view="whole run"]').nth(1).click()
    assert page.locator('[data-part="plot"] svg').count() == 2


def test_in_jupyter_they_are_two_linked_steppers(found: SideBySideView) -> None:
    box = found.show()
    left, right = box.children
    assert (left.title, right.title) == NAMES
    assert (left.mark, right.mark) == (left.position, right.position)
    assert left.position != right.position
    assert [(link.source[1], link.target[1]) for link in box.links] == [
        ("time_ms",) * 2,
        ("view",) * 2,
    ]


def test_runs_that_never_differ_open_at_their_end_and_have_no_mark(
    runs: tuple[Trace, Trace],
) -> None:
    same = fs.compare_side_by_side(runs[0], runs[0], ("one", "other"))
    assert same.first_difference is None
    left, right = same.show("network").children
    assert left.position == right.position == len(runs[0].events)
    assert left.mark == -1


def test_runs_of_different_jobs_are_refused(runs: tuple[Trace, Trace]) -> None:
    other = experiments.run(experiments.one_hot_key(3), experiments.SMALL_BUFFERS)
    with pytest.raises(ValueError, match="different jobs"):
        fs.compare_side_by_side(runs[0], other)
