"""Functions that take part in checkpoints themselves, and what they are told."""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from flinksim.base.ids import OperatorId
from flinksim.common import Configuration, Types, WatermarkStrategy
from flinksim.connectors.scripted import ScriptedSource, pause, record
from flinksim.connectors.transactions import TransactionalSink
from flinksim.datastream import (
    CheckpointedFunction,
    CheckpointListener,
    MapFunction,
    StreamExecutionEnvironment,
)
from flinksim.datastream.state import ListStateDescriptor, MapStateDescriptor
from flinksim.runtime.inspect import view_of
from flinksim.runtime.operators.function_state import FunctionStates
from flinksim.runtime.state.snapshots import OperatorSnapshot
from flinksim.trace.events import CheckpointCompleted

LONGS = ListStateDescriptor("longs", Types.LONG())


class Counts(MapFunction, CheckpointedFunction):
    """Numbers what comes, from where the last checkpoint had it."""

    def initialize_state(self, context: Any) -> None:
        self.state = context.get_operator_state_store().get_list_state(LONGS)
        self.count = sum(self.state.get())
        self.was_restored = context.is_restored()

    def snapshot_state(self, context: Any) -> None:
        assert context.get_checkpoint_id() > 0
        self.state.update([self.count])

    def map(self, value: Any) -> Any:
        self.count += 1
        return (value, self.count, self.was_restored)


class Listens(MapFunction, CheckpointListener):
    def map(self, value: Any) -> Any:
        return value

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        pass


def environment(dialect: str = "java") -> StreamExecutionEnvironment:
    options = {
        "flinksim.dialect": dialect,
        "execution.checkpointing.interval": "10 ms",
        "restart-strategy.type": "fixed-delay",
        "restart-strategy.fixed-delay.delay": "0 ms",
    }
    return StreamExecutionEnvironment.get_execution_environment(Configuration.from_dict(options))


def counted() -> tuple[fs.Simulation, TransactionalSink]:
    env, sink = environment(), TransactionalSink()
    items = [part for value in range(6) for part in (record(value), pause(4))]
    env.from_source(ScriptedSource(items), WatermarkStrategy.no_watermarks(), "in").map(
        Counts(), Types.PICKLED_BYTE_ARRAY()
    ).sink_to(sink)
    return fs.simulate(env), sink


def test_a_function_counts_on_from_the_checkpoint() -> None:
    sim, sink = counted()
    sim.run(CheckpointCompleted)
    sim.crash("in").run()
    assert [number for _, number, _ in sink.committed] == [1, 2, 3, 4, 5, 6]
    assert {restored for _, _, restored in sink.committed} == {False, True}


@pytest.mark.parametrize("function", [Counts(), Listens()])
def test_pyflink_has_no_such_functions(function: Any) -> None:
    env = environment("pyflink")
    stream = env.from_collection([1, 2], Types.LONG())
    with pytest.raises(ImportError, match="cannot import name 'CheckpointedFunction'"):
        stream.map(function, Types.LONG())


def test_a_name_belongs_to_one_kind_of_state() -> None:
    states = FunctionStates(OperatorId("o1/0"), OperatorSnapshot(), None)
    assert states.get_list_state(LONGS) is states.get_list_state(LONGS)
    with pytest.raises(ValueError, match="made with SPLIT_DISTRIBUTE"):
        states.get_union_list_state(LONGS)
    with pytest.raises(ValueError, match="made with SPLIT_DISTRIBUTE"):
        states.get_broadcast_state(MapStateDescriptor("longs", Types.LONG(), Types.LONG()))


def test_the_fold_of_the_trace_has_the_lists() -> None:
    sim, _ = counted()
    seen = set()
    while sim.step() is not None:
        if len(sim.trace) == 40:
            sim.crash("in")
        live = view_of(sim.cluster)
        assert sim.view() == live, f"after step {len(sim.trace) - 1}"
        for operator in live.operators.values():
            seen.update((name, *items) for (_, name, *_), items in operator.lists.items())
    assert ("longs", 3) in seen
    assert ("longs", 6) in seen
