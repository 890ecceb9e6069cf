"""The simple view: the default for small runs, true to the trace, in motion, and usable without a mouse."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from flinksim.course.demo import simulate_flights
from flinksim.course.lesson import open_lesson, run_quietly
from flinksim.trace.events import WindowFired, WindowsMerged
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView
from tests.claim_runs import trace_of
from tests.viz.widgets.conftest import Exported

Open = Callable[..., Exported]

SHOWN = """() => [...document.querySelectorAll(".lanePane")].map((pane) => {
    const box = pane.querySelector(".laneBox").getBoundingClientRect();
    return [pane.dataset.about, pane.classList[1], box.left, box.right];
})"""
TOKENS = """() => [...document.querySelectorAll(".simpleStage .token")]
    .filter((one) => one.getAttribute("opacity") !== "0")
    .map((one) => [Number(one.dataset.about.split(":")[1]), one.classList.contains("isLate")])"""


def lesson_trace(number: str) -> Trace:
    return open_lesson(number).run.trace


@pytest.mark.parametrize("number", ["00", "01", "02", "03", "04", "05", "06", "12", "22"])
def test_small_runs_open_in_the_simple_view(exported: Open, number: str) -> None:
    page = exported(lesson_trace(number), position=None, by="key events", keeps_simple=True)
    assert page.page.get_attribute(".flinksim-stepper", "data-shown") == "simple"
    assert page.page.locator(".lanePane").count() >= 1
    assert not page.page.is_visible(".planeStage canvas")
    page.page.click('[data-view="chart"]')  # one press away
    assert page.page.is_visible(".planeStage canvas")
    assert not page.page.is_visible(".simpleStage")


@pytest.mark.parametrize("number", ["demo", "07", "16", "17"])
def test_other_runs_do_not(exported: Open, number: str) -> None:
    trace = run_quietly(simulate_flights()).trace if number == "demo" else lesson_trace(number)
    page = exported(trace, position=None, by="key events", keeps_simple=True)
    assert page.page.get_attribute(".flinksim-stepper", "data-shown") != "simple"


def write(value: object) -> str:
    """A value as the page writes it."""
    return json.dumps(value, separators=(",", ":"))


def open_panes(trace: Trace, position: int) -> dict[str, int]:
    """The panes that exist after *position* events, as Python knows them, with their records."""
    state = JobView()
    for event in trace.events[:position]:
        state.apply(event)
    return {
        f"pane:[{write(operator)},{write(key)},{write(window)}]": pane.count
        for operator, view in state.operators.items()
        for (key, window), pane in view.panes.items()
    }


@pytest.mark.parametrize("number", ["00", "02", "06", "11", "12", "13", "22"])
def test_the_panes_are_those_of_the_trace_at_every_key_event(exported: Open, number: str) -> None:
    """Per key and window: merging sessions, sliding windows, allowed lateness and purging triggers."""
    trace = lesson_trace(number)
    page = exported(trace, position=0, by="key events", view="simple")
    found = set()
    while page.position < len(trace.events):
        page.press("next")
        shown = page.page.evaluate(SHOWN)
        kept = {about for about, state, _, _ in shown if state != "closed"}
        expected = open_panes(trace, page.position)
        assert kept == set(expected), page.position
        found |= {state for _, state, _, _ in shown}
        tokens = [index for index, is_late in page.page.evaluate(TOKENS) if not is_late]
        # a record that is on its way is shown before its lane, and not yet counted
        assert len(tokens) >= sum(expected.values()), page.position
        boxes = {about: (left, right) for about, _, left, right in shown}
        assert all(left < right for left, right in boxes.values())
    assert "closed" in found
    assert "open" in found
    assert ("kept" in found) == (number in ("02", "11", "12"))  # those with allowed lateness


def test_late_records_lie_in_the_tray(exported: Open) -> None:
    page = exported(lesson_trace("02"), position=None, by="key events", view="simple")
    assert [is_late for _, is_late in page.page.evaluate(TOKENS)].count(True) == 1
    assert "too late" in (page.page.text_content(".simpleStage .lateWords") or "")
    tray = page.page.locator(".simpleStage .token.isLate").bounding_box()
    end = page.page.locator(".simpleStage .trackEnd").first.bounding_box()
    assert tray
    assert end
    assert tray["x"] > end["x"]


FRAMES = """async () => {
    const frames = [];
    const stage = document.querySelector(".simpleStage");
    document.querySelector('[data-act="next"]').click();
    for (const start = performance.now(); performance.now() - start < 1900; ) {
        await new Promise(requestAnimationFrame);
        const box = (one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            return [left, top, right, bottom];
        };
        const isSeen = (one) => Number(one.getAttribute("opacity") ?? 1) > .5;
        const isOther = (one) => !one.closest(".token") && !one.previousElementSibling?.matches(".chip.fresh");
        frames.push({
            wall: box(stage.querySelector(".wall"))[2],
            late: [...stage.querySelectorAll(".token.isLate > circle")].map(box)[0] ?? null,
            chips: [...stage.querySelectorAll(".chip.fresh")].map((one) => box(one)[0]),
            lids: [...stage.querySelectorAll(".fresh .laneLid")].map((one) => box(one)[2] - box(one)[0]),
            tokens: [...stage.querySelectorAll(".token")].filter(isSeen)
                .map((one) => [one.dataset.m, ...box(one.querySelector("circle"))]),
            texts: [...stage.querySelectorAll("text")]
                .filter((one) => isOther(one) && one.checkVisibility({ opacityProperty: true }))
                .map((one) => [one.textContent, ...box(one)]),
        });
    }
    return frames;
}"""


def play(exported: Open, number: str) -> list[dict[str, Any]]:
    """The frames of the animation that leads to the opening of a lesson."""
    page = exported(
        lesson_trace(number),
        position=None,
        by="key events",
        view="simple",
        reduced_motion="no-preference",
    )
    page.press("back")
    page.page.wait_for_timeout(600)
    frames: list[dict[str, Any]] = page.page.evaluate(FRAMES)
    return frames


def test_a_firing_is_pushed_shut_and_sent(exported: Open) -> None:
    frames = play(exported, "00")
    walls = [frame["wall"] for frame in frames]
    assert walls == pytest.approx(sorted(walls), abs=0.1)
    assert walls[-1] > walls[0] + 50  # it pushes to the right
    shut = next(n for n, frame in enumerate(frames) if frame["lids"] and max(frame["lids"]) > 50)
    assert walls[shut] > walls[-1] - 60  # the lid shuts when the wall has reached it
    chips = [max(frame["chips"], default=0) for frame in frames]
    moves = next(n for n, x in enumerate(chips) if x > chips[0] + 5)
    assert moves > shut
    assert chips[-1] > chips[0] + 100


def test_a_late_record_bounces_off_its_closed_pane(exported: Open) -> None:
    way = [frame["late"] for frame in play(exported, "02") if frame["late"]]
    lefts = [left for left, *_ in way]
    turn = lefts.index(min(lefts))
    assert lefts[0] > lefts[turn] + 200
    assert lefts[-1] > lefts[turn] + 200
    lowest = max(range(turn + 5), key=lambda n: way[n][3])
    after = min(way[n][1] for n in range(lowest, min(len(way), lowest + 30)))
    assert after < way[lowest][1] - 4  # it falls on the lid and jumps up again


@pytest.mark.parametrize("number", ["00", "02", "12"])
def test_moving_records_never_run_over_text(exported: Open, number: str) -> None:
    frames = play(exported, number)
    first = {name: box for name, *box in frames[0]["tokens"]}
    moved = 0
    for frame in frames:
        for name, *box in frame["tokens"]:
            if name not in first or box == first[name]:
                continue
            moved += 1
            left, top, right, bottom = box
            over = [
                text
                for text, *other in frame["texts"]
                if left < other[2] - 2
                and other[0] < right - 2
                and top < other[3] - 4
                and other[1] < bottom - 4
            ]
            assert over == [], (name, box, over)
    assert moved > 5 or number == "12"


def test_the_wall_stands_still_where_motion_is_reduced(exported: Open) -> None:
    page = exported(lesson_trace("00"), position=None, by="key events", view="simple")
    page.press("back")
    frames = page.page.evaluate(FRAMES)
    assert len({frame["wall"] for frame in frames[1:]}) == 1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_can_be_used_without_a_mouse(exported: Open, language: str) -> None:
    page = exported(
        lesson_trace("00"), position=None, by="key events", view="simple", language=language
    )
    page.page.keyboard.press("e")
    assert page.page.get_attribute(".flinksim-stepper", "data-shown") == "chart"
    page.page.keyboard.press("e")
    assert page.page.get_attribute(".flinksim-stepper", "data-shown") == "simple"
    label = page.page.get_attribute(".simpleStage svg", "aria-label") or ""
    assert "red" in label
    assert ("泳道" in label) == (language == "zh")
    page.page.keyboard.press("ArrowRight")
    assert page.page.get_attribute(".simpleStage svg", "aria-label") != label


def test_a_large_run_shows_the_lanes_that_were_used_last(exported: Open) -> None:
    page = exported(run_quietly(simulate_flights()).trace, position=None, view="simple")
    assert 3 <= page.page.locator(".simpleStage .track").count() <= 8
    assert "keys" in page.page.inner_text(".simpleStage")
    widths = [right - left for _, _, left, right in page.page.evaluate(SHOWN)]
    assert max(widths) > 20  # the axis shows a part of the run in which panes can be seen


def test_a_low_page_shows_the_lane_that_the_sentence_is_about(exported: Open) -> None:
    size = {"width": 853, "height": 533}
    page = exported(lesson_trace("00"), position=None, by="key events", keeps_simple=True, **size)
    assert "of key red fires" in page.text("sentence")
    assert page.page.locator(".simpleStage .track").count() == 1
    assert page.page.get_attribute(".simpleStage [data-about^=key]", "data-about") == 'key:"red"'
    assert "1 more key" in page.page.inner_text(".simpleStage")


def test_on_a_phone_the_words_of_a_window_end_before_the_wall(exported: Open) -> None:
    size = {"width": 390, "height": 844}
    page = exported(lesson_trace("00"), position=None, by="key events", keeps_simple=True, **size)
    covered = """() => {
        const walls = [...document.querySelectorAll(".simpleStage .wall")].map((one) => one.getBoundingClientRect());
        return [...document.querySelectorAll(".paneWords")].map((one) => {
            const { left, right } = one.getBoundingClientRect();
            return [one.textContent, walls.some((wall) => left < wall.right - 1 && wall.left < right - 1)];
        });
    }"""
    words = page.page.evaluate(covered)
    assert words == [["fires", False], ["fires", False], ["2 records", False]]


def test_the_arrow_of_a_late_record_does_not_cross_its_words(exported: Open) -> None:
    """The pane is at the left edge, and the watermark at the right one: the words are on the arrow."""
    trace = trace_of("../situations/late_behind_a_fast_clock")
    page = exported(trace, position=None, by="key events", keeps_simple=True)
    words = page.page.locator(".simpleStage .lateWords")
    assert "late" in (words.text_content() or "")
    crossed = """(words) => {
        const { x, y, width } = words.getBBox();
        const arrow = words.parentElement.querySelector(".lateArrow");
        const middle = words.getAttribute("y") - 5;
        const isOn = (at) => arrow.isPointInStroke(new DOMPoint(at, middle));
        return [isOn(x + width / 2), isOn(x + 2), isOn(x - 20)];
    }"""
    assert words.evaluate(crossed) == [False, False, True]


def test_a_joined_session_shows_the_sessions_that_it_was_joined_from(exported: Open) -> None:
    trace = trace_of("sessions")
    joins = [
        (index, event)
        for index, event in enumerate(trace.events)
        if type(event) is WindowsMerged and len(json.loads(write(event.merged))) > 1
    ]
    assert joins
    page = exported(trace, position=joins[-1][0] + 1, view="simple")
    joined = page.page.locator(".lanePane:has(.sessionPart)")
    assert joined.count() == 1
    assert "joined from 3 sessions" in joined.text_content()  # with that of the joining record
    box = joined.locator(".laneBox").bounding_box()
    parts = [one.bounding_box() for one in joined.locator(".sessionPart").all()]
    assert box
    assert len(parts) == 3
    assert parts[2]
    assert parts[2]["x"] < parts[0]["x"] + parts[0]["width"]  # it overlaps both
    assert parts[2]["x"] + parts[2]["width"] > parts[1]["x"]
    for part in parts:
        assert part
        assert box["x"] <= part["x"] < part["x"] + part["width"] <= box["x"] + box["width"]
    page.scrub(joins[-1][0])
    assert page.page.locator(".sessionPart").count() == 0  # two sessions, not yet joined


def test_an_answer_lights_up_what_it_is_about(exported: Open) -> None:
    """The late record, the pane that it missed, the record that closed it, and the watermark."""
    page = exported(lesson_trace("02"), position=None, by="key events", view="simple")
    assert "Why is" in page.page.inner_text('[data-of="why"]')
    lit = page.page.locator(".simpleStage .lit")
    about = [one.get_attribute("data-about") or "" for one in lit.all()]
    assert sorted({one.split(":")[0] for one in about}) == ["", "pane", "record"]
    assert page.page.locator(".lanePane.lit.closed").count() == 1
    assert page.page.locator(".token.lit.isLate").count() == 1
    assert page.page.locator(".token.lit:not(.isLate)").count() == 1
    assert page.page.locator(".wall.lit").count() == 1
    page.press("first")
    assert lit.count() == 0


def test_the_picture_keeps_its_axis_when_other_parts_take_its_room(exported: Open) -> None:
    page = exported(trace_of("sessions"), position=60, height=800, view="simple")
    page.page.evaluate(
        """() => {
            document.querySelector(".flinksim-stepper .bottom").style.minHeight = "150px";
        }"""
    )
    page.page.wait_for_timeout(200)
    stage = page.page.locator(".simpleStage").bounding_box()
    picture = page.page.locator(".simpleStage > svg").bounding_box()
    assert stage
    assert picture
    assert picture["height"] == pytest.approx(stage["height"], abs=1)


CAUSES = """async () => {
    const frames = [];
    const stage = document.querySelector(".simpleStage");
    document.querySelector('[data-act="next"]').click();
    for (const start = performance.now(); performance.now() - start < 2200; ) {
        await new Promise(requestAnimationFrame);
        const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        const pill = stage.querySelector(".wallFlag").getBoundingClientRect();
        const texts = [...stage.querySelectorAll(".wallFlag ~ text")].filter(isSeen);
        frames.push({
            wall: stage.querySelector(".wall").getBoundingClientRect().right,
            label: texts.map((one) => one.textContent).join(" | "),
            inPill: texts.every((one) => one.getBoundingClientRect().right < pill.right
                && one.getBoundingClientRect().left > pill.left),
            chip: Math.max(0, ...[...stage.querySelectorAll(".chip.fresh")]
                .map((one) => one.getBoundingClientRect().left)),
            fires: [...stage.querySelectorAll(".fresh .paneWords")].filter(isSeen).length,
            rows: [...document.querySelectorAll(".resultRow.fresh")].filter(isSeen).length,
        });
    }
    return frames;
}"""


def test_a_firing_shows_the_cause_before_the_effect(exported: Open) -> None:
    """The window fires when the watermark is there, and the row appears when the result is there."""
    trace = trace_of("../situations/late_by_a_little")
    fired = next(n for n, one in enumerate(trace.events) if isinstance(one, WindowFired))
    page = exported(
        trace, position=fired, by="key events", view="simple", reduced_motion="no-preference"
    )
    page.press("back")
    page.page.wait_for_timeout(900)
    frames = page.page.evaluate(CAUSES)
    last = frames[-1]
    assert last["label"] == "watermark 10399 ms"
    assert last["fires"] == last["rows"] == 1
    for frame in frames:
        is_there = frame["wall"] > last["wall"] - 12
        assert is_there or frame["label"] == "6999 → 10399 ms", frame
        assert is_there or frame["fires"] == 0, frame
        assert frame["rows"] == 0 or frame["chip"] > last["chip"] - 12, frame
        assert frame["inPill"], frame
    assert any(frame["fires"] and not frame["rows"] for frame in frames)
