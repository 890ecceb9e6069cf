"""The stage in a real browser: what travels, what is followed, what one predicts, what is beside it."""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import cache, partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from flinksim import simulate
from flinksim.analysis.whatif.parameters import list_parameters, make_parameter_rerunner
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.course.demo import simulate_flights
from flinksim.course.demo.flights_with_crash import simulate_crashing_flights
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.simulation.program_source import extract_program_source
from flinksim.trace import events as e
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.query import find_contained_records
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView, apply_events
from flinksim.trace.storage.codec import encode
from flinksim.viz.widgets.export.html_page import VIEWS, export_html
from tests.chromium import reload_with_storage
from tests.claim_runs import trace_of
from tests.trace.fixtures import made_up_trace
from tests.trace.random_runs import random_run
from tests.viz.widgets.conftest import Exported
from tests.viz.widgets.test_moments import demo
from tests.viz.widgets.test_twins import ask, real_run, twin  # noqa: F401

Open = Callable[..., Exported]
RUNS = [made_up_trace, real_run, demo, *(partial(random_run, seed) for seed in (0, 1, 2, 3, 5))]
LATE = 1 + max(
    i for i, event in enumerate(demo().events[:25_000]) if type(event) is e.LateRecordDropped
)
"""Where the demo opens: a flight that came too late."""


@pytest.fixture
def stage(exported: Open) -> Open:
    return partial(exported, view="chart", by="key events")


# --- what travels ---------------------------------------------------------------------------------


@pytest.mark.parametrize("make", RUNS)
def test_every_element_of_a_few_events_travels_once_along_its_channel(
    twin: Page,  # noqa: F811
    make: Callable[[], Trace],
) -> None:
    trace = make()
    spans = [(at, min(at + 40, len(trace.events))) for at in range(0, len(trace.events), 331)]
    found = ask(
        twin,
        trace,
        "spans.map(([from, to]) => parts.findElementPaths(trace, from, to).map((j) => "
        "[j.element, j.first, j.last, j.end, "
        "j.segments.map((l) => [l.channel ?? '', l.how ?? '', l.operator ?? ''])]))",
        spans=spans,
    )
    for (start, end), journeys in zip(spans, found, strict=True):
        events = trace.events[start:end]
        legs = [leg for journey in journeys for leg in journey[4]]
        for kind, how in ((e.ElementReceived, "in"), (e.ElementWritten, "out")):
            ours = sorted(event.channel for event in events if type(event) is kind)  # type: ignore[attr-defined]
            assert sorted(channel for channel, way, _ in legs if way == how) == ours
        dropped = [event for event in events if type(event) is e.LateRecordDropped]
        ends = [journey[3] for journey in journeys]
        assert ends.count("dropped") <= len(dropped)
        for what, first, last, _, _ in journeys:
            assert start <= first <= last < end
            assert what in ("record", "watermark", "result", "barrier", "status")


PLACES = """() => [...document.querySelectorAll('.travellers .traveller')].map(
    (one) => [one.getAttribute('transform'), one.getAttribute('opacity')])"""


def test_a_press_moves_what_travels_and_ends_where_it_would_stand(stage: Open) -> None:
    page = stage(demo(), reduced_motion="no-preference")
    for _ in range(8):
        page.press("next")
    page.page.wait_for_timeout(1700)
    page.press("next")
    here = page.position
    seen = []
    for _ in range(14):
        seen.append(json.dumps(page.page.evaluate(PLACES)))
        page.page.wait_for_timeout(40)
    assert len(set(seen)) > 4, "it moves"
    assert page.position == here, "the position is there from the start"
    page.page.wait_for_timeout(1700)
    moved = page.page.evaluate(PLACES)
    page.scrub(here - 1)
    page.scrub(here)
    assert page.page.evaluate(PLACES) == moved


