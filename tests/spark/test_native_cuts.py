"""Cuts as expressions: a record comes before them or not, to the millisecond and the offset."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from pyspark.sql import SparkSession
from pyspark.sql import functions as sql

from flinksim.spark.generic.cuts import NEVER, Steps
from flinksim.spark.native.cuts import LogEnd

SPLITS = 2
END = LogEnd(1_450 * SPLITS + 1, 9, SPLITS)
AT_TICKS = [(1_200 * SPLITS - 1, NEVER), (1_400 * SPLITS - 1, NEVER), (END.code, END.offset)]
AT_A_RECORD = [*AT_TICKS, (1_300 * SPLITS, 5)]
RECORDS = [
    (arrival, arrival * SPLITS + split, offset)
    for arrival, split, offset in product(
        (1_000, 1_199, 1_200, 1_201, 1_300, 1_399, 1_400, 1_450), (0, 1), (4, 5, 6)
    )
]


@pytest.mark.parametrize(("cuts", "by_arrival"), [(AT_TICKS, True), (AT_A_RECORD, False)])
def test_a_record_comes_before_a_cut_as_its_code_and_offset_do(
    cuts: list[tuple[int, int]], by_arrival: bool, spark: SparkSession
) -> None:
    codes, offsets = np.array(cuts, dtype=np.int64).T
    # no record is further behind than the earliest of these, so that the table of cuts decides
    columns = END.columns(codes, offsets, np.full(len(cuts), 5_000))
    assert (columns.offsets is None, columns.lag_ms is None) == (by_arrival, not by_arrival)
    frame = spark.createDataFrame(RECORDS, "_arrival bigint, _code bigint, _offset bigint")
    frame = frame.withColumn("_ts", sql.lit(0))
    before = [columns.before(sql.lit(number)).alias(f"c{number}") for number in range(len(cuts))]
    found = [tuple(row) for row in frame.select(*before).collect()]
    assert found == [tuple((code, offset) <= cut for cut in cuts) for _, code, offset in RECORDS]


def steps_of(cuts: list[tuple[int, int]]) -> Steps:
    columns = np.array([(10 * n, *cut, 0) for n, cut in enumerate(sorted(cuts))], dtype=np.int64)
    return Steps(columns[:, 0], columns[:, 1], columns[:, 2], columns[:, 3])


def test_a_record_meets_the_watermark_that_came_last_before_it(spark: SparkSession) -> None:
    steps = steps_of(AT_TICKS)
    met = END.watermark_met(steps, 1_000, 200)
    assert met is not None
    frame = spark.createDataFrame(RECORDS, "_arrival bigint, _code bigint, _offset bigint")
    found = [row[0] for row in frame.select(met).collect()]
    _, codes, offsets = np.array(RECORDS, dtype=np.int64).T
    assert found == steps.watermark_at(codes, offsets).tolist()
    assert {*found} == {-(1 << 63), 0, 10}


def test_watermarks_between_ticks_are_looked_up_otherwise() -> None:
    assert END.watermark_met(steps_of(AT_A_RECORD), 1_000, 200) is None
    assert END.watermark_met(steps_of(AT_TICKS), 1_000, 0) is None


def test_prompt_records_are_before_the_cuts_of_their_windows_and_others_are_looked_up(
    spark: SparkSession,
) -> None:
    codes, offsets = np.array(AT_TICKS, dtype=np.int64).T
    max_timestamps = np.array([999, 1_099, 1_299], dtype=np.int64)
    columns = END.columns(codes, offsets, max_timestamps)
    assert columns.lag_ms == min(1_199 - 999, 1_399 - 1_099)
    rows = [
        (arrival, arrival - behind, window)
        for window, latest in enumerate(max_timestamps.tolist())
        for arrival in range(900, 1_500, 7)
        for behind in (0, 150, 199, 200, 201, 250, 300, 301)
        if arrival - behind <= latest
    ]
    frame = spark.createDataFrame(rows, "_arrival bigint, _ts bigint, window int")
    found = [row[0] for row in frame.select(columns.before(sql.col("window"))).collect()]
    ends = [1_199, 1_399, NEVER]
    assert found == [arrival <= ends[window] for arrival, _, window in rows]
    assert {*found} == {True, False}


@pytest.mark.parametrize("far", [(1 << 63) - 1, -(1 << 63)])
def test_times_that_cannot_be_subtracted_are_all_looked_up(far: int) -> None:
    codes, offsets = np.array(AT_TICKS, dtype=np.int64).T
    columns = END.columns(codes, offsets, np.array([999, far, 999], dtype=np.int64))
    assert columns.lag_ms is None
