"""A window of a large log, cut out and run small: it comes to the same, for the same reasons.

FLINKSIM_SPARK_CASES=2000 zooms into windows of so many random programs.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.connectors.sinks import CollectSink
from flinksim.core.resources import FLIGHTS
from flinksim.course.demo.flights import declare
from flinksim.datastream import KeySelector, StreamExecutionEnvironment
from flinksim.datastream.window import (
    CountTrigger,
    EventTimeSessionWindows,
    TumblingEventTimeWindows,
)
from flinksim.replay.extract import extractor as zooming
from flinksim.replay.extract.extractor import NoSuchWindow, NotExtractable, WindowExtract
from flinksim.replay.logs.parquet_source import ParquetLogSource, write_parquet_log
from flinksim.replay.replay_job import DroppedRecord, Firing, ReplaySettings, SparkJob
from flinksim.replay.worker_errors import ReplayError
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation, simulate
from flinksim.trace.events import (
    InputWatermarkAdvanced,
    LateRecordDropped,
    SourceRecordRead,
    WindowFired,
    WindowSkippedAsLate,
)
from flinksim.trace.recorder import Trace
from flinksim.trace.values import freeze
from tests.replay.conftest import MANY
from tests.replay.random_programs import declare_anything, declare_native, write_log

PROGRAMS = MANY or 60
FAILS = 68
"""The seed of a program whose second window gets records without a timestamp."""
ON_SPARK = range(MANY // 20) or (1, 3, 4, 5, 9, 11, 12, 15, 16, 17)
"""Seeds of programs that run there, which takes longer: all windows, some of which fire late."""


def run(zoom: WindowExtract) -> Trace:
    simulation = zoom.simulate()
    with redirect_stdout(StringIO()):
        simulation.run()
    return simulation.trace


def firings_in(trace: Trace, node: int, key: Any, window: Any) -> list[Any]:
    """All that is known of the firings of one window, in order."""
    return [
        (f.kind, f.count, f.contents, f.watermark, step.time_ms)
        for step in trace
        for f in step.events
        if isinstance(f, WindowFired)
        and f.operator.startswith(f"o{node}/")
        and (f.key, f.window) == (freeze(key), freeze(window))
    ]


def firings_of(firings: list[Firing], node: int, key: Any, window: Any) -> list[Any]:
    return [
        (f.kind, f.count, freeze(f.contents), f.watermark, f.time)
        for f in firings
        if (f.node, f.key, f.window) == (node, key, window)
    ]


def drops_in(trace: Trace, node: int) -> list[Any]:
    return [
        (f.key, f.value, f.timestamp, f.watermark, f.side_output, step.time_ms)
        for step in trace
        for f in step.events
        if isinstance(f, LateRecordDropped) and f.operator.startswith(f"o{node}/")
    ]


def as_event(drop: DroppedRecord) -> Any:
    return (
        freeze(drop.key), freeze(drop.value), drop.timestamp, drop.watermark,
        drop.to_side_output, drop.time,
    )  # fmt: skip


def random_jobs(log: Path) -> Iterator[tuple[int, random.Random, SparkJob]]:
    """Jobs with a window, in this process; every other one of any kind, of which some fail."""
    for seed in [*range(PROGRAMS), FAILS]:
        rng = random.Random(seed)
        write_log(rng, log)
        make = declare_native if seed % 2 else declare_anything
        job = SparkJob(None, make(rng, log).pipeline("job"), ReplaySettings())
        with job:
            yield seed, rng, job


def check_that_the_simulator_fails_too(job: SparkJob, error: ReplayError) -> None:
    with redirect_stdout(StringIO()), pytest.raises(JobExecutionError) as theirs:
        Simulation(job.pipeline, RunSettings()).run()
    first, *_ = str(error).splitlines()
    assert first.removeprefix("Job execution failed in this process: ") in str(theirs.value)


@pytest.mark.slow("Spark's random cases")
def test_hundreds_of_random_windows_fire_in_the_zoom_as_they_did_in_the_large_run(
    tmp_path: Path,
) -> None:
    windows = narrow = late = failed = 0
    for seed, rng, job in random_jobs(tmp_path / "log.csv"):
        try:
            firings = list(job.iterate_firings())
        except ReplayError as error:
            check_that_the_simulator_fails_too(job, error)
            failed += 1
            continue
        places = list(dict.fromkeys((f.node, f.key, f.window) for f in firings))
        for node, key, window in rng.sample(places, min(8, len(places))):
            name = next(s.vertex.head.name for s in job.stages if s.vertex.head.id == node)
            zoom = job.zoom(key, window, operator=name)
            expected = firings_of(firings, node, key, window)
            assert firings_in(run(zoom), node, key, window) == expected, (seed, key, window)
            windows += 1
            narrow += bool(zoom.records)
            late += any(kind == "late" for kind, *_ in expected)
    assert failed  # so that a failure is known when there is one
    assert windows > 4 * PROGRAMS
    # Of the others all that came before was kept.
    assert narrow > windows * 3 // 4
    assert late >= PROGRAMS / 15


@pytest.mark.slow("Spark's random cases")
def test_random_records_are_dropped_in_the_zoom_as_they_were_in_the_large_run(
    tmp_path: Path,
) -> None:
    zooms = 0
    for seed, rng, job in random_jobs(tmp_path / "log.csv"):
        try:
            dropped = list(job.iterate_dropped())
        except ReplayError as error:
            check_that_the_simulator_fails_too(job, error)
            continue
        for drop in rng.sample(dropped, min(4, len(dropped))):
            zoom = job.zoom(dropped=drop)
            trace = run(zoom)
            assert drops_in(trace, drop.node).count(as_event(drop)) == dropped.count(drop), seed
            zooms += 1
    assert zooms > PROGRAMS


def held_by(trace: Trace, subtask: str, zoom: WindowExtract) -> set[Any]:
    """Each advance of the window's task since its first record, with the channel that had held it."""
    return {
        (step.time_ms, event.after, event.held_by)
        for step in trace
        for event in step.events
        if isinstance(event, InputWatermarkAdvanced)
        and event.subtask.endswith(f"/{subtask}")
        and zoom.records[0].arrival_ms < step.time_ms <= zoom.until_ms
    }


