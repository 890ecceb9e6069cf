"""How far a log's timestamps came, read from its columns, against a walk over its records."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from flinksim.connectors import EventLogSource
from flinksim.spark.logs.log_scan import scanned
from flinksim.spark.logs.parquet_log import write_parquet_log

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


@pytest.mark.parametrize("interval_ms", [INTERVAL_MS, 0])
def test_what_is_read_from_columns_is_what_the_records_say(
    interval_ms: int, tmp_path: Path
) -> None:
    log = tmp_path / "log.parquet"
    lines = written(log, random.Random(interval_ms))
    expected: dict[Any, list[tuple[int, int | None]]] = {}
    for split, arrival, timestamp in lines:
        tick = (arrival - START_MS) // interval_ms if interval_ms else 0
        number = {"c": 0, "a": 1}.get(split)
        expected.setdefault((number, tick), []).append((arrival, timestamp))
    found: dict[Any, list[dict[str, Any]]] = {}
    for row in scanned(log, ("c", "a"), "ts", START_MS, interval_ms):
        found.setdefault((row["_split"], row["_tick"]), []).append(row)
    assert found.keys() == expected.keys()
    for place, records in expected.items():
        rows = found[place]
        times = [timestamp for _, timestamp in records if timestamp is not None]
        greatest = [row["greatest"] for row in rows if row["greatest"] is not None]
        least = [row["least"] for row in rows if row["least"] is not None]
        assert max(greatest, default=None) == max(times, default=None)
        assert min(least, default=None) == min(times, default=None)
        assert max(row["last_arrival"] for row in rows) == max(arrival for arrival, _ in records)
        assert any(row["ended"] for row in rows) == any(ts is None for _, ts in records)
        assert sum(row["lines"] for row in rows) == len(records)
