"""Rows of a changelog: values and the kind of the change.

Flink: ``RowData`` with its ``RowKind``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from flinksim.common.types import RowKind

Values: TypeAlias = tuple[Any, ...]
"""The values of a row, in the order of its columns."""

INSERT = RowKind.INSERT
UPDATE_BEFORE = RowKind.UPDATE_BEFORE
UPDATE_AFTER = RowKind.UPDATE_AFTER
DELETE = RowKind.DELETE

KINDS_BY_NAME = {str(kind): kind for kind in RowKind}
"""Row kinds by their short names ``+I -U +U -D``."""


class ChangeRow:
    """One row of a changelog; it never changes."""

    __slots__ = ("kind", "values")

    kind: RowKind
    values: Values

    def __init__(self, values: Values, kind: RowKind = INSERT) -> None:
        self.kind = kind
        self.values = values

    @property
    def is_accumulate(self) -> bool:
        """Whether the row adds its values (``+I``, ``+U``). Flink: ``RowDataUtil.isAccumulateMsg``."""
        return self.kind is INSERT or self.kind is UPDATE_AFTER

    def __str__(self) -> str:
        """Return the row as Flink prints it."""
        values = ["null" if value is None else str(value) for value in self.values]
        return f"{self.kind}[{', '.join(values)}]"

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ChangeRow):
            return NotImplemented
        return self.kind is other.kind and self.values == other.values

    def __hash__(self) -> int:
        return hash(self.values)

    def __copy__(self) -> ChangeRow:
        return self

    def __deepcopy__(self, memo: Any) -> ChangeRow:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return ChangeRow, (self.values, self.kind)


def build_key_selector(positions: Sequence[int]) -> Callable[[ChangeRow], Values]:
    """Build the function that selects the columns at *positions* as the key. Flink: ``RowDataKeySelector``.

    >>> build_key_selector([1])(ChangeRow(("a", 1)))
    (1,)
    """
    if not positions:
        return lambda row: ()
    if len(positions) == 1:
        only = positions[0]
        return lambda row: (row.values[only],)
    fixed = tuple(positions)
    return lambda row: tuple([row.values[position] for position in fixed])
