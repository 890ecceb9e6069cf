"""Event-time chart: what it is drawn from, held against Python's fold and links; and what one can do on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from flinksim import simulate
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.course.lesson import open_lesson
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import KeyedBroadcastProcessFunction
from flinksim.datastream.state import MapStateDescriptor
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.trace import events as e
from flinksim.trace.query import find_contained_records, find_step
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView, apply_events
from tests.trace.closing import closing_of
from tests.trace.fixtures import made_up_trace
from tests.trace.random_runs import random_run
from tests.viz.widgets.conftest import Exported
from tests.viz.widgets.test_moments import demo
from tests.viz.widgets.test_twins import ask, real_run, twin  # noqa: F401

to_json = partial(json.dumps, separators=(",", ":"))
Open = Callable[..., Exported]
RUNS = [
    made_up_trace,
    real_run,
    demo,
    *(partial(random_run, seed) for seed in (0, 1, 2, 3, 5, 7, 9)),
]
NAMES = ["made up", "real", "demo", "near MAX", "1", "2", "3", "near MIN", "of a day", "restarts"]


def plane_of(page: Page, trace: Trace) -> dict[str, Any]:
    code = """(() => {
        const run = new parts.ChartData(trace);
        const last = (index) => (index === Infinity ? -1 : index);
        return {
            keys: run.keys,
            dots: run.dots.map((d) => [d.index, d.time, d.key, d.source, d.split, d.late?.index ?? -1]),
            panes: run.panes.map((p) => [p.operator, run.keys[p.key], p.window, p.openedAt, last(p.closedAt),
                p.firings.map((f) => f.index), p.counts.at(-1) ?? 0]),
            lates: run.lateRecords.map((late) => {
                const { pane, closedAt, closingRecord } = parts.explainLateness(trace, run, late);
                return [late.index, closedAt, closingRecord, pane ? pane.window : ""];
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
        apply_events(trace.events[done:position], view)
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
    assert fired == [i for i, event in enumerate(trace.events) if type(event) is e.WindowFired]


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
    for index, event in enumerate(trace.events):
        if type(event) is e.SourceRecordRead and event.timestamp is not None:
            times[index] = event.timestamp
        elif type(event) is e.TimestampAssigned:
            behind = find_contained_records(trace, index) or [index]
            if type(trace.events[behind[-1]]) is e.SourceRecordRead:
                times[behind[-1]] = event.after
        elif type(event) is e.RecordFiltered and find_contained_records(trace, index):
            filtered.add(find_contained_records(trace, index)[-1])
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
    late = [i for i, event in enumerate(trace.events) if type(event) is e.LateRecordDropped]
    assert [one[0] for one in found["lates"]] == late
    for index, over, closer, window in found["lates"]:
        event = trace.events[index]
        assert isinstance(event, e.LateRecordDropped)
        node, number = event.operator[1:].split("/")
        vertex = next(v for v in trace.plan.vertices if int(node) in [o.node for o in v.operators])
        begins = [
            i
            for i, one in enumerate(trace.events[:index])
            if type(one) is e.ExecutionReset and one.subtask == f"{vertex.id}/{number}"
        ]
        moves = [
            i
            for i, one in enumerate(trace.events[:index])
            if type(one) is e.OperatorWatermarkAdvanced
            and one.operator == event.operator
            and i > max(begins, default=-1)
        ]
        limit = event.cleanup_time
        passed = [
            i
            for i in moves
            if (
                event.timestamp < trace.events[i].after
                if limit is None
                else trace.events[i].after >= limit
            )  # type: ignore[union-attr, operator]
        ]
        assert over == (passed[0] if passed else -1)
        if closer >= 0:
            assert type(trace.events[closer]) is e.SourceRecordRead
        if not window:
            continue
        windows = {to_json(one) for one in _windows(event.windows)}
        assert window in windows
        firing = _on_time_firing(trace, event, json.loads(window), index)
        if firing is None or firing > over + 400 or limit != json.loads(window)[1] - 1:
            continue
        try:
            closing = closing_of(trace, firing)
        except LookupError:
            continue
        # generators that pass in the same millisecond let it go together
        of_generators = closing.needs - {*find_contained_records(trace, firing)}
        assert closer in {*closing.any_of, *of_generators}, f"fact {index}"


def _windows(windows: Any) -> list[Any]:
    if isinstance(windows, tuple) and windows and isinstance(windows[0], tuple):
        return list(windows)
    return [windows]


def _on_time_firing(trace: Trace, late: Any, window: list[int], before: int) -> int | None:
    for index, event in enumerate(trace.events[:before]):
        if (
            type(event) is e.WindowFired
            and (event.operator, event.key, event.window)
            == (late.operator, late.key, tuple(window))
            and event.kind == "on time"
        ):
            return index
    return None


# --- on the page ---------------------------------------------------------------------------------


@pytest.fixture
def plane(exported: Open) -> Open:
    return partial(exported, view="chart", by="key events", position=None)


def test_the_demo_opens_at_its_question_and_says_what_is_in_the_picture(plane: Open) -> None:
    page = plane(demo())
    assert page.text("question") == "52 records are too late. Why?"
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
    assert "too late: [15:00:00, 16:00:00) was closed" in words
    assert "closed by" in words
    page.page.mouse.click(x, y)
    assert page.step == find_step(trace, here - 1)


def test_keys_are_all_there_and_can_be_searched_sorted_and_chosen(plane: Open) -> None:
    page = plane(demo())
    keys = {json.loads(to_json(f.key)) for f in demo().events if type(f) is e.KeySelected}
    page.page.click('[data-plane="keys"]')
    rows = page.page.locator(".keyRow b")
    expect(rows).to_have_count(len(keys))  # more as the run is read
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


# --- every screen --------------------------------------------------------------------------------

SIZES = {"Lab": (1280, 800), "projector": (1280, 620), "phone": (390, 844)}
ALWAYS = {
    "sentence": '[data-part="sentence"]', "back": '[data-act="back"]', "play": '[data-act="play"]',
    "next": '[data-act="next"]', "last": '[data-act="last"]', "strip": ".strip",
    "grain": '[data-part="grain"]',
    "picture": ".planeStage canvas",
}  # fmt: skip
IN_SIGHT = """(selectors) => Object.entries(selectors).map(([name, selector]) => {
    const one = document.querySelector(`.flinksim-stepper ${selector}`);
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [name, left, top, right, bottom, one.scrollHeight - one.clientHeight];
})"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_sentence_controls_and_picture_are_always_in_sight_together(
    plane: Open, size: str, scheme: str
) -> None:
    wide, tall = SIZES[size]
    page = plane(demo(), width=wide, height=tall, color_scheme=scheme)
    for _ in range(12):
        boxes = page.page.evaluate(IN_SIGHT, ALWAYS)
        for name, left, top, right, bottom, hidden in boxes:
            assert left >= 0, name
            assert top >= 0, name
            assert right <= wide, name
            assert bottom <= tall, name
            if name == "sentence":
                assert hidden <= 1, "the sentence is cut"
            if name == "picture":
                assert right - left >= 0.6 * min(wide, 1000)
                assert bottom - top >= 0.28 * tall
        page.press("back")
    for axis in ("Width", "Height"):
        over = f"document.documentElement.scroll{axis} - document.documentElement.client{axis}"
        assert page.page.evaluate(over) == 0, "the page scrolls"


def test_on_a_phone_there_is_one_panel_at_a_time(plane: Open) -> None:
    page = plane(demo(), width=390, height=844)
    panels = {"chart": ".planePanel", "results": ".resultRows", "events": ".factRows"}
    for tab in (*panels, "chart"):
        page.page.click(f'[data-show-tab="{tab}"]')
        seen = [name for name, selector in panels.items() if page.page.is_visible(selector)]
        assert seen == [tab]


# --- beside the plane ----------------------------------------------------------------------------


class SecondField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


def fires_again() -> Trace:
    """Windows with allowed lateness and records that come late, but not too late."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.get_config().set_auto_watermark_interval(10)
    random = Random(4)
    items = []
    for number in range(60):
        items += [
            at(20 * number),
            record((random.choice("ab"), 20 * number + random.randrange(300))),
        ]
    strategy: Any = WatermarkStrategy.for_monotonous_timestamps()
    stream = env.from_source(
        ScriptedSource({"one": items}),
        strategy.with_timestamp_assigner(SecondField()),
        "numbers",
    )
    windows = stream.key_by(lambda value: value[0]).window(
        TumblingEventTimeWindows.of(Time.milliseconds(400))
    )
    windows.allowed_lateness(250).max(1).print()
    simulation = simulate(env)
    with redirect_stdout(StringIO()):
        simulation.run()
    return simulation.trace


def result_rows(page: Exported) -> list[str]:
    return page.page.locator(".resultRow").evaluate_all("(all) => all.map((one) => one.title)")


def test_the_result_table_fills_and_is_appended_to_updated_or_complete(plane: Open) -> None:
    trace = fires_again()
    page = plane(trace, height=1600)
    written = [i for i, event in enumerate(trace.events) if type(event) is e.ResultWritten]
    fired = [i for i, event in enumerate(trace.events) if type(event) is e.WindowFired]
    for position in (written[0], written[len(written) // 2] + 1, len(trace.events)):
        page.scrub(position)
        done = sum(i < position for i in written)
        rows = {}
        for mode in ("append", "update", "complete"):
            page.page.click(f'[data-mode="{mode}"]')
            rows[mode] = int(page.page.inner_text("[data-count]").split()[0])
        assert rows["append"] == done
        # results come one for each firing; the sink is chained to the windows or gets them in order
        panes = {
            (event.operator, event.key, event.window)  # type: ignore[union-attr]
            for event in (trace.events[i] for i in fired[:done])
        }
        assert rows["update"] == rows["complete"] == len(panes)
    assert len(written) == len(fired)
    assert rows["append"] > rows["update"], "some panes fired again"


CUT_CELLS = """(rows) => rows.flatMap((row) => [...row.children].slice(0, 2))
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""


@pytest.mark.parametrize("number", ["04", "06", "27"])
def test_keys_and_windows_of_results_are_whole(exported: Open, number: str) -> None:
    page = exported(open_lesson(number).run.trace, position=None, width=1280, height=800)
    page.press("last")
    rows = page.page.locator(".resultRow")
    assert rows.count() >= 3
    assert rows.evaluate_all(CUT_CELLS) == []


def test_a_result_stands_at_its_key_and_window_and_leads_to_its_step(plane: Open) -> None:
    trace = demo()
    page = plane(trace)
    page.press("last")
    page.page.click('[data-mode="complete"]')
    titles = result_rows(page)
    fired = {}
    for event in trace.events:
        if type(event) is e.WindowFired:
            last = event
        elif type(event) is e.ResultWritten:
            fired[(last.key, last.window)] = event.value
    assert page.page.inner_text("[data-count]") == f"{len(fired)} rows"
    values = [int(title.rsplit(", ", 1)[1].rstrip(")")) for title in titles]
    expected = [value[2] for _, value in sorted(fired.items())]
    assert values == expected[: len(values)]
    page.page.click(".resultRow >> nth=2")
    assert type(trace.events[page.position - 1]) is e.ResultWritten
    assert trace.events[page.position - 1].value[2] == values[2]  # type: ignore[union-attr, index]


def test_events_can_be_found_by_kind_and_by_words_and_the_story_opens(plane: Open) -> None:
    trace = demo()
    page = plane(trace)
    page.page.click('[data-tab="events"]')
    assert page.page.locator(".factRow.here").inner_text().startswith(f"step {page.step}")
    page.page.select_option('[data-of="events"] select', "LateRecordDropped")
    page.page.wait_for_function("document.querySelector('.found').textContent === '52 events'")
    page.page.fill('[data-of="events"] input', "(EV, ")
    late = [f for f in trace.events if type(f) is e.LateRecordDropped and f.key == "EV"]
    words = f"{len(late)} events"
    page.page.wait_for_function(f"document.querySelector('.found').textContent === '{words}'")
    page.page.click(".factRow .go >> nth=0")
    first = next(i for i, f in enumerate(trace.events) if f is late[0])
    assert page.position == first + 1
    page.page.fill('[data-of="events"] input', "")
    page.page.select_option('[data-of="events"] select', "")
    page.page.click('[data-chip="firing"]')
    shown = page.page.locator(".factRow").evaluate_all("(all) => all.map((one) => one.className)")
    assert shown
    assert all("k-firing" in one for one in shown)
    page.page.click('[data-chip="firing"]')
    page.page.evaluate("document.querySelector('.factRows').scrollTop = 0")
    page.page.wait_for_selector(".factRow.k-start")
    page.page.click(".factRow.k-fill .more >> nth=0")
    assert "steps: " in page.page.inner_text(".factRow.quiet")
    assert page.page.locator(".factRow.fact").count() > 3


# --- two sources ---------------------------------------------------------------------------------


def from_two_sources() -> Trace:
    """Two sources whose splits have one name, and an operator between that keeps nothing."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.get_config().set_auto_watermark_interval(10)
    streams = []
    for name in ("orders", "payments"):
        items = [item for n in range(20) for item in (record(("a", 100 * n)), at(20 * n + 20))]
        strategy: Any = WatermarkStrategy.for_monotonous_timestamps()
        assigned = strategy.with_timestamp_assigner(SecondField())
        streams.append(env.from_source(ScriptedSource(items), assigned, name))
    both = streams[0].union(streams[1]).rebalance().map(lambda value: value).name("between")
    windows = both.key_by(lambda value: value[0]).window(
        TumblingEventTimeWindows.of(Time.milliseconds(400))
    )
    windows.max(1).print()
    simulation = simulate(env)
    with redirect_stdout(StringIO()):
        simulation.run()
    return simulation.trace


def test_sources_whose_splits_have_one_name_are_told_apart(plane: Open) -> None:
    page = plane(from_two_sources())
    signs = page.page.locator(".planePanel .signs")
    expect(signs).to_contain_text("watermark of orders")
    expect(signs).to_contain_text("payments")
    expect(signs).not_to_contain_text("script")


def test_a_task_that_keeps_nothing_says_what_it_has_received(plane: Open) -> None:
    trace = from_two_sources()
    page = plane(trace, height=1000)
    page.press("last")
    between = next(v.id for v in trace.plan_or_none.vertices if v.name == "between")
    (received,) = [
        sum(type(f) is e.ElementReceived and f.subtask == one.id and f.element == "record"
            for f in trace.events)
        for one in trace.plan_or_none.subtasks if one.vertex == between
    ]  # fmt: skip
    assert received == 40
    strip = page.page.locator(f'.stripPicture [data-task="{between}/0"]')
    expect(strip).to_contain_text("40 received")


# --- addresses -----------------------------------------------------------------------------------


def test_an_address_opens_just_what_it_names_and_is_kept_up(plane: Open) -> None:
    trace = demo()
    page = plane(trace)
    page.page.click('[data-plane="keys"]')
    page.page.click('.keyRow:has(b:text-is("UA"))')
    page.page.keyboard.press("Escape")
    page.press("back")
    page.press("copy")
    page.page.wait_for_function(
        "document.querySelector('[data-act=copy]').textContent !== 'copy link'"
    )
    address = page.page.url
    assert f"#step={page.step}&view=chart&key=UA" in address
    step, position = page.step, page.position
    page.press("first")
    page.page.goto("about:blank")
    page.page.goto(address)
    page.page.wait_for_selector("html[data-ready=yes]")
    assert (page.step, page.position) == (step, position)
    assert "Keys: UA" in page.page.inner_text('[data-plane="keys"]')
    page.page.evaluate("location.hash = '#event=77&view=watermarks&by=event'")
    page.page.wait_for_selector('.flinksim-stepper[data-position="77"]')
    assert page.page.is_visible('[data-part="valve"]')
    assert page.page.input_value('[data-part="grain"]') == "event"


class Limits(KeyedBroadcastProcessFunction):
    """Keeps what it is told last."""

    limits = MapStateDescriptor("limits", Types.STRING(), Types.INT())

    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        if ctx.get_broadcast_state(self.limits).get("limit"):
            yield value

    def process_broadcast_element(self, value: Any, ctx: Any) -> None:
        ctx.get_broadcast_state(self.limits).put(*value)


def with_records_out_of_time() -> Trace:
    """Readings with event times, and limits without."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    strategy: Any = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(5))
    strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])
    read = [item for n in range(6) for item in (at(20 * n + 10), record((f"k{n % 2}", 20 * n)))]
    limits = ScriptedSource({"limits": [at(5), record(("limit", 7)), at(60), record(("limit", 9))]})
    told = env.from_source(limits, WatermarkStrategy.no_watermarks(), "limits")
    readings = env.from_source(ScriptedSource({"readings": read}), strategy, "readings")
    keyed = readings.key_by(lambda value: value[0]).connect(told.broadcast(Limits.limits))
    keyed.process(Limits()).print()
    return simulate(env).run().cluster.trace


def test_a_record_without_a_timestamp_has_no_place_in_event_time(
    twin: Page,  # noqa: F811
) -> None:
    dots = plane_of(twin, with_records_out_of_time())["dots"]
    assert sorted(time for _, time, *_ in dots) == [0, 20, 40, 60, 80, 100]


def test_a_task_without_windows_shows_its_state(exported: Open) -> None:
    trace = with_records_out_of_time()
    page = exported(trace, view="watermarks")
    puts = [n for n, event in enumerate(trace.events) if isinstance(event, e.StateEntryPut)]
    for index, value in zip(puts, ("7", "9"), strict=True):
        page.scrub(index + 1)
        row = page.page.locator(".keptRows tr")
        assert row.inner_text().split("\t") == ["limits · limit", value]
        assert row.get_attribute("class") == "lit"
    assert page.page.locator(".panesPanel").is_hidden()
    assert page.complaints == []
