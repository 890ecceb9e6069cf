"""Check that a replay can reproduce a program exactly, before anything starts.

The error for a rejected job has the operator, the reason and a fix. A job is either reproduced
completely or rejected.
"""

from __future__ import annotations

from collections.abc import Iterator

from flinksim.datastream.api_flavor import JAVA, get_api_flavor
from flinksim.datastream.partitioner import ShufflePartitioner
from flinksim.datastream.transformations import (
    AsyncSpec,
    FilterSpec,
    FlatMapSpec,
    MapSpec,
    SinkSpec,
    SourceSpec,
)
from flinksim.graph.batch_mode import is_batch_job
from flinksim.graph.execution_graph import create_execution_graph
from flinksim.graph.job_graph_generator import JobGraph, JobVertex
from flinksim.graph.statefulness import find_hidden_state, find_mutated_global
from flinksim.replay.analysis.busy_functions import find_blocking_call
from flinksim.runtime.channel_topology import ChannelTopology
from flinksim.runtime.network.network_buffer_pool import InsufficientNetworkBuffersError
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.runtime.virtual_clock import SimulatedClock

_STATELESS_SPECS = (MapSpec, FlatMapSpec, FilterSpec, SinkSpec)


class NotReproducible(ValueError):
    """A replay cannot give the simulator's result for the program; the message has the reasons."""


def check_reproducible(job_graph: JobGraph) -> None:
    """Check that a replay can reproduce the job.

    Raises:
        NotReproducible: The job cannot be replayed; the message has all reasons.
    """
    reasons = list(_find_obstacles(job_graph))
    if reasons:
        lines = "\n".join(f"  {reason}" for reason in reasons)
        raise NotReproducible(
            f"job {job_graph.name!r} cannot be replayed on Spark with the "
            f"simulator's results:\n{lines}\nIf you cannot change this, run the "
            "job with execution.target: local."
        )


def is_stateful(vertex: JobVertex) -> bool:
    """Return whether the order of the input can affect the output of *vertex*."""
    return any(
        not isinstance(chained.node.spec, _STATELESS_SPECS)
        or find_hidden_state(chained.node.spec) is not None
        for chained in vertex.operators
    )


def _find_obstacles(job_graph: JobGraph) -> Iterator[str]:
    if get_api_flavor(job_graph.settings.configuration) is not JAVA:
        yield (
            "flinksim.dialect is pyflink, the default of programs that import "
            "pyflink, but Spark computes the results of Java. Set the option to "
            "java"
        )
    if is_batch_job(job_graph.settings):
        yield "it runs in batch mode, which sorts by key. Set the runtime mode to STREAMING"
    ancestors: dict[str, frozenset[str]] = {}
    for vertex in job_graph.vertices:
        for chained in vertex.operators:
            spec, name = chained.node.spec, chained.node.name
            if isinstance(spec, SourceSpec):
                if spec.source.is_live:
                    yield (
                        f"{name!r} reads live input, which cannot be read twice. "
                        "Record it (flinksim run --record FILE), and add --source FILE"
                    )
                elif not spec.source.bounded:
                    yield (
                        f"{name!r} is unbounded. A replay needs a bounded input. If its file is "
                        "complete, say so: --source 'NAME=FILE bounded'"
                    )
            node = chained.node
            if node.is_output_only_after_end_of_stream and node.has_keyed_state:
                yield (
                    f"{name!r} emits results only at the end of its input, which "
                    "Flink then sorts by key"
                )
            busy = find_blocking_call(spec)
            if busy:
                yield (
                    f"{name!r} {busy}: records wait for a busy task, and the "
                    "waiting time depends on how subtasks interleave"
                )
            changed = find_mutated_global(spec)
            if changed:
                yield (
                    f"{name!r} {changed}, a variable outside of the function. The "
                    "simulator has one copy of it, but each task of Flink and "
                    "each worker of Spark has its own. Use a field of a function "
                    "class, or state"
                )
            if isinstance(spec, AsyncSpec):
                yield (
                    f"{name!r} calls an asynchronous function, whose results arrive in any order"
                )
        for edge in vertex.inputs:
            if isinstance(edge.stream_edge.partitioner, ShufflePartitioner):
                if vertex.parallelism > 1:
                    yield (
                        f"{vertex.name!r} reads from shuffle(), whose random "
                        "channels depend on the order of all records of the job. "
                        "Use rebalance() or key_by()"
                    )
        yield from _find_diamond_obstacles(vertex, ancestors)
    yield from _find_buffer_obstacles(job_graph)


def _find_buffer_obstacles(job_graph: JobGraph) -> Iterator[str]:
    """Describe the tasks for which the configured network memory has too few buffers.

    This is the only network setting that matters in arrival order, where records are sent
    immediately.
    """
    execution_graph = create_execution_graph(job_graph)
    try:
        ChannelTopology(
            job_graph, execution_graph, NetworkSettings(), RunnableSet(), SimulatedClock(), None
        )
    except InsufficientNetworkBuffersError as error:
        tasks = ", ".join(repr(vertex.name) for vertex in job_graph.vertices if vertex.inputs)
        yield f"{tasks} would not get their network buffers, which Spark does not model: {error}"


def _find_diamond_obstacles(
    vertex: JobVertex, ancestors: dict[str, frozenset[str]]
) -> Iterator[str]:
    """Describe stateful operators that a record reaches on two paths through the job graph.

    The order in which the two copies arrive is undefined.
    """
    upstream: frozenset[str] = frozenset()
    shared = False
    for edge in vertex.inputs:
        edge_upstream = ancestors[edge.source] | {edge.source}
        shared = shared or bool(upstream & edge_upstream)
        upstream |= edge_upstream
    ancestors[vertex.key] = upstream
    if shared and is_stateful(vertex):
        yield (
            f"{vertex.name!r} reads one stream on two paths (a union, connect or "
            "join of a stream with a stream derived from it). Within a step, the "
            "network decides which path comes first"
        )
