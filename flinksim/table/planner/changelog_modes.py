"""Infer which changes each operator emits, and who needs the rows before an update.

Models ``FlinkChangelogModeInferenceProgram``: first the kinds of changes from the sources up, then
the kind of updates from the sink down.
"""

from __future__ import annotations

from typing import Any

from flinksim.core.flink_version import report_new_rule
from flinksim.core.i18n.messages import Message
from flinksim.table.planner.column_intervals import CONSTANT, find_monotonicities
from flinksim.table.planner.physical_nodes import ALL_CHANGES, INSERT_ONLY, PhysicalNode
from flinksim.table.planner.planner_errors import TableError, ValidationError
from flinksim.table.planner.rex_nodes import SortKey, find_refs
from flinksim.table.planner.session_catalog import TableEntry
from flinksim.table.planner.sql_types import DATETIMES, NUMERIC
from flinksim.table.planner.upsert_keys import (
    find_smallest_key,
    find_upsert_keys,
    has_unique_key,
)

NEEDS_APPEND = {
    "over_aggregate": "StreamPhysicalOverAggregate",
    "temporal_sort": "StreamPhysicalTemporalSort",
    "interval_join": "StreamPhysicalIntervalJoin",
    "window_join": "StreamPhysicalWindowJoin",
    "window_rank": "StreamPhysicalWindowRank",
    "window_deduplicate": "StreamPhysicalWindowDeduplicate",
}
APPEND_SINKS = frozenset(("csv-file", "filesystem", "kafka", "kinesis", "firehose", "pulsar"))
UPSERT_SINKS = frozenset(
    ("upsert-kafka", "jdbc", "elasticsearch-6", "elasticsearch-7", "hbase-2.2", "mongodb")
)
FORWARDING = frozenset(
    ("calc", "exchange", "watermark", "mini_batch", "correlate", "expand", "union")
)
"""Operators that need updates in the form in which their output needs them."""
HASHED_CALLS = frozenset(
    (
        "SUM",
        "$SUM0",
        "COUNT",
        "AVG",
        "MIN",
        "MAX",
        "STDDEV_POP",
        "STDDEV_SAMP",
        "VAR_POP",
        "VAR_SAMP",
    )
)
CDC_FORMATS = frozenset(("debezium-json", "canal-json", "maxwell-json", "ogg-json"))


def infer_changelog_modes(
    sink: PhysicalNode,
    requires_conflict: bool = True,
    is_batch: bool = False,
    materialize: str = "AUTO",
) -> PhysicalNode:
    """Set the changelog mode of every operator; nodes that are not needed are removed.

    *requires_conflict* is the option ``table.exec.sink.require-on-conflict``, *materialize* the option
    ``table.exec.sink.upsert-materialize``. In batch mode operators emit only their last result.
    """
    _set_kinds(sink, is_batch)
    if is_batch:
        sink.data["on_conflict"] = ""  # a sink of batch mode gets no updates
    return _satisfy_sink(sink, requires_conflict, materialize)


# -- kinds of changes ------------------------------------------------------------------------


def _set_kinds(node: PhysicalNode, is_batch: bool) -> None:
    for child in node.inputs:
        _set_kinds(child, is_batch)
    if is_batch:
        node.inputs = [_keep_last_result(child) for child in node.inputs]
        if node.op == "group_aggregate" and node.data["grouping"] and not _is_hashed(node):
            node.inputs = [_sort_by_group(node)]
    node.kinds = _find_kinds(node)


def _keep_last_result(node: PhysicalNode) -> PhysicalNode:
    """Return *node*, with an operator behind it that emits only its last result, if it emits changes."""
    if node.kinds == INSERT_ONLY or node.op == "scan":
        return node
    data: dict[str, Any] = {"order": node.data["order"] if node.op == "sort_limit" else ()}
    if node.op == "group_aggregate" and not node.data["grouping"]:
        # A table without rows has one result.
        is_count = [call.op in ("COUNT", "$SUM0") for call in node.data["calls"]]
        data["empty_row"] = [0 if counts else None for counts in is_count]
    if node.op == "group_aggregate":
        data["key_count"] = len(node.data["grouping"])
    return PhysicalNode("batch_result", node.fields, [node], data, node.windows)


def _is_hashed(node: PhysicalNode) -> bool:
    """Return whether Flink plans HashAggregate: all results fit into slots of fixed length."""
    return all(
        call.op in HASHED_CALLS and call.type.root in (*NUMERIC, *DATETIMES, "BOOLEAN")
        for call in node.data["calls"]
    )


