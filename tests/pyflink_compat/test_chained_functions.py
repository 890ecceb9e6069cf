"""Which functions a task runs in PyFlink's dialect, and how values pass between them."""

from __future__ import annotations

from typing import Any

import flinksim as fs
from flinksim.common import Configuration, Types
from flinksim.datastream import DataStream, StreamExecutionEnvironment
from flinksim.runtime.local_executor import build_job_graph
from tests.pyflink_compat.factories import PYFLINK


def environment(dialect: str = "pyflink") -> StreamExecutionEnvironment:
    options = Configuration().set_string("flinksim.dialect", dialect)
    return StreamExecutionEnvironment.get_execution_environment(options)


def same(value: Any) -> Any:
    return value


def test_a_fused_operator_is_its_functions_in_a_row_and_the_first_has_its_number() -> None:
    env = environment()
    env.from_collection([1], Types.INT()).map(same).filter(same).map(same, Types.INT()).print()
    (vertex,) = build_job_graph(env.pipeline()).vertices
    assert vertex.name == "Source: Collection Source -> Map, Filter, Map -> Sink: Print to Std. Out"
    fused = vertex.operators[1].node.id
    functions = PYFLINK.list_functions(vertex.operators)
    assert [(one.node.name, one.node.id, one.fused_successor_id) for one in functions] == [
        ("Source: Collection Source", 1, None),
        ("Map", fused, 3),
        ("Filter", 3, 4),
        ("Map", 4, None),
        ("Sink: Print to Std. Out", 5, None),
    ]
    assert [one.shares_objects for one in functions] == [False, True, True, False, False]


def test_a_trace_names_the_task_as_pyflink_does_and_has_each_function() -> None:
    env = environment()
    env.from_collection([1], Types.INT()).map(same).filter(same).key_by(same).map(same).print()
    simulation = fs.simulate(env)
    simulation.run()
    first, second = simulation.trace.plan.vertices
    assert first.name == "Source: Collection Source -> Map, Filter, _stream_key_by_map_operator"
    assert [operator.name for operator in first.operators][1:] == [
        "Map",
        "Filter",
        "_stream_key_by_map_operator",
    ]
    assert [len(operator.inputs) for operator in first.operators] == [0, 1, 1, 1]
    assert second.name == "Map, Map -> Sink: Print to Std. Out"


def marked(values: DataStream, remembered: list[list[Any]]) -> list[Any]:
    """What comes out if one function keeps its values and the next adds to them."""

    def remember(value: int) -> list[Any]:
        found = [value, *remembered[-1:]]
        remembered.append(found)
        return found

    def mark(value: list[Any]) -> list[Any]:
        value.append("marked")
        return value

    return list(values.map(remember).map(mark).execute_and_collect())


def test_only_in_one_worker_functions_share_objects() -> None:
    for dialect, chained, expected in (
        ("pyflink", True, [[1, "marked"], [2, [1, "marked"], "marked"]]),
        ("pyflink", False, [[1, "marked"], [2, [1], "marked"]]),
        ("java", True, [[1, "marked"], [2, [1], "marked"]]),
    ):
        env = environment(dialect)
        options = Configuration().set_boolean("python.operator-chaining.enabled", chained)
        env.configure(options)
        assert marked(env.from_collection([1, 2], Types.INT()), []) == expected, (dialect, chained)
