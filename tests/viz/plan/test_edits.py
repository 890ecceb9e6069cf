from __future__ import annotations

from typing import Any

import pytest

from flinksim.analysis.whatif.plan_edits import (
    EDITS,
    AllowChaining,
    ChainAcrossMaxParallelism,
    DisableChaining,
    Edit,
    InsertPartitioner,
    RemovePartitioner,
    SetMaxParallelism,
    SetOperatorChaining,
    SetParallelism,
    SetSlotSharingGroup,
    StartNewChain,
    UseNewerSource,
    apply_edits,
    describe_edit,
    parse_edit,
    serialize_edit,
)
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.graph.stream_graph_generator import StreamGraph, generate_stream_graph


@pytest.fixture
def pipeline() -> Pipeline:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    env.from_sequence(1, 9).shuffle().map(lambda v: v).start_new_chain().print()
    return env.pipeline()


def after(pipeline: Pipeline, *edits: Edit) -> StreamGraph:
    return generate_stream_graph(apply_edits(pipeline, edits))


EVERY_EDIT: list[tuple[Edit, str]] = [
    (SetParallelism(3, 4), "set_parallelism(4) on Map"),
    (SetMaxParallelism(3, 64), "set_max_parallelism(64) on Map"),
    (SetSlotSharingGroup(3, "g"), "slot_sharing_group('g') on Map"),
    (AllowChaining(3), "removing start_new_chain() from Map"),
    (StartNewChain(3), "start_new_chain() on Map"),
    (DisableChaining(4), "disable_chaining() on Print to Std. Out"),
    (RemovePartitioner(2), "removing shuffle()"),
    (InsertPartitioner(4, "REBALANCE"), "rebalance() before Print to Std. Out"),
    (SetOperatorChaining(False), "pipeline.operator-chaining.enabled: false"),
    (
        ChainAcrossMaxParallelism(False),
        "pipeline.operator-chaining.chain-operators-with-different-max-parallelism: false",
    ),
    (
        UseNewerSource(1),
        "a source with from_source() instead of Sequence Source",
    ),
]


def test_every_kind_of_edit_is_here() -> None:
    assert [type(edit).__name__ for edit, _ in EVERY_EDIT] == list(EDITS)


@pytest.mark.parametrize(("edit", "words"), EVERY_EDIT, ids=lambda value: type(value).__name__)
def test_an_edit_is_told_written_and_read_back(edit: Edit, words: str, pipeline: Pipeline) -> None:
    assert describe_edit(edit, pipeline) == words
    assert parse_edit(serialize_edit(edit)) == edit
    apply_edits(pipeline, [edit])


def test_edits_take_effect_and_the_program_stays_as_it_is(pipeline: Pipeline) -> None:
    graph = after(
        pipeline,
        SetParallelism(3, 4),
        SetMaxParallelism(3, 64),
        SetSlotSharingGroup(3, "g"),
        AllowChaining(3),
        RemovePartitioner(2),
        InsertPartitioner(4, "BROADCAST"),
    )
    node = graph.nodes[3]
    assert (node.parallelism, node.max_parallelism, node.slot_sharing_group) == (4, 64, "g")
    assert node.chaining_strategy == "ALWAYS"
    assert [edge.partitioner.name for edge in graph.edges()] == ["REBALANCE", "BROADCAST"]
    untouched = generate_stream_graph(pipeline)
    assert [edge.partitioner.name for edge in untouched.edges()] == ["SHUFFLE", "FORWARD"]
    assert untouched.nodes[3].parallelism == 2


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (SetParallelism(9, 1), "There is no transformation 9. The program has 1, 2, 3, 4"),
        (SetParallelism(2, 1), "Transformation 2 .Partition. is virtual"),
        (SetParallelism(3, 0), "must be at least 1, found 0 for Map"),
        (StartNewChain(4), "a sink has no start_new_chain"),
        (RemovePartitioner(3), "Map .transformation 3. is not a partition transformation"),
        (InsertPartitioner(3, "HASH"), "Expected one of FORWARD.*found 'HASH'"),
        (
            InsertPartitioner(3, "GLOBAL", 1),
            "Map has 1 input, numbered from 0, but the input number is 1",
        ),
        (UseNewerSource(3), "Map .transformation 3. is not a source"),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused(
    edit: Edit, message: str, pipeline: Pipeline
) -> None:
    with pytest.raises(ValueError, match=message):
        apply_edits(pipeline, [edit])


def test_what_always_runs_in_one_subtask_cannot_get_more() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([1]).print()
    with pytest.raises(ValueError, match="The parallelism of non parallel operator must be 1"):
        apply_edits(env.pipeline(), [SetParallelism(1, 2)])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"edit": "Paint"}, "expected 'edit' to be one of SetParallelism"),
        ({}, "expected 'edit' to be one of"),
        (
            {"edit": "StartNewChain"},
            "StartNewChain: expected the arguments transformation, found none",
        ),
        (
            {"edit": "SetParallelism", "transformation": 1, "size": 2},
            "SetParallelism: expected the arguments transformation, parallelism, "
            "found transformation, size",
        ),
    ],
)
def test_data_that_is_no_edit_is_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_edit(data)
