"""Write a physical plan as the JSON document of COMPILE PLAN. Equal subtrees become one node."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flinksim.table.planner.code_checks import check_code
from flinksim.table.planner.column_intervals import find_retractions
from flinksim.table.planner.durations import format_duration, format_ttl, read_duration
from flinksim.table.planner.explain_writer import describe
from flinksim.table.planner.physical_nodes import INSERT_ONLY, PhysicalNode
from flinksim.table.planner.rel_nodes import Field, TvfWindow
from flinksim.table.planner.rex_nodes import (
    Rex,
    SortKey,
    WindowFrame,
    serialize,
)
from flinksim.table.planner.sql_types import SqlType, make_row
from flinksim.table.planner.upsert_keys import find_input_key, find_side_keys, find_smallest_key
from flinksim.table.planner.window_rules import make_accumulator_fields

Json = dict[str, Any]
VERSIONS = {"table-source-scan": 2, "sink": 2}
NAMES = {
    "scan": "table-source-scan",
    "watermark": "watermark-assigner",
    "mini_batch": "mini-batch-assigner",
    "normalize": "changelog-normalize",
}
MODES = {"I": "INSERT", "UB": "UPDATE_BEFORE", "UA": "UPDATE_AFTER", "D": "DELETE"}
DEFAULTS = {
    "table.exec.mini-batch.enabled": "false",
    "table.exec.mini-batch.size": "-1",
    "table.local-time-zone": "UTC",
    "table.exec.rank.topn-cache-size": "10000",
    "table.exec.deduplicate.insert-update-after-sensitive-enabled": "true",
    "table.exec.deduplicate.mini-batch.compact-changes-enabled": "false",
    "table.exec.sink.keyed-shuffle": "AUTO",
    "table.exec.sink.not-null-enforcer": "ERROR",
    "table.exec.sink.rowtime-inserter": "ENABLED",
    "table.exec.sink.type-length-enforcer": "IGNORE",
    "table.exec.sink.upsert-materialize": "AUTO",
}
MINI_BATCH = ("table.exec.mini-batch.enabled", "table.exec.mini-batch.size")
ZONE = ("table.local-time-zone",)
RANK = ("table.exec.rank.topn-cache-size",)
DEDUPLICATE = tuple(key for key in DEFAULTS if "deduplicate" in key)
SINK = tuple(key for key in DEFAULTS if ".sink." in key)


def write_compiled_plan(sinks: list[PhysicalNode], config: Mapping[str, str]) -> Json:
    """Return the document for the sinks of one job."""
    writer = _Writer(config)
    for sink in sinks:
        writer.add(sink)
    return {"flinkVersion": "2.3", "nodes": writer.nodes, "edges": writer.edges}


class _Writer:
    def __init__(self, config: Mapping[str, str]) -> None:
        self.nodes: list[Json] = []
        self.edges: list[Json] = []
        self._config = config
        self._known: dict[str, int] = {}

    def add(self, node: PhysicalNode) -> int:
        """Add a node after its inputs, and return its id."""
        sources = [self.add(child) for child in node.inputs]
        name = NAMES.get(node.op, node.op.replace("_", "-"))
        made: Json = {"type": f"stream-exec-{name}_{VERSIONS.get(name, 1)}"}
        write: Callable[[PhysicalNode], Json] | None = getattr(self, f"_write_{node.op}", None)
        check_code(tuple(node.data.values()))
        if write is not None:
            made.update(write(node))
        if sources:
            made["inputProperties"] = [_make_input_property(node) for _ in sources]
        made["outputType"] = _serialize_row(node)
        made["description"] = describe(node, execution=True)
        digest = json.dumps([made, sources], sort_keys=True)
        if node.op != "sink" and digest in self._known:
            return self._known[digest]
        number = len(self.nodes) + 1
        self._known[digest] = number
        self.nodes.append({"id": number, **made})
        for source in sources:
            self.edges.append(
                {
                    "source": source,
                    "target": number,
                    "shuffle": {"type": "FORWARD"},
                    "shuffleMode": "PIPELINED",
                }
            )
        return number

    def _configuration(self, keys: tuple[str, ...]) -> Json:
        return {key: self._config.get(key, DEFAULTS[key]) for key in sorted(keys)}

    def _state(self, *names: str, ttl: str = "") -> list[Json]:
        value = ttl or self._config.get("table.exec.state.ttl", "0 ms")
        return [
            {"index": i, "ttl": format_ttl(value), "name": name} for i, name in enumerate(names)
        ]

    # -- sources and sinks -------------------------------------------------------------------

    def _write_scan(self, node: PhysicalNode) -> Json:
        table = node.data["table"]
        source: Json = {"table": table.serialize()}
        abilities = []
        metadata = [c.metadata_key or c.name for c in table.columns if c.is_metadata]
        produced = replace(make_row(node.names, [f.type for f in node.fields]), nullable=False)
        if metadata:
            abilities.append(
                {
                    "type": "ReadingMetadata",
                    "metadataKeys": metadata,
                    "producedType": produced.serialize(),
                }
            )
        if table.is_source_watermark:
            row = produced.serialize()
            if isinstance(row, dict):
                row = {"type": "ROW", "nullable": False, "fields": row["fields"]}
            abilities.append(
                {"type": "SourceWatermark", "sourceWatermarkEnabled": True, "producedType": row}
            )
        elif "watermark" in node.data:
            pushed = node.data["watermark"]
            abilities.append(
                {
                    "type": "WatermarkPushDown",
                    "watermarkExpr": serialize(pushed.expression),
                    "rowtimeExpr": serialize(pushed.rowtime),
                    **pushed.params,
                    "producedType": produced.serialize(),
                }
            )
        if abilities:
            source["abilities"] = abilities
        return {"scanTableSource": source}

    def _write_watermark(self, node: PhysicalNode) -> Json:
        return {
            "watermarkExpr": serialize(node.data["expression"]),
            "rowtimeFieldIndex": node.data["rowtime"],
        }

    def _write_mini_batch(self, node: PhysicalNode) -> Json:
        latency = self._config.get("table.exec.mini-batch.allow-latency", "0 ms")
        return {
            "miniBatchInterval": {
                "interval": read_duration(latency),
                "mode": "ProcTime",
            }
        }

    def _write_values(self, node: PhysicalNode) -> Json:
        return {"tuples": [[serialize(value) for value in row] for row in node.data["rows"]]}

    def _write_sink(self, node: PhysicalNode) -> Json:
        data = node.data
        changes = [MODES[kind] for kind in node.input.changelog.split(",")]
        sink: Json = {"table": data["table"].serialize()}
        if data["target_columns"]:
            names = [c.name for c in data["table"].sink_columns]
            sink["abilities"] = [
                {
                    "type": "TargetColumnWriting",
                    "targetColumns": [[names.index(n)] for n in data["target_columns"]],
                }
            ]
        made: Json = {
            "configuration": self._configuration(SINK),
            "dynamicTableSink": sink,
            "inputChangelogMode": changes,
        }
        if data["materialize"]:
            made["requireUpsertMaterialize"] = True
            made["state"] = self._state("sinkMaterializeState")
        if key := find_smallest_key(node.input):
            made["inputUpsertKey"] = key
        if data["on_conflict"]:
            made["conflictStrategy"] = {"behavior": data["on_conflict"]}
        return made

    # -- rows --------------------------------------------------------------------------------

    def _write_calc(self, node: PhysicalNode) -> Json:
        condition = node.data["condition"]
        return {
            "projection": [serialize(e) for e in node.data["expressions"]],
            "condition": serialize(condition) if condition is not None else None,
        }

    def _write_expand(self, node: PhysicalNode) -> Json:
        return {"projects": [[serialize(e) for e in row] for row in node.data["projects"]]}

    def _write_correlate(self, node: PhysicalNode) -> Json:
        call = serialize(node.data["call"])
        row = make_row(node.input.names, [f.type for f in node.input.fields], False).serialize()
        _set_correlated_type(call, row)
        condition = node.data["condition"]
        return {
            "joinType": node.data["join_type"],
            "functionCall": call,
            "condition": None if condition is None else serialize(condition),
        }

    def _write_normalize(self, node: PhysicalNode) -> Json:
        made: Json = {
            "configuration": self._configuration(MINI_BATCH),
            "uniqueKeys": list(node.data["keys"]),
            "generateUpdateBefore": node.update == "BOTH",
            "state": self._state("changelogNormalizeState"),
        }
        if node.data["condition"] is not None:
            made["filterCondition"] = serialize(node.data["condition"])
        return made

    # -- aggregates --------------------------------------------------------------------------

    def _write_group_aggregate(self, node: PhysicalNode) -> Json:
        data = node.data
        retracts = node.input.kinds != INSERT_ONLY
        return {
            "configuration": self._configuration(MINI_BATCH),
            "grouping": list(data["grouping"]),
            "aggCalls": [call.serialize() for call in data["calls"]],
            "aggCallNeedRetractions": find_retractions(node),
            "generateUpdateBefore": node.update == "BOTH",
            "needRetraction": retracts,
            "state": self._state("groupAggregateState", ttl=data["ttl"]),
        }

    _write_group_table_aggregate = _write_group_aggregate

    def _write_local_group_aggregate(self, node: PhysicalNode) -> Json:
        retracts = node.input.kinds != INSERT_ONLY
        return {
            "configuration": self._configuration(MINI_BATCH),
            "grouping": list(node.data["grouping"]),
            "aggCalls": [call.serialize() for call in node.data["calls"]],
            "aggCallNeedRetractions": find_retractions(node),
            "needRetraction": retracts,
        }

    def _write_global_group_aggregate(self, node: PhysicalNode) -> Json:
        made = self._write_group_aggregate(node)
        source: PhysicalNode = node.data["local_input"]
        made["localAggInputRowType"] = _serialize_row(source)
        made["state"] = self._state("globalGroupAggregateState", ttl=node.data["ttl"])
        return made

    def _write_window(self, node: PhysicalNode) -> Json:
        data = node.data
        return {
            "configuration": self._configuration(ZONE),
            "grouping": list(data["grouping"]),
            "aggCalls": [call.serialize() for call in data["calls"]],
            "windowing": serialize_windowing(data["windowing"]),
            "needRetraction": node.input.kinds != INSERT_ONLY,
        }

    _write_local_window_aggregate = _write_window

    def _write_window_aggregate(self, node: PhysicalNode) -> Json:
        made = self._write_window(node)
        kinds = {0: "WindowStart", 1: "WindowEnd", 2: "Rowtime"}
        if node.data["windowing"]["time_type"].time_kind == "PROCTIME":
            kinds[2] = "Proctime"
        reference = _make_window_reference(node.data["windowing"]["time_type"])
        made["namedWindowProperties"] = [
            {"name": name, "property": {"kind": kinds[number], "reference": reference}}
            for number, name in node.data["properties"]
        ]
        return made

    def _write_global_window_aggregate(self, node: PhysicalNode) -> Json:
        made = self._write_window_aggregate(node)
        end = "sliceEnd" if "sliceEnd" in made["windowing"] else "windowEnd"
        made["windowing"][end] = len(find_local_fields(node.input.input)) - 1
        made["localAggInputRowType"] = _serialize_row(node.data["local_input"])
        return made

    def _write_group_window_aggregate(self, node: PhysicalNode) -> Json:
        data = node.data
        window, time_type = data["window"], data["time_type"]
        reference = _make_window_reference(time_type)
        kinds = {
            "w$start": "WindowStart",
            "w$end": "WindowEnd",
            "w$rowtime": "Rowtime",
            "w$proctime": "Proctime",
        }
        shape: Json = {
            "kind": window.kind,
            "alias": reference,
            "timeField": {
                "fieldName": node.input.names[window.time],
                "fieldIndex": window.time,
                "inputIndex": 0,
                "fieldType": time_type.serialize(),
            },
        }
        if window.kind == "SESSION":
            shape["gap"] = format_duration(window.size)
        else:
            shape["isTimeWindow"] = True
            shape["size"] = format_duration(window.size)
        if window.kind == "SLIDING":
            shape["slide"] = format_duration(window.slide)
        return {
            "configuration": self._configuration((*MINI_BATCH, *ZONE)),
            "grouping": list(data["grouping"]),
            "aggCalls": [call.serialize() for call in data["calls"]],
            "window": shape,
            "namedWindowProperties": [
                {"name": name, "property": {"kind": kinds[name], "reference": reference}}
                for name in data["properties"]
            ],
            "needRetraction": node.input.kinds != INSERT_ONLY,
        }

    def _write_window_table_function(self, node: PhysicalNode) -> Json:
        data = node.data
        windowing = {"strategy": "TimeAttribute", **data}
        return {
            "configuration": self._configuration(ZONE),
            "windowing": serialize_windowing(windowing),
        }

    # -- over, rank, sort --------------------------------------------------------------------

    def _write_over_aggregate(self, node: PhysicalNode) -> Json:
        data = node.data
        frame: WindowFrame = data["frame"]
        group = {
            "orderBy": _serialize_sort(data["order"]),
            "isRows": frame.rows,
            "lowerBound": _serialize_bound(frame.lower, frame.sides[0]),
            "upperBound": _serialize_bound(frame.upper, frame.sides[1]),
            "aggCalls": [call.serialize() for call in data["calls"]],
        }
        return {
            "overSpec": {
                "partition": {"fields": list(data["partition"])},
                "groups": [group],
                "constants": [serialize(constant) for constant in data["constants"]],
                "originalInputFields": len(node.input.fields),
            },
            "unboundedOverVersion": 2,
            **({"isBatch": True} if data["is_batch"] else {}),
        }

    def _write_rank(self, node: PhysicalNode) -> Json:
        data = node.data
        return {
            "configuration": self._configuration(RANK),
            "rankType": data.get("rank_type", "ROW_NUMBER"),
            "partition": {"fields": list(data["partition"])},
            "orderBy": _serialize_sort(data["order"]),
            "rankRange": {"type": "Constant", "start": data["start"], "end": data["end"]},
            "rankStrategy": data.get("strategy", {"type": "AppendFast"}),
            "outputRowNumber": data.get("output_number", False),
            "generateUpdateBefore": node.update == "BOTH",
            "state": self._state("rankState"),
        }

    _write_sort_limit = _write_rank
    _write_limit = _write_rank

    def _write_temporal_sort(self, node: PhysicalNode) -> Json:
        return {"orderBy": _serialize_sort(node.data["order"])}

    _write_sort = _write_temporal_sort

    def _write_batch_result(self, node: PhysicalNode) -> Json:
        return {
            **self._write_temporal_sort(node),
            "emptyRow": node.data.get("empty_row"),
            "keyCount": node.data.get("key_count", 0),
        }

    def _write_deduplicate(self, node: PhysicalNode) -> Json:
        data = node.data
        return {
            "configuration": self._configuration((*DEDUPLICATE, *MINI_BATCH)),
            "uniqueKeys": list(data["partition"]),
            "isRowtime": data["time_kind"] == "ROWTIME",
            "keepLastRow": data["keep_last"],
            "outputInsertOnly": node.kinds == INSERT_ONLY,
            "generateUpdateBefore": node.update == "BOTH",
            "state": self._state("deduplicateState"),
        }

    def _write_window_rank(self, node: PhysicalNode) -> Json:
        data = node.data
        return {
            "configuration": self._configuration(ZONE),
            "rankType": data["rank_type"],
            "partitionSpec": {"fields": list(data["partition"])},
            "sortSpec": _serialize_sort(data["order"]),
            "rankRange": {"type": "Constant", "start": data["start"], "end": data["end"]},
            "outputRowNumber": data["output_number"],
            "windowing": serialize_windowing(data["windowing"]),
        }

    def _write_window_deduplicate(self, node: PhysicalNode) -> Json:
        data = node.data
        return {
            "configuration": self._configuration(ZONE),
            "partitionKeys": list(data["partition"]),
            "orderKey": data["order"][0].index,
            "keepLastRow": data["keep_last"],
            "windowing": serialize_windowing(data["windowing"]),
        }

    # -- joins -------------------------------------------------------------------------------

    def _write_join(self, node: PhysicalNode) -> Json:
        made: Json = {"joinSpec": _join_spec(node)}
        for number, side in enumerate(("left", "right")):
            if keys := find_side_keys(node, number):
                made[f"{side}UpsertKeys"] = sorted(sorted(key) for key in keys)
        made["state"] = self._state("leftState", "rightState")
        return made

    def _write_interval_join(self, node: PhysicalNode) -> Json:
        spec = {"joinSpec": _join_spec(node), "windowBounds": node.data["bounds"]}
        return {"intervalJoinSpec": spec}

    def _write_temporal_join(self, node: PhysicalNode) -> Json:
        return {
            "joinSpec": _join_spec(node),
            "isTemporalFunctionJoin": False,
            "leftTimeAttributeIndex": node.data["left_time"],
            "rightTimeAttributeIndex": node.data["right_time"],
        }

    def _write_lookup_join(self, node: PhysicalNode) -> Json:
        data = node.data
        source: PhysicalNode = data["source"]
        row = make_row(source.names, [f.type for f in source.fields])
        keys: Json = {}
        for at, key in sorted(data["lookup_keys"].items()):
            if isinstance(key, int):
                keys[str(at)] = {"type": "FieldRef", "index": key}
            else:
                keys[str(at)] = {
                    "type": "Constant",
                    "sourceType": source.fields[at].type.serialize(),
                    "literal": serialize(key),
                }
        projection, condition = data["projection"], data["condition"]
        kept = data["filter"]
        upsert_key = find_input_key(node)
        return {
            **({"inputUpsertKey": upsert_key} if upsert_key else {}),
            "joinType": data["join_type"],
            "joinCondition": None if condition is None else serialize(condition),
            "temporalTable": {
                "lookupTableSource": {"table": data["table"].serialize()},
                "outputType": replace(row, nullable=False).serialize(),
            },
            "lookupKeys": keys,
            "projectionOnTemporalTable": (
                None if projection is None else [serialize(e) for e in projection]
            ),
            "filterOnTemporalTable": None if kept is None else serialize(kept),
            "lookupKeyContainsPrimaryKey": data["finds_one"],
            "inputChangelogMode": [MODES[kind] for kind in node.input.changelog.split(",")],
            "preferCustomShuffle": False,
        }

    def _write_window_join(self, node: PhysicalNode) -> Json:
        return {
            "configuration": self._configuration(ZONE),
            "joinSpec": _join_spec(node),
            "leftWindowing": serialize_windowing(node.data["left_windowing"]),
            "rightWindowing": serialize_windowing(node.data["right_windowing"]),
        }


# -- parts -----------------------------------------------------------------------------------


def find_local_fields(node: PhysicalNode) -> tuple[Field, ...]:
    """Return the output of a local aggregation; with retraction it has more accumulators."""
    retract = node.input.kinds != INSERT_ONLY
    window = node.data.get("windowing", {}).get("window")
    kind = window.kind if isinstance(window, TvfWindow) else None
    return make_accumulator_fields(
        node.input, node.data["grouping"], node.data["calls"], kind, retract=retract
    )


def _serialize_row(node: PhysicalNode) -> Any:
    fields = node.fields
    if node.op in {"local_window_aggregate", "local_group_aggregate"}:
        fields = find_local_fields(node)
    if node.op == "exchange" and node.input.op.startswith("local_"):
        return _serialize_row(node.input)
    return make_row([f.name for f in fields], [f.type for f in fields]).serialize()


def _make_input_property(node: PhysicalNode) -> Json:
    required: Json = {"type": "UNKNOWN"}
    if node.op == "exchange":
        keys = node.data["keys"]
        required = {"type": "HASH", "keys": list(keys)} if keys else {"type": "SINGLETON"}
    return {"requiredDistribution": required, "damBehavior": "PIPELINED", "priority": 0}


def _serialize_sort(keys: tuple[SortKey, ...]) -> Json:
    return {"fields": [key.serialize() for key in keys]}


def _serialize_bound(bound: Any, side: str) -> Json:
    if bound is None:
        return {"kind": f"UNBOUNDED_{side}"}
    if bound == "CURRENT":
        return {"kind": "CURRENT_ROW"}
    is_preceding = side == "PRECEDING"
    return {"kind": "BOUNDED_WINDOW", "isPreceding": is_preceding, "offset": serialize(bound)}


def _join_spec(node: PhysicalNode) -> Json:
    data = node.data
    condition: Rex | None = data["condition"]
    return {
        "joinType": data["join_type"],
        "leftKeys": list(data["left_keys"]),
        "rightKeys": list(data["right_keys"]),
        "filterNulls": list(data["filter_nulls"]),
        "nonEquiCondition": serialize(condition) if condition is not None else None,
    }


def _make_window_reference(kind: SqlType) -> Json:
    return {"name": "w$", "type": kind.serialize()}


def serialize_windowing(windowing: Mapping[str, Any]) -> Json:
    """Return a windowing strategy as a plan writes it."""
    kind: SqlType = windowing["time_type"]
    made: Json = {
        "strategy": windowing["strategy"],
        "window": serialize_window(windowing["window"]),
        "timeAttributeType": kind.serialize(),
    }
    match windowing["strategy"]:
        case "TimeAttribute":
            made["timeAttributeIndex"] = windowing["time"]
        case "SliceAttached":
            made["sliceEnd"] = windowing["slice_end"]
        case _:
            made["windowStart"] = windowing["start"]
            made["windowEnd"] = windowing["end"]
    made["isRowtime"] = kind.time_kind == "ROWTIME"
    return made


def serialize_window(window: TvfWindow) -> Json:
    """Return the shape of windows as a plan writes it."""
    size = format_duration(window.size)
    match window.kind:
        case "TUMBLE":
            made: Json = {"type": "TumblingWindow", "size": size}
        case "HOP":
            slide = format_duration(window.slide)
            made = {"type": "HoppingWindow", "size": size, "slide": slide}
        case "CUMULATE":
            step = format_duration(window.slide)
            made = {"type": "CumulativeWindow", "maxSize": size, "step": step}
        case _:
            made = {"type": "SessionWindow", "gap": size}
            made["partition_key_indices"] = list(window.partition)
    if window.offset:
        made["offset"] = format_duration(window.offset)
    return made


def _set_correlated_type(node: Any, row: Any) -> None:
    if isinstance(node, dict):
        if node.get("kind") == "CORREL_VARIABLE":
            node["type"] = row
        for value in list(node.values()):
            _set_correlated_type(value, row)
    elif isinstance(node, list):
        for value in node:
            _set_correlated_type(value, row)