def subtask_of(trace: Trace, node: int, key: Any) -> str:
    """The number of the window's task, as it stands behind the operator's."""
    fired = next(
        f
        for f in trace.get_events(WindowFired)
        if f.operator.startswith(f"o{node}/") and f.key == freeze(key)
    )
    return fired.operator.partition("/")[2]


@pytest.mark.slow("Spark runs random programs, and zooms into hundreds of windows")
def test_hundreds_of_windows_cut_out_by_expressions_fire_as_in_the_simulator_and_for_its_reasons(
    tmp_path: Path, spark: SparkSession
) -> None:
    windows = narrow = advances = late = sessions = 0
    for seed in ON_SPARK:
        rng = random.Random(seed)
        write_log(rng, tmp_path / f"{seed}.csv")
        env = declare_native(rng, tmp_path / f"{seed}.csv")
        with redirect_stdout(StringIO()):
            whole = simulate(env).run().trace
        settings = ReplaySettings(backend="native")
        with SparkJob(spark, env.pipeline("job"), settings) as job:
            places = list(dict.fromkeys((f.node, f.key, f.window) for f in job.iterate_firings()))
            for node, key, window in rng.sample(places, min(24, len(places))):
                expected = firings_in(whole, node, key, window)
                zoom = job.zoom(key, window)
                small = run(zoom)
                assert expected, (seed, key, window)
                assert firings_in(small, node, key, window) == expected, (seed, key, window)
                windows += 1
                late += any(kind == "late" for kind, *_ in expected)
                if not zoom.records:
                    continue
                subtask = subtask_of(whole, node, key)
                assert subtask_of(small, node, key) == subtask
                reasons = held_by(whole, subtask, zoom)
                assert held_by(small, subtask, zoom) == reasons, (seed, key, window)
                narrow += 1
                advances += len(reasons)
            assert job.columnar_plan is not None
            sessions += job.columnar_plan.is_session
    assert windows >= (10 * len(ON_SPARK) if MANY else 200)
    assert narrow > windows * 9 // 10
    assert advances > 2 * narrow
    assert late > 0 < sessions < len(ON_SPARK)


