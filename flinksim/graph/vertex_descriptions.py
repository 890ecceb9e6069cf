"""Names and descriptions of job vertices.

Flink: ``StreamingJobGraphGenerator.createChainedName`` and ``setVertexDescription``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.graph.job_graph_model import ChainedOperator, JobVertex
from flinksim.graph.stream_graph_model import StreamNode

DESCRIPTION_MODE = "pipeline.vertex-description-mode"
INDEX_PREFIX = "pipeline.vertex-name-include-index-prefix"


def describe_vertex(operators: tuple[ChainedOperator, ...], settings: Pipeline) -> tuple[str, str]:
    """Return the name and the description of a vertex.

    Args:
        operators: The operators of its chain, the head first.
        settings: The program, whose options select the format of the description.

    Raises:
        ValueError: If the configured description mode does not exist.
    """
    chain = {operator.node.id: operator for operator in operators}
    name = _format_cascading(operators[0], chain, lambda node: node.name)
    mode = settings.configuration.get_string(DESCRIPTION_MODE, "TREE").upper()
    if mode == "CASCADING":
        return name, _format_cascading(operators[0], chain, lambda node: node.description, " , ")
    if mode != "TREE":
        raise ValueError(f"option {DESCRIPTION_MODE!r}: expected TREE or CASCADING, found {mode!r}")
    return name, "\n".join(_format_tree(operators[0], chain, "", "")) + "\n"


def add_index_prefix(vertices: tuple[JobVertex, ...], settings: Pipeline) -> tuple[JobVertex, ...]:
    """Add the index of each vertex to its name if the program enables it."""
    if not settings.configuration.get_boolean(INDEX_PREFIX, False):
        return vertices
    return tuple(
        replace(vertex, name=f"[vertex-{number}]{vertex.name}")
        for number, vertex in enumerate(vertices)
    )


_Chain = dict[int, ChainedOperator]


def _format_cascading(
    operator: ChainedOperator,
    chain: _Chain,
    get_text: Callable[[StreamNode], str],
    separator: str = ", ",
) -> str:
    """Format a chain as ``a -> b``, or as ``a -> (b, c)`` where it forks."""
    successors = [
        _format_cascading(chain[edge.target_id], chain, get_text, separator)
        for edge in operator.chained_outputs
    ]
    match successors:
        case []:
            return get_text(operator.node)
        case [only]:
            return f"{get_text(operator.node)} -> {only}"
        case _:
            return f"{get_text(operator.node)} -> ({separator.join(successors)})"


def _format_tree(operator: ChainedOperator, chain: _Chain, prefix: str, indent: str) -> list[str]:
    """Format a chain as a tree, with one line for each operator."""
    lines = [prefix + operator.node.description]
    for edge in operator.chained_outputs:
        last = edge is operator.chained_outputs[-1]
        child_mark, child_indent = ("+- ", "   ") if last else (":- ", ":  ")
        child = chain[edge.target_id]
        lines += _format_tree(child, chain, indent + child_mark, indent + child_indent)
    return lines
