"""Sessions of many records at once, without Spark: what its workers do, against the simulator."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from flinksim.spark.expressions.shaped_values import maker
from flinksim.spark.expressions.symbolic import Expression, Shape
from flinksim.spark.generic.cuts import Steps
from flinksim.spark.job import ReplaySettings, SparkJob
from flinksim.spark.native.contents import Contents
from flinksim.spark.native.plan import NativePlan, native_plan
from flinksim.spark.native.session_batches import dropped_batches, fired_batches
from flinksim.spark.native.session_cutting import find_islands
from flinksim.spark.native.session_work import SessionWork, session_work
from flinksim.trace.values import freeze
from tests.spark.conftest import MANY
from tests.spark.random_programs import DELAYS, WILD, declare_native, write_log
from tests.spark.test_equal import simulated

CASES = MANY or 150


def evaluated(expression: Expression, row: dict[str, Any]) -> Any:
    """The value of an expression, as Python has it."""
    match expression:
        case ("column", name):
            return row[name]
        case ("literal", value):
            return value
        case ("not", inner):
            return not evaluated(inner, row)
        case ("and", *conditions):
            return all(evaluated(c, row) for c in conditions)
        case ("case", *cases):
            return next(evaluated(v, row) for c, v in cases if evaluated(c, row))
    operation, left, right = expression
    a, b = evaluated(left, row), evaluated(right, row)
    table: dict[str, Any] = {
        "+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "%": lambda: a % b,
        "//": lambda: a // b, "/": lambda: a / b, "=": lambda: a == b, "<>": lambda: a != b,
        "<": lambda: a < b, "<=": lambda: a <= b, ">": lambda: a > b, ">=": lambda: a >= b,
        "least": lambda: min(a, b), "greatest": lambda: max(a, b),
    }  # fmt: skip
    return table[operation]()


def batches_of(plan: NativePlan, work: SessionWork, size: int) -> list[pa.RecordBatch]:
    """The records of the log as workers are sent them, shuffled."""
    source: Any = plan.source.vertex.head.spec.source  # type: ignore[union-attr]
    names = list(plan.source.chain.split_names)
    assert plan.timestamp is not None
    rows = []
    for offset, (split, arrival, ended, cells, _) in enumerate(source.lines()):
        row = dict(zip(source.columns, cells, strict=True))
        if ended or not evaluated(plan.keep, row):
            continue
        record = {
            "_ts": evaluated(plan.timestamp, row),
            "_code": arrival * len(names) + names.index(split),
            "_offset": offset,
        }
        rows.append(record | {name: evaluated(e, row) for e, name in work.columns.items()})
    random.Random(size).shuffle(rows)
    parts = [rows[first : first + size] for first in range(0, len(rows), size)]
    return [pa.RecordBatch.from_pylist(part) for part in parts]


def tables_of(job: SparkJob, plan: NativePlan, size: int) -> tuple[Counter[Any], Counter[Any]]:
    """Firings and dropped records."""
    timeline = job.timelines[plan.window.vertex.key][0]
    steps = Steps.of(timeline.controls, len(plan.source.chain.split_names))
    keys = [f"_k{place}" for place in range(len(plan.key_shape.fields))]
    shared = SimpleNamespace(value=(steps, timeline))
    work = session_work(plan, Contents(plan, keys, one=""), shared)
    batches = batches_of(plan, work, size)
    firings = [row for b in fired_batches(batches, work) for row in b.to_pylist()]
    drops = [row for b in dropped_batches(batches, work) for row in b.to_pylist()]
    fired = Counter(
        (key_of(plan.key_shape, row, "_k"), (row["window_start"], row["window_end"]), row["kind"],
         row["count"], contents_of(plan, row), row["watermark"], row["time"])
        for row in firings
    )  # fmt: skip
    dropped = Counter(
        (key_of(plan.key_shape, row, "_k"), key_of(plan.event_shape, row, "v"), row["timestamp"],
         row["watermark"], row["time"])
        for row in drops
    )  # fmt: skip
    return fired, dropped


def key_of(shape: Shape, row: dict[str, Any], prefix: str) -> Any:
    return freeze(maker(shape)([row[f"{prefix}{place}"] for place in range(len(shape.fields))]))


def contents_of(plan: NativePlan, row: dict[str, Any]) -> Any:
    keys = {e: f"_k{place}" for place, (e, _) in enumerate(plan.key_shape.fields)}
    slots = {}
    for place, slot in enumerate(plan.aggregation.slots):
        if slot.how == "constant":
            value = evaluated(slot.expression, {})
        elif slot.how in ("first", "of that record"):
            value = row[keys.get(slot.expression, f"_f{place}")]
        else:
            value = row[f"_s{place}"]
            if slot.initial is not None and slot.how != "sum":
                value = (min if slot.how == "min" else max)(value, slot.initial)
        slots[f"_s{place}"] = value
    results = [evaluated(e, slots) for e in plan.aggregation.results]
    return freeze(maker(plan.aggregation.shape)(results))


def test_random_sessions_come_to_the_same(tmp_path: Path) -> None:
    late = dropped = 0
    for seed in range(CASES):
        rng = random.Random(50_000 + seed)
        write_log(rng, tmp_path / "log.csv", WILD if seed % 2 else DELAYS)
        env = declare_native(rng, tmp_path / "log.csv", sessions=1.0)
        expected = simulated(env)
        assert expected is not None
        with SparkJob(None, env.pipeline("job"), ReplaySettings()) as job:
            plan = native_plan(job.stages)
            found, gone = tables_of(job, plan, size=rng.choice([7, 1000]))
        fired = Counter(tuple(firing[1:]) for firing in expected[0].elements())
        without = Counter((key, *drop[:3], drop[4]) for _, key, *drop in expected[1].elements())
        assert found == fired, f"seed {seed}"
        assert gone == without, f"seed {seed}"
        late += sum(firing[2] == "late" for firing in fired.elements())
        dropped += without.total()
    assert late > CASES / 2
    assert dropped > CASES


def islands(
    rows: list[tuple[int, int, int]], gap: int, lateness: int = 0
) -> tuple[list[list[int]], list[bool], list[int]]:
    """Of (key, timestamp, watermark at arrival): places by island, which are simple, and dropped."""
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3)
    found = find_islands(columns[:, 0], columns[:, 1], columns[:, 2], None, gap, lateness)
    parts = [part.tolist() for part in np.split(found.order, found.starts[1:])]
    return parts, found.simple.tolist(), found.dropped.tolist()


def test_records_no_more_than_the_gap_apart_make_an_island() -> None:
    rows = [(1, 100, 0), (2, 104, 0), (1, 110, 0), (1, 121, 0), (2, 90, 0)]
    assert islands(rows, 10) == ([[0, 2], [3], [4], [1]], [True] * 4, [])


@pytest.mark.parametrize(("watermark", "simple"), [(108, True), (109, False)])
def test_what_leads_on_has_to_come_before_the_watermark_reaches_the_end(
    watermark: int, simple: bool
) -> None:
    assert islands([(1, 100, 0), (1, 108, watermark)], 10)[1] == [simple]


def test_another_record_may_lead_on_for_one_that_came_late() -> None:
    assert islands([(1, 100, 0), (1, 103, 110), (1, 106, 0)], 10)[1] == [True]


@pytest.mark.parametrize(("watermark", "dropped"), [(114, []), (115, [1])])
def test_a_record_after_the_cleanup_of_the_whole_is_dropped(
    watermark: int, dropped: list[int]
) -> None:
    parts, _, gone = islands([(1, 101, 0), (1, 99, watermark)], 10, lateness=5)
    assert gone == dropped
    assert parts == ([[0]] if dropped else [[1, 0]])


@pytest.mark.parametrize(("watermark", "simple"), [(109, True), (110, False)])
def test_a_record_that_comes_after_the_firing_makes_another_one(
    watermark: int, simple: bool
) -> None:
    assert islands([(1, 101, 0), (1, 99, watermark)], 10, lateness=5)[1] == [simple]


def test_without_records_there_is_no_island() -> None:
    assert islands([], 10) == ([[]], [], [])


def test_keys_and_times_of_any_size_are_sorted() -> None:
    far = 1 << 62
    none = -(1 << 63)
    assert islands([(far, 5, none), (-far, 7, none), (far, -far, none)], 10)[0] == [[1], [2], [0]]
