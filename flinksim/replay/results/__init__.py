"""Results of a replay: outcomes, typed tables, and tables on disk.

Infers column types of the program's values, builds Arrow and Spark tables, and writes them
atomically. The computation of results is in ``flinksim.replay.kernel`` and
``flinksim.replay.operators``.

Start with :class:`~flinksim.replay.results.tables.ResultTable` and
:class:`~flinksim.replay.results.outcome.ReplayOutcome`.
"""
