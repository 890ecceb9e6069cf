"""Turn a statement's plan into a job: rows in memory become sources, collected rows a sink."""

from __future__ import annotations

from functools import partial
from typing import Any

from flinksim.connectors.collection_sources import CollectionSource
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.table.compiled_plan import node_modules
from flinksim.table.compiled_plan.plan_document import parse_compiled_plan
from flinksim.table.compiled_plan.plan_translator import PlanTranslator, build_pipeline
from flinksim.table.compiled_plan.table_connectors import TableConnectors
from flinksim.table.datagen_tables import DataGenTable
from flinksim.table.logical_types import parse_logical_type
from flinksim.table.planner.changelog_modes import iterate
from flinksim.table.planner.statement_planner import StatementPlan
from flinksim.table.runtime.change_rows import ChangeRow
from flinksim.table.value_conversion import (
    TimestampedRecords,
    add_user_functions,
    convert_record,
    to_internal,
)


def _make_connectors(plan: StatementPlan, sinks: dict[str, Any]) -> TableConnectors:
    add_user_functions(plan.functions)
    sources: dict[str, Any] = {}
    streams: dict[str, Any] = {}
    for sink in plan.sinks:
        for node in iterate(sink):
            table = node.data.get("table") if node.op == "scan" else None
            if table is None or table.source is None:
                continue
            if not isinstance(table.source, list):
                columns = table.source_columns
                types = [parse_logical_type(c.type.serialize()) for c in columns]
                if any(column.is_metadata for column in columns):
                    stream = table.source.process(TimestampedRecords(types))
                else:
                    stream = table.source.map(partial(convert_record, types))
                streams[table.path[-1]] = stream._transformation
                continue
            types = [parse_logical_type(c.type.serialize()) for c in table.columns]
            rows = [
                ChangeRow(tuple(to_internal(v, t) for v, t in zip(row, types, strict=True)))
                for row in table.source
            ]
            sources[table.path[-1]] = CollectionSource(rows)
    outputs = {name: sink for name, sink in sinks.items() if sink is None}
    given = {name: sink for name, sink in sinks.items() if sink is not None}
    return TableConnectors(sources, given, streams, outputs)


def build_job(
    plan: StatementPlan, sinks: dict[str, Any], options: dict[str, str], name: str
) -> Pipeline:
    """Return the pipeline of a plan, in an environment of its own."""
    document = parse_compiled_plan(plan.compiled)
    return build_pipeline(document, _make_connectors(plan, sinks), options, name)


def add_plan(
    environment: Any, plan: StatementPlan, sinks: dict[str, Any], options: dict[str, str]
) -> None:
    """Add the operators of a plan to a stream environment."""
    connectors = _make_connectors(plan, sinks)
    document = parse_compiled_plan(plan.compiled)
    PlanTranslator(environment, document, connectors, options).translate()
    sinks.update(connectors.outputs)


__all__ = ["DataGenTable", "add_plan", "build_job", "node_modules"]
