"""The execution engine: runs one job in one process, one scheduler step at a time.

The packages follow Flink's: ``operators`` (``streaming.api.operators``), ``state``
(``runtime.state``), ``network`` (``runtime.io.network``), ``tasks`` (``streaming.runtime.tasks``),
``checkpoint`` and ``jobmaster``. Modules directly in this package wire a job together and drive it:
cluster, clock, scheduler, fault injection, limits. ``tracing`` instruments a traced run from
outside.

Not here: the DataStream API (``flinksim.datastream``), graph generation (``flinksim.graph``), and
everything that reads a finished trace (``flinksim.trace``, ``flinksim.analysis``).

Start reading at :class:`~flinksim.runtime.minicluster.MiniCluster`, then
``flinksim.runtime.tasks.stream_task`` and ``flinksim.runtime.operators.stream_operator``.
"""
