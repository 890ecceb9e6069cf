"""Random programs with one window of any kind: by columns, in parts and whole, as in the simulator."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from flinksim.connectors import EventLogSource
from flinksim.replay.kernel.kernel import Kernel
from flinksim.replay.kernel.kernel_run import compute_watermarks
from flinksim.replay.kernel.partial_aggregates import PartialAggregates, merge_partials
from flinksim.replay.kernel.record_columns import Records
from flinksim.replay.kernel.row_group_parts import read_window_records
from flinksim.replay.replay_job import ReplaySettings, SparkJob
from tests.replay.conftest import MANY
from tests.replay.random_windows import check, declare, write_log

HERE = range(7000, 7000 + (MANY or 60))
ON_SPARK = range(8000, 8000 + (MANY // 10 or 6))


def test_windows_of_any_kind_are_those_of_the_simulator() -> None:
    reasons: Counter[str | None] = Counter()
    for seed in HERE:
        told, reason = check(seed)
        assert not told, f"{seed}: {told}"
        reasons[reason] += 1
    assert reasons[None] >= 0.85 * len(HERE), reasons


@pytest.mark.parametrize(("goes_on", "evicts"), [(True, False), (False, True), (True, True)])
def test_so_are_those_with_a_later_stage_or_an_evictor(goes_on: bool, evicts: bool) -> None:
    by_columns = 0
    for seed in HERE:
        told, reason = check(seed, None, None, goes_on, evicts)
        assert not told, f"{seed}: {told}"
        by_columns += reason is None
    assert by_columns >= 0.5 * len(HERE)


def test_windows_that_share_a_changing_record_are_worked_out_together() -> None:
    """What a later window is given changes the record in earlier ones, whoever has them."""
    told, reason = check(7000134)
    assert (told, reason) == ([], None)


@pytest.mark.parametrize("seed", [5014, 20507])
@pytest.mark.parametrize("units", [2, 4])
@pytest.mark.parametrize("lowering", ["auto", "generic"])
def test_windows_of_a_key_that_fire_at_once_are_in_order_among_all_keys(
    seed: int, units: int, lowering: Any
) -> None:
    """A timer's place among those of its time depends on those of other keys; state shows it."""
    told, reason = check(seed, None, ReplaySettings(units=units, backend=lowering))
    assert reason is None
    assert not told


def test_what_an_evictor_leaves_shows_which_window_fires_first() -> None:
    told, _ = check(7029, evicts=True)
    assert not told


@pytest.mark.slow("Spark's random cases; in this process they run in `make test`")
@pytest.mark.parametrize("seed", ON_SPARK)
def test_so_they_are_in_sparks_workers(seed: int, spark: SparkSession) -> None:
    told, _ = check(seed, spark)
    assert not told


def test_parts_that_come_together_are_the_whole(tmp_path: Path) -> None:
    tried = 0
    for seed in HERE:
        rng = random.Random(f"windows {seed}")
        log = tmp_path / f"{seed}.csv"
        write_log(rng, log)
        job = SparkJob(None, declare(rng, EventLogSource(log)).pipeline("job"), ReplaySettings())
        plan = job.columnar_plan
        if plan is None or not plan.has_partials:
            continue
        run = job.create_kernel_run(plan)
        run.run()
        records = read_window_records(run._log, 0)
        panes = plan.panes.with_origin(run.timestamp_scan.min_timestamp or 0)
        if not len(records) or panes.get_pane(run.timestamp_scan.max_timestamp or 0) > 100_000:
            continue
        kernel = Kernel(plan, compute_watermarks(plan, run.timestamp_scan.source_scan)[1])
        shares = np.array(rng.choices(range(3), k=len(records)))
        parts = [
            partials_of(kernel, records.take(np.flatnonzero(shares == share)), panes)
            for share in set(shares.tolist())
        ]
        rng.shuffle(parts)
        found = merge_partials(kernel, PartialAggregates.concatenate(parts), panes)
        assert rows_of(pa.concat_tables(found)) == rows_of(run.firings), seed
        tried += 1
    assert tried > len(HERE) // 10


def partials_of(kernel: Kernel, records: Records, panes: Any) -> PartialAggregates:
    count = panes.get_pane(int(records.timestamps.max())) + panes.panes_per_window
    return PartialAggregates.from_windows(kernel.create_windows(records, panes, count))


def rows_of(table: pa.Table) -> Counter[str]:
    return Counter(map(repr, table.to_pylist()))
