"""Push watermarks into the scan of a source that generates them for each of its partitions.

Flink: ``PushWatermarkIntoTableSourceScanRule``, ``PushWatermarkIntoTableSourceScanAcrossCalcRule``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flinksim.table.planner.durations import format_duration, read_duration
from flinksim.table.planner.physical_nodes import PhysicalNode, make_calc
from flinksim.table.planner.rel_nodes import WatermarkAssign
from flinksim.table.planner.rex_nodes import Call, Ref, Rex, map_refs

PUSHED_CONNECTORS = frozenset(("kafka", "upsert-kafka", "pulsar", "rocketmq"))
"""Connectors that implement ``SupportsWatermarkPushDown``; a file system does not."""


@dataclass(frozen=True, slots=True)
class PushedWatermark:
    """The watermark of a scan, and its rowtime, over the columns of the scan."""

    expression: Rex
    rowtime: Rex
    params: Mapping[str, Any]
    """The idle timeouts and options, in the form of a plan."""


IDLE_TIMEOUT = "scan.watermark.idle-timeout"
EMIT_STRATEGY = "scan.watermark.emit.strategy"
ALIGNMENT = "scan.watermark.alignment."


def push_watermark(
    rel: WatermarkAssign, source: PhysicalNode, config: Mapping[str, str]
) -> PhysicalNode | None:
    """Return a scan that has the watermark, with the calc above it; ``None`` if there is none.

    Args:
        rel: The watermark.
        source: The input of the watermark: a scan, or a calc of a scan.
        config: The configuration, with the idle timeout of all sources.
    """
    is_calc = source.op == "calc" and source.data["condition"] is None
    scan = source.input if is_calc else source
    if scan.op != "scan" or scan.data["table"].options.get("connector") not in PUSHED_CONNECTORS:
        return None
    params = _read_params(scan.data["table"].options, config)
    if not is_calc:
        made = PhysicalNode("scan", rel.fields, [], dict(scan.data))
        rowtime: Rex = Ref(scan.fields[rel.rowtime].type, rel.rowtime)
        made.data["watermark"] = PushedWatermark(rel.expression, rowtime, params)
        return made
    expressions = list(source.data["expressions"])
    watermark = map_refs(rel.expression, dict(enumerate(expressions)))
    rowtime = Call(rel.fields[rel.rowtime].type, "REINTERPRET", (expressions[rel.rowtime],))
    expressions[rel.rowtime] = rowtime
    made = PhysicalNode("scan", scan.fields, [], dict(scan.data))
    made.data["watermark"] = PushedWatermark(watermark, rowtime, params)
    return make_calc(made, expressions, source.names)


def _read_params(options: Mapping[str, str], config: Mapping[str, str]) -> dict[str, Any]:
    """Read what the options of a table say about its watermarks, in the form of a plan."""
    everywhere = read_duration(config.get("table.exec.source.idle-timeout", "0 ms"))
    params = {
        "emitStrategy": options.get(EMIT_STRATEGY, "on-periodic").upper().replace("-", "_"),
        "alignGroupName": options.get(f"{ALIGNMENT}group"),
        "alignMaxDrift": format_duration(read_duration(options.get(f"{ALIGNMENT}max-drift", "0 ms"))),
        "alignUpdateInterval": format_duration(
            read_duration(options.get(f"{ALIGNMENT}update-interval", "1 s"))
        ),
        "sourceIdleTimeout": read_duration(options[IDLE_TIMEOUT]) if IDLE_TIMEOUT in options else -1,
    }  # fmt: skip
    return {"idleTimeoutMillis": everywhere or -1, "watermarkParams": params}


def describe_pushed_watermark(pushed: PushedWatermark, expression: str) -> str:
    """Describe the watermark of a scan as plans print it."""
    params = pushed.params["watermarkParams"]
    idle_ms = params["sourceIdleTimeout"]
    if idle_ms < 0:
        idle_ms = pushed.params["idleTimeoutMillis"]
    text = f", watermark=[{expression}]"
    if idle_ms > 0:
        text += f", idletimeout=[{idle_ms}]"
    text += f", watermarkEmitStrategy=[{params['emitStrategy'].lower().replace('_', '-')}]"
    if params["alignGroupName"]:
        values = (params["alignGroupName"], params["alignMaxDrift"], params["alignUpdateInterval"])
        text += f", watermarkAlignment=[{', '.join(values)}]"
    return text
