"""Cuts as expressions: a record comes before them or not, to the millisecond and the offset."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from pyspark.sql import SparkSession

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
    columns = END.columns(codes, offsets)
    assert (columns.offsets is None) == by_arrival
    frame = spark.createDataFrame(RECORDS, "_arrival bigint, _code bigint, _offset bigint")
    before = [f"{columns.before(str(number))} AS c{number}" for number in range(len(cuts))]
    found = [tuple(row) for row in frame.selectExpr(*before).collect()]
    assert found == [tuple((code, offset) <= cut for cut in cuts) for _, code, offset in RECORDS]


def steps_of(cuts: list[tuple[int, int]]) -> Steps:
    columns = np.array([(10 * n, *cut, 0) for n, cut in enumerate(sorted(cuts))], dtype=np.int64)
    return Steps(columns[:, 0], columns[:, 1], columns[:, 2], columns[:, 3])


def test_a_record_meets_the_watermark_that_came_last_before_it(spark: SparkSession) -> None:
    steps = steps_of(AT_TICKS)
    met = END.watermark_met(steps, 1_000, 200)
    assert met is not None
    frame = spark.createDataFrame(RECORDS, "_arrival bigint, _code bigint, _offset bigint")
    found = [row[0] for row in frame.selectExpr(met).collect()]
    _, codes, offsets = np.array(RECORDS, dtype=np.int64).T
    assert found == steps.watermark_at(codes, offsets).tolist()
    assert {*found} == {-(1 << 63), 0, 10}


def test_watermarks_between_ticks_are_looked_up_otherwise() -> None:
    assert END.watermark_met(steps_of(AT_A_RECORD), 1_000, 200) is None
    assert END.watermark_met(steps_of(AT_TICKS), 1_000, 0) is None