class Second(KeySelector):
    """Gives no key before it is open."""

    def open(self, runtime_context: Any) -> None:
        self.place = 1

    def get_key(self, value: Any) -> Any:
        return value[self.place]


def test_a_key_selector_is_open_wherever_a_zoom_asks_it(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    write_log(random.Random(3), log)
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(1000))
    strategy = strategy.with_timestamp_assigner(lambda value, ts: value[0])
    stream = env.from_source(EventLogSource(log), strategy, "log")
    windows = stream.key_by(Second()).window(TumblingEventTimeWindows.of(Time.seconds(1)))
    windows.sum(2).sink_to(CollectSink())
    with SparkJob(None, env.pipeline("job"), ReplaySettings()) as job:
        firings = list(job.iterate_firings())
        node, key, window = firings[0].node, firings[0].key, firings[0].window
        zoom = job.zoom(key, window)
        assert zoom.records  # cut out record by record
        expected = firings_of(firings, node, key, window)
        assert firings_in(run(zoom), node, key, window) == expected


# --- the real day of flights ------------------------------------------------------------------------


def flights() -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    declare(env)
    return env


HOUR = 3_600_000
NINE = 1_357_117_200_000  # 2 January 2013, 09:00
UA_380 = ("UA", NINE + 6 * HOUR + 12 * 60_000, 379)
"""The longest delay of the day: scheduled for 15:12, it left at 21:31."""


@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_a_zoom_explains_why_a_flight_was_dropped(lowering: Any, spark: SparkSession) -> None:
    with SparkJob(spark, flights().pipeline("flights"), ReplaySettings(backend=lowering)) as job:
        (drop,) = [d for d in job.iterate_dropped() if d.value == UA_380]
        zoom = job.zoom(dropped=drop)
        trace = run(zoom)
        assert drops_in(trace, drop.node)[-1] == as_event(drop)
        # Its hour had nine flights of the carrier behind schedule; all else was cut away.
        assert len(zoom.records) == 9
        assert len(trace.get_events(SourceRecordRead)) < 100
        answer = zoom.why()
    assert answer.question == "why was record 12 of split “LGA” dropped"
    assert "Its window [15:00:00, 16:00:00) closes at watermark 15:59:59.999" in answer.sentence
    assert "16,800,001 ms too late in event time" in answer.sentence
    over = [link.text for link in answer.causal_chain if "The watermark reached" in link.text]
    assert "The watermark reached 15:59:59.999 at processing time 16:48:00.710" in over[0]
    (first, *_) = answer.causes
    assert "record 10 of split “JFK”" in first.text, "what let the watermark go, which JFK had held"
    assert answer.is_confirmed is None
    assert "records outside this extract" in answer.unknown
    found = answer.counterfactual
    assert found is not None
    assert found.changes[0].new == "21600000 ms (6 h)"
    (other,) = answer.alternatives
    assert other.changes[0].new == "18000000 ms (5 h)"
    assert answer.try_it().trace.get_events(LateRecordDropped) == []


@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_windows_of_the_real_day_fire_in_the_zoom_as_on_spark(
    lowering: Any, spark: SparkSession
) -> None:
    with SparkJob(spark, flights().pipeline("flights"), ReplaySettings(backend=lowering)) as job:
        firings = list(job.iterate_firings())
        for firing in random.Random(4).sample(firings, 5):
            trace = run(job.zoom(firing.key, firing.window))
            found = firings_in(trace, firing.node, firing.key, firing.window)
            assert found == firings_of(firings, firing.node, firing.key, firing.window)
            # Nothing else fires: the other records were kept for their watermarks alone.
            assert len(trace.get_events(WindowFired)) == 1


def test_who_held_the_watermark_is_as_it_was() -> None:
    """Of the whole run and of the zoom: each advance of the window's task, with the channel behind."""
    env = flights()
    with SparkJob(None, env.pipeline("flights"), ReplaySettings()) as job:
        zoom = job.zoom("UA", (NINE, NINE + HOUR))
    small = run(zoom)
    (fired,) = small.get_events(WindowFired)
    subtask = fired.operator.partition("/")[2]
    with redirect_stdout(StringIO()):
        large = simulate(env).run().trace
    seen = [held_by(trace, subtask, zoom) for trace in (large, small)]
    assert seen[0] == seen[1]
    assert len(seen[0]) == 7


