"""What Python and the browser both compute, they compute alike: the fold, sentences, call stacks."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from flinksim import NetworkSettings, RunSettings, Seeded, cost, simulate
from flinksim.common import Configuration, Duration, Time, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows
from flinksim.trace.metrics.job_metrics import DEFAULT_SPAN_MS, MetricsView
from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.query import describe_event, get_call_stack
from flinksim.trace.recorder import StepHeader, Trace
from flinksim.trace.schema.event_kinds import KINDS, KINDS_BY_CLASS
from flinksim.trace.state.job_state import JobView, apply_events
from flinksim.trace.storage.codec import encode
from flinksim.viz.widgets.export.html_page import pack_tables, read_widget_bundle
from tests.failing import Fails, restarts
from tests.trace.fixtures import in_chunks, made_up_trace
from tests.trace.random_runs import random_run
from tests.trace.strategies import events_of
from tests.trace.view_json import view_json


@pytest.fixture(scope="module")
def twin(browser: Browser) -> Iterator[Page]:
    """A page with the stepper's parts in ``window.parts``."""
    page = browser.new_page()
    page.goto("about:blank")
    page.evaluate(
        """async ({ code, tables }) => {
            const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
            window.parts = await import(url);
            await window.parts.loadTables(Uint8Array.from(atob(tables), (c) => c.charCodeAt(0)));
            window.parts = { ...window.parts, ...(await window.parts.loadDetailViews()) };
        }""",
        {"code": read_widget_bundle(), "tables": base64.b64encode(pack_tables()).decode()},
    )
    yield page
    page.close()


OPEN = """
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const trace = await parts.openTrace(bytes);
    const [eventCount, stepCount, getEvent, eventRange, callStack] = parts.inspectTrace(trace);
    const labels = new parts.Labels(trace.plan);
"""


def ask(page: Page, trace: Trace, code: str, **more: Any) -> Any:
    data = base64.b64encode(encode(trace)).decode()
    names = ", ".join(["data", *more])
    return page.evaluate(
        f"async ({{ {names} }}) => {{ {OPEN} return {code}; }}", {"data": data, **more}
    )