def test_a_scrub_into_a_moment_shows_what_travels_on_its_way(stage: Open) -> None:
    page = stage(demo(), position=LATE)
    start = page.position
    page.press("back")
    before = page.position
    assert start - before > 8
    seen = []
    for position in range(before + 1, start, max(1, (start - before) // 6)):
        page.scrub(position)
        seen.append(json.dumps(page.page.evaluate(PLACES)))
        page.scrub(start)
        page.scrub(position)
        assert json.dumps(page.page.evaluate(PLACES)) == seen[-1], "a function of the position"
    assert len(set(seen)) >= len(seen) - 1 > 3


def test_with_reduced_motion_nothing_moves(stage: Open) -> None:
    page = stage(demo(), position=LATE)
    page.press("back")
    one = page.page.evaluate(PLACES)
    page.page.wait_for_timeout(150)
    assert page.page.evaluate(PLACES) == one


def test_a_frame_of_what_moves_takes_little(stage: Open) -> None:
    page = stage(demo(), position=8000, reduced_motion="no-preference")
    page.page.evaluate("performance.clearMeasures()")
    page.press("play")
    page.page.wait_for_timeout(2500)
    page.press("play")
    took = page.page.evaluate(
        """() => ["flinksim:motion", "flinksim:plane"].map((name) => performance.getEntriesByName(name)
            .map((one) => one.duration).sort((a, b) => a - b))
            .map((all) => [all.length, all[Math.floor(all.length / 2)]])"""
    )
    for count, middle in took:
        assert count > 20
        assert middle < 16


# --- the program's own line -----------------------------------------------------------------------


@cache
def flights() -> tuple[Trace, dict[str, Any], Any]:
    simulation = simulate_flights()
    with redirect_stdout(StringIO()):
        simulation.run()
    turn = make_parameter_rerunner(simulation._pipeline, simulation._settings)
    knob = list_parameters(simulation._pipeline)[0]
    runs = {value: turn(knob.name, value) for value in (0, 3_600_000, 18_000_000)}
    return simulation.trace, extract_program_source(simulation._job_graph), (knob, runs)


@pytest.fixture
def turned(browser: Browser, tmp_path: Path) -> Iterator[Exported]:
    trace, program, knob = flights()
    path = tmp_path / "flights.html"
    export_html(trace, path, program=program, parameters=[knob])
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", accept_downloads=True
    )
    page = Exported(context.new_page(), path)
    yield page
    assert page.complaints == []
    context.close()


def test_the_line_that_drops_a_flight_is_lit_with_what_comes_of_it(turned: Exported) -> None:
    lit = turned.page.inner_text(".program .lit")
    assert ".sum(2)" in lit
    assert "too late: dropped" in lit
    box = turned.page.locator(".program .lit").bounding_box()
    panel = turned.page.locator(".program").bounding_box()
    assert box
    assert panel
    assert panel["y"] <= box["y"] <= panel["y"] + panel["height"]


# --- words in the picture --------------------------------------------------------------------------


def test_a_task_names_the_receivers_whose_watermark_it_limits(stage: Open) -> None:
    trace = demo()
    page = stage(trace, position=None)
    page.page.evaluate("location.hash = '#step=689&view=chart'")
    page.page.wait_for_selector('.flinksim-stepper[data-step="689"]')
    notes = page.page.locator('[data-part="strip"] .stripTask.holds > title').all_text_contents()
    windows = "limits the watermark of TumblingEventTimeWindows"
    assert [note.rpartition(", ")[2] for note in notes] == [f"{windows} 1/2", f"{windows} 2/2"]
    page.page.click('[data-view="watermarks"]')
    valve = page.page.inner_text('[data-part="valve"]')
    assert "1/2" in valve, "a channel is shown with the task that it comes from"


def test_the_views_stay_in_place_from_step_to_step(stage: Open) -> None:
    page = stage(demo(), width=1280)
    found = set()
    for _ in range(12):
        page.press("next")
        box = page.page.locator('[data-view="chart"]').bounding_box()
        assert box
        found.add(box["x"])
    page.press("last")
    box = page.page.locator('[data-view="chart"]').bounding_box()
    assert box
    assert found == {box["x"]}


def test_a_search_finds_events_with_all_words_in_any_order(stage: Open) -> None:
    page = stage(demo())
    page.page.click('[data-tab="events"]')
    page.page.fill('[data-of="events"] input', "UA 15:12")
    found = page.page.locator(".found")
    expect(found).to_have_text(re.compile(r"^[1-9]\d* events$"))
    texts = page.page.locator(".factRow .go").evaluate_all("(all) => all.map((one) => one.title)")
    assert texts
    assert all("UA" in text and "15:12" in text for text in texts)
    page.page.fill('[data-of="events"] input', "UA 15:12 nowhere")
    expect(found).to_have_text(re.compile("^No event matches"))


# --- the knob -------------------------------------------------------------------------------------

TURN = """([value, kind]) => {
    const knob = document.querySelector(".knob input");
    knob.value = value;
    knob.dispatchEvent(new Event(kind));
}"""


def test_a_turned_knob_shows_the_other_run_and_keeps_the_old_one_faint(turned: Exported) -> None:
    _, _, (knob, runs) = flights()
    stats = ".knobStats span:first-child b"
    assert turned.page.inner_text(stats) == "52"
    for value in (3_600_000, 18_000_000, 0):
        late = len(runs[value].get_events(e.LateRecordDropped))
        turned.page.evaluate(TURN, [knob.points.index(value), "input"])
        turned.page.wait_for_function(f"document.querySelector('{stats}').textContent === '{late}'")
    assert "52 records" in turned.text("question"), "the question stays"
    turned.page.evaluate(TURN, [knob.points.index(3_600_000), "input"])
    turned.page.evaluate(TURN, [knob.points.index(3_600_000), "change"])
    turned.page.wait_for_function(
        "document.querySelector('[data-part=question]').textContent.startsWith('27 records')"
    )
    turned.page.click('[data-tab="differences"]')
    told = turned.page.inner_text("[data-changes]")
    assert int(re.match(r"\d+", told)[0]) > 25  # type: ignore[index]
    turned.page.click('[data-knob="own"]')
    turned.page.wait_for_function(
        "document.querySelector('[data-part=question]').textContent.startsWith('52 records')"
    )


def test_arrow_keys_move_a_focused_slider_and_not_the_run(turned: Exported) -> None:
    slider = turned.page.locator(".knob input")
    clock = turned.page.locator("[data-part=clock]")
    time, value = clock.inner_text(), int(slider.input_value())
    slider.focus()
    turned.page.keyboard.press("ArrowRight")
    # the other run has other events, but the clock shows the same time
    assert (clock.inner_text(), int(slider.input_value())) == (time, value + 1)
    position = turned.position
    turned.page.locator("[data-part=range]").focus()
    turned.page.keyboard.press("ArrowRight")
    assert turned.position > position


def test_a_point_that_was_not_worked_out_is_told(turned: Exported) -> None:
    _, _, (knob, _) = flights()
    turned.page.evaluate(TURN, [knob.points.index(900_000), "input"])
    turned.page.wait_for_function("document.querySelector('.knobNote').textContent !== ''")
    assert "not in the saved page" in turned.page.inner_text(".knobNote")


def test_messages_are_checked_on_the_page_too(twin: Page) -> None:  # noqa: F811
    found = twin.evaluate(
        """() => [
            parts.getProblem({ id: 2 }, 2),
            parts.getProblem({ id: 1 }, 2),
            parts.getProblem({ id: 2, problem: "no" }, 2),
            parts.getProblem(null, 2),
            parts.parseParameters([{ name: "a", label: "d", value: 1, points: [1] }, null, 7, {}]).length,
            parts.parseParameters("knobs").length,
            parts.parseAnswer({ question: "q", sentence: "s", links: [{ step: 3, text: "t" }] }, 10)
                ?.links.length,
            parts.parseAnswer({ question: "q", sentence: "s", links: [{ step: 30, text: "t" }] }, 10),
            parts.parseAnswer({ question: "q" }, 10),
            parts.validateBookmarks([{ position: 3, note: 5 }, { position: 99 }, null, { position: -1 }],
                10),
        ]"""
    )
    assert found == [
        "",
        None,
        "no",
        None,
        0,
        0,
        1,
        None,
        None,
        [{"position": 3, "note": ""}],
    ]


def test_what_differs_between_two_runs_is_listed(twin: Page) -> None:  # noqa: F811
    trace, _, (_, runs) = flights()
    other = runs[3_600_000]
    found = ask(
        twin,
        trace,
        "(async () => { const read = (c) => c.charCodeAt(0);"
        "const o = await parts.openTrace(Uint8Array.from(atob(other), read));"
        "const [here, there] = [new parts.ChartData(trace), new parts.ChartData(o)];"
        "return parts.compareRuns(trace, o, here, there, labels); })()",
        other=base64.b64encode(encode(other)).decode(),
    )
    late = [change for change in found if change["here"] == "too late"]
    ours = {(repr(f.key), f.timestamp) for f in trace.get_events(e.LateRecordDropped)}
    theirs = {(repr(f.key), f.timestamp) for f in other.get_events(e.LateRecordDropped)}
    assert len(late) == len(ours - theirs) > 0
    assert all(change["index"] >= 0 for change in late)


# --- what is followed -----------------------------------------------------------------------------


def test_following_a_record_lists_its_events_and_stands_in_the_address(stage: Open) -> None:
    page = stage(demo(), position=LATE)
    page.page.keyboard.press("f")
    lead = max(i for i in range(LATE) if type(demo().events[i]) is e.LateRecordDropped)
    record = find_contained_records(demo(), lead)[-1]
    assert "following record" in page.text("focus")
    page.page.wait_for_function(f"location.hash.includes('focus=record%3A{record}')")
    page.page.click('[data-tab="events"]')
    page.page.wait_for_function(
        "/^\\d+ events$/.test(document.querySelector('.found').textContent)"
    )
    listed = int(page.page.inner_text(".found").split()[0])
    ours = [
        i
        for i in range(record, min(len(demo().events), record + 3000))
        if find_contained_records(demo(), i)[-1:] == [record]
    ]
    assert listed >= len(ours) > 3
    away = page.page.locator(".stripTask.away").count()
    assert away == 2, "the other source and the other windows fade"
    page.page.keyboard.press("Escape")
    assert not page.page.is_visible('[data-part="focus"]')
    assert page.page.locator(".stripTask.away").count() == 0


@pytest.mark.parametrize(
    "focus", ["split:JFK", "task:v5/0", "window:[1357138800000,1357142400000]", 'key:"UA"']
)
def test_an_address_can_name_what_is_followed(browser: Browser, tmp_path: Path, focus: str) -> None:
    path = tmp_path / "run.html"
    export_html(demo(), path)
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{path.as_uri()}#step=3000&focus={focus}")
    page.wait_for_selector("html[data-ready=yes]")
    assert page.is_visible('[data-part="focus"]')
    assert "following" in page.inner_text('[data-part="focus"]')
    assert errors == []
    page.close()


def test_an_answer_of_python_is_walked_link_by_link(browser: Browser, tmp_path: Path) -> None:
    simulation = simulate_flights()
    with redirect_stdout(StringIO()):
        simulation.run()
    answer = simulation.trace.why(simulation.trace.questions()[0])
    path = simulation.export_html(tmp_path / "why.html", answer=answer)
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = Exported(context.new_page(), path)
    told = page.page.inner_text(".answer")
    assert answer.question in told
    assert answer.sentence in told
    links = page.page.locator("[data-link]")
    assert links.count() == len(answer.causal_chain) > 1
    for number, link in enumerate(answer.causal_chain):
        links.nth(number).click()
        assert page.position == link.event_index + 1
        assert page.page.locator(f'[data-link="{number}"]').get_attribute("aria-current") == "step"
    assert page.complaints == []
    context.close()


# --- predict --------------------------------------------------------------------------------------


def test_the_right_answer_is_what_the_trace_decides(twin: Page) -> None:  # noqa: F811
    trace = demo()
    wanted = (e.InputWatermarkAdvanced, e.LateRecordDropped, e.WindowAssigned, e.WindowFired)
    indexes = [i for i, event in enumerate(trace.events) if isinstance(event, wanted)][::5]
    found = ask(
        twin,
        trace,
        "(() => { const history = new parts.History(trace); return indexes.map((index) => "
        "parts.createQuestionAt(trace, labels, history.at(index).state, index)); })()",
        indexes=indexes,
    )
    view, done, asked = JobView(), 0, 0
    labels = Formatter(trace.plan)
    for index, question in zip(indexes, found, strict=True):
        apply_events(trace.events[done:index], view)
        done = index
        if question is None:
            continue
        asked += 1
        right = [one["text"] for one in question["choices"] if one["right"]]
        wrong = [one for one in question["choices"] if not one["right"]]
        assert len(right) == 1
        assert wrong
        assert all(one["misconception"] for one in wrong)
        assert right[0] not in [one["text"] for one in wrong]
        event = trace.events[index]
        if isinstance(event, e.InputWatermarkAdvanced):
            assert right[0] == labels.format_time(event.after)
        elif isinstance(event, e.LateRecordDropped):
            assert "too late" in right[0]
        elif isinstance(event, e.WindowAssigned):
            assert right[0] == "It is counted."
    assert asked > 60


def test_one_is_asked_before_the_decision_and_told_after_it(stage: Open) -> None:
    page = stage(demo(), position=3000)
    page.page.keyboard.press("p")
    page.page.wait_for_selector("[data-choice]")
    before = page.position
    assert not page.page.is_visible('[data-part="sentence"]'), "the answer is not given away"
    page.page.locator("[data-choice]").first.click()
    page.page.wait_for_selector('[data-predict="next"]')
    assert page.position == before + 1
    assert page.page.is_visible('[data-part="sentence"]')
    assert re.search(r"[01] of 1 right", page.text("predict"))
    page.page.click('[data-predict="close"]')
    assert not page.page.is_visible('[data-part="predict"]')


def test_a_session_that_merges_does_not_give_away_that_its_record_counts(stage: Open) -> None:
    trace = trace_of("sessions")
    merged = [i for i, event in enumerate(trace.events) if type(event) is e.WindowsMerged]
    start, _ = trace.event_range(trace.find_step(merged[0]))
    page = stage(trace, position=start)
    page.page.keyboard.press("p")
    page.page.wait_for_selector("[data-choice]")
    assert start <= page.position <= merged[0]


def test_a_page_without_python_has_no_empty_tab_on_a_phone(stage: Open) -> None:
    page = stage(demo(), width=390, height=844)
    assert page.page.is_visible('[data-show-tab="why"]')
    assert not page.page.is_visible('[data-show-tab="watch"]')


# --- kept and saved -------------------------------------------------------------------------------


def test_a_bookmark_keeps_its_note_over_a_reload(turned: Exported) -> None:
    turned.page.keyboard.press("b")
    turned.page.keyboard.type("the worst one")
    here = turned.position
    reload_with_storage(turned.page)
    turned.press("first")
    turned.page.click('[data-act="marks"]')
    assert turned.page.input_value(f'[data-note="{here}"]') == "the worst one"
    turned.page.click(f'[data-mark="{here}"]')
    assert turned.position == here


def test_picture_and_story_can_be_saved(turned: Exported) -> None:
    contents = {}
    for kind in ("svg", "png", "txt"):
        if not turned.page.is_visible(f'[data-save="{kind}"]'):
            turned.page.click('[data-act="save"]')
        with turned.page.expect_download() as download:
            turned.page.click(f'[data-save="{kind}"]')
        contents[kind] = download.value.path().read_bytes()
    assert contents["png"].startswith(b"\x89PNG")
    svg = contents["svg"].decode()
    assert svg.count("<image") == 1
    assert "limits the watermark" in svg
    assert 'class="' not in svg, "it needs no stylesheet"
    story = contents["txt"].decode()
    assert "is late and is dropped" in story
    assert len(story.splitlines()) == 250, "a line for each moment so far, and the title"


# --- many subtasks --------------------------------------------------------------------------------


@cache
def wide_run() -> Trace:
    """200 subtasks, of which few have anything to do yet."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(100)
    script = {
        f"split {s}": [x for n in range(3) for x in (at(50 * n), record((s % 9, 50 * n - s)))]
        for s in range(100)
    }
    strategy: Any = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(5))
    env.from_source(
        ScriptedSource(script), strategy.with_timestamp_assigner(lambda v, _: v[1]), "readings"
    ).key_by(lambda v: v[0]).window(TumblingEventTimeWindows.of(Time.milliseconds(50))).sum(
        1
    ).print()
    simulation = simulate(env)
    with redirect_stdout(StringIO()):
        simulation.run(until=9000)
    return simulation.trace


@pytest.mark.parametrize("view", ["chart", "watermarks", "network", "whole run"])
def test_two_hundred_subtasks_are_a_few_hundred_nodes(exported: Open, view: str) -> None:
    page = exported(wide_run(), view=view, position=len(wide_run().events) // 2, by="key events")
    assert page.page.locator("[data-heat]").count() == 2
    assert page.page.evaluate("document.querySelectorAll('.flinksim-stepper *').length") < 1000
    heat = page.page.locator("[data-heat]").last.locator("path").first.bounding_box()
    assert heat
    page.page.mouse.click(heat["x"] + 4, heat["y"] + 4)
    page.page.wait_for_selector(".cellShown")
    page.page.wait_for_function("location.hash.includes('task=')")


def test_the_whole_run_of_two_hundred_subtasks_names_each_of_its_few_rows(exported: Open) -> None:
    page = exported(wide_run(), view="whole run", position=None, by="key events")
    rows = page.page.locator("[data-conditions]")
    assert rows.count() == 3, "each vertex, and the subtask that is looked at"
    names = page.text("plot")
    assert "readings \u00d7100" in names
    assert re.search(r"Tumbl.*? \d+/100", names)


# --- who is told of -------------------------------------------------------------------------------


def test_who_is_lit_is_whom_the_sentence_tells_of(exported: Open) -> None:
    """A moment is told by one fact of it, and others of it may have acted since."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    script = {
        f"split {s}": [x for n in range(9) for x in (at(100 * n), record(("ab"[n % 2], 100 * n)))]
        for s in (0, 1)
    }
    strategy: Any = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(50))
    readings = env.from_source(
        ScriptedSource(script), strategy.with_timestamp_assigner(lambda v, _: v[1]), "readings"
    )
    readings.key_by(lambda v: v[0]).window(TumblingEventTimeWindows.of(Time.milliseconds(200))).sum(
        1
    ).print()
    simulation = simulate(env)
    with redirect_stdout(StringIO()):
        simulation.run()
    trace = simulation.trace
    page = exported(trace, view="chart", by="key events")
    apart = 0
    while page.position < len(trace.events):
        page.press("next")
        key = re.search(r"key (\w) fires", page.text("sentence"))
        if key is None:
            continue
        past = trace.events[: page.position]
        fired = [f for f in past if type(f) is e.WindowFired and f.key == key[1]][-1]
        lit = page.page.get_attribute(".stripTask.runs", "data-task")
        assert lit
        assert lit.split("/")[1] == fired.operator.split("/")[1]
        apart += trace.headers[trace.find_step(page.position - 1)].actor != lit
    assert apart > 1


