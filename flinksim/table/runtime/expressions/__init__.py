"""Scalar expressions: compilation of RexNode trees, and the built-in functions.

:mod:`~flinksim.table.runtime.expressions.rex_compiler` turns a RexNode into a Python function of a
row's values. :mod:`~flinksim.table.runtime.expressions.function_registry` has the table of functions,
to which the ``*_functions`` modules add theirs.

Flink: ``ExprCodeGenerator`` and ``BuiltInFunctionDefinitions``.
"""
