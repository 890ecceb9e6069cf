"""Spark's own streaming on the real day of flights, beside Flink's firings.

What Structured Streaming should give is worked out here in plain Python, from its rules.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pyspark.sql import SparkSession

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource, read_event_log
from flinksim.connectors.sinks import CollectSink
from flinksim.core.resources import FLIGHTS
from flinksim.course.demo.flights import declare
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import (
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)
from flinksim.replay.extract.time_format import format_time
from flinksim.replay.logs.parquet_source import ParquetLogSource, write_parquet_log
from flinksim.replay.replay_job import ReplaySettings, SparkJob
from flinksim.replay.results.outcome import Firing
from flinksim.replay.structured_streaming.comparison import (
    StreamingComparison,
    compare_with_streaming,
)
from flinksim.replay.structured_streaming.runner import (
    OUTPUT_MODES,
    MicroBatch,
    StreamedLog,
    StreamedRun,
    run_streaming,
)
from flinksim.replay.structured_streaming.streaming_query import StreamedResult, find_value_indices
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation
from flinksim.trace.events import WindowSkippedAsLate
from tests.replay.random_programs import Average

pytestmark = pytest.mark.slow("streams logs through Spark in small batches")

HOUR = 3_600_000
BATCH = 3 * HOUR
DELAY = HOUR // 2
MIDNIGHT = 1_357_084_800_000  # 2 January 2013
FIRST_ARRIVAL = MIDNIGHT + 4 * HOUR + 58 * 60_000


def flights(spark: SparkSession) -> SparkJob:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    declare(env)
    return SparkJob(spark, env.pipeline("flights"), ReplaySettings())


@pytest.fixture(scope="module")
def day(spark: SparkSession) -> Iterator[StreamingComparison]:
    with flights(spark) as job:
        yield compare_with_streaming(job, run_streaming(job, BATCH))


class Expected(NamedTuple):
    """What one batch should have come to."""

    arrived_ms: int
    records: int
    watermark: int
    rows_dropped: int
    records_dropped: int
    append: dict[tuple[str, int], tuple[int, int]]
    update: dict[tuple[str, int], tuple[int, int]]
    complete: dict[tuple[str, int], tuple[int, int]]


def expected_batches() -> list[Expected]:
    """Spark's rules, in plain Python: (carrier, hour) to (flights behind schedule, minutes)."""
    records = read_event_log(FLIGHTS)
    batches: dict[int, list[Any]] = defaultdict(list)
    for record in records:
        assert record.arrival_ms is not None
        batches[(record.arrival_ms - FIRST_ARRIVAL) // BATCH].append(record)
    everything: dict[Any, tuple[int, int]] = {}
    state: dict[Any, tuple[int, int]] = {}
    found = []
    watermark = late_watermark = greatest = 0
    for number in [*sorted(batches), -1]:
        batch = batches.get(number, [])
        changed, dropped = {}, []
        before = watermark
        watermark = max(watermark, greatest - DELAY if greatest else 0)
        if not batch and watermark == before:
            break
        for record in batch:
            scheduled, carrier, _, _, delay = record.value
            if delay <= 0:
                continue
            greatest = max(greatest, scheduled)
            place = (carrier, scheduled // HOUR * HOUR)
            count, minutes = everything.get(place, (0, 0))
            everything[place] = (count + 1, minutes + delay)
            if place[1] + HOUR <= late_watermark:
                dropped.append(place)
                continue
            count, minutes = state.get(place, (0, 0))
            state[place] = changed[place] = (count + 1, minutes + delay)
        over = {place: value for place, value in state.items() if place[1] + HOUR <= watermark}
        for place in over:
            del state[place]
        arrived = batch[-1].arrival_ms if batch else found[-1].arrived_ms
        found.append(
            Expected(
                arrived, len(batch), watermark, len(set(dropped)), len(dropped),
                over, changed, dict(everything),
            )
        )  # fmt: skip
        late_watermark = watermark
    return found


def as_expected(results: tuple[StreamedResult, ...]) -> dict[tuple[str, int], tuple[int, int]]:
    assert all(result.window[1] - result.window[0] == HOUR for result in results)
    return {(r.key, r.window[0]): (r.count, *r.values) for r in results}  # type: ignore[misc]


@pytest.mark.parametrize("mode", ["append", "update", "complete"])
def test_each_batch_puts_out_what_its_mode_says(mode: Any, day: StreamingComparison) -> None:
    batches = day.runs[mode].batches
    expected = expected_batches()
    # A last batch without records lets the watermark act; complete mode has no use for it.
    assert len(batches) == len(expected) - (mode == "complete")
    drops_by = 0
    for batch, right in zip(batches, expected, strict=False):
        assert batch.late_watermark == (None if mode == "complete" else drops_by)
        drops_by = right.watermark
        assert as_expected(batch.results) == getattr(right, mode), batch.number
        assert (batch.arrived_ms, batch.records) == (right.arrived_ms, right.records)
        assert batch.watermark == right.watermark
        assert batch.rows_dropped == (0 if mode == "complete" else right.rows_dropped)
        assert sum(b.rows_dropped for b in day.runs["update"].batches) > 0


def test_append_says_each_window_once_and_some_never(day: StreamingComparison) -> None:
    said = [(r.key, r.window) for b in day.runs["append"].batches for r in b.results]
    assert len(said) == len(set(said))
    never = [place for place in day.list_windows() if place not in said]
    last = day.runs["append"].batches[-1].watermark
    assert never
    assert all(window[1] > last for _, window in never)
    # Flink fires them at the end of the input.
    assert all(day.list_flink_firings(*place) for place in never)


def test_complete_mode_forgets_nothing_and_flink_and_update_mode_do(
    day: StreamingComparison,
) -> None:
    lost = [day.count_lost("update", key, window) for key, window in day.list_windows()]
    assert sum(flink for flink, _ in lost) == len(day.dropped) == 52
    assert sum(spark for _, spark in lost) == sum(b.records_dropped for b in expected_batches())
    assert sum(spark for _, spark in lost) == 2
    for key, window in day.list_windows():
        complete = day.list_spark_results("complete", key, window)[-1][1]
        values = [values for _, _, values in day.list_flink_firings(key, window)]
        if day.count_lost("update", key, window)[0] == 0:
            assert values == [complete]
        else:
            assert complete not in values


def test_the_table_sets_them_side_by_side(day: StreamingComparison) -> None:
    three = MIDNIGHT + 15 * HOUR
    (row,) = day.table([("UA", (three, three + HOUR))]).to_dict("records")
    assert row == {
        "key": "UA",
        "window": "2013-01-02 15:00 to 16:00",
        # A tick a minute since the first, and each timer a millisecond late: the 710th.
        "Flink": "16:48:00.710: 162 (on time)",
        "Spark, append": "19:56: 162",
        "Spark, update": "16:57: 162",
        "Spark, complete": "16:57: 162; 22:56: 541",
        "lost: Flink, Spark (update)": "1, 1",
    }


def test_the_table_of_watermarks_has_both_at_the_end_of_each_batch(
    day: StreamingComparison,
) -> None:
    table = day.watermark_table().to_dict("records")
    expected = expected_batches()
    at = ["-", *[format_time(batch.watermark) for batch in expected if batch.watermark]]
    assert [row["Spark's watermark"] for row in table] == at
    assert [row["Spark drops by"] for row in table] == ["-", *at[:-1]]
    assert [row["rows dropped"] for row in table] == [batch.rows_dropped for batch in expected]
    for row, batch in zip(table, expected, strict=True):
        known = [wm for time_ms, wm in day.watermarks if time_ms <= batch.arrived_ms]
        assert row["Flink's watermark"] == (format_time(max(known)) if known else "-")
    assert {
        row["Spark drops by"] for row in day.watermark_table("complete").to_dict("records")
    } == {"-"}


def test_what_a_late_firing_counts_is_not_lost() -> None:
    window = (0, 1000)
    firings = [
        Firing(1, "a", window, kind, count, (count,), watermark=999, time=time_ms)
        for kind, count, time_ms in (("on time", 2, 5), ("late", 3, 9))
    ]
    everything = StreamedResult("a", window, 5, (5,))
    batch = MicroBatch(0, 10, 5, 0, None, 0, (everything,))
    runs = {"complete": StreamedRun("complete", (batch,))}
    both = StreamingComparison(tuple(firings), (), runs, (0,), ())  # type: ignore[arg-type]
    assert both.count_lost("complete", "a", window) == (2, 0)


def test_flinks_watermark_waits_for_the_slowest_task_and_sparks_for_the_batch(
    day: StreamingComparison,
) -> None:
    behind = ahead = 0
    greatest = 0
    records = iter(read_event_log(FLIGHTS))
    record = next(records, None)
    for batch in day.runs["append"].batches[1:-2]:
        while record is not None and (record.arrival_ms or 0) <= batch.arrived_ms:
            if record.value[-1] > 0:
                greatest = max(greatest, record.value[0])
            record = next(records, None)
        flink = [wm for time_ms, wm in day.watermarks if time_ms <= batch.arrived_ms][-1]
        # One watermark for all, after each record, would have come as far as this:
        assert flink <= greatest - DELAY - 1
        behind += flink < greatest - DELAY - 1
        ahead += flink > batch.watermark
    assert behind >= 2
    assert ahead >= 3


def test_of_a_result_only_sums_and_extremes_are_set_beside_sparks(spark: SparkSession) -> None:
    for aggregated, places in (
        (lambda windows: windows.aggregate(Average()), ()),
        (lambda windows: windows.sum(2), (2,)),
    ):
        env = StreamExecutionEnvironment.get_execution_environment()
        strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_minutes(30))
        source = EventLogSource(FLIGHTS, timestamp="scheduled")
        delays = env.from_source(source, strategy, "flights").map(lambda f: (f[1], 0, f[4]))
        windows = delays.key_by(lambda f: f[0]).window(TumblingEventTimeWindows.of(Time.hours(1)))
        aggregated(windows).sink_to(CollectSink())
        with SparkJob(spark, env.pipeline("delays"), ReplaySettings()) as job:
            assert job.columnar_plan is not None, job.not_columnar
            assert find_value_indices(job.columnar_plan) == places


def test_what_structured_streaming_has_no_words_for_is_refused(spark: SparkSession) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_minutes(30))
    source = EventLogSource(FLIGHTS, timestamp="scheduled")
    keyed = env.from_source(source, strategy, "flights").key_by(lambda f: f[1])
    windows = keyed.window(EventTimeSessionWindows.with_gap(Time.minutes(10)))
    windows.max_by(4).sink_to(CollectSink())
    with (
        SparkJob(spark, env.pipeline("sessions"), ReplaySettings()) as job,
        pytest.raises(ValueError, match=r"sums, minima or maxima. Problem: other windows"),
    ):
        run_streaming(job, BATCH)
    with flights(spark) as job, pytest.raises(ValueError, match="batch_ms: expected a time"):
        run_streaming(job, 0)


