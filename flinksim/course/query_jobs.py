"""SQL queries that lessons run, on rows that are given in Python.

Not in Flink.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from flinksim.connectors.external.external_source import ExternalSource
from flinksim.connectors.external.message import ExternalMessage
from flinksim.datastream.pipeline_executor import redirect_jobs
from flinksim.datastream.transformations import SourceSpec, Transformation
from flinksim.graph.capture_executor import CapturingExecutor
from flinksim.graph.rewrite import map_specs
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation
from flinksim.table.sql_script import run_script_text

ARRIVAL_MS = 400
"""Processing time between two rows of a table."""

Row = Mapping[str, Any]
"""A row as a JSON object, by column."""


def build_query_job(name: str, script: str, tables: Mapping[str, Iterable[Row]]) -> Simulation:
    """Build the simulation of a query whose Kafka tables have these rows.

    A row arrives each 400 ms, in partition 0.

    Args:
        name: The name of the script, which the stepper shows.
        script: The statements; the last one is the query.
        tables: The rows of each table, in order of arrival.

    Raises:
        SqlError: If the script is invalid, or sqlglot is not installed.
    """
    executor = CapturingExecutor()
    with redirect_jobs(executor), redirect_stdout(StringIO()):
        run_script_text(script, Path(name))
    messages = {table: build_messages(table, rows) for table, rows in tables.items()}

    def bind(transformation: Transformation) -> Any:
        spec = transformation.spec
        if isinstance(spec, SourceSpec) and isinstance(spec.source, ExternalSource):
            bound = spec.source.bind(messages[transformation.name], name)
            return SourceSpec(bound, spec.watermark_strategy, spec.legacy)
        return spec

    pipeline = map_specs(executor.pipelines[-1], bind)
    return Simulation(pipeline, RunSettings())


def build_messages(topic: str, rows: Iterable[Row]) -> list[ExternalMessage]:
    """Build the messages of a topic, one for each row."""
    return [
        ExternalMessage(
            json.dumps(row).encode(),
            topic=topic,
            offset=number,
            arrival_ms=ARRIVAL_MS * (number + 1),
            location=f"{topic} {number}",
        )
        for number, row in enumerate(rows)
    ]
