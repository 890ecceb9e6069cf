"""Functions that take part in checkpoints themselves, and what they are told."""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from flinksim.common import Configuration, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.connectors.transactional_sinks import TransactionalSink
from flinksim.core.ids import OperatorId
from flinksim.datastream import (
    CheckpointedFunction,
    CheckpointListener,
    MapFunction,
    StreamExecutionEnvironment,
)
from flinksim.datastream.state import ListStateDescriptor, MapStateDescriptor
from flinksim.runtime.live_view import build_job_state
from flinksim.runtime.operators.operator_state import InitializationContext, OperatorStates
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.trace.events import (
    CheckpointCompleted,
    ListRestored,
    StateAppended,
    StateCleared,
    TraceEvent,
)
from flinksim.trace.events.event import build_emitter

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
    assert [number for _, number, _ in sink.committed_results] == [1, 2, 3, 4, 5, 6]
    assert {restored for _, _, restored in sink.committed_results} == {False, True}


@pytest.mark.parametrize("function", [Counts(), Listens()])
def test_pyflink_has_no_such_functions(function: Any) -> None:
    env = environment("pyflink")
    stream = env.from_collection([1, 2], Types.LONG())
    with pytest.raises(ImportError, match="cannot import name 'CheckpointedFunction'"):
        stream.map(function, Types.LONG())


def test_a_name_belongs_to_one_kind_of_state() -> None:
    states = OperatorStates(OperatorId("o1/0"), OperatorSnapshot(), None)
    assert states.get_list_state(LONGS) is states.get_list_state(LONGS)
    with pytest.raises(ValueError, match="created with SPLIT_DISTRIBUTE"):
        states.get_union_list_state(LONGS)
    with pytest.raises(ValueError, match="created with SPLIT_DISTRIBUTE"):
        states.get_broadcast_state(MapStateDescriptor("longs", Types.LONG(), Types.LONG()))


def test_the_fold_of_the_trace_has_the_lists() -> None:
    sim, _ = counted()
    seen = set()
    while sim.step() is not None:
        if len(sim.trace) == 40:
            sim.crash("in")
        live = build_job_state(sim.cluster)
        assert sim.view() == live, f"after step {len(sim.trace) - 1}"
        for operator in live.operators.values():
            seen.update((name, *items) for (_, name, *_), items in operator.lists.items())
    assert ("longs", 3) in seen
    assert ("longs", 6) in seen


# --- the states by hand ------------------------------------------------------------------------------

MAP = MapStateDescriptor("rules", Types.STRING(), Types.LONG())
HERE = OperatorId("o1/0")


def test_states_are_put_into_a_snapshot_with_how_they_are_dealt_out() -> None:
    states = OperatorStates(HERE, OperatorSnapshot(), None)
    states.get_list_state(LONGS).add_all([1, 2])
    states.get_union_list_state(ListStateDescriptor("all", Types.LONG())).add(3)
    states.get_broadcast_state(MAP).put("a", 4)
    snapshot = OperatorSnapshot()
    states.snapshot(snapshot)
    assert {name: (one.mode, one.items) for name, one in snapshot.lists.items()} == {
        "longs": ("SPLIT_DISTRIBUTE", [1, 2]),
        "all": ("UNION", [3]),
        "rules": ("BROADCAST", [("a", 4)]),
    }
    again = OperatorStates(HERE, snapshot, None)
    assert again.get_list_state(LONGS).get() == [1, 2]
    assert again.get_broadcast_state(MAP).get("a") == 4
    assert again.get_list_state(LONGS) is again.get_list_state(LONGS)


@pytest.mark.parametrize(
    ("first", "second", "modes"),
    [
        ("get_list_state", "get_union_list_state", ("UNION", "SPLIT_DISTRIBUTE")),
        ("get_union_list_state", "get_list_state", ("SPLIT_DISTRIBUTE", "UNION")),
        ("get_broadcast_state", "get_list_state", ("SPLIT_DISTRIBUTE", "BROADCAST")),
        ("get_list_state", "get_broadcast_state", ("BROADCAST", "SPLIT_DISTRIBUTE")),
    ],
)
def test_a_name_that_another_kind_has_is_refused_in_words(
    first: str, second: str, modes: tuple[str, str]
) -> None:
    states = OperatorStates(HERE, OperatorSnapshot(), None)

    def ask(how: str) -> Any:
        of_map = MapStateDescriptor("longs", Types.STRING(), Types.LONG())
        return getattr(states, how)(of_map if how == "get_broadcast_state" else LONGS)

    ask(first)
    with pytest.raises(ValueError, match="incompatible") as refused:
        ask(second)
    assert str(refused.value) == (
        f"State 'longs' was requested with the mode {modes[0]}, but it was created with "
        f"{modes[1]}: incompatible redistribution modes. Give one of the two states another name."
    )


def test_each_change_of_a_list_is_told_and_nothing_else() -> None:
    told: list[TraceEvent] = []
    snapshot = OperatorSnapshot()
    snapshot.add_list("longs", [7], "SPLIT_DISTRIBUTE")
    states = OperatorStates(HERE, snapshot, build_emitter(told))
    longs = states.get_list_state(LONGS)
    other = states.get_list_state(ListStateDescriptor("empty", Types.LONG()))
    other.clear()
    assert told == [ListRestored(HERE, "longs", None, "", (7,), 0)]
    longs.update([8])
    longs.clear()
    longs.clear()
    assert told[1:] == [
        StateCleared(HERE, "longs", None, "", 0),
        StateAppended(HERE, "longs", None, "", 8, 0),
        StateCleared(HERE, "longs", None, "", 0),
    ]
    untraced = OperatorStates(HERE, snapshot, None).get_list_state(LONGS)
    untraced.clear()
    assert untraced.get() == []


@pytest.mark.parametrize("checkpoint", [0, 5])
def test_a_function_is_told_which_checkpoint_it_begins_with(checkpoint: int) -> None:
    states = OperatorStates(HERE, OperatorSnapshot(), None)
    keyed = object()
    context = InitializationContext(checkpoint, states, lambda: keyed)  # type: ignore[arg-type,return-value]
    assert context.is_restored() is (checkpoint > 0)
    assert context.get_restored_checkpoint_id() == (checkpoint or None)
    assert context.get_operator_state_store() is states
    assert context.get_keyed_state_store() is keyed