# --- sessions -----------------------------------------------------------------------------------------

GAP = 20 * 60_000
Sessions = dict[tuple[str, tuple[int, int]], tuple[int, int]]
"""(carrier, session) to (flights behind schedule, minutes)."""


def session_job(spark: SparkSession) -> SparkJob:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_minutes(30))
    source = EventLogSource(FLIGHTS, timestamp="scheduled")
    late = env.from_source(source, strategy, "flights").filter(lambda f: f[4] > 0)
    minutes = late.map(lambda f: (f[1], f[4])).key_by(lambda f: f[0])
    windows = minutes.window(EventTimeSessionWindows.with_gap(Time.milliseconds(GAP)))
    windows.sum(1).sink_to(CollectSink())
    return SparkJob(spark, env.pipeline("sessions"), ReplaySettings())


@pytest.fixture(scope="module")
def sessions(spark: SparkSession) -> Iterator[StreamingComparison]:
    with session_job(spark) as job:
        yield compare_with_streaming(job, run_streaming(job, HOUR))


def joined(state: Sessions, carrier: str, scheduled: int, minutes: int) -> None:
    """Add one flight to *state*; sessions that it touches become one."""
    start, end, count = scheduled, scheduled + GAP, 1
    for known, window in list(state):
        if known == carrier and window[0] <= scheduled + GAP and scheduled <= window[1]:
            more, sum_of = state.pop((known, window))
            start, end = min(start, window[0]), max(end, window[1])
            count, minutes = count + more, minutes + sum_of
    state[carrier, (start, end)] = count, minutes


