"""The plane: what it is drawn from, held against Python's fold and links; and what one can do on it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page

from flinksim.trace import events as e
from flinksim.trace.closing import closing_of
from flinksim.trace.query import records_in, step_of
from flinksim.trace.recorder import Trace
from flinksim.trace.view import JobView, fold
from tests.trace.fixtures import made_up_trace
from tests.trace.random_runs import random_run
from tests.widgets.conftest import Exported
from tests.widgets.test_moments import demo
from tests.widgets.test_twins import ask, real_run, twin  # noqa: F401

to_json = partial(json.dumps, separators=(",", ":"))
Open = Callable[..., Exported]
RUNS = [made_up_trace, real_run, demo, *(partial(random_run, seed) for seed in (0, 1, 2, 3, 5, 7))]
NAMES = ["made up", "real", "demo", "near MAX", "1", "2", "3", "near MIN", "of a day"]


def plane_of(page: Page, trace: Trace) -> dict[str, Any]:
    code = """(() => {
        const run = new parts.PlaneRun(trace);
        const last = (index) => (index === Infinity ? -1 : index);
        return {
            keys: run.keys,
            dots: run.dots.map((d) => [d.index, d.time, d.key, d.source, d.split, d.late?.index ?? -1]),
            panes: run.panes.map((p) => [p.operator, run.keys[p.key], p.window, p.born, last(p.gone),
                p.firings.map((f) => f.index), p.counts.at(-1) ?? 0]),
            lates: run.lates.map((late) => {
                const { pane, over, closer } = parts.latenessOf(trace, run, late);
                return [late.index, over, closer, pane ? pane.window : ""];
            }),
            minima: run.curves.filter((c) => c.kind === "minimum").map((c) => [c.owner, c.at]),
        };
    })()"""
    found: dict[str, Any] = ask(page, trace, code)
    return found


@pytest.mark.parametrize("make", RUNS, ids=NAMES)
def test_the_panes_of_the_plane_are_those_of_the_fold_at_any_time(
    twin: Page,  # noqa: F811
    make: Callable[[], Trace],
) -> None:
    trace = make()
    panes = plane_of(twin, trace)["panes"]
    view, done = JobView(), 0
    for position in range(0, len(trace.events), max(1, len(trace.events) // 150)):
        fold(trace.events[done:position], view)
        done = position
        ours = sorted(
            (operator, to_json(pane.key), to_json(pane.window))
            for operator, one in view.operators.items()
            for pane in map(_Pane, one.panes)
        )
        theirs = sorted(
            (operator, key, window)
            for operator, key, window, born, gone, _, _ in panes
            if born < position and (gone < 0 or gone >= position)
        )
        assert theirs == ours, f"after {position} facts"
    fired = sorted(i for pane in panes for i in pane[5])
    assert fired == [i for i, fact in enumerate(trace.events) if type(fact) is e.WindowFired]


class _Pane:
    def __init__(self, key: tuple[Any, Any]) -> None:
        self.key, self.window = key


@pytest.mark.parametrize("make", RUNS, ids=NAMES)
def test_records_are_dots_where_they_happened_and_arrived(
    twin: Page,  # noqa: F811
    make: Callable[[], Trace],
) -> None:
    trace = make()
    times: dict[int, int] = {}
    filtered = set()
    for index, fact in enumerate(trace.events):
        if type(fact) is e.SourceRecordRead and fact.timestamp is not None:
            times[index] = fact.timestamp
        elif type(fact) is e.TimestampAssigned:
            behind = records_in(trace, index) or [index]
            if type(trace.events[behind[-1]]) is e.SourceRecordRead:
                times[behind[-1]] = fact.after
        elif type(fact) is e.RecordFiltered and records_in(trace, index):
            filtered.add(records_in(trace, index)[-1])
    dots = plane_of(twin, trace)["dots"]
    read = {dot[0]: dot[1] for dot in dots if dot[3] >= 0}
    assert read.keys() == times.keys() - filtered
    for index, time in read.items():
        assert float(time) == float(times[index])
        assert trace.events[index].split == dots[[d[0] for d in dots].index(index)][4]  # type: ignore[union-attr]


@pytest.mark.parametrize("make", RUNS, ids=NAMES)
def test_a_late_record_has_a_line_to_its_pane_and_to_the_record_that_had_closed_it(
    twin: Page,  # noqa: F811
    make: Callable[[], Trace],
) -> None:
    trace = make()
    found = plane_of(twin, trace)
    late = [i for i, fact in enumerate(trace.events) if type(fact) is e.LateRecordDropped]
    assert [one[0] for one in found["lates"]] == late
    for index, over, closer, window in found["lates"]:
        fact = trace.events[index]
        assert isinstance(fact, e.LateRecordDropped)
        moves = [
            i
            for i, one in enumerate(trace.events[:index])
            if type(one) is e.OperatorWatermarkAdvanced and one.operator == fact.operator
        ]
        limit = fact.cleanup_time
        passed = [
            i
            for i in moves
            if (
                fact.timestamp < trace.events[i].after
                if limit is None
                else trace.events[i].after >= limit
            )  # type: ignore[union-attr, operator]
        ]
        assert over == (passed[0] if passed else -1)
        if closer >= 0:
            assert type(trace.events[closer]) is e.SourceRecordRead
        if not window:
            continue
        windows = {to_json(one) for one in _windows(fact.windows)}
        assert window in windows
        firing = _on_time_firing(trace, fact, json.loads(window), index)
        if firing is None or firing > over + 400 or limit != json.loads(window)[1] - 1:
            continue
        try:
            closing = closing_of(trace, firing)
        except LookupError:
            continue
        # generators that pass in the same millisecond let it go together
        of_generators = closing.needs - {*records_in(trace, firing)}
        assert closer in {*closing.any_of, *of_generators}, f"fact {index}"


def _windows(windows: Any) -> list[Any]:
    if isinstance(windows, tuple) and windows and isinstance(windows[0], tuple):
        return list(windows)
    return [windows]


def _on_time_firing(trace: Trace, late: Any, window: list[int], before: int) -> int | None:
    for index, fact in enumerate(trace.events[:before]):
        if (
            type(fact) is e.WindowFired
            and (fact.operator, fact.key, fact.window) == (late.operator, late.key, tuple(window))
            and fact.kind == "on time"
        ):
            return index
    return None


# --- on the page ---------------------------------------------------------------------------------


@pytest.fixture
def plane(exported: Open) -> Open:
    return partial(exported, view="plane", by="told", position=None)


def test_the_demo_opens_at_its_question_and_says_what_is_in_the_picture(plane: Open) -> None:
    page = plane(demo())
    assert page.text("question") == "52 records came too late. Why?"
    assert page.page.get_attribute(".flinksim-stepper", "data-tells") == "late"
    assert "(UA, 15:12:00, 379)" in page.text("sentence")
    page.page.wait_for_selector(".planeStage canvas[aria-label]")
    label = page.page.get_attribute(".planeStage canvas", "aria-label") or ""
    late = sum(type(f) is e.LateRecordDropped for f in demo().events[: page.position])
    assert f"{late} of 52 too late" in label


def test_a_click_on_a_late_record_goes_to_its_step(plane: Open) -> None:
    trace = demo()
    page = plane(trace)
    here = page.position
    page.press("first")
    # the ring that was lit at the opening stands where the label of now was
    found = page.page.evaluate(
        """async () => {
            const canvas = document.querySelector(".planeStage canvas");
            const { left, top, width, height } = canvas.getBoundingClientRect();
            const tip = document.querySelector(".planeTip");
            for (let y = 20; y < height - 30; y += 6)
                for (let x = 90; x < width - 20; x += 6) {
                    const at = { clientX: left + x, clientY: top + y, bubbles: true };
                    canvas.dispatchEvent(new PointerEvent("pointermove", at));
                    if (!tip.hidden && tip.textContent.includes("event time 15:12:00key UA"))
                        return [left + x, top + y, tip.textContent];
                }
        }"""
    )
    assert found is not None
    x, y, words = found
    assert "too late: [15:00:00, 16:00:00) was over" in words
    assert "closed by" in words
    page.page.mouse.click(x, y)
    assert page.step == step_of(trace, here - 1)


def test_keys_are_all_there_and_can_be_searched_sorted_and_chosen(plane: Open) -> None:
    page = plane(demo())
    keys = {json.loads(to_json(f.key)) for f in demo().events if type(f) is e.KeySelected}
    page.page.click('[data-plane="keys"]')
    rows = page.page.locator(".keyRow b")
    assert set(rows.all_text_contents()) == keys
    page.page.fill(".keyMenu input", "u")
    assert set(rows.all_text_contents()) == {key for key in keys if "u" in key.lower()}
    page.page.fill(".keyMenu input", "")
    page.page.select_option(".keyMenu select", "by late records")
    late = [f.key for f in demo().events if type(f) is e.LateRecordDropped]
    assert rows.first.text_content() == max(keys, key=lambda key: (late.count(key), key < "M"))
    page.page.click('.keyRow:has(b:text-is("UA"))')
    assert "Keys: UA" in page.page.inner_text('[data-plane="keys"]')
    page.page.keyboard.press("Escape")
    assert not page.page.is_visible(".keyMenu")


def test_it_zooms_pans_and_comes_back_to_the_whole_run(plane: Open) -> None:
    page = plane(demo())
    box = page.page.locator(".planeStage").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.page.mouse.move(x, y)
    page.page.mouse.wheel(0, -400)
    page.page.wait_for_selector('[data-plane="whole"]')
    here = page.position
    page.page.mouse.move(x - 200, y + 60)
    page.page.mouse.down()
    page.page.mouse.move(x, y, steps=4)
    page.page.mouse.up()
    assert page.position == here, "a drag is no click"
    page.page.click('[data-plane="whole"]')
    page.page.wait_for_selector('[data-plane="now"]')
    page.page.keyboard.press("z")
    page.page.wait_for_selector('[data-plane="whole"]')
