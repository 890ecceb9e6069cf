"""How far a log's timestamps came, read from its columns, against a walk over its records."""

from __future__ import annotations

import random
from pathlib import Path

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


@pytest.mark.parametrize("interval_ms", [INTERVAL_MS, 1, 0])
def test_what_is_read_from_columns_is_what_the_records_say(
    interval_ms: int, tmp_path: Path
) -> None:
    log = tmp_path / "log.parquet"
    lines = written(log, random.Random(interval_ms))
    numbers = {"c": 0, "a": 1}
    ours = [(numbers[name], *times) for name, *times in lines if name in numbers]
    greatest: dict[tuple[int, int], int] = {}
    for split, arrival, timestamp in ours:
        if timestamp is not None:
            place = (split, (arrival - START_MS) // interval_ms + 1 if interval_ms else 1)
            greatest[place] = max(timestamp, greatest.get(place, timestamp))
    found = scanned(log, ("c", "a"), "ts", START_MS, interval_ms)
    reached = {
        (split, tick): timestamp
        for split, ticks in found.timestamps.items()
        for tick, timestamp in ticks.items()
    }
    assert reached == greatest
    stamps = [timestamp for _, _, timestamp in ours if timestamp is not None]
    assert (found.least, found.greatest) == (min(stamps), max(stamps))
    assert found.last_arrivals == {n: max(a for s, a, _ in ours if s == n) for n in (0, 1)}
    assert (found.lines, found.has_strangers, found.has_ends) == (len(lines), True, True)


def test_a_log_of_known_splits_alone_has_no_strangers(tmp_path: Path) -> None:
    log = tmp_path / "log.parquet"
    written(log, random.Random(3))
    assert not scanned(log, ("a", "b", "c"), "ts", START_MS, INTERVAL_MS).has_strangers
