"""What tasks are told; ``facts/plans_random.json`` compares the same with Flink 2.3.0."""

from __future__ import annotations

import pytest

from flinksim.common import Types
from flinksim.datastream import OutputTag, SlotSharingGroup, StreamExecutionEnvironment
from flinksim.graph.job_graph_generator import JobGraph, create_job_graph
from flinksim.graph.resource_profile import format_resource_profile
from flinksim.graph.stream_config import create_stream_configs
from flinksim.graph.stream_graph_generator import generate_stream_graph

PAIR = Types.TUPLE([Types.STRING(), Types.LONG()])


@pytest.fixture
def env() -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    return env


def job_graph_of(env: StreamExecutionEnvironment) -> JobGraph:
    return create_job_graph(generate_stream_graph(env.pipeline("job")))


def test_a_chain_is_told_who_calls_whom_and_what_goes_to_channels(
    env: StreamExecutionEnvironment,
) -> None:
    mapped = env.from_sequence(1, 9).map(lambda v: ("a", v), PAIR).set_buffer_timeout(7)
    mapped.key_by(lambda v: v[0], Types.STRING()).sum(1).print()
    mapped.get_side_output(OutputTag("late", Types.LONG())).filter(lambda v: True).print()
    job_graph = job_graph_of(env)
    first, second = (create_stream_configs(job_graph)[key] for key in ("v1", "v4"))

    source, made, filtered, printed = first.operators
    assert (source.chain_index, source.chain_start, source.chain_end) == (1, True, False)
    assert (source.network_inputs, source.type_serializer_out) == (0, "LongSerializer")
    assert (made.chain_index, made.operator_name, made.chain_end) == (2, "Map", False)
    assert [one.serializer for one in made.inputs] == ["LongSerializer"]
    assert made.type_serializer_out == "TupleSerializer"
    assert made.type_serializer_side_out == (("late", "LongSerializer"),)
    assert made.chained_outputs == ("Map-2_Filter-7_0_FORWARD_0",)
    (output,) = made.non_chained_outputs
    assert (output.partitioner, output.consumer_parallelism) == ("HASH", 2)
    assert (output.buffer_timeout_ms, output.supports_unaligned_checkpoints) == (7, True)
    assert [one.serializer for one in filtered.inputs] == ["LongSerializer"]
    assert (printed.chain_index, printed.chain_end, printed.type_serializer_out) == (4, True, None)
    assert first.non_chained_outputs == (output,)

    head = second.operators[0]
    assert second.in_physical_edges == ("Map-2_Keyed Aggregation-4_0_HASH_0",)
    assert (head.network_inputs, head.state_key_serializer) == (1, "StringSerializer")
    assert head.operator_id == job_graph.find_vertex(job_graph.vertices[1].key).id


def test_one_pointwise_edge_keeps_barriers_of_all_from_overtaking(
    env: StreamExecutionEnvironment,
) -> None:
    first, second = env.from_sequence(1, 9), env.from_sequence(1, 9)
    first.rebalance().union(second.rescale()).map(lambda v: v, Types.LONG()).print()
    configs = create_stream_configs(job_graph_of(env))
    written = [output for config in configs.values() for output in config.non_chained_outputs]
    assert [(o.partitioner, o.supports_unaligned_checkpoints) for o in written] == [
        ("REBALANCE", False),
        ("RESCALE", False),
    ]


def test_a_slot_sharing_group_may_name_resources(env: StreamExecutionEnvironment) -> None:
    group = (
        SlotSharingGroup.builder("large")
        .set_cpu_cores(1.5)
        .set_task_heap_memory_mb(1500)
        .set_task_off_heap_memory_mb(1)
        .build()
    )
    env.from_sequence(1, 9).map(lambda v: v, Types.LONG()).slot_sharing_group(group).print()
    plain, large = job_graph_of(env).vertices
    assert format_resource_profile(plain.resources) == "ResourceProfile{UNKNOWN}"
    assert format_resource_profile(large.resources) == (
        "ResourceProfile{cpuCores=1.5, taskHeapMemory=1.465gb (1572864000 bytes), "
        "taskOffHeapMemory=1024.000kb (1048576 bytes), managedMemory=0 bytes, networkMemory=0 bytes}"
    )
