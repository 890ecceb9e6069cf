"""Sums by key and tumbling window with Flink SQL's window function; argument: a CSV of ts,key,v."""

from __future__ import annotations

import sys

from pyflink.table import EnvironmentSettings, TableEnvironment

tables = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
tables.get_config().set("parallelism.default", "2")
tables.execute_sql(
    f"""
    CREATE TABLE log (
      ts BIGINT, k BIGINT, v BIGINT,
      moment AS TO_TIMESTAMP_LTZ(ts, 3),
      WATERMARK FOR moment AS moment - INTERVAL '1' SECOND
    ) WITH ('connector' = 'filesystem', 'path' = 'file://{sys.argv[1]}', 'format' = 'csv')
    """
)
tables.execute_sql(
    "CREATE TABLE sums (k BIGINT, began TIMESTAMP_LTZ(3), total BIGINT) "
    "WITH ('connector' = 'blackhole')"
)
tables.execute_sql(
    """
    INSERT INTO sums
    SELECT k, window_start, SUM(v)
    FROM TABLE(TUMBLE(TABLE log, DESCRIPTOR(moment), INTERVAL '10' SECONDS))
    GROUP BY k, window_start, window_end
    """
).wait()
