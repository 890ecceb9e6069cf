"""The inside of a task on the page: opened from any view, lit where it runs, moving with the steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from flinksim import NetworkSettings
from flinksim.course.demo import simulate_flights
from flinksim.simulation.program_source import extract_program_source
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import apply_events
from flinksim.viz.widgets.export.html_page import export_html
from tests.claim_runs import trace_of
from tests.viz.widgets.conftest import Exported
from tests.viz.widgets.test_stage import crashed

Open = Callable[..., Exported]


@cache
def small_buffers() -> Trace:
    """Two subtasks of each; a record takes more than a buffer."""
    return trace_of("channels", network=NetworkSettings(segment_bytes=24, buffer_timeout_ms=0))


def behind(trace: Trace, kind: type[Any], number: int = 0) -> int:
    """The position behind the fact of that kind and number."""
    return [at for at, event in enumerate(trace.events) if type(event) is kind][number] + 1


def part(page: Exported, name: str) -> str:
    """What stands in the box of a class."""
    return " ".join(page.page.locator(f'[data-part-of="{name}"] text').all_text_contents())


def test_it_opens_from_every_view_and_shows_the_task_that_runs(exported: Open) -> None:
    trace = small_buffers()
    for view in ("chart", "watermarks", "network", "whole run"):
        page = exported(trace, position=behind(trace, e.WindowAssigned), view=view)
        page.page.focus(".flinksim-stepper")
        page.page.keyboard.press("i")
        page.page.wait_for_selector('[data-part-of="StreamTaskNetworkInput"]')
    assert page.page.text_content('[data-part="insideTask"]') == "TumblingEventTimeWindows 2/2"
    assert page.page.locator('[data-part-of="StreamTaskNetworkOutput"].lit').count() == 1
    operators = page.page.locator("[data-operator] text").all_text_contents()
    assert "key a · key group 81" in operators
    page.page.click('[data-part="insideTasks"] [data-task="v1/0"]')
    assert "SourceReader" in page.page.inner_text('[data-part="inside"]')


def test_a_record_that_spans_two_buffers_is_shown_as_far_as_it_is_there(exported: Open) -> None:
    trace = small_buffers()
    page = exported(trace, position=behind(trace, e.RecordPartlyRead), view="inside")
    assert page.page.get_attribute("[data-spans]", "data-spans") == "1"
    assert "1 of 13 bytes of a record" in part(page, "StreamTaskNetworkInput")
    parted = behind(trace, e.RecordPartlyRead)
    rest = [at for at, event in enumerate(trace.events) if type(event) is e.ElementReceived]
    page.scrub(next(at for at in rest if at > parted) + 1)
    assert page.page.locator("[data-spans]").count() == 0


def test_a_key_is_hashed_to_its_subtask(exported: Open) -> None:
    trace = small_buffers()
    page = exported(trace, position=behind(trace, e.ChannelSelected), view="inside")
    told = part(page, "ChannelSelectorRecordWriter")
    for word in ("key", "a", "97", "81 of 128", "2 of 2", "KeyGroupStreamPartitioner"):
        assert word in told.replace("…", " "), word
    assert page.page.locator(".choice.now").count() == 1


def test_copies_are_counted_as_the_chain_hands_records_on(exported: Open) -> None:
    trace = small_buffers()
    page = exported(trace, position=0, view="inside")
    page.page.click('[data-part="insideTasks"] [data-task="v1/0"]')
    assert "0 copies" in part(page, "CopyingChainingOutput")
    page.page.keyboard.press("End")
    page.page.wait_for_selector('[data-part-of="CopyingChainingOutput"] text:text("2 copies")')


def test_the_oldest_event_time_stands_beside_the_watermark(exported: Open) -> None:
    """Nothing that is kept holds a watermark back: it stands beyond what panes and buffers have."""
    trace = trace_of("windows")
    fills = [at for at, event in enumerate(trace.events) if type(event) is e.WindowAssigned]
    page = exported(trace, position=0, view="inside")
    for at in (fills[0], fills[2], fills[-1]):
        page.scrub(at + 1)
        operator = trace.events[at].operator
        page.page.click(f'[data-part="insideTasks"] [data-task="v{operator[1:]}"]')
        panes = {
            pane: view.count
            for pane, view in apply_events(trace.events[: at + 1]).operators[operator].panes.items()
        }
        put = [
            event for event in trace.events[: at + 1]
            if isinstance(event, e.WindowAssigned) and event.operator == operator
        ]  # fmt: skip
        oldest = min(
            event.timestamp for event in put if panes.get((event.key, event.window), 0) > 0
        )
        shown = page.page.get_attribute(f'[data-operator="{operator}"]', "data-oldest")
        assert shown == str(oldest)


def test_the_oldest_event_time_in_a_channel_is_that_of_the_records_that_wait(
    exported: Open,
) -> None:
    trace = small_buffers()
    written = [at for at, event in enumerate(trace.events) if type(event) is e.ElementWritten]
    records = [at for at in written if trace.events[at].element == "record"]
    page = exported(trace, position=records[0] + 1, view="inside")
    for at in (records[0], records[-1], len(trace.events) - 1):
        page.scrub(at + 1)
        page.page.click('[data-part="insideTasks"] [data-task="v1/0"]')
        view = apply_events(trace.events[: at + 1])
        lanes = page.page.locator(".lane[data-oldest]").all()
        assert lanes
        for lane in lanes:
            channel = lane.get_attribute("data-channel")
            waits = [
                event.timestamp
                for event in map(trace.events.__getitem__, written)
                if event.channel == channel
                and view.channels[channel].read <= event.sequence < view.channels[channel].written
                and event.element == "record"
            ]
            assert lane.get_attribute("data-oldest") == (str(min(waits)) if waits else "")


def test_a_suspended_default_action_says_what_it_waits_for(exported: Open) -> None:
    trace = small_buffers()
    page = exported(trace, position=behind(trace, e.DefaultActionSuspended), view="inside")
    assert "Suspension: no input" in part(page, "MailboxProcessor")
    assert "NOTHING_AVAILABLE" in part(page, "DataInputStatus")
    assert page.page.get_attribute(".life.now", "data-life") == "invoke"
    page.page.keyboard.press("End")
    page.page.wait_for_selector('.life.now[data-life="FINISHED"]')


def test_a_class_on_the_stack_has_a_card_that_leads_on(exported: Open) -> None:
    trace = small_buffers()
    page = exported(trace, position=behind(trace, e.ChannelWatermarkChanged), view="inside")
    page.page.click('.frame[data-class="StatusWatermarkValve"]')
    card = page.page.inner_text('[data-card="StatusWatermarkValve"]')
    assert "in this run" in card
    assert "class of package streaming.runtime.watermarkstatus" in card
    page.page.fill("[data-ask]", "StreamStatus")
    page.page.wait_for_selector('[data-card="StreamStatus"][data-status="renamed"]')
    page.page.fill("[data-ask]", "slot runs one task")
    page.page.wait_for_selector('[data-status="incorrect"]')
    page.page.fill("[data-ask]", "WindowOperator")
    page.page.click('[data-card="WindowOperator"] [data-mark]')
    assert "WindowOperator" in page.text("stack")
    page.page.keyboard.press("Escape")
    page.page.click('[data-part="inside"] [data-class="CheckpointedInputGate"]')
    page.page.wait_for_selector('[data-card="CheckpointedInputGate"]')


def test_what_runs_moves_from_part_to_part(exported: Open) -> None:
    trace = small_buffers()
    position = behind(trace, e.WindowAssigned)
    page = exported(
        trace, position=position - 1, view="inside", by="event", reduced_motion="no-preference"
    )
    page.press("next")
    seen = []
    for _ in range(8):
        seen.append(
            page.page.evaluate(
                """() => { const one = document.querySelector(".runner");
                return one && [one.getAttribute("cx"), one.getAttribute("cy")].join(); }"""
            )
        )
        page.page.wait_for_timeout(40)
    assert len({one for one in seen if one is not None}) > 2, seen
    page.page.wait_for_timeout(600)
    assert page.page.locator(".runner").count() == 0, "it has arrived"


def test_with_reduced_motion_nothing_runs(exported: Open) -> None:
    trace = small_buffers()
    page = exported(trace, position=behind(trace, e.WindowAssigned) - 1, view="inside", by="event")
    page.press("next")
    assert page.page.locator(".runner").count() == 0


@pytest.mark.parametrize("size", [(1280, 800), (860, 560), (390, 844)])
def test_the_current_state_of_the_task_is_in_sight(exported: Open, size: tuple[int, int]) -> None:
    trace = small_buffers()
    page = exported(
        trace,
        position=behind(trace, e.WindowAssigned),
        view="inside",
        width=size[0],
        height=size[1],
    )
    state = page.page.locator(".life.now").bounding_box()
    room = page.page.locator('[data-part="inside"]').bounding_box()
    assert state is not None
    assert room is not None
    assert state["y"] >= room["y"] - 1  # half of the frame
    assert state["y"] + state["height"] <= room["y"] + room["height"]
    assert state["x"] + state["width"] <= room["x"] + room["width"] + 1
    names = page.page.locator(".life text").all_text_contents()
    assert "invoke" in names
    assert not any("\u2026" in name for name in names)
    assert size[0] < 1000 or len(names) == 11


def test_a_failed_task_has_not_done_what_follows_invoke(exported: Open) -> None:
    trace = crashed()
    page = exported(trace, position=behind(trace, e.TaskFailed), view="inside")
    names = page.page.locator(".life text").all_text_contents()
    assert names[-2:] == ["invoke", "FAILED"]


def test_what_follows_the_highlighted_calls_is_marked(exported: Open) -> None:
    """The call stack is that of an event within the step; the state is that at its end."""
    trace = trace_of("../situations/late_by_a_little")
    page = exported(trace, view="inside", by="key events")
    page.scrub(behind(trace, e.LateRecordDropped))
    page.press("back")
    page.press("next")
    assert "WindowOperator" in page.text("stack")
    assert "after this step: Suspension: no input" in part(page, "MailboxProcessor")


def test_the_line_of_the_program_has_the_values_of_its_variables(
    browser: Browser, tmp_path: Path
) -> None:
    simulation = simulate_flights().run()
    trace = simulation.trace
    keyed = [at for at, event in enumerate(trace.events) if type(event) is e.KeySelected]
    program = extract_program_source(simulation.cluster.job_graph)
    export_html(trace, tmp_path / "run.html", program=program)
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{(tmp_path / 'run.html').as_uri()}#view=inside&by=event&event={keyed[0] + 1}")
    page.wait_for_selector("html[data-ready=yes]")
    words = page.inner_text('[data-part="code"]')
    event = trace.events[keyed[0]]
    assert isinstance(event, e.KeySelected)
    assert ".sum(2)" in words
    assert f"key = {event.key}" in words
    assert "value = (" in words
    assert page.locator('[data-part="code"] code').evaluate(
        "(one) => one.scrollWidth <= one.clientWidth + 1"
    )
