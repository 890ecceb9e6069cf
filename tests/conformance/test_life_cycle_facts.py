"""The operators of a chain from ``setup`` to ``close``, in the order of a real chain of Flink 2.3.0."""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from flinksim.common import Configuration, Types
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import MapFunction
from flinksim.runtime.local_executor import JobExecutionError
from flinksim.trace import events as e
from tests.conformance.fact_files import cases_of

FACTS: dict[type[Any], str] = {
    e.OperatorSetUp: "setup",
    e.OperatorStateInitialized: "initializeState",
    e.OperatorOpened: "open",
    e.OperatorFinished: "finish",
    e.OperatorClosed: "close",
}


class Told(MapFunction):
    def __init__(self, name: str, told: list[str], fails: bool = False) -> None:
        self.name, self.told, self.fails = name, told, fails

    def __deepcopy__(self, memo: Any) -> Told:
        return self  # all write to one list

    def open(self, runtime_context: Any) -> None:
        self.told.append(f"open {self.name}")

    def map(self, value: Any) -> Any:
        if self.fails:
            raise ValueError("it fails")
        return value

    def close(self) -> None:
        self.told.append(f"close {self.name}")


def chain(
    names: list[str], told: list[str], fails: str | None = None
) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    source = ScriptedSource([record(1), at(50), record(2)])
    stream = env.add_source(source, "numbers", Types.LONG())
    for name in names:
        stream = stream.map(Told(name, told, name == fails)).name(name)
    return env


def order_of(sim: fs.Simulation, names: list[str]) -> list[str]:
    """What the facts say of the operators called *names*."""
    name_of = {
        operator.instance_id(0): operator.name
        for vertex in sim.plan.vertices
        for operator in vertex.operators
    }
    order = []
    for event in sim.trace.events:
        if isinstance(event, e.AfterInvokeReached):
            order.append("afterInvoke")
        elif type(event) in FACTS and name_of[event.operator] in names:
            order.append(f"{FACTS[type(event)]} {name_of[event.operator]}")
    return order


@pytest.mark.parametrize("case", cases_of("life_cycle"))
def test_operators_come_and_go_in_flinks_order(case: dict[str, Any]) -> None:
    told: list[str] = []
    sim = fs.simulate(chain(case["chain"], told, case.get("fails")))
    if "fails" in case:
        with pytest.raises(JobExecutionError):
            sim.run()
    else:
        sim.run()

    assert order_of(sim, case["chain"]) == case["order"]
    assert told == [word for word in case["order"] if word.split()[0] in ("open", "close")]


def test_a_cancelled_run_closes_what_is_open() -> None:
    told: list[str] = []
    sim = fs.simulate(chain(["head", "tail"], told))
    sim.run(until=e.SourceRecordRead)

    assert sim.cancel().status == "CANCELED"
    assert told == ["open tail", "open head", "close tail", "close head"]
    assert sim.cancel().trace[-1].action == "cancel"  # of no effect once it is over
    assert {view.state for view in sim.view().operators.values()} == {"closed"}


def test_functions_in_one_worker_of_pyflinks_close_from_the_head() -> None:
    # as recorded of PyFlink in programs/basics/open_and_close.py
    told: list[str] = []
    env = chain(["head", "tail"], told)
    env.configure(Configuration().set_string("flinksim.dialect", "pyflink"))
    fs.simulate(env).run()

    assert told == ["open tail", "open head", "close head", "close tail"]
