"""No operator does more for a record because there were more records before it."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from flinksim import RunSettings
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster
from flinksim.runtime.operators.merging_window_set import MergingWindowSet
from tests.runtime.operator_jobs import JOBS

MAX_GROWTH = 1.3


def count_lines(job: str, records: int) -> int:
    """Count the lines of Python, also repeated ones, that a run of *job* executes."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    JOBS[job](env, records)
    cluster = MiniCluster(build_job_graph(env.pipeline("growth")), RunSettings(traced=False))
    count = 0

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        cluster.run()
    finally:
        sys.settrace(before)
    return count


def compute_growth(job: str) -> float:
    """Return the lines per further record at 400 records, over those at 200."""
    first, second, third = (count_lines(job, records) for records in (100, 200, 400))
    return (third - second) / (2 * (second - first))


@pytest.mark.parametrize("job", JOBS)
def test_a_record_costs_the_same_after_many_others(job: str) -> None:
    assert compute_growth(job) <= MAX_GROWTH


def test_a_quadratic_operator_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        MergingWindowSet, "_find_candidates", lambda self, new_window: list(self.mapping)
    )
    assert compute_growth("sessions of one key, open") > MAX_GROWTH
