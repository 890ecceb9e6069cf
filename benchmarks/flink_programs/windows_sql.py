"""Sums by key and tumbling window with Flink SQL's window function.

Arguments: a log of split, arrival, ts, key, v, its format (csv has no header), and the jars that read
it, if Flink does not.
"""

from __future__ import annotations

import sys

from pyflink.table import EnvironmentSettings, TableEnvironment

tables = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
tables.get_config().set("parallelism.default", "2")
path, form, *jars = sys.argv[1:]
if jars:
    tables.get_config().set("pipeline.jars", ";".join(f"file://{jar}" for jar in jars))
tables.execute_sql(
    f"""
    CREATE TABLE log (
      split STRING, arrival BIGINT, ts BIGINT, `key` BIGINT, v BIGINT,
      moment AS TO_TIMESTAMP_LTZ(ts, 3),
      WATERMARK FOR moment AS moment - INTERVAL '1' SECOND
    ) WITH ('connector' = 'filesystem', 'path' = 'file://{path}', 'format' = '{form}')
    """
)
tables.execute_sql(
    "CREATE TABLE sums (k BIGINT, began TIMESTAMP_LTZ(3), total BIGINT) "
    "WITH ('connector' = 'blackhole')"
)
tables.execute_sql(
    """
    INSERT INTO sums
    SELECT `key`, window_start, SUM(v)
    FROM TABLE(TUMBLE(TABLE log, DESCRIPTOR(moment), INTERVAL '10' SECONDS))
    GROUP BY `key`, window_start, window_end
    """
).wait()
