"""Expressions: symbolic execution of Python functions, and shapes of records.

A simple key selector, map, filter, reduce or aggregate function is called with placeholders
(symbols) as arguments. What it returns is an expression, a nested tuple of operations on columns.
Functions that do more raise
:class:`~flinksim.replay.expressions.symbolic_values.NotExpressible`. Evaluating expressions over
columns is in ``flinksim.replay.kernel.expression_eval``.

Start with :func:`~flinksim.replay.expressions.symbolic_execution.compile_function`.
"""
