"""Generate large event logs with known disorder as Parquet, for benchmarks and exercises.

    python -m flinksim.replay.logs.synthetic_log events.parquet --events 10_000_000 --keys 100_000

Columns: ``split``, ``arrival``, ``ts`` (event time), ``key``, ``v``. Records arrive at a steady
rate across the splits. Each is delayed, most of them a little, one in a hundred a lot. The same
arguments always give the same file.

Not in Flink.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from flinksim.core.atomic_files import write_atomically

ROWS_PER_GROUP = 500_000
START_MS = 1_700_000_000_000


def write_synthetic_log(
    path: str | Path,
    *,
    events: int,
    keys: int = 1_000,
    splits: int = 4,
    duration_ms: int = 1_000_000,
    delay_ms: int = 400,
    straggler_delay_ms: int = 8_000,
    stragglers: float = 0.01,
    seed: int = 1,
) -> Path:
    """Write a synthetic log and return its path.

    Args:
        path: The Parquet file.
        events: Number of records.
        keys: Number of distinct keys.
        splits: Number of splits.
        duration_ms: Time between the first and the last arrival.
        delay_ms: Mean of the exponential delay of most records.
        straggler_delay_ms: Mean of the exponential delay of stragglers.
        stragglers: Share of stragglers.
        seed: Seed of the random generator.
    """
    generator = np.random.default_rng(seed)
    names = pa.array([f"s{i}" for i in range(splits)])
    schema = pa.schema(
        [("split", pa.string()), ("arrival", pa.int64()), ("ts", pa.int64()), ("key", pa.int64()),
         ("v", pa.int64())]
    )  # fmt: skip
    with write_atomically(path) as draft, pq.ParquetWriter(draft, schema) as writer:
        for first in range(0, events, ROWS_PER_GROUP):
            count = min(ROWS_PER_GROUP, events - first)
            place = np.arange(first, first + count, dtype=np.int64)
            arrival = START_MS + place * duration_ms // events
            late = generator.random(count) < stragglers
            scale = np.where(late, straggler_delay_ms, delay_ms)
            delay = (generator.exponential(1.0, count) * scale).astype(np.int64)
            split = names.take(pa.array(generator.integers(0, splits, count)))
            key = generator.integers(0, keys, count, dtype=np.int64)
            value = generator.integers(-100, 1_000, count, dtype=np.int64)
            columns = [split, pa.array(arrival), pa.array(arrival - delay), pa.array(key)]
            writer.write_table(pa.table([*columns, pa.array(value)], schema=schema))
    return Path(path)


def main(arguments: list[str] | None = None) -> None:
    """Write a synthetic log with the options of the command line."""
    parser = argparse.ArgumentParser(description="Create a large event log with known disorder.")
    parser.add_argument("path", type=Path)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--keys", type=int, default=1_000)
    parser.add_argument("--splits", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parsed = parser.parse_args(arguments)
    write_synthetic_log(
        parsed.path, events=parsed.events, keys=parsed.keys, splits=parsed.splits, seed=parsed.seed
    )


if __name__ == "__main__":
    main()