def test_a_session_is_cut_out_with_what_merges_with_it_later(tmp_path: Path) -> None:
    """With 200 the session goes on after it has fired; what comes for 60 then fires the longer one."""
    log = tmp_path / "log.csv"
    log.write_text(
        "split,arrival,timestamp,key,v:int\n"
        "s,1000,0,a,1\ns,1100,100,a,2\ns,1300,1000,b,0\ns,1600,200,a,4\n"
        "s,1700,60,a,8\ns,2000,3000,b,0\n"
    )
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    stream = env.from_source(EventLogSource(log), strategy, "source").key_by(lambda v: v[0])
    windows = stream.window(EventTimeSessionWindows.with_gap(Time.milliseconds(150)))
    windows.allowed_lateness(5_000).sum(1).sink_to(CollectSink())
    with SparkJob(None, env.pipeline("job"), ReplaySettings()) as job:
        firings = [f for f in job.iterate_firings() if f.key == "a"]
        assert [(f.window, f.contents[1]) for f in firings] == [
            ((0, 250), 3), ((0, 350), 7), ((0, 350), 15)
        ]  # fmt: skip
        for window in ((0, 250), (0, 350)):
            found = firings_in(run(job.zoom("a", window)), firings[0].node, "a", window)
            assert found == firings_of(firings, firings[0].node, "a", window)


