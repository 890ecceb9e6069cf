"""The rows of a log as messages of an external system, for ``--source TOPIC='FILE value=raw'``.

Not in Flink.
"""

from __future__ import annotations

from typing import Literal

from flinksim.connectors.external.message import ExternalMessage, convert_to_plain, encode_value
from flinksim.connectors.source import SourceRecord
from flinksim.replay.logs.input_log import Log
from flinksim.replay.logs.override import SourceOverride


def read_log_messages(text: str, topic: str) -> list[ExternalMessage]:
    """Read the log that *text* names as messages of *topic*, each split as a partition.

    The value is the text of the row with ``value=raw``, else a JSON object of its columns. The timestamp
    is the event time, or without one the arrival.

    Raises:
        ValueError: *text* is no mapping, or the file is no log.
    """
    log = SourceOverride.parse(text)
    form: Literal["raw", "row"] = "row" if log.mapping.value is None else "raw"
    source = Log.of(log.location, **{**log.mapping.__dict__, "value": form})
    messages = []
    for partition, split in enumerate(source.splits(1)):
        records = (item for item in source.open_split(split) if isinstance(item, SourceRecord))
        for offset, record in enumerate(records):
            timestamp = record.arrival_ms if record.timestamp is None else record.timestamp
            messages.append(
                ExternalMessage(
                    encode_value(convert_to_plain(record.value)),
                    topic=topic,
                    partition=partition,
                    offset=offset,
                    timestamp=timestamp,
                    arrival_ms=record.arrival_ms,
                    location=f"{log.location}, split {split}, record {offset}",
                )
            )
    return messages


__all__ = ["read_log_messages"]
