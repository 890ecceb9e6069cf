"""Checks of answers that lessons and teachers share: each reads a trace, a plan or a Spark run.

``windows`` checks why a window fired, ``network`` checks backpressure, ``plans`` checks job plans,
and ``replay`` checks runs on Spark. A check returns a
:class:`~flinksim.course.checks.window_checks.CheckResult` with a hint that does not give the answer away.
Checks for a single exercise belong into its lesson. Start reading with ``windows``.
"""