class SessionBatch(NamedTuple):
    """What one batch of sessions should have come to."""

    records: int
    watermark: int
    rows_dropped: int
    records_dropped: int
    append: Sessions
    complete: Sessions


def expected_session_batches() -> list[SessionBatch]:
    """Spark's rules for sessions, in plain Python."""
    batches: dict[int, list[Any]] = defaultdict(list)
    for record in read_event_log(FLIGHTS):
        assert record.arrival_ms is not None
        batches[(record.arrival_ms - FIRST_ARRIVAL) // HOUR].append(record.value)
    state: Sessions = {}
    everything: Sessions = {}
    found = []
    watermark = late_watermark = greatest = 0
    for number in [*sorted(batches), -1]:
        before = watermark
        watermark = max(watermark, greatest - DELAY if greatest else 0)
        if number < 0 and watermark == before:
            break
        dropped = []
        for scheduled, carrier, _, _, delay in batches.get(number, []):
            if delay <= 0:
                continue
            greatest = max(greatest, scheduled)
            if scheduled + GAP <= late_watermark:
                dropped.append((carrier, scheduled))
                continue
            joined(state, carrier, scheduled, delay)
            joined(everything, carrier, scheduled, delay)
        over = {place: kept for place, kept in state.items() if place[1][1] <= watermark}
        for place in over:
            del state[place]
        numbers = watermark, len(set(dropped)), len(dropped)
        records = len(batches.get(number, []))
        found.append(SessionBatch(records, *numbers, over, dict(everything)))
        late_watermark = watermark
    return found


@pytest.mark.parametrize("mode", ["append", "complete"])
def test_each_batch_of_sessions_puts_out_what_its_mode_says(
    mode: Any, sessions: StreamingComparison
) -> None:
    # complete mode has no use for a batch without records
    expected = [each for each in expected_session_batches() if each.records or mode == "append"]
    batches = sessions.runs[mode].batches
    drops_by = 0
    for batch, right in zip(batches, expected, strict=True):
        results = {(r.key, r.window): (r.count, *r.values) for r in batch.results}
        assert results == getattr(right, mode), batch.number
        assert (batch.watermark, batch.rows_dropped) == (right.watermark, right.rows_dropped)
        # of sessions complete mode drops, too
        assert batch.late_watermark == drops_by
        drops_by = right.watermark
    assert sum(batch.rows_dropped for batch in batches) > 0


def test_update_mode_for_sessions_is_told_to_be_refused_by_spark(
    sessions: StreamingComparison,
) -> None:
    update = sessions.runs["update"]
    assert update.batches == ()
    assert update.rejection == (
        "Spark rejects update mode for this query: a growing session would have to retract "
        "earlier results (STREAMING_OUTPUT_MODE.UNSUPPORTED_OPERATION)"
    )
    assert set(sessions.table()["Spark, update"]) == {"refused"}
    with pytest.raises(ValueError, match="Spark rejects update mode"):
        sessions.watermark_table("update")


def test_sessions_lose_what_is_dropped_and_complete_mode_is_no_exception(
    sessions: StreamingComparison,
) -> None:
    lost = [sessions.count_lost("complete", key, window) for key, window in sessions.list_windows()]
    assert sum(flink for flink, _ in lost) == len(sessions.dropped) > 0
    dropped = sum(batch.records_dropped for batch in expected_session_batches())
    assert sum(spark for _, spark in lost) == dropped > 0
    flights_late = sum(record.value[4] > 0 for record in read_event_log(FLIGHTS))
    assert sessions.sessions is not None
    assert sum(sessions.sessions.values()) == flights_late
    assert list(sessions.table()["lost: Flink, Spark (complete)"]) == [
        f"{own}, {other}" for own, other in lost
    ]


def test_a_notebook_shows_each_cell_whole(sessions: StreamingComparison) -> None:
    table = sessions.table()
    longest = max(table["Spark, complete"], key=len)
    assert len(longest) > 50  # where pandas cuts
    part = table[table["Spark, complete"] == longest]
    for shown in (part._repr_html_(), repr(part)):
        assert longest in shown
        assert "..." not in shown


def test_flink_joins_a_record_to_a_session_where_spark_drops_it(
    tmp_path: Path, spark: SparkSession
) -> None:
    """The record with timestamp 30 would be over alone; but the session that it leads on to is not."""
    log = tmp_path / "log.csv"
    lines = ["1000,100", "1010,190", "1110,280", "1210,370", "1310,30", "1410,2000"]
    rows = "".join(f"a,{line},k,1\n" for line in lines)
    log.write_text("split,arrival,timestamp,key,v:int\n" + rows)
    env = StreamExecutionEnvironment.get_execution_environment()
    env.get_config().set_auto_watermark_interval(100)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    keyed = env.from_source(EventLogSource(log), strategy, "log").key_by(lambda v: v[0])
    windows = keyed.window(EventTimeSessionWindows.with_gap(Time.milliseconds(100)))
    windows.sum(1).sink_to(CollectSink())
    with SparkJob(spark, env.pipeline("one session"), ReplaySettings()) as job:
        both = compare_with_streaming(job, run_streaming(job, 100))
    assert both.count_lost("complete", "k", (30, 470)) == (0, 1)
    row = both.table([("k", (30, 470))]).to_dict("records")[0]
    assert row == {
        "key": "k",
        "window": "30 to 470",
        "Flink": "1410: 5 (on time)",
        "Spark, append": "1410: [100 to 470] 4",
        "Spark, update": "refused",
        "Spark, complete": "1010: [100 to 290] 2; 1110: [100 to 380] 3; 1210: [100 to 470] 4",
        "lost: Flink, Spark (complete)": "0, 1",
    }


def test_a_session_that_has_grown_is_not_counted_twice() -> None:
    grown = [
        Firing(1, "a", (0, end), "on time", count, (count,), watermark=end, time=end)
        for end, count in ((100, 2), (250, 3))
    ]
    apart = Firing(1, "a", (260, 360), "on time", 4, (4,), watermark=360, time=360)
    both = StreamingComparison(
        (*grown, apart), (), {"append": StreamedRun("append", ())}, (0,), (), {("a", (0, 360)): 9}
    )
    assert both.count_lost("append", "a", (0, 360)) == (2, 9)


# --- other windows, keys and splits ------------------------------------------------------------------

GRIDS = [
    SlidingEventTimeWindows.of(Time.milliseconds(2000), Time.milliseconds(500)),
    SlidingEventTimeWindows.of(
        Time.milliseconds(1200), Time.milliseconds(400), Time.milliseconds(-150)
    ),
    TumblingEventTimeWindows.of(Time.milliseconds(1000), Time.milliseconds(300)),
]
SMALL_DELAY = 700


class Line(NamedTuple):
    """A line of the small log."""

    split: str
    arrival: int
    ts: int
    key: str
    v: int


def small_lines() -> list[Line]:
    """Records in and out of order, some of them too late for a part of their sliding windows."""
    rng = random.Random(11)
    lines = []
    for i in range(90):
        arrival = 10_000 + 60 * i
        late = rng.choice([0, 0, 100, 900, 1800, 2600, 4600])
        line = Line("abc"[i % 3], arrival, arrival - late, f"k{i % 2}", rng.randrange(1, 9))
        lines.append(line)
    return lines


def small_job(
    spark: SparkSession, tmp_path: Path, assigner: Any, splits: Sequence[str] | None = None
) -> SparkJob:
    """Sums by a key of two parts; of a Parquet log."""
    text, log = tmp_path / "log.csv", tmp_path / "log.parquet"
    rows = [",".join(map(str, line)) for line in small_lines()]
    text.write_text("\n".join(["split,arrival,ts:timestamp,key:str,v:int", *rows]) + "\n")
    write_parquet_log(EventLogSource(text, timestamp="ts"), log)
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(SMALL_DELAY))
    source = ParquetLogSource(log, timestamp="ts", splits=splits)
    keyed = env.from_source(source, strategy, "log").key_by(lambda v: (v[1], v[2] % 2))
    keyed.window(assigner).sum(2).sink_to(CollectSink())
    return SparkJob(spark, env.pipeline("sums"), ReplaySettings(backend="native"))