@pytest.mark.parametrize("log", ["log.csv", "log.parquet"])
@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_a_log_beside_the_program_is_found_although_one_has_gone_elsewhere_since(
    lowering: Any, log: str, spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    Path("log.csv").write_text(
        "split,arrival,ts:timestamp,key:str,v:int\n"
        + "".join(f"s,{1000 + i},{i},k{i % 2},1\n" for i in range(0, 6000, 333))
    )
    source: Any = EventLogSource("log.csv", timestamp="ts")
    if log == "log.parquet":
        write_parquet_log(source, Path(log))
        source = ParquetLogSource(Path(log), timestamp="ts")
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
    stream = env.from_source(source, strategy, "log").key_by(lambda v: v[1])
    stream.window(TumblingEventTimeWindows.of(Time.seconds(1))).sum(2).sink_to(CollectSink())
    with SparkJob(spark, env.pipeline("job"), ReplaySettings(backend=lowering)) as job:
        firings = list(job.iterate_firings())
        monkeypatch.chdir(tmp_path / "elsewhere")
        node, window = firings[0].node, (2000, 3000)
        zoom = job.zoom("k0", window)
        assert len(zoom.records) == 1
        expected = firings_of(firings, node, "k0", window)
        assert firings_in(run(zoom), node, "k0", window) == expected


# --- what cannot be cut out ----------------------------------------------------------------------


NEAREST = (
    "(1357135200000, 1357138800000) [2013-01-02T14:00,2013-01-02T15:00], "
    "(1357138800000, 1357142400000) [2013-01-02T15:00,2013-01-02T16:00], "
    "(1357142400000, 1357146000000) [2013-01-02T16:00,2013-01-02T17:00]"
)
THREE = NINE + 6 * HOUR


def test_of_a_window_that_never_was_the_nearest_real_ones_are_told() -> None:
    with SparkJob(None, flights().pipeline("flights"), ReplaySettings()) as job:
        for half in ((THREE, THREE + HOUR // 2), [THREE + HOUR // 2, THREE + HOUR]):
            with pytest.raises(NoSuchWindow, match="there is no window") as raised:
                job.zoom("UA", any_(half))
            assert str(raised.value).endswith(f"of the key 'UA'; the nearest are {NEAREST}")
            assert raised.value.nearest[1] == (THREE, THREE + HOUR)
            assert job.zoom("UA", raised.value.nearest[1]).records
        with pytest.raises(NoSuchWindow, match=r"the nearest are .* \[2013-01-02T05:00,") as raised:
            job.zoom("UA", (NINE - 9 * HOUR, NINE - 8 * HOUR))
        with pytest.raises(
            NotExtractable, match="no record with the key 'XX' reached the window"
        ) as no:
            job.zoom("XX", (NINE, NINE + HOUR))
        counts = Counter(firing.key for firing in job.iterate_firings())
        first, second = sorted(counts, key=lambda key: (-counts[key], key))[:2]
        assert f"; examples of keys: {first!r}, {second!r}, " in str(no.value)


def any_(value: Any) -> Any:
    """*value*, whose type the type checker shall not mind."""
    return value


def test_a_session_that_never_was_alone_is_no_window(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text(
        "split,arrival,timestamp,key,v:int\ns,1000,0,a,1\ns,1100,100,a,2\ns,1300,1000,b,0\n"
    )
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    stream = env.from_source(EventLogSource(log), strategy, "source").key_by(lambda v: v[0])
    sessions = EventTimeSessionWindows.with_gap(Time.milliseconds(150))
    stream.window(sessions).sum(1).sink_to(CollectSink())
    with SparkJob(None, env.pipeline("job"), ReplaySettings()) as job:
        assert len(job.zoom("a", (0, 250)).records) == 2
        for never in ((0, 150), (100, 250)):
            with pytest.raises(NoSuchWindow, match=r"the nearest are \(0, 250\)$"):
                job.zoom("a", never)


def test_a_window_whose_trigger_is_silent_can_be_zoomed_on(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("split,arrival,timestamp,key,v:int\ns,1000,0,a,1\ns,1100,100,a,2\n")
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    stream = env.from_source(EventLogSource(log), strategy, "source").key_by(lambda v: v[0])
    windows = stream.window(TumblingEventTimeWindows.of(Time.seconds(1)))
    windows.trigger(CountTrigger.of(3)).sum(1).sink_to(CollectSink())
    with SparkJob(None, env.pipeline("job"), ReplaySettings()) as job:
        assert list(job.iterate_firings()) == []
        assert len(job.zoom("a", (0, 1000)).records) == 2
        with pytest.raises(NoSuchWindow, match="no window of this key fired"):
            job.zoom("a", (0, 500))


def no_windows() -> SparkJob:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_source(EventLogSource(FLIGHTS), WatermarkStrategy.no_watermarks(), "log").print()
    return SparkJob(None, env.pipeline("job"), ReplaySettings())


def large() -> SparkJob:
    return SparkJob(None, flights().pipeline("flights"), ReplaySettings())


WRONG_CALLS: dict[str, tuple[Callable[[], SparkJob], dict[str, Any], type[Exception], str]] = {
    "nothing": (large, {}, NotExtractable, "Use key=... or dropped=..."),
    "a window alone": (large, {"window": (0, 1)}, NotExtractable, "Use key=... or dropped=..."),
    "a window that is a number": (
        large,
        {"key": "UA", "window": 5},
        TypeError,
        "window: expected (start, end) in epoch milliseconds, found 5 (int)",
    ),
    "a window that is a word": (
        large,
        {"key": "UA", "window": "noon"},
        TypeError,
        "window: expected (start, end) in epoch milliseconds, found 'noon' (str)",
    ),
    "a window of three": (
        large,
        {"key": "UA", "window": (1, 2, 3)},
        TypeError,
        "window: expected (start, end) in epoch milliseconds, found (1, 2, 3) (tuple)",
    ),
    "a window of texts": (
        large,
        {"key": "UA", "window": ("1", "2")},
        TypeError,
        "window: expected (start, end) in epoch milliseconds, found ('1', '2') (tuple)",
    ),
    "a dropped number": (
        large,
        {"dropped": 5},
        TypeError,
        "dropped: expected a record of job.iterate_dropped(), found 5 (int)",
    ),
    "an operator that is not there": (
        large,
        {"key": "UA", "operator": "none"},
        NotExtractable,
        "expected one window operator, found 0. Use operator=..., one of ['",
    ),
    "a program without windows": (
        no_windows,
        {"key": "UA"},
        NotExtractable,
        "the program has no window operator to extract from",
    ),
}


@pytest.mark.parametrize("name", WRONG_CALLS)
def test_a_wrong_call_is_told_what_was_expected(name: str) -> None:
    make, given, kind, said = WRONG_CALLS[name]
    with make() as job, pytest.raises(kind) as raised:
        job.zoom(**given)
    assert said in str(raised.value)


def in_turn(log: Path) -> SparkJob:
    """A job whose watermarks are made behind ``rebalance``, of records that come in turn."""
    write_log(random.Random(1), log)
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(200))
    stream = env.from_source(EventLogSource(log), WatermarkStrategy.no_watermarks(), "source")
    assigned = strategy.with_timestamp_assigner(lambda v, ts: v[0])
    stream = stream.rebalance().assign_timestamps_and_watermarks(assigned)
    windows = stream.key_by(lambda v: v[1]).window(TumblingEventTimeWindows.of(Time.seconds(1)))
    windows.sum(2).sink_to(CollectSink())
    return SparkJob(None, env.pipeline("job"), ReplaySettings())


def test_where_one_cannot_tell_who_moved_the_watermark_all_before_is_kept(tmp_path: Path) -> None:
    with in_turn(tmp_path / "log.csv") as job:
        firing = list(job.iterate_firings())[3]
        zoom = job.zoom(firing.key, firing.window)
        assert zoom.records == ()
        assert len(zoom.watermark_records) == 14
        assert all(kept.arrival_ms <= zoom.until_ms for kept in zoom.watermark_records)
        found = firings_in(run(zoom), firing.node, firing.key, firing.window)
        assert found == firings_of([firing], firing.node, firing.key, firing.window)


def test_more_than_one_can_step_through_is_refused_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zooming, "MAX_RECORDS", 10)
    with in_turn(tmp_path / "log.csv") as job:
        firing = list(job.iterate_firings())[3]
        held = []
        monkeypatch.setattr(zooming, "SelectedItem", lambda *item: held.append(item) or item)
        with pytest.raises(
            NotExtractable, match=r"not a source\. All earlier records .* exceeds 10$"
        ):
            job.zoom(firing.key, firing.window)
        assert len(held) == 11  # not all of the 14 that came until then


def many_of_a_key(log: Path, windows: Any) -> StreamExecutionEnvironment:
    """Of the key a ten bursts of ten records, half a second each, every three seconds; b in between."""
    lines = ["split,arrival,ts:timestamp,key:str,v:int"]
    for burst in range(10):
        for place in range(10):
            ts = 3000 * burst + 50 * place
            lines.append(f"s{place % 2},{10_000 + ts},{ts},a,1")
        lines.append(f"s0,{12_000 + 3000 * burst},{2000 + 3000 * burst},b,1")
    log.write_text("\n".join(lines) + "\n")
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(100))
    source = EventLogSource(log, timestamp="ts")
    keyed = env.from_source(source, strategy, "log").key_by(lambda v: v[1])
    keyed.window(windows).sum(2).sink_to(CollectSink())
    return env


@pytest.mark.parametrize("lowering", ["native", "generic"])
@pytest.mark.parametrize(
    ("windows", "window"),
    [
        (TumblingEventTimeWindows.of(Time.seconds(1)), (9000, 10_000)),
        (EventTimeSessionWindows.with_gap(Time.milliseconds(60)), (9000, 9510)),
    ],
    ids=["tumbling", "sessions"],
)
def test_of_a_key_only_the_windows_own_records_are_fetched(
    windows: Any,
    window: tuple[int, int],
    lowering: Any,
    tmp_path: Path,
    spark: SparkSession,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(zooming, "MAX_RECORDS", 10)
    env = many_of_a_key(tmp_path / "log.csv", windows)
    with SparkJob(spark, env.pipeline("job"), ReplaySettings(backend=lowering)) as job:
        zoom = job.zoom("a", window)
        assert len(zoom.records) == 10
        (firing,) = [f for f in job.iterate_firings() if (f.key, f.window) == ("a", window)]
        found = firings_in(run(zoom), firing.node, "a", window)
        assert found == firings_of([firing], firing.node, "a", window)
        with pytest.raises(
            NotExtractable, match="more than 10 records of the key 'a' would have to"
        ):
            job.zoom("a")
        # and one that is too much is noticed
        monkeypatch.setattr(zooming, "MAX_RECORDS", 9)
        with pytest.raises(
            NotExtractable, match=r"more than 9 records of the key 'a' .* Select one window"
        ):
            job.zoom("a", window)


@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_no_more_rows_are_fetched_than_show_that_there_are_too_many(
    lowering: Any, tmp_path: Path, spark: SparkSession
) -> None:
    env = many_of_a_key(tmp_path / "log.csv", TumblingEventTimeWindows.of(Time.seconds(1)))
    with SparkJob(spark, env.pipeline("job"), ReplaySettings(backend=lowering)) as job:
        zoomer = zooming.WindowExtractor(job)
        stage = zoomer._find_window_stage(None, None)
        ((source, wanted),) = zoomer._iterate_key_filters(stage, "a", zooming.FULL_RANGE)
        log = zoomer._get_lookup(source)
        assert [len(log.find_records(wanted, most)) for most in (0, 7, 99, 100, 500)] == [
            1, 8, 100, 100, 100,
        ]  # fmt: skip
        inside = wanted._replace(span=(3000, 3100))
        assert [kept.timestamp for kept in log.find_records(inside, 99)] == [3000, 3050, 3100]


@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_around_a_record_of_a_long_session_one_looks_as_far_as_it_goes(
    lowering: Any, tmp_path: Path, spark: SparkSession
) -> None:
    """It goes on for 30 gaps on both sides; the record came when the session had long been over."""
    log = tmp_path / "log.csv"
    lines = [f"s,{10_000 + ts},{ts},a,1" for ts in [*range(0, 6000, 90), 6300, 9000]]
    lines += ["s,29000,20000,b,1", "s,30000,3001,a,7", "s,31000,21000,b,1"]
    log.write_text("split,arrival,timestamp,key,v:int\n" + "\n".join(lines) + "\n")
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    stream = env.from_source(EventLogSource(log), strategy, "source").key_by(lambda v: v[0])
    windows = stream.window(EventTimeSessionWindows.with_gap(Time.milliseconds(100)))
    windows.sum(1).sink_to(CollectSink())
    with SparkJob(spark, env.pipeline("job"), ReplaySettings(backend=lowering)) as job:
        (drop,) = job.iterate_dropped()
        zoom = job.zoom(dropped=drop)
        assert [kept.timestamp for kept in zoom.records] == [*range(0, 6000, 90), 3001]
        assert drops_in(run(zoom), drop.node) == [as_event(drop)]
        with pytest.raises(
            NotExtractable, match="the key 'a' has records, but not the given dropped record"
        ):
            job.zoom(dropped=drop._replace(timestamp=50_000))


@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_a_window_of_which_all_came_too_late_tells_why_it_never_fired(
    lowering: Any, tmp_path: Path, spark: SparkSession
) -> None:
    log = tmp_path / "log.csv"
    log.write_text(
        "split,arrival,timestamp,key,v:int\na,1000,1000,x,1\na,40000,40000,y,1\na,45000,12000,x,2\n"
        "a,46000,13000,x,3\na,50000,50000,x,4\n"
    )
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    keyed = env.from_source(EventLogSource(log), strategy, "log").key_by(lambda v: v[0])
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(10))).sum(1).print()
    with SparkJob(spark, env.pipeline("late"), ReplaySettings(backend=lowering)) as job:
        zoom = job.zoom("x", (10_000, 20_000))
        first, second = zoom.iterate_answers()
        assert first == zoom.why()
        assert "too late for window [10000, 20000)" in first.sentence
        assert [thing.text for thing in first.causes] == [
            "record 1 of split “a”: (y, 1), read at processing time 40000"
        ]
        for answer in (first, second):
            found = answer.counterfactual
            assert found is not None
            assert (found.changes[0].old, found.changes[0].new) == ("0 ms", "25000 ms")
        trace = zoom.simulate().run().trace
        assert (
            zoom.find_position(trace)
            == trace.event_range(
                next(n for n, step in enumerate(trace) if any(map(_is_skip, step.events)))
            )[1]
        )
        with pytest.raises(NoSuchWindow, match=r"are \(0, 10000\), \(50000, 60000\)"):
            job.zoom("x", (20_000, 30_000))


def _is_skip(event: Any) -> bool:
    return isinstance(event, WindowSkippedAsLate)