def _sort_by_group(node: PhysicalNode) -> PhysicalNode:
    """Return the input of a SortAggregate: the rows of a group follow one another."""
    order = tuple(SortKey(column) for column in node.data["grouping"])
    source = node.input
    return PhysicalNode("batch_result", source.fields, [source], {"order": order}, source.windows)


def _find_kinds(node: PhysicalNode) -> frozenset[str]:
    inputs = [child.kinds for child in node.inputs]
    union = frozenset().union(*inputs) if inputs else INSERT_ONLY
    needs_append = node.op in NEEDS_APPEND and (
        node.op != "over_aggregate" or _is_time_ordered(node)
    )
    if needs_append and union != INSERT_ONLY:
        _fail_append(node, NEEDS_APPEND[node.op])
    match node.op:
        case "scan":
            changes = node.data["table"].find_changelog()
            kinds = {"I"} | ({"U"} if changes & {"UA", "UB"} else set())
            return frozenset(kinds | ({"D"} if "D" in changes else set()))
        case "group_aggregate" | "global_group_aggregate":
            return frozenset("IU") if union == INSERT_ONLY else ALL_CHANGES
        case "window_aggregate" | "global_window_aggregate" | "values":
            return INSERT_ONLY
        case "interval_join" | "window_join" | "window_rank" | "window_deduplicate":
            return INSERT_ONLY
        case "group_window_aggregate":
            return frozenset("IU") if node.data.get("emit") else INSERT_ONLY
        case "deduplicate" | "rank":
            return _find_rank_kinds(node, union)
        case "sort_limit" | "normalize" | "group_table_aggregate":
            return ALL_CHANGES
        case "limit":
            return INSERT_ONLY if union == INSERT_ONLY else ALL_CHANGES
        case "over_aggregate":
            return INSERT_ONLY if _is_time_ordered(node) else ALL_CHANGES
        case "join":
            return _find_join_kinds(node, union)
        case "temporal_join":
            if node.inputs[0].kinds != INSERT_ONLY:
                _fail_append(node, "StreamPhysicalTemporalJoin")
            return INSERT_ONLY
        case _:
            return union


def _is_time_ordered(node: PhysicalNode) -> bool:
    order = node.data["order"]
    if node.data["is_batch"]:
        return True
    return not order or node.fields[order[0].index].type.is_time_attribute


def _find_rank_kinds(node: PhysicalNode, union: frozenset[str]) -> frozenset[str]:
    """Return the changes of a rank. Flink takes each Top-1 for the first row of a key, which never changes.

    Only the order by one descending column asks for the last row.
    """
    order = node.data["order"]
    is_last = len(order) == 1 and not order[0].ascending
    is_first = node.data["is_top1"] and not is_last
    return INSERT_ONLY if is_first and union == INSERT_ONLY else ALL_CHANGES


def _find_join_kinds(node: PhysicalNode, union: frozenset[str]) -> frozenset[str]:
    if node.data["join_type"] in {"INNER", "SEMI"}:
        return union
    return ALL_CHANGES


def _fail_append(node: PhysicalNode, name: str) -> None:
    from flinksim.table.planner.explain_writer import describe

    source = next(child for child in node.inputs if child.kinds != INSERT_ONLY)
    while source.op == "exchange" or (source.op == "calc" and source.input.kinds == source.kinds):
        source = source.input
    raise TableError(
        f"{name} doesn't support consuming update and delete changes which is produced by node "
        f"{describe(source)}"
    )


# -- kind of updates -------------------------------------------------------------------------


def _satisfy_sink(sink: PhysicalNode, requires_conflict: bool, materialize: str) -> PhysicalNode:
    table: TableEntry = sink.data["table"]
    source = sink.input
    accepted = find_sink_changes(table)
    _check_sink(sink, accepted)
    is_upsert = "UA" in accepted and "UB" not in accepted
    sink.kinds = frozenset()
    made = None
    if "U" not in source.kinds:
        made = _satisfy(source, "NONE", Message("changelog.reason_sink", ""))
    elif is_upsert and _has_matching_key(sink, table):
        made = _satisfy(source, "AFTER", Message("changelog.reason_same_key"))
    if made is None:
        made = _satisfy(source, "BOTH", Message("changelog.reason_sink", table.path[-1]))
    if made is None:
        raise TableError(f"Can't generate a valid execution plan for the sink {table.dotted}.")
    sink.inputs = [made]
    _decide_materialize(sink, table, is_upsert, requires_conflict, materialize)
    return sink


