"""Find the operator of a chain that writes to another vertex, in a plan of a SQL job.

A plan of the REST API names the vertices on both sides of an edge, but not the operator that writes to it.
Descriptions of SQL operators have the fields of their rows and a number in the order in which the planner
made them. A producer has a smaller number than its consumer, and its rows have the fields that the consumer
reads; the last such operator is the producer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from flinksim.graph.stream_graph_model import StreamNode

_NUMBER = re.compile(r"\[(\d+)\]:")
_NAME = re.compile(r"[A-Za-z_$][\w$]*(?![\w$]*\s*\()")
_STRING = re.compile(r"'[^']*'")
_KEEPS_ALL_FIELDS = ("Rank(", "Expand(")
_MAX_PAIRS = 10_000


@dataclass(frozen=True, slots=True)
class SqlOperator:
    """What the description of an operator says; ``fields`` are those of its rows, ``None`` if unknown."""

    node: StreamNode
    number: int
    fields: tuple[str, ...] | None


def find_producers(
    consumer: StreamNode, chains: Sequence[Sequence[StreamNode]]
) -> list[StreamNode]:
    """Find the operator that writes to each input of *consumer*, one in each of the *chains*.

    Without numbers in the descriptions, as in a DataStream job, it is the last one of each chain.
    """
    number = _parse_number(consumer.description)
    if number is None:
        return [chain[-1] for chain in chains]
    candidates = [
        [each for each in describe_chain(chain) if each.number < number] for chain in chains
    ]
    if not all(candidates):
        return [chain[-1] for chain in chains]
    if len(chains) == 2 and "Join(" in consumer.description:
        return [each.node for each in _find_join_inputs(consumer.description, candidates)]
    return [
        max(_filter_fitting(consumer.description, operators), key=lambda each: each.number).node
        for operators in candidates
    ]


def describe_chain(chain: Sequence[StreamNode]) -> list[SqlOperator]:
    """Describe the operators of a chain that have a number; each reads the rows of the one above it."""
    found: dict[int, SqlOperator] = {}
    for node in chain:
        above = found.get(node.in_edges[0].source_id) if node.in_edges else None
        number = _parse_number(node.description)
        if number is not None:
            fields = _list_fields(node.description, None if above is None else above.fields)
            found[node.id] = SqlOperator(node, number, fields)
    return list(found.values())


def _parse_number(description: str) -> int | None:
    found = _NUMBER.search(description)
    return None if found is None else int(found[1])


def _list_fields(description: str, inputs: tuple[str, ...] | None) -> tuple[str, ...] | None:
    for name in ("select", "fields"):
        items = _find_list(description, name)
        if items is not None:
            return tuple(item.rpartition(" AS ")[2] for item in items)
    return inputs


def _find_list(description: str, name: str) -> list[str] | None:
    """Return the items of ``name=[...]`` in a description, ``None`` if it has none."""
    begin = description.find(f" {name}=[")
    if begin < 0:
        begin = description.find(f"({name}=[")
    if begin < 0:
        return None
    items, depth, item, is_text = [], 0, "", False
    for letter in description[begin + len(name) + 3 :]:
        if letter == "'":
            is_text = not is_text
        if is_text:
            item += letter
            continue
        if letter == "]" and depth == 0:
            break
        depth += letter in "([{"
        depth -= letter in ")]}"
        if letter == "," and depth == 0:
            items.append(item.strip())
            item = ""
        else:
            item += letter
    return [*items, item.strip()] if item.strip() else items


def _filter_fitting(description: str, operators: list[SqlOperator]) -> list[SqlOperator]:
    """Return the operators whose rows have the fields that *description* reads, else all of them."""
    selected = _find_list(description, "select")
    names = {
        name
        for part in ("select", "groupBy", "partitionBy", "key", "where")
        for item in _find_list(description, part) or ()
        for name in _NAME.findall(_STRING.sub("", item.partition(" AS ")[0]))
    }
    known = {name for each in operators for name in each.fields or ()}
    fitting = [
        each
        for each in operators
        if each.fields is not None
        and names & known <= set(each.fields)
        and (
            not any(kind in description for kind in _KEEPS_ALL_FIELDS)
            or list(each.fields) == (selected or [])[: len(each.fields)]
        )
    ]
    return fitting or operators


def _find_join_inputs(
    description: str, candidates: list[list[SqlOperator]]
) -> tuple[SqlOperator, ...]:
    """Find the inputs whose fields make those of the join, in the order left, right.

    A semi join has the fields of the left input alone.
    """
    selected = _find_list(description, "select")
    pairs = [
        pair
        for pair in list(product(*candidates))[:_MAX_PAIRS]
        if selected is not None
        and pair[0].fields is not None
        and pair[1].fields is not None
        and selected
        in (_make_unique(pair[0].fields + pair[1].fields), _make_unique(pair[0].fields))
    ]
    if not pairs:
        return tuple(max(each, key=lambda one: one.number) for each in candidates)
    return max(pairs, key=lambda pair: [one.number for one in pair])


def _make_unique(names: tuple[str, ...]) -> list[str]:
    """Make repeated names unique as Calcite does: ``k, k`` become ``k, k0``."""
    found: list[str] = []
    for name in names:
        unique, number = name, 0
        while unique in found:
            unique, number = f"{name}{number}", number + 1
        found.append(unique)
    return found