def test_a_task_that_fails_is_marked_in_the_job(stage: Open) -> None:
    page = stage(crashed(), position=None)
    assert "fails with" in page.text("sentence")
    failed = page.page.locator(".stripTask.failed")
    assert failed.count() == 1
    assert "departures 2/2" in (failed.locator("title").first.text_content() or "")
    assert page.page.locator(".stripTask.failed.runs").count() == 0  # it is dead


def test_of_two_inputs_the_one_behind_holds_the_minimum(stage: Open) -> None:
    page = stage(trace_of("two_inputs"), position=None)
    holders = page.page.locator(".stripTask.holds")
    (holder,) = holders.all()
    assert (holder.locator("title").first.text_content() or "").startswith("payments,")
    assert page.page.locator(".stripWire.holds").count() == 1


def test_what_is_at_hand_stands_above_the_plane_and_not_over_it(stage: Open) -> None:
    page = stage(demo(), position=LATE)
    tools = page.page.locator(".planeZoom button").first.bounding_box()
    canvas = page.page.locator(".planeStage canvas").bounding_box()
    assert tools
    assert canvas
    assert tools["y"] + tools["height"] <= canvas["y"] + 24, "the picture begins 24 pixels below"


# --- no text runs into another --------------------------------------------------------------------

OVERLAPS = """() => {
    const found = [];
    for (const svg of document.querySelectorAll(".flinksim-stepper .middle svg")) {
        const room = svg.getBoundingClientRect();
        if (svg.matches(".travellers") || svg.closest("button, .legend") || room.width === 0) continue;
        const texts = [...svg.querySelectorAll("text")].filter((one) => !one.closest(".travellers"))
            .map((one) => [one.textContent, one.getBoundingClientRect(), one])
            .filter(([text, box, one]) => text.trim() !== "" && box.width > 0)
            .filter(([, , one]) => one.checkVisibility({ opacityProperty: true }));
        texts.forEach(([text, a, one], i) => {
            if (a.left < room.left - 1 || a.right > room.right + 1) found.push(`${text} is outside`);
            if (a.top < room.top - 3 || a.bottom > room.bottom + 1.5) found.push(`${text} is cut off`);
            let whole = one;
            const told = ":scope > title, :scope > rect > title";
            while (whole !== svg && !whole.querySelector(told)) whole = whole.parentElement;
            if (text.includes("…") && whole === svg) found.push(`nowhere whole: ${text}`);
            for (const [other, b] of texts.slice(i + 1)) {
                const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                if (wide > 1.5 && tall > 4) found.push(`${text} | ${other}`);
            }
        });
    }
    return found;
}"""
SIZES = [(1280, 800), (1280, 620), (1000, 700), (390, 844), (1920, 1080)]
FIRST_JOB = int(os.environ.get("FLINKSIM_FIRST_JOB", "0"))
"""Another number gives thirty other jobs."""