def real_run() -> Trace:
    """A program with sessions that merge, late records and two inputs, run in no special order."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    random = Random(3)
    data = [
        (random.choice("abc"), max(0, 700 * i + random.randrange(-9000, 3000))) for i in range(60)
    ]
    strategy: Any = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(500))
    stamped = env.from_collection(data).assign_timestamps_and_watermarks(
        strategy.with_timestamp_assigner(SecondField())
    )
    windows = EventTimeSessionWindows.with_gap(Time.seconds(2))
    keyed = stamped.union(stamped.map(lambda value: value)).key_by(lambda value: value[0])
    keyed.window(windows).allowed_lateness(1000).max(1).print()
    env.get_config().set_auto_watermark_interval(1)
    simulation = simulate(env, Seeded(5))
    simulation.run()
    return simulation.trace


class SecondField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


def failing_run() -> Trace:
    """The same, with a map that fails three times."""
    return busy_run(failures=3)


def busy_run(failures: int = 0) -> Trace:
    """A slow keyed map over a slow link, with latency markers: everything that metrics count."""
    configuration = Configuration()
    restarts(configuration, failures, delay_ms=20)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(2)
    env.get_config().set_latency_tracking_interval(30)
    env.get_config().set_auto_watermark_interval(20)
    strategy: Any = WatermarkStrategy.for_monotonous_timestamps()
    script = {
        name: [item for n in range(40) for item in (record((name, n * 10)), pause(1))]
        for name in "ab"
    }
    source = env.from_source(
        ScriptedSource(script), strategy.with_timestamp_assigner(SecondField()), "numbers"
    )
    slow = source.key_by(lambda value: value[1] % 3).map(cost(lambda value: value, ms=4))
    slow.broadcast().map(Fails(failures, every=19)).set_parallelism(3).print()
    network = NetworkSettings(
        buffer_timeout_ms=5, segment_bytes=64, latency_ms=3, bytes_per_s=50_000
    )
    simulation = simulate(env, settings=RunSettings(interleaving=Seeded(3), network=network))
    simulation.run()
    return simulation.trace


@pytest.mark.parametrize("make", [made_up_trace, real_run, failing_run])
def test_both_fold_to_the_same_view_everywhere(twin: Page, make: Callable[[], Trace]) -> None:
    trace = make()
    positions = sorted({*range(0, len(trace.events), 37), 1, 2, 3, len(trace.events)})
    code = """(() => {
        const history = new parts.History(trace);
        return positions.map((position) => parts.stateToJson(history.at(position).state));
    })()"""
    found = ask(twin, trace, code, positions=positions)
    view, done = JobView(), 0
    for position, theirs in zip(positions, found, strict=True):
        apply_events(trace.events[done:position], view)
        done = position
        ours = json.loads(json.dumps(view_json(view)))
        for part, value in ours.items():
            assert theirs[part] == value, f"{part} after {position} facts"
        assert theirs.keys() == ours.keys()


@pytest.mark.parametrize("events", [50, 333])
def test_in_a_trace_of_several_chunks_events_belong_to_the_same_steps(
    twin: Page, events: int
) -> None:
    """A chunk counts from its own first fact, whatever the last step of the one before still does."""
    trace = in_chunks(real_run(), events)
    assert len(trace.chunks) > 2
    wanted = [list(trace.event_range(step)) for step in range(len(trace))]
    code = "Array.from({ length: stepCount }, (_, step) => eventRange(step))"
    assert ask(twin, trace, code) == wanted


def test_the_page_puts_a_vertex_behind_its_inputs_and_in_their_order(twin: Page) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    first, second, third = (env.from_collection([(name, 1)]) for name in "abc")
    late = third.key_by(lambda value: value[0]).map(lambda value: value)
    late.union(first.rebalance(), second.rebalance()).key_by(lambda value: value[0]).print()
    first.rebalance().map(lambda value: value).print()
    simulation = simulate(env)
    found = ask(
        twin, simulation.trace, "parts.computeLayers(trace.plan).map((l) => l.map((v) => v.id))"
    )
    # a source that is read late stands late
    assert found == [["v1", "v3"], ["v2", "v12", "v5"], ["v10"]]


def test_looking_back_gives_what_looking_forward_gave(twin: Page) -> None:
    trace = made_up_trace(400)
    code = """(() => {
        const forward = new parts.History(trace);
        const jumping = new parts.History(trace);
        const positions = [5000, 3, 4999, 1024, 1023, 1025, 0, eventCount, 2048, 7];
        const show = (history, position) => JSON.stringify(parts.stateToJson(history.at(position).state));
        const expected = new Map();
        for (const position of [...positions].sort((a, b) => a - b)) {
            expected.set(position, show(forward, position));
        }
        return positions.filter((position) => show(jumping, position) !== expected.get(position));
    })()"""
    assert ask(twin, trace, code) == []


@pytest.mark.parametrize("make", [made_up_trace, real_run, busy_run, failing_run])
@pytest.mark.parametrize("span_ms", [DEFAULT_SPAN_MS, 50])
def test_both_count_the_same_metrics_everywhere(
    twin: Page, make: Callable[[], Trace], span_ms: int
) -> None:
    trace = make()
    positions = sorted({*range(1, len(trace.events), 97), 2, 3, len(trace.events)})
    code = """(() => {
        const run = new parts.RunSeries(trace);
        const plain = (metrics) => Object.fromEntries([...metrics].map(
            ([name, value]) => [name, typeof value === "bigint" ? String(value) : value]));
        return positions.map((position) => [
            Object.fromEntries([...run.tasks.keys()].map(
                (task) => [task, plain(parts.computeTaskMetrics(run, task, position, span))])),
            Object.fromEntries([...run.operators.keys()].map(
                (operator) => [operator, plain(parts.computeOperatorMetrics(run, operator, position))])),
        ]);
    })()"""
    found = ask(twin, trace, code, positions=positions, span=span_ms)
    view, done = MetricsView(span_ms), 0
    for position, (tasks, operators) in zip(positions, found, strict=True):
        for event in trace.events[done:position]:
            view.apply(event)
        done = position
        for task in view.subtasks:
            assert tasks[task] == expected(view.get_task_metrics(task)), (
                f"{task} after {position} facts"
            )
        for operator, theirs in operators.items():
            ours: dict[str, Any] = {**view.get_operator_metrics(operator)}
            for source, ages in view.get_latencies(operator).items():
                name = f"latency.source_id.{source}"
                ours[f"{name}.count"] = len(ages)
                ours[f"{name}.mean"] = pytest.approx(sum(ages) / len(ages))
                ours[f"{name}.max"] = max(ages)
            assert theirs == expected(ours), f"{operator} after {position} facts"


def expected(metrics: dict[str, Any]) -> dict[str, Any]:
    """Watermarks as the texts that the page was asked for; fractions as near as they come."""
    return {
        name: str(value)
        if "Watermark" in name
        else pytest.approx(value)
        if isinstance(value, float)
        else value
        for name, value in metrics.items()
    }


@pytest.mark.parametrize(
    "make",
    [made_up_trace, real_run, *(partial(random_run, seed) for seed in (7, 0, 5))],
    ids=["made up", "real", "of a day", "near MAX", "near MIN"],
)
def test_both_tell_a_run_in_the_same_words(twin: Page, make: Callable[[], Trace]) -> None:
    trace = make()
    code = """Array.from({ length: eventCount }, (_, index) =>
        [parts.describeEvent(getEvent(index), labels), callStack(index)])"""
    found = ask(twin, trace, code)
    assert len(found) == len(trace.events)
    for index, (words, stack) in enumerate(found):
        assert words == describe_event(trace, index)
        assert stack == get_call_stack(trace, index)


def test_both_tell_events_of_any_kind_in_the_same_words(twin: Page) -> None:
    """Odd values, extreme times, and every kind, in both languages; not only what a run holds."""
    code = """Array.from({ length: eventCount }, (_, index) => ["en", "zh"].map((language) =>
        parts.describeEvent(getEvent(index), new parts.Labels(trace.plan, language))))"""

    @given(st.tuples(*(events_of(kind) for kind in KINDS if kind.name != "JobSubmitted")))
    @settings(max_examples=25, deadline=None, derandomize=True, database=None)
    def check(events: tuple[Any, ...]) -> None:
        trace = Trace([StepHeader(0, "a", "b", 0)], list(events), [], {})
        chinese = Formatter(trace.plan_or_none, "zh")
        for event, (english, other) in zip(events, ask(twin, trace, code), strict=True):
            kind = KINDS_BY_CLASS[type(event)]
            assert english == render_event(kind, event, Formatter(trace.plan_or_none)), event
            assert other == render_event(kind, event, chinese), event

    check()
