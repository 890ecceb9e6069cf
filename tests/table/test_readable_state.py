"""The state of aggregations names its parts."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

from flinksim.table.logical_types import LogicalType
from flinksim.table.runtime.aggregate_functions import create_aggregate_function
from flinksim.table.runtime.aggregates_handler import AggregateCall, AggregatesHandler
from flinksim.trace.events import StateUpdated
from tests.table.sql_runs import run_script


def test_the_state_of_a_group_names_sums_and_counts(tmp_path: Path) -> None:
    trace = run_script(
        tmp_path,
        "SELECT k, SUM(v) AS s, AVG(v) AS a, COUNT(DISTINCT v) AS d, MAX(v) AS m, LISTAGG(k) AS l "
        "FROM clicks GROUP BY k;",
        ("a", 2, 1),
        ("a", 7, 2),
        ("a", 2, 3),
    )
    values = [e.value for step in trace for e in step.events if isinstance(e, StateUpdated)]
    assert values[-1] == (
        "s: sum=11, count=3; a: sum=11, count=3; d: count=2, distinct values={2: 2, 7: 1}; m: max=7; "
        "l: values=(('a', ','), ('a', ','), ('a', ',')); rows=3"
    )


def test_accumulators_keep_their_names_when_they_are_copied() -> None:
    function = create_aggregate_function("SUM", LogicalType("INT"), 1, False)
    handler = AggregatesHandler([AggregateCall(function, (0,), name="s", operation="SUM")])
    accumulators = handler.create_accumulators()
    handler.accumulate(accumulators, (3,))
    for made in (copy.deepcopy(accumulators), pickle.loads(pickle.dumps(accumulators))):
        assert str(made) == "s: sum=3, count=1; rows=1"
        handler.accumulate(made, (4,))
    assert str(accumulators) == "s: sum=3, count=1; rows=1"
