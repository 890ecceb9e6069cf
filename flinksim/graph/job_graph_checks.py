"""What a stream graph may not ask of a job graph, in Flink's words.

Flink: ``StreamingJobGraphGenerator`` and ``OperatorIDPair``.
"""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.common.typeutils.java_type_names import java_type_name
from flinksim.core.i18n.messages import Said
from flinksim.core.pyflink_errors import FailedInJava, RefusedByJava
from flinksim.datastream.partitioner import CustomPartitionerWrapper
from flinksim.graph.batch_mode import SHUFFLE_MODE, executes_in_batch
from flinksim.graph.job_graph_model import JobVertex, ResultPartitionType
from flinksim.graph.pipelined_regions import region_of
from flinksim.graph.stream_graph_model import (
    DEFAULT_SLOT_SHARING_GROUP,
    StreamEdge,
    StreamGraph,
    StreamNode,
)

CHECKPOINTING_MODE = "execution.checkpointing.mode"
UNALIGNED = "execution.checkpointing.unaligned"


def check_unaligned_checkpoints(stream_graph: StreamGraph) -> None:
    """Barriers may not overtake where a partitioner is the user's own."""
    settings = stream_graph.settings
    options = settings.configuration
    if settings.checkpoint_interval_ms <= 0 or executes_in_batch(settings):
        return
    if options.get_string(CHECKPOINTING_MODE, "EXACTLY_ONCE").upper() != "EXACTLY_ONCE":
        return  # then they never do
    if not options.get_boolean(f"{UNALIGNED}.enabled", False):
        return
    custom = any(isinstance(e.partitioner, CustomPartitionerWrapper) for e in stream_graph.edges())
    if custom and not options.get_boolean(f"{UNALIGNED}.forced", False):
        raise RefusedByJava(
            "Unaligned checkpoints are currently not supported for custom partitioners, as rescaling "
            "is not guaranteed to work correctly.\nThe user can force Unaligned Checkpoints by using "
            f"'{UNALIGNED}.forced'"
        )


def check_names(node: StreamNode) -> None:
    """What a task calls an operator may not be empty."""
    for what, given in (("name", node.name), ("uid", node.uid)):
        if given == "":
            raise RefusedByJava(
                f"Empty string operator {what} is not allowed, but {node} has it. Leave {what}() out, "
                "or give a text."
            )


def check_buffer_timeout(edge: StreamEdge, graph: StreamGraph, kind: ResultPartitionType) -> None:
    """Who reads a result only when it is complete is not helped by flushing it."""
    if kind != "BLOCKING" or edge.buffer_timeout_ms < 0:
        return
    tag = "null"
    if edge.output_tag is not None:
        tag = f"OutputTag({java_type_name(edge.output_tag.type_info)}, {edge.output_tag.tag_id})"
    form = (
        "only canBePipelinedConsumed partition support buffer timeout {0} for src operator in edge "
        "({1}). \nPlease either disable buffer timeout (via -1) or use the canBePipelinedConsumed "
        "partition."
    )
    told = (
        f"{graph.nodes[edge.source_id]} -> {graph.nodes[edge.target_id]}, "
        f"typeNumber={edge.type_number}, outputPartitioner={edge.partitioner.name}, "
        f"exchangeMode={edge.exchange_mode}, bufferTimeout={edge.buffer_timeout_ms}, "
        f"outputTag={tag}, uniqueId={edge.occurrence}"
    )
    raise RefusedByJava(Said(form, edge.buffer_timeout_ms, told))


def check_slot_sharing(vertices: Sequence[JobVertex]) -> None:
    """Slot sharing groups of one's own do not go with hybrid exchanges."""
    hybrid = any(edge.result_type.startswith("HYBRID") for v in vertices for edge in v.inputs)
    for vertex in vertices if hybrid else ():
        if vertex.slot_sharing_group != DEFAULT_SLOT_SHARING_GROUP:
            form = (
                "hybrid shuffle mode currently does not support setting non-default slot sharing "
                "group. {0!r} has {1!r}; leave it out, or set {2} to ALL_EXCHANGES_BLOCKING."
            )
            raise FailedInJava(Said(form, vertex.name, vertex.slot_sharing_group, SHUFFLE_MODE))


def check_co_location(vertices: Sequence[JobVertex], in_batch: bool) -> None:
    """What must share a slot is in one slot sharing group.

    In batch each region of the group "default" is a group of its own, as they run one after another.
    """
    regions = region_of(vertices)
    firsts: dict[str, JobVertex] = {}
    for vertex in vertices:
        if vertex.co_location_group is None:
            continue
        first = firsts.setdefault(vertex.co_location_group, vertex)
        of_default = in_batch and vertex.slot_sharing_group == DEFAULT_SLOT_SHARING_GROUP
        apart = of_default and regions[first.key] != regions[vertex.key]
        if first.slot_sharing_group == vertex.slot_sharing_group and not apart:
            continue
        form = (
            "Cannot co-locate operators from different slot sharing groups: co-location group {0!r} "
            "has {1!r} in slot sharing group {2!r} and {3!r} in {4!r}"
        )
        form += (
            ", of which each region of a batch job has one of its own. Name a group for them."
            if apart
            else ". Give them one slot sharing group."
        )
        both = first.name, first.slot_sharing_group, vertex.name, vertex.slot_sharing_group
        raise FailedInJava(Said(form, vertex.co_location_group, *both))
