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


def vertex_descriptions(
    operators: tuple[ChainedOperator, ...], settings: Pipeline
) -> tuple[str, str]:
    """Return the name and the description of a vertex.

    Args:
        operators: The operators of its chain, the head first.
        settings: The program, whose options select the format of the description.

    Raises:
        ValueError: If the configured description mode does not exist.
    """
    chain = {operator.node.id: operator for operator in operators}
    name = _cascade(operators[0], chain, lambda node: node.name)
    mode = settings.configuration.get_string(DESCRIPTION_MODE, "TREE").upper()
    if mode == "CASCADING":
        return name, _cascade(operators[0], chain, lambda node: node.description, " , ")
    if mode != "TREE":
        raise ValueError(f"option {DESCRIPTION_MODE!r}: expected TREE or CASCADING, found {mode!r}")
    return name, "\n".join(_tree(operators[0], chain, "", "")) + "\n"


def with_index(vertices: tuple[JobVertex, ...], settings: Pipeline) -> tuple[JobVertex, ...]:
    """Add the index of each vertex to its name if the program enables it."""
    if not settings.configuration.get_boolean(INDEX_PREFIX, False):
        return vertices
    return tuple(
        replace(vertex, name=f"[vertex-{number}]{vertex.name}")
        for number, vertex in enumerate(vertices)
    )


_Chain = dict[int, ChainedOperator]


def _cascade(
    operator: ChainedOperator, chain: _Chain, word: Callable[[StreamNode], str], comma: str = ", "
) -> str:
    """Format a chain as ``a -> b``, or as ``a -> (b, c)`` where it forks."""
    successors = [
        _cascade(chain[edge.target_id], chain, word, comma) for edge in operator.chained_outputs
    ]
    match successors:
        case []:
            return word(operator.node)
        case [only]:
            return f"{word(operator.node)} -> {only}"
        case _:
            return f"{word(operator.node)} -> ({comma.join(successors)})"


def _tree(operator: ChainedOperator, chain: _Chain, mark: str, indent: str) -> list[str]:
    """Format a chain as a tree, with one line for each operator."""
    lines = [mark + operator.node.description]
    for edge in operator.chained_outputs:
        last = edge is operator.chained_outputs[-1]
        child_mark, child_indent = ("+- ", "   ") if last else (":- ", ":  ")
        child = chain[edge.target_id]
        lines += _tree(child, chain, indent + child_mark, indent + child_indent)
    return lines