@pytest.mark.parametrize("seed", range(FIRST_JOB, FIRST_JOB + 30))
def test_no_text_of_a_job_runs_into_another(exported: Open, seed: int) -> None:
    trace = random_run(seed)
    wide, tall = SIZES[seed % len(SIZES)]
    page = exported(trace, width=wide, height=tall, by="key events")
    if wide == 1920:
        page.press("hall")
    for view in VIEWS:
        page.page.click(f'[data-view="{view}"]')
        if wide == 390 and view == "chart":
            page.page.click("[data-show-tab=job]")
        for part in (0.2, 0.6, 0.95):
            page.scrub(int(len(trace.events) * part))
            assert page.page.evaluate(OVERLAPS) == [], view


def test_a_hall_has_no_small_text(stage: Open) -> None:
    page = stage(demo(), width=1920, height=1080, position=LATE)
    page.page.keyboard.press("h")
    sizes = page.page.evaluate(
        """() => [...document.querySelectorAll(".flinksim-stepper *")]
            .filter((one) => one.offsetParent !== null || one.tagName === "text")
            .filter((one) => [...one.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
            .filter((one) => one.getBoundingClientRect().width > 0)
            .map((one) => [parseFloat(getComputedStyle(one).fontSize) * one.currentCSSZoom,
                           one.textContent.slice(0, 30)])"""
    )
    small = [one for one in sizes if one[0] < 18]
    assert small == []
    assert len(sizes) > 20
    page.page.wait_for_function("location.hash.includes('mode=hall')")


