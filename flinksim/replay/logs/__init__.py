"""Event logs that a replay reads: Parquet, text, and any other table.

Opens files, data frames and lake tables, maps their columns to an event log, validates rows, and
reads them in chunks in parallel. The event-log source of the simulator is in
``flinksim.connectors.event_log``.

Start with :class:`~flinksim.replay.logs.input_log.Log` and
:class:`~flinksim.replay.logs.parquet_source.ParquetLogSource`.
"""
