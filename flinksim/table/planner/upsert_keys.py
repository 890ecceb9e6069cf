"""Which columns identify a row of a changelog: Flink's ``FlinkRelMdUpsertKeys``."""

from __future__ import annotations

from flinksim.table.planner.physical_nodes import PhysicalNode
from flinksim.table.planner.planning_limits import PLANNING_WORK
from flinksim.table.planner.rex_nodes import Call, Ref, Rex
from flinksim.table.planner.sql_types import can_cast_implicitly

Keys = set[frozenset[int]]
PASSED = frozenset(
    (
        "watermark",
        "mini_batch",
        "drop_update_before",
        "temporal_sort",
        "window_deduplicate",
        "sort",
        "limit",
    )
)


def find_upsert_keys(node: PhysicalNode) -> Keys:
    """Return all keys; the empty set if there are none."""
    data = node.data
    match node.op:
        case "scan":
            names = node.names
            key = data["table"].primary_key
            return {frozenset(map(names.index, key))} if key and set(key) <= set(names) else set()
        case "exchange":
            return _keep_exchanged(node, find_upsert_keys(node.input))
        case op if op in PASSED:
            return find_upsert_keys(node.input)
        case "lookup_join":
            return find_upsert_keys(node.input) if data["finds_one"] else set()
        case "normalize":
            return {frozenset(data["keys"])}
        case "calc":
            return _move_keys(find_upsert_keys(node.input), data["expressions"])
        case "group_aggregate" | "global_group_aggregate":
            return {frozenset(range(len(data["grouping"])))}
        case "group_window_aggregate":
            return _find_window_keys(node)
        case "deduplicate":
            return {frozenset(data["partition"])}
        case "rank" | "window_rank":
            return _rank_keys(node)
        case "over_aggregate" | "window_table_function":
            return find_upsert_keys(node.input) if node.op == "over_aggregate" else set()
        case "join" | "temporal_join":
            return _join_keys(node)
        case "sink":
            return find_upsert_keys(node.input)
        case _:
            return set()


def _keep_exchanged(node: PhysicalNode, keys: Keys) -> Keys:
    """Return the keys after an exchange: rows of one key keep their order only if they go to one task."""
    wanted = frozenset(node.data["keys"])
    return {key for key in keys if wanted <= key}


def find_input_key(node: PhysicalNode) -> list[int]:
    """Return the upsert key of a lookup join's input; empty if its rows do not change."""
    return [] if node.input.kinds == frozenset("I") else find_smallest_key(node.input)


def find_smallest_key(node: PhysicalNode) -> list[int]:
    """Return the smallest key, as Flink chooses it."""
    keys = find_upsert_keys(node)
    if not keys:
        return []
    return min((sorted(key) for key in keys), key=lambda key: (len(key), key))


def _move_keys(keys: Keys, expressions: tuple[Rex, ...]) -> Keys:
    positions: dict[int, list[int]] = {}
    for number, expression in enumerate(expressions):
        source = expression
        # A cast that keeps all values keeps a key.
        if isinstance(source, Call) and source.op == "CAST" and isinstance(source.operands[0], Ref):
            if can_cast_implicitly(source.operands[0].type, source.type):
                source = source.operands[0]
        if isinstance(source, Ref):
            positions.setdefault(source.index, []).append(number)
    made: Keys = set()
    if not positions:
        return made
    for key in keys:
        if all(index in positions for index in key):
            made.add(frozenset(positions[index][0] for index in key))
    return made


def _find_window_keys(node: PhysicalNode) -> Keys:
    grouping = frozenset(range(len(node.data["grouping"])))
    names = node.names
    return {grouping | {names.index(n)} for n in ("w$start", "w$end", "w$rowtime") if n in names}


def _rank_keys(node: PhysicalNode) -> Keys:
    data = node.data
    partition = frozenset(data["partition"])
    made = set(find_upsert_keys(node.input))
    if data["output_number"]:
        made.add(partition | {len(node.fields) - 1})
    elif data["start"] == data["end"] == 1:
        made.add(partition)
    return made


def _join_keys(node: PhysicalNode) -> Keys:
    data = node.data
    kind = data["join_type"]
    sides = [find_side_keys(node, side) for side in (0, 1)]  # once: their inputs may be joins, too
    left, right = (
        _keep_exchanged(child, keys) if child.op == "exchange" else keys
        for child, keys in zip(node.inputs, sides, strict=True)
    )
    if kind in {"SEMI", "ANTI"}:
        return left
    width = data["left_width"]
    left_unique, right_unique = (_is_unique(node, side, sides[side]) for side in (0, 1))
    made: Keys = set()
    if right_unique and kind in {"INNER", "LEFT"}:
        made |= left
    if left_unique and kind in {"INNER", "RIGHT"}:
        made |= {frozenset(i + width for i in key) for key in right}
    if left and right:
        PLANNING_WORK.add(len(left) * len(right))
        made |= {one | frozenset(i + width for i in two) for one in left for two in right}
    return made


def has_unique_key(node: PhysicalNode, side: int) -> bool:
    """Tell whether the join key of a side contains an upsert key of that side."""
    return _is_unique(node, side, find_side_keys(node, side))


def _is_unique(node: PhysicalNode, side: int, keys: Keys) -> bool:
    joined = set(node.data["right_keys" if side else "left_keys"])
    return any(key <= joined for key in keys)


def find_side_keys(node: PhysicalNode, side: int) -> Keys:
    """Return the upsert keys of an input of a join, also those that its exchange splits."""
    source = node.inputs[side]
    return find_upsert_keys(source.input if source.op == "exchange" else source)


def describe_side(node: PhysicalNode, side: int) -> str:
    """Return the layout of a join's state on one side."""
    if has_unique_key(node, side):
        return "JoinKeyContainsUniqueKey"
    return "HasUniqueKey" if find_side_keys(node, side) else "NoUniqueKey"
