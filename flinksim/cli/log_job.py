"""A job over a log, for ``flinksim diagnose FILE``: the log's records in windows by key. Not in Flink."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from flinksim.analysis.why.answer import MessageTemplate
from flinksim.common.configuration import format_duration_ms
from flinksim.common.time import Duration, Time
from flinksim.common.watermark_strategy import WatermarkStrategy
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.window_assigners import TumblingEventTimeWindows

if TYPE_CHECKING:
    import pyarrow as pa

MAX_RECORDS = 20_000
"""Number of rows of a log that are examined."""


class LogJob(NamedTuple):
    """A job over the first rows of a log, and a sentence about what it assumes."""

    pipeline: Pipeline
    description: str


def create_log_job(
    log: str, timestamp: str | None, key: str | None, delay_ms: int, window_ms: int
) -> LogJob:
    """Create a job that counts the records of a log in tumbling windows by key.

    Args:
        log: The file, with a column mapping as in ``flinksim log``.
        timestamp: Column with the event time; default: the one that ``flinksim log`` proposes.
        key: Column with the key; default: all records have the same key.
        delay_ms: Watermark delay.
        window_ms: Size of the windows.

    Raises:
        ValueError: The file is no log, has no event time, or has no such column.
    """
    from flinksim.replay.logs.input_log import Log, MappedLog
    from flinksim.replay.logs.override import SourceOverride

    override = SourceOverride.parse(log)
    explicit = override.mapping
    if timestamp is not None:
        explicit = replace(explicit, event_time=timestamp)
    opened = MappedLog.from_source(override.location, explicit)
    mapping = opened.mapping
    if mapping.event_time is None:
        raise ValueError(
            f"{override.location}: no column has the event time. Add --timestamp COLUMN; the columns "
            f"are {', '.join(opened.head.column_names)}"
        )
    if key is not None and key not in mapping.columns:
        raise ValueError(
            f"{override.location}: --key {key}: no such column. The columns are "
            f"{', '.join(mapping.columns)}"
        )
    rows = _read_first_rows(opened.rows.tables())
    source = Log.of(
        rows,
        split=mapping.split or None, order=mapping.order, arrival=mapping.arrival,
        event_time=mapping.event_time, unit=mapping.unit, columns=mapping.columns,
    )  # fmt: skip
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(delay_ms))
    position = None if key is None else mapping.columns.index(key)

    def select_key(record: Any) -> Any:
        return "all" if position is None else record[position]

    windows = (
        env.from_source(source, strategy, Path(override.location).name)
        .key_by(select_key)
        .window(TumblingEventTimeWindows.of(Time.milliseconds(window_ms)))
    )
    windows.reduce(lambda _, newest: newest).sink_to(CollectSink())
    description = MessageTemplate(
        "diagnosis.log_examined",
        n=rows.num_rows, log=str(override.location), time=str(mapping.event_time),
        key=key or MessageTemplate("word.none"), size=format_duration_ms(window_ms),
        delay=format_duration_ms(delay_ms),
    )  # fmt: skip
    return LogJob(env.pipeline("log"), description)


def _read_first_rows(tables: Iterator[pa.Table]) -> pa.Table:
    import pyarrow as pa

    parts, count = [], 0
    for table in tables:
        parts.append(table.slice(0, MAX_RECORDS - count))
        count += parts[-1].num_rows
        if count >= MAX_RECORDS:
            break
    return pa.concat_tables(parts)