def find_sink_changes(table: TableEntry) -> set[str]:
    """Return the kinds of changes that a sink takes."""
    text = table.options.get("changelog") or table.changelog
    if text is not None:
        return set(text.split(","))
    connector = table.options.get("connector", "")
    formats = {table.options.get("format"), table.options.get("value.format")}
    if connector in UPSERT_SINKS:
        return {"I", "UA", "D"} if table.primary_key else {"I"}
    if connector in APPEND_SINKS and not formats & CDC_FORMATS:
        return {"I"}
    return {"I", "UB", "UA", "D"}


def _check_sink(sink: PhysicalNode, accepted: set[str]) -> None:
    kinds = sink.input.kinds
    missing = []
    if "U" in kinds and not accepted & {"UA"}:
        missing.append("update")
    if "D" in kinds and "D" not in accepted:
        missing.append("delete")
    if missing:
        from flinksim.table.planner.explain_writer import describe

        source = sink.input
        while source.op in {"calc", "exchange"} and source.input.kinds == kinds:
            source = source.input
        raise TableError(
            f"Table sink '{sink.data['table'].dotted}' doesn't support consuming "
            f"{' and '.join(missing)} changes which is produced by node {describe(source)}"
        )


def _has_matching_key(sink: PhysicalNode, table: TableEntry) -> bool:
    if not table.primary_key:
        return False
    names = [c.name for c in table.sink_columns]
    key = frozenset(names.index(name) for name in table.primary_key)
    return any(found <= key or found == key for found in find_upsert_keys(sink.input))


def _explain_mode(table: TableEntry) -> str:
    if "UA" in find_sink_changes(table):
        return "requires UPDATE_BEFORE (retract mode)"
    return "only accepts INSERT (append-only) changes"


def _decide_materialize(
    sink: PhysicalNode, table: TableEntry, is_upsert: bool, requires_conflict: bool, option: str
) -> None:
    """Check the key of an upsert sink, and decide whether the sink keeps the history of rows."""
    if sink.data["on_conflict"] and not is_upsert and table.options.get("connector") != "collect":
        raise ValidationError(
            "ON CONFLICT clause is only allowed for upsert sinks. The sink "
            f"'{table.dotted}' is not an upsert sink because it {_explain_mode(table)}."
        )
    conflict = sink.data["on_conflict"] or (None if requires_conflict else "DEDUPLICATE")
    sink.data["materialize"] = False
    if not table.primary_key or not is_upsert or option == "NONE":
        return
    if option == "FORCE":
        sink.data["materialize"] = True
        return
    if _has_matching_key(sink, table):
        return
    if conflict is None:
        found = find_smallest_key(sink.input)
        shown = f"[{', '.join(sink.names[i] for i in found)}]" if found else ""
        message = (
            "The query has an upsert key that differs from the primary key of the sink table "
            f"'{table.dotted}'. Primary key: [{', '.join(table.primary_key)}], upsert key: {shown}."
            " This can lead to non-deterministic results when multiple records with different "
            "upsert keys map to the same primary key. Please specify an ON CONFLICT clause to "
            "define how conflicts should be handled: ON CONFLICT DO DEDUPLICATE (update to the "
            "latest record, state intensive, since we need to keep the entire history), or ON "
            "CONFLICT DO ERROR (fail on conflict), or ON CONFLICT DO NOTHING (keep first record).\n"
            "Flink 2.3 made the clause necessary. A program for an earlier version runs with "
            "--flink 2.2, or with 'table.exec.sink.require-on-conflict' = 'false'."
        )
        if not report_new_rule(message):
            raise ValidationError(message)
        conflict = "DEDUPLICATE"
    if conflict in {"NOTHING", "ERROR"}:
        _check_watermarks(sink, conflict)
        sink.data["materialize"] = True
    else:
        sink.data["materialize"] = sink.input.kinds != INSERT_ONLY


def _check_watermarks(sink: PhysicalNode, conflict: str) -> None:
    missing = sorted(
        {
            node.data["table"].dotted
            for node in iterate(sink)
            if node.op == "scan" and node.data["table"].watermark is None
        }
    )
    if missing:
        raise ValidationError(
            f"ON CONFLICT DO {conflict} requires all source tables to define watermarks, but the "
            f"following source(s) do not: {', '.join(missing)}. Please add a WATERMARK declaration "
            "to these tables."
        )


