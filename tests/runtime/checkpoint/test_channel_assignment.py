"""To whom the data in flight goes at another parallelism, and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource
from flinksim.connectors.transactional_sinks import TransactionalSink
from flinksim.core import ids
from flinksim.core.ids import ChannelId
from flinksim.core.java.key_groups import assign_key_to_parallel_operator
from flinksim.runtime.checkpoint.channel_state_writer import InFlightData
from flinksim.runtime.checkpoint.metadata import ChannelState, CheckpointMetadata, OperatorState
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.jobmaster.channel_state_assignment import CannotRestore, assign_channel_states
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.tasks.subtask_checkpoint_coordinator import TaskSnapshot
from tests.checkpoint_jobs import environment

OLD = 4


def element(value: Any) -> Any:
    return value if isinstance(value, Watermark) else StreamRecord(value)


def begun_with(
    edge: str, parallelism: int, *states: tuple[int, int, bool, list[Any]], occurrence: int = 0
) -> dict[str, TaskSnapshot]:
    """What subtasks a/N and b/N begin with, of (from, to, whether it has arrived, values)."""
    env = environment(10, parallelism)
    source = env.from_source(
        ScriptedSource([]), WatermarkStrategy.no_watermarks(), "numbers"
    ).set_parallelism(parallelism)
    stream: Any = {
        "keys": lambda: source.key_by(lambda value: value).sum(),
        "rebalance": lambda: source.rebalance().map(lambda value: value),
        "global": lambda: source.global_().map(lambda value: value),
        "rescale": lambda: source.rescale().map(lambda value: value),
        "twice": lambda: source.rebalance().union(source.rebalance()).map(lambda value: value),
    }[edge]()
    stream.sink_to(TransactionalSink())
    graph = build_job_graph(env.pipeline("job"))
    first, second = graph.vertices
    metadata = CheckpointMetadata(
        1, "checkpoint", "job", 0, 0,
        [OperatorState(vertex.id, vertex.name, None, OLD, 128) for vertex in (first, second)],
        [
            ChannelState(
                first.id, sender, second.id, receiver, occurrence, is_input,
                InFlightData([*map(element, values)], 1, 10 * len(values)),
            )
            for sender, receiver, is_input, values in states
        ],
    )  # fmt: skip
    snapshots = {
        ids.build_subtask_id(vertex.key, index): TaskSnapshot()
        for vertex in (first, second)
        for index in range(vertex.parallelism)
    }
    assign_channel_states(graph, metadata, snapshots, False)

    def named(name: str) -> str:
        return name.replace(str(first.key), "a").replace(str(second.key), "b")

    for snapshot in snapshots.values():
        for data in (snapshot.input_data, snapshot.output_data):
            renamed = {ChannelId(named(channel)): one for channel, one in data.items()}
            data.clear()
            data.update(renamed)
    return {named(subtask): snapshot for subtask, snapshot in snapshots.items()}


def dealt(edge: str, parallelism: int, *states: tuple[int, int, bool, list[Any]]) -> Any:
    """What waits at the inputs, by channel; nothing waits elsewhere."""
    found = begun_with(edge, parallelism, *states)
    assert not any(snapshot.output_data for snapshot in found.values())
    return {
        channel: [element.value for element in data.elements]
        for subtask, snapshot in found.items()
        for channel, data in snapshot.input_data.items()
        if channel.partition(">")[2].startswith(subtask)
    }


def test_what_had_arrived_comes_before_what_had_not() -> None:
    assert dealt("rebalance", 1, (0, 1, False, [3, 4]), (0, 1, True, [1, 2])) == {
        "a/0>b/0": [1, 2, 3, 4]
    }


def test_the_subtasks_of_before_are_dealt_out_in_turns() -> None:
    states = [(sender, receiver, True, [10 * sender + receiver])
              for sender in range(OLD) for receiver in range(OLD)]  # fmt: skip
    assert dealt("rebalance", 3, *states) == {
        "a/0>b/0": [0, 3, 30, 33], "a/1>b/0": [10, 13], "a/2>b/0": [20, 23],
        "a/0>b/1": [1, 31], "a/1>b/1": [11], "a/2>b/1": [21],
        "a/0>b/2": [2, 32], "a/1>b/2": [12], "a/2>b/2": [22],
    }  # fmt: skip
    more = dealt("rebalance", 6, *states)
    assert more == {f"a/{n // 10}>b/{n % 10}": [n] for _, _, _, (n,) in states}


def test_keys_go_to_whom_they_belong_now() -> None:
    found = dealt("keys", 3, (1, 2, True, list(range(30))))
    assert sorted(value for values in found.values() for value in values) == list(range(30))
    for channel, values in found.items():
        assert channel.startswith("a/1>")
        owners = {assign_key_to_parallel_operator(value, 128, 3) for value in values}
        assert owners == {int(channel[-1])}
        assert values == sorted(values)


def test_what_is_for_the_first_subtask_stays_there() -> None:
    assert dealt("global", 2, (3, 0, True, [1]), (2, 0, False, [2])) == {
        "a/1>b/0": [1],
        "a/0>b/0": [2],
    }


def test_the_pairs_of_a_pointwise_edge_cannot_be_made_anew() -> None:
    with pytest.raises(CannotRestore, match="Cannot rescale the given pointwise partitioner"):
        dealt("rescale", 2, (0, 0, True, [1]))


def test_watermarks_are_left_out() -> None:
    assert dealt("rebalance", 2, (0, 0, True, [Watermark(1)])) == {}
    assert dealt("rebalance", 2, (0, 0, True, [1, Watermark(1), 2])) == {"a/0>b/0": [1, 2]}


@pytest.mark.parametrize("edge", ["keys", "rebalance", "rescale"])
def test_at_the_same_parallelism_each_channel_has_its_own_again(edge: str) -> None:
    mark = Watermark(7)
    found = begun_with(edge, OLD, (2, 2, True, [5, mark, 6]), (2, 2, False, [7]), (1, 1, False, []))
    inputs = {subtask: one.input_data for subtask, one in found.items() if one.input_data}
    outputs = {subtask: one.output_data for subtask, one in found.items() if one.output_data}
    arrived = InFlightData([*map(element, (5, mark, 6))], 1, 30)
    assert inputs == {"b/2": {"a/2>b/2": arrived}}
    assert outputs == {
        "a/2": {"a/2>b/2": InFlightData([element(7)], 1, 10)},
        "a/1": {"a/1>b/1": InFlightData([], 1, 0)},
    }


@pytest.mark.parametrize("parallelism", [1, OLD])
def test_of_two_edges_between_two_tasks_each_has_its_own(parallelism: int) -> None:
    for occurrence in (0, 1):
        state = (0, 0, True, [1])
        found = begun_with("twice", parallelism, state, occurrence=occurrence)
        (channel,) = found["b/0"].input_data
        assert channel == "a/0>b/0" + f"#{occurrence}" * (occurrence > 0)
    with pytest.raises(CannotRestore, match="channel state") as raised:
        begun_with("twice", parallelism, (0, 0, True, [1]), occurrence=2)
    assert str(raised.value).startswith(
        "Cannot recover from unaligned checkpoint when topology changes, such that data exchanges "
        "with persisted data are now chained.\nThe following operators contain channel state: ["
    )


def test_what_comes_from_several_channels_counts_together() -> None:
    found = begun_with(
        "rebalance", 1, (0, 1, True, [1, 2, 3]), (3, 0, True, [4]), (0, 0, False, [5, 6])
    )
    assert found["b/0"].input_data == {
        "a/0>b/0": InFlightData([*map(element, (1, 2, 3, 4, 5, 6))], 3, 60)
    }
    keyed = begun_with("keys", 3, (1, 2, True, list(range(30))))
    parts = [data for one in keyed.values() for data in one.input_data.values()]
    assert sum(data.bytes for data in parts) == 300
    assert [data.bytes for data in parts] == [10 * len(data.elements) for data in parts]
