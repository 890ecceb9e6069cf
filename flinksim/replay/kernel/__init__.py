"""Columnar kernel for keyed windows; runs in this process and in Spark workers.

Evaluates a compiled program (a columnar plan) on the row groups of a Parquet log with numpy and
Arrow: find the maximum timestamps, compute the watermarks, distribute windows or keys over tasks,
aggregate the windows, and produce their firings and the dropped late records as columns. Compiling
plans is in ``flinksim.replay.compile``, result tables are in ``flinksim.replay.results``.

Start with :class:`~flinksim.replay.kernel.kernel_run.KernelRun` and
:class:`~flinksim.replay.kernel.kernel.Kernel`.
"""
