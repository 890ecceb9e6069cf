"""The network on the page: channels with their buffers and credit, metrics, the whole run over time."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest

from benchmarks import network_experiments as experiments
from flinksim import NetworkSettings
from flinksim.trace.events import (
    BufferSent,
    CreditAnnounced,
    LatencyMeasured,
    ProcessingTimeAdvanced,
    ReadingStopped,
)
from flinksim.trace.metrics.job_metrics import MetricsView
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView, apply_events
from flinksim.viz.widgets.export.html_page import to_html
from flinksim.viz.widgets.stepper_widget import StepperWidget
from tests.trace.fixtures import made_up_trace
from tests.viz.widgets.conftest import Exported

Open = Callable[..., Exported]
CHATTY = NetworkSettings(buffer_timeout_ms=0, segment_bytes=64)
SOURCE, COLD, HOT = "v1/0", "v3/0", "v3/1"


@cache
def hot_key() -> Trace:
    return experiments.run(experiments.one_hot_key(120), CHATTY)


@cache
def over_a_slow_link() -> Trace:
    items = [experiments.record(number) for number in range(300)]
    network = NetworkSettings(segment_bytes=64, latency_ms=20, buffer_timeout_ms=10)
    return experiments.run(experiments.over_a_link(items), network)


@cache
def before_credits() -> Trace:
    network = NetworkSettings(buffer_timeout_ms=0, segment_bytes=32, flow_control="before credits")
    return experiments.run(experiments.two_streams_over_one_link(), network)


def first(trace: Trace, wanted: Callable[[JobView], bool]) -> tuple[int, JobView]:
    """The first position at which the view is as *wanted*, and the view there."""
    view = JobView()
    for index, event in enumerate(trace.events):
        apply_events([event], view)
        if wanted(view):
            return index + 1, view
    raise AssertionError("it never is")


def pips(page: Exported, channel: str, kind: str) -> int:
    return page.page.locator(f'[data-channel="{channel}"] .{kind}').count()


def lane(page: Exported, channel: str) -> str:
    """What is written on a channel's row."""
    return " ".join(page.page.locator(f'[data-channel="{channel}"] text').all_text_contents())


def pin(page: Exported, task: str) -> None:
    page.page.click(f'[data-task="{task}"]')


# --- views ---------------------------------------------------------------------------------------


def test_a_run_without_watermarks_opens_at_its_network(exported: Open) -> None:
    page = exported(hot_key(), position=50)
    assert page.page.is_visible('[data-part="channels"]')
    assert not page.page.is_visible('[data-part="valve"]')
    page.page.click('[data-view="watermarks"]')
    assert page.page.is_visible('[data-part="valve"]')
    assert not page.page.is_visible('[data-part="channels"]')


def test_a_run_with_windows_opens_at_the_plane(exported: Open) -> None:
    page = exported(made_up_trace(20), position=50)
    assert page.page.is_visible('[data-part="chart"] canvas')
    assert not page.page.is_visible('[data-part="valve"]')


def test_the_view_can_be_chosen_from_python() -> None:
    assert StepperWidget(hot_key(), view="whole run").view == "whole run"
    assert '"view": "network"' in to_html(made_up_trace(5), view="network")
    with pytest.raises(ValueError, match="view='money': expected one of 'simple', 'chart'"):
        StepperWidget(hot_key(), view="money")
    with pytest.raises(ValueError, match="view='money'"):
        to_html(hot_key(), view="money")


# --- channels ------------------------------------------------------------------------------------


