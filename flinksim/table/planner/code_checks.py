"""What Flink rejects when it generates code for a valid query: casts that have no rule.

Flink: ``CastRuleProvider``, and the ``CodeGenException`` of ``ScalarOperatorGens``.
"""

from __future__ import annotations

from typing import Any

from flinksim.table.planner.planner_errors import TableError
from flinksim.table.planner.rex_nodes import Call, Rex, walk
from flinksim.table.planner.sql_types import BINARIES, DATETIMES, INTERVALS, STRINGS, SqlType


def check_code(parts: tuple[Any, ...]) -> None:
    """Check the expressions among *parts*, and in tuples of them.

    Raises:
        TableError: With Flink's message.
    """
    for part in parts:
        if isinstance(part, tuple):
            check_code(part)
        elif isinstance(part, Rex):
            for node in walk(part):
                _check_cast(node)


def _check_cast(node: Rex) -> None:
    if not isinstance(node, Call) or node.op not in {"CAST", "TRY_CAST"}:
        return
    source, target = node.operands[0].type, node.type
    if not _has_rule(source, target):
        raise TableError(f"Unsupported cast from '{_show(source)}' to '{_show(target)}'.")


def _has_rule(source: SqlType, target: SqlType) -> bool:
    if source.root in STRINGS:
        return target.root not in {"ARRAY", *INTERVALS}
    if source.root in BINARIES:
        return target.root not in DATETIMES
    return source.root != "DECIMAL" or target.root not in INTERVALS


def _show(kind: SqlType) -> str:
    plain = kind.as_plain().with_nullable(True)
    return "INTERVAL SECOND(3)" if plain.root == "INTERVAL_DAY" else plain.to_summary()
