"""What moves outside of the simple view: a barrier blocks a channel, and an idle input fades out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView
from tests.claim_runs import trace_of
from tests.viz.widgets.conftest import Exported

Open = Callable[..., Exported]

FRAMES = """async (selectors) => {
    const frames = [];
    document.querySelector('[data-act="next"]').click();
    for (const start = performance.now(); performance.now() - start < 1500; ) {
        await new Promise(requestAnimationFrame);
        frames.push(selectors.map(([selector, name]) =>
            Number(document.querySelector(selector)?.getAttribute(name) ?? NaN)));
    }
    return frames;
}"""


def find(trace: Trace, matches: Callable[[Any], bool]) -> int:
    """The position after the first event that matches."""
    return next(index for index, event in enumerate(trace.events) if matches(event)) + 1


def waiting_in(trace: Trace, channel: str, position: int) -> int:
    state = JobView()
    for event in trace.events[:position]:
        state.apply(event)
    view = state.channels[channel]
    return view.written - view.read if view.blocked else -1


def moved(values: list[float]) -> int:
    """How many different values there are on the way."""
    return len({round(value, 2) for value in values if value == value})


@pytest.mark.parametrize("view", ["network", "inside"])
def test_a_barrier_shuts_the_gate_of_its_channel(exported: Open, view: str) -> None:
    trace = trace_of("../runs/barrier_alignment")
    blocked = find(trace, lambda one: isinstance(one, e.ChannelBlocked))
    event = trace.events[blocked - 1]
    assert isinstance(event, e.ChannelBlocked)
    gate = f'[data-m="gate {event.channel}"]'
    page = exported(
        trace, position=blocked - 1, view=view, by="event", reduced_motion="no-preference"
    )
    heights = [height for (height,) in page.page.evaluate(FRAMES, [[gate, "height"]])]
    assert page.position == blocked
    assert moved(heights) > 4
    assert heights == sorted(heights)
    assert heights[-1] > 20
    # it opens again when the barrier has arrived on all channels
    opened = next(
        index
        for index in range(blocked, len(trace.events))
        if isinstance(trace.events[index], e.ChannelUnblocked)
        and trace.events[index].channel == event.channel  # type: ignore[union-attr]
    )
    page.scrub(opened + 1)
    assert page.page.get_attribute(gate, "height") == "0"


def test_records_pile_up_behind_the_barrier(exported: Open) -> None:
    trace = trace_of("../runs/barrier_alignment")
    channel = "v1/0>v7/0"
    blocked = find(trace, lambda one: isinstance(one, e.ChannelBlocked) and one.channel == channel)
    page = exported(trace, position=blocked, view="network", by="event")
    counts = []
    for position in range(blocked, blocked + 440, 20):
        count = waiting_in(trace, channel, position)
        if count < 0:
            break
        page.scrub(position)
        pile = page.page.locator(".pile").first
        assert pile.get_attribute("data-waits") == str(count)
        assert pile.locator("circle").count() == min(6, count)
        assert f"{count} elements wait" in pile.text_content() or count == 1
        counts.append(count)
    assert max(counts) > min(counts)
    # the next one to be read lies nearest to the gate
    circles = [float(one.get_attribute("cx") or 0) for one in pile.locator("circle").all()]
    assert circles == sorted(circles, reverse=True)


def test_an_idle_split_fades_out_of_the_minimum(exported: Open) -> None:
    trace = trace_of("../situations/idle_split")
    idle = find(trace, lambda one: isinstance(one, e.SplitStatusChanged) and one.idle)
    split = trace.events[idle - 1].split  # type: ignore[union-attr]
    page = exported(
        trace, position=idle - 1, view="watermarks", by="event", reduced_motion="no-preference"
    )
    bar, feed = f'.row [data-m="{split}"]', f'[data-m="feed {split}"]'
    frames = page.page.evaluate(FRAMES, [[bar, "opacity"], [feed, "opacity"]])
    for values in zip(*frames, strict=True):
        assert moved(list(values)) > 4
        assert values[0] > values[-1]
        assert values[-1] <= 0.3


def test_the_simple_view_names_the_idle_split(exported: Open) -> None:
    """The splits of a source, although there is one channel only."""
    trace = trace_of("../situations/idle_split")
    idle = find(trace, lambda one: isinstance(one, e.SplitStatusChanged) and one.idle)
    split = trace.events[idle - 1].split  # type: ignore[union-attr]
    page = exported(trace, position=idle - 1, view="simple", by="event")
    assert page.page.locator(".simpleStage .input").count() == 2
    assert page.page.locator(".simpleStage .input.idle").count() == 0
    page.scrub(idle)
    row = page.page.locator(".simpleStage .input.idle")
    assert row.count() == 1
    assert split in row.text_content()
    assert "not counted" in row.text_content()
