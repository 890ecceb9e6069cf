"""Limits of planning: a statement from a stranger may not take all time or memory.

A short statement can describe a huge plan: each view may use another one twice, and each subquery may
repeat an expression of the one below. The planner therefore counts the nodes that it creates and visits.
Not in Flink, whose planner takes what the machine has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from flinksim.table.planner.planner_errors import TableError

P = ParamSpec("P")
R = TypeVar("R")

MAX_SCRIPT_CHARACTERS = 1_000_000
MAX_NODES = 2_000_000
"""Nodes that planning one statement creates or visits. The largest recorded query takes 13,000."""

NODES_PER_RELATION = 50
"""How many nodes a relational node counts for: it holds a list of columns."""

MAX_GROUPING_SETS = 4_096
"""As in PostgreSQL."""


class PlanningWork:
    """How many nodes the current statement has taken; ``is_limited`` while one is planned."""

    is_limited = False
    nodes = 0

    def add(self, count: int = 1) -> None:
        """Count nodes.

        Raises:
            TableError: If planning has taken more than :data:`MAX_NODES`.
        """
        self.nodes += count
        if self.nodes > MAX_NODES and self.is_limited:
            raise TableError(
                f"The plan of this statement is too large: planning takes more than {MAX_NODES:,} "
                "nodes. Use fewer joins, unions, grouping sets or nested views."
            )


PLANNING_WORK = PlanningWork()


@contextmanager
def limit_planning() -> Iterator[None]:
    """Count the nodes of one statement from zero; the outermost block counts.

    Raises:
        TableError: If the statement is too large or nested too deeply.
    """
    if PLANNING_WORK.is_limited:
        yield
        return
    PLANNING_WORK.nodes, PLANNING_WORK.is_limited = 0, True
    try:
        yield
    except RecursionError:
        raise TableError(
            "The plan of this statement is nested too deeply. Use fewer nested queries, unions or calls."
        ) from None
    finally:
        PLANNING_WORK.is_limited = False


def apply_planning_limits(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate an entry point of the planner with :func:`limit_planning`."""

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with limit_planning():
            return function(*args, **kwargs)

    return run


def check_grouping_sets(count: int) -> None:
    """Check the number of grouping sets before they are created.

    Raises:
        TableError: If there are more than :data:`MAX_GROUPING_SETS`.
    """
    if count > MAX_GROUPING_SETS:
        raise TableError(
            f"GROUP BY has {count:,} grouping sets; the limit is {MAX_GROUPING_SETS:,}. "
            "Use fewer columns in CUBE."
        )
