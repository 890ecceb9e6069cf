"""Execution engines: where worker functions run and tables are stored.

An :class:`~flinksim.replay.engines.local.ExecutionEngine` maps functions over Arrow batches, shuffles
and caches tables. There is one engine for this process and one for Spark. The functions that they run
are in ``flinksim.replay.kernel`` and ``flinksim.replay.operators``.

Start with :class:`~flinksim.replay.engines.local.ExecutionEngine`.
"""