def iterate(node: PhysicalNode):  # type: ignore[no-untyped-def]
    """Yield a node and all below it."""
    yield node
    for child in node.inputs:
        yield from iterate(child)


def _satisfy(node: PhysicalNode, required: str, reason: str) -> PhysicalNode | None:
    """Make a node emit updates as required; None if it cannot."""
    if "U" not in node.kinds:
        required = "NONE"
    inputs = _require_inputs(node, required)
    if inputs is None:
        return None
    if node.op == "scan":
        return _satisfy_scan(node, required, reason)
    if node.op == "normalize" and required == "AFTER" and _is_removable(node):
        source = node.input.input
        return _satisfy(source, required, reason)
    made = []
    for child, need in zip(node.inputs, inputs, strict=True):
        passed_on = node.op in FORWARDING and bool(reason)
        found = _satisfy(child, need, reason if passed_on else _describe_need(node))
        if found is None:
            return None
        made.append(found)
    node.inputs = made
    node.update = required
    node.update_reason = reason if required != "NONE" else ""
    if node.op in {"rank", "sort_limit", "limit"}:
        node.data["strategy"] = _find_strategy(node, inputs[0])
    return node


def _is_removable(node: PhysicalNode) -> bool:
    exchange = node.input
    return node.data["condition"] is None and exchange.input.op != "drop_update_before"


def _satisfy_scan(node: PhysicalNode, required: str, reason: str) -> PhysicalNode | None:
    changes = node.data["table"].find_changelog()
    node.update = "NONE"
    if "U" in node.kinds:
        node.update = "BOTH" if "UB" in changes else "AFTER"
    if required == "AFTER" and node.update == "BOTH":
        return PhysicalNode(
            "drop_update_before", node.fields, [node], kinds=node.kinds, update="AFTER"
        )
    if required == "BOTH" and node.update == "AFTER":
        return None
    node.update_reason = reason
    return node


def _describe_need(node: PhysicalNode) -> str:
    """Return the name of an operator as a reason."""
    from flinksim.table.planner.explain_writer import find_title

    return find_title(node)


def _require_inputs(node: PhysicalNode, required: str) -> list[str] | None:
    """Return the kind of updates that a node needs from each input."""
    both = ["BOTH" if "U" in child.kinds else "NONE" for child in node.inputs]
    match node.op:
        case "calc":
            condition = node.data["condition"]
            if required == "AFTER" and condition is not None and "U" in node.input.kinds:
                keys = find_upsert_keys(node.input)
                if not any(find_refs(condition) <= key for key in keys):
                    return None
            return [required]
        case (
            "exchange"
            | "watermark"
            | "mini_batch"
            | "correlate"
            | "expand"
            | "union"
            | "lookup_join"
        ):
            return [required if "U" in child.kinds else "NONE" for child in node.inputs]
        case "window_table_function" | "local_window_aggregate":
            return both
        case "drop_update_before":
            return ["BOTH"]
        case "normalize":
            return ["AFTER" if "U" in child.kinds else "NONE" for child in node.inputs]
        case "temporal_join":
            return ["NONE", "AFTER" if "U" in node.inputs[1].kinds else "NONE"]
        case "join":
            if required != "AFTER":
                return both
            needs = []
            for side, child in enumerate(node.inputs):
                if "U" not in child.kinds:
                    needs.append("NONE")
                elif has_unique_key(node, side):
                    needs.append("AFTER")
                else:
                    return None
            return needs
        case "rank" | "sort_limit":
            if "U" in node.input.kinds and find_update_fast_key(node) is not None:
                return ["AFTER"]
            return both
        case _:
            return both


def find_update_fast_key(node: PhysicalNode) -> list[int] | None:
    """Return the key for UpdateFast: rows only move up, and their key contains the partition."""
    source = node.input
    if "D" in source.kinds:
        return None
    keys = [k for k in find_upsert_keys(source) if set(node.data["partition"]) <= k]
    if not keys:
        return None
    found = find_monotonicities(source)
    if found is None:
        return None
    for order in node.data["order"]:
        wanted = -1 if order.ascending else 1
        if found[order.index] not in {wanted, CONSTANT}:
            return None
    return min((sorted(key) for key in keys), key=lambda key: (len(key), key))


def _find_strategy(node: PhysicalNode, needed: str) -> dict[str, object]:
    if node.input.kinds == INSERT_ONLY:
        return {"type": "AppendFast"}
    key = find_update_fast_key(node)
    if key is not None and needed == "AFTER":
        return {"type": "UpdateFast", "primaryKeys": key}
    return {"type": "Retract"}
