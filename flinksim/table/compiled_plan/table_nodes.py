"""Nodes that read and write tables.

Flink: ``StreamExecTableSourceScan``, ``StreamExecSink``, ``CommonExecSink``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flinksim.common.watermark_strategy import WatermarkStrategy
from flinksim.connectors.external.external_sink import ExternalSink
from flinksim.connectors.external.external_source import ExternalSource
from flinksim.connectors.text_files import TextFileSource
from flinksim.datastream.transformations import SinkSpec, SourceSpec, Transformation
from flinksim.table.compiled_plan.aggregate_nodes import read_state_ttl
from flinksim.table.compiled_plan.external_tables import ExternalTableSource
from flinksim.table.compiled_plan.ordering_nodes import build_row_selector
from flinksim.table.compiled_plan.plan_document import PlanNode
from flinksim.table.compiled_plan.plan_translator import PlanTranslator, add_node_translator
from flinksim.table.compiled_plan.row_formats import get_format_name, is_changelog_format
from flinksim.table.compiled_plan.scan_watermarks import build_watermark_strategy
from flinksim.table.compiled_plan.table_connectors import PlanTable, read_plan_table
from flinksim.table.logical_types import LogicalType
from flinksim.table.runtime.calc_operators import ConstraintEnforcer, StreamRecordTimestampInserter
from flinksim.table.runtime.sink_materializers import (
    SinkUpsertMaterializer,
    WatermarkCompactingMaterializer,
    WatermarkTimestampAssigner,
)


@add_node_translator("table-source-scan")
def _translate_scan(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    scan = node.require("scanTableSource")
    table = read_plan_table(scan["table"], _list_metadata(node, scan))
    stream = translator.connectors.streams.get(table.name)
    if stream is not None:
        return stream
    source = translator.connectors.create_source(table)
    if isinstance(source, ExternalTableSource) and (
        translator.get_option(node, "execution.runtime-mode", "").upper() == "BATCH"
    ):
        source = source.as_bounded()
    is_legacy = not isinstance(source, TextFileSource | ExternalSource)
    strategy = None if is_legacy else _find_watermark_strategy(translator, node, scan)
    spec = SourceSpec(source, strategy, legacy=is_legacy)
    transformation = translator.add(node, spec, inputs, name=table.name)
    if is_legacy:
        transformation.parallelism = 1
    return transformation


def _find_watermark_strategy(
    translator: PlanTranslator, node: PlanNode, scan: Mapping[str, Any]
) -> WatermarkStrategy | None:
    """Return the watermark strategy that was pushed into a scan, if any."""
    for ability in scan.get("abilities", ()):
        if ability.get("type") == "WatermarkPushDown":
            return build_watermark_strategy(ability, translator.create_expression_context(node))
    return None


def _list_metadata(node: PlanNode, scan: Mapping[str, Any]) -> list[tuple[str, LogicalType]]:
    """List the keys and types of the metadata columns that a scan reads; they are its last columns."""
    for ability in scan.get("abilities", ()):
        if keys := ability.get("metadataKeys", ()):
            types = node.output_type.children[-len(keys) :]
            return list(zip(keys, types, strict=True))
    return []


@add_node_translator("sink")
def _translate_sink(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    table = read_plan_table(node.require("dynamicTableSink")["table"])
    if table.name in translator.connectors.outputs:
        translator.connectors.outputs[table.name] = inputs[0]
        return inputs[0]
    sink = translator.connectors.create_sink(table)
    current = _add_constraint_enforcer(translator, node, inputs[0], table.type)
    current = _add_materializer(translator, node, current)
    rowtimes = [
        position
        for position, type_ in enumerate(translator.get_input_type(node).children)
        if type_.time_kind == "ROWTIME"
    ]
    if rowtimes:
        current = translator.add_operator(
            node,
            [current],
            StreamRecordTimestampInserter,
            rowtimes[0],
            name="StreamRecordTimestampInserter",
            description=f"StreamRecordTimestampInserter(rowtime field: {rowtimes[0]})",
        )
    key = _list_key_columns(table) if isinstance(sink, ExternalSink) else ()
    spec = SinkSpec(sink, legacy=not sink.has_committer, primary_key=key)
    return translator.add(node, spec, [current], name=table.name)


def _list_key_columns(table: PlanTable) -> tuple[int, ...]:
    """Return the columns by which a system identifies rows, if its table takes upserts."""
    if is_changelog_format(get_format_name(table)):
        return ()
    return tuple([table.type.names.index(name) for name in table.primary_key])


def _add_materializer(
    translator: PlanTranslator, node: PlanNode, current: Transformation
) -> Transformation:
    """Add the operator that shows one row per primary key, if the input has another upsert key."""
    if not node.get("requireUpsertMaterialize", False):
        return current
    table = node.require("dynamicTableSink")["table"]
    names = [column["name"] for column in table["resolvedTable"]["schema"]["columns"]]
    key = [names.index(name) for name in table["resolvedTable"]["schema"]["primaryKey"]["columns"]]
    upsert_key = node.get("inputUpsertKey")
    selector = build_row_selector(upsert_key) if upsert_key else None
    exchange = translator.add_hash_exchange(node, [current], key, translator.get_input_type(node))
    behavior = node.get("conflictStrategy", {}).get("behavior", "DEDUPLICATE")
    if behavior == "DEDUPLICATE":
        return translator.add_keyed_operator(
            node,
            [exchange],
            [key],
            SinkUpsertMaterializer,
            selector,
            read_state_ttl(node),
            name="SinkMaterializer",
        )
    stamped = translator.add_operator(
        node,
        [exchange],
        WatermarkTimestampAssigner,
        name="WatermarkTimestampAssigner",
        description="WatermarkTimestampAssigner",
    )
    return translator.add_keyed_operator(
        node,
        [stamped],
        [key],
        WatermarkCompactingMaterializer,
        selector,
        behavior == "ERROR",
        name="SinkMaterializer",
    )


def _add_constraint_enforcer(
    translator: PlanTranslator,
    node: PlanNode,
    current: Transformation,
    sink_type: LogicalType,
) -> Transformation:
    """Add the operator that checks columns that the sink declares as not null."""
    positions = [
        position for position, type_ in enumerate(sink_type.children) if not type_.nullable
    ]
    if not positions:
        return current
    names = [sink_type.names[position] for position in positions]
    mode = translator.get_option(node, "table.exec.sink.not-null-enforcer", "ERROR")
    return translator.add_operator(
        node,
        [current],
        ConstraintEnforcer,
        positions,
        names,
        mode == "DROP",
        name="ConstraintEnforcer",
        description=f"ConstraintEnforcer(NotNullEnforcer(fields=[{', '.join(names)}]))",
    )
