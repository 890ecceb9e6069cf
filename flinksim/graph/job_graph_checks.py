"""Checks that reject a stream graph for which Flink creates no job graph.

Flink: ``StreamingJobGraphGenerator`` and ``OperatorIDPair``.
"""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.common.typeutils.java_type_names import format_java_type_name
from flinksim.core.i18n.messages import Message
from flinksim.core.pyflink_errors import JavaIllegalArgumentError, JavaRuntimeError
from flinksim.datastream.partitioner import CustomPartitionerWrapper
from flinksim.graph.batch_mode import SHUFFLE_MODE, is_batch_job
from flinksim.graph.job_graph_model import JobVertex, ResultPartitionType
from flinksim.graph.pipelined_regions import compute_pipelined_regions
from flinksim.graph.stream_graph_model import (
    DEFAULT_SLOT_SHARING_GROUP,
    StreamEdge,
    StreamGraph,
    StreamNode,
)

CHECKPOINTING_MODE = "execution.checkpointing.mode"
UNALIGNED_CHECKPOINTS = "execution.checkpointing.unaligned"


def check_unaligned_checkpoints(stream_graph: StreamGraph) -> None:
    """Check that no custom partitioner is used with unaligned checkpoints, unless they are forced.

    Raises:
        ValueError: If one is.
    """
    settings = stream_graph.settings
    options = settings.configuration
    if settings.checkpoint_interval_ms <= 0 or is_batch_job(settings):
        return
    if options.get_string(CHECKPOINTING_MODE, "EXACTLY_ONCE").upper() != "EXACTLY_ONCE":
        return  # at least once: barriers never overtake records
    if not options.get_boolean(f"{UNALIGNED_CHECKPOINTS}.enabled", False):
        return
    custom = any(isinstance(e.partitioner, CustomPartitionerWrapper) for e in stream_graph.edges())
    if custom and not options.get_boolean(f"{UNALIGNED_CHECKPOINTS}.forced", False):
        raise JavaIllegalArgumentError(
            "Unaligned checkpoints are currently not supported for custom partitioners, as rescaling "
            "is not guaranteed to work correctly.\nThe user can force Unaligned Checkpoints by using "
            f"'{UNALIGNED_CHECKPOINTS}.forced'"
        )


def check_names(node: StreamNode) -> None:
    """Check that the name and the uid of *node* are not empty.

    Raises:
        ValueError: If one of them is.
    """
    for part, text in (("name", node.name), ("uid", node.uid)):
        if text == "":
            raise JavaIllegalArgumentError(
                f"Empty string operator {part} is not allowed, but {node} has it. "
                f"Remove {part}(), or pass a non-empty text."
            )


def check_buffer_timeout(
    edge: StreamEdge, graph: StreamGraph, result_type: ResultPartitionType
) -> None:
    """Check that no buffer timeout is set for a blocking result, which is read only when complete.

    Raises:
        ValueError: If one is set.
    """
    if result_type != "BLOCKING" or edge.buffer_timeout_ms < 0:
        return
    tag = "null"
    if edge.output_tag is not None:
        tag = f"OutputTag({format_java_type_name(edge.output_tag.type_info)}, {edge.output_tag.tag_id})"
    form = "plan.buffer_timeout"
    edge_text = (
        f"{graph.nodes[edge.source_id]} -> {graph.nodes[edge.target_id]}, "
        f"typeNumber={edge.type_number}, outputPartitioner={edge.partitioner.name}, "
        f"exchangeMode={edge.exchange_mode}, bufferTimeout={edge.buffer_timeout_ms}, "
        f"outputTag={tag}, uniqueId={edge.occurrence}"
    )
    raise JavaIllegalArgumentError(Message(form, edge.buffer_timeout_ms, edge_text))


def check_slot_sharing(vertices: Sequence[JobVertex]) -> None:
    """Check that hybrid exchanges are not combined with named slot sharing groups.

    Raises:
        RuntimeError: If they are.
    """
    hybrid = any(edge.result_type.startswith("HYBRID") for v in vertices for edge in v.inputs)
    for vertex in vertices if hybrid else ():
        if vertex.slot_sharing_group != DEFAULT_SLOT_SHARING_GROUP:
            form = "plan.hybrid_slot_group"
            raise JavaRuntimeError(
                Message(form, vertex.name, vertex.slot_sharing_group, SHUFFLE_MODE)
            )


def check_co_location(vertices: Sequence[JobVertex], is_batch: bool) -> None:
    """Check that vertices of a co-location group are in one slot sharing group.

    In batch mode, each region of the group "default" has a slot sharing group of its own, because
    regions run one after another.

    Raises:
        RuntimeError: If they are not.
    """
    regions = compute_pipelined_regions(vertices)
    firsts: dict[str, JobVertex] = {}
    for vertex in vertices:
        if vertex.co_location_group is None:
            continue
        first = firsts.setdefault(vertex.co_location_group, vertex)
        in_default_group = is_batch and vertex.slot_sharing_group == DEFAULT_SLOT_SHARING_GROUP
        in_other_region = in_default_group and regions[first.key] != regions[vertex.key]
        if first.slot_sharing_group == vertex.slot_sharing_group and not in_other_region:
            continue
        form = "plan.colocate_batch" if in_other_region else "plan.colocate"
        group_names = first.name, first.slot_sharing_group, vertex.name, vertex.slot_sharing_group
        raise JavaRuntimeError(Message(form, vertex.co_location_group, *group_names))
