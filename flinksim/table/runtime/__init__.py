"""The table runtime: rows, expressions, aggregate functions, and the operators of SQL jobs.

One operator class per operator of Flink's ``flink-table-runtime``, on the state, timers and watermarks
of :mod:`flinksim.runtime`. Operators get plain settings: key positions, compiled expressions, window
definitions. The nodes of a compiled plan are read in :mod:`flinksim.table.compiled_plan`.

Start reading at :mod:`~flinksim.table.runtime.change_rows`.
"""
