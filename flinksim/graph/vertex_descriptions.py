"""How a job graph names and describes its vertices.

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
    """The name and the description of the vertex that runs *operators*, the head first.

    Raises ``ValueError`` for a description mode that there is not.
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
    """*vertices* with their places in their names, if the program wants that."""
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
    """``a -> b``, or ``a -> (b, c)`` where the chain forks."""
    behind = [
        _cascade(chain[edge.target_id], chain, word, comma) for edge in operator.chained_outputs
    ]
    match behind:
        case []:
            return word(operator.node)
        case [only]:
            return f"{word(operator.node)} -> {only}"
        case _:
            return f"{word(operator.node)} -> ({comma.join(behind)})"


def _tree(operator: ChainedOperator, chain: _Chain, mark: str, indent: str) -> list[str]:
    """One line for each operator."""
    lines = [mark + operator.node.description]
    for edge in operator.chained_outputs:
        last = edge is operator.chained_outputs[-1]
        child_mark, child_indent = ("+- ", "   ") if last else (":- ", ":  ")
        child = chain[edge.target_id]
        lines += _tree(child, chain, indent + child_mark, indent + child_indent)
    return lines