def test_pips_are_the_buffers_of_the_view_forwards_and_backwards(exported: Open) -> None:
    trace = over_a_slow_link()
    page = exported(trace)
    (channel,) = (each.id for each in trace.plan.channels)
    pin(page, trace.plan.channels[0].target)
    places = list(range(1, len(trace.events), len(trace.events) // 9))
    seen = set()
    for position in [*places, *reversed(places)]:
        page.scrub(position)
        view = apply_events(trace.events[:position]).channels[channel]
        words = page.label("channels")
        assert f"{view.queued} buffers queued, {view.on_wire} in transit, " in words
        assert f"{view.received} received, credit {view.credit}, " in words
        assert f"{view.credit_under_way} in transit, {view.unannounced} not announced" in words
        empty = f"{view.exclusive} exclusive, {view.floating} floating; {view.required} are needed"
        assert f"empty buffers: {empty}" in words
        if view.queued <= 10:
            assert pips(page, channel, "full") == view.queued
        if view.on_wire <= 5:
            assert pips(page, channel, "wired") == view.on_wire
        assert pips(page, channel, "got") == view.received
        assert pips(page, channel, "exclusive") == view.exclusive
        seen.add((view.on_wire > 0, view.credit > 0, view.floating > 0))
    assert len(seen) > 2, "the moments differ"


def test_a_sender_without_credit_is_told_from_one_with_nothing_to_send(exported: Open) -> None:
    trace = hot_key()
    (hot,) = (each.id for each in trace.plan.channels if each.target == HOT)
    page = exported(trace)
    pin(page, HOT)
    may_not, _ = first(
        trace,
        lambda v: hot in v.channels and not v.channels[hot].credit and v.channels[hot].queued > 3,
    )
    page.scrub(may_not)
    assert "no credit" in lane(page, hot)
    assert page.page.locator(".wire.hindered").count() == 1, "and in the picture of the job"
    may, _ = first(
        trace,
        lambda v: hot in v.channels and v.channels[hot].credit > 0 and v.channels[hot].queued > 0,
    )
    page.scrub(may)
    assert "no credit" not in lane(page, hot)
    assert page.page.locator(".wire.hindered").count() == 0


def test_credit_on_its_way_back_is_drawn(exported: Open) -> None:
    trace = over_a_slow_link()
    (channel,) = (each.id for each in trace.plan.channels)
    announced = next(
        i for i, event in enumerate(trace.events) if isinstance(event, CreditAnnounced)
    )
    page = exported(trace, position=announced + 1)
    event = trace.events[announced]
    assert isinstance(event, CreditAnnounced)
    assert pips(page, channel, "wiredCredit") == event.under_way > 0


def test_the_backlog_is_what_the_sender_last_told(exported: Open) -> None:
    trace = over_a_slow_link()
    sent = [
        i
        for i, event in enumerate(trace.events)
        if isinstance(event, BufferSent) and event.backlog > 1
    ]
    event = trace.events[sent[0]]
    assert isinstance(event, BufferSent)
    page = exported(trace, position=sent[0] + 1)
    assert f"backlog {event.backlog}" in page.label("channels")


def test_before_credits_a_connection_that_is_not_read_says_so_on_all_its_channels(
    exported: Open,
) -> None:
    trace = before_credits()
    stopped = [i for i, event in enumerate(trace.events) if isinstance(event, ReadingStopped)]
    event = trace.events[stopped[0]]
    assert isinstance(event, ReadingStopped)
    slow = next(each for each in trace.plan.channels if each.id == event.channel)
    fast = next(
        each for each in trace.plan.channels if (each.source, each.target) == ("v1/1", "v3/1")
    )
    position, _ = first(
        trace,
        lambda v: (
            fast.id in v.channels
            and v.channels[slow.id].stops_reading
            and v.channels[fast.id].queued > 0
        ),
    )
    page = exported(trace, position=position)
    pin(page, slow.target)
    assert "no free buffer: not reading" in lane(page, slow.id)
    pin(page, fast.target)
    assert "blocked by ch 0 of work 1/2" in lane(page, fast.id)
    page.scrub(stopped[0])
    assert "held up" not in lane(page, fast.id)


def test_pools_add_up_to_the_usage_that_the_metrics_give(exported: Open) -> None:
    trace = hot_key()
    page = exported(trace, position=len(trace.events) // 2)
    metrics = MetricsView()
    for event in trace.events[: page.position]:
        metrics.apply(event)
    pin(page, HOT)
    used = round(100 * float(metrics.get_task_metrics(HOT)["inPoolUsage"]))
    assert page.label("pools").startswith(f"in pool {used} %")
    pin(page, SOURCE)
    used = round(100 * float(metrics.get_task_metrics(SOURCE)["outPoolUsage"]))
    assert f"out pool {used} %" in page.label("pools")


# --- busy, idle, backpressured -------------------------------------------------------------------


def test_a_task_has_the_colour_and_the_words_of_how_it_spent_its_time(exported: Open) -> None:
    trace = hot_key()
    page = exported(trace, position=len(trace.events) // 2)
    colours = {}
    for task, word in ((SOURCE, "backpressured"), (HOT, "busy"), (COLD, "idle")):
        label = page.page.locator(f'[data-task="{task}"] > title').text_content() or ""
        (most,) = re.findall(rf"{word} (\d+) %", label)
        assert int(most) > 70, label
        shade = page.page.get_attribute(f'[data-task="{task}"] .shade', "style") or ""
        colours[word] = [int(part) for part in re.findall(r"\d+", shade.partition(")")[0])]
        assert word in page.page.text_content(f'[data-task="{task}"]'), "not by colour alone"
    red, _, blue = colours["busy"]
    assert red > blue + 50
    red, _, blue = colours["idle"]
    assert blue > red + 50
    assert max(colours["backpressured"]) - min(colours["backpressured"]) < 30, "grey, as in Flink"


# --- metrics -------------------------------------------------------------------------------------


def table(page: Exported) -> list[list[str]]:
    found: list[list[str]] = page.page.evaluate(
        """Array.from(document.querySelectorAll('[data-part="metrics"] tbody tr'),
            (row) => Array.from(row.children, (cell) => cell.textContent))"""
    )
    return found


def test_the_table_tells_what_was_and_what_is(exported: Open) -> None:
    trace = hot_key()
    page = exported(trace, position=len(trace.events) // 2)
    page.by("record")
    page.press("next")
    now = page.position
    page.press("back")
    was = page.position
    page.press("next")
    views = {}
    for position in (was, now):
        view = MetricsView()
        for event in trace.events[:position]:
            view.apply(event)
        views[position] = view
    page.page.fill('[data-part="filter"]', "numRecordsIn source")
    rows = {row[0]: row[1:] for row in table(page)}
    old, new = (int(views[p].get_task_metrics(SOURCE)["numRecordsIn"]) for p in (was, now))
    change = f"▲ +{new - old}" if new > old else ""
    assert rows["numRecordsIn"] == [str(old), str(new), change]


def test_the_selected_task_stands_first(exported: Open) -> None:
    page = exported(hot_key(), position=300)
    for task, name in ((HOT, "Map 2/2"), (COLD, "Map 1/2")):
        pin(page, task)
        assert table(page)[0] == [name]
        assert page.page.inner_text(".metrics .section.selected") == name


def test_the_table_can_be_filtered_by_words_in_any_order(exported: Open) -> None:
    page = exported(hot_key(), position=300)
    page.page.fill('[data-part="filter"]', "usage shuffle.netty.output v3/1")
    assert [row[0] for row in table(page)] == ["Map 2/2", "outPoolUsage"]
    page.page.fill('[data-part="filter"]', "no such thing")
    assert table(page) == [["No metric matches."]]
    page.page.press('[data-part="filter"]', "Escape")
    assert len(table(page)) > 40


def test_letters_in_the_filter_do_not_step(exported: Open) -> None:
    page = exported(hot_key(), position=300)
    page.page.type('[data-part="filter"]', "1 2")
    page.page.press('[data-part="filter"]', "ArrowRight")
    assert page.position == 300
    assert page.page.input_value('[data-part="grain"]') == "step"


def test_only_what_changed_can_be_shown(exported: Open) -> None:
    page = exported(hot_key(), position=300)
    page.press("changed")
    rows = [row for row in table(page) if len(row) == 4]
    assert rows
    assert all(row[1] != row[2] or row[3] for row in rows)
    page.press("changed")
    assert len(table(page)) > 40


def test_latencies_are_told_by_operator_and_source(exported: Open) -> None:
    page = exported(with_latency_markers())
    page.press("last")
    page.page.click('[data-view="network"]')
    page.page.fill('[data-part="filter"]', "latency mean")
    rows = [row for row in table(page) if len(row) == 4]
    assert rows, "the markers have come somewhere"
    assert all("latency mean from Source: numbers" in row[0] for row in rows)
    ages = [event.latency for event in with_latency_markers().get_events(LatencyMeasured)]
    assert min(ages) == 20, "the latency of the link"
    assert {row[2] for row in rows} == {f"{sum(ages) / len(ages):g}"}


@cache
def with_latency_markers() -> Trace:
    env = experiments.over_a_link(
        item for n in range(20) for item in (experiments.record(n), experiments.pause(10))
    )
    env.get_config().set_latency_tracking_interval(50)
    return experiments.run(env, NetworkSettings(latency_ms=20, buffer_timeout_ms=0))


# --- the keyboard --------------------------------------------------------------------------------


def test_views_filter_and_tables_can_be_reached_with_the_tab_key(exported: Open) -> None:
    page = exported(hot_key(), position=300)
    reached = set()
    page.page.focus(".flinksim-stepper")
    for _ in range(40):
        page.page.keyboard.press("Tab")
        reached.add(
            page.page.evaluate(
                "(({ view, act, part, task }) => view ?? act ?? part ?? task ?? '')"
                "(document.activeElement.dataset)"
            )
        )
    assert reached >= {
        "watermarks", "network", "whole run", "changed", "filter", "metrics", "channels", SOURCE,
    }  # fmt: skip
    page.page.focus('[data-view="whole run"]')
    page.page.keyboard.press("Enter")
    assert page.page.is_visible('[data-part="plot"]')


# --- the whole run -------------------------------------------------------------------------------


def test_a_click_on_the_plot_goes_to_that_time_and_the_playhead_follows(exported: Open) -> None:
    trace = hot_key()
    page = exported(trace)
    page.page.click('[data-view="whole run"]')
    ends = trace[-1].time_ms
    box = page.page.locator('[data-part="plot"] .plotGround').first.bounding_box()
    assert box is not None
    for part in (0.25, 0.75, 0.5):
        page.page.mouse.click(box["x"] + part * box["width"], box["y"] + 4)
        assert trace[page.step].time_ms == pytest.approx(part * ends, abs=ends / 50)
        after = trace.events[page.position]
        assert isinstance(after, ProcessingTimeAdvanced), "at the end of that millisecond"
        head = page.page.locator('[data-part="playhead"]').bounding_box()
        assert head is not None
        assert head["x"] + 1.5 == pytest.approx(box["x"] + part * box["width"], abs=12)


def test_the_plot_has_a_row_for_each_task_and_a_curve_for_each_channel(exported: Open) -> None:
    page = exported(hot_key(), position=100)
    page.page.click('[data-view="whole run"]')
    pin(page, SOURCE)
    assert page.page.locator("[data-conditions]").count() == 3
    assert page.page.locator('[data-conditions="v1/0"] .backpressured').count() == 1
    assert page.page.locator('[data-conditions="v3/1"] .backpressured').count() == 0
    remote = sum(not each.local for each in hot_key().plan.channels)
    curves = page.page.locator('[data-part="plot"] path.curve').count()
    assert curves == (2 + remote) + remote + 2, "queues of both ends, credit, rates"


def test_a_run_that_took_no_time_is_shown_by_steps(exported: Open) -> None:
    trace = experiments.run(experiments.slow_in_the_middle(0), CHATTY)
    page = exported(trace, position=5)
    page.page.click('[data-view="whole run"]')
    assert not page.page.is_visible('[data-plot="unit"]')
    assert page.page.locator("[data-track] .of-records").count() > 0


@pytest.mark.parametrize("width", [1280, 900, 500])
def test_nothing_sticks_out_sideways(exported: Open, width: int) -> None:
    page = exported(hot_key(), position=300, width=width)
    for view in ("network", "whole run", "watermarks"):
        page.page.click(f'[data-view="{view}"]')
        wide = page.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, view
