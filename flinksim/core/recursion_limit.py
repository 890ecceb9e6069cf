"""The depth of Python calls that long chains of operators need.

A record passes a chain by nested calls, as in Flink: each operator calls the next one. Python stops at
1,000 nested calls by default, which about 200 chained operators reach. Not in Flink, where a
``StackOverflowError`` depends on the thread's stack size.
"""

from __future__ import annotations

import sys

MAX_CHAINED_OPERATORS = 5_000
_CALLS_PER_OPERATOR = 12
_CALLS_BESIDE_OPERATORS = 1_000


def allow_chain_of(operator_count: int) -> None:
    """Raise Python's recursion limit so that *operator_count* chained operators can run.

    The limit is never lowered. Since Python 3.11 nested calls of Python functions take no C stack.

    Raises:
        ValueError: If there are more than :data:`MAX_CHAINED_OPERATORS` operators.
    """
    if operator_count > MAX_CHAINED_OPERATORS:
        raise ValueError(
            f"the job has {operator_count:,} operators. The maximum for one job "
            f"is {MAX_CHAINED_OPERATORS:,}. Combine operators, or split the job"
        )
    needed = _CALLS_BESIDE_OPERATORS + _CALLS_PER_OPERATOR * operator_count
    if sys.getrecursionlimit() < needed:
        sys.setrecursionlimit(needed)