Sums = dict[tuple[Any, tuple[int, int]], tuple[int, int]]
"""(key, window) to (records, their sum)."""


def expected_of_windows(
    lines: Sequence[Line], assigner: Any, batch_ms: int
) -> tuple[list[tuple[Sums, Sums, Sums]], int]:
    """Spark's rules: per batch what append, update and complete mode put out; and how much is dropped.

    A record is dropped from those of its windows that are over alone.
    """
    batches: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        batches[(line.arrival - lines[0].arrival) // batch_ms].append(line)
    everything: Sums = {}
    state: Sums = {}
    found = []
    watermark = late_watermark = dropped = 0
    greatest = -1
    for number in [*sorted(batches), -1]:
        before = watermark
        watermark = max(watermark, greatest - SMALL_DELAY)
        if number < 0 and watermark == before:
            break
        changed: Sums = {}
        for line in batches.get(number, []):
            greatest = max(greatest, line.ts)
            for window in assigner.assign_windows(None, line.ts, None):
                place = ((line.key, line.v % 2), (window.start, window.end))
                count, total = everything.get(place, (0, 0))
                everything[place] = count + 1, total + line.v
                if window.end <= late_watermark:
                    dropped += 1
                    continue
                count, total = state.get(place, (0, 0))
                state[place] = changed[place] = count + 1, total + line.v
        over = {place: sums for place, sums in state.items() if place[1][1] <= watermark}
        for place in over:
            del state[place]
        found.append((over, changed, dict(everything)))
        late_watermark = watermark
    return found, dropped


def as_sums(batch: MicroBatch) -> Sums:
    return {(r.key, r.window): (r.count, *r.values) for r in batch.results}  # type: ignore[misc]


@pytest.mark.slow("streams a log through Spark in small batches")
@pytest.mark.parametrize("assigner", GRIDS, ids=str)
def test_sliding_windows_offsets_and_keys_of_two_parts_are_sparks_as_well(
    assigner: Any, tmp_path: Path, spark: SparkSession
) -> None:
    with small_job(spark, tmp_path, assigner) as job:
        both = compare_with_streaming(job, run_streaming(job, 1500))
        with redirect_stdout(StringIO()):
            trace = Simulation(job.pipeline, RunSettings()).run().trace
    expected, dropped = expected_of_windows(small_lines(), assigner, 1500)
    for place, mode in enumerate(OUTPUT_MODES):
        batches = both.runs[mode].batches
        assert len(batches) == len(expected) - (mode == "complete")
        for batch, right in zip(batches, expected, strict=False):
            assert as_sums(batch) == right[place], (mode, batch.number)
    for key, window in both.list_windows():
        lost, _ = both.count_lost("update", key, window)
        values = [values for _, _, values in both.list_flink_firings(key, window)]
        complete = both.list_spark_results("complete", key, window)[-1][1]
        assert (values == [complete]) if lost == 0 else (complete not in values)
    losses = [both.count_lost("update", *place) for place in both.list_windows()]
    assert sum(own for own, _ in losses) == len(trace.get_events(WindowSkippedAsLate)) > 0
    assert sum(theirs for _, theirs in losses) == dropped > 0


@pytest.mark.parametrize("assigner", [GRIDS[2], EventTimeSessionWindows.with_gap(Time.seconds(1))])
def test_of_a_log_only_the_splits_of_the_program_are_streamed(
    assigner: Any, tmp_path: Path, spark: SparkSession
) -> None:
    with small_job(spark, tmp_path, assigner, ["c", "a"]) as job:
        both = compare_with_streaming(job, run_streaming(job, 1500, ["append", "complete"]))
    own = [line for line in small_lines() if line.split in "ca"]
    assert sum(batch.records for batch in both.runs["append"].batches) == len(own) == 60
    if both.sessions is not None:
        assert sum(both.sessions.values()) == len(own)
        return
    expected, _ = expected_of_windows(own, assigner, 1500)
    for place, mode in ((0, "append"), (2, "complete")):
        for batch, right in zip(both.runs[any_(mode)].batches, expected, strict=False):
            assert as_sums(batch) == right[place], (mode, batch.number)


def any_(value: Any) -> Any:
    """*value*, whose type the type checker shall not mind."""
    return value


def test_splits_of_which_the_log_has_nothing_are_told(tmp_path: Path, spark: SparkSession) -> None:
    with (
        small_job(spark, tmp_path, GRIDS[2], ["elsewhere"]) as job,
        pytest.raises(ValueError, match="the log has no records to stream"),
    ):
        run_streaming(job, 1500)


def test_a_program_without_watermarks_is_not_given_those_of_a_delay_of_nought(
    tmp_path: Path, spark: SparkSession
) -> None:
    log = tmp_path / "log.csv"
    log.write_text("split,arrival,timestamp,key,v:int\na,1000,900,x,1\na,1500,1400,y,2\n")
    for strategy, delay in (
        (WatermarkStrategy.no_watermarks(), None),
        (WatermarkStrategy.no_watermarks().with_idleness(Duration.of_seconds(1)), None),
        (WatermarkStrategy.for_monotonous_timestamps(), 0),
        (
            WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(30)).with_idleness(
                Duration.of_seconds(1)
            ),
            30,
        ),
    ):
        env = StreamExecutionEnvironment.get_execution_environment()
        keyed = env.from_source(EventLogSource(log), strategy, "log").key_by(lambda v: v[0])
        windows = keyed.window(TumblingEventTimeWindows.of(Time.seconds(1)))
        windows.sum(1).sink_to(CollectSink())
        with SparkJob(spark, env.pipeline("sums"), ReplaySettings(backend="native")) as job:
            if delay is None:
                with pytest.raises(
                    ValueError, match=r"no_watermarks\(\), all windows of Flink fire"
                ):
                    run_streaming(job, 100)
            else:
                log_of_job = StreamedLog(job, 100)
                log_of_job.close()
                assert log_of_job.delay_ms == delay