# --- checkpoints ----------------------------------------------------------------------------------


@cache
def crashed() -> Trace:
    simulation = simulate_crashing_flights(2)
    with redirect_stdout(StringIO()):
        simulation.run(until=2000)
        simulation.crash("departures 2/2").run()
    return simulation.trace


def test_checkpoints_are_listed_as_on_flinks_page_up_to_the_present(stage: Open) -> None:
    trace = crashed()
    page = stage(trace)
    page.page.click('[data-tab="checkpoints"]')
    page.page.keyboard.press("Home")
    table = page.page.locator(".sidePart.checkpoints")
    expect(table).to_contain_text("No checkpoint has begun yet")
    page.page.keyboard.press("End")
    expect(table).not_to_contain_text("No checkpoint has begun yet")
    rows = page.page.locator(".checkpointRow")
    begun = trace.get_events(e.CheckpointTriggered)
    assert rows.count() == len(begun)
    assert rows.first.inner_text().startswith(str(begun[-1].checkpoint))
    (restored,) = trace.get_events(e.CheckpointRestored)
    gone_back = page.page.locator(".checkpointRow", has_text="restored")
    assert gone_back.count() == 1
    assert gone_back.inner_text().startswith(str(restored.checkpoint))
    gone_back.click()
    completed = next(
        index
        for index, event in enumerate(trace.events)
        if isinstance(event, e.CheckpointCompleted) and event.checkpoint == restored.checkpoint
    )
    assert "is complete" in page.text("sentence")
    assert rows.count() == restored.checkpoint
    parts = [f for f in trace.events[:completed] if isinstance(f, e.CheckpointAcknowledged)]
    told = [f for f in parts if f.checkpoint == restored.checkpoint]
    assert page.page.locator(".checkpoint .part").count() == len(told)


def test_a_run_without_checkpoints_has_no_table_of_them(stage: Open) -> None:
    page = stage(demo())
    assert not page.page.is_visible('[data-tab="checkpoints"]')
