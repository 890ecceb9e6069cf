"""How far a log's timestamps came, found in parts, against a walk over its records."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.kernel.watermark_scan import TimestampScan, merge_scans, scan_table
from flinksim.replay.logs.parquet_source import ParquetLogSource, write_parquet_log
from flinksim.replay.operators import positions
from flinksim.replay.replay_job import SparkJob
from flinksim.replay.settings import ReplaySettings

START_MS, INTERVAL_MS = 1_000, 200


def written(path: Path, rng: random.Random) -> list[tuple[str, int, int | None]]:
    """A log in small row groups, one split of which ends by a mark: (split, arrival, timestamp)."""
    lines: list[tuple[str, int, int | None]] = []
    arrival = START_MS
    for _ in range(200):
        arrival += rng.choice([0, 1, 30, 100])
        lines.append((rng.choice("abc"), arrival, arrival - rng.randrange(500)))
    lines.append(("a", arrival + 500, None))
    text = ["split,arrival,split_end,ts:timestamp,v:int"]
    text += [
        f"{s},{a},{'true' if t is None else ''},{'' if t is None else t},1" for s, a, t in lines
    ]
    path.with_suffix(".csv").write_text("\n".join(text) + "\n")
    write_parquet_log(EventLogSource(path.with_suffix(".csv")), path, rows_per_group=17)
    return lines


def plan_of(log: Path, splits: list[str], interval_ms: int) -> ColumnarPlan:
    """A sum by window, for which the splits *splits* are read."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.get_config().set_auto_watermark_interval(interval_ms)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
    timed = strategy.with_timestamp_assigner(lambda value, _: value[0])
    source = ParquetLogSource(log, splits=splits)
    keyed = env.from_source(source, timed, "log").key_by(lambda value: "all")
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).sum(1).print()
    with SparkJob(None, env.pipeline("job"), ReplaySettings(backend="native")) as job:
        assert job.columnar_plan is not None
        return job.columnar_plan


def parts_of(plan: ColumnarPlan, log: Path, groups: int) -> list[TimestampScan]:
    """What parts of so many row groups came to."""
    file, first, found = pq.ParquetFile(log), 0, []
    for begin in range(0, file.num_row_groups, groups):
        some = list(range(begin, min(begin + groups, file.num_row_groups)))
        table = file.read_row_groups(some)
        found.append(scan_table(plan, table, first))
        first += table.num_rows
    return found


@pytest.mark.parametrize("groups", [1, 4, 100])
@pytest.mark.parametrize("interval_ms", [INTERVAL_MS, 1, 0])
def test_parts_come_to_what_the_records_say(interval_ms: int, groups: int, tmp_path: Path) -> None:
    log = tmp_path / "log.parquet"
    lines = written(log, random.Random(interval_ms))
    numbers = {"c": 0, "a": 1}
    ours = [(numbers[name], *times) for name, *times in lines if name in numbers]
    plan = plan_of(log, ["c", "a"], interval_ms)
    start_ms = plan.source.chain.start_ms
    greatest: dict[tuple[int, int], int] = {}
    for split, arrival, timestamp in ours:
        if timestamp is not None:
            place = (split, (arrival - start_ms) // interval_ms + 1 if interval_ms else 1)
            greatest[place] = max(timestamp, greatest.get(place, timestamp))
    found = merge_scans(parts_of(plan, log, groups))
    reached = {
        (split, tick): timestamp
        for (_, split), ticks in found.source_scan.max_timestamps.items()
        for tick, timestamp in ticks.items()
    }
    assert reached == greatest
    stamps = [timestamp for _, _, timestamp in ours if timestamp is not None]
    assert (found.min_timestamp, found.max_timestamp) == (min(stamps), max(stamps))
    assert (found.row_count, found.is_valid) == (len(lines), True)
    for number, name in enumerate("ca"):
        row = max(place for place, line in enumerate(lines) if line[0] == name)
        assert found.source_scan.last_items[number] == positions.from_record(
            lines[row][1], number, row
        )


def changed(log: Path, row: int, **cells: Any) -> None:
    """Write *log* anew, with other cells in one row."""
    table = pq.read_table(log)
    rows = table.to_pylist()
    rows[row] |= cells
    pq.write_table(type(table).from_pylist(rows, table.schema), log, row_group_size=17)


@pytest.mark.parametrize("row", [16, 17, 40])
def test_an_arrival_that_goes_back_is_seen_inside_a_part_and_between_parts(
    row: int, tmp_path: Path
) -> None:
    log = tmp_path / "log.parquet"
    lines = written(log, random.Random(7))
    split, plan = lines[row][0], plan_of(log, ["a", "b", "c"], INTERVAL_MS)
    before = max(arrival for name, arrival, _ in lines[:row] if name == split)
    changed(log, row, arrival=before - 1)
    for groups in (1, 3):
        assert not merge_scans(parts_of(plan, log, groups)).is_valid


def test_rows_behind_the_end_of_a_split_are_seen_in_another_part(tmp_path: Path) -> None:
    log = tmp_path / "log.parquet"
    lines = written(log, random.Random(7))
    row = next(place for place, line in enumerate(lines) if line[0] == "a" and place > 20)
    plan = plan_of(log, ["a", "b", "c"], INTERVAL_MS)
    changed(log, row, split_end=True)
    parts = parts_of(plan, log, 1)
    assert all(part.is_valid for part in parts[row // 17 + 1 :])
    assert not merge_scans(parts).is_valid
