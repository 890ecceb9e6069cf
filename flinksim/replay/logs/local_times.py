"""Times without a zone in the rows of a log: convert them from a time zone to UTC. Not in Flink."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pyarrow as pa

from flinksim.replay.logs.column_types import flatten_structs
from flinksim.replay.logs.formats import LogTables
from flinksim.replay.logs.text_records import convert_times

_EPOCH = datetime(1970, 1, 1)


def convert_local_tables(rows: LogTables, zone_name: str) -> LogTables:
    """Return *rows* with the times that have no zone taken as times of the zone *zone_name*.

    Raises:
        ValueError: There is no such zone.
    """
    try:
        zone = ZoneInfo(zone_name)
    except (OSError, ValueError, KeyError):
        raise ValueError(
            f"zone={zone_name} is not a time zone; expected a name such as Europe/Berlin"
        ) from None

    def tables() -> Iterator[pa.Table]:
        last_times: dict[str, float] = {}
        for table in rows.tables():
            yield _convert_local_times(convert_times(flatten_structs(table)), zone, last_times)

    first = next(tables(), None)
    return replace(rows, schema=rows.schema if first is None else first.schema, tables=tables)


def _convert_local_times(table: pa.Table, zone: ZoneInfo, last_times: dict[str, float]) -> pa.Table:
    for place, field in enumerate(table.schema):
        if not pa.types.is_timestamp(field.type) or field.type.tz is not None:
            continue
        local_times = table.column(place).cast(pa.timestamp("ms"), safe=False).cast(pa.int64())
        last = last_times.get(field.name)
        times: list[int | None] = []
        for local_ms in local_times.to_pylist():
            if local_ms is None:
                times.append(None)
                continue
            last = _convert_to_utc(local_ms, zone, last)
            times.append(round(last * 1_000))
        if last is not None:
            last_times[field.name] = last
        column = pa.array(times, pa.int64()).cast(pa.timestamp("ms", "UTC"))
        table = table.set_column(place, field.name, column)
    return table


def _convert_to_utc(local_ms: int, zone: ZoneInfo, last: float | None) -> float:
    """Return the epoch seconds of a local time.

    In the hour that the clocks repeat, a local time is two times. The one closer to *last* counts,
    which is the time of the row before; without one, the first.
    """
    local = (_EPOCH + timedelta(milliseconds=local_ms)).replace(tzinfo=zone)
    first, second = local.timestamp(), local.replace(fold=1).timestamp()
    is_second = second > first and last is not None and abs(second - last) < abs(first - last)
    return second if is_second else first


__all__ = ["convert_local_tables"]
